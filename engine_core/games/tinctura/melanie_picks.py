"""Solo: which plant Melanie takes in the forest, and which leftover (chapter Solo Mode, Actions in the Forest)."""

from __future__ import annotations

from collections.abc import Sequence

from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.melanie_choices import decide
from engine_core.games.tinctura.melanie_plants import missing_types
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import (
    ASK_PLANT,
    BONUS_SPACES,
    FROM_FOREST,
    HERB,
    MELANIE,
    MORTAR,
    PLANT_TYPES,
    ROOT,
)


def choose_plant(state: TincturaState, top: Frame) -> int:
    """The type of her next pick in a forest that is not empty; NONE if the human has been asked, the answer comes to ``top``.

    One that the upper recipe of a patient needs, the older card first; then the type of which the fewest lie there; then a root, then a
    herb; between mushroom and berry the human decides (TIN-SOLO-36, TIN-RUL-78).
    """
    assert state.solo is not None
    forest = state.forest
    there = [plant for plant in range(PLANT_TYPES) if forest[plant]]
    for patient, lying in zip(state.players[MELANIE].patients, state.solo.reserved, strict=True):
        missing = missing_types(state.data.patients[patient].recipes[0], lying)
        needed = [plant for plant in there if missing >> plant & 1]
        if needed:
            there = needed
            break
    fewest = min([forest[plant] for plant in there])
    there = [plant for plant in there if forest[plant] == fewest]
    for preferred in (ROOT, HERB):
        if preferred in there:
            return preferred
    return decide(state, top, ASK_PLANT, there, FROM_FOREST)


def is_useful(state: TincturaState, melanie: Player, ware: int) -> bool:
    """Whether a ware would move a marker of hers (TIN-RUL-76, TIN-RUL-114)."""
    if ware == MORTAR:
        return melanie.mortar < state.data.mortar_end
    return melanie.bonus[ware] < BONUS_SPACES


def useful_wares(state: TincturaState, melanie: Player, wares: Sequence[int]) -> list[int]:
    """Those of some wares that she can use."""
    return [ware for ware in wares if is_useful(state, melanie, ware)]
