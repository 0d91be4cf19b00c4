"""Actions and lists of actions made once, by what they depend on: legal lists are put together from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine_core.games.tinctura import actions as a
from engine_core.games.tinctura.module_words import PERSONALITY, PRIVATE_GOAL
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_MATCHING,
    COURSES,
    FREE_TEAS,
    MOST_EXTRA_MUSHROOMS,
    MOST_PATIENT_SPACES,
    MOST_SOLO_OPTIONS,
    MOST_TEAS,
    MOST_UNITS,
    OMISSION,
    PATIENTS,
    PEEKED,
    PLANT_TYPES,
    SKILL,
    SKILLS,
    WARE,
)

_PLANTS: Final = range(PLANT_TYPES)
_MEDICATIONS: Final = range(4)

CHOOSE_PERSONALITY: Final = tuple(a.ChoosePersonality(card) for card in range(len(PERSONALITY)))
CHOOSE_PRIVATE_GOAL: Final = tuple(a.ChoosePrivateGoal(card) for card in range(len(PRIVATE_GOAL)))
PLAN_HOUR: Final = tuple(a.PlanHour(area) for area in range(4))
DECLINE_PATIENT: Final = {patient: a.DeclinePatient(patient) for patient in range(1, PATIENTS + 1)}
TAKE_PATIENT: Final = tuple(a.TakePatient(space) for space in range(MOST_PATIENT_SPACES))
PREMONITION_PEEK: Final = a.PremonitionPeek()
PREMONITION_TAKE: Final = tuple((a.PremonitionTake(index, 0), a.PremonitionTake(index, 1)) for index in range(PEEKED))
PREMONITION_RETURN: Final = tuple(a.PremonitionReturn(order) for order in range(6))
PRODUCE: Final = {
    (patient, medication): tuple(a.ProduceMedication(patient, medication, units + 1) for units in range(MOST_UNITS))
    for patient in range(1, PATIENTS + 1)
    for medication in _MEDICATIONS
}
"""``PRODUCE[patient, medication][units - 1]``."""
PAY_PLANT: Final = tuple(a.PayPlant(plant) for plant in _PLANTS)
OMIT_PLANT: Final = tuple(a.OmitPlant(omission) for omission in range(len(OMISSION)))
ADD_MUSHROOMS: Final = tuple(a.AddMushrooms(count) for count in range(MOST_EXTRA_MUSHROOMS + 1))
REPEAT_ACTION: Final = (a.RepeatAction(0), a.RepeatAction(1))
START_COURSE: Final = {course: a.StartCourse(course) for course in range(1, COURSES + 1)}
COMPLETE_COURSE: Final = a.CompleteCourse()
COURSE_REWARD: Final = (a.ChooseCourseReward(0), a.ChooseCourseReward(1))
MARKER_COLOUR: Final = tuple(a.ChooseMarkerColour(colour) for colour in range(3))
TRAINING: Final = tuple(tuple(a.IndividualTraining(skill, plant) for plant in _PLANTS) for skill in range(SKILLS))
HIRE_APPRENTICE: Final = tuple(a.HireApprentice(space) for space in range(4))
VISIT_MERCHANT: Final = a.VisitMerchant()
BUY_WARE: Final = tuple(a.BuyWare(ware) for ware in range(len(WARE)))
FINISH_VISIT: Final = a.FinishVisit()
CHOOSE_SKILL: Final = tuple(a.ChooseSkill(skill) for skill in range(len(SKILL)))
RESOLVE_BONUS: Final = (a.ResolveBonus(0), a.ResolveBonus(1))
GATHER_PLANTS: Final = a.GatherPlants()
TAKE_FOREST_PLANT: Final = tuple(tuple(a.TakeForestPlant(plant, mode) for mode in range(3)) for plant in _PLANTS)
FOREST_PICKS: Final = tuple(
    tuple(
        tuple(
            action
            for plant in _PLANTS
            if forest >> plant & 1
            for action in TAKE_FOREST_PLANT[plant][: 1 if image == PLANT_TYPES else 2 if image == plant else None]
            if not (action.knowledge == ADVANCE_MATCHING and image != plant)
        )
        for forest in range(1 << PLANT_TYPES)
    )
    for image in range(PLANT_TYPES + 1)
)
"""``FOREST_PICKS[image][forest]``: by the image on the next space of plant knowledge (4 where there is no next space) and the types in the
forest as flags, what can be gathered and what each plant may do for plant knowledge (TIN-FOR-08, TIN-FOR-12 to 16, TIN-RUL-95)."""
USE_EXTRA_PLANT: Final = (a.UseExtraPlant(0), a.UseExtraPlant(1))
TAKE_RAPID_GROWTH: Final = (a.TakeRapidGrowth(0), a.TakeRapidGrowth(1))
STOP_GATHERING: Final = a.StopGathering()
EXPERIMENT: Final = a.Experiment()
FORGO_ACTION: Final = a.ForgoAction()
END_TURN: Final = a.EndTurn()
CLAIM_LEFTOVER: Final = tuple(a.ClaimLeftover(ware) for ware in range(len(WARE)))
PASS_LEFTOVER: Final = a.PassLeftover()
POWDER_OR_SERVICE: Final = tuple(a.PowderOrService(choice) for choice in range(3))
MAKE_POWDER: Final = tuple(a.MakePowder(ingredient) for ingredient in range(3))
BLOSSOMS_OR_PLANTS: Final = (a.TakeBlossomsOrPlants(0), a.TakeBlossomsOrPlants(1))
FINISH_POWDER: Final = a.FinishPowder()
FINISH_FINAL: Final = a.FinishFinal()
SOLO_CHOOSE: Final = tuple(a.SoloChoose(option) for option in range(MOST_SOLO_OPTIONS))
FREE_EXPERIMENT: Final = tuple(a.UseFreeExperiment(laboratory) for laboratory in range(5))
FREE_DRAW: Final = tuple(a.UseFreeDraw(medication) for medication in _MEDICATIONS)

_TRADES: Final = tuple(
    a.TradePlants(first, second, take)
    for first in _PLANTS
    for second in range(first, PLANT_TYPES)
    for take in _PLANTS
    if take not in (first, second)
)


def _trades(held: Sequence[int]) -> tuple[a.TradePlants, ...]:
    return tuple(
        trade
        for trade in _TRADES
        if held[trade.give_first] and held[trade.give_second] >= 1 + (trade.give_first == trade.give_second)
    )


TRADES: Final = tuple(_trades((code // 27, code // 9 % 3, code // 3 % 3, code % 3)) for code in range(81))
"""By 0, 1 or 2 (or more) held of each type: ``27 herbs + 9 berries + 3 mushrooms + roots``; every wanted type is taken to be there."""

TEAS: Final = tuple(
    tuple(
        tuple(
            tuple(a.ProduceTea(r, h) for r in range(roots + 1) for h in range(herbs + 1) if 1 <= r + h <= most)
            for most in range(MOST_TEAS + 1)
        )
        for herbs in range(MOST_TEAS + 1)
    )
    for roots in range(MOST_TEAS + 1)
)
"""``TEAS[roots][herbs][most]``: what can be brewed from as many of each, ``most`` in all (more than 8 count as 8)."""

FREE_TEAS_OF: Final = tuple(
    tuple(
        tuple(
            tuple(
                tuple(
                    a.UseFreeTea(medication, r, h)
                    for r in range(roots + 1)
                    for h in range(herbs + 1)
                    if 1 <= r + h <= most
                )
                for most in range(FREE_TEAS + 1)
            )
            for herbs in range(FREE_TEAS + 1)
        )
        for roots in range(FREE_TEAS + 1)
    )
    for medication in _MEDICATIONS
)
"""``FREE_TEAS_OF[medication][roots][herbs][most]``, each 2 at most."""
