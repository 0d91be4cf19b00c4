"""What patients are worth to a seat of Tinctura: what can be produced now, what it pays, what is missing for it."""

from __future__ import annotations

from typing import Final

from arena.house.tinctura_worth import Worth
from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.module_words import GRATITUDE
from engine_core.games.tinctura.patient_cards import SPECIAL_RECIPE_PLANTS, PatientCard, Recipe
from engine_core.games.tinctura.rewards import (
    FINAL_POINTS,
    MAXIMUM_POINTS,
    MULTIPLE_POINTS,
    QUALITY_POINTS,
    TIME_POINTS,
)
from engine_core.games.tinctura.view import TincturaView
from engine_core.games.tinctura.vocabulary import (
    FINAL,
    HERB,
    KNOWLEDGE_BONUS,
    MAXIMUM_REWARD,
    MOST_UNITS,
    MULTIPLE_REWARD,
    MUSHROOM,
    PHARMACY,
    PLANT_TYPES,
    POINTS_BONUS,
    POINTS_ONCE,
    QUALITY_REWARD,
    ROOT,
    SKILL_BONUS,
    SPECIAL,
    TEAS_BONUS,
    TIME_REWARD,
    TINCTURE,
    Plants,
)
from engine_core.vocabulary import NONE

MISSING_LEVEL: Final = 0.27
"""How likely a level that is missing is reached in time, per level."""
MISSING_TILE: Final = 0.75
"""Likewise a plant."""
DEADLINE: Final = 9
"""Hours, nights left out, after which a patient can still be served."""
COMMITTED: Final = 0.33
"""How much of what a patient pays counts for taking it: serving it costs another hour."""
LAST_HOUR_OF_ALL: Final = 44
MUSHROOM_PAID: Final = 1.0
"""A mushroom that a tincture needs, with its RP."""
_BANDS: Final = (0, 0, 0, 0, 0, 0, 1, 1, 2, 2)


