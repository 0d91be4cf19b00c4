"""End of Your Turn (MED-EOT): markers, rods, refilling, in this order."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyInstrument,
    BuyRecipeBook,
    DeliverLetter,
    EndTurn,
    MeetMedicus,
    PlaceKnowledge,
    SellRemedy,
    TakeFavorCard,
    TakeMarketKnowledge,
    TakeMoney,
)
from engine_core.games.medico.events import KnowledgePlaced, RodTaken, StackRefilled, TurnEnded
from engine_core.games.medico.vocabulary import (
    ABILITY,
    BOREDOM,
    COURIERS_WAGE,
    EARLY_BIRD,
    END_OF_TURN,
    FREE_DECISION,
    HAGGLING,
    HERBS,
    JACK_OF_ALL_TRADES,
    LEECH,
    LUMINARY,
    MARIGOLD,
    OBOLUS,
    ONE_COIN,
    ROD_KNOWLEDGE_MARKERS,
    ROD_MARKETS,
    ROD_PRESTIGE,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import book, letter, market
from tests.engine.medico.table import Table, table


def with_markers(count: int, *placed: int, t: Table | None = None) -> Table:
    """Seat 0 ends its turn at place 2 holding ``count`` collected markers, these abilities placed before."""
    t = t or table()
    t.me.abilities = sum(1 << ability for ability in placed)
    t.me.collected_markers = 0
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = count
    return t.play(0, EndTurn())


@pytest.mark.rule("MED-EOT-01", "MED-RUL-52")
def test_all_collected_markers_are_placed_now_each_on_a_free_space_of_choice() -> None:
    t = with_markers(2, HAGGLING)
    assert t.state.phase == END_OF_TURN
    free = [ability for ability in range(len(ABILITY)) if ability != HAGGLING]
    assert t.legal() == [PlaceKnowledge(ability) for ability in free]
    t.rejects(PlaceKnowledge(HAGGLING), "MED-EOT-01", "MED-KNOW-01")
    t.rejects(EndTurn(), "MED-EOT-01", "MED-RUL-52")
    t.play(0, PlaceKnowledge(OBOLUS))
    assert t.state.phase == END_OF_TURN
    t.rejects(EndTurn(), "MED-EOT-01", "MED-RUL-52")
    t.play(0, PlaceKnowledge(LUMINARY))
    assert t.me.abilities == 1 << HAGGLING | 1 << OBOLUS | 1 << LUMINARY
    assert t.me.collected_markers == 0
    assert t.state.active_seat == 1
    assert [event.ability for event in t.happened(KnowledgePlaced)] == [OBOLUS, LUMINARY]


@pytest.mark.rule("MED-EOT-02")
def test_a_marker_placed_now_already_counts_in_this_round_s_duel() -> None:
    t = table()
    t.prestige({0: 9})
    t.me.coins = 2
    t.arrive(3).play(0, MeetMedicus(), TakeMoney(), EndTurn(), PlaceKnowledge(JACK_OF_ALL_TRADES))
    t.finish_round()
    assert t.state.active_seat == 0
    t.play(0, TakeFavorCard())
    assert t.state.active_seat == 0, "Jack-of-all-trades allows another type"
    assert t.offers(BuyInstrument(0)) == (t.me.coins > 0)


@pytest.mark.rule("MED-EOT-02", "MED-RUL-73")
def test_a_marker_placed_now_has_no_effect_on_the_turn_but_on_later_turns_of_the_round() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS)
    t.put(2, apprentices=(0,))
    t.put(2, knowledge_markers=1)
    t.me.pouches = (LEECH,)
    t.player(1).pouches = (MARIGOLD, HERBS)
    t.arrive(2, 2).play(0, SellRemedy(LEECH, 0), TakeMarketKnowledge(), TakeMoney(), EndTurn(), PlaceKnowledge(OBOLUS))
    assert t.me.coins == 3 + 2
    t.walk(1).play(1, SellRemedy(MARIGOLD, 1), SellRemedy(HERBS, 2))
    assert t.me.coins == 3 + 2 + 2, "Obolus pays per remedy sold by the next player"


@pytest.mark.rule("MED-EOT-03")
def test_rods_are_checked_after_all_markers_are_placed() -> None:
    t = with_markers(2, HAGGLING, OBOLUS, BOREDOM)
    t.me.markets = (0, 1, 2, 3, 4)
    t.play(0, PlaceKnowledge(LUMINARY))
    assert t.player(0).gold_rods == 0, "although 5 markets are there"
    t.play(0, PlaceKnowledge(JACK_OF_ALL_TRADES))
    assert t.player(0).gold_rods == 1 << ROD_KNOWLEDGE_MARKERS | 1 << ROD_MARKETS
    waiting = with_markers(1, t=five_markets())
    assert waiting.me.gold_rods == 0
    kinds = [type(event) for event in t.events if isinstance(event, KnowledgePlaced | RodTaken | TurnEnded)]
    assert kinds == [KnowledgePlaced, KnowledgePlaced, RodTaken, RodTaken, TurnEnded]


def five_markets() -> Table:
    """Seat 0 fulfils a rod's condition from the start."""
    t = table()
    t.me.markets = (0, 1, 2, 3, 4)
    return t


@pytest.mark.rule("MED-EOT-03")
def test_only_the_active_player_s_rods_are_checked() -> None:
    t = table()
    t.player(1).markets = tuple(range(5))
    t.arrive(2).play(0, TakeMoney(), EndTurn())
    assert t.player(1).gold_rods == 0
    t.finish_turn()
    assert t.player(1).gold_rods == 1 << ROD_MARKETS


