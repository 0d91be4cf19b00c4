"""The prestige track: how far the markers are and which lies on top where several share a space."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.events import PrestigeMoved
from engine_core.games.medico.state import MedicoState, own_player
from engine_core.games.medico.vocabulary import MEDICUS


def prestige_of(state: MedicoState, figure: int) -> int:
    """The prestige of a surgeon, the Medicus or the neutral surgeon."""
    if figure < MEDICUS:
        return state.players[figure].prestige
    return state.medicus_prestige if figure == MEDICUS else state.neutral_prestige


def gain_prestige(state: MedicoState, figure: int, amount: int, sink: Sink | None) -> None:
    """One move forward to its final space, on top of the markers there; 0 moves nothing (MED-RUL-17, MED-RUL-19, MED-RUL-21)."""
    if not amount:
        return
    prestige = prestige_of(state, figure) + amount
    _set_prestige(state, figure, prestige)
    order = state.prestige_order
    position = last = order.index(figure)
    while last + 1 < len(order) and prestige_of(state, order[last + 1]) <= prestige:
        last += 1
    state.prestige_order = (*order[:position], *order[position + 1 : last + 1], figure, *order[last + 1 :])
    if sink:
        sink(EVERYONE, PrestigeMoved(figure, prestige))


def lose_prestige(state: MedicoState, figure: int, sink: Sink | None) -> None:
    """The winner's loss of 1, never below 0, where the marker keeps its position (MED-DUEL-08, MED-RUL-17, MED-RUL-20, MED-RUL-77)."""
    prestige = prestige_of(state, figure) - 1
    if prestige < 0:
        return
    _set_prestige(state, figure, prestige)
    order = state.prestige_order
    position = first = order.index(figure)
    while first and prestige_of(state, order[first - 1]) > prestige:
        first -= 1
    state.prestige_order = (*order[:first], figure, *order[first:position], *order[position + 1 :])
    if sink:
        sink(EVERYONE, PrestigeMoved(figure, prestige))


def _set_prestige(state: MedicoState, figure: int, prestige: int) -> None:
    if figure < MEDICUS:
        own_player(state, figure).prestige = prestige
    elif figure == MEDICUS:
        state.medicus_prestige = prestige
    else:
        state.neutral_prestige = prestige
