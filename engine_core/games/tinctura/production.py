"""Producing medication: who can be served, payment, extra mushrooms, and what a served patient brings (chapter Produce Medication).

A production is data on the stack: ``produce_medication`` pushes the ``omit`` decision of Secret Ingredient, or pays and pushes
``production``, which follows the payment; for a tincture that leads to ``mushrooms``. What remains is :func:`serve`, in the order of
TIN-RUL-29. All three frames say whom, with what and how many units, and none knows what lies below it: the same steps serve the main
action, a quick patient from the display, a service of the powder set and the final production.
"""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import ADD_MUSHROOMS, OMIT_PLANT, PRODUCE
from engine_core.games.tinctura.actions import AddMushrooms, OmitPlant, ProduceMedication
from engine_core.games.tinctura.card_events import PatientServed
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.gains import gain_points, give_up, minus
from engine_core.games.tinctura.journeymen import pay_production_bonus, train
from engine_core.games.tinctura.main_actions import begin_pharmacy_action
from engine_core.games.tinctura.module_words import GRATITUDE
from engine_core.games.tinctura.options import COUNT_UNITS
from engine_core.games.tinctura.patient_cards import SPECIAL_RECIPE_PLANTS
from engine_core.games.tinctura.patients import remove_patient
from engine_core.games.tinctura.payments import demand, payable
from engine_core.games.tinctura.recipes import may_omit, missing, possible_units, recipe_of
from engine_core.games.tinctura.refill import leave_display
from engine_core.games.tinctura.rewards import least_mushrooms, most_mushrooms, required_levels, reward_of
from engine_core.games.tinctura.state import Player, TincturaState, event_of_the_day, own_player
from engine_core.games.tinctura.tracks import end_knowledge
from engine_core.games.tinctura.vocabulary import (
    CHOOSE_SERVICE,
    FINAL,
    FROM_EVENT,
    FROM_EXTRA_MUSHROOMS,
    FROM_FINAL_PRODUCTION,
    FROM_PRODUCTION,
    MAIN_PRODUCE,
    MEDICATION,
    MULTIPLE_REWARD,
    MUSHROOM,
    MUSHROOMS,
    OMIT,
    OMIT_ANY,
    OMIT_NOTHING,
    PLANT_TYPES,
    POWDER,
    PRODUCTION,
    QUICK_REWARD,
    SPECIAL,
    SPECIAL_PLANTS,
    TINCTURE,
)
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

GRATITUDE_POINTS: Final = 2
"""TIN-EVT-12."""


# -- what can be produced ------------------------------------------------------------------------------------------------------


