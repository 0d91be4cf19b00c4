"""``greedy`` for Tinctura: plans the day, then takes what looks best now, by the estimates of :mod:`arena.house.tinctura_worth`.

It looks at nothing but the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.house.tinctura_patients import Sight
from arena.house.tinctura_plan import Day
from arena.house.tinctura_worth import EXPERIMENT
from engine_core.actions import Action
from engine_core.games.tinctura import actions as act
from engine_core.games.tinctura.data import TincturaData, load_data
from engine_core.games.tinctura.module_words import (
    BIG_BREW,
    EVERY_ILLNESS,
    EVERY_MEDICATION,
    FELL_OFF_THE_CART,
    GREEN_THUMB,
    KEY_TO_THE_LAB,
    MASTERFUL_TEA_CEREMONY,
    MORTARS_GOAL,
    ONE_HAND_WASHES_THE_OTHER,
    PLANTS_AFTER_KNOWLEDGE,
    PREMONITION,
    SINGLE_HOUR,
    SIX_PATIENTS,
    TEA_LEAD,
    THREE_SKILLS,
)
from engine_core.games.tinctura.powder import INGREDIENT_POINTS
from engine_core.games.tinctura.rewards import MAXIMUM_POINTS, QUALITY_POINTS
from engine_core.games.tinctura.view import TincturaView
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_GIVING_UP,
    ADVANCE_MATCHING,
    ASK_PATIENT,
    CART_ABILITY,
    CHOOSE_POWDER,
    CHOOSE_SERVICE,
    MAXIMUM_REWARD,
    OMIT_ANY,
    OMIT_NOTHING,
    ONE_PLANT,
    PHARMACY,
    PLANT_KNOWLEDGE,
    QUALITY_REWARD,
    TAKE_BLOSSOMS,
    TAKE_MARKERS,
)
from engine_core.rng import Rng
from engine_core.vocabulary import NONE

FREE: Final = 50.0
"""What costs no action goes first, if it gains anything."""
LEAST_GAIN: Final = 0.07
COURSE_HOURS: Final = 0.6
"""A course takes two hours."""
CARE_HOUR: Final = 2.7
LIKELY: Final = 0.5
"""From this chance on a patient counts for hiring."""
HIRED: Final = 0.8
AT_HAND: Final = 0.17
"""What hiring is worth of a journeyman, and more of it per likely patient."""
PRICE: Final = 0.9
"""How much the plants of a price count at the merchant, where the hour is spent already."""
MUSHROOM_COST: Final = 1.4
KNOWLEDGE_MATCH: Final = 0.4
PERSONALITIES: Final = {
    KEY_TO_THE_LAB: 6.0,
    FELL_OFF_THE_CART: 7.0,
    PREMONITION: 4.0,
    ONE_HAND_WASHES_THE_OTHER: 2.0,
    BIG_BREW: 3.0,
    SINGLE_HOUR: 3.5,
    GREEN_THUMB: 3.0,
    MASTERFUL_TEA_CEREMONY: 4.5,
}
GOALS: Final = {
    PLANTS_AFTER_KNOWLEDGE: 8.0,
    SIX_PATIENTS: 7.0,
    TEA_LEAD: 5.0,
    EVERY_MEDICATION: 5.5,
    MORTARS_GOAL: 4.0,
    THREE_SKILLS: 3.0,
    EVERY_ILLNESS: 3.5,
}
"""What a private goal promises; all others less."""
OTHER_GOAL: Final = 3.2


class GreedyTinctura:
    """A bot: ``bot(view, legal, rng)`` is one of ``legal``. Equal actions are decided by their order in ``legal``."""

    def __init__(self, data: TincturaData | None = None) -> None:
        """``data``: the card tables of the match; the built-in ones if not given."""
        self._data = data or load_data()

    def __call__(self, view: TincturaView, legal: Sequence[Action], rng: Rng) -> Action:
        """The action with the highest estimate."""
        if len(legal) == 1:
            return legal[0]
        sight = Sight(view, self._data)
        if isinstance(legal[0], act.PlanHour):
            area = Day(sight).best_area()
            return next((action for action in legal if action.area == area), legal[0])  # type: ignore[attr-defined]
        estimate = _ESTIMATES
        return max(legal, key=lambda action: estimate[type(action)](sight, action))


def _free(gain: float) -> float:
    return FREE + gain if gain > LEAST_GAIN else -FREE


# -- set-up --------------------------------------------------------------------------------------------------------------------


def _personality(sight: Sight, action: Any) -> float:
    return PERSONALITIES[action.personality]


def _goal(sight: Sight, action: Any) -> float:
    return GOALS.get(action.private_goal, OTHER_GOAL)


# -- free actions --------------------------------------------------------------------------------------------------------------


def _decline(sight: Sight, action: Any) -> float:
    """Only to make room when the patient cannot be served any more."""
    if len(sight.me.patients) < 2 or sight.me.plan[sight.view.hour - 8] != PHARMACY:
        return -FREE
    card = sight.data.patients[action.patient]
    if max(sight.chance(card, recipe) for recipe in card.recipes) > 0.2:
        return -FREE
    return _free(sight.best_display() - 3.0)


def _trade(sight: Sight, action: Any) -> float:
    plants = list(sight.me.plants)
    plants[action.give_first] -= 1
    plants[action.give_second] -= 1
    plants[action.take] += 1
    return _free(sight.tiles((plants[0], plants[1], plants[2], plants[3])) - sight.tiles(sight.me.plants) - 0.2)


def _free_tea(sight: Sight, action: Any) -> float:
    return _free(sight.teas(action.roots, action.herbs))


def _free_gain(sight: Sight, action: Any) -> float:
    return FREE + 1.0


# -- the pharmacy --------------------------------------------------------------------------------------------------------------


def _take_patient(sight: Sight, action: Any) -> float:
    return sight.patient(sight.view.patients.display[action.space])


def _peek(sight: Sight, action: Any) -> float:
    return sight.best_display() + 0.3


def _take_peeked(sight: Sight, action: Any) -> float:
    return sight.patient(sight.view.patients.known_cards[action.index])


def _return_peeked(sight: Sight, action: Any) -> float:
    return sight.best_display() - 0.1


def _produce(sight: Sight, action: Any) -> float:
    return sight.production(action.patient, action.medication, action.units)


def _produce_tea(sight: Sight, action: Any) -> float:
    return sight.teas(action.roots, action.herbs)


def _pay(sight: Sight, action: Any) -> float:
    return -sight.lost_tile(action.plant)


def _omit(sight: Sight, action: Any) -> float:
    if action.omission == OMIT_NOTHING:
        return 0.0
    return 1.0 if action.omission == OMIT_ANY else 0.1 + sight.lost_tile(action.omission)


def _mushrooms(sight: Sight, action: Any) -> float:
    """What the tincture pays more, against 1 RP and a plant each."""
    top = sight.view.pending[-1]
    card = sight.data.patients[top.patient]
    recipe = card.recipe(top.medication)
    assert recipe is not None
    first, second = sight.levels(top.medication)
    more = action.count - sight.gap(recipe)
    if card.reward == QUALITY_REWARD:
        points = QUALITY_POINTS[min(max(min(first, second), recipe.level) + more, len(QUALITY_POINTS) - 1)]
    elif card.reward == MAXIMUM_REWARD:
        points = MAXIMUM_POINTS[min(max(first, second, recipe.level) + more, len(MAXIMUM_POINTS) - 1)]
    else:
        points = 0
    return float(points - MUSHROOM_COST * action.count)


def _yes(sight: Sight, action: Any) -> float:
    """Anything optional that only gains."""
    return float(action.values()[0])


# -- the village ---------------------------------------------------------------------------------------------------------------


def _start_course(sight: Sight, action: Any) -> float:
    return sight.course(action.course) * COURSE_HOURS


def _complete_course(sight: Sight, action: Any) -> float:
    return FREE


def _course_reward(sight: Sight, action: Any) -> float:
    top = sight.view.pending[-1]
    card = sight.data.courses[top.course]
    gain = 0.7 * card.markers * sight.days_after if action.choice == TAKE_MARKERS else card.experiments * EXPERIMENT
    return float(gain)


def _marker(sight: Sight, action: Any) -> float:
    return -float(action.colour) - sight.me.markers[action.colour]


def _train(sight: Sight, action: Any) -> float:
    return sight.skill(action.skill) - sight.lost_tile(action.plant)


def _hire(sight: Sight, action: Any) -> float:
    """Worth more with a patient of its type at hand, and with time to train it; on Friday only with an own one."""
    card = sight.view.apprentices.display[action.space]
    medication = sight.data.apprentices[card].medication
    if not sight.days_after:
        return 1.0 if any(sight.needs_medication(patient, medication) for patient in sight.me.patients) else -1.0
    at_hand = [*sight.me.patients, *(card for card in sight.view.patients.display if card != NONE)]
    likely = sum(sight.needs_medication(patient, medication, LIKELY) for patient in at_hand)
    care = CARE_HOUR * (1 + len(sight.me.apprentices)) / 2
    return sight.journeyman(card) * (HIRED + AT_HAND * min(likely, 2)) - care


def _visit(sight: Sight, action: Any) -> float:
    return sight.visit(sight.view.hour)


def _buy(sight: Sight, action: Any) -> float:
    bought = sight.view.pending[-1].done
    price = sight.price(bought, sight.view.hour)
    return sight.ware(action.ware) - PRICE * sight.cheapest(price)


def _choose_skill(sight: Sight, action: Any) -> float:
    amount = max(sight.view.pending[-1].amount, 1)
    if action.skill == PLANT_KNOWLEDGE:
        return sight.knowledge(2)
    return sight.skill(action.skill, amount)


# -- the forest ----------------------------------------------------------------------------------------------------------------


def _gather(sight: Sight, action: Any) -> float:
    return FREE


def _pick(sight: Sight, action: Any) -> float:
    if action.knowledge == ADVANCE_GIVING_UP:
        return sight.knowledge()
    return sight.tile(action.plant) + (
        sight.knowledge() + KNOWLEDGE_MATCH if action.knowledge == ADVANCE_MATCHING else 0.0
    )


# -- the rest ------------------------------------------------------------------------------------------------------------------


def _experiment(sight: Sight, action: Any) -> float:
    return EXPERIMENT


def _nothing(sight: Sight, action: Any) -> float:
    return 0.0


def _leftover(sight: Sight, action: Any) -> float:
    price = 0 if sight.view.pending[-1].ability == CART_ABILITY else 1
    return sight.ware(action.ware) - sight.cheapest(min(price, sum(sight.me.plants)))


def _powder_choice(sight: Sight, action: Any) -> float:
    if action.choice == CHOOSE_SERVICE:
        return sight.best_service()
    return 1.0 + 2.0 * sum(sight.me.bonus[1:3]) if action.choice == CHOOSE_POWDER else 0.0


def _make_powder(sight: Sight, action: Any) -> float:
    points = float(INGREDIENT_POINTS[action.ingredient])
    return points + 0.1 - (sight.cheapest(1) * 0.5 if action.ingredient == ONE_PLANT else 0.3 * points)


def _blossoms(sight: Sight, action: Any) -> float:
    return 1.0 if action.choice == TAKE_BLOSSOMS and sight.days_after else 0.5


def _solo(sight: Sight, action: Any) -> float:
    """The patient that pays least, otherwise the first of the list."""
    top = sight.view.pending[-1]
    if top.question == ASK_PATIENT:
        card = sight.data.patients[top.choices[action.option]]
        return -float(card.points + card.recipes[0].level)
    return -float(action.option)


Estimate = Callable[[Sight, Any], float]

_ESTIMATES: Final[dict[type[Action], Estimate]] = {
    act.ChoosePersonality: _personality,
    act.ChoosePrivateGoal: _goal,
    act.DeclinePatient: _decline,
    act.TradePlants: _trade,
    act.UseFreeTea: _free_tea,
    act.UseFreeExperiment: _free_gain,
    act.UseFreeDraw: _free_gain,
    act.TakePatient: _take_patient,
    act.PremonitionPeek: _peek,
    act.PremonitionTake: _take_peeked,
    act.PremonitionReturn: _return_peeked,
    act.ProduceMedication: _produce,
    act.PayPlant: _pay,
    act.OmitPlant: _omit,
    act.AddMushrooms: _mushrooms,
    act.ProduceTea: _produce_tea,
    act.RepeatAction: _yes,
    act.StartCourse: _start_course,
    act.CompleteCourse: _complete_course,
    act.ChooseCourseReward: _course_reward,
    act.ChooseMarkerColour: _marker,
    act.IndividualTraining: _train,
    act.HireApprentice: _hire,
    act.VisitMerchant: _visit,
    act.BuyWare: _buy,
    act.FinishVisit: _nothing,
    act.ChooseSkill: _choose_skill,
    act.ResolveBonus: _yes,
    act.GatherPlants: _gather,
    act.TakeForestPlant: _pick,
    act.UseExtraPlant: _yes,
    act.TakeRapidGrowth: _yes,
    act.StopGathering: _nothing,
    act.Experiment: _experiment,
    act.ForgoAction: _nothing,
    act.EndTurn: _nothing,
    act.ClaimLeftover: _leftover,
    act.PassLeftover: _nothing,
    act.PowderOrService: _powder_choice,
    act.MakePowder: _make_powder,
    act.TakeBlossomsOrPlants: _blossoms,
    act.FinishPowder: _nothing,
    act.FinishFinal: _nothing,
    act.SoloChoose: _solo,
}

__all__ = ["GreedyTinctura"]
