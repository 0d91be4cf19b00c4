"""What happens in a game of Tinctura. All events are public but those whose docstring says that only their own seat receives them.

In the solo game ``participant`` 1 is Melanie.
"""

from __future__ import annotations

from typing import Annotated, Final

from engine_core.events import Event, EventType
from engine_core.games.tinctura.card_events import (
    ApprenticeHired,
    ApprenticeTrained,
    CourseCompleted,
    CourseStarted,
    LeftoverClaimed,
    MerchantVisited,
    PatientDisplayed,
    PatientLeft,
    PatientServed,
    PatientsPeeked,
    PatientTaken,
    PeekedPatients,
    PeekedReturned,
    WareBought,
)
from engine_core.games.tinctura.flow_events import (
    ApprenticeLaidOut,
    ApprenticeMarkersPlaced,
    ApprenticeRemoved,
    ApprenticeReturned,
    CoursesLaidOut,
    DayEventDrawn,
    DayStarted,
    DiscardReturned,
    FinalStarted,
    ForestRefilled,
    GameEnded,
    HourPlanned,
    HourSet,
    HourStarted,
    ItemDrawn,
    MerchantStocked,
    OpenGoalsLaidOut,
    OpeningHoursRevealed,
    PersonalitiesDealt,
    PersonalityChosen,
    PersonalityRevealed,
    PlanRevealed,
    PrivateGoalChosen,
    PrivateGoalRevealed,
    PrivateGoalsDealt,
)
from engine_core.games.tinctura.module_words import OpenGoal
from engine_core.games.tinctura.vocabulary import (
    Ability,
    Colour,
    DieFace,
    KnowledgeMode,
    MarkerColour,
    MaybeMarkerColour,
    MaybeSoloQuestion,
    MerchantCard,
    Patient,
    Plant,
    PowderIngredient,
    Seat,
    SoloCard,
    Source,
    TrainedSkill,
)
from engine_core.vocabulary import Signed

Points = Annotated[int, Signed()]


class TurnEnded(Event):
    """A participant's turn of the hour is over."""

    participant: Seat


class ActionForgone(Event):
    """No main action in this hour (TIN-WORK-09)."""

    participant: Seat


class PointsGained(Event):
    """RP gained or, negative, lost."""

    participant: Seat
    source: Source
    points: Points


class PlantsGained(Event):
    """Plants came into a supply."""

    participant: Seat
    source: Source
    plants: tuple[int, int, int, int]


class PlantsGivenUp(Event):
    """Plants went from a supply to the discard (TIN-PLT-01)."""

    participant: Seat
    source: Source
    plants: tuple[int, int, int, int]


class PlantsTraded(Event):
    """Two plants for one (TIN-PLT-04)."""

    participant: Seat
    give_first: Plant
    give_second: Plant
    take: Plant
    from_bag: bool


class BlossomsGained(Event):
    """Blossoms from the supply (TIN-ALT-12)."""

    participant: Seat
    blossoms: int


class BlossomsGivenUp(Event):
    """Blossoms back to the supply (TIN-RUL-69)."""

    participant: Seat
    blossoms: int


class SkillRaised(Event):
    """A skill track, and the level reached."""

    participant: Seat
    source: Source
    skill: TrainedSkill
    level: int


class KnowledgeAdvanced(Event):
    """The plant-knowledge marker, the space and the level reached."""

    participant: Seat
    source: Source
    space: int
    level: int


class MortarRaised(Event):
    """The mortar level reached."""

    participant: Seat
    source: Source
    level: int


class MarkerGained(Event):
    """A planning marker from the supply (TIN-VIL-08)."""

    participant: Seat
    colour: MarkerColour


class TeaMoved(Event):
    """The tea marker went so far ahead and lies on top there; space before any shift (TIN-TEA-03)."""

    participant: Seat
    source: Source
    space: int


class TeaShifted(Event):
    """All tea markers went back by so many spaces (TIN-TEA-06)."""

    spaces: int


