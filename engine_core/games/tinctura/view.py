"""What one seat, or anybody, may know of a game of Tinctura. Built from an allow-list, never stripped from a state."""

from __future__ import annotations

from typing import Annotated

from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.module_words import (
    PREMONITION,
    DayEvent,
    MaybePersonality,
    MaybePrivateGoal,
    OpenGoal,
    OpenGoalSet,
    Personality,
    PrivateGoal,
)
from engine_core.games.tinctura.options import Options
from engine_core.games.tinctura.planning import still_choosing
from engine_core.games.tinctura.state import ILLNESS, Player, TincturaState
from engine_core.games.tinctura.vocabulary import (
    GAME_OVER,
    MEDICATION,
    PERSONALITIES_PHASE,
    PLAN_PHASE,
    AbilitySet,
    Apprentice,
    Area,
    Course,
    Hour,
    MaybeApprentice,
    MaybeBlockedCard,
    MaybeCourse,
    MaybePatient,
    MaybePlant,
    MaybeSeat,
    MerchantCard,
    OpeningHours,
    Patient,
    Phase,
    Seat,
    SoloCard,
)
from engine_core.vocabulary import NONE, Flags, Signed


class PatientsView:
    """The patients: what lies open, how many cards the deck holds, and what Premonition showed to its holder."""

    __slots__ = ("deck", "display", "gone", "known", "known_cards")

    deck: int
    display: tuple[MaybePatient, ...]
    gone: tuple[Patient, ...]
    known: int
    """How many cards on top the holder of Premonition knows: public, as every peek is (TIN-PERS-11)."""
    known_cards: tuple[Patient, ...]
    """Those cards, top first, for the holder; empty for everybody else."""


class ApprenticesView:
    """The apprentices: displays, sizes of the stacks, and the cards that were sent back onto them (TIN-RUL-52)."""

    __slots__ = ("blocked", "display", "gone", "known", "stacks")

    stacks: tuple[int, int, int, int]
    known: tuple[tuple[Apprentice, ...], ...]
    """By medication, the cards on top of a stack that were sent back there."""
    display: tuple[MaybeApprentice, MaybeApprentice, MaybeApprentice, MaybeApprentice]
    blocked: MaybeBlockedCard
    gone: tuple[Apprentice, ...]


class SoloView:
    """The solo game's cards that were revealed, and its markers."""

    __slots__ = ("markers", "merchant_revealed", "reserved", "revealed")

    revealed: tuple[SoloCard, ...]
    merchant_revealed: tuple[MerchantCard, ...]
    markers: tuple[int, int, int, int]
    reserved: tuple[tuple[int, int, int, int], ...]


class PlayerView:
    """A participant's boards; everything open but the plan before the reveal, cards dealt, and the private goal (TIN-RUL-91)."""

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
        "has_chosen",
        "illnesses",
        "journeymen",
        "knowledge",
        "knowledge_level",
        "knowledge_steps",
        "markers",
        "mortar",
        "most_teas",
        "patients",
        "personality",
        "plan",
        "planned",
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
    plants: tuple[int, int, int, int]
    blossoms: int
    skills: tuple[int, int, int, int]
    mortar: int
    knowledge: int
    knowledge_level: int
    tea: int
    bonus: tuple[int, int, int, int]
    patients: tuple[Patient, ...]
    stamps: tuple[int, ...]
    apprentices: tuple[Apprentice, ...]
    journeymen: tuple[Apprentice, ...]
    markers: tuple[int, int, int]
    planned: int
    """How many hours are planned: public."""
    plan: tuple[Area, ...]
    """The own plan always; another's once all are revealed, before that empty (TIN-PLAN-01)."""
    course: MaybeCourse
    attended: MaybeCourse
    gathering: bool
    knowledge_steps: int
    used: AbilitySet
    illnesses: Annotated[int, Flags(ILLNESS)]
    produced: tuple[int, int, int, int]
    served: int
    most_teas: int
    gathered_after_end: tuple[int, int, int, int]
    goals_paid: OpenGoalSet
    has_chosen: bool
    """Whether the decision of the present simultaneous phase is made: public."""
    dealt_personalities: tuple[Personality, ...]
    """The own ones; of others always empty (TIN-RUL-07)."""
    personality: MaybePersonality
    """The own one always; another's once all have chosen."""
    dealt_goals: tuple[PrivateGoal, ...]
    """The own ones; of others always empty."""
    private_goal: MaybePrivateGoal
    """The own one always; another's when the game is over (TIN-PG-03)."""


