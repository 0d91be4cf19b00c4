"""Rulings on stacks, refilling, markets and sales (MED-RUL-36 to 48, 57, 76)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    EndTurn,
    FinishLongFingers,
    PlayGreatDemand,
    PlayLongFingers,
    SellRemedy,
    TakeFavorCard,
    TakeFromMarket,
    TakeMarketKnowledge,
    TakeMoney,
)
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    BOOK_SPACE_1,
    DUEL_REWARD,
    EARLY_BIRD,
    FREE_DECISION,
    GREAT_DEMAND,
    HERBS,
    LEECH,
    LONG_FINGERS,
    MANDRAKE,
    MARIGOLD,
    MEDICUS,
    MUSHROOM,
    NEUTRAL_SURGEON,
    POUCH,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import market
from tests.engine.medico.table import Table, table


@pytest.mark.rule("MED-RUL-36")
def test_the_next_card_is_displayed_at_once_and_only_an_empty_stack_is_refilled() -> None:
    t = table().put(2, favor_stack=(EARLY_BIRD, FREE_DECISION), instrument_stacks=((), (1,)))
    supply = t.state.favor_supply
    t.arrive(2).play(0, TakeFavorCard())
    assert t.view(1).places[2].favor == FREE_DECISION
    t.play(0, EndTurn())
    assert t.place(2).favor_stack == (FREE_DECISION,)
    assert t.state.favor_supply == supply
    assert [len(stack) for stack in t.place(2).instrument_stacks] == [1, 1], "the empty one was refilled"


@pytest.mark.rule("MED-RUL-37")
def test_a_short_supply_goes_to_the_places_in_ring_order_and_stack_0_first() -> None:
    t = table().put(1, instrument_stacks=((1,), ())).put(4, instrument_stacks=((), ())).put(0, favor_stack=())
    t.put(6, favor_stack=())
    t.state.instrument_supply = (6, 5)
    t.state.favor_supply = (EARLY_BIRD,)
    t.arrive(2).play(0, TakeMoney(), EndTurn())
    assert t.place(1).instrument_stacks == ((1,), (6,))
    assert t.place(4).instrument_stacks == ((5,), ())
    assert (t.place(0).favor_stack, t.place(6).favor_stack) == ((EARLY_BIRD,), ())


@pytest.mark.rule("MED-RUL-38")
def test_refilling_follows_each_duel_reward() -> None:
    t = table(4).prestige({0: 9, 2: 8}).put(3, favor_stack=(EARLY_BIRD,))
    t.state.favor_supply = (FREE_DECISION, EARLY_BIRD)
    t.arrive(3, 5, 1, 1).play(0, TakeMoney()).finish_round()
    t.play(0, TakeFavorCard())
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 2)
    assert t.place(3).favor_stack == (FREE_DECISION,), "before the next duel's decision"
    assert t.view(0).favor_supply == 1


@pytest.mark.rule("MED-RUL-38")
def test_refilling_follows_a_market_that_the_neutral_surgeon_filled() -> None:
    t = table(2).put(1, market_stack=()).market_at(1, LEECH, HERBS, covered={0: LEECH})
    t.state.neutral_deck = (1, 0, 2, 3, 4, 5, 6)
    t.state.market_supply = (market(LEECH, MARIGOLD, HERBS), *t.state.market_supply)
    t.dials(2, 5).next_round()
    assert t.place(1).market_stack == (market(LEECH, MARIGOLD, HERBS),)
    assert t.place(1).market_remedies == (NONE, NONE, NONE)


@pytest.mark.rule("MED-RUL-39")
def test_only_the_market_displayed_on_arrival_buys_this_turn() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS).market_at(2, LEECH, HERBS, covered={1: HERBS})
    t.me.pouches = (LEECH, LEECH, MANDRAKE)
    t.me.favors = (GREAT_DEMAND,)
    t.arrive(2, 2).play(0, SellRemedy(LEECH, 0))
    assert t.view(1).places[2].market == market(LEECH, MARIGOLD, HERBS)
    t.rejects(SellRemedy(LEECH, 0), "MED-RUL-39")
    t.rejects(PlayGreatDemand(MANDRAKE, 0), "MED-RUL-39")
    t.play(0, TakeMoney()).rejects(PlayGreatDemand(MANDRAKE, 0), "MED-RUL-39")
    t.finish_turn()
    t.player(1).pouches = (LEECH,)
    t.walk(1).play(1, SellRemedy(LEECH, 0))
    assert t.place(2).market_remedies == (LEECH, NONE, NONE)


@pytest.mark.rule("MED-RUL-43")
def test_markers_pile_up_and_a_seller_takes_all_or_some_until_the_turn_ends() -> None:
    t = table().prestige({MEDICUS: 9}).put(3, knowledge_markers=2)
    t.dials(3).next_round()
    assert t.place(3).knowledge_markers == 3
    t = table().market_at(2, LEECH, HERBS).put(2, knowledge_markers=3)
    t.me.pouches = (LEECH,)
    t.arrive(2)
    assert not t.offers(TakeMarketKnowledge())
    t.play(0, SellRemedy(LEECH, 0), TakeMarketKnowledge(), TakeMoney(), TakeMarketKnowledge())
    assert t.state.phase == AFTER_MAIN
    assert (t.me.collected_markers, t.place(2).knowledge_markers) == (2, 1)
    t.play(0, EndTurn())
    t.rejects(TakeMarketKnowledge(), "MED-RUL-43", "MED-SELL-10")
    assert t.place(2).knowledge_markers == 1


@pytest.mark.rule("MED-RUL-44")
def test_markers_belong_to_the_place_and_outlast_its_market() -> None:
    t = table().no_market_at(2).market_at(2, LEECH).put(2, knowledge_markers=2)
    t.state.market_supply = ()
    t.me.pouches = (LEECH,)
    t.arrive(2).play(0, SellRemedy(LEECH, 0))
    assert (t.place(2).market_stack, t.place(2).knowledge_markers) == ((), 2)
    assert t.view(1).places[2].knowledge_markers == 2
    t.play(0, TakeMarketKnowledge())
    assert t.me.collected_markers == 1
    boxed = table(2).market_at(1, LEECH, HERBS, covered={0: LEECH}).put(1, knowledge_markers=1)
    boxed.state.neutral_deck = (1, 0, 2, 3, 4, 5, 6)
    boxed.dials(2, 5).next_round()
    assert boxed.state.boxed_markets
    assert boxed.place(1).knowledge_markers == 1


@pytest.mark.rule("MED-RUL-44")
def test_a_marker_is_laid_even_where_no_market_is_displayed() -> None:
    t = table().prestige({MEDICUS: 9}).no_market_at(3)
    t.state.market_supply = ()
    t.dials(3).next_round()
    assert t.place(3).knowledge_markers == 1


@pytest.mark.rule("MED-RUL-47")
def test_the_neutral_surgeon_at_a_place_without_a_market_only_moves() -> None:
    t = table(2).no_market_at(1).put(1, apprentices=(0, 1))
    t.state.market_supply = ()
    t.state.neutral_deck = (1, 0, 2, 3, 4, 5, 6)
    t.dials(2, 5).next_round()
    assert t.state.neutral_place == 1
    assert t.state.neutral_prestige == 4
    assert t.state.prestige_order[-1] == NEUTRAL_SURGEON
    assert [player.coins for player in t.state.players] == [2, 2]
    assert t.place(1).market_remedies == ()


def demanding(*pouches: int) -> Table:
    """Seat 0 with Favor 6 will go to place 2."""
    t = table()
    t.me.favors = (GREAT_DEMAND,)
    t.me.pouches = tuple(sorted(pouches))
    return t


@pytest.mark.rule("MED-RUL-48")
def test_favor_6_lets_the_seller_pick_a_space_of_another_kind_even_after_the_main_action() -> None:
    t = demanding(LEECH, MANDRAKE).market_at(2, LEECH, MARIGOLD, HERBS)
    t.arrive(2).play(0, TakeMoney())
    offered = [action for action in t.legal() if type(action) is PlayGreatDemand]
    assert offered == [PlayGreatDemand(LEECH, 1), PlayGreatDemand(LEECH, 2)] + [
        PlayGreatDemand(MANDRAKE, space) for space in range(3)
    ]
    t.play(0, PlayGreatDemand(MANDRAKE, 2))
    assert t.place(2).market_remedies == (NONE, NONE, MANDRAKE), "the piece keeps its own kind"
    assert t.me.coins == 2 + 3


@pytest.mark.rule("MED-RUL-48")
@pytest.mark.parametrize("after_main", [False, True])
def test_favor_6_is_a_sale_that_opens_the_marker(after_main: bool) -> None:
    t = demanding(MANDRAKE).market_at(2, LEECH, HERBS).put(2, knowledge_markers=1)
    t.arrive(2)
    if after_main:
        t.play(0, TakeMoney())
    assert not t.offers(TakeMarketKnowledge())
    t.play(0, PlayGreatDemand(MANDRAKE, 0), TakeMarketKnowledge())
    assert t.me.collected_markers == 1


@pytest.mark.rule("MED-RUL-57")
def test_favor_5_takes_each_piece_by_its_own_kind_onto_books_too() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS, covered={0: MANDRAKE, 1: MARIGOLD})
    t.books((LEECH, LEECH), (MANDRAKE, MUSHROOM))
    t.me.favors = (LONG_FINGERS,)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers())
    assert not t.offers(TakeFromMarket(0, 1)), "the symbol under the piece is a leech, the piece is none"
    t.play(0, TakeFromMarket(0, BOOK_SPACE_1), TakeFromMarket(1, POUCH))
    assert t.me.book_covered == (NONE, MANDRAKE)
    assert t.me.pouches == (MARIGOLD,)


@pytest.mark.rule("MED-RUL-57")
def test_favor_5_after_completing_the_market_gains_the_points_alone() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS).market_at(2, LEECH, HERBS, covered={1: HERBS})
    t.me.pouches = (LEECH,)
    t.me.favors = (LONG_FINGERS,)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), TakeMoney(), PlayLongFingers())
    assert t.legal() == [FinishLongFingers()]
    t.play(0, FinishLongFingers())
    assert (t.player(0).points, t.player(0).pouches) == (2, ())


@pytest.mark.rule("MED-RUL-76")
def test_with_a_kind_shown_twice_the_seller_picks_the_space() -> None:
    t = table().market_at(2, LEECH, LEECH, HERBS)
    t.me.pouches = (LEECH, LEECH)
    t.arrive(2)
    assert [a for a in t.legal() if type(a) is SellRemedy] == [SellRemedy(LEECH, 0), SellRemedy(LEECH, 1)]
    t.play(0, SellRemedy(LEECH, 1))
    assert t.place(2).market_remedies == (NONE, LEECH, NONE)
    t.play(0, SellRemedy(LEECH, 0))
    assert t.me.coins == 3 + 2