class TeaProduced(Event):
    """Teas of one tea action, or free teas (TIN-TEA-01, TIN-APP-08)."""

    participant: Seat
    teas: int
    free: bool


class BonusAdvanced(Event):
    """A bonus marker reached a space (TIN-BON-01)."""

    participant: Seat
    colour: Colour
    space: int


class DieRolled(Event):
    """An experiment (TIN-EXP-01)."""

    participant: Seat
    source: Source
    face: DieFace


class ExperimentMarkerRemoved(Event):
    """So many markers are left today (TIN-EXP-02)."""

    participant: Seat
    left: int


class AbilityUsed(Event):
    """A once-per-day ability (TIN-APP-12)."""

    participant: Seat
    ability: Ability


class GatheringChosen(Event):
    """At 16 o'clock: takes part in the share (TIN-RUL-46)."""

    participant: Seat


class PlantGathered(Event):
    """A plant from the forest; what it did for plant knowledge (TIN-FOR-12, TIN-FOR-13)."""

    participant: Seat
    plant: Plant
    knowledge: KnowledgeMode


class PowderMade(Event):
    """A powder and its value (TIN-ALT-07)."""

    participant: Seat
    ingredient: PowderIngredient
    points: int


class OpenGoalPaid(Event):
    """An open goal is fulfilled (TIN-OG-02)."""

    participant: Seat
    open_goal: OpenGoal
    points: int


class SoloCardRevealed(Event):
    """Solo: the card of Melanie's turn (TIN-SOLO-06)."""

    card: SoloCard


class MerchantCardRevealed(Event):
    """Solo: the card of Melanie's visit (TIN-SOLO-25)."""

    card: MerchantCard


class MelanieActs(Event):
    """Solo: the area in which Melanie acts; unset for her fallback, an experiment (TIN-SOLO-07, TIN-SOLO-08)."""

    area: MaybeMarkerColour


class PlantsReserved(Event):
    """Solo: plants were put on a patient of Melanie's (TIN-SOLO-40)."""

    patient: Patient
    plants: tuple[int, int, int, int]


class SoloChosen(Event):
    """Solo: the human decided for Melanie (TIN-RUL-72)."""

    question: MaybeSoloQuestion
    option: int


EVENTS: Final[tuple[EventType, ...]] = (
    PersonalitiesDealt,
    PersonalityChosen,
    PersonalityRevealed,
    PrivateGoalsDealt,
    PrivateGoalChosen,
    PrivateGoalRevealed,
    OpenGoalsLaidOut,
    DayStarted,
    DayEventDrawn,
    ForestRefilled,
    DiscardReturned,
    CoursesLaidOut,
    OpeningHoursRevealed,
    MerchantStocked,
    ItemDrawn,
    ApprenticeReturned,
    ApprenticeLaidOut,
    ApprenticeRemoved,
    HourSet,
    HourPlanned,
    PlanRevealed,
    HourStarted,
    TurnEnded,
    ActionForgone,
    PointsGained,
    PlantsGained,
    PlantsGivenUp,
    PlantsTraded,
    BlossomsGained,
    BlossomsGivenUp,
    SkillRaised,
    KnowledgeAdvanced,
    MortarRaised,
    MarkerGained,
    TeaMoved,
    TeaShifted,
    TeaProduced,
    BonusAdvanced,
    DieRolled,
    ExperimentMarkerRemoved,
    AbilityUsed,
    PatientTaken,
    PatientDisplayed,
    PatientsPeeked,
    PeekedPatients,
    PeekedReturned,
    PatientLeft,
    PatientServed,
    ApprenticeHired,
    ApprenticeTrained,
    CourseStarted,
    CourseCompleted,
    MerchantVisited,
    WareBought,
    LeftoverClaimed,
    GatheringChosen,
    PlantGathered,
    PowderMade,
    OpenGoalPaid,
    ApprenticeMarkersPlaced,
    SoloCardRevealed,
    MerchantCardRevealed,
    MelanieActs,
    PlantsReserved,
    SoloChosen,
    FinalStarted,
    GameEnded,
)
