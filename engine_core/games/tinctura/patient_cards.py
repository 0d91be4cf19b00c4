"""The patient cards of the data tables: recipes and rewards (TIN-DAT-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine_core.errors import BadData
from engine_core.games.tinctura.vocabulary import (
    FIXED_REWARD,
    ILLNESSES,
    MEDICATION,
    MORTAR_REWARD,
    PATIENTS,
    PLANT,
    PLANT_TYPES,
    QUICK_REWARD,
    REWARD,
    SPECIAL,
    Plants,
)
from engine_core.tables import Row, require_numbered, require_rows

LEAST_STACK: Final = 4
"""Cards of an illness value: three are removed with 2 players."""
MOST_PLANTS: Final = 6
"""Of one recipe."""
SPECIAL_RECIPE_PLANTS: Final = 3
"""Any roots, herbs and mushrooms (TIN-PHARM-17)."""
NO_PLANTS: Final = (0, 0, 0, 0)


class Recipe(NamedTuple):
    """One medication of a patient card."""

    medication: int
    level: int
    """Printed; every required skill has to reach it (TIN-PHARM-19)."""
    plants: Plants
    """Tiles by type; none for a special recipe, which takes any 3 of its types."""


class PatientCard(NamedTuple):
    """One patient card."""

    illness: int
    """1..6."""
    recipes: tuple[Recipe, ...]
    """The upper one first."""
    reward: int
    points: int
    """Of a fixed, mortar or quick reward; 0 for the others."""
    mortar: int
    """The least mortar level of a mortar reward, otherwise 0."""

    def recipe(self, medication: int) -> Recipe | None:
        """The recipe of a medication, if the card has it."""
        return next((recipe for recipe in self.recipes if recipe.medication == medication), None)


NO_CARD: Final = PatientCard(0, (), FIXED_REWARD, 0, 0)


def read_patients(rows: Sequence[Row], skill_levels: int, mortar_levels: int) -> tuple[PatientCard, ...]:
    """The cards by number; entry 0 is no card. :class:`BadData` names the row and what is wrong with it."""
    require_numbered(rows, "cards")
    require_rows("patients.csv", rows, PATIENTS, PATIENTS)
    cards = tuple(_card(row, skill_levels, mortar_levels) for row in rows)
    for illness in range(1, ILLNESSES + 1):
        number = sum(card.illness == illness for card in cards)
        if number < LEAST_STACK:
            raise BadData("patients.csv", 0, f"{LEAST_STACK} cards or more have illness {illness}, not {number}")
    return (NO_CARD, *cards)


def _card(row: Row, skill_levels: int, mortar_levels: int) -> PatientCard:
    recipes = [_recipe(row, "upper", skill_levels)]
    if row.cells["lower"]:
        recipes.append(_recipe(row, "lower", skill_levels))
        if recipes[0].medication == recipes[1].medication:
            raise row.broken("upper and lower are different medications")
    elif row.cells["lower_level"] or row.cells["lower_plants"]:
        raise row.broken("lower_level and lower_plants are empty without lower")
    reward = row.word("reward", REWARD.words)
    points = mortar = 0
    if reward in (FIXED_REWARD, MORTAR_REWARD, QUICK_REWARD):
        points = row.count("points", 1, 99)
    elif row.cells["points"]:
        raise row.broken("points are printed for fixed, mortar and quick rewards only")
    if reward == MORTAR_REWARD:
        mortar = row.count("mortar", 1, mortar_levels)
    elif row.cells["mortar"]:
        raise row.broken("mortar is printed for mortar rewards only")
    return PatientCard(row.count("illness", 1, ILLNESSES), tuple(recipes), reward, points, mortar)


def _recipe(row: Row, place: str, skill_levels: int) -> Recipe:
    medication = row.word(place, MEDICATION.words)
    level = row.count(f"{place}_level", 1, skill_levels)
    shown = row.word_list(f"{place}_plants", PLANT.words)
    if medication == SPECIAL:
        if shown:
            raise row.broken(f"{place}_plants is empty for a special recipe: any {SPECIAL_RECIPE_PLANTS} of its types")
    elif not 1 <= len(shown) <= MOST_PLANTS:
        raise row.broken(f"{place}_plants names 1 to {MOST_PLANTS} plants")
    herbs, berries, mushrooms, roots = (shown.count(plant) for plant in range(PLANT_TYPES))
    return Recipe(medication, level, (herbs, berries, mushrooms, roots))
