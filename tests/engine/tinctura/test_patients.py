"""Taking patients, deadlines, declining (TIN-PHARM-01 to 14, 41), and White 3 with a second patient."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import DeclinePatient, ForgoAction, RepeatAction, TakePatient
from engine_core.games.tinctura.card_events import PatientDisplayed, PatientLeft, PatientTaken
from engine_core.games.tinctura.module_words import NEW_SPA
from engine_core.games.tinctura.vocabulary import CARE, DOUBLE_ACTION, FROM_DEADLINE, FROM_DECLINE, PHARMACY
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import of_illness
from tests.engine.tinctura.table import Table, table

FIRST, SECOND, THIRD, FOURTH, FIFTH = of_illness(1)[:5]


def pharmacy(*patients: int, seats: int = 3, hour: int = 10, day: int = 1, **options: Any) -> Table:
    """Seat 0 may take these patients; the deck goes on with others of illness 1."""
    return table(seats, **options).turn(PHARMACY, hour=hour, day=day).display(*patients)


@pytest.mark.rule("TIN-PHARM-02", "TIN-PHARM-04", "TIN-PHARM-06")
def test_a_taken_patient_is_stamped_and_the_display_filled_at_once() -> None:
    t = pharmacy(FIRST, SECOND, THIRD, hour=12, day=2).deck(FOURTH)
    assert t.offered(TakePatient) == [0, 1, 2]
    t.play(0, TakePatient(1))
    assert (t.me.patients, t.me.stamps) == ((SECOND,), (13,))
    assert t.state.patients.display == (FIRST, FOURTH, THIRD)
    assert [(event.patient, event.space) for event in t.happened(PatientTaken)] == [(SECOND, 1)]
    assert [(event.patient, event.space) for event in t.happened(PatientDisplayed)] == [(FOURTH, 1)]


@pytest.mark.rule("TIN-PHARM-03")
def test_two_active_patients_are_the_most() -> None:
    t = pharmacy(FIRST, SECOND, THIRD).patient(FOURTH, hour=8).patient(FIFTH, hour=9)
    assert t.offered(TakePatient) == []
    t.rejects(TakePatient(0), "TIN-PHARM-03")


@pytest.mark.rule("TIN-PHARM-05", "TIN-PHARM-07")
def test_an_empty_deck_leaves_the_space_empty() -> None:
    t = pharmacy(FIRST, SECOND).deck(only=True)
    t.rejects(TakePatient(2), "TIN-PHARM-07")
    t.play(0, TakePatient(0))
    assert t.state.patients.display == (NONE, SECOND, NONE)
    assert t.state.patients.deck == ()
    assert pharmacy().deck(only=True).offered(TakePatient) == []


@pytest.mark.rule("TIN-EVT-06", "TIN-RUL-83", "TIN-EVT-14")
def test_new_spa_fills_the_display_the_next_morning_only() -> None:
    t = pharmacy(FIRST, SECOND, THIRD, events=True).event(NEW_SPA).deck(FOURTH)
    t.play(0, TakePatient(1))
    assert t.state.patients.display == (FIRST, NONE, THIRD)
    t.finish_turn().rejects(TakePatient(1), "TIN-PHARM-07", seat=1)
    t.next_day()
    assert t.state.patients.display == (FIRST, FOURTH, THIRD)


@pytest.mark.rule("TIN-PHARM-08", "TIN-PHARM-09", "TIN-RUL-30", "TIN-RUL-37", "TIN-PHARM-30")
@pytest.mark.parametrize(("day", "hour", "last"), [(1, 8, (2, 8)), (1, 12, (2, 12)), (2, 15, (3, 15))])
def test_a_patient_expires_at_the_start_of_the_hour_after_its_last(day: int, hour: int, last: tuple[int, int]) -> None:
    t = table(2).turn(hour=16, day=day, seat=1).patient(FIRST, hour=hour, day=day)
    t.next_day().plan().until(last[1], last[0])
    assert t.me.patients == (FIRST,)
    t.next_hour()
    assert not t.me.patients
    assert not t.me.stamps
    assert t.me.points == -1
    assert [(event.participant, event.source) for event in t.happened(PatientLeft)] == [(0, FROM_DEADLINE)]
    assert FIRST in t.state.patients.gone
    assert (t.state.day, t.state.hour) == (last[0], last[1] + 1)


@pytest.mark.rule("TIN-RUL-30", "TIN-PHARM-09")
def test_a_patient_of_16_oclock_expires_two_mornings_later() -> None:
    t = table(2).turn(hour=16, seat=1).patient(FIRST, hour=16)
    t.next_day().plan().next_day()
    assert t.me.patients == (FIRST,)
    t.plan()
    assert not t.me.patients
    assert (t.me.points, t.state.day) == (-1, 3)


@pytest.mark.rule("TIN-RUL-30", "TIN-END-08", "TIN-RUL-56")
def test_patients_of_thursday_evening_and_friday_reach_the_final_production() -> None:
    t = table(2).turn(hour=16, day=5, seat=1).patient(FIRST, hour=16, day=4).patient(SECOND, hour=9, day=5)
    t.finish_turn(1)
    assert t.point(t.asked()[0]) == "final_production"
    t.to_the_end()
    assert t.me.patients == (FIRST, SECOND)
    assert dict(t.outcome()[0].categories)["unserved_patients"] == -2


@pytest.mark.rule("TIN-PHARM-09", "TIN-RUL-106")
def test_all_expire_in_turn_order_before_anybody_acts() -> None:
    t = table(2).turn(hour=16, seat=1).patient(FIRST, hour=9, seat=1).patient(SECOND, hour=9).patient(THIRD, hour=10)
    t.tea(0, 2)
    t.next_day().plan().until(10, 2)
    assert [event.participant for event in t.happened(PatientLeft)] == [1, 0]
    assert t.me.patients == (THIRD,)
    assert t.asked() == (1,)


@pytest.mark.rule("TIN-PHARM-10", "TIN-PHARM-14", "TIN-RUL-33")
def test_a_patient_may_be_declined_for_a_point() -> None:
    t = pharmacy(FIRST).patient(FOURTH, hour=8).patient(FIFTH, hour=9)
    assert sorted(t.offered(DeclinePatient)) == sorted((FOURTH, FIFTH))
    t.play(0, DeclinePatient(FOURTH))
    assert (t.me.patients, t.me.stamps, t.me.points) == ((FIFTH,), (1,), -1)
    assert t.state.patients.gone == (FOURTH,)
    assert [event.source for event in t.happened(PatientLeft)] == [FROM_DECLINE]
    t.rejects(DeclinePatient(FOURTH), "TIN-PHARM-10").rejects(DeclinePatient(FIRST), "TIN-PHARM-10")


@pytest.mark.rule("TIN-PHARM-11", "TIN-RUL-31")
def test_declining_comes_before_the_main_action_care_hours_included() -> None:
    t = pharmacy(FIRST).patient(FOURTH, hour=8).play(0, ForgoAction())
    assert t.offered(DeclinePatient) == []
    t.rejects(DeclinePatient(FOURTH), "TIN-PHARM-11")
    table(2).patient(FOURTH, hour=8).turn(CARE).play(0, DeclinePatient(FOURTH))


@pytest.mark.rule("TIN-PHARM-12", "TIN-PHARM-41", "TIN-RUL-105")
def test_a_declined_patient_makes_room_in_the_same_turn() -> None:
    t = pharmacy(FIRST).patient(FOURTH, hour=8).patient(FIFTH, hour=9)
    t.play(0, DeclinePatient(FIFTH), TakePatient(0))
    assert t.me.patients == (FOURTH, FIRST)
    assert t.me.stamps == (0, 2)


@pytest.mark.rule("TIN-PHARM-13", "TIN-RUL-32")
def test_in_the_deadline_hour_the_old_patient_is_declined_first() -> None:
    t = pharmacy(FIRST, hour=10, day=2).patient(FOURTH, hour=10)
    assert t.offered(TakePatient) == []
    t.rejects(TakePatient(0), "TIN-PHARM-13")
    t.play(0, DeclinePatient(FOURTH), TakePatient(0))
    assert (t.me.patients, t.me.stamps) == ((FIRST,), (11,))


@pytest.mark.rule("TIN-RUL-32")
def test_the_option_declines_the_patient_in_its_deadline_hour_by_itself() -> None:
    t = (
        pharmacy(FIRST, hour=10, day=2, deadline_hour_auto_decline=True)
        .patient(FOURTH, hour=10)
        .patient(FIFTH, hour=12)
    )
    t.play(0, TakePatient(0))
    assert (t.me.patients, t.me.points) == ((FIFTH, FIRST), -1)


@pytest.mark.rule("TIN-BON-09", "TIN-BON-10", "TIN-RUL-24", "TIN-RUL-94", "TIN-BON-14")
@pytest.mark.parametrize("space", [3, 4])
def test_white_three_takes_two_patients_with_one_time_marker(space: int) -> None:
    t = pharmacy(FIRST, SECOND, THIRD)
    t.me.bonus = (space, 0, 0, 0)
    t.play(0, TakePatient(0))
    assert t.point() == "repeat"
    assert t.offered(RepeatAction) == [0, 1]
    t.play(0, RepeatAction(1))
    assert t.point() == "again"
    assert t.kinds() == {TakePatient}
    t.rejects(ForgoAction(), "TIN-BON-09")
    t.play(0, TakePatient(1))
    assert (t.me.patients, t.me.stamps) == ((FIRST, SECOND), (2, 2))
    assert t.me.used == 1 << DOUBLE_ACTION
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-BON-10")
def test_white_three_does_not_raise_the_limit_of_two_patients() -> None:
    t = pharmacy(FIRST, SECOND, THIRD).patient(FOURTH, hour=8)
    t.me.bonus = (3, 0, 0, 0)
    t.play(0, TakePatient(0))
    assert t.point() == "turn_after"
    assert t.me.used == 0


@pytest.mark.rule("TIN-BON-09", "TIN-APP-14")
def test_white_three_is_once_a_day_and_may_be_left() -> None:
    t = pharmacy(FIRST, SECOND, THIRD)
    t.me.bonus = (3, 0, 0, 0)
    t.play(0, TakePatient(0), RepeatAction(0))
    assert (t.me.used, t.point()) == (0, "turn_after")
    t = pharmacy(FIRST, SECOND, THIRD)
    t.me.bonus, t.me.used = (3, 0, 0, 0), 1 << DOUBLE_ACTION
    t.play(0, TakePatient(0))
    assert t.point() == "turn_after"
    t = pharmacy(FIRST, SECOND, THIRD, bonus_tracks="simple")
    t.me.bonus = (3, 0, 0, 0)
    t.play(0, TakePatient(0))
    assert t.point() == "turn_after"
