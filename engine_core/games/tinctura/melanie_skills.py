"""Solo: which skill Melanie raises where she may choose one (chapter Solo Mode, Individual Training)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine_core.games.tinctura.patient_cards import Recipe
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tracks import knowledge_level
from engine_core.games.tinctura.vocabulary import (
    FILTERING,
    HEATING,
    MELANIE,
    MIXING,
    PLANT_KNOWLEDGE,
    PRESSING,
)

_ON_A_TIE: Final = (PRESSING, HEATING, MIXING, FILTERING)
"""The order of the board (TIN-SOLO-34)."""


def increase(state: TincturaState, player: Player, recipe: Recipe) -> int:
    """Levels that the required skills lack for a recipe; a mortar minimum does not count (TIN-RUL-74)."""
    skill = player.skills[_skill(state, recipe)]
    return max(0, recipe.level - skill) + max(0, recipe.level - knowledge_level(state, player))


def _skill(state: TincturaState, recipe: Recipe) -> int:
    return state.data.required_skill[recipe.medication]


def lowest_skill(state: TincturaState, player: Player) -> int:
    """The lowest of the four skills, on a tie the first of the board (TIN-SOLO-34)."""
    return min(_ON_A_TIE, key=lambda skill: player.skills[skill])


def wanted_skills(state: TincturaState, open_skills: Sequence[int]) -> list[int]:
    """Of the skills that may be raised, those between which her priorities do not decide; more than one are the human's to choose from.

    One that an own patient lacks, the older card first, of a dual card for the recipe that needs the smaller increase (TIN-SOLO-33);
    plant knowledge only if no other skill is needed (TIN-RUL-82); otherwise the lowest of the four (TIN-SOLO-34).
    """
    melanie = state.players[MELANIE]
    is_knowledge_needed = False
    for patient in melanie.patients:
        recipes = state.data.patients[patient].recipes
        increases = [increase(state, melanie, recipe) for recipe in recipes]
        least = min(increases)
        if not least:
            continue
        nearest = [recipe for recipe, levels in zip(recipes, increases, strict=True) if levels == least]
        lacking = {_skill(state, recipe) for recipe in nearest if recipe.level > melanie.skills[_skill(state, recipe)]}
        if lacking:
            return sorted(lacking)
        is_knowledge_needed = True
    if is_knowledge_needed and PLANT_KNOWLEDGE in open_skills:
        return [PLANT_KNOWLEDGE]
    lowest = [skill for skill in _ON_A_TIE if skill in open_skills]
    return [min(lowest, key=lambda skill: melanie.skills[skill])] if lowest else [*open_skills]
