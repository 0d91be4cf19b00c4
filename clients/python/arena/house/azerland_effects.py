"""What study, abilities, effects of potions and rewards of Azerland are worth to one seat."""

from __future__ import annotations

from itertools import product
from typing import Final

from arena.house.azerland_worth import TYPES, Tokens, Worth, plus
from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.potions import CHARM_GOLD, STUDY_STEPS
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.view import AzerlandView
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    EFFICIENCY,
    EXPERT,
    HARVEST,
    INTELLIGENCE,
    INTERMEDIATE,
    NOVICE,
    PERSUASION,
    SERVE,
    STUDY,
    TRADE,
)

BONUS_ORDERS: Final = 0.55
"""Orders a day whose bonus a level raises."""
PROGRESS: Final = 0.8
"""What each step that is still missing leaves of the next level's worth."""
STEPS_A_DAY: Final = 3
"""Of the Study action."""
STEPS_BESIDES: Final = 2
"""From cards and potions."""
STUDIED_ONCE: Final = 4.0
"""What the many study steps of the intermediate effect of intelligence bring, whenever it is."""
EFFECT_A_DAY: Final = ((0.0, 1.2, 1.5), (0.0, 0.4, 1.0), (0.0, 0.0, 2.2))
"""By potion and level, what the better effects bring on each day."""
REVEALED: Final = 4.6
"""Ingredients that Celerity I brings on average."""
HANDS_RISK: Final = 0.7
"""Prestige that it costs on average."""
CHARM_GOLD_TAKEN: Final = 0.3
"""What it is worth that the rivals have less gold."""
HYPNOSIS_EFFECT: Final = 3.0
"""Charm E on average."""
ZERO_TILE_A_DAY: Final = 0.5
ABILITY_A_DAY: Final = (0.8, 0.2, 0.6)
"""By ability, on each day of use."""
POTION_IN_HAND: Final = 0.5
"""What a potion won by the potion die is worth more than one without a use in sight: it can be drunk at once."""


class Effects(Worth):
    """The estimates of a seat, with what its levels allow."""

    def __init__(self, view: AzerlandView, data: AzerlandData) -> None:
        super().__init__(view, data)
        self._tracks: dict[int, tuple[float, ...]] = {}

    # -- study -------------------------------------------------------------------------------------------------------------------

    def level(self, kind: int, level: int) -> float:
        """A level of a type, for the days still to come: bonuses of orders, effects of potions."""
        drinks = self.drinks_left
        effects = EFFECT_A_DAY[kind][level] * drinks
        if kind == INTELLIGENCE and level and drinks:
            effects += STUDIED_ONCE
        return BONUS_ORDERS * self.times(SERVE) * level + effects

    def track(self, kind: int) -> tuple[float, ...]:
        """By space of the study track, what a disc there is worth."""
        known = self._tracks.get(kind)
        if known is None:
            known = self._tracks[kind] = self._track(kind)
        return known

    def _track(self, kind: int) -> tuple[float, ...]:
        data = self.data
        levels = data.level_of_space
        worth: list[float] = []
        harvested = 0.0
        reach = STEPS_A_DAY * self.times(STUDY) + STEPS_BESIDES
        for space, level in enumerate(levels):
            harvested += self.some_ingredient * data.harvest_space[space]
            total = harvested + self.level(kind, level)
            if level < EXPERT:
                missing = next(steps for steps in range(1, len(levels)) if levels[space + steps] > level)
                if missing <= reach:
                    gain = self.level(kind, level + 1) - self.level(kind, level)
                    total += gain * PROGRESS**missing
            worth.append(total)
        return tuple(worth)

    def best_steps(self, steps: int) -> tuple[float, Tokens]:
        """The best way to take that many study steps, and what it gains."""
        last = self.data.last_space
        discs = self.me.discs
        tracks = tuple(map(self.track, TYPES))
        now = sum(track[space] for track, space in zip(tracks, discs, strict=True))
        rooms = tuple(last - space for space in discs)
        steps = min(steps, sum(rooms))
        best, chosen = -1.0, (0, 0, 0)
        for first, second in product(range(min(steps, rooms[0]) + 1), range(min(steps, rooms[1]) + 1)):
            third = steps - first - second
            if 0 <= third <= rooms[2]:
                spaces = (discs[0] + first, discs[1] + second, discs[2] + third)
                gain = tracks[0][spaces[0]] + tracks[1][spaces[1]] + tracks[2][spaces[2]] - now
                if gain > best:
                    best, chosen = gain, (first, second, third)
        return max(best, 0.0), chosen

    def steps(self, number: int) -> float:
        """Study steps."""
        return self.best_steps(number)[0] if number else 0.0

    # -- effects and rewards -----------------------------------------------------------------------------------------------------

    def ability(self, ability: int) -> float:
        """A novice ability that is unlocked now."""
        if self.me.abilities >> ability & 1:
            return 0.0
        uses = {BLACK_MARKET: self.times(TRADE), PERSUASION: self.days_left, EFFICIENCY: self.times(HARVEST)}
        return ABILITY_A_DAY[ability] * uses[ability]

    def effect(self, kind: int, level: int) -> float:
        """What a potion brings if it is drunk for that effect."""
        if level == NOVICE:
            if kind == CELERITY:
                return self.gold_gain(2) + self.ability(BLACK_MARKET)
            if kind == CHARM:
                return self.apprentice_gain(2) + self.ability(PERSUASION)
            return 2 * self.some_ingredient + self.ability(EFFICIENCY)
        if level == INTERMEDIATE:
            if kind == CELERITY:
                return REVEALED * self.some_ingredient - HANDS_RISK
            if kind == CHARM:
                return self.gold_gain(CHARM_GOLD) + CHARM_GOLD_TAKEN
            return self.steps(STUDY_STEPS)
        if kind == CELERITY:
            return ZERO_TILE_A_DAY * (self.days_left + 1)
        if kind == CHARM:
            return HYPNOSIS_EFFECT
        faces = self.data.potion_die
        count = sum(sum(face.potions) + face.any_potions for face in faces)
        return (count * (self.potion_floor + POTION_IN_HAND) + sum(face.prestige for face in faces)) / len(faces)

    def rough(self, reward: Reward) -> float:
        """What a card or a die gives, whatever it may be needed for: no order in sight is looked at."""
        total = float(reward.prestige)
        if reward.gold:
            total += self.gold_gain(reward.gold)
        if reward.apprentices:
            total += self.apprentice_gain(reward.apprentices)
        total += self.some_ingredient * (sum(reward.ingredients) + reward.any_ingredients)
        total += self.potion_floor * (sum(reward.potions) + reward.any_potions)
        return total + self.steps(reward.study_steps)

    def reward(self, reward: Reward) -> float:
        """What a card or a die gives, for what is held and asked for now."""
        total = self.rough(reward)
        if any(reward.ingredients) or any(reward.potions):
            me = self.me
            more = self.holding(plus(me.ingredients, reward.ingredients), plus(me.potions, reward.potions))
            total += more - self.held
            total -= self.some_ingredient * sum(reward.ingredients) + self.potion_floor * sum(reward.potions)
        if reward.any_ingredients:
            total += reward.any_ingredients * (self.any_ingredient - self.some_ingredient)
        if reward.any_potions:
            total += reward.any_potions * (self.any_potion - self.potion_floor)
        return total


__all__ = ["Effects"]
