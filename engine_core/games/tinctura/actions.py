"""Tinctura's actions: one small decision each; the actor and what it belongs to follow from the state.

Patients are named by the number of their card, apprentices by their space, wares by colour, journeymen by the medication they make: a
player has one of each at most (TIN-VIL-18).
"""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action, Catalogue
from engine_core.games.tinctura.module_words import Personality, PrivateGoal
from engine_core.games.tinctura.vocabulary import (
    FREE_TEAS,
    MOST_TEAS,
    Answer,
    ApprenticeSpace,
    Area,
    BlossomChoice,
    Course,
    CourseRewardChoice,
    FreeTeaCount,
    KnowledgeMode,
    Laboratory,
    MarkerColour,
    Medication,
    MushroomCount,
    Omission,
    Patient,
    PatientSpace,
    PeekIndex,
    PeekOrder,
    Plant,
    PowderChoice,
    PowderIngredient,
    Skill,
    SoloOption,
    TeaCount,
    TrainedSkill,
    Units,
    Ware,
)


class _NamesCard(Action):
    """Base of actions whose first field is the number of a card, from 1."""

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        return values[0] > 0


class ChoosePersonality(Action):
    """Keep this one of the two personality cards (TIN-SET-22)."""

    personality: Personality


class ChoosePrivateGoal(Action):
    """Keep this one of the two private goals (TIN-PG-01)."""

    private_goal: PrivateGoal


class PlanHour(Action):
    """Put a planning marker on the next hour without one, hidden until the reveal (TIN-PLAN-02)."""

    area: Area


class DeclinePatient(_NamesCard):
    """Give up an own patient, -1 RP (TIN-PHARM-10)."""

    patient: Patient


class TradePlants(Action):
    """Give up 2 plants for 1 of another type (TIN-PLT-04)."""

    give_first: Plant
    give_second: Plant
    take: Plant

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """Which of the two is given first makes no difference; the wanted type differs from both (TIN-RUL-48)."""
        return values[0] <= values[1] and values[2] not in values[:2]


class UseFreeTea(Action):
    """Journeyman: up to 2 teas without an action (TIN-APP-08)."""

    journeyman: Medication
    roots: FreeTeaCount
    herbs: FreeTeaCount

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """One or two."""
        return 1 <= values[1] + values[2] <= FREE_TEAS


class UseFreeExperiment(Action):
    """Journeyman or Key to the Lab: one experiment without an action or a marker (TIN-APP-09, TIN-PERS-05)."""

    laboratory: Laboratory


class UseFreeDraw(Action):
    """Journeyman: draw 2 plants (TIN-APP-11)."""

    journeyman: Medication


class TakePatient(Action):
    """Take on the patient of this space (TIN-PHARM-02)."""

    space: PatientSpace


class PremonitionPeek(Action):
    """Look at the top patients of the deck (TIN-PERS-09)."""


class PremonitionTake(Action):
    """Take one of the patients looked at, counted from the top; the other two go back, reversed or not (TIN-PERS-09)."""

    index: PeekIndex
    swap_rest: Answer


class PremonitionReturn(Action):
    """Put all back in this order, then take a displayed patient (TIN-PERS-10)."""

    order: PeekOrder


class ProduceMedication(Action):
    """Serve a patient with this medication; more than one unit for a multiple recipe only (TIN-PHARM-15)."""

    patient: Patient
    medication: Medication
    units: Units

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """Cards are numbered from 1; at least one unit."""
        return values[0] > 0 and values[2] > 0


class PayPlant(Action):
    """Pay with a plant of this type."""

    plant: Plant


class OmitPlant(Action):
    """Secret Ingredient: leave this plant out of the recipe, or none (TIN-EVT-13)."""

    omission: Omission


class AddMushrooms(Action):
    """So many extra mushrooms for the tincture (TIN-PHARM-22)."""

    count: MushroomCount


class ProduceTea(Action):
    """Tea from so many roots and herbs (TIN-TEA-01)."""

    roots: TeaCount
    herbs: TeaCount

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """At least one tea, at most as many as there are mortars."""
        return 1 <= values[0] + values[1] <= MOST_TEAS


class RepeatAction(Action):
    """White 3: perform the same action again, or not (TIN-BON-09)."""

    repeat: Answer


class StartCourse(_NamesCard):
    """Begin this course; it is completed in the next hour (TIN-VIL-02)."""

    course: Course


class CompleteCourse(Action):
    """The second hour of the course that was begun (TIN-VIL-05)."""


