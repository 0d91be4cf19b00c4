"""The complete state of a game of Tinctura, with the rulebook's words.

What has no order of its own (apprentices of a player, cards that left the game, ...) is kept sorted, so equal states are equal in bytes;
decks have their top first. Decks of which the day decides what lies open (courses, opening hours, events) are kept whole: the day is the
place in them. A tuple is replaced, never changed, so copies of a state share it.

A *participant* is a place in ``players``: the seats, and in the solo game Melanie behind the human.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Final

from engine_core.games.tinctura.card_piles import Apprentices, Patients, Solo, Week
from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.vocabulary import (
    AGAIN,
    BLOSSOMS,
    BONUS,
    COURSE_REWARD,
    EXPERIMENTS,
    EXTRA_PLANT,
    FINAL_PRODUCTION,
    GATHER,
    KNOWLEDGE_END,
    LEFTOVER,
    MARKER_CHOICE,
    MELANIE,
    MELANIE_TURN,
    MERCHANT,
    MUSHROOMS,
    OMIT,
    PAYMENT,
    POWDER,
    PREMONITION_PEEK,
    PRODUCTION,
    RAPID_GROWTH_EXTRA,
    REPEAT,
    SHARE_16,
    SKILL_CHOICE,
    SOLO_CHOICE,
    TURN,
    TURN_AFTER,
    WARE_GAINED,
    AbilitySet,
    Apprentice,
    Area,
    Hour,
    MaybeAbility,
    MaybeCourse,
    MaybeMainAction,
    MaybeMedication,
    MaybePatient,
    MaybePersonality,
    MaybePlant,
    MaybePowderChoice,
    MaybePrivateGoal,
    MaybeSeat,
    MaybeSoloQuestion,
    MaybeSource,
    MaybeWare,
    OpenGoalSet,
    Patient,
    Pending,
    Personality,
    Phase,
    PlantSet,
    PrivateGoal,
    Seat,
)
from engine_core.ownership import ownership
from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Packed, Value
from engine_core.vocabulary import NONE, Flags, Labels, Shared, Signed

ILLNESS = Labels("Illness", ("illness_1", "illness_2", "illness_3", "illness_4", "illness_5", "illness_6"))


class Frame(Value):
    """One thing that waits on the stack: a decision, or a step that follows once those above are done.

    ``seat`` is the participant that it concerns; a decision of Melanie's is put to the human. Only the fields that the kind needs are
    set, each kind's are listed in :data:`FIELDS_OF`. Frames are made by :func:`frame`.
    """

    __slots__ = (
        "ability",
        "amount",
        "choice",
        "choices",
        "course",
        "done",
        "kind",
        "left",
        "main",
        "medication",
        "patient",
        "plant",
        "plants",
        "question",
        "seat",
        "source",
        "ware",
        "with_knowledge",
    )

    kind: Pending
    seat: Seat
    left: int
    """How many are still to come: plants to pay or to take, experiments, skill choices, tea steps, markers, powders. Of ``melanie_turn``
    the entry of a list that comes next: of the actions of her solo card, of the wares of her merchant card."""
    done: int
    """How many are done: wares of a visit, plants of a gather; of ``melanie_turn`` the number of the next stage."""
    amount: int
    """How much each is: levels per skill choice, units of a production. Of ``gather``, ``extra_plant`` and ``share_16`` the participants,
    as flags, that have had their extra of Rapid Growth, where it is one per action."""
    plants: PlantSet
    """The types that a payment may use."""
    plant: MaybePlant
    """The type of a Rapid Growth."""
    patient: MaybePatient
    medication: MaybeMedication
    main: MaybeMainAction
    course: MaybeCourse
    ware: MaybeWare
    ability: MaybeAbility
    """By which a leftover is claimed."""
    choice: MaybePowderChoice
    question: MaybeSoloQuestion
    choices: tuple[int, ...]
    """What ``solo_choice`` offers: numbers of the kind that ``question`` names."""
    source: MaybeSource
    """What a payment is for, what a skill choice or an experiment comes from."""
    with_knowledge: bool
    """Whether a skill choice may name plant knowledge (TIN-EXP-06)."""


FIELDS_OF: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        TURN: (),
        TURN_AFTER: (),
        PAYMENT: ("left", "plants", "source"),
        OMIT: ("patient", "medication", "amount"),
        MUSHROOMS: ("patient", "medication", "amount"),
        REPEAT: ("main",),
        AGAIN: ("main",),
        PREMONITION_PEEK: ("left",),
        COURSE_REWARD: ("course",),
        MARKER_CHOICE: ("left",),
        SKILL_CHOICE: ("left", "amount", "source", "with_knowledge", "question", "choices"),
        BONUS: ("left", "source"),
        MERCHANT: ("done",),
        GATHER: ("left", "done", "ability", "amount"),
        EXTRA_PLANT: ("amount",),
        RAPID_GROWTH_EXTRA: ("plant",),
        SHARE_16: ("question", "choices", "ability", "amount"),
        LEFTOVER: ("ability", "question", "choices"),
        POWDER: ("left", "done", "choice"),
        BLOSSOMS: ("left",),
        FINAL_PRODUCTION: (),
        SOLO_CHOICE: ("question", "choices", "source"),
        WARE_GAINED: ("ware", "source"),
        PRODUCTION: ("patient", "medication", "amount"),
        EXPERIMENTS: ("left", "source"),
        KNOWLEDGE_END: (),
        MELANIE_TURN: ("left", "done", "amount", "main", "question", "choices"),
    }
)
"""The fields that a frame of each kind may set, besides ``kind`` and ``seat``."""


@lru_cache(maxsize=16384)
def frame(
    kind: int,
    seat: int,
    left: int = 0,
    *,
    done: int = 0,
    amount: int = 0,
    plants: int = 0,
    plant: int = NONE,
    patient: int = NONE,
    medication: int = NONE,
    main: int = NONE,
    course: int = NONE,
    ware: int = NONE,
    ability: int = NONE,
    choice: int = NONE,
    question: int = NONE,
    choices: tuple[int, ...] = (),
    source: int = NONE,
    with_knowledge: bool = False,
) -> Frame:
    """The frame with these values; what is left out is not set. Frames never change and few are different, so each is made once."""
    return Frame(
        kind=kind,
        seat=seat,
        left=left,
        done=done,
        amount=amount,
        plants=plants,
        plant=plant,
        patient=patient,
        medication=medication,
        main=main,
        course=course,
        ware=ware,
        ability=ability,
        choice=choice,
        question=question,
        choices=choices,
        source=source,
        with_knowledge=with_knowledge,
    )


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