def emptied() -> Table:
    """Seat 0 takes the last card of four kinds at place 2; supplies are known."""
    t = table()
    t.put(2, favor_stack=(EARLY_BIRD,), instrument_stacks=((4,), ()), book_stack=(book(LEECH, HERBS),), market_stack=())
    t.market_at(2, LEECH, HERBS)
    t.me.pouches = (LEECH, HERBS)
    t.me.coins = 1
    t.state.favor_supply = (FREE_DECISION, EARLY_BIRD)
    t.state.instrument_supply = (6, 5, 5)
    t.state.book_supply = (book(MARIGOLD, MARIGOLD), book(LEECH, LEECH))
    t.state.market_supply = (market(LEECH, MARIGOLD, HERBS), market(LEECH, LEECH, HERBS))
    return t


@pytest.mark.rule("MED-EOT-04", "MED-RUL-36")
def test_empty_spaces_are_refilled_with_one_card_each_at_the_end_of_the_turn() -> None:
    t = emptied()
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1), BuyRecipeBook(), TakeFavorCard())
    at = t.place(2)
    assert (at.favor_stack, at.book_stack, at.market_stack, at.market_remedies) == ((), (), (), ())
    t.play(0, EndTurn())
    at = t.place(2)
    assert at.favor_stack == (FREE_DECISION,)
    assert at.instrument_stacks == ((4,), (6,))
    assert at.book_stack == (book(MARIGOLD, MARIGOLD),)
    assert at.market_stack == (market(LEECH, MARIGOLD, HERBS),)
    assert at.market_remedies == (NONE, NONE, NONE)
    assert t.state.favor_supply == (EARLY_BIRD,)
    assert t.state.instrument_supply == (5, 5)
    assert t.state.book_supply == (book(LEECH, LEECH),)
    assert t.state.market_supply == (market(LEECH, LEECH, HERBS),)
    assert t.happened(StackRefilled) == [
        StackRefilled(place=2, favor=FREE_DECISION, instrument=NONE, book=NONE, market=NONE),
        StackRefilled(place=2, favor=NONE, instrument=6, book=NONE, market=NONE),
        StackRefilled(place=2, favor=NONE, instrument=NONE, book=book(MARIGOLD, MARIGOLD), market=NONE),
        StackRefilled(place=2, favor=NONE, instrument=NONE, book=NONE, market=market(LEECH, MARIGOLD, HERBS)),
    ]


@pytest.mark.rule("MED-EOT-04")
def test_rods_come_before_refilling() -> None:
    t = emptied()
    t.me.markets = (0, 1, 3, 4)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1), TakeMoney(), EndTurn())
    kinds = [type(event) for event in t.events if isinstance(event, StackRefilled | RodTaken)]
    assert kinds[0] is RodTaken
    assert StackRefilled in kinds


@pytest.mark.rule("MED-EOT-05", "MED-SET-22")
def test_with_an_empty_supply_the_space_stays_empty_and_its_action_is_illegal() -> None:
    t = emptied()
    t.state.favor_supply = t.state.instrument_supply = t.state.book_supply = t.state.market_supply = ()
    t.arrive(2, 2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1), BuyRecipeBook(), TakeFavorCard(), EndTurn())
    at = t.place(2)
    assert (at.favor_stack, at.book_stack, at.market_stack, at.market_remedies) == ((), (), (), ())
    assert at.instrument_stacks == ((4,), ())
    t.player(1).pouches = (LEECH,)
    t.player(1).coins = 9
    t.walk(1)
    t.rejects(TakeFavorCard(), "MED-MAIN-03", seat=1)
    t.rejects(BuyRecipeBook(), "MED-BOOK-06", seat=1)
    t.rejects(SellRemedy(LEECH, 0), "MED-SELL-09", seat=1)
    t.rejects(BuyInstrument(1), "MED-EOT-05", seat=1)
    t.play(1, BuyInstrument(0))


@pytest.mark.rule("MED-EOT-06", "MED-SET-22")
def test_letters_and_rods_are_never_refilled() -> None:
    t = table()
    t.put(2, letter_stack=(letter(2, 6),), instrument_stacks=((1,), ()))
    t.me.letters = (letter(5, 2),)
    t.prestige({0: 15})
    t.state.gold_rods_left &= ~(1 << ROD_PRESTIGE)
    t.state.silver_rods_left &= ~(1 << ROD_PRESTIGE)
    t.arrive(2).play(0, DeliverLetter(ONE_COIN), TakeMoney(), EndTurn())
    assert t.place(2).letter_stack == ()
    assert (t.me.gold_rods, t.me.silver_rods) == (0, 0)
    t.next_round()
    assert t.place(2).letter_stack == ()
    assert not (t.state.gold_rods_left | t.state.silver_rods_left) & 1 << ROD_PRESTIGE


@pytest.mark.rule("MED-EOT-01")
def test_without_markers_the_turn_closes_by_itself() -> None:
    t = table().arrive(2).play(0, TakeMoney(), EndTurn())
    assert t.state.active_seat == 1
    assert t.happened(TurnEnded) == [TurnEnded(seat=0)]
    t.rejects(PlaceKnowledge(COURIERS_WAGE), "MED-EOT-01", "MED-FAV-0", "MED-ROUND-08")
