"""Study steps from any source, and the levels that the discs reach (chapter Study action)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import AdvanceDisc
from engine_core.games.azerland.events import DiscAdvanced
from engine_core.games.azerland.frames import count_down
from engine_core.games.azerland.gains import ONE_OF, added
from engine_core.games.azerland.harvest import harvest
from engine_core.games.azerland.state import AzerlandState, Player


def advance_disc(state: AzerlandState, seat: int, player: Player, action: AdvanceDisc, sink: Sink | None) -> None:
    """One step; a Harvest space that is met is resolved before the next one (AZE-STUDY-02, AZE-STUDY-03, AZE-STUDY-07)."""
    count_down(state)
    data = state.data
    potion = action.potion
    player.discs = discs = added(player.discs, ONE_OF[potion])
    space = discs[potion]
    if sink:
        sink(EVERYONE, DiscAdvanced(seat, potion, space, data.level_of_space[space]))
    if data.harvest_space[space]:
        harvest(state, seat, player, 1, sink)


def level_of(state: AzerlandState, player: Player, potion: int) -> int:
    """The level of a type: what the disc has reached or passed (AZE-STUDY-04 to 06, AZE-RUL-42)."""
    return state.data.level_of_space[player.discs[potion]]


def movable_discs(state: AzerlandState, player: Player) -> list[int]:
    """The types whose discs are not on the last space (AZE-STUDY-10)."""
    last = state.data.last_space
    return [potion for potion, space in enumerate(player.discs) if space < last]


def order_bonus(state: AzerlandState, player: Player, visitor: int) -> int:
    """The study-level bonus of an order: of its specific types that with the lowest level; none for jokers only
    (AZE-SERVE-05 to 09, AZE-RUL-47, AZE-RUL-48)."""
    types = state.data.order_types[visitor]
    return min((level_of(state, player, potion) for potion in range(3) if types >> potion & 1), default=0)
