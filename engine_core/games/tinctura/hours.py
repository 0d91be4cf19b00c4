"""The hour loop: frozen order, deadlines, turns, what follows at the end of an hour; and the phases round it (chapter Work Phase).

Steps leave frames on the stack; :func:`go_on` carries out what follows by itself, from the innermost frame outwards, then turn after turn,
hour after hour and day after day, until a decision is open or the game is over.
"""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura import final, forest, leftovers, melanie, patients, planning
from engine_core.games.tinctura.courses import reward_single_hour
from engine_core.games.tinctura.days import end_day, start_day
from engine_core.games.tinctura.flow_events import FinalStarted, GameEnded, HourStarted
from engine_core.games.tinctura.frames import frame
from engine_core.games.tinctura.goals import pay_open_goals
from engine_core.games.tinctura.resume import RESUME
from engine_core.games.tinctura.state import TincturaState, is_melanie, own_player
from engine_core.games.tinctura.tea_track import tea_order
from engine_core.games.tinctura.vocabulary import (
    DAYS,
    END_OF_HOUR,
    FINAL,
    FIRST_HOUR,
    GAME_OVER,
    HOUR_PHASE,
    LAST_HOUR,
    PERSONALITIES_PHASE,
    PRIVATE_GOALS_PHASE,
    SOLO_CHOICE,
    TURN,
)
from engine_core.stack import push
from engine_core.vocabulary import NONE


def go_on(state: TincturaState, sink: Sink | None) -> None:
    """Everything up to the next decision."""
    has_open_goals = state.options.open_goals
    while True:
        while state.pending:
            top = state.pending[-1]
            if RESUME[top.kind](state, top.seat, top, sink):
                state.active_seat = 0 if top.kind == SOLO_CHOICE else top.seat
                if has_open_goals:
                    pay_open_goals(state, sink)
                return
        if has_open_goals:
            pay_open_goals(state, sink)  # TIN-RUL-70
        if state.turns_left:
            state.turns_left -= 1
            _begin_turn(state, state.order[-1 - state.turns_left], sink)
        elif _advance(state, sink):
            return


def _begin_turn(state: TincturaState, participant: int, sink: Sink | None) -> None:
    """A participant's turn of this hour, or in the final production (TIN-WORK-08, TIN-RUL-54)."""
    if is_melanie(state, participant):
        melanie.begin_turn(state, sink)
    elif state.phase == FINAL:
        final.begin_turn(state, participant)
    else:
        push(state, frame(TURN, participant))


def _advance(state: TincturaState, sink: Sink | None) -> bool:
    """No turn is left: what comes next; true if all seats choose at the same time, or if the game is over."""
    phase = state.phase
    if phase == HOUR_PHASE:
        _end_hour(state, sink)
    elif phase == END_OF_HOUR:
        _next_hour(state, sink)
    elif phase == FINAL:
        return _end_game(state, sink)
    elif planning.still_choosing(state):
        return True
    elif phase == PERSONALITIES_PHASE:
        planning.reveal_personalities(state, sink)
        begin_goals_or_day(state, sink)
    elif phase == PRIVATE_GOALS_PHASE:
        start_day(state, sink)
    else:
        planning.reveal_plans(state, sink)
        _begin_hour(state, FIRST_HOUR, sink)
    return False


def begin_choices(state: TincturaState, sink: Sink | None) -> None:
    """Set-up is done: personalities, private goals or the first day, as the options say."""
    if state.options.personalities:
        state.phase = PERSONALITIES_PHASE
    else:
        begin_goals_or_day(state, sink)


def begin_goals_or_day(state: TincturaState, sink: Sink | None) -> None:
    """Private goals if they are in play, otherwise the first day."""
    if state.options.private_goals:
        state.phase = PRIVATE_GOALS_PHASE
    else:
        start_day(state, sink)


def _begin_hour(state: TincturaState, hour: int, sink: Sink | None) -> None:
    """Freeze the order, then remove patients past their deadline, in that order (TIN-WORK-02, TIN-RUL-11, TIN-PHARM-09)."""
    state.phase = HOUR_PHASE
    state.hour = hour
    state.order = order = tea_order(state)
    state.turns_left = len(order)
    if sink:
        sink(EVERYONE, HourStarted(state.day, hour, order))
    patients.expire(state, sink)


def _end_hour(state: TincturaState, sink: Sink | None) -> None:
    """After the last turn: sharing at 16, Single Hour, leftover claims, in this order (TIN-RUL-106)."""
    state.phase = END_OF_HOUR
    leftovers.begin_leftovers(state, sink)
    reward_single_hour(state, sink)
    if state.hour == LAST_HOUR:
        forest.begin_share(state, sink)


def _next_hour(state: TincturaState, sink: Sink | None) -> None:
    """The next hour, day, or the final production (TIN-WORK-08, TIN-EOD-01, TIN-END-01)."""
    for seat, player in enumerate(state.players):
        if player.attended != NONE:
            own_player(state, seat).attended = NONE
    if state.hour < LAST_HOUR:
        _begin_hour(state, state.hour + 1, sink)
    elif state.day < DAYS:
        end_day(state, sink)
    else:
        state.phase = FINAL
        state.order = tea_order(state)
        state.turns_left = len(state.order)
        if sink:
            sink(EVERYONE, FinalStarted(state.order))


def _end_game(state: TincturaState, sink: Sink | None) -> bool:
    state.phase = GAME_OVER
    state.active_seat = NONE
    state.order = ()
    state._revealed = True
    if sink:
        final.reveal_private_goals(state, sink)
        sink(EVERYONE, GameEnded())
    return True
