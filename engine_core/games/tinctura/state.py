"""The complete state of a game of Tinctura, with the rulebook's words.

What has no order of its own (apprentices of a player, cards that left the game, ...) is kept sorted, so equal states are equal in bytes;
decks have their top first. Decks of which the day decides what lies open (courses, opening hours, events) are kept whole: the day is the
place in them. A tuple is replaced, never changed, so copies of a state share it.

A *participant* is a place in ``players``: the seats, and in the solo game Melanie behind the human.
"""

from __future__ import annotations

from typing import Annotated

from engine_core.games.tinctura.card_piles import Apprentices, Patients, Solo, Week
from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.module_words import (
    MaybePersonality,
    MaybePrivateGoal,
    OpenGoalSet,
    Personality,
    PrivateGoal,
)
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.vocabulary import (
    MELANIE,
    AbilitySet,
    Apprentice,
    Area,
    Hour,
    MaybeCourse,
    MaybePlant,
    MaybeSeat,
    Patient,
    Phase,
    Seat,
)
from engine_core.ownership import ownership
from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Packed
from engine_core.vocabulary import NONE, Flags, Labels, Shared, Signed

ILLNESS = Labels("Illness", ("illness_1", "illness_2", "illness_3", "illness_4", "illness_5", "illness_6"))


class Player(CopyOnChange):
    """One participant's boards and cards. Changed only by a step that owns it (:func:`own_player`)."""

    __slots__ = (
        "apprentices",
        "attended",
        "blossoms",
        "bonus",
        "course",
        "dealt_goals",
        "dealt_personalities",
        "gathered_after_end",
        "gathering",
        "goals_paid",
        "illnesses",
        "journeymen",
        "knowledge",
        "knowledge_steps",
        "markers",
        "mortar",
        "most_teas",
        "patients",
        "personality",
        "plan",
        "plants",
        "points",
        "private_goal",
        "produced",
        "served",
        "skills",
        "stamps",
        "tea",
        "used",
    )

    points: Annotated[int, Signed()]
    """RP; may be negative (TIN-RUL-33)."""
    plants: tuple[int, int, int, int]
    """Herbs, berries, mushrooms, roots."""
    blossoms: int
    skills: tuple[int, int, int, int]
    """Levels of mixing, pressing, filtering, heating."""
    mortar: int
    knowledge: int
    """Space of the plant-knowledge track, 0 the start; the level is ``data.knowledge_level[knowledge]``."""
    tea: int
    """Space of the tea track; who is ahead on a shared one says ``tea_pile`` of the state."""
    bonus: tuple[int, int, int, int]
    """Space of the markers on the white, blue, purple and green bonus track; 0 is the start."""
    patients: tuple[Patient, ...]
    """Active patients in the order in which they were taken, 2 at most."""
    stamps: tuple[int, ...]
    """Of each, the hour of its time marker counted from Monday 8 o'clock: 0..44 (:func:`hour_index`)."""
    apprentices: tuple[Apprentice, ...]
    """Not trained yet, 2 at most."""
    journeymen: tuple[Apprentice, ...]
    markers: tuple[int, int, int]
    """Planning markers owned: white, blue, green. What is left of 16 of each is the general supply."""
    plan: tuple[Area, ...]
    """Of the day, from 8 o'clock, as far as planned; hidden from the others until the reveal."""
    course: MaybeCourse
    """The course begun in the hour before, to be completed in this one; of Melanie the one she attended in its first hour."""
    attended: MaybeCourse
    """The course completed in this hour (TIN-PERS-03)."""
    gathering: bool
    """Takes part in the share at 16 o'clock of today (TIN-RUL-46)."""
    knowledge_steps: int
    """Steps of plant knowledge within the action that is running (TIN-PERS-06)."""
    used: AbilitySet
    """Once-per-day abilities used today."""
    illnesses: Annotated[int, Flags(ILLNESS)]
    """Illness values of which a recipe was produced."""
    produced: tuple[int, int, int, int]
    """Recipes produced of tablets, ointment, tincture, special."""
    served: int
    """Patients served."""
    most_teas: int
    """Teas of the biggest tea action (TIN-OG-08)."""
    gathered_after_end: tuple[int, int, int, int]
    """Plants by type gathered while plant knowledge was at its end (TIN-RUL-67)."""
    goals_paid: OpenGoalSet
    dealt_personalities: tuple[Personality, ...]
    """The two to choose from; known to the owner only, for good."""
    personality: MaybePersonality
    """Public once all have chosen."""
    dealt_goals: tuple[PrivateGoal, ...]
    private_goal: MaybePrivateGoal
    """Secret until the end."""


