"""What can be produced: a recipe against levels, mortars and plants of a player (chapter Produce Medication)."""

from __future__ import annotations

from typing import Final

from engine_core.errors import Rejection
from engine_core.games.tinctura.module_words import SECRET_INGREDIENT
from engine_core.games.tinctura.patient_cards import SPECIAL_RECIPE_PLANTS, PatientCard, Recipe
from engine_core.games.tinctura.payments import payable
from engine_core.games.tinctura.rewards import least_mushrooms, required_levels
from engine_core.games.tinctura.state import Player, TincturaState, event_of_the_day
from engine_core.games.tinctura.vocabulary import (
    FINAL,
    MOST_UNITS,
    MULTIPLE_REWARD,
    MUSHROOM,
    SPECIAL,
    SPECIAL_PLANTS,
    TINCTURE,
    Plants,
)

_TOO_FEW: Final = 99


def possible_units(state: TincturaState, player: Player, card: PatientCard, recipe: Recipe) -> int:
    """How many units of a recipe a player can produce now: 0 if none, 1 at most for everything but a multiple recipe
    (TIN-PHARM-16 to 24, TIN-PHARM-31 to 33)."""
    if player.mortar < card.mortar:
        return 0
    mushrooms = least_mushrooms(required_levels(state, player, recipe.medication), recipe.level)
    if mushrooms and recipe.medication != TINCTURE:
        return 0
    most = MOST_UNITS if card.reward == MULTIPLE_REWARD and state.phase != FINAL else 1
    omissible = int(may_omit(state))
    units = 0
    while units < most and _shortfall(player.plants, recipe, units + 1, mushrooms) <= omissible:
        units += 1
    return units


def may_omit(state: TincturaState) -> bool:
    """Secret Ingredient is in force; not any more in the final production (TIN-EVT-13, TIN-RUL-54)."""
    return event_of_the_day(state) == SECRET_INGREDIENT and state.phase != FINAL


def _shortfall(plants: Plants, recipe: Recipe, units: int, mushrooms: int) -> int:
    """How many tiles of the recipe itself are missing in a supply which has to pay extra mushrooms too; too many if it cannot pay those."""
    if recipe.medication == SPECIAL:
        return max(SPECIAL_RECIPE_PLANTS * units - payable(plants, SPECIAL_PLANTS), 0)
    short = 0
    for kind, needed in enumerate(recipe.plants):
        if kind == MUSHROOM and mushrooms:
            # Extra mushrooms cannot be omitted, so what is missing has to be one that the recipe shows (TIN-RUL-66).
            missing = units * needed + mushrooms - plants[kind]
            if missing > units * needed:
                return _TOO_FEW
        else:
            missing = units * needed - plants[kind]
        if missing > 0:
            short += missing
    return short


def missing(state: TincturaState, player: Player, card: PatientCard, recipe: Recipe, units: int) -> Rejection:
    """Why so many units cannot be produced."""
    if player.mortar < card.mortar:
        return Rejection("TIN-PHARM-33", f"This patient needs a mortar level of {card.mortar}.")
    mushrooms = least_mushrooms(required_levels(state, player, recipe.medication), recipe.level)
    if mushrooms and recipe.medication != TINCTURE:
        return Rejection("TIN-PHARM-20", f"The required skills are not all at {recipe.level}.")
    if mushrooms and _shortfall(player.plants, recipe, units, 0) <= may_omit(state):
        return Rejection("TIN-PHARM-24", f"The required skills are {mushrooms} points, so as many mushrooms, too low.")
    if units > 1:
        return Rejection("TIN-PHARM-32", f"The own supply has too few plants for {units} units.")
    if recipe.medication == SPECIAL:
        return Rejection("TIN-PHARM-17", "The own supply has too few roots, herbs and mushrooms.")
    return Rejection("TIN-PHARM-16", "The own supply does not have the plants of the recipe.")


def recipe_of(state: TincturaState, patient: int, medication: int) -> Recipe:
    """The recipe that is being produced."""
    return next(recipe for recipe in state.data.patients[patient].recipes if recipe.medication == medication)
