"""Continuing education (chapter Visit Continuing Education)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import COURSE_REWARD, MARKER_COLOUR, START_COURSE
from engine_core.games.tinctura.actions import ChooseCourseReward, ChooseMarkerColour, CompleteCourse, StartCourse
from engine_core.games.tinctura.card_events import CourseCompleted, CourseStarted
from engine_core.games.tinctura.data import CourseCard
from engine_core.games.tinctura.experiments import grant_experiments, lab_is_damaged
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.main_actions import begin_action
from engine_core.games.tinctura.module_words import MASTER_CLASS, SINGLE_HOUR
from engine_core.games.tinctura.options import PRINTED_COLOUR
from engine_core.games.tinctura.state import (
    Player,
    TincturaState,
    courses_of_the_day,
    event_of_the_day,
    is_melanie,
    own_player,
)
from engine_core.games.tinctura.tracks import gain_marker, marker_supply, raise_skill
from engine_core.games.tinctura.vocabulary import (
    AREA,
    CARE,
    COURSE_REWARD_CHOICE,
    FIRST_HOUR,
    FROM_COURSE,
    FROM_PERSONALITY,
    LAST_HOUR,
    MARKER_CHOICE,
    SKILL_CHOICE,
    SKILLS,
    TAKE_EXPERIMENT,
    TAKE_MARKERS,
    VILLAGE,
)
from engine_core.games.tinctura.vocabulary import COURSE_REWARD as COURSE_REWARD_FRAME
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

_COLOURS = range(CARE)
"""Of planning markers."""


def offer_courses(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Displayed courses that start in this hour, if the next hour is planned for the village too; Master Class needs this hour only
    (TIN-VIL-02 to 04, TIN-EVT-11)."""
    hour, cards = state.hour, state.data.courses
    first, second = courses_of_the_day(state)
    starts = cards[first].start == hour, cards[second].start == hour
    if (starts[0] or starts[1]) and _has_time(state, player):
        if starts[0] and starts[1]:
            legal += (START_COURSE[min(first, second)], START_COURSE[max(first, second)])
        else:
            legal.append(START_COURSE[first if starts[0] else second])


def _has_time(state: TincturaState, player: Player) -> bool:
    """Whether the hour after this one is planned for the village, or not needed."""
    if event_of_the_day(state) == MASTER_CLASS:
        return True
    return state.hour < LAST_HOUR and player.plan[state.hour + 1 - FIRST_HOUR] == VILLAGE


def refuse_start(state: TincturaState, seat: int, player: Player, action: StartCourse) -> Rejection | None:
    """See :func:`offer_courses`."""
    if action.course not in courses_of_the_day(state):
        return Rejection("TIN-VIL-02", "This course does not take place today.")
    start = state.data.courses[action.course].start
    if start != state.hour:
        return Rejection("TIN-VIL-04", f"This course starts at {start} o'clock.")
    if _has_time(state, player):
        return None
    following = player.plan[state.hour + 1 - FIRST_HOUR] if state.hour < LAST_HOUR else NONE
    if following == CARE:
        return Rejection("TIN-RUL-93", "A course takes two hours in the village; the next one is a care hour.")
    place = "over" if following == NONE else f"planned for the {AREA.words[following]}"
    return Rejection("TIN-VIL-03", f"A course takes two hours in the village; the next one is {place}.")


def start_course(state: TincturaState, seat: int, player: Player, action: StartCourse, sink: Sink | None) -> None:
    """The first hour: ``player.course`` binds the second one (TIN-RUL-13); under Master Class the course is completed at once
    (TIN-RUL-98)."""
    begin_action(state, seat)
    if sink:
        sink(EVERYONE, CourseStarted(seat, action.course))
    if event_of_the_day(state) == MASTER_CLASS:
        grant_course(state, seat, player, action.course, sink)
    else:
        player.course = action.course


def refuse_complete(state: TincturaState, seat: int, player: Player, action: CompleteCourse) -> Rejection | None:
    """In the second hour it is the only main action: legal whenever ``player.course`` is set."""
    return None


def complete_course(state: TincturaState, seat: int, player: Player, action: CompleteCourse, sink: Sink | None) -> None:
    """The second hour: ``player.course`` becomes NONE, then :func:`grant_course`."""
    begin_action(state, seat)
    course = player.course
    player.course = NONE
    grant_course(state, seat, player, course, sink)


def grant_course(state: TincturaState, seat: int, player: Player, course: int, sink: Sink | None) -> None:
    """A participant has completed a course: ``player.attended``, the improvements, and the frame of the reward where the course has
    markers; Melanie experiments as often as it allows (TIN-VIL-06 to 11, TIN-RUL-15, TIN-RUL-16, TIN-RUL-113)."""
    player.attended = course
    if sink:
        sink(EVERYONE, CourseCompleted(seat, course))
    card = state.data.courses[course]
    for skill in range(SKILLS):
        if card.skills[skill]:
            raise_skill(state, seat, player, skill, card.skills[skill], FROM_COURSE, sink)
    if card.markers:
        if is_melanie(state, seat):
            grant_experiments(state, seat, card.experiments, FROM_COURSE)
        else:
            push(state, frame(COURSE_REWARD_FRAME, seat, course=course))


