"""What cards and dice give, as one kind of value: market cards, visitors, the potion die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine_core.games.azerland.vocabulary import INGREDIENT, POTION

NO_TOKENS: Final = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Reward:
    """Things gained at once, and those of the player's choice: ``any_ingredients``, ``any_potions`` and ``study_steps``."""

    gold: int = 0
    apprentices: int = 0
    prestige: int = 0
    ingredients: tuple[int, int, int] = NO_TOKENS
    """Mushrooms, flowers, sap."""
    potions: tuple[int, int, int] = NO_TOKENS
    """Celerity, charm, intelligence."""
    any_ingredients: int = 0
    any_potions: int = 0
    study_steps: int = 0


REWARD_WORDS: Final = (
    "gold",
    "apprentice",
    "prestige",
    *INGREDIENT.words,
    *POTION.words,
    "ingredient",
    "potion",
    "study_step",
)
"""How a reward is written in the data tables; ``ingredient`` and ``potion`` are of the player's choice."""


def reward_of(amounts: tuple[int, ...]) -> Reward:
    """The reward from how many of each of :data:`REWARD_WORDS`."""
    gold, apprentices, prestige, mushrooms, flowers, sap, *others = amounts
    celerity, charm, intelligence, any_ingredients, any_potions, study_steps = others
    return Reward(
        gold,
        apprentices,
        prestige,
        (mushrooms, flowers, sap),
        (celerity, charm, intelligence),
        any_ingredients,
        any_potions,
        study_steps,
    )
