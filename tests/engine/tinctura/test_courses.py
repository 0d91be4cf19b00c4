"""Continuing education (TIN-VIL-01 to 11), Single Hour, Master Class."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    ChooseCourseReward,
    ChooseMarkerColour,
    ChooseSkill,
    CompleteCourse,
    EndTurn,
    Experiment,
    ForgoAction,
    GatherPlants,
    HireApprentice,
    IndividualTraining,
    ProduceTea,
    StartCourse,
    TakePatient,
    TradePlants,
    VisitMerchant,
)
from engine_core.games.tinctura.card_events import CourseCompleted
from engine_core.games.tinctura.events import DieRolled
from engine_core.games.tinctura.module_words import LAB_DAMAGE, MASTER_CLASS, SINGLE_HOUR
from engine_core.games.tinctura.vocabulary import (
    FILTERING,
    FOREST,
    FROM_COURSE,
    HERB,
    MIXING,
    PHARMACY,
    ROOT,
    SKILLS,
    TAKE_EXPERIMENT,
    TAKE_MARKERS,
    VILLAGE,
)
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import COURSES
from tests.engine.tinctura.table import Table, table

WORDS = ("mixing", "pressing", "filtering", "heating")
TWO_SKILLS, WITH_MARKER, TWO_MARKERS, AT_TEN, AT_FIFTEEN, MARKER_AT_FIFTEEN = 1, 2, 13, 6, 11, 12
"""Courses 1 and 2 start at 9, 13 at 14, 6 at 10, 11 and 12 at 15."""


def at_course(hour: int, *courses: int, **options: Any) -> Table:
    return table(**options).turn(VILLAGE, hour=hour).courses(*courses)


def completed(course: int, other: int = AT_TEN, **options: Any) -> Table:
    """Seat 0 has just completed a course as far as it goes without a decision."""
    t = at_course(int(COURSES[course]["start"]), course, other, **options)
    t.play(0, StartCourse(course), EndTurn()).next_hour()
    return t


def finish(t: Table) -> Table:
    return t.play(0, CompleteCourse())


def supply(t: Table, white: int, blue: int, green: int) -> Table:
    """So many planning markers are in the general supply; seat 1 owns the others."""
    others = [sum(t.player(seat).markers[colour] for seat in (0, 2)) for colour in range(3)]
    t.player(1).markers = (16 - white - others[0], 16 - blue - others[1], 16 - green - others[2])
    return t


@pytest.mark.rule("TIN-VIL-01")
def test_the_actions_of_a_village_hour() -> None:
    t = at_course(9, TWO_SKILLS, WITH_MARKER).supply(root=2).opens(9, 11).items(white=1)
    expected = {StartCourse, IndividualTraining, HireApprentice, VisitMerchant, Experiment, ForgoAction}
    assert t.kinds() == {TradePlants, *expected}
    t.rejects(TakePatient(0), "TIN-WORK-04").rejects(GatherPlants(), "TIN-WORK-04").rejects(
        ProduceTea(1, 0), "TIN-WORK-04"
    )
    for area in (PHARMACY, FOREST):
        t.turn(area, hour=9).rejects_kinds(
            (StartCourse, IndividualTraining, HireApprentice, VisitMerchant), "TIN-WORK-04"
        )


@pytest.mark.rule("TIN-VIL-02", "TIN-VIL-04")
def test_displayed_courses_are_started_at_their_hour() -> None:
    t = at_course(9, TWO_SKILLS, AT_TEN)
    assert t.offered(StartCourse) == [TWO_SKILLS]
    t.rejects(StartCourse(AT_TEN), "TIN-VIL-04").rejects(StartCourse(WITH_MARKER), "TIN-VIL-02")
    assert t.courses(WITH_MARKER, TWO_SKILLS).offered(StartCourse) == [TWO_SKILLS, WITH_MARKER]
    t = at_course(10, TWO_SKILLS, AT_TEN)
    assert t.offered(StartCourse) == [AT_TEN]
    t.rejects(StartCourse(TWO_SKILLS), "TIN-VIL-04")
    assert at_course(15, AT_FIFTEEN, AT_TEN).offered(StartCourse) == [AT_FIFTEEN]


@pytest.mark.rule("TIN-VIL-03", "TIN-RUL-93")
def test_the_hour_after_must_be_planned_for_the_village() -> None:
    t = at_course(9, TWO_SKILLS, AT_TEN)
    t.planned(0, "pvpvvpfff").rejects(StartCourse(TWO_SKILLS), "TIN-VIL-03")
    t.planned(0, "pvfvvpffp").rejects(StartCourse(TWO_SKILLS), "TIN-VIL-03")
    t.planned(0, "pvcvvppff").rejects(StartCourse(TWO_SKILLS), "TIN-RUL-93")
    assert t.offered(StartCourse) == []
    assert t.planned(0, "pvvvpcpff").offers(StartCourse(TWO_SKILLS))


@pytest.mark.rule("TIN-VIL-05", "TIN-RUL-13", "TIN-WORK-07")
def test_the_second_hour_completes_the_course_and_nothing_else() -> None:
    t = at_course(9, TWO_SKILLS, AT_TEN).supply(herb=1)
    t.play(0, StartCourse(TWO_SKILLS))
    assert t.me.skills == (1, 1, 1, 1)
    assert t.offered(EndTurn) == [()]
    assert t.kinds() == {EndTurn}
    t.next_hour()
    assert t.asked() == (0,)
    assert t.kinds() == {CompleteCourse}
    t.rejects(StartCourse(AT_TEN), "TIN-RUL-13").rejects(IndividualTraining(MIXING, HERB), "TIN-RUL-13")
    t.rejects(ForgoAction(), "TIN-RUL-13").rejects(Experiment(), "TIN-RUL-13").rejects(EndTurn(), "TIN-WORK-04")
    finish(t)
    assert t.me.skills == (1, 2, 3, 1)
    assert t.kinds() == {EndTurn}
    t.next_hour().rejects(CompleteCourse(), "TIN-VIL-05")
    assert t.offers(ForgoAction())


@pytest.mark.rule("TIN-VIL-06", "TIN-SET-23", "TIN-RUL-17")
def test_each_skill_moves_as_printed_and_stops_at_its_end() -> None:
    t = completed(TWO_SKILLS)
    t.me.skills = (4, 9, 8, 3)
    assert finish(t).me.skills == (4, 9, 9, 3)
    for course in (4, 7, 10, AT_FIFTEEN):
        t = completed(course, WITH_MARKER)
        before = t.me.skills
        gained = [after - level for after, level in zip(finish(t).me.skills, before, strict=True)]
        assert gained == [int(COURSES[course][word]) for word in WORDS]


@pytest.mark.rule("TIN-VIL-07")
def test_everybody_who_attends_gets_the_full_result() -> None:
    t = at_course(9, TWO_SKILLS, AT_TEN)
    for seat in range(3):
        t.planned(seat, "pvvvppfff")
    for seat in range(3):
        t.play(seat, StartCourse(TWO_SKILLS), EndTurn())
    for seat in range(3):
        t.play(seat, CompleteCourse(), EndTurn())
        assert t.player(seat).skills == (1, 2, 3, 1)


@pytest.mark.rule("TIN-VIL-11")
def test_a_course_does_not_move_plant_knowledge() -> None:
    for course in (TWO_SKILLS, 3, AT_FIFTEEN, WITH_MARKER):
        t = finish(completed(course))
        assert (t.me.knowledge, t.me.mortar) == (0, 1)


@pytest.mark.rule("TIN-VIL-11", "TIN-EXP-04")
def test_the_experiment_of_a_course_may_raise_plant_knowledge() -> None:
    t = finish(completed(WITH_MARKER)).die(1)
    assert t.play(0, ChooseCourseReward(TAKE_EXPERIMENT)).me.knowledge == 2


# -- markers or experiments ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-VIL-08", "TIN-RUL-15", "TIN-PLAN-14")
def test_a_marker_of_a_colour_of_choice_for_good() -> None:
    t = finish(completed(WITH_MARKER))
    assert t.point() == "course_reward"
    assert t.me.skills == (2, 1, 1, 2)
    assert t.offered(ChooseCourseReward) == [TAKE_MARKERS, TAKE_EXPERIMENT]
    t.play(0, ChooseCourseReward(TAKE_MARKERS))
    assert t.offered(ChooseMarkerColour) == [PHARMACY, VILLAGE, FOREST]
    t.play(0, ChooseMarkerColour(FOREST))
    assert t.me.markers == (3, 3, 4)
    assert t.happened(DieRolled) == []
    assert t.kinds() == {EndTurn}
    assert t.next_day().me.markers == (3, 3, 4)
    t.plan("ffffpppvv")
    assert t.broken() == []


@pytest.mark.rule("TIN-VIL-08", "TIN-RUL-16")
def test_two_markers_of_different_colours_or_two_experiments() -> None:
    t = finish(completed(TWO_MARKERS)).play(0, ChooseCourseReward(TAKE_MARKERS))
    t.play(0, ChooseMarkerColour(PHARMACY))
    assert t.point() == "marker_colour"
    t.play(0, ChooseMarkerColour(VILLAGE))
    assert t.me.markers == (4, 4, 3)
    assert t.kinds() == {EndTurn}


@pytest.mark.rule("TIN-VIL-08", "TIN-VIL-09", "TIN-EXP-09")
def test_the_experiment_takes_no_marker_and_needs_none() -> None:
    t = finish(completed(WITH_MARKER)).die(2)
    t.state.experiment_markers = 0
    t.play(0, ChooseCourseReward(TAKE_EXPERIMENT))
    assert len(t.happened(DieRolled)) == 1
    assert t.me.skills == (3, 1, 1, 2)
    assert (t.state.experiment_markers, t.me.markers) == (0, (3, 3, 3))
    t = finish(completed(WITH_MARKER)).die(2).play(0, ChooseCourseReward(TAKE_EXPERIMENT))
    assert t.state.experiment_markers == 2


@pytest.mark.rule("TIN-VIL-10", "TIN-RUL-16")
def test_the_special_course_has_two_experiments() -> None:
    t = finish(completed(TWO_MARKERS)).die(2, 5).play(0, ChooseCourseReward(TAKE_EXPERIMENT))
    assert t.happened(DieRolled) == [DieRolled(0, FROM_COURSE, 2), DieRolled(0, FROM_COURSE, 5)]
    assert t.me.skills == (2, 1, 2, 1)
    assert (t.me.markers, t.kinds()) == ((3, 3, 3), {EndTurn})


@pytest.mark.rule("TIN-RUL-15", "TIN-RUL-110")
def test_the_supply_of_markers() -> None:
    t = supply(finish(completed(TWO_MARKERS)), 1, 0, 2).play(0, ChooseCourseReward(TAKE_MARKERS))
    assert t.offered(ChooseMarkerColour) == [PHARMACY, FOREST]
    t.rejects(ChooseMarkerColour(VILLAGE), "TIN-RUL-15")
    assert t.play(0, ChooseMarkerColour(PHARMACY)).me.markers == (4, 3, 4)  # the second one without a choice
    t = supply(finish(completed(TWO_MARKERS)), 0, 1, 0).play(0, ChooseCourseReward(TAKE_MARKERS))
    assert t.me.markers == (3, 4, 3)  # the rest lapses
    assert (t.kinds(), t.broken()) == ({EndTurn}, [])


@pytest.mark.rule("TIN-RUL-15", "TIN-RUL-110")
def test_without_markers_only_the_experiment_is_left() -> None:
    t = supply(completed(TWO_MARKERS), 0, 0, 0).die(2, 3)
    assert finish(t).me.skills == (2, 2, 1, 1)
    assert t.kinds() == {EndTurn}


@pytest.mark.rule("TIN-RUL-15", "TIN-RUL-84", "TIN-EVT-07")
def test_lab_damage_leaves_the_markers_or_nothing() -> None:
    t = completed(WITH_MARKER, events=True).event(LAB_DAMAGE)
    finish(t)
    assert t.point() == "marker_colour"
    t.rejects(ChooseCourseReward(TAKE_EXPERIMENT), "TIN-VIL-08")
    assert t.play(0, ChooseMarkerColour(PHARMACY)).me.markers == (4, 3, 3)
    t = supply(completed(WITH_MARKER, events=True).event(LAB_DAMAGE), 0, 0, 0)
    assert finish(t).kinds() == {EndTurn}
    assert (t.me.markers, t.happened(DieRolled)) == ((3, 3, 3), [])


@pytest.mark.rule("TIN-RUL-15")
def test_the_printed_colour_counts_where_the_option_says_so() -> None:
    tables = {"courses": {str(TWO_MARKERS): {"colour": "forest"}}}
    t = finish(completed(TWO_MARKERS, tables=tables, gained_marker_colour="printed"))
    assert t.play(0, ChooseCourseReward(TAKE_MARKERS)).me.markers == (3, 3, 5)
    t = supply(finish(completed(TWO_MARKERS, tables=tables, gained_marker_colour="printed")), 9, 9, 1)
    assert t.play(0, ChooseCourseReward(TAKE_MARKERS)).me.markers == (3, 3, 4)
    t = supply(completed(TWO_MARKERS, tables=tables, gained_marker_colour="printed"), 9, 9, 0)
    assert finish(t).me.markers == (3, 3, 3)
    assert len(t.happened(DieRolled)) == 2
    t = finish(completed(TWO_MARKERS, tables=tables)).play(0, ChooseCourseReward(TAKE_MARKERS))
    assert len(t.offered(ChooseMarkerColour)) == 3
    t = finish(completed(WITH_MARKER, gained_marker_colour="printed")).play(0, ChooseCourseReward(TAKE_MARKERS))
    assert len(t.offered(ChooseMarkerColour)) == 3  # the card prints none


# -- several courses -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-RUL-14")
def test_a_course_may_follow_on_another_but_not_overlap() -> None:
    t = at_course(9, TWO_SKILLS, 4).planned(0, "pvvvvppff")
    t.play(0, StartCourse(TWO_SKILLS)).next_hour()
    finish(t).next_hour()
    assert t.offered(StartCourse) == [4]
    t = at_course(9, TWO_SKILLS, AT_TEN).planned(0, "pvvvvppff").play(0, StartCourse(TWO_SKILLS)).next_hour()
    assert t.offered(StartCourse) == []


# -- Master Class --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-EVT-11", "TIN-RUL-98", "TIN-RUL-14")
def test_master_class_takes_the_first_hour_only() -> None:
    t = at_course(9, TWO_SKILLS, WITH_MARKER, events=True).event(MASTER_CLASS).planned(0, "pvpvvpfff")
    assert t.offered(StartCourse) == [TWO_SKILLS, WITH_MARKER]
    t.play(0, StartCourse(TWO_SKILLS))
    assert t.me.skills == (1, 2, 3, 1)
    assert t.me.course == NONE
    assert t.kinds() == {EndTurn}
    t.next_hour()
    assert t.offers(ForgoAction())
    t.rejects(CompleteCourse(), "TIN-WORK-04", "TIN-VIL-05")


@pytest.mark.rule("TIN-EVT-11", "TIN-RUL-98")
def test_master_class_gives_the_reward_too_and_cannot_be_entered_later() -> None:
    t = at_course(9, TWO_SKILLS, WITH_MARKER, events=True).event(MASTER_CLASS).planned(0, "pvpvvpfff")
    t.play(0, StartCourse(WITH_MARKER), ChooseCourseReward(TAKE_MARKERS), ChooseMarkerColour(PHARMACY))
    assert (t.me.skills, t.me.markers[PHARMACY]) == ((2, 1, 1, 2), 4)
    t.turn(VILLAGE, hour=10).rejects(StartCourse(TWO_SKILLS), "TIN-VIL-04")
    assert t.turn(VILLAGE, hour=9, day=1).event(LAB_DAMAGE).planned(0, "pvpvvpfff").offered(StartCourse) == []


# -- Single Hour ---------------------------------------------------------------------------------------------------------------


def single_hour(*attending: int, course: int = TWO_SKILLS, **options: Any) -> Table:
    """Seat 0 holds Single Hour; these seats begin the course at 9."""
    t = at_course(9, course, AT_TEN, personalities=True, **options).personality(SINGLE_HOUR)
    for seat in range(3):
        t.planned(seat, "pvvvppfff")
    for seat in range(3):
        t.play(seat, StartCourse(course) if seat in attending else ForgoAction(), EndTurn())
    return t


@pytest.mark.rule("TIN-PERS-03", "TIN-RUL-57", "TIN-RUL-109")
def test_single_hour_raises_a_skill_at_the_end_of_the_hour() -> None:
    t = single_hour(0)
    t.play(0, CompleteCourse(), EndTurn())
    assert t.asked() == (1,)
    t.play(1, ForgoAction(), EndTurn()).play(2, ForgoAction(), EndTurn())
    assert (t.state.hour, t.asked(), t.point()) == (10, (0,), "skill_choice")
    assert t.offered(ChooseSkill) == list(range(SKILLS))
    t.play(0, ChooseSkill(FILTERING))
    assert t.me.skills == (1, 2, 4, 1)
    assert (t.state.hour, t.point()) == (11, "turn")
    assert t.next_hour().me.skills == (1, 2, 4, 1)


@pytest.mark.rule("TIN-PERS-03", "TIN-VIL-05", "TIN-VIL-08", "TIN-RUL-57")
def test_a_course_that_starts_at_15_ends_in_the_last_hour_of_the_day_with_all_it_gives() -> None:
    t = at_course(15, MARKER_AT_FIFTEEN, AT_TEN, personalities=True).personality(SINGLE_HOUR)
    t.play(0, StartCourse(MARKER_AT_FIFTEEN), EndTurn()).next_hour()
    t.play(0, CompleteCourse(), ChooseCourseReward(TAKE_MARKERS), ChooseMarkerColour(FOREST), EndTurn())
    assert (t.me.skills, t.me.markers) == ((2, 2, 1, 1), (3, 3, 4))
    t.finish_turn(1).finish_turn(2)
    assert (t.state.day, t.state.hour, t.point()) == (1, 16, "skill_choice")
    t.play(0, ChooseSkill(FILTERING))
    assert (t.state.day, t.point()) == (2, "plan")
    t.plan("ffffvvvpp")
    assert t.until(10, 2).me.skills == (2, 2, 2, 1)


@pytest.mark.rule("TIN-PERS-03")
def test_single_hour_gives_nothing_in_company_or_to_others() -> None:
    t = single_hour(0, 1).next_hour()
    assert [event.participant for event in t.happened(CourseCompleted)] == [0, 1]
    assert (t.state.hour, t.me.skills) == (11, (1, 2, 3, 1))
    t = single_hour(1).next_hour()
    assert (t.state.hour, t.player(1).skills, t.me.skills) == (11, (1, 2, 3, 1), (1, 1, 1, 1))


@pytest.mark.rule("TIN-PERS-03")
def test_another_course_at_the_same_time_is_no_company() -> None:
    t = at_course(9, TWO_SKILLS, WITH_MARKER, personalities=True).personality(SINGLE_HOUR)
    for seat, course in enumerate((TWO_SKILLS, WITH_MARKER, WITH_MARKER)):
        t.planned(seat, "pvvvppfff").play(seat, StartCourse(course), EndTurn())
    while t.state.hour == 10 and t.point() != "skill_choice":
        t.idle()
    assert t.offered(ChooseSkill) == list(range(SKILLS))


@pytest.mark.rule("TIN-RUL-57")
def test_single_hour_counts_a_master_class() -> None:
    t = at_course(9, TWO_SKILLS, AT_TEN, personalities=True, events=True).event(MASTER_CLASS)
    t.personality(SINGLE_HOUR).planned(0, "pvpvvpfff")
    t.play(0, StartCourse(TWO_SKILLS), EndTurn()).play(1, ForgoAction(), EndTurn()).play(2, ForgoAction(), EndTurn())
    assert t.point() == "skill_choice"


@pytest.mark.rule("TIN-VIL-05")
def test_a_trade_is_possible_before_the_course_is_completed() -> None:
    t = completed(TWO_SKILLS).supply(herb=2)
    t.play(0, TradePlants(HERB, HERB, ROOT), CompleteCourse())
    assert t.me.plants == (0, 0, 0, 1)
