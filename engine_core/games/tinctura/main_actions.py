"""Beginning a main action, forgoing one, ending a turn (chapter Work Phase)."""

from __future__ import annotations

from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.actions import EndTurn, ForgoAction
from engine_core.games.tinctura.bonus_tracks import has_double_action
from engine_core.games.tinctura.events import ActionForgone, TurnEnded
from engine_core.games.tinctura.frames import frame
from engine_core.games.tinctura.state import Player, TincturaState, current_area
from engine_core.games.tinctura.vocabulary import AGAIN, CARE, POWDER, PREMONITION_PEEK, REPEAT, TURN, TURN_AFTER
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE


def begin_action(state: TincturaState, seat: int) -> None:
    """A main action of village or forest begins: the post-window takes the place of the turn. Called first by every such action."""
    swap_top(state, frame(TURN_AFTER, seat))


def begin_pharmacy_action(state: TincturaState, seat: int, player: Player, main: int) -> None:
    """A main action of the pharmacy begins: it takes the place of the decision that offered it. Called first by every such action.

    From ``turn`` the post-window follows, and before it the question of White 3 if that is owned and unused; ``again`` and ``premonition``
    are done with it. In ``powder`` it is a service, which is counted; ``final_production`` stays as it is.
    """
    kind = state.pending[-1].kind
    if kind == TURN:
        swap_top(state, frame(TURN_AFTER, seat))
        if has_double_action(state, player):
            push(state, frame(REPEAT, seat, main=main))
    elif kind in (AGAIN, PREMONITION_PEEK):
        pop(state)
    elif kind == POWDER:
        count_powder(state, seat)


def count_powder(state: TincturaState, seat: int) -> None:
    """One powder or service of the innermost frame, a ``powder``, is begun; what the rest is used for is decided anew where both may be
    mixed (TIN-RUL-68)."""
    top = state.pending[-1]
    choice = NONE if state.options.powder_last_space_mix else top.choice
    swap_top(state, frame(POWDER, seat, top.left - 1, done=top.done + 1, choice=choice))


def refuse_forgo(state: TincturaState, seat: int, player: Player, action: ForgoAction) -> Rejection | None:
    """Always legal in an area hour, but for the second hour of a course (TIN-RUL-12, TIN-RUL-13): see :mod:`.timing`."""
    return None


def forgo_action(state: TincturaState, seat: int, player: Player, action: ForgoAction, sink: Sink | None) -> None:
    """The hour gives nothing (TIN-WORK-09)."""
    begin_action(state, seat)
    if sink:
        sink(EVERYONE, ActionForgone(seat))


def refuse_end_turn(state: TincturaState, seat: int, player: Player, action: EndTurn) -> Rejection | None:
    """After the main action, or in a care hour."""
    if state.pending[-1].kind == TURN and current_area(state, player) != CARE:
        return Rejection("TIN-WORK-04", "The main action comes first; it may be forgone.")
    return None


def end_turn(state: TincturaState, seat: int, player: Player, action: EndTurn, sink: Sink | None) -> None:
    """The turn of the hour is over (TIN-WORK-08)."""
    pop(state)
    if sink:
        sink(EVERYONE, TurnEnded(seat))
