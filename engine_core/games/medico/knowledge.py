"""Knowledge markers and the abilities they unlock (Appendix, Knowledge Markers)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import PlaceKnowledge, UsePrivilege
from engine_core.games.medico.data import KNOWLEDGE_SPACES
from engine_core.games.medico.events import KnowledgePlaced, PrivilegeUsed
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.storage import store
from engine_core.games.medico.vocabulary import BOREDOM, COURIERS_WAGE, PLACES, POUCH

BOREDOM_POINTS: Final = 4
ALL_ABILITIES: Final = (1 << KNOWLEDGE_SPACES) - 1


def room_for_marker(player: Player) -> bool:
    """Whether another knowledge marker could still be placed (MED-RUL-51)."""
    return player.abilities.bit_count() + player.collected_markers < KNOWLEDGE_SPACES


def opposite_path(place: int) -> int:
    """The path exactly opposite a place, by the place that it leaves clockwise (MED-KNOW-08, MED-RUL-54)."""
    return (place + 3) % PLACES


def use_privilege(state: MedicoState, seat: int, player: Player, action: UsePrivilege, sink: Sink | None) -> None:
    """The remedy of the path opposite the start place comes to an empty pouch, once per turn (MED-KNOW-08, MED-KNOW-09)."""
    state.turn.privilege_used = True
    remedy = state.places[opposite_path(player.place)].path_remedy
    if sink:
        sink(EVERYONE, PrivilegeUsed(seat, remedy))
    store(state, seat, player, remedy, POUCH, sink)


def place_knowledge(state: MedicoState, seat: int, player: Player, action: PlaceKnowledge, sink: Sink | None) -> None:
    """A collected marker unlocks the ability of a free space (MED-EOT-01, MED-KNOW-01)."""
    unlock(state, seat, player, action.ability, sink)


def unlock(state: MedicoState, seat: int, player: Player, ability: int, sink: Sink | None) -> None:
    """Place one collected marker; Courier's Wage and Boredom pay at once (MED-KNOW-06, MED-KNOW-10, MED-RUL-53)."""
    player.collected_markers -= 1
    player.abilities |= 1 << ability
    wage = 1 if ability == COURIERS_WAGE else 0
    points = BOREDOM_POINTS if ability == BOREDOM else 0
    player.coins += wage
    player.points += points
    if sink:
        sink(EVERYONE, KnowledgePlaced(seat, ability, wage, wage, points))
    gain_prestige(state, seat, wage, sink)


def place_last_marker(state: MedicoState, seat: int, player: Player, sink: Sink | None) -> None:
    """With exactly one space free the last marker goes there without asking (MED-RUL-71, MED-RUL-52)."""
    free = ALL_ABILITIES & ~player.abilities
    if player.collected_markers and free.bit_count() == 1:
        unlock(state, seat, player, free.bit_length() - 1, sink)