class TincturaState(Packed):
    """A position. Holds no history; ``data`` and ``options`` are shared and no part of its bytes."""

    __slots__ = (
        "_owned",
        "_revealed",
        "active_seat",
        "apprentices",
        "bag",
        "data",
        "day",
        "discard",
        "event_plant",
        "experiment_markers",
        "forest",
        "hour",
        "items",
        "mortars",
        "options",
        "order",
        "patients",
        "pending",
        "phase",
        "players",
        "rng",
        "solo",
        "tea_pile",
        "turns_left",
        "week",
    )

    data: Annotated[TincturaData, Shared()]
    options: Annotated[Options, Shared()]
    rng: Rng
    day: int
    """1..5."""
    hour: Hour
    phase: Phase
    active_seat: MaybeSeat
    """The seat that is asked; NONE while all choose, and at the end."""
    order: tuple[Seat, ...]
    """The participants in the frozen order of this hour (TIN-RUL-11); in the final production in tea order. Empty while all choose."""
    turns_left: int
    """How many of ``order`` come after the one whose turn it is."""
    pending: tuple[Frame, ...]
    """The stack of what is to be decided and done, the innermost last."""
    tea_pile: tuple[Seat, ...]
    """All participants, from the marker furthest ahead to the last; on a shared space the higher in the pile first."""
    bag: tuple[int, int, int, int]
    """Plants by type; its composition is public by counting, the order of draws is the random stream's."""
    forest: tuple[int, int, int, int]
    discard: tuple[int, int, int, int]
    experiment_markers: int
    items: tuple[int, int, int, int]
    """Furnishing items displayed by colour; all others are in the item bag."""
    mortars: int
    """At the merchant; the others are set aside until tomorrow."""
    event_plant: MaybePlant
    """The type that the event of the day concerns (TIN-RUL-62)."""
    week: Week
    patients: Patients
    apprentices: Apprentices
    solo: Solo | None
    """Set exactly in the solo game."""
    players: list[Player]
    _owned: int
    """The players, as flags, that the running step has copied and may change."""
    _revealed: bool
    """The running step brought something hidden to light."""


begin_step, own_player = ownership(Player)


def seat_count(state: TincturaState) -> int:
    """How many seats decide: Melanie has none."""
    return 1 if state.solo is not None else len(state.players)


def is_innermost(state: TincturaState, place: int) -> bool:
    """Whether the frame at this place of the stack is the one that is asked or carried out next."""
    return place == len(state.pending) - 1


def is_melanie(state: TincturaState, seat: int) -> bool:
    """Whether a participant is Melanie."""
    return seat == MELANIE and state.solo is not None


def hour_index(state: TincturaState) -> int:
    """The current hour counted from Monday 8 o'clock, nights left out: 0..44."""
    return 9 * state.day + state.hour - 17


def event_of_the_day(state: TincturaState) -> int:
    """The event in force; NONE without the option."""
    events = state.week.events
    return events[state.day - 1] if events else NONE


def courses_of_the_day(state: TincturaState) -> tuple[int, int]:
    """The two displayed courses, in the order drawn."""
    first = 2 * state.day - 2
    return state.week.courses[first], state.week.courses[first + 1]


def current_area(state: TincturaState, player: Player) -> int:
    """What the player planned for this hour."""
    return player.plan[state.hour - 8]
