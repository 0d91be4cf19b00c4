"""What a production needs of skills and mushrooms, and what it pays (chapter Produce Medication, reward types; chapter End of the Game).

``levels`` are those of the two required skills: plant knowledge and the one of the medication. Extra mushrooms raise them for one
production only; how, says the option ``mushroom_model`` (TIN-RUL-34).
"""

from __future__ import annotations

from typing import Final

from engine_core.games.tinctura.options import FLAT_QUALITY, QUALITY_LEVEL
from engine_core.games.tinctura.patient_cards import PatientCard, Recipe
from engine_core.games.tinctura.state import Player, TincturaState, hour_index
from engine_core.games.tinctura.vocabulary import (
    FINAL,
    MAXIMUM_REWARD,
    MULTIPLE_REWARD,
    QUALITY_REWARD,
    TIME_REWARD,
)

Levels = tuple[int, int]

QUALITY_POINTS: Final = (0, 2, 4, 6, 8)
"""By quality, higher ones as the last (TIN-PHARM-28, TIN-RUL-36)."""
MULTIPLE_POINTS: Final = (0, 5, 9, 14)
"""By units (TIN-PHARM-31)."""
MAXIMUM_POINTS: Final = (0, 0, 0, 0, 0, 5, 6, 7, 8, 10)
"""By the highest required skill (TIN-PHARM-34, TIN-RUL-36)."""
TIME_POINTS: Final = (8, 8, 8, 8, 4, 4, 4, 4, 2, 2)
"""By hours since the patient was taken, none counts as 1 (TIN-PHARM-29, TIN-RUL-37)."""
FINAL_POINTS: Final = ((1, 1, 3, 2), (2, 2, 4, 3), (3, 3, 5, 4))
"""By band of the level, then medication (TIN-END-03 to 05)."""
_FINAL_BANDS: Final = (0, 0, 0, 0, 0, 0, 1, 1, 2)
"""By level, higher ones as the last."""
_BEST_QUALITY: Final = len(QUALITY_POINTS) - 1
_BEST_MAXIMUM: Final = len(MAXIMUM_POINTS) - 1
_BEST_FINAL: Final = len(_FINAL_BANDS) - 1


def required_levels(state: TincturaState, player: Player, medication: int) -> Levels:
    """Plant knowledge and the skill of the medication (TIN-PHARM-19)."""
    data = state.data
    return data.knowledge_level[player.knowledge], player.skills[data.required_skill[medication]]


def least_mushrooms(levels: Levels, printed: int) -> int:
    """Points by which the required skills are below the printed level: as many mushrooms a tincture needs, and nothing else may be
    produced unless it is 0 (TIN-PHARM-20, TIN-PHARM-24)."""
    first, second = levels
    return max(printed - first, 0) + max(printed - second, 0)


def most_mushrooms(state: TincturaState, card: PatientCard, recipe: Recipe, levels: Levels) -> int:
    """After how many extra mushrooms the card pays no more, at least :func:`least_mushrooms` (TIN-RUL-35)."""
    printed = recipe.level
    if state.phase == FINAL:
        best = _BEST_FINAL if state.options.final_level == QUALITY_LEVEL else 0
    elif card.reward == MAXIMUM_REWARD:
        return least_mushrooms(levels, printed) + max(_BEST_MAXIMUM - max(*levels, printed), 0)
    else:
        best = _BEST_QUALITY if card.reward == QUALITY_REWARD else 0
    if state.options.mushroom_model == FLAT_QUALITY:
        return least_mushrooms(levels, printed) + max(best - max(min(levels), printed), 0)
    return least_mushrooms(levels, max(best, printed))


def quality(state: TincturaState, levels: Levels, printed: int, mushrooms: int) -> int:
    """The quality of a production that is possible with so many extra mushrooms (TIN-PHARM-21, TIN-PHARM-22, TIN-RUL-34)."""
    low, high = sorted(levels)
    if not mushrooms:
        return low
    if state.options.mushroom_model == FLAT_QUALITY:
        return max(low, printed) + mushrooms - least_mushrooms(levels, printed)
    return high + (mushrooms - high + low) // 2 if mushrooms > high - low else low + mushrooms


def reward_of(
    state: TincturaState, player: Player, patient: int, recipe: Recipe, units: int, mushrooms: int
) -> tuple[int, int]:
    """The scored level and the RP of the card (TIN-PHARM-27 to 35); in the final production those of its table (TIN-END-02)."""
    card = state.data.patients[patient]
    levels = required_levels(state, player, recipe.medication)
    level = quality(state, levels, recipe.level, mushrooms)
    if state.phase == FINAL:
        if state.options.final_level != QUALITY_LEVEL:
            level = recipe.level
        return level, FINAL_POINTS[_FINAL_BANDS[min(level, _BEST_FINAL)]][recipe.medication]
    reward = card.reward
    if reward == QUALITY_REWARD:
        return level, QUALITY_POINTS[min(level, _BEST_QUALITY)]
    if reward == TIME_REWARD:
        elapsed = hour_index(state) - player.stamps[player.patients.index(patient)]
        return level, TIME_POINTS[elapsed]
    if reward == MULTIPLE_REWARD:
        return level, MULTIPLE_POINTS[units]
    if reward == MAXIMUM_REWARD:
        level = max(*levels, recipe.level) + mushrooms - least_mushrooms(levels, recipe.level)
        level = min(level, _BEST_MAXIMUM)
        return level, MAXIMUM_POINTS[level]
    return level, card.points
