"""What happens round the turns of a game of Tinctura: set-up, days, hours, the end. Public but where a docstring says that only the own
seat receives the event."""

from __future__ import annotations

from engine_core.events import Event
from engine_core.games.tinctura.module_words import DayEvent, OpenGoal, Personality, PrivateGoal
from engine_core.games.tinctura.vocabulary import (
    Apprentice,
    ApprenticeSpace,
    Area,
    Colour,
    Course,
    Hour,
    MaybePlant,
    OpeningHours,
    Seat,
)


class PersonalitiesDealt(Event):
    """The two cards to choose from; only their own seat receives this."""

    participant: Seat
    personalities: tuple[Personality, ...]


class PersonalityChosen(Event):
    """A seat has decided which card to keep (TIN-SET-22)."""

    participant: Seat


class PersonalityRevealed(Event):
    """The card kept (TIN-RUL-07)."""

    participant: Seat
    personality: Personality


class PrivateGoalsDealt(Event):
    """The two goals to choose from; only their own seat receives this."""

    participant: Seat
    private_goals: tuple[PrivateGoal, ...]


class PrivateGoalChosen(Event):
    """A seat has decided which goal to keep (TIN-PG-01)."""

    participant: Seat


class PrivateGoalRevealed(Event):
    """The goal kept and what it pays, at the end of the game (TIN-PG-02)."""

    participant: Seat
    private_goal: PrivateGoal
    points: int


class OpenGoalsLaidOut(Event):
    """The three open goals of the game (TIN-OG-01)."""

    open_goals: tuple[OpenGoal, ...]


class DayStarted(Event):
    """A new day (TIN-EOD-10)."""

    day: int


class DayEventDrawn(Event):
    """The event of the day, and the type of plant that it concerns (TIN-EVT-01, TIN-RUL-62)."""

    day: int
    day_event: DayEvent
    plant: MaybePlant


class ForestRefilled(Event):
    """The forest after a refill (TIN-EOD-02)."""

    forest: tuple[int, int, int, int]


class DiscardReturned(Event):
    """The discarded plants went back into the bag (TIN-PLT-02)."""

    plants: tuple[int, int, int, int]


class CoursesLaidOut(Event):
    """The courses of the day, by start (TIN-EOD-03)."""

    courses: tuple[Course, ...]


class OpeningHoursRevealed(Event):
    """The merchant's hours of the day as printed (TIN-EOD-04)."""

    tile: OpeningHours


class MerchantStocked(Event):
    """Items by colour and mortars on display (TIN-EOD-05, TIN-EOD-06)."""

    items: tuple[int, int, int, int]
    mortars: int


class ItemDrawn(Event):
    """Surplus put another item on display (TIN-EVT-10)."""

    colour: Colour


class ApprenticeReturned(Event):
    """A blocked apprentice went back to its stack (TIN-EOD-07)."""

    space: ApprenticeSpace
    apprentice: Apprentice


class ApprenticeLaidOut(Event):
    """An apprentice on display (TIN-EOD-08)."""

    space: ApprenticeSpace
    apprentice: Apprentice


class ApprenticeRemoved(Event):
    """A Wild Night (TIN-EVT-02)."""

    space: ApprenticeSpace
    apprentice: Apprentice


class HourSet(Event):
    """The own plan of an hour; only the own seat receives this."""

    participant: Seat
    hour: Hour
    area: Area


class HourPlanned(Event):
    """A seat has planned so many hours (TIN-PLAN-01)."""

    participant: Seat
    hours: int


class PlanRevealed(Event):
    """A plan, once all are finished (TIN-PLAN-11)."""

    participant: Seat
    plan: tuple[Area, ...]


class HourStarted(Event):
    """The frozen turn order of an hour (TIN-WORK-02, TIN-RUL-11)."""

    day: int
    hour: Hour
    order: tuple[Seat, ...]


class FinalStarted(Event):
    """The final production (TIN-END-01)."""

    order: tuple[Seat, ...]


class GameEnded(Event):
    """The game is over; the final count follows from the position."""


class ApprenticeMarkersPlaced(Event):
    """Solo: markers by apprentice space (TIN-SOLO-04)."""

    markers: tuple[int, int, int, int]