# -- markers or experiments ----------------------------------------------------------------------------------------------------


def printed_colour(state: TincturaState, card: CourseCard) -> int:
    """The colour of the markers that the card fixes, where the option says that it does; NONE where the player chooses (TIN-RUL-15)."""
    return card.colour if state.options.gained_marker_colour == PRINTED_COLOUR else NONE


def _possible(state: TincturaState, course: int, choice: int) -> bool:
    """Whether a choice gives anything: a marker in the supply, a laboratory that is not damaged (TIN-RUL-15, TIN-RUL-84)."""
    if choice == TAKE_EXPERIMENT:
        return not lab_is_damaged(state)
    colour = printed_colour(state, state.data.courses[course])
    if colour != NONE:
        return marker_supply(state, colour) > 0
    return any(marker_supply(state, colour) for colour in _COLOURS)


def resume_course_reward(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Markers if the supply has any, experiments without Lab Damage; asked if both are possible (TIN-VIL-08)."""
    markers, experiments = (_possible(state, top.course, choice) for choice in (TAKE_MARKERS, TAKE_EXPERIMENT))
    if markers and experiments:
        return True
    if markers or experiments:
        action = COURSE_REWARD[TAKE_MARKERS if markers else TAKE_EXPERIMENT]
        choose_course_reward(state, seat, own_player(state, seat), action, sink)
    else:
        pop(state)
    return False


def legal_course_reward(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """What is possible of the two."""
    return [
        COURSE_REWARD[choice] for choice in range(len(COURSE_REWARD_CHOICE)) if _possible(state, top.course, choice)
    ]


def refuse_course_reward(
    state: TincturaState, seat: int, player: Player, action: ChooseCourseReward
) -> Rejection | None:
    """See :func:`legal_course_reward`."""
    if _possible(state, state.pending[-1].course, action.choice):
        return None
    if action.choice == TAKE_MARKERS:
        return Rejection("TIN-RUL-15", "The supply has no planning marker left.")
    return Rejection("TIN-EVT-07", "The laboratory is damaged today.")


def choose_course_reward(
    state: TincturaState, seat: int, player: Player, action: ChooseCourseReward, sink: Sink | None
) -> None:
    """All the markers or all the experiments (TIN-RUL-16): push ``marker_colour`` (``left`` markers) unless the card fixes the colour,
    or grant the experiments."""
    card = state.data.courses[state.pending[-1].course]
    pop(state)
    if action.choice == TAKE_EXPERIMENT:
        grant_experiments(state, seat, card.experiments, FROM_COURSE)
        return
    colour = printed_colour(state, card)
    if colour == NONE:
        push(state, frame(MARKER_CHOICE, seat, card.markers))
    else:
        for _ in range(min(card.markers, marker_supply(state, colour))):
            gain_marker(state, seat, player, colour, sink)


def resume_marker_colour(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """One marker after the other; the rest lapses with an empty supply (TIN-RUL-15)."""
    colours = [colour for colour in _COLOURS if marker_supply(state, colour)]
    if len(colours) > 1:
        return True
    if colours:
        choose_marker_colour(state, seat, own_player(state, seat), MARKER_COLOUR[colours[0]], sink)
    else:
        pop(state)
    return False


def legal_marker_colour(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Colours in the supply."""
    return [MARKER_COLOUR[colour] for colour in _COLOURS if marker_supply(state, colour)]


def refuse_marker_colour(
    state: TincturaState, seat: int, player: Player, action: ChooseMarkerColour
) -> Rejection | None:
    """See :func:`legal_marker_colour`."""
    if not marker_supply(state, action.colour):
        return Rejection("TIN-RUL-15", "The supply has no planning marker of this colour left.")
    return None


def choose_marker_colour(
    state: TincturaState, seat: int, player: Player, action: ChooseMarkerColour, sink: Sink | None
) -> None:
    """Take one (TIN-VIL-08)."""
    left = state.pending[-1].left
    if left > 1:
        swap_top(state, frame(MARKER_CHOICE, seat, left - 1))
    else:
        pop(state)
    gain_marker(state, seat, player, action.colour, sink)


def reward_single_hour(state: TincturaState, sink: Sink | None) -> None:
    """At the end of an hour: a holder of Single Hour who alone completed a course in it chooses a skill: push ``skill_choice``
    (TIN-PERS-03, TIN-RUL-57). Who completed what is in ``attended`` of the players."""
    for seat, player in enumerate(state.players):
        if player.attended != NONE and player.personality == SINGLE_HOUR:
            attendance = sum([other.attended == player.attended for other in state.players])
            if attendance == 1:
                push(state, frame(SKILL_CHOICE, seat, 1, amount=1, source=FROM_PERSONALITY))
