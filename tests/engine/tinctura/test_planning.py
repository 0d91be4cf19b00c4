"""Planning (TIN-PLAN): all at the same time, in secret, with the markers that are owned and the care hours that are due."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from engine_core.games.tinctura.actions import EndTurn, PlanHour, TakePatient
from engine_core.games.tinctura.flow_events import HourPlanned, HourSet, HourStarted, PlanRevealed
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.vocabulary import CARE, FOREST, HOUR_PHASE, PHARMACY, PLAN_PHASE, VILLAGE
from tests.engine.tinctura.cards import apprentices_with
from tests.engine.tinctura.table import Table, plan_actions, planning, table

TABLETS_CARD, OINTMENT_CARD = apprentices_with("experiment", "tablets")[0], apprentices_with("draw", "ointment")[0]


def complete_plans(t: Table, seat: int, prefix: str = "") -> set[str]:
    """Every plan that can be completed from what is offered, hour by hour."""
    found = {""}
    for _ in range(9 - len(prefix)):
        longer = set()
        for plan in found:
            copy = Table(t.position.clone())
            copy.play(seat, *plan_actions(plan))
            longer |= {plan + "pvfc"[area] for area in copy.offered(PlanHour, seat)}
        found = longer
    return found


@pytest.mark.rule("TIN-PLAN-01", "TIN-RUL-110")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_all_plan_at_the_same_time_one_hour_after_the_other(seats: int) -> None:
    t = planning(seats)
    assert t.asked() == tuple(range(seats))
    assert all(t.point(seat) == "plan" for seat in range(seats))
    t.play(seats - 1, *plan_actions("pvf"))
    assert t.asked() == tuple(range(seats))
    t.play(seats - 1, *plan_actions("pvfpvf"))
    assert t.asked() == tuple(range(seats - 1)) or seats == 1


@pytest.mark.rule("TIN-PLAN-01", "TIN-PLAN-11", "TIN-RUL-91")
def test_nobody_sees_another_plan_before_all_are_finished() -> None:
    t = planning(3)
    t.play(1, *plan_actions("vvvpppfff"))
    t.play(0, *plan_actions("fp"))
    for observer in (None, 0, 2):
        shown = t.view(observer).players[1]
        assert (shown.plan, shown.planned, shown.has_chosen) == ((), 9, True)
        assert not any(isinstance(event, HourSet) and event.participant == 1 for event in t.received[observer])
    assert t.view(0).players[0].plan == (FOREST, PHARMACY)
    assert [event.area for event in t.received[0] if isinstance(event, HourSet)] == [FOREST, PHARMACY]
    assert len([event for event in t.received[None] if isinstance(event, HourPlanned)]) == 11
    assert t.happened(PlanRevealed) == []
    t.play(0, *plan_actions("pvfpvfv")).play(2, *plan_actions("pppvvvfff"))
    plans = {event.participant: event.plan for event in t.happened(PlanRevealed)}
    assert plans[1] == tuple([VILLAGE] * 3 + [PHARMACY] * 3 + [FOREST] * 3)
    assert sorted(plans) == [0, 1, 2]
    assert t.view(None).players[1].plan == plans[1]
    assert t.state.phase == HOUR_PHASE


@pytest.mark.rule("TIN-PLAN-01")
def test_the_result_does_not_depend_on_who_plans_first() -> None:
    plans = ["pppvvvfff", "fffvvvppp", "pvfpvfpvf"]
    ends = set()
    for order in permutations(range(3)):
        t = planning(3)
        for seat in order:
            t.play(seat, *plan_actions(plans[seat]))
        ends.add(TINCTURA.to_bytes(t.state))
    assert len(ends) == 1


@pytest.mark.rule("TIN-PLAN-02", "TIN-PLAN-05")
def test_three_markers_of_each_colour_give_1680_plans() -> None:
    plans = complete_plans(planning(2), 1)
    assert len(plans) == 1680
    assert plans == {"".join(plan) for plan in product("pvf", repeat=9) if all(plan.count(a) == 3 for a in "pvf")}


@pytest.mark.rule("TIN-PLAN-03", "TIN-PLAN-10")
def test_a_marker_commits_to_its_area_only() -> None:
    t = planning(2).plan("pvfpvfpvf", "pvfpvfpvf")
    first = t.asked()[0]
    assert t.player(first).plan[0] == PHARMACY
    assert TakePatient in t.kinds(first)


@pytest.mark.rule("TIN-PLAN-04")
def test_a_fourth_marker_of_a_colour_needs_a_fourth_marker() -> None:
    t = planning(2).play(0, *plan_actions("vvv"))
    t.rejects(PlanHour(VILLAGE), "TIN-PLAN-04")
    assert t.offered(PlanHour) == [PHARMACY, FOREST]
    t.me.markers = (3, 4, 3)
    t.play(0, PlanHour(VILLAGE)).rejects(PlanHour(VILLAGE), "TIN-PLAN-04")


@pytest.mark.rule("TIN-PLAN-14")
def test_a_gained_marker_adds_choice_but_no_hour() -> None:
    t = planning(2)
    t.me.markers = (5, 3, 3)
    t.play(0, *plan_actions("pppppvvff"))
    assert t.asked() == (1,)
    assert len(t.me.plan) == 9


@pytest.mark.rule("TIN-PLAN-06", "TIN-PLAN-07", "TIN-RUL-08", "TIN-EOD-09")
@pytest.mark.parametrize("due", [0, 1, 2])
def test_as_many_care_hours_as_untrained_apprentices(due: int) -> None:
    t = planning(2)
    for card in (TABLETS_CARD, OINTMENT_CARD)[:due]:
        t.apprentice(card)
    t.play(0, *plan_actions("pppvvv"))
    plans = complete_plans(t, 0, "pppvvv")
    assert {plan.count("c") for plan in plans} == {due}
    assert len(plans) == {0: 1, 1: 3, 2: 3}[due]


@pytest.mark.rule("TIN-PLAN-06", "TIN-PLAN-07")
def test_care_hours_can_neither_be_left_out_nor_added() -> None:
    t = planning(2).apprentice(TABLETS_CARD).play(0, *plan_actions("c"))
    t.rejects(PlanHour(CARE), "TIN-PLAN-07")
    t = planning(2).apprentice(TABLETS_CARD).play(0, *plan_actions("pppvvvff"))
    t.rejects(PlanHour(FOREST), "TIN-PLAN-06")
    assert t.offered(PlanHour) == [CARE]


@pytest.mark.rule("TIN-PLAN-08")
def test_a_journeyman_needs_no_care() -> None:
    t = planning(2).journeyman(TABLETS_CARD)
    t.rejects(PlanHour(CARE), "TIN-PLAN-07")


@pytest.mark.rule("TIN-PLAN-12")
def test_a_revealed_plan_stands() -> None:
    t = table(2)
    for area in (PHARMACY, VILLAGE, FOREST, CARE):
        t.rejects(PlanHour(area), "TIN-PLAN-12")
    t = planning(2).play(0, *plan_actions("pppvvvfff"))
    t.rejects(PlanHour(PHARMACY), "TIN-PLAN-12")
    t.rejects(EndTurn(), "TIN-WORK-04", seat=1)


@pytest.mark.rule("TIN-PLAN-13", "TIN-WORK-11")
def test_markers_come_back_for_the_next_day() -> None:
    t = planning(2).plan("pppvvvfff").next_day()
    assert t.state.phase == PLAN_PHASE
    assert t.me.plan == ()
    assert t.me.markers == (3, 3, 3)
    t.play(0, *plan_actions("fffvvvppp"))


@pytest.mark.rule("TIN-WORK-01", "TIN-WORK-08")
def test_the_day_has_nine_hours_with_a_turn_of_each_seat() -> None:
    t = planning(3).plan().next_day()
    hours = [(event.day, event.hour) for event in t.happened(HourStarted)]
    assert hours == [(1, hour) for hour in range(8, 17)]
