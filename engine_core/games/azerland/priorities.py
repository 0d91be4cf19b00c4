"""Phase 2: filling the plaquettes in secret (chapter Phase 2 - Priorities)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import PlaceTile
from engine_core.games.azerland.events import TilePlaced, TileSet
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import COLUMNS, PRIORITIES


def place_tile(state: AzerlandState, seat: int, player: Player, action: PlaceTile, sink: Sink | None) -> None:
    """Insert a tile into the leftmost empty column; nobody else learns which (AZE-PRIO-01 to 05, AZE-RUL-09)."""
    column = len(player.placed_numbers)
    player.placed_numbers = (*player.placed_numbers, action.number)
    player.placed_sides = (*player.placed_sides, action.side)
    if sink:
        sink(seat, TileSet(seat, column, action.number, action.side))
        sink(EVERYONE, TilePlaced(seat, column))


def unplaced_tiles(player: Player) -> list[int]:
    """The numbers of the tiles not inserted yet, each once, ascending (AZE-PRIO-02)."""
    left = list(player.tiles)
    for number in player.placed_numbers:
        left.remove(number)
    return sorted(set(left))


def still_choosing(state: AzerlandState) -> tuple[int, ...]:
    """The seats that have an empty column in phase 2: public (AZE-PRIO-01)."""
    if state.phase != PRIORITIES:
        return ()
    return tuple([seat for seat, player in enumerate(state.players) if len(player.placed_numbers) < COLUMNS])
