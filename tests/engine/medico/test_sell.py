"""Sell Remedies (MED-SELL): what fits where, what it pays, who gets the market."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyRecipeBook,
    EndTurn,
    PlaceKnowledge,
    PlayEarlyBird,
    SellRemedy,
    TakeMarketKnowledge,
    TakeMoney,
)
from engine_core.games.medico.events import MarketCompleted, RemedySold
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    EARLY_BIRD,
    EARLY_MAIN,
    END_OF_TURN,
    HAGGLING,
    HERBS,
    LEECH,
    MANDRAKE,
    MARIGOLD,
    MUSHROOM,
    ROSE_QUARTZ,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import market
from tests.engine.medico.table import Table, table


def seller(*pouches: int) -> Table:
    """Seat 0 will go to place 2 with these remedies in its pouches."""
    t = table()
    t.me.pouches = tuple(sorted(pouches))
    return t


@pytest.mark.rule("MED-SELL-01")
def test_only_the_market_of_the_destination_buys_and_only_from_pouches() -> None:
    t = seller(LEECH).market_at(0, LEECH, HERBS).market_at(1, LEECH, MUSHROOM).market_at(2, HERBS, LEECH)
    t.me.favors = (EARLY_BIRD,)
    t.depart(2)
    t.rejects(SellRemedy(LEECH, 0), "MED-MOVE-06")
    t.play(0, PlayEarlyBird())
    assert t.state.phase == EARLY_MAIN
    t.rejects(SellRemedy(LEECH, 0), "MED-FAV-2")
    t.play(0, TakeMoney()).walk()
    t.rejects(SellRemedy(HERBS, 0), "MED-SELL-01")
    t.play(0, SellRemedy(LEECH, 1))
    assert t.place(2).market_remedies == (NONE, LEECH)
    assert t.place(0).market_remedies == t.place(1).market_remedies == (NONE, NONE)
    assert t.me.pouches == ()


@pytest.mark.rule("MED-SELL-02")
def test_a_remedy_needs_a_free_symbol_of_its_kind() -> None:
    t = seller(LEECH, HERBS).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH}).arrive(2)
    t.rejects(SellRemedy(LEECH, 0), "MED-SELL-02")
    t.rejects(SellRemedy(LEECH, 1), "MED-SELL-02")
    t.rejects(SellRemedy(LEECH, 2), "MED-SELL-02")
    t.rejects(SellRemedy(HERBS, 1), "MED-SELL-02")
    assert t.offers(SellRemedy(HERBS, 2))
    short = seller(LEECH).market_at(2, MUSHROOM, HERBS).arrive(2)
    for space in range(3):
        short.rejects(SellRemedy(LEECH, space), "MED-SELL-02")


@pytest.mark.rule("MED-SELL-03")
@pytest.mark.parametrize(
    ("covered", "coins"),
    [({}, 3), ({0: LEECH}, 2), ({0: LEECH, 1: MARIGOLD}, 1)],
)
def test_a_sale_pays_a_coin_per_free_space_before_placing(covered: dict[int, int], coins: int) -> None:
    t = seller(HERBS).market_at(2, LEECH, MARIGOLD, HERBS, covered=covered).arrive(2)
    t.play(0, SellRemedy(HERBS, 2))
    assert t.me.coins == coins
    assert t.happened(RemedySold) == [RemedySold(seat=0, place=2, remedy=HERBS, space_index=2, coins=coins)]


@pytest.mark.rule("MED-SELL-04")
@pytest.mark.parametrize(
    ("symbols", "coins"),
    [((LEECH, MARIGOLD, HERBS), 6), ((LEECH, HERBS), 3), ((LEECH,), 1)],
)
def test_filling_a_market_alone_pays_six_three_or_one(symbols: tuple[int, ...], coins: int) -> None:
    t = seller(*symbols).market_at(2, *symbols).arrive(2)
    for space, remedy in enumerate(symbols):
        t.play(0, SellRemedy(remedy, space))
    assert t.me.coins == coins
    assert t.me.markets == (market(*symbols),)


@pytest.mark.rule("MED-SELL-05")
def test_several_remedies_go_to_one_market_while_spaces_are_free() -> None:
    t = seller(LEECH, HERBS, MANDRAKE).market_at(2, LEECH, MARIGOLD, HERBS).arrive(2)
    t.play(0, SellRemedy(HERBS, 2))
    assert t.offers(SellRemedy(LEECH, 0))
    t.me.coins = 1
    t.play(0, BuyRecipeBook(), SellRemedy(LEECH, 0))
    assert t.me.coins == 2
    assert t.me.pouches == (MANDRAKE,)
    assert t.place(2).market_remedies == (LEECH, NONE, HERBS)
    t.rejects(SellRemedy(MANDRAKE, 1), "MED-SELL-02")


@pytest.mark.rule("MED-SELL-06")
def test_a_remedy_on_a_recipe_book_is_not_for_sale() -> None:
    t = table().books((LEECH, HERBS), covered=(LEECH, NONE)).market_at(2, LEECH, MARIGOLD, HERBS)
    t.me.pouches = (MANDRAKE,)
    t.arrive(2)
    t.rejects(SellRemedy(LEECH, 0), "MED-SELL-06")
    t.me.pouches = (LEECH,)
    t.play(0, SellRemedy(LEECH, 0))
    assert t.me.book_covered == (LEECH, NONE)


@pytest.mark.rule("MED-SELL-07")
def test_whoever_covers_the_last_space_takes_the_market() -> None:
    t = seller(MARIGOLD).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 2: HERBS})
    below = t.place(2).market_stack[1]
    t.arrive(2).play(0, SellRemedy(MARIGOLD, 1))
    assert t.me.markets == (market(LEECH, MARIGOLD, HERBS),)
    assert [t.player(seat).markets for seat in (1, 2)] == [(), ()]
    assert t.place(2).market_stack[0] == below
    assert set(t.place(2).market_remedies) == {NONE}, "the remedies went back to the supply"
    assert t.me.pouches == ()
    assert t.happened(MarketCompleted) == [MarketCompleted(seat=0, place=2, market=market(LEECH, MARIGOLD, HERBS))]


@pytest.mark.rule("MED-SELL-08")
def test_a_partly_filled_market_keeps_its_remedies_for_later_players_and_rounds() -> None:
    t = seller(LEECH).market_at(2, LEECH, MARIGOLD, HERBS)
    t.player(1).pouches = (HERBS,)
    t.arrive(2, 2).play(0, SellRemedy(LEECH, 0)).finish_turn()
    assert t.place(2).market_remedies == (LEECH, NONE, NONE)
    t.walk(1).play(1, SellRemedy(HERBS, 2))
    assert t.player(1).coins == 2
    assert t.next_round().state.round == 2
    assert t.place(2).market_remedies == (LEECH, NONE, HERBS)


@pytest.mark.rule("MED-SELL-09")
def test_nothing_is_sold_where_no_market_is_displayed() -> None:
    t = seller(LEECH).no_market_at(2).arrive(2)
    for space in range(3):
        t.rejects(SellRemedy(LEECH, space), "MED-SELL-09")
    assert t.offers(TakeMoney())


@pytest.mark.rule("MED-SELL-10")
@pytest.mark.parametrize("later", [False, True])
def test_a_sale_opens_the_marker_for_no_coins_at_once_or_later(later: bool) -> None:
    t = seller(LEECH).market_at(2, LEECH, HERBS)
    t.put(2, knowledge_markers=1)
    t.arrive(2).play(0, SellRemedy(LEECH, 0))
    if later:
        t.play(0, TakeMoney())
        assert t.state.phase == AFTER_MAIN
    assert t.changes(0, TakeMarketKnowledge()) == {
        "places[2].knowledge_markers": (1, 0),
        "players[0].collected_markers": (0, 1),
    }
    t.rejects(TakeMarketKnowledge(), "MED-SELL-10")


@pytest.mark.rule("MED-SELL-11")
def test_without_a_sale_here_the_marker_stays() -> None:
    t = seller(LEECH).market_at(2, LEECH, HERBS)
    t.put(2, knowledge_markers=1)
    t.arrive(2).rejects(TakeMarketKnowledge(), "MED-SELL-11")
    t.play(0, TakeMoney()).rejects(TakeMarketKnowledge(), "MED-SELL-11")
    t.play(0, EndTurn())
    assert t.place(2).knowledge_markers == 1


@pytest.mark.rule("MED-SELL-12")
def test_a_taken_marker_is_kept_aside_until_the_end_of_the_turn() -> None:
    t = seller(LEECH, HERBS).market_at(2, LEECH, HERBS)
    t.put(2, knowledge_markers=1)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), TakeMarketKnowledge())
    assert (t.me.collected_markers, t.me.abilities) == (1, 0)
    t.rejects(PlaceKnowledge(HAGGLING), "MED-EOT-01")
    t.play(0, SellRemedy(HERBS, 1))
    assert t.me.coins == 2 + 1
    t.play(0, TakeMoney(), EndTurn())
    assert t.state.phase == END_OF_TURN
    t.play(0, PlaceKnowledge(HAGGLING))
    assert (t.me.collected_markers, t.me.abilities) == (0, 1 << HAGGLING)


@pytest.mark.rule("MED-SELL-13")
def test_matching_remedies_need_not_be_sold() -> None:
    t = seller(LEECH, ROSE_QUARTZ).market_at(2, LEECH, ROSE_QUARTZ).arrive(2)
    assert t.offers(SellRemedy(LEECH, 0))
    t.play(0, TakeMoney(), EndTurn())
    assert t.me.pouches == (LEECH, ROSE_QUARTZ)
    assert t.place(2).market_remedies == (NONE, NONE)
    assert t.state.active_seat == 1
