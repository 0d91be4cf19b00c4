"""Setting up a game (chapters Setup - General, Setup - Per player). Every shuffle has a random stream of its own."""

from __future__ import annotations

from typing import Final

from engine_core.errors import BadSetup
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.card_piles import Apprentices, Patients, Week
from engine_core.games.tinctura.day_events import draw_event
from engine_core.games.tinctura.flow_events import OpenGoalsLaidOut, PersonalitiesDealt, PrivateGoalsDealt
from engine_core.games.tinctura.gains import NO_PLANTS, draw_plants
from engine_core.games.tinctura.hours import begin_choices, go_on
from engine_core.games.tinctura.module_words import EVENT, OPEN_GOAL, PERSONALITY, PRIVATE_GOAL
from engine_core.games.tinctura.options import DEFAULT_OPTIONS, MODULES, Options
from engine_core.games.tinctura.refill import fill_display, lay_out_apprentices, refill_forest, stock_merchant
from engine_core.games.tinctura.solo import set_up_solo
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.streams import (
    APPRENTICES_STREAM,
    BLOCKED_STREAM,
    COURSES_STREAM,
    EVENTS_STREAM,
    OPEN_GOALS_STREAM,
    OPENING_HOURS_STREAM,
    PATIENTS_STREAM,
    PERSONALITIES_STREAM,
    PRIVATE_GOALS_STREAM,
    TEA_ORDER_STREAM,
)
from engine_core.games.tinctura.vocabulary import (
    COURSES,
    DAYS,
    FROM_SETUP,
    ILLNESSES,
    MAX_SEATS,
    MEDICATION,
    PATIENTS,
    PERSONALITIES_PHASE,
)
from engine_core.vocabulary import NONE

SEAT_COUNTS: Final = (1, 2, 3, 4)
REMOVED_PATIENTS: Final = (0, 0, 3, 2, 1)
"""By number of players, cards that leave each stack unseen (TIN-SET-03)."""
STARTING_PLANTS: Final = (1, 2, 3, 3)
"""In turn order (TIN-SET-18)."""
STARTING_MARKERS: Final = (3, 3, 3)
DEALT: Final = 2
"""Personalities and private goals to choose from."""
OPEN_GOALS_ON_DISPLAY: Final = 3


def set_up(state: TincturaState, seats: int, sink: Sink | None) -> None:
    """Lay out a game up to its first decision; :class:`BadSetup` for an option that the solo game refuses (TIN-SOLO-45)."""
    if seats == 1:
        _require_no_modules(state.options)
    data, options, rng = state.data, state.options, state.rng
    players = max(seats, 2)
    state._owned = (1 << players) - 1
    state._revealed = False
    state.day = 1
    state.hour = state.turns_left = state.experiment_markers = 0
    state.phase = PERSONALITIES_PHASE
    state.active_seat = NONE
    state.order = state.pending = ()
    state.solo = None
    state.players = [new_player() for _ in range(players)]
    state.tea_pile = rng.shuffle(TEA_ORDER_STREAM, range(players)) if seats > 1 else (0, 1)  # TIN-SET-17, TIN-SOLO-02
    plants = data.plants_per_type
    state.bag = (plants, plants, plants, plants)
    state.forest = state.discard = NO_PLANTS
    state.patients = _patient_deck(state)
    state.apprentices = _apprentice_stacks(state)
    state.week = _week(state)
    if sink and options.open_goals:
        sink(EVERYONE, OpenGoalsLaidOut(state.week.open_goals))
    draw_event(state, sink)
    fill_display(state, sink)
    lay_out_apprentices(state, sink)
    stock_merchant(state, sink)
    refill_forest(state, sink)  # TIN-RUL-01
    for place, seat in enumerate(state.tea_pile):
        draw_plants(state, seat, state.players[seat], STARTING_PLANTS[place], FROM_SETUP, sink)
    if seats == 1:
        set_up_solo(state, sink)
    _deal(state, sink)
    begin_choices(state, sink)
    go_on(state, sink)


def _require_no_modules(options: Options) -> None:
    for name in MODULES:
        if getattr(options, name) != getattr(DEFAULT_OPTIONS, name):
            raise BadSetup(name, f"the solo game is played without {name}", "TIN-SOLO-45")


