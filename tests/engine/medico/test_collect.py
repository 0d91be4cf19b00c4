"""Collect Remedies (MED-COLL): pouches, recipe books, making room."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    CollectRemedy,
    DiscardRemedy,
    EndTurn,
    LeaveWaypoint,
    PlayEarlyBird,
    PlayLongFingers,
    ShiftRemedy,
    StartMove,
    TakeMoney,
)
from engine_core.games.medico.events import RecipeFulfilled
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    BOOK_SPACE_0,
    BOOK_SPACE_1,
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    EARLY_BIRD,
    EARLY_MAIN,
    END_OF_TURN,
    EXTRA_POUCH,
    HEALING_WATER,
    HERBS,
    LEECH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    MANDRAKE,
    MARIGOLD,
    MUSHROOM,
    POUCH,
    ROSE_QUARTZ,
    START_PLACE,
    WAYPOINT,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import POUCHES, book
from tests.engine.medico.table import Table, fresh, table

STORES = (POUCH, BOOK_SPACE_0, BOOK_SPACE_1)


def at_waypoint(t: Table) -> Table:
    """Seat 0 crosses path 0 (healing water) on its way from place 0 to place 2."""
    return t.depart(2).play(0, StartMove())


@pytest.mark.rule("MED-COLL-01")
@pytest.mark.parametrize("store", STORES)
def test_at_most_one_remedy_is_taken_per_waypoint(store: int) -> None:
    t = at_waypoint(table().books((HEALING_WATER, HEALING_WATER), (HEALING_WATER, LEECH)))
    t.play(0, CollectRemedy(store))
    for again in STORES:
        t.rejects(CollectRemedy(again), "MED-COLL-01")
    t.play(0, LeaveWaypoint())
    assert t.offers(CollectRemedy(POUCH)), "the next path is another waypoint"


@pytest.mark.rule("MED-COLL-02")
def test_a_remedy_fills_one_empty_pouch_and_each_pouch_holds_one() -> None:
    t = at_waypoint(table())
    assert t.changes(0, CollectRemedy(POUCH)) == {
        "players[0].pouches": ([], ["healing_water"]),
        "turn.taken_here": (False, True),
    }
    almost = table()
    almost.me.pouches = (LEECH,) * (POUCHES - 1)
    at_waypoint(almost).play(0, CollectRemedy(POUCH), LeaveWaypoint())
    assert len(almost.me.pouches) == POUCHES
    almost.rejects(CollectRemedy(POUCH), "MED-COLL-02", "MED-COLL-04")


@pytest.mark.rule("MED-COLL-03")
@pytest.mark.parametrize("space", [0, 1])
def test_a_remedy_covers_a_matching_symbol_of_an_own_book(space: int) -> None:
    t = at_waypoint(table().books((HEALING_WATER, LEECH), (HERBS, HEALING_WATER)))
    t.play(0, CollectRemedy(BOOK_SPACE_0 + space))
    assert t.me.book_covered == ((HEALING_WATER, NONE), (NONE, HEALING_WATER))[space]
    assert t.me.pouches == ()
    assert t.me.prestige == 0


@pytest.mark.rule("MED-COLL-04")
def test_a_remedy_that_cannot_be_stored_cannot_be_taken() -> None:
    t = table().books((LEECH, HERBS), (HEALING_WATER, HERBS), covered=(NONE, HEALING_WATER))
    t.me.pouches = (LEECH,) * POUCHES
    at_waypoint(t)
    for store in STORES:
        assert not t.offers(CollectRemedy(store))
    t.rejects(CollectRemedy(POUCH), "MED-COLL-04")
    t.rejects(CollectRemedy(BOOK_SPACE_0), "MED-COLL-04")
    t.play(0, DiscardRemedy(LEECH))
    assert t.offers(CollectRemedy(POUCH))
    empty = at_waypoint(table())
    for store in (BOOK_SPACE_0, BOOK_SPACE_1):
        empty.rejects(CollectRemedy(store), "MED-COLL-03")


@pytest.mark.rule("MED-COLL-05", "MED-RUL-49")
def test_the_second_remedy_fulfils_a_book_at_once_and_frees_its_space() -> None:
    t = at_waypoint(table().books((LEECH, HERBS), (HEALING_WATER, LEECH), covered=(HERBS, LEECH)))
    t.me.pouches = (MUSHROOM,)
    before = len(t.me.fulfilled_books)
    t.play(0, CollectRemedy(BOOK_SPACE_1))
    assert t.me.prestige == 1
    assert t.me.fulfilled_books[before:] == (book(HEALING_WATER, LEECH),)
    assert t.me.books == (book(LEECH, HERBS), NONE)
    assert t.me.book_covered == (HERBS, NONE), "both remedies went back to the supply"
    assert t.me.pouches == (MUSHROOM,)
    assert t.state.phase == WAYPOINT


@pytest.mark.rule("MED-COLL-06")
@pytest.mark.parametrize(("pair", "prestige"), [((HEALING_WATER, HEALING_WATER), 2), ((LEECH, HEALING_WATER), 1)])
def test_equal_symbols_are_worth_two_prestige_and_different_ones_one(pair: tuple[int, int], prestige: int) -> None:
    t = at_waypoint(table().books(pair, covered=(pair[0], NONE)))
    t.play(0, CollectRemedy(BOOK_SPACE_0))
    assert t.me.prestige == prestige
    assert t.happened(RecipeFulfilled) == [RecipeFulfilled(seat=0, book=book(*pair), prestige=prestige, points=0)]


def in_phase(phase: int) -> Table:
    """Seat 0 with a leech in a pouch at each phase of its turn."""
    t = table()
    t.me.pouches = (LEECH,)
    t.me.favors = (EARLY_BIRD, LONG_FINGERS)
    t.depart(2)
    if phase == EARLY_MAIN:
        t.play(0, PlayEarlyBird())
    if phase >= WAYPOINT:
        t.play(0, StartMove())
    if phase >= DESTINATION:
        t.play(0, LeaveWaypoint(), LeaveWaypoint())
    if phase >= AFTER_MAIN:
        t.play(0, TakeMoney())
    if phase == LONG_FINGERS_PHASE:
        t.play(0, PlayLongFingers())
    assert t.state.phase == phase
    return t


@pytest.mark.rule("MED-COLL-07")
@pytest.mark.parametrize("phase", [DEPART, WAYPOINT, DESTINATION, AFTER_MAIN, LONG_FINGERS_PHASE])
def test_a_pouch_is_emptied_in_every_phase_in_which_something_can_be_stored(phase: int) -> None:
    t = in_phase(phase)
    t.rejects(DiscardRemedy(MANDRAKE), "MED-COLL-07")
    assert t.changes(0, DiscardRemedy(LEECH)) == {"players[0].pouches": (["leech"], [])}


@pytest.mark.rule("MED-RUL-50")
def test_a_pouch_is_not_emptied_where_nothing_can_be_stored_any_more() -> None:
    def refused(t: Table, phase: int, seat: int = 0, rule: str = "MED-RUL-50") -> None:
        assert t.state.phase == phase
        t.rejects(DiscardRemedy(LEECH), rule, seat=seat)

    start = fresh(3)
    start.player(start.state.starting_seat).pouches = (LEECH,)
    refused(start, START_PLACE, start.state.starting_seat, "MED-SET-26")
    dials = table()
    dials.me.pouches = (LEECH,)
    refused(dials, CHOOSE_DESTINATION, rule="MED-ROUND-04")
    refused(in_phase(EARLY_MAIN), EARLY_MAIN, rule="MED-FAV-2")
    end = table()
    end.me.pouches = (LEECH, LEECH)
    end.me.collected_markers = 1
    end.arrive(2).play(0, TakeMoney(), EndTurn())
    refused(end, END_OF_TURN)
    duel = table()
    duel.prestige({0: 9})
    duel.me.pouches = (LEECH,)
    duel.arrive(3).finish_round()
    refused(duel, DUEL_REWARD, rule="MED-DUEL-11")
    other = in_phase(DEPART)
    other.player(1).pouches = (LEECH,)
    assert not other.offers(DiscardRemedy(LEECH), seat=1)


@pytest.mark.rule("MED-COLL-08")
@pytest.mark.parametrize("phase", [DEPART, WAYPOINT, DESTINATION, AFTER_MAIN, LONG_FINGERS_PHASE])
def test_a_remedy_on_a_book_stays_there(phase: int) -> None:
    t = in_phase(phase)
    t.books((MANDRAKE, HERBS), covered=(MANDRAKE, NONE))
    t.me.abilities = 1 << EXTRA_POUCH
    t.rejects(DiscardRemedy(MANDRAKE), "MED-COLL-08")
    moved = [type(action) for action in t.legal() if MANDRAKE in action.values() and "remedy" in type(action).fields]
    assert moved == []


@pytest.mark.rule("MED-COLL-09")
@pytest.mark.parametrize("phase", [DEPART, WAYPOINT, DESTINATION, AFTER_MAIN, LONG_FINGERS_PHASE])
def test_without_the_extra_pouch_no_remedy_goes_from_a_pouch_onto_a_book(phase: int) -> None:
    t = in_phase(phase).books((LEECH, HERBS))
    t.rejects(ShiftRemedy(LEECH, 0), "MED-COLL-09")
    t.me.abilities = 1 << EXTRA_POUCH
    assert t.offers(ShiftRemedy(LEECH, 0))


@pytest.mark.rule("MED-COLL-10")
def test_the_player_decides_where_a_remedy_goes() -> None:
    def t() -> Table:
        return at_waypoint(table().books((HEALING_WATER, LEECH), (HEALING_WATER, HERBS)))

    assert [action for action in t().legal() if type(action) is CollectRemedy] == [CollectRemedy(s) for s in STORES]
    results = []
    for store in STORES:
        played = t().play(0, CollectRemedy(store))
        results.append((played.me.pouches, played.me.book_covered))
    assert results == [
        ((HEALING_WATER,), (NONE, NONE)),
        ((), (HEALING_WATER, NONE)),
        ((), (NONE, HEALING_WATER)),
    ]


@pytest.mark.rule("MED-COLL-11")
def test_each_of_two_different_symbols_is_covered_once() -> None:
    t = at_waypoint(table().books((HEALING_WATER, MARIGOLD), covered=(HEALING_WATER, NONE)))
    t.rejects(CollectRemedy(BOOK_SPACE_0), "MED-COLL-11")
    t.play(0, LeaveWaypoint())
    t.play(0, CollectRemedy(BOOK_SPACE_0))
    assert t.me.fulfilled_books == (book(HEALING_WATER, MARIGOLD),)
    other = at_waypoint(table().books((HEALING_WATER, MARIGOLD), covered=(MARIGOLD, NONE))).play(0, LeaveWaypoint())
    other.rejects(CollectRemedy(BOOK_SPACE_0), "MED-COLL-11")
    equal = at_waypoint(table().books((HEALING_WATER, HEALING_WATER), covered=(HEALING_WATER, NONE)))
    assert equal.offers(CollectRemedy(BOOK_SPACE_0))


@pytest.mark.rule("MED-COLL-12")
@pytest.mark.parametrize("pouches", [(), (ROSE_QUARTZ,) * POUCHES])
def test_a_waypoint_may_always_be_left(pouches: tuple[int, ...]) -> None:
    t = table()
    t.me.pouches = pouches
    at_waypoint(t)
    assert t.offers(LeaveWaypoint())
    t.play(0, LeaveWaypoint())
    assert t.me.pouches == pouches
    t.play(0, LeaveWaypoint())
    assert t.state.phase == DESTINATION
