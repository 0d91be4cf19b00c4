"""Positions by hand: frames of courses, merchant, leftovers, forest and powder that the rules could not play on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.games.tinctura.bonus_tracks import has_extra_plant
from engine_core.games.tinctura.courses import legal_course_reward, legal_marker_colour
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.leftovers import claimable
from engine_core.games.tinctura.merchant import legal_merchant
from engine_core.games.tinctura.options import POWDER_TRACKS
from engine_core.games.tinctura.state import TincturaState, is_melanie
from engine_core.games.tinctura.vocabulary import (
    BLOSSOMS,
    CART_ABILITY,
    CHOOSE_SKIP,
    COURSE_REWARD,
    EXTRA_PLANT,
    GATHER,
    LAST_HOUR,
    LEFTOVER,
    MARKER_CHOICE,
    MEDICATION,
    MERCHANT,
    MOST_WARES,
    POWDER,
    RAPID_GROWTH_EXTRA,
    SHARE_16,
    WARE_GAINED,
)
from engine_core.vocabulary import NONE


def village_frame_faults(state: TincturaState, place: int) -> Iterator[str]:
    """Why the frame at this place of the stack cannot wait there; only the innermost one has to have an answer."""
    waiting = state.pending[place]
    check = _FAULTS.get(waiting.kind)
    if check is not None and waiting.seat < len(state.players):
        yield from check(state, waiting, place)


def _is_innermost(state: TincturaState, place: int) -> bool:
    return place == len(state.pending) - 1


def _course_reward(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.course < 1 or not state.data.courses[waiting.course].markers:
        yield "course: one with planning markers"
    elif _is_innermost(state, place) and not legal_course_reward(
        state, waiting.seat, state.players[waiting.seat], waiting
    ):
        yield "kind: a planning marker is in the supply, or an experiment is possible"


def _marker_colour(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if not waiting.left or not legal_marker_colour(state, waiting.seat, state.players[waiting.seat], waiting):
        yield "left: planning markers to take, and one in the supply"


def _merchant(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if not _is_innermost(state, place):
        if not 1 <= waiting.done <= MOST_WARES:
            yield f"done: 1 to {MOST_WARES} wares, if one of them is being paid or brings something"
    elif waiting.done >= MOST_WARES or not legal_merchant(state, waiting.seat, state.players[waiting.seat], waiting):
        yield f"done: fewer than {MOST_WARES} wares, and without any one that can be bought"


def _gather(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.hour == LAST_HOUR:
        yield f"kind: before {LAST_HOUR} o'clock"
    if _is_innermost(state, place) and not (waiting.left and any(state.forest)):
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
    if _is_innermost(state, place) and not any(state.forest):
        yield "kind: a plant is in the forest"
    if waiting.ability != NONE and (not place or state.pending[place - 1].kind != SHARE_16):
        yield "ability: the plant of Green 3 is taken within the share"


def _leftover(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.ability not in (*range(len(MEDICATION)), CART_ABILITY):
        yield "ability: a journeyman, or Fell off the Cart"
    elif _is_innermost(state, place) and not (
        is_melanie(state, waiting.seat) or claimable(state, state.players[waiting.seat], waiting.ability)
    ):
        yield "kind: a ware is left that can be paid"


def _powder(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.options.bonus_tracks != POWDER_TRACKS:
        yield "kind: with the powder set only"
    if waiting.choice == CHOOSE_SKIP:
        yield "choice: powder, service, or none yet"
    if _is_innermost(state, place) and not waiting.left:
        yield "left: powders or services to come"


def _blossoms(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.options.bonus_tracks != POWDER_TRACKS or not waiting.left:
        yield "left: blossoms of the powder set"


def _ware_gained(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if waiting.ware == NONE or waiting.source == NONE:
        yield "ware, source: which ware, bought or a leftover"


_FAULTS: Final[Mapping[int, Callable[[TincturaState, Frame, int], Iterator[str]]]] = MappingProxyType(
    {
        COURSE_REWARD: _course_reward,
        MARKER_CHOICE: _marker_colour,
        MERCHANT: _merchant,
        GATHER: _gather,
        EXTRA_PLANT: _extra_plant,
        RAPID_GROWTH_EXTRA: _rapid_growth,
        SHARE_16: _share,
        LEFTOVER: _leftover,
        POWDER: _powder,
        BLOSSOMS: _blossoms,
        WARE_GAINED: _ware_gained,
    }
)
"""By kind of frame."""
