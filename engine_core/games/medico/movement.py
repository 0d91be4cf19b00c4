"""From the start place along the paths to the destination (chapter Turn), and what is collected on the way (Collect Remedies)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import CollectRemedy, DiscardRemedy, LeaveWaypoint, ShiftRemedy, StartMove
from engine_core.games.medico.events import (
    PlaceReached,
    RemedyDiscarded,
    RemedyShifted,
    RemedyStored,
    WaypointReached,
)
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.storage import cover_symbol, store, take_from_pouch
from engine_core.games.medico.vocabulary import DESTINATION, PLACES, WAYPOINT
from engine_core.vocabulary import NONE


def walk(start: int, destination: int, longer: bool) -> tuple[int, int]:
    """Direction (+1 clockwise, -1 counter-clockwise) and number of paths of the shorter or longer way (MED-MOVE-02, MED-FAV-8).

    Never a tie on a ring of 7 (MED-RUL-04).
    """
    clockwise = (destination - start) % PLACES
    if (2 * clockwise < PLACES) != longer:
        return 1, clockwise
    return -1, PLACES - clockwise


def start_move(state: MedicoState, seat: int, player: Player, action: StartMove, sink: Sink | None) -> None:
    """Leave the start place; the way is computed now (MED-MOVE-02, MED-RUL-09, MED-RUL-67)."""
    turn = state.turn
    start = player.place
    step, turn.steps_left = walk(start, player.destination, turn.free_decision)
    turn.waypoint_step = step
    turn.waypoint = start if step > 0 else (start - 1) % PLACES
    state.phase = WAYPOINT
    if sink:
        sink(EVERYONE, WaypointReached(seat, turn.waypoint))


def leave_waypoint(state: MedicoState, seat: int, player: Player, action: LeaveWaypoint, sink: Sink | None) -> None:
    """Walk on to the next path, each once in walking order, or to the destination (MED-MOVE-03, MED-MOVE-10, MED-COLL-12)."""
    turn = state.turn
    turn.taken_here = turn.rich_find = False
    turn.steps_left -= 1
    if turn.steps_left:
        turn.waypoint = (turn.waypoint + turn.waypoint_step) % PLACES
        if sink:
            sink(EVERYONE, WaypointReached(seat, turn.waypoint))
        return
    turn.waypoint = NONE
    turn.waypoint_step = 0
    player.place = place = player.destination
    turn.market_open = bool(state.places[place].market_stack)
    state.phase = DESTINATION
    if sink:
        sink(EVERYONE, PlaceReached(seat, place))


def collect_remedy(state: MedicoState, seat: int, player: Player, action: CollectRemedy, sink: Sink | None) -> None:
    """Take 1 remedy of the path being crossed and store it (MED-COLL-01)."""
    turn = state.turn
    turn.taken_here = True
    remedy = state.places[turn.waypoint].path_remedy
    if sink:
        sink(EVERYONE, RemedyStored(seat, remedy, action.store_in))
    store(state, seat, player, remedy, action.store_in, sink)


def discard_remedy(state: MedicoState, seat: int, player: Player, action: DiscardRemedy, sink: Sink | None) -> None:
    """Return a remedy from a pouch to the supply (MED-COLL-07)."""
    take_from_pouch(player, action.remedy)
    if sink:
        sink(EVERYONE, RemedyDiscarded(seat, action.remedy))


def shift_remedy(state: MedicoState, seat: int, player: Player, action: ShiftRemedy, sink: Sink | None) -> None:
    """Move a remedy from a pouch onto a book (MED-KNOW-14)."""
    take_from_pouch(player, action.remedy)
    if sink:
        sink(EVERYONE, RemedyShifted(seat, action.remedy, action.store_in + 1))
    cover_symbol(state, seat, player, action.remedy, action.store_in, sink)
