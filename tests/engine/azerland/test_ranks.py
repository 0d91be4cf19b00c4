"""Ranks, ties and cauldrons (AZE-ACT-01 to 13, 19)."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    BuyMarketCard,
    Concoct,
    ExchangeIngredients,
    Finish,
    ServeOrder,
    SpendApprentices,
)
from engine_core.games.azerland.events import (
    CauldronsExchanged,
    ColumnStarted,
    DiceRolled,
    DiscAdvanced,
    Gained,
    PlaquetteRevealed,
    PotionConcocted,
)
from engine_core.games.azerland.vocabulary import (
    CHARM,
    CONCOCT,
    FROM_WAGES,
    HARVEST,
    MUSHROOM,
    PRIORITIES,
    SAP,
    SERVE,
    STUDY,
    STUDY_COLUMN,
    TRADE,
)
from tests.engine.azerland.table import Table, table

BASES = {2: (3, 2), 3: (4, 3, 2), 4: (4, 3, 3, 2)}


def busy_day(t: Table, *plaquettes: str) -> Table:
    """Everybody takes every repetition; seats have ingredients for any number of potions."""
    for player in t.state.players:
        player.ingredients = (99, 99, 99)
    t.plan(*plaquettes)
    while t.state.day == 1:
        (seat,) = t.asked()
        action = Concoct(CHARM) if t.offers(Concoct(CHARM), seat) else t.plainest(seat)
        t.play(seat, action)
    return t


def repetitions(t: Table) -> dict[int, dict[int, int]]:
    """Column -> seat -> how often it harvested, studied or concocted in the column."""
    found: dict[int, dict[int, int]] = {HARVEST: {}, STUDY: {}, CONCOCT: {}}
    column = -1
    for event in t.events:
        if isinstance(event, ColumnStarted):
            column = event.column
        elif isinstance(event, DiceRolled) and column == HARVEST:
            found[HARVEST][event.seat] = len(event.dice)
        elif isinstance(event, DiscAdvanced):
            found[STUDY][event.seat] = found[STUDY].get(event.seat, 0) + 1
        elif isinstance(event, PotionConcocted):
            found[CONCOCT][event.seat] = found[CONCOCT].get(event.seat, 0) + 1
    return found


@pytest.mark.parametrize(
    "seats",
    [pytest.param(n, marks=pytest.mark.rule(f"AZE-ACT-0{n + 1}")) for n in (2, 3, 4)],
)
def test_the_rank_gives_the_repetitions(seats: int) -> None:
    t = table(seats)
    rows = ["1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2", "4 5 1 2 3"]
    busy_day(t, *rows[:seats])
    ranked = {event.column: event.ranking for event in t.happened(ColumnStarted)}
    found = repetitions(t)
    for column in (HARVEST, STUDY, CONCOCT):
        assert [found[column][seat] for seat in ranked[column]] == list(BASES[seats])
    assert ranked[HARVEST] == tuple(range(seats))
    assert ranked[CONCOCT] == {2: (0, 1), 3: (2, 0, 1), 4: (2, 3, 0, 1)}[seats]


@pytest.mark.rule("AZE-ACT-01")
def test_all_plaquettes_open_then_wages_then_the_columns_one_after_another() -> None:
    t = table(3)
    busy_day(t, "1 2 3 4 5", "2 3 4 g5 1", "3 4 5 1 g2")
    kinds = [event for event in t.events if isinstance(event, PlaquetteRevealed | Gained | ColumnStarted)]
    start = next(i for i, event in enumerate(kinds) if isinstance(event, PlaquetteRevealed))
    assert all(isinstance(event, PlaquetteRevealed) for event in kinds[start : start + 3])
    wages = kinds[start + 3 : start + 5]
    assert all(isinstance(event, Gained) and event.source == FROM_WAGES for event in wages)
    assert isinstance(kinds[start + 5], ColumnStarted)
    assert [event.column for event in t.happened(ColumnStarted)] == [HARVEST, STUDY, TRADE, CONCOCT, SERVE]


@pytest.mark.rule("AZE-ACT-01")
def test_a_column_is_complete_before_the_next() -> None:
    t = busy_day(table(3), "1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2")
    column = -1
    for event in t.events:
        if isinstance(event, ColumnStarted):
            column = event.column
        elif isinstance(event, DiscAdvanced):
            assert column == STUDY
        elif isinstance(event, PotionConcocted):
            assert column == CONCOCT


@pytest.mark.rule("AZE-ACT-02", "AZE-TRADE-01")
def test_in_trade_the_best_priority_acts_as_often_as_it_wants_then_the_next() -> None:
    t = table(3).row(3, 8, 12, 25, 28, 35)
    for player in t.state.players:
        player.gold = 20
    t.column(TRADE)
    for seat in (1, 2):
        t.rejects(BuyMarketCard(35), "AZE-ACT-02", seat=seat)
    t.me.ingredients = (2, 0, 0)
    t.play(0, BuyMarketCard(28), BuyMarketCard(25), ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), Finish())
    t.rejects(BuyMarketCard(3), "AZE-TRADE-01", seat=0)
    t.play(1, BuyMarketCard(3), Finish())
    assert t.asked() == (2,)
    t.play(2, BuyMarketCard(35))


@pytest.mark.rule("AZE-ACT-02", "AZE-SERVE-01")
def test_in_serve_the_best_priority_acts_as_often_as_it_wants_then_the_next() -> None:
    t = table(3).town(10, 11, 12, 16, 18, 23)
    for player in t.state.players:
        player.potions = (3, 3, 3)
    t.column(SERVE, brake=False)
    t.player(1).potions = t.player(2).potions = (3, 3, 3)
    t.rejects(ServeOrder(10), "AZE-ACT-02", seat=1)
    t.play(0, ServeOrder(11), ServeOrder(10), ServeOrder(16), Finish())
    t.rejects(ServeOrder(23), "AZE-SERVE-01", seat=0)
    t.rejects(ServeOrder(23), "AZE-ACT-02", seat=2)
    t.play(1, ServeOrder(23), Finish())
    assert t.asked() == (2,)


@pytest.mark.rule("AZE-ACT-06", "AZE-RUL-12")
@pytest.mark.parametrize(
    ("plaquettes", "bases"),
    [
        (("g1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2", "4 5 1 2 3"), {1: 4, 2: 3, 3: 3}),
        (("g1 2 3 4 5", "g2 3 4 5 1", "3 4 5 1 2", "4 5 1 2 3"), {2: 4, 3: 3}),
        (("g1 2 3 4 5", "g2 3 4 5 1", "g3 4 5 1 2", "4 5 1 2 3"), {3: 4}),
        (("1 2 3 4 5", "g2 3 4 5 1", "3 4 5 1 2"), {0: 4, 2: 3}),
        (("g1 2 3 4 5", "g2 3 4 5 1", "3 4 5 1 2"), {2: 4}),
        (("g1 2 3 4 5", "2 3 4 5 1"), {1: 3}),
    ],
)
def test_ranks_are_counted_among_participants_in_the_row_of_the_seats(
    plaquettes: tuple[str, ...], bases: dict[int, int]
) -> None:
    t = busy_day(table(len(plaquettes)), *plaquettes)
    assert repetitions(t)[HARVEST] == bases


def harvested(seats: int, cauldrons: tuple[int, ...], *harvest: int, gold: tuple[int, ...] = ()) -> Table:
    """The Harvest column is over; the seats had these numbers in it, and no tie in Study, where the game stands still."""
    t = table(seats)
    t.state.cauldrons = cauldrons
    for seat, number in enumerate(harvest):
        t.player(seat).tiles = (number, *[other for other in (0, 1, 2, 3, 4, 5) if other != number][: 5 - 1])
    rows = []
    for seat, number in enumerate(harvest):
        rest = list(t.player(seat).tiles[1:])
        turned = rest[seat:] + rest[:seat]
        rows.append(" ".join([f"{'g' if seat in gold else ''}{number}", *map(str, turned)]))
    for player in t.state.players:
        player.tiles = tuple(sorted(player.tiles))
    t.plan(*rows)
    assert t.state.phase == STUDY_COLUMN
    return t


def first_ranking(t: Table) -> tuple[int, ...]:
    ranking: tuple[int, ...] = t.happened(ColumnStarted)[0].ranking
    return ranking


@pytest.mark.rule("AZE-ACT-07")
def test_equal_numbers_are_ranked_by_cauldron() -> None:
    t = harvested(4, (2, 0, 3, 1), 3, 1, 3, 3)
    assert first_ranking(t) == (1, 2, 0, 3)
    other = harvested(4, (3, 0, 2, 1), 3, 1, 3, 3)
    assert first_ranking(other) == (1, 3, 0, 2)


@pytest.mark.rule("AZE-ACT-08")
def test_two_tied_players_exchange_cauldrons() -> None:
    t = harvested(3, (1, 2, 0), 2, 1, 2)
    assert t.state.cauldrons == (1, 0, 2)
    assert t.happened(CauldronsExchanged) == [CauldronsExchanged(2, 3, 0, 2)]
    pair = harvested(2, (0, 1), 4, 4)
    assert pair.state.cauldrons == (1, 0)


@pytest.mark.rule("AZE-ACT-09", "AZE-RUL-15")
@pytest.mark.parametrize(
    ("seats", "cauldrons", "harvest", "after"),
    [
        (3, (0, 1, 2), (2, 2, 2), (2, 1, 0)),
        (3, (2, 0, 1), (5, 5, 5), (1, 0, 2)),
        (4, (0, 1, 2, 3), (3, 3, 1, 3), (3, 1, 2, 0)),
        (4, (0, 1, 2, 3), (3, 1, 3, 3), (3, 1, 2, 0)),
        (4, (0, 1, 2, 3), (1, 3, 3, 3), (0, 3, 2, 1)),
    ],
)
def test_of_three_tied_players_the_first_and_the_last_exchange(
    seats: int, cauldrons: tuple[int, ...], harvest: tuple[int, ...], after: tuple[int, ...]
) -> None:
    t = harvested(seats, cauldrons, *harvest)
    assert t.state.cauldrons == after
    assert len(t.happened(CauldronsExchanged)) == 1


@pytest.mark.rule("AZE-ACT-10")
@pytest.mark.parametrize("cauldrons", [(0, 1, 2, 3), (2, 0, 3, 1)])
def test_of_four_tied_players_the_outer_and_the_inner_ones_exchange(cauldrons: tuple[int, ...]) -> None:
    t = harvested(4, cauldrons, 1, 1, 1, 1)
    assert first_ranking(t) == cauldrons
    assert t.state.cauldrons == cauldrons[::-1]
    assert len(t.happened(CauldronsExchanged)) == 2


@pytest.mark.rule("AZE-ACT-11", "AZE-RUL-13")
def test_the_exchange_comes_after_the_column_and_counts_from_the_next() -> None:
    t = table(2)
    for player in t.state.players:
        player.apprentices = 1
    t.plan("1 2 3 4 5", "1 2 3 4 5")
    assert t.state.cauldrons == (0, 1)
    t.play(0, SpendApprentices(0))
    assert t.state.cauldrons == (0, 1), "seat 1 has not harvested yet"
    assert t.state.order == (0, 1)
    t.play(1, SpendApprentices(0))
    assert t.state.cauldrons == (1, 0)
    assert t.happened(ColumnStarted)[1].ranking == (1, 0)
    assert t.asked() == (1,)
    t.until(PRIORITIES, 2)
    assert [event.ranking for event in t.happened(ColumnStarted)] == [(0, 1), (1, 0), (0, 1), (1, 0), (0, 1)]
    assert t.state.cauldrons == (1, 0)


@pytest.mark.rule("AZE-ACT-12", "AZE-RUL-14")
def test_separate_ties_exchange_separately() -> None:
    t = harvested(4, (0, 1, 2, 3), 1, 4, 1, 4)
    assert first_ranking(t) == (0, 2, 1, 3)
    assert t.state.cauldrons == (2, 3, 0, 1)
    assert len(t.happened(CauldronsExchanged)) == 2


@pytest.mark.rule("AZE-ACT-13", "AZE-RUL-11")
def test_a_gold_side_ties_with_nothing() -> None:
    t = harvested(3, (0, 1, 2), 3, 3, 1, gold=(1,))
    assert first_ranking(t) == (2, 0)
    assert t.state.cauldrons == (0, 1, 2)
    both = harvested(3, (0, 1, 2), 3, 3, 1, gold=(0, 1))
    assert both.state.cauldrons == (0, 1, 2)
    three = harvested(3, (0, 1, 2), 3, 3, 3, gold=(1,))
    assert three.state.cauldrons == (2, 1, 0)


@pytest.mark.rule("AZE-ACT-19", "AZE-RUL-14")
def test_a_tie_without_a_difference_is_still_a_tie() -> None:
    t = harvested(4, (0, 1, 2, 3), 1, 2, 2, 3)
    rolls = [len(event.dice) for event in t.happened(DiceRolled)][:4]
    assert rolls == [4, 3, 3, 2]
    assert t.state.cauldrons == (0, 2, 1, 3)


@pytest.mark.rule("AZE-RUL-14")
def test_tied_players_exchange_even_if_they_did_nothing() -> None:
    t = table(2)
    t.plan("g5 g4 3 2 1", "g5 g4 3 2 1")
    assert t.state.day == 2
    assert [event.column for event in t.happened(ColumnStarted) if event.ranking] == [TRADE, CONCOCT, SERVE]
    assert len(t.happened(CauldronsExchanged)) == 3
    assert t.state.cauldrons == (1, 0)


@pytest.mark.rule("AZE-RUL-17")
def test_zeros_tie_like_any_number() -> None:
    t = harvested(3, (0, 1, 2), 0, 1, 0)
    assert first_ranking(t) == (0, 2, 1)
    assert t.state.cauldrons == (2, 1, 0)
