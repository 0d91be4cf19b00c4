"""Positions by hand: what every frame has to keep, and what those of each chapter have to keep besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine_core.games.tinctura import forest_positions, pharmacy_positions, village_positions
from engine_core.games.tinctura.frames import FIELDS_OF, Frame, frame
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.vocabulary import PENDING, TURN

_EMPTY: Final = frame(TURN, 0)
_FIELDS: Final = tuple(field for field in Frame.__slots__ if field not in ("kind", "seat"))
_FAULTS: Final = {**pharmacy_positions.FAULTS, **village_positions.FAULTS, **forest_positions.FAULTS}


def frame_faults(state: TincturaState, place: int) -> Iterator[str]:
    """Why the frame at this place of the stack cannot wait there, ``field: sentence``; only the innermost one has to have an answer."""
    waiting = state.pending[place]
    if waiting.seat >= len(state.players):
        yield "seat: a participant"
        return
    if waiting.patient == 0 or waiting.course == 0:
        yield "patient, course: cards are numbered from 1"
        return
    for field in _FIELDS:
        if field not in FIELDS_OF[waiting.kind] and getattr(waiting, field) != getattr(_EMPTY, field):
            yield f"{field}: not set for {PENDING.words[waiting.kind]}"
    if waiting.kind in _FAULTS:
        yield from _FAULTS[waiting.kind](state, waiting, place)