class ChooseCourseReward(Action):
    """Planning markers, or experiments instead (TIN-VIL-08)."""

    choice: CourseRewardChoice


class ChooseMarkerColour(Action):
    """The colour of a planning marker gained (TIN-RUL-15)."""

    colour: MarkerColour


class IndividualTraining(Action):
    """Raise one of the four skills by 1 for a plant (TIN-VIL-12)."""

    skill: TrainedSkill
    plant: Plant


class HireApprentice(Action):
    """Take the apprentice of this space (TIN-VIL-16)."""

    space: ApprenticeSpace


class VisitMerchant(Action):
    """Begin a visit to the merchant (TIN-VIL-24)."""


class BuyWare(Action):
    """Buy a furnishing item of this colour, or a mortar (TIN-VIL-28, TIN-VIL-29)."""

    ware: Ware


class FinishVisit(Action):
    """Leave the merchant (TIN-RUL-18)."""


class ChooseSkill(Action):
    """Raise this skill (TIN-EXP-06, TIN-BON-12, TIN-PERS-03, TIN-ALT-04)."""

    skill: Skill


class ResolveBonus(Action):
    """Move the tea marker as a bonus allows, or leave it (TIN-RUL-27)."""

    accept: Answer


class GatherPlants(Action):
    """Go gathering; at 16 o'clock, take part in the share (TIN-FOR-01)."""


class TakeForestPlant(Action):
    """Gather a plant and say what it does for plant knowledge (TIN-FOR-08, TIN-FOR-12, TIN-FOR-13)."""

    plant: Plant
    knowledge: KnowledgeMode


class UseExtraPlant(Action):
    """Green 3: gather one plant more, or not (TIN-BON-13)."""

    use: Answer


class TakeRapidGrowth(Action):
    """Rapid Growth: take one more of the same type, or not (TIN-EVT-09)."""

    take: Answer


class StopGathering(Action):
    """No more plants (TIN-RUL-45)."""


class Experiment(Action):
    """Experiment as main action (TIN-EXP-01)."""


class ForgoAction(Action):
    """No main action in this hour (TIN-WORK-09)."""


class EndTurn(Action):
    """The turn of this hour is over."""


class ClaimLeftover(Action):
    """Take this ware that the merchant has left (TIN-APP-10, TIN-PERS-02)."""

    ware: Ware


class PassLeftover(Action):
    """Take no leftover with this ability."""


class PowderOrService(Action):
    """Powder set, white: make powder, serve own patients, or neither (TIN-ALT-09)."""

    choice: PowderChoice


class MakePowder(Action):
    """Make one powder from this ingredient (TIN-ALT-07)."""

    ingredient: PowderIngredient


class TakeBlossomsOrPlants(Action):
    """Powder set, green (TIN-ALT-12)."""

    choice: BlossomChoice


class FinishPowder(Action):
    """No more powder, or service (TIN-RUL-68)."""


class FinishFinal(Action):
    """No more final production (TIN-RUL-54)."""


class SoloChoose(Action):
    """Decide for Melanie: this one of the listed options, counted from 0 (TIN-RUL-72)."""

    option: SoloOption


CATALOGUE: Final = Catalogue(
    "tinctura",
    (
        ChoosePersonality,
        ChoosePrivateGoal,
        PlanHour,
        DeclinePatient,
        TradePlants,
        UseFreeTea,
        UseFreeExperiment,
        UseFreeDraw,
        TakePatient,
        PremonitionPeek,
        PremonitionTake,
        PremonitionReturn,
        ProduceMedication,
        PayPlant,
        OmitPlant,
        AddMushrooms,
        ProduceTea,
        RepeatAction,
        StartCourse,
        CompleteCourse,
        ChooseCourseReward,
        ChooseMarkerColour,
        IndividualTraining,
        HireApprentice,
        VisitMerchant,
        BuyWare,
        FinishVisit,
        ChooseSkill,
        ResolveBonus,
        GatherPlants,
        TakeForestPlant,
        UseExtraPlant,
        TakeRapidGrowth,
        StopGathering,
        Experiment,
        ForgoAction,
        EndTurn,
        ClaimLeftover,
        PassLeftover,
        PowderOrService,
        MakePowder,
        TakeBlossomsOrPlants,
        FinishPowder,
        FinishFinal,
        SoloChoose,
    ),
)
"""All actions of Tinctura; ``CATALOGUE[id]``. Legal lists are in this order."""
