"""Solo: the plants that Melanie sets aside for her patients (chapter Solo Mode, Further Special Rules)."""

from __future__ import annotations

from engine_core.events import Sink
from engine_core.games.tinctura.state import Player, TincturaState


def reserve_plants(state: TincturaState, melanie: Player, sink: Sink | None) -> None:
    """Put free plants of Melanie's that her patients need on their cards: the older card first, for its upper recipe
    (TIN-SOLO-40, TIN-RUL-75). Called after every gain of plants and after she has taken a patient; ``melanie`` is owned by the step.

    Moves tiles from ``melanie.plants`` to ``state.solo.reserved``, which has one entry per patient of hers.
    """