class Sight(Worth):
    """:class:`Worth` that sees patients."""

    def __init__(self, view: TincturaView, data: TincturaData) -> None:
        super().__init__(view, data)
        if self.me.patients and view.phase <= FINAL:
            self.needs = self._needs()

    def _needs(self) -> Plants:
        """The plants of the active patients, by their better recipe."""
        needs = [0] * PLANT_TYPES
        for patient in self.me.patients:
            card = self.data.patients[patient]
            recipe = max(card.recipes, key=lambda recipe, card=card: self.chance(card, recipe))  # type: ignore[misc]
            for kind in range(PLANT_TYPES):
                needs[kind] += recipe.plants[kind]
            if recipe.medication == SPECIAL:
                needs[HERB] += 1
                needs[ROOT] += 1
                needs[MUSHROOM] += 1
        return needs[0], needs[1], needs[2], needs[3]

    # -- recipes ---------------------------------------------------------------------------------------------------------------

    def levels(self, medication: int) -> tuple[int, int]:
        """Plant knowledge and the skill of the medication."""
        return self.me.knowledge_level, self.me.skills[self.data.required_skill[medication]]

    def gap(self, recipe: Recipe) -> int:
        """Levels missing."""
        first, second = self.levels(recipe.medication)
        return max(recipe.level - first, 0) + max(recipe.level - second, 0)

    def tiles_missing(self, recipe: Recipe, units: int = 1) -> int:
        """Plants missing for so many units."""
        plants = self.me.plants
        if recipe.medication == SPECIAL:
            return max(SPECIAL_RECIPE_PLANTS * units - plants[HERB] - plants[MUSHROOM] - plants[ROOT], 0)
        return sum(max(units * needed - held, 0) for needed, held in zip(recipe.plants, plants, strict=True))

    def recipe_tiles(self, recipe: Recipe, units: int) -> float:
        """What the plants of a recipe are worth."""
        if recipe.medication == SPECIAL:
            return self.cheapest(min(SPECIAL_RECIPE_PLANTS * units, sum(self.me.plants)))
        plants = self.me.plants
        left = [held - units * needed for held, needed in zip(plants, recipe.plants, strict=True)]
        needs, self.needs = self.needs, (0, 0, 0, 0)
        cost = self.tiles(plants) - self.tiles((left[0], left[1], left[2], left[3]))
        self.needs = needs
        return cost

    def pays(self, card: PatientCard, recipe: Recipe, units: int, elapsed: int) -> float:
        """RP of the card; with a tincture the mushrooms that it needs are paid."""
        first, second = self.levels(recipe.medication)
        gap = self.gap(recipe) if recipe.medication == TINCTURE else 0
        reward = card.reward
        if self.view.phase == FINAL:
            return self._final(recipe) - gap
        if reward == QUALITY_REWARD:
            points = QUALITY_POINTS[min(max(min(first, second), recipe.level if gap else 0), len(QUALITY_POINTS) - 1)]
        elif reward == TIME_REWARD:
            points = TIME_POINTS[max(0, min(elapsed, DEADLINE))]
        elif reward == MULTIPLE_REWARD:
            points = MULTIPLE_POINTS[units]
        elif reward == MAXIMUM_REWARD:
            points = MAXIMUM_POINTS[min(max(first, second, recipe.level if gap else 0), len(MAXIMUM_POINTS) - 1)]
        else:
            points = card.points
        return points - gap * MUSHROOM_PAID + 2 * (bool(self.view.events) and self.view.events[-1] == GRATITUDE)

    def training(self, medication: int) -> float:
        """What the apprentice or journeyman of a medication makes of a production."""
        if self.view.phase == FINAL:
            trained: tuple[int, ...] = ()
        else:
            trained = self.me.apprentices
        cards = self.data.apprentices
        for card in (*trained, *self.me.journeymen):
            face = cards[card]
            if face.medication != medication:
                continue
            worth = 0.0
            if card in trained:
                worth += 2.0 + self.trained_journeymen() * 0.5 + (2.0 if self.days_after else 0.0)
                worth += face.amount if face.bonus == POINTS_ONCE else 0.0
                worth += 1.0 if face.bonus >= TEAS_BONUS else 0.0
            if face.bonus == POINTS_BONUS:
                worth += face.amount
            elif face.bonus == KNOWLEDGE_BONUS:
                worth += self.knowledge(face.amount)
            elif face.bonus == SKILL_BONUS:
                worth += self.skill(face.skill, face.amount)
            return worth
        return 0.0

    def elapsed(self, patient: int, hour: int | None = None) -> int:
        """Hours since an own patient was taken, 0 for any other."""
        if patient not in self.me.patients:
            return 0
        return (self.now if hour is None else hour) - self.me.stamps[self.me.patients.index(patient)]

    def production(self, patient: int, medication: int, units: int) -> float:
        """A production that is legal now."""
        card = self.data.patients[patient]
        recipe = card.recipe(medication)
        assert recipe is not None
        worth = self.pays(card, recipe, units, self.elapsed(patient)) + self.training(medication)
        worth -= self.recipe_tiles(recipe, units) * (0.4 if self.view.phase < FINAL else 0.0)
        if patient in self.me.patients:
            worth += 1.0  # a place is free again, and the RP of a decline are not lost
            if DEADLINE - self.elapsed(patient) < self.hours_to_pharmacy():
                worth += 1.5
        return worth

    def _final(self, recipe: Recipe) -> int:
        """What the final production pays for the printed level."""
        return FINAL_POINTS[_BANDS[recipe.level]][recipe.medication]

    def best_service(self) -> float:
        """The best own patient that can be served now."""
        worths = [
            self.pays(card, recipe, 1, self.elapsed(patient))
            for patient in self.me.patients
            for card in (self.data.patients[patient],)
            for recipe in card.recipes
            if not self.gap(recipe) and not self.tiles_missing(recipe)
        ]
        return max(worths, default=0.0)

    # -- patients to come ------------------------------------------------------------------------------------------------------

    def hours_to_pharmacy(self) -> int:
        """Hours until the next pharmacy hour: of today as planned, else one of tomorrow morning."""
        plan, hour = self.me.plan, self.view.hour
        for later in range(max(hour - 7, 0), len(plan)):
            if plan[later] == PHARMACY:
                return later + 8 - hour
        return 17 - hour + 1

    def chance(self, card: PatientCard, recipe: Recipe, units: int = 1) -> float:
        """How likely the recipe can be produced in time."""
        if card.mortar > self.me.mortar:
            return 0.3 ** (card.mortar - self.me.mortar) if card.mortar - self.me.mortar < 2 else 0.0
        gap = self.gap(recipe)
        if gap and recipe.medication == TINCTURE:
            gap = max(gap - max(self.me.plants[MUSHROOM] - recipe.plants[MUSHROOM], 0), 0)
        return float(MISSING_LEVEL**gap * MISSING_TILE ** self.tiles_missing(recipe, units))

    def patient(self, patient: int) -> float:
        """Taking this patient."""
        card = self.data.patients[patient]
        wait = self.hours_to_pharmacy()
        if self.now + wait > LAST_HOUR_OF_ALL:  # served in the final production at best
            return max(self.chance(card, recipe) * (self._final(recipe) + 1) for recipe in card.recipes) - 1
        best = 0.0
        for recipe in card.recipes:
            for units in range(1, MOST_UNITS + 1 if card.reward == MULTIPLE_REWARD else 2):
                chance = self.chance(card, recipe, units)
                worth = self.pays(card, recipe, units, wait) + self.training(recipe.medication)
                worth -= 0.3 * len(recipe.plants) / 2
                best = max(best, chance * worth - (1.0 - chance))
        return best * COMMITTED

    def needs_medication(self, patient: int, medication: int, least: float = 0.0) -> bool:
        """Whether a patient can be served with this medication, with a chance of ``least`` or more."""
        card = self.data.patients[patient]
        recipe = card.recipe(medication)
        return recipe is not None and self.chance(card, recipe) >= least

    def best_display(self) -> float:
        """The best patient on display."""
        return max((self.patient(card) for card in self.view.patients.display if card != NONE), default=0.0)


__all__ = ["Sight"]