class TincturaView:
    """A position as one seat sees it; ``seat`` is NONE for the public view."""

    __slots__ = (
        "active_seat",
        "apprentices",
        "bag",
        "courses",
        "day",
        "discard",
        "event_plant",
        "events",
        "experiment_markers",
        "forest",
        "hour",
        "items",
        "mortars",
        "open_goals",
        "openings",
        "options",
        "order",
        "patients",
        "pending",
        "phase",
        "players",
        "seat",
        "solo",
        "tea_pile",
        "turns_left",
    )

    seat: MaybeSeat
    options: Options
    day: int
    hour: Hour
    phase: Phase
    active_seat: MaybeSeat
    order: tuple[Seat, ...]
    turns_left: int
    pending: tuple[Frame, ...]
    tea_pile: tuple[Seat, ...]
    bag: tuple[int, int, int, int]
    forest: tuple[int, int, int, int]
    discard: tuple[int, int, int, int]
    experiment_markers: int
    items: tuple[int, int, int, int]
    mortars: int
    event_plant: MaybePlant
    courses: tuple[Course, ...]
    """Those of the days so far, two per day."""
    openings: tuple[OpeningHours, ...]
    """Those of the days so far."""
    events: tuple[DayEvent, ...]
    """Those of the days so far."""
    open_goals: tuple[OpenGoal, ...]
    patients: PatientsView
    apprentices: ApprenticesView
    solo: SoloView | None
    players: tuple[PlayerView, ...]


def view_of(state: TincturaState, seat: int | None) -> TincturaView:
    """What ``seat`` may know, or anybody for ``None``: every field is named here, nothing else leaves the state."""
    view = TincturaView()
    view.seat = NONE if seat is None else seat
    view.options = state.options
    view.day = day = state.day
    view.hour = state.hour
    view.phase = state.phase
    view.active_seat = state.active_seat
    view.order = state.order
    view.turns_left = state.turns_left
    view.pending = state.pending
    view.tea_pile = state.tea_pile
    view.bag = state.bag
    view.forest = state.forest
    view.discard = state.discard
    view.experiment_markers = state.experiment_markers
    view.items = state.items
    view.mortars = state.mortars
    view.event_plant = state.event_plant
    view.courses = state.week.courses[: 2 * day]
    view.openings = state.week.openings[:day]
    view.events = state.week.events[:day]
    view.open_goals = state.week.open_goals
    view.patients = _patients_view(state, seat)
    view.apprentices = _apprentices_view(state)
    view.solo = _solo_view(state)
    choosing = still_choosing(state)
    view.players = tuple(
        [
            _player_view(state, player, index not in choosing, is_own=index == seat)
            for index, player in enumerate(state.players)
        ]
    )
    return view


def _patients_view(state: TincturaState, seat: int | None) -> PatientsView:
    patients = state.patients
    view = PatientsView()
    view.deck = len(patients.deck)
    view.display = patients.display
    view.gone = patients.gone
    view.known = patients.known
    is_holder = seat is not None and patients.known > 0 and state.players[seat].personality == PREMONITION
    view.known_cards = patients.deck[: patients.known] if is_holder else ()
    return view


def _apprentices_view(state: TincturaState) -> ApprenticesView:
    apprentices = state.apprentices
    view = ApprenticesView()
    tablets, ointment, tincture, special = apprentices.stacks
    view.stacks = (len(tablets), len(ointment), len(tincture), len(special))
    view.known = tuple([apprentices.stacks[kind][: apprentices.known[kind]] for kind in range(len(MEDICATION))])
    view.display = apprentices.display
    view.blocked = apprentices.blocked
    view.gone = apprentices.gone
    return view


def _solo_view(state: TincturaState) -> SoloView | None:
    solo = state.solo
    if solo is None:
        return None
    view = SoloView()
    view.revealed = solo.revealed
    view.merchant_revealed = solo.merchant_revealed
    view.markers = solo.markers
    view.reserved = solo.reserved
    return view


def _player_view(state: TincturaState, player: Player, has_chosen: bool, *, is_own: bool) -> PlayerView:
    phase = state.phase
    view = PlayerView()
    view.points = player.points
    view.plants = player.plants
    view.blossoms = player.blossoms
    view.skills = player.skills
    view.mortar = player.mortar
    view.knowledge = player.knowledge
    view.knowledge_level = state.data.knowledge_level[player.knowledge]
    view.tea = player.tea
    view.bonus = player.bonus
    view.patients = player.patients
    view.stamps = player.stamps
    view.apprentices = player.apprentices
    view.journeymen = player.journeymen
    view.markers = player.markers
    view.planned = len(player.plan)
    view.plan = player.plan if is_own or phase > PLAN_PHASE else ()
    view.course = player.course
    view.attended = player.attended
    view.gathering = player.gathering
    view.knowledge_steps = player.knowledge_steps
    view.used = player.used
    view.illnesses = player.illnesses
    view.produced = player.produced
    view.served = player.served
    view.most_teas = player.most_teas
    view.gathered_after_end = player.gathered_after_end
    view.goals_paid = player.goals_paid
    view.has_chosen = has_chosen
    view.dealt_personalities = player.dealt_personalities if is_own else ()
    view.personality = player.personality if is_own or phase > PERSONALITIES_PHASE else NONE
    view.dealt_goals = player.dealt_goals if is_own else ()
    view.private_goal = player.private_goal if is_own or phase == GAME_OVER else NONE
    return view
