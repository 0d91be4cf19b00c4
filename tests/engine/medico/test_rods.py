"""The rods of Asclepius (MED-ROD)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.medico.actions import EndTurn, PlaceKnowledge, PlayOptimalCondition, TakeMoney
from engine_core.games.medico.events import RodTaken
from engine_core.games.medico.vocabulary import (
    HAGGLING,
    LUMINARY,
    OPTIMAL_CONDITION,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_FULFILLED_RECIPE_BOOKS,
    ROD_KNOWLEDGE_MARKERS,
    ROD_LETTERS,
    ROD_MARKETS,
    ROD_PLACED_APPRENTICES,
    ROD_PRESTIGE,
)
from tests.engine.medico.table import Table, table

ALL_RODS = (1 << 7) - 1


def owner(**fields: Any) -> Table:
    """Seat 0 with these fields ends its turn at place 2."""
    t = table()
    t.arrive(2).play(0, TakeMoney())
    for field, value in fields.items():
        if field == "prestige":
            t.prestige({0: value})
        else:
            setattr(t.me, field, value)
    return t


CONDITIONS = [
    pytest.param(
        ROD_LETTERS, "letters", (*range(5),), (*range(6),), marks=pytest.mark.rule("MED-ROD-05"), id="letters"
    ),
    pytest.param(ROD_PRESTIGE, "prestige", 14, 15, marks=pytest.mark.rule("MED-ROD-06"), id="prestige"),
    pytest.param(
        ROD_KNOWLEDGE_MARKERS, "abilities", 0b1111, 0b11111, marks=pytest.mark.rule("MED-ROD-07"), id="markers"
    ),
    pytest.param(
        ROD_FULFILLED_RECIPE_BOOKS,
        "fulfilled_books",
        (0, 1, 2),
        (0, 1, 2, 3),
        marks=pytest.mark.rule("MED-ROD-09"),
        id="books",
    ),
    pytest.param(
        ROD_MARKETS, "markets", (0, 1, 2, 3), (0, 1, 2, 3, 4), marks=pytest.mark.rule("MED-ROD-10"), id="markets"
    ),
    pytest.param(
        ROD_PLACED_APPRENTICES, "apprentices_left", 2, 1, marks=pytest.mark.rule("MED-ROD-11"), id="apprentices"
    ),
]


@pytest.mark.parametrize(("rod", "field", "too_few", "enough"), CONDITIONS)
def test_each_condition_holds_from_its_threshold_on(rod: int, field: str, too_few: Any, enough: Any) -> None:
    below = owner(**{field: too_few}).play(0, EndTurn())
    assert (below.me.gold_rods, below.me.silver_rods) == (0, 0)
    reached = owner(**{field: enough}).play(0, EndTurn())
    assert reached.me.gold_rods == 1 << rod
    assert reached.happened(RodTaken) == [RodTaken(seat=0, rod=rod, gold=True)]


@pytest.mark.rule("MED-ROD-08")
def test_six_different_instruments_count_and_copies_do_not() -> None:
    five = owner(instruments=(*range(5),), instrument_counts=(4, 1, 1, 1, 1)).play(0, EndTurn())
    assert five.me.gold_rods == 0
    six = owner(instruments=(*range(6),), instrument_counts=(1,) * 6).play(0, EndTurn())
    assert six.me.gold_rods == 1 << ROD_DIFFERENT_INSTRUMENTS


@pytest.mark.rule("MED-ROD-07")
def test_markers_placed_at_this_end_of_turn_count() -> None:
    t = owner(abilities=0b111100, collected_markers=1)
    t.play(0, EndTurn(), PlaceKnowledge(HAGGLING))
    assert t.me.gold_rods == 1 << ROD_KNOWLEDGE_MARKERS
    aside = owner(abilities=0b11100, collected_markers=1, favors=(OPTIMAL_CONDITION,))
    assert not aside.offers(PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS)), "a marker kept aside does not count yet"
    collected = owner(abilities=0b11100, collected_markers=1)
    collected.play(0, EndTurn(), PlaceKnowledge(LUMINARY))
    assert collected.me.gold_rods == 0


@pytest.mark.rule("MED-ROD-01")
def test_gold_goes_first_then_silver_then_nothing() -> None:
    bit = 1 << ROD_MARKETS
    t = table(4)
    for player in t.state.players:
        player.markets = (*range(5),)
    t.dials(1, 5, 6, 0).next_round()
    assert [(player.gold_rods, player.silver_rods) for player in t.state.players] == [
        (bit, 0),
        (0, bit),
        (0, 0),
        (0, 0),
    ]
    assert (t.state.gold_rods_left, t.state.silver_rods_left) == (ALL_RODS - bit, ALL_RODS - bit)
    assert t.happened(RodTaken) == [
        RodTaken(seat=0, rod=ROD_MARKETS, gold=True),
        RodTaken(seat=1, rod=ROD_MARKETS, gold=False),
    ]


@pytest.mark.rule("MED-ROD-01")
def test_nothing_is_taken_before_the_turn_ends() -> None:
    t = table()
    t.me.markets = (*range(5),)
    t.arrive(2).play(0, TakeMoney())
    assert t.me.gold_rods == 0
    t.play(0, EndTurn())
    assert t.me.gold_rods == 1 << ROD_MARKETS


@pytest.mark.rule("MED-ROD-02")
def test_several_conditions_bring_a_rod_each() -> None:
    t = owner(markets=(*range(5),), letters=(*range(6),), fulfilled_books=(*range(4),))
    t.state.gold_rods_left &= ~(1 << ROD_LETTERS)
    t.play(0, EndTurn())
    assert t.me.gold_rods == 1 << ROD_MARKETS | 1 << ROD_FULFILLED_RECIPE_BOOKS
    assert t.me.silver_rods == 1 << ROD_LETTERS


@pytest.mark.rule("MED-ROD-03")
@pytest.mark.parametrize("own", ["gold_rods", "silver_rods"])
def test_no_second_rod_of_a_condition(own: str) -> None:
    bit = 1 << ROD_MARKETS
    t = owner(markets=(*range(5),), **{own: bit})
    if own == "gold_rods":
        t.state.gold_rods_left &= ~bit
    else:
        t.state.silver_rods_left &= ~bit
    before = (t.me.gold_rods, t.me.silver_rods)
    t.play(0, EndTurn())
    assert (t.me.gold_rods, t.me.silver_rods) == before
    assert t.happened(RodTaken) == []


@pytest.mark.rule("MED-ROD-04")
def test_a_rod_is_kept_when_its_condition_is_lost() -> None:
    t = table()
    t.prestige({0: 15})
    t.arrive(3).play(0, TakeMoney(), EndTurn())
    assert t.me.gold_rods == 1 << ROD_PRESTIGE
    t.next_round()
    assert t.me.prestige == 14, "the duel cost one"
    t.dials(5).next_round()
    assert t.me.gold_rods == 1 << ROD_PRESTIGE
    assert not t.state.gold_rods_left & 1 << ROD_PRESTIGE
