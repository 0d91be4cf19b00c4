"""Continuing education (chapter Visit Continuing Education)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import ChooseCourseReward, ChooseMarkerColour, CompleteCourse, StartCourse
from engine_core.games.tinctura.state import Frame, Player, TincturaState


def offer_courses(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Displayed courses that start in this hour, if the next hour is planned for the village too; Master Class needs this hour only
    (TIN-VIL-02 to 04, TIN-EVT-11)."""


def refuse_start(state: TincturaState, seat: int, player: Player, action: StartCourse) -> Rejection | None:
    """See :func:`offer_courses`."""
    return Rejection("TIN-VIL-02", "This course cannot be started.")


def start_course(state: TincturaState, seat: int, player: Player, action: StartCourse, sink: Sink | None) -> None:
    """The first hour: ``player.course`` binds the second one (TIN-RUL-13); under Master Class the course is completed at once
    (TIN-RUL-98)."""
    raise NotImplementedError


def refuse_complete(state: TincturaState, seat: int, player: Player, action: CompleteCourse) -> Rejection | None:
    """In the second hour it is the only main action: legal whenever ``player.course`` is set."""
    return None


def complete_course(state: TincturaState, seat: int, player: Player, action: CompleteCourse, sink: Sink | None) -> None:
    """The second hour: ``player.course`` becomes NONE, ``player.attended`` the course, then :func:`grant_course`."""
    raise NotImplementedError


def grant_course(state: TincturaState, seat: int, player: Player, course: int, sink: Sink | None) -> None:
    """The improvements, and the frame of the reward where the course has markers (TIN-VIL-06 to 11, TIN-RUL-15, TIN-RUL-16)."""
    raise NotImplementedError


def resume_course_reward(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Markers if the supply has any, experiments without Lab Damage; asked if both are possible (TIN-VIL-08)."""
    raise NotImplementedError


def legal_course_reward(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """What is possible of the two."""
    raise NotImplementedError


def refuse_course_reward(
    state: TincturaState, seat: int, player: Player, action: ChooseCourseReward
) -> Rejection | None:
    """See :func:`legal_course_reward`."""
    raise NotImplementedError


def choose_course_reward(
    state: TincturaState, seat: int, player: Player, action: ChooseCourseReward, sink: Sink | None
) -> None:
    """Push ``marker_colour`` (``left`` markers), or grant the experiments."""
    raise NotImplementedError


def resume_marker_colour(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """One marker after the other; the rest lapses with an empty supply (TIN-RUL-15)."""
    raise NotImplementedError


def legal_marker_colour(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Colours in the supply."""
    raise NotImplementedError


def refuse_marker_colour(
    state: TincturaState, seat: int, player: Player, action: ChooseMarkerColour
) -> Rejection | None:
    """See :func:`legal_marker_colour`."""
    raise NotImplementedError


def choose_marker_colour(
    state: TincturaState, seat: int, player: Player, action: ChooseMarkerColour, sink: Sink | None
) -> None:
    """Take one (TIN-VIL-08)."""
    raise NotImplementedError


def reward_single_hour(state: TincturaState, sink: Sink | None) -> None:
    """At the end of an hour: a holder of Single Hour who alone completed a course in it chooses a skill: push ``skill_choice``
    (TIN-PERS-03, TIN-RUL-57). Who completed what is in ``attended`` of the players."""