def _patient_deck(state: TincturaState) -> Patients:
    """Six stacks, some cards of each removed unseen, illness 1 on top (TIN-SET-02 to 05)."""
    players = len(state.players)
    deck: list[int] = []
    for illness in range(1, ILLNESSES + 1):
        stack = [card for card in range(1, PATIENTS + 1) if state.data.patients[card].illness == illness]
        deck += state.rng.shuffle(PATIENTS_STREAM, stack)[REMOVED_PATIENTS[players] :]
    return Patients(deck=tuple(deck), display=(NONE,) * state.data.patient_spaces[players], gone=(), known=0)


def _apprentice_stacks(state: TincturaState) -> Apprentices:
    """Four stacks, and with fewer than 4 players a card of blocked spaces (TIN-SET-06, TIN-SET-07)."""
    cards = state.data.apprentices
    tablets, ointment, tincture, special = (
        state.rng.shuffle(
            APPRENTICES_STREAM + medication,
            [card for card, data in enumerate(cards) if data.medication == medication],
        )
        for medication in range(len(MEDICATION))
    )
    blocked = NONE
    if len(state.players) < MAX_SEATS:
        blocked = state.rng.below(BLOCKED_STREAM, len(state.data.blocked))
    return Apprentices(
        stacks=(tablets, ointment, tincture, special),
        display=(NONE, NONE, NONE, NONE),
        blocked=blocked,
        gone=(),
        known=(0, 0, 0, 0),
    )


def _week(state: TincturaState) -> Week:
    """What comes to light day by day, and the open goals (TIN-SET-09, TIN-SET-12, TIN-EVT-01, TIN-OG-01)."""
    rng, options = state.rng, state.options
    goals: tuple[int, ...] = ()
    if options.open_goals:
        goals = tuple(sorted(rng.shuffle(OPEN_GOALS_STREAM, range(len(OPEN_GOAL)))[:OPEN_GOALS_ON_DISPLAY]))
    return Week(
        courses=rng.shuffle(COURSES_STREAM, range(1, COURSES + 1)),
        openings=rng.shuffle(OPENING_HOURS_STREAM, range(DAYS)),
        events=rng.shuffle(EVENTS_STREAM, range(len(EVENT))) if options.events else (),
        open_goals=goals,
    )


def _deal(state: TincturaState, sink: Sink | None) -> None:
    """Two personalities and two private goals for each seat, where they are in play (TIN-SET-22, TIN-PG-01)."""
    rng, options = state.rng, state.options
    if options.personalities:
        cards = rng.shuffle(PERSONALITIES_STREAM, range(len(PERSONALITY)))
        for seat, player in enumerate(state.players):
            player.dealt_personalities = tuple(sorted(cards[DEALT * seat : DEALT * seat + DEALT]))
            if sink:
                sink(seat, PersonalitiesDealt(seat, player.dealt_personalities))
    if options.private_goals:
        goals = rng.shuffle(PRIVATE_GOALS_STREAM, range(len(PRIVATE_GOAL)))
        for seat, player in enumerate(state.players):
            player.dealt_goals = tuple(sorted(goals[DEALT * seat : DEALT * seat + DEALT]))
            if sink:
                sink(seat, PrivateGoalsDealt(seat, player.dealt_goals))


def new_player() -> Player:
    """Boards as they are before the starting plants (TIN-SET-15, TIN-SET-16, TIN-SET-20, TIN-SET-21)."""
    player = Player()
    player.points = player.blossoms = player.knowledge = player.tea = player.knowledge_steps = 0
    player.plants = player.bonus = player.produced = player.gathered_after_end = (0, 0, 0, 0)
    player.skills = (1, 1, 1, 1)
    player.mortar = 1
    player.patients = player.stamps = player.apprentices = player.journeymen = player.plan = ()
    player.markers = STARTING_MARKERS
    player.course = player.attended = player.personality = player.private_goal = NONE
    player.gathering = False
    player.used = player.illnesses = player.served = player.most_teas = player.goals_paid = 0
    player.dealt_personalities = player.dealt_goals = ()
    return player
