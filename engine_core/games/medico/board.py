"""The ring of places: who stands where."""

from __future__ import annotations

from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.vocabulary import MEDICUS, NEUTRAL_SURGEON


def figures_at(state: MedicoState, place: int) -> list[int]:
    """The figures that stand there: surgeons by seat, Medicus, neutral surgeon; apprentices are no figures (MED-2P-10)."""
    figures = [seat for seat, player in enumerate(state.players) if player.place == place]
    if state.medicus_place == place:
        figures.append(MEDICUS)
    if state.neutral_place == place:
        figures.append(NEUTRAL_SURGEON)
    return figures


def others_at(state: MedicoState, place: int) -> int:
    """How many figures stand there besides the surgeon of whoever acts there, at this very moment (MED-RUL-10, MED-RUL-11)."""
    others = -1
    for player in state.players:
        if player.place == place:
            others += 1
    if state.medicus_place == place:
        others += 1
    if state.neutral_place == place:
        others += 1
    return others
