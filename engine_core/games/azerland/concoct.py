"""Making potions from their recipes (chapter Concoct action, visitor 17)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import Concoct, ConcoctDiscounted
from engine_core.games.azerland.events import PotionConcocted
from engine_core.games.azerland.frames import count_down
from engine_core.games.azerland.gains import ONE_OF, added, pay_event_bonus, without
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import BONUS_CONCOCT
from engine_core.vocabulary import NONE


def covers(owned: tuple[int, int, int], needed: tuple[int, int, int]) -> bool:
    """Whether there are enough tokens of every type."""
    return owned[0] >= needed[0] and owned[1] >= needed[1] and owned[2] >= needed[2]


def discounted(recipe: tuple[int, int, int], omitted: int) -> tuple[int, int, int] | None:
    """A recipe without one ingredient; ``None`` if it does not name it (AZE-RUL-56)."""
    return without(recipe, ONE_OF[omitted]) if recipe[omitted] else None


def concoct(state: AzerlandState, seat: int, player: Player, action: Concoct, sink: Sink | None) -> None:
    """One repetition: a potion for its whole recipe (AZE-CONC-01, AZE-CONC-02)."""
    count_down(state)
    _make(state, seat, player, action.potion, state.data.recipes[action.potion], NONE, sink)


def concoct_discounted(
    state: AzerlandState, seat: int, player: Player, action: ConcoctDiscounted, sink: Sink | None
) -> None:
    """Visitor 17: a potion for its recipe without one ingredient (AZE-VIS-17, AZE-BON-10)."""
    count_down(state)
    paid = without(state.data.recipes[action.potion], ONE_OF[action.omitted])
    _make(state, seat, player, action.potion, paid, action.omitted, sink)


def _make(
    state: AzerlandState,
    seat: int,
    player: Player,
    potion: int,
    paid: tuple[int, int, int],
    omitted: int,
    sink: Sink | None,
) -> None:
    player.ingredients = without(player.ingredients, paid)
    player.potions = added(player.potions, ONE_OF[potion])
    if sink:
        sink(EVERYONE, PotionConcocted(seat, potion, omitted))
    pay_event_bonus(state, seat, player, BONUS_CONCOCT, sink)
