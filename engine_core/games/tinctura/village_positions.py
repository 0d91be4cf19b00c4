"""Positions by hand: frames of courses, merchant and leftovers that the rules could not play on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.games.tinctura.courses import legal_course_reward, legal_marker_colour
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.leftovers import claimable
from engine_core.games.tinctura.merchant import legal_merchant
from engine_core.games.tinctura.state import TincturaState, is_innermost, is_melanie
from engine_core.games.tinctura.vocabulary import (
    CART_ABILITY,
    COURSE_REWARD,
    LEFTOVER,
    MARKER_CHOICE,
    MEDICATION,
    MERCHANT,
    MOST_WARES,
    WARE_GAINED,
)
from engine_core.vocabulary import NONE


def _course_reward(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.course < 1 or not state.data.courses[waiting.course].markers:
        yield "course: one with planning markers"
    elif is_innermost(state, place) and not legal_course_reward(
        state, waiting.seat, state.players[waiting.seat], waiting
    ):
        yield "kind: a planning marker is in the supply, or an experiment is possible"


def _marker_colour(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if not waiting.left or not legal_marker_colour(state, waiting.seat, state.players[waiting.seat], waiting):
        yield "left: planning markers to take, and one in the supply"


def _merchant(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if not is_innermost(state, place):
        if not 1 <= waiting.done <= MOST_WARES:
            yield f"done: 1 to {MOST_WARES} wares, if one of them is being paid or brings something"
    elif waiting.done >= MOST_WARES or not legal_merchant(state, waiting.seat, state.players[waiting.seat], waiting):
        yield f"done: fewer than {MOST_WARES} wares, and without any one that can be bought"


def _leftover(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.ability not in (*range(len(MEDICATION)), CART_ABILITY):
        yield "ability: a journeyman, or Fell off the Cart"
    elif is_innermost(state, place) and not (
        is_melanie(state, waiting.seat) or claimable(state, state.players[waiting.seat], waiting.ability)
    ):
        yield "kind: a ware is left that can be paid"


def _ware_gained(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.ware == NONE or waiting.source == NONE:
        yield "ware, source: which ware, bought or a leftover"


FAULTS: Final[Mapping[int, Callable[[TincturaState, Frame, int], Iterator[str]]]] = MappingProxyType(
    {
        COURSE_REWARD: _course_reward,
        MARKER_CHOICE: _marker_colour,
        MERCHANT: _merchant,
        LEFTOVER: _leftover,
        WARE_GAINED: _ware_gained,
    }
)
"""By kind of frame."""
