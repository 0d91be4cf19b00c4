"""The course of play: whose turn it is, the phases of a day, the days (chapter How to Play).

Steps leave frames on the stack; :func:`go_on` carries out what follows by itself, from the innermost frame outwards, then turn after turn
and phase after phase, until a decision is open or the game is over (AZE-RUL-80).
"""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland import solo
from engine_core.games.azerland.column_actions import begin_action
from engine_core.games.azerland.columns import exchange_cauldrons, pay_wages, reveal_plaquettes, start_column
from engine_core.games.azerland.events import GameEnded, TurnEnded, VisitorLeft
from engine_core.games.azerland.frames import frame
from engine_core.games.azerland.preparation import start_day
from engine_core.games.azerland.priorities import still_choosing
from engine_core.games.azerland.resume import RESUME
from engine_core.games.azerland.starting_resources import receive_starting_resources
from engine_core.games.azerland.state import AzerlandState, own_player
from engine_core.games.azerland.vocabulary import (
    AI,
    BONUS_INGREDIENT,
    DAYS,
    DRINK,
    GAME_OVER,
    HARVEST,
    HARVEST_COLUMN,
    POTIONS,
    PREPARATION,
    PRIORITIES,
    REVEAL,
    SERVE_COLUMN,
    SETUP,
)
from engine_core.stack import push
from engine_core.vocabulary import NONE


def go_on(state: AzerlandState, sink: Sink | None) -> None:
    """Everything up to the next decision."""
    while True:
        while state.pending:
            top = state.pending[-1]
            if RESUME[top.kind](state, state.active_seat, top, sink):
                return
        if sink and state.phase >= POTIONS and state.turns_left < len(state.order):
            ended = state.order[-1 - state.turns_left]
            if ended != AI and state.phase != REVEAL:
                sink(EVERYONE, TurnEnded(ended))
        if state.turns_left:
            state.turns_left -= 1
            _begin_turn(state, state.order[-1 - state.turns_left], sink)
        elif _next_phase(state, sink):
            return


def _begin_turn(state: AzerlandState, participant: int, sink: Sink | None) -> None:
    """What one player, or the AI, does in this phase or column."""
    phase = state.phase
    if participant == AI:
        state.active_seat = solo.HUMAN
        if phase == POTIONS:
            solo.drink(state, sink)
        elif phase >= HARVEST_COLUMN:
            solo.perform(state, phase - HARVEST_COLUMN, sink)
        return
    state.active_seat = participant
    if phase >= HARVEST_COLUMN:
        begin_action(state, participant, own_player(state, participant), phase - HARVEST_COLUMN, sink)
    elif phase == POTIONS:
        push(state, frame(DRINK))
    elif phase == REVEAL:
        pay_wages(state, participant, sink)
    elif phase == PREPARATION:
        push(state, frame(BONUS_INGREDIENT, 1))
    else:
        receive_starting_resources(state, participant, sink)


def _next_phase(state: AzerlandState, sink: Sink | None) -> bool:
    """The next phase or column begins; true if it waits for all, or if the game is over (AZE-PREP-01, AZE-ACT-01)."""
    phase = state.phase
    if phase >= HARVEST_COLUMN:
        exchange_cauldrons(state, phase - HARVEST_COLUMN, sink)
        if phase < SERVE_COLUMN:
            start_column(state, phase - HARVEST_COLUMN + 1, sink)
            return False
        return _end_day(state, sink)
    if phase == SETUP:
        start_day(state, 1, sink)
    elif phase == PREPARATION:
        state.phase = PRIORITIES
        state.active_seat = NONE
        state.order = ()
        return True
    elif phase == PRIORITIES:
        if still_choosing(state):
            return True
        state.phase = POTIONS  # AZE-POT-01
        state.order = state.cauldrons
        state.turns_left = len(state.order)
        state._revealed |= state.sheet != NONE  # AZE-RUL-76
    elif phase == POTIONS:
        reveal_plaquettes(state, sink)
    else:
        start_column(state, HARVEST, sink)
    return False


def _end_day(state: AzerlandState, sink: Sink | None) -> bool:
    """Infinity visitors that were served leave; the next day, or the end after the sixth (AZE-SERVE-20, AZE-RUL-70, AZE-END-01)."""
    visitors = state.visitors
    leaving = visitors.served_infinity
    if leaving:
        state.visitors = evolve(
            visitors,
            town=tuple([visitor for visitor in visitors.town if visitor not in leaving]),
            served_infinity=(),
            gone=tuple(sorted((*visitors.gone, *leaving))),
        )
        if sink:
            for visitor in leaving:
                sink(EVERYONE, VisitorLeft(visitor))
    if state.day < DAYS:
        start_day(state, state.day + 1, sink)
        return False
    state.phase = GAME_OVER
    state.active_seat = NONE
    state.order = ()
    if sink:
        sink(EVERYONE, GameEnded())
    return True
