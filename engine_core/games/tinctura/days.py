"""The change of days: end of the day, start of the next (chapter End of the Day)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura import solo
from engine_core.games.tinctura.day_events import draw_event, start_of_day_effects
from engine_core.games.tinctura.experiments import EXPERIMENT_MARKERS
from engine_core.games.tinctura.flow_events import CoursesLaidOut, DayStarted, OpeningHoursRevealed
from engine_core.games.tinctura.module_words import NEW_SPA, PRIVATE_APPOINTMENT
from engine_core.games.tinctura.refill import fill_display, lay_out_apprentices, refill_forest, stock_merchant
from engine_core.games.tinctura.state import TincturaState, courses_of_the_day, event_of_the_day, own_player
from engine_core.games.tinctura.vocabulary import PLAN_PHASE
from engine_core.vocabulary import NONE

APPOINTMENT_HOURS = 2
"""How much earlier Private Appointment closes the merchant (TIN-EVT-05)."""


def end_day(state: TincturaState, sink: Sink | None) -> None:
    """Monday to Thursday, after 16 o'clock: the event of the next day, the seven steps, the next day begins
    (TIN-EOD-01 to 10, TIN-RUL-60)."""
    refill_display = event_of_the_day(state) == NEW_SPA
    state.day += 1
    draw_event(state, sink)
    refill_forest(state, sink)
    stock_merchant(state, sink)
    lay_out_apprentices(state, sink)
    if state.solo is not None:
        solo.end_day(state, sink)
    if refill_display:
        fill_display(state, sink)  # TIN-RUL-83
    start_day(state, sink)


def start_day(state: TincturaState, sink: Sink | None) -> None:
    """Everything lies there: what is once per day comes back, the event has its effect, planning begins (TIN-EOD-10, TIN-RUL-53)."""
    state.phase = PLAN_PHASE
    state.hour = 0
    state.active_seat = NONE
    state.order = ()
    state.experiment_markers = EXPERIMENT_MARKERS
    state._revealed = True
    if sink:
        sink(EVERYONE, DayStarted(state.day))
        announce_day(state, sink)
    for seat in range(len(state.players)):
        player = own_player(state, seat)
        player.plan = ()
        player.used = 0
        player.course = NONE
        player.gathering = False
    start_of_day_effects(state, sink)


def announce_day(state: TincturaState, sink: Sink) -> None:
    """The courses by start and the opening hours of the day (TIN-RUL-04, TIN-EOD-03, TIN-EOD-04)."""
    cards = state.data.courses
    courses = sorted(courses_of_the_day(state), key=lambda course: cards[course].start)
    sink(EVERYONE, CoursesLaidOut(tuple(courses)))
    sink(EVERYONE, OpeningHoursRevealed(state.week.openings[state.day - 1]))


def opening_hours(state: TincturaState) -> tuple[int, int]:
    """The first and the last open hour of the merchant today; the last is before the first if it stays closed
    (TIN-VIL-23, TIN-EVT-05, TIN-RUL-85)."""
    first, last = state.data.opening[state.week.openings[state.day - 1]]
    if event_of_the_day(state) == PRIVATE_APPOINTMENT:
        last -= APPOINTMENT_HOURS
    return first, last
