"""Positions by hand: frames of gathering and of the share that the rules could not play on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.games.tinctura.bonus_tracks import has_extra_plant
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.state import TincturaState, is_innermost
from engine_core.games.tinctura.vocabulary import (
    EXTRA_PLANT,
    GATHER,
    LAST_HOUR,
    RAPID_GROWTH_EXTRA,
    SHARE_16,
)
from engine_core.vocabulary import NONE


def _gather(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.hour == LAST_HOUR:
        yield f"kind: before {LAST_HOUR} o'clock"
    if is_innermost(state, place) and not (waiting.left and any(state.forest)):
        yield "left: plants to take, and one in the forest"


def _extra_plant(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if not has_extra_plant(state, state.players[waiting.seat]):
        yield "kind: Green 3 is owned and unused"
    if not any(state.forest):
        yield "kind: a plant is in the forest"


def _rapid_growth(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.plant == NONE or not state.discard[waiting.plant] + state.bag[waiting.plant]:
        yield "plant: a type of which one lies in the discard or the bag"


def _share(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.hour != LAST_HOUR or not state.players[waiting.seat].gathering:
        yield f"kind: at {LAST_HOUR} o'clock, for one who gathers"
    if is_innermost(state, place) and not any(state.forest):
        yield "kind: a plant is in the forest"
    if waiting.ability != NONE and (not place or state.pending[place - 1].kind != SHARE_16):
        yield "ability: the plant of Green 3 is taken within the share"


FAULTS: Final[Mapping[int, Callable[[TincturaState, Frame, int], Iterator[str]]]] = MappingProxyType(
    {
        GATHER: _gather,
        EXTRA_PLANT: _extra_plant,
        RAPID_GROWTH_EXTRA: _rapid_growth,
        SHARE_16: _share,
    }
)
"""By kind of frame."""
