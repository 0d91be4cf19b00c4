"""Meet the Medicus (MED-MEDICUS)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    EndTurn,
    LeaveWaypoint,
    MeetMedicus,
    PlaceKnowledge,
    PlayLongFingers,
    SellRemedy,
    StartMove,
    TakeFromMarket,
    TakeMoney,
)
from engine_core.games.medico.events import MedicusMet
from engine_core.games.medico.vocabulary import (
    END_OF_TURN,
    HAGGLING,
    HERBS,
    LEECH,
    LONG_FINGERS,
    MARIGOLD,
    POUCH,
    WAYPOINT,
)
from tests.engine.medico.cards import POUCHES
from tests.engine.medico.table import Table, table


def visitor(coins: int, *, medicus: int = 2) -> Table:
    """Seat 0 with these coins will go to place 2."""
    t = table()
    t.me.coins = coins
    t.state.medicus_place = medicus
    return t


@pytest.mark.rule("MED-MEDICUS-01")
def test_the_medicus_teaches_for_two_coins_and_the_marker_is_placed_at_the_end_of_the_turn() -> None:
    t = visitor(3).arrive(2)
    assert t.changes(0, MeetMedicus()) == {
        "players[0].coins": (3, 1),
        "players[0].collected_markers": (0, 1),
        "turn.medicus_met": (False, True),
    }
    assert t.happened(MedicusMet) == [MedicusMet(seat=0)]
    t.play(0, TakeMoney(), EndTurn())
    assert t.state.phase == END_OF_TURN
    t.play(0, PlaceKnowledge(HAGGLING))
    assert t.me.abilities == 1 << HAGGLING
    assert t.me.collected_markers == 0


@pytest.mark.rule("MED-MEDICUS-02")
@pytest.mark.parametrize("medicus", [0, 1, 3, 4, 5, 6])
def test_the_medicus_teaches_only_where_he_stands(medicus: int) -> None:
    t = visitor(9, medicus=medicus).depart(2)
    t.rejects(MeetMedicus(), "MED-MEDICUS-02")
    t.play(0, StartMove())
    while t.state.phase == WAYPOINT:
        assert not t.offers(MeetMedicus())
        t.play(0, LeaveWaypoint())
    t.rejects(MeetMedicus(), "MED-MEDICUS-02")


@pytest.mark.rule("MED-MEDICUS-03")
@pytest.mark.parametrize("coins", [0, 1])
def test_fewer_than_two_coins_are_not_enough(coins: int) -> None:
    visitor(coins).arrive(2).rejects(MeetMedicus(), "MED-MEDICUS-03")
    assert visitor(2).arrive(2).play(0, MeetMedicus()).me.coins == 0


@pytest.mark.rule("MED-MEDICUS-04", "MED-RUL-06")
def test_one_marker_per_turn() -> None:
    visitor(9).arrive(2).play(0, MeetMedicus()).rejects(MeetMedicus(), "MED-MEDICUS-04")


@pytest.mark.rule("MED-MEDICUS-05")
def test_a_collected_marker_gives_no_ability_yet() -> None:
    t = visitor(2).market_at(2, LEECH, MARIGOLD, HERBS, covered={1: MARIGOLD})
    t.me.pouches, t.me.favors = (LEECH, *(HERBS,) * (POUCHES - 1)), (LONG_FINGERS,)
    t.arrive(2).play(0, MeetMedicus())
    t.rejects(PlaceKnowledge(HAGGLING), "MED-EOT-01")
    assert t.me.abilities == 0
    t.play(0, SellRemedy(LEECH, 0))
    assert t.me.coins == 2, "two free spaces: Haggling would pay three"
    t.play(0, TakeMoney())
    t.rejects(PlaceKnowledge(HAGGLING), "MED-EOT-01")
    t.play(0, PlayLongFingers(), TakeFromMarket(0, POUCH))
    t.rejects(TakeFromMarket(1, POUCH), "MED-COLL-04")
