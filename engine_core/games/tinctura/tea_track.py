"""The tea track: who is ahead, moving a marker, the shift back to the start (chapter Produce Tea).

``TincturaState.tea_pile`` is the physical order of the markers, from the furthest ahead to the last, on a shared space from top to bottom;
``Player.tea`` is the space.
"""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import TeaMoved, TeaShifted
from engine_core.games.tinctura.module_words import MASTERFUL_TEA_CEREMONY
from engine_core.games.tinctura.state import Player, TincturaState, own_player


def tea_order(state: TincturaState) -> tuple[int, ...]:
    """All participants from first to last: by space, on a shared one by the pile, where the holder of Masterful Tea Ceremony counts
    as ahead (TIN-WORK-02, TIN-PERS-08, TIN-RUL-88)."""
    pile = state.tea_pile
    if not state.options.personalities:
        return pile
    players = state.players
    for at, holder in enumerate(pile):
        if players[holder].personality == MASTERFUL_TEA_CEREMONY:
            first = at
            while first and players[pile[first - 1]].tea == players[holder].tea:
                first -= 1
            return (*pile[:first], holder, *pile[first:at], *pile[at + 1 :])
    return pile


def tea_room(state: TincturaState, seat: int, player: Player) -> int:
    """How many teas the track has room for: up to its end, and on the end 1 if another marker lies on the own one
    (TIN-TEA-09, TIN-TEA-10, TIN-RUL-43, TIN-RUL-44). 0: nothing would move or be lifted."""
    room = state.data.tea_end - player.tea
    if room:
        return room
    return 0 if state.tea_pile[0] == seat else 1


def move_tea(state: TincturaState, seat: int, player: Player, steps: int, source: int, sink: Sink | None) -> None:
    """Move a marker so many spaces, at most to the end, and put it on top there; then the shift
    (TIN-TEA-03 to 08, TIN-RUL-44)."""
    space = min(player.tea + steps, state.data.tea_end)
    players = state.players
    rest = [other for other in state.tea_pile if other != seat]
    ahead = 0
    while ahead < len(rest) and players[rest[ahead]].tea > space:
        ahead += 1
    state.tea_pile = (*rest[:ahead], seat, *rest[ahead:])
    player.tea = space
    if sink:
        sink(EVERYONE, TeaMoved(seat, source, space))
    lowest = players[state.tea_pile[-1]].tea
    if lowest:
        for other in range(len(players)):
            own_player(state, other).tea -= lowest
        if sink:
            sink(EVERYONE, TeaShifted(lowest))