def offer_productions(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """What can be produced as a main action: for own active patients and displayed quick ones, in catalogue order (TIN-PHARM-15 to 39)."""
    patients = servable_patients(state, player)
    if patients:
        _offer(state, player, patients, legal)


def servable_patients(state: TincturaState, player: Player) -> list[int]:
    """Own active patients and displayed quick ones, ascending, whatever they need (TIN-PHARM-35)."""
    cards = state.data.patients
    quick = [card for card in state.patients.display if card != NONE and cards[card].reward == QUICK_REWARD]
    return sorted((*quick, *player.patients))


def offer_services(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Own active patients only: services of the powder set (TIN-RUL-68)."""
    _offer(state, player, sorted(player.patients), legal)


def offer_final_productions(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Own active patients, one unit each (TIN-END-02, TIN-RUL-54)."""
    _offer(state, player, sorted(player.patients), legal)


def _offer(state: TincturaState, player: Player, patients: list[int], legal: list[Action]) -> None:
    cards = state.data.patients
    for patient in patients:
        card = cards[patient]
        for recipe in card.recipes if len(card.recipes) == 1 else sorted(card.recipes):
            units = possible_units(state, player, card, recipe)
            if units:
                legal += PRODUCE[patient, recipe.medication][:units]


def refuse_production(state: TincturaState, seat: int, player: Player, action: ProduceMedication) -> Rejection | None:
    """Whose patient, which medication, plants, levels, mortar; the innermost frame says which of the three offers it is."""
    top = state.pending[-1]
    if top.kind == POWDER and top.choice != CHOOSE_SERVICE:
        return Rejection("TIN-RUL-68", "Own patients are served if that was chosen instead of powder.")
    if action.patient not in player.patients:
        rejection = _refuse_stranger(state, top, action.patient)
        if rejection is not None:
            return rejection
    card = state.data.patients[action.patient]
    recipe = card.recipe(action.medication)
    if recipe is None:
        return Rejection("TIN-PHARM-18", f"This patient does not need {MEDICATION.words[action.medication]}.")
    if action.units > 1:
        if state.phase == FINAL:
            return Rejection("TIN-RUL-54", "In the final production a multiple recipe is one unit.")
        if card.reward != MULTIPLE_REWARD:
            return Rejection("TIN-PHARM-31", "More than one unit is produced of a multiple recipe only.")
    if action.units <= possible_units(state, player, card, recipe):
        return None
    return missing(state, player, card, recipe, action.units)


def _refuse_stranger(state: TincturaState, top: Frame, patient: int) -> Rejection | None:
    """A patient that is not active with the seat: only a quick one on display may be served, as a main action."""
    if patient not in state.patients.display:
        if any(patient in player.patients for player in state.players):
            return Rejection("TIN-PHARM-39", "This is another player's patient.")
        return Rejection("TIN-PHARM-15", "This patient is neither active nor on display.")
    if state.phase == FINAL:
        return Rejection("TIN-END-07", "In the final production only own active patients are served.")
    if top.kind == POWDER:
        return Rejection("TIN-RUL-68", "A service is for own active patients only.")
    if state.data.patients[patient].reward != QUICK_REWARD:
        return Rejection("TIN-PHARM-38", "Only quick patients are served from the display.")
    return None


# -- payment -------------------------------------------------------------------------------------------------------------------


def produce_medication(
    state: TincturaState, seat: int, player: Player, action: ProduceMedication, sink: Sink | None
) -> None:
    """Begin a production: the choice of Secret Ingredient, or the payment."""
    begin_pharmacy_action(state, seat, player, MAIN_PRODUCE)
    patient, medication, units = action.patient, action.medication, action.units
    if may_omit(state):
        push(state, frame(OMIT, seat, patient=patient, medication=medication, amount=units))
    else:
        _pay(state, seat, player, patient, medication, units, OMIT_NOTHING, sink)


def _pay(
    state: TincturaState,
    seat: int,
    player: Player,
    patient: int,
    medication: int,
    units: int,
    omission: int,
    sink: Sink | None,
) -> None:
    """The plants of the recipe go to the discard, of a special recipe those of the player's choice; ``production`` follows
    (TIN-PHARM-16, TIN-PHARM-17, TIN-PHARM-32)."""
    push(state, frame(PRODUCTION, seat, patient=patient, medication=medication, amount=units))
    if medication == SPECIAL:
        count = SPECIAL_RECIPE_PLANTS * units - (omission == OMIT_ANY)
        demand(state, seat, player, count, FROM_PRODUCTION, sink, SPECIAL_PLANTS)
        return
    paid = [units * needed for needed in recipe_of(state, patient, medication).plants]
    if omission < PLANT_TYPES:
        paid[omission] -= 1
    give_up(state, seat, player, (paid[0], paid[1], paid[2], paid[3]), FROM_PRODUCTION, sink)


def resume_production(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The plants are paid: extra mushrooms for a tincture, otherwise the patient is served."""
    if top.medication == TINCTURE:
        swap_top(state, frame(MUSHROOMS, seat, patient=top.patient, medication=top.medication, amount=top.amount))
    else:
        pop(state)
        _pay_reward(state, seat, own_player(state, seat), top, 0, sink)
    return False


# -- Secret Ingredient ---------------------------------------------------------------------------------------------------------


def resume_omit(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if there is a choice (TIN-EVT-13, TIN-RUL-66, TIN-RUL-110)."""
    omissions = _omissions(state, state.players[seat], top)
    if len(omissions) > 1:
        return True
    if omissions:
        omit_plant(state, seat, own_player(state, seat), OMIT_PLANT[omissions[0]], sink)
    else:
        pop(state)
    return False


def _omissions(state: TincturaState, player: Player, top: Frame) -> list[int]:
    recipe = recipe_of(state, top.patient, top.medication)
    shown = [OMIT_ANY] if top.medication == SPECIAL else [kind for kind, needed in enumerate(recipe.plants) if needed]
    return [omission for omission in (*shown, OMIT_NOTHING) if _is_payable(state, player, top, omission)]


def legal_omit(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Omissions after which the rest and the mushrooms needed can be paid."""
    return [OMIT_PLANT[omission] for omission in _omissions(state, player, top)]


def _is_payable(state: TincturaState, player: Player, top: Frame, omission: int) -> bool:
    """Whether a supply pays a production, its least number of extra mushrooms included, without this plant."""
    recipe = recipe_of(state, top.patient, top.medication)
    if recipe.medication == SPECIAL:
        needed = SPECIAL_RECIPE_PLANTS * top.amount - (omission == OMIT_ANY)
        return payable(player.plants, SPECIAL_PLANTS) >= needed
    paid = [top.amount * needed for needed in recipe.plants]
    if omission < PLANT_TYPES:
        paid[omission] -= 1
    paid[MUSHROOM] += least_mushrooms(required_levels(state, player, recipe.medication), recipe.level)
    return min(minus(player.plants, (paid[0], paid[1], paid[2], paid[3]))) >= 0


def refuse_omit(state: TincturaState, seat: int, player: Player, action: OmitPlant) -> Rejection | None:
    """See :func:`legal_omit`."""
    top, omission = state.pending[-1], action.omission
    if omission != OMIT_NOTHING:
        recipe = recipe_of(state, top.patient, top.medication)
        is_special = recipe.medication == SPECIAL
        if is_special != (omission == OMIT_ANY) or (not is_special and not recipe.plants[omission]):
            return Rejection("TIN-RUL-66", "Only a plant that the recipe requires can be left out.")
    if not _is_payable(state, player, top, omission):
        return Rejection("TIN-EVT-13", "What remains of the recipe could not be paid.")
    return None


def omit_plant(state: TincturaState, seat: int, player: Player, action: OmitPlant, sink: Sink | None) -> None:
    """Leave a plant out, or none, and pay the rest."""
    top = state.pending[-1]
    pop(state)
    _pay(state, seat, player, top.patient, top.medication, top.amount, action.omission, sink)


# -- extra mushrooms -----------------------------------------------------------------------------------------------------------


def _mushroom_range(state: TincturaState, player: Player, top: Frame) -> range:
    """How many extra mushrooms may be added (TIN-RUL-35)."""
    card, recipe = state.data.patients[top.patient], recipe_of(state, top.patient, top.medication)
    levels = required_levels(state, player, recipe.medication)
    most = min(most_mushrooms(state, card, recipe, levels), player.plants[MUSHROOM])
    return range(least_mushrooms(levels, recipe.level), most + 1)


def resume_mushrooms(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if more than one number is legal (TIN-RUL-35)."""
    numbers = _mushroom_range(state, state.players[seat], top)
    if len(numbers) > 1:
        return True
    if numbers:
        add_mushrooms(state, seat, own_player(state, seat), ADD_MUSHROOMS[numbers.start], sink)
    else:
        pop(state)
    return False


def legal_mushrooms(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The range of TIN-RUL-35."""
    numbers = _mushroom_range(state, player, top)
    return [*ADD_MUSHROOMS[numbers.start : numbers.stop]]


def refuse_mushrooms(state: TincturaState, seat: int, player: Player, action: AddMushrooms) -> Rejection | None:
    """See :func:`legal_mushrooms`."""
    numbers = _mushroom_range(state, player, state.pending[-1])
    if action.count in numbers:
        return None
    if action.count < numbers.start:
        return Rejection("TIN-PHARM-24", f"This tincture needs {numbers.start} extra mushrooms or more.")
    if action.count > player.plants[MUSHROOM]:
        return Rejection("TIN-PHARM-23", "There are not so many mushrooms in the own supply.")
    return Rejection("TIN-RUL-35", "The card does not pay more for so many mushrooms.")


def add_mushrooms(state: TincturaState, seat: int, player: Player, action: AddMushrooms, sink: Sink | None) -> None:
    """So many mushrooms to the discard, as many RP less, and the patient is served (TIN-PHARM-23)."""
    top, count = state.pending[-1], action.count
    pop(state)
    give_up(state, seat, player, (0, 0, count, 0), FROM_EXTRA_MUSHROOMS, sink)
    gain_points(state, seat, player, -count, FROM_EXTRA_MUSHROOMS, sink)
    _pay_reward(state, seat, player, top, count, sink)


# -- reward --------------------------------------------------------------------------------------------------------------------


def _pay_reward(state: TincturaState, seat: int, player: Player, top: Frame, mushrooms: int, sink: Sink | None) -> None:
    """All is paid: serve the patient that a frame names for what the card pays at this moment (TIN-PHARM-40)."""
    patient, medication, units = top.patient, top.medication, top.amount
    recipe = recipe_of(state, patient, medication)
    level, points = reward_of(state, player, patient, recipe, units, mushrooms)
    serve(state, seat, player, patient, medication, units, mushrooms, points, level, sink)


def serve(
    state: TincturaState,
    seat: int,
    player: Player,
    patient: int,
    medication: int,
    units: int,
    mushrooms: int,
    points: int,
    level: int,
    sink: Sink | None,
) -> None:
    """What follows once everything is paid and the reward of the card is known: ``points`` RP (Gratitude on top), training, production
    bonuses, Green Thumb, and the card leaves board or display (TIN-RUL-29). Counts for goals. Used by Melanie's production too."""
    is_final = state.phase == FINAL
    player.illnesses |= 1 << (state.data.patients[patient].illness - 1)
    produced = list(player.produced)
    produced[medication] += units if state.options.multiple_counts_as == COUNT_UNITS else 1
    player.produced = (produced[0], produced[1], produced[2], produced[3])
    player.served += 1
    if sink:
        sink(EVERYONE, PatientServed(seat, patient, medication, units, mushrooms, level, points))
    gain_points(state, seat, player, points, FROM_FINAL_PRODUCTION if is_final else FROM_PRODUCTION, sink)
    if is_final:
        has_bonus = state.options.final_journeyman_bonus
    else:
        if event_of_the_day(state) == GRATITUDE:
            gain_points(state, seat, player, GRATITUDE_POINTS, FROM_EVENT, sink)
        has_bonus = not train(state, seat, player, medication, sink) or state.options.training_production_counts
    if has_bonus:
        pay_production_bonus(state, seat, player, medication, sink)
        end_knowledge(state, seat, player, sink)
    if patient in player.patients:
        remove_patient(state, player, patient)
    else:
        patients = state.patients
        state.patients = evolve(patients, gone=tuple(sorted((*patients.gone, patient))))
        leave_display(state, patients.display.index(patient), sink)
