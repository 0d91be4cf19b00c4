"""Solo: Melanie produces, takes patients and brews tea (chapter Solo Mode, Actions in the Pharmacy)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine_core.events import Sink
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.gains import draw_plants, gain_points, give_up, minus, plus
from engine_core.games.tinctura.melanie_choices import decide, note
from engine_core.games.tinctura.melanie_plants import clear_card, reserve_plants, takes
from engine_core.games.tinctura.melanie_skills import increase
from engine_core.games.tinctura.melanie_turn import (
    ASKED,
    DONE,
    IMPOSSIBLE,
    Tried,
    begin_pharmacy_action,
)
from engine_core.games.tinctura.patient_cards import NO_PLANTS, SPECIAL_RECIPE_PLANTS, PatientCard, Recipe
from engine_core.games.tinctura.patients import MOST_PATIENTS, receive_patient
from engine_core.games.tinctura.payments import melanie_pays, payable
from engine_core.games.tinctura.production import serve
from engine_core.games.tinctura.refill import leave_display
from engine_core.games.tinctura.rewards import TIME_POINTS, quality, required_levels, reward_of
from engine_core.games.tinctura.solo_tables import NOTE_PRODUCE_POINTS, NOTE_TAKE_DRAW, NOTE_TEA_STEP
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tea import brew
from engine_core.games.tinctura.tea_track import tea_room
from engine_core.games.tinctura.vocabulary import (
    ASK_PATIENT,
    FINAL,
    FROM_PRODUCTION,
    FROM_SOLO_NOTE,
    HERB,
    MAIN_PRODUCE,
    MAIN_TAKE,
    MAIN_TEA,
    MELANIE,
    MOST_UNITS,
    MULTIPLE_REWARD,
    ROOT,
    SPECIAL,
    SPECIAL_PLANTS,
    TIME_REWARD,
    Plants,
)
from engine_core.vocabulary import NONE

MIDDLE_HOURS: Final = 4
"""Of a time reward her elapsed time is always in the middle step (TIN-SOLO-14)."""


class Possible(NamedTuple):
    """A recipe that she can produce now."""

    at: int
    """Which of her patients: 0 is the one taken earlier."""
    recipe: Recipe
    units: int


# -- producing -----------------------------------------------------------------------------------------------------------------


def find_production(state: TincturaState, melanie: Player) -> Possible | None:
    """The first recipe for which she has plants and levels: the older card first, its upper recipe first
    (TIN-SOLO-12, TIN-SOLO-13, TIN-SOLO-41)."""
    for at, patient in enumerate(melanie.patients):
        card = state.data.patients[patient]
        if melanie.mortar < card.mortar:
            continue
        for recipe in card.recipes:
            if not increase(state, melanie, recipe):
                units = _units(state, melanie, card, at, recipe)
                if units:
                    return Possible(at, recipe, units)
    return None


def _units(state: TincturaState, melanie: Player, card: PatientCard, at: int, recipe: Recipe) -> int:
    """How many units the plants on the card and her free ones pay for; of a multiple recipe as many as possible, but one at the end of the
    game (TIN-SOLO-15, TIN-RUL-75, TIN-RUL-77)."""
    assert state.solo is not None
    held = plus(state.solo.reserved[at], melanie.plants)
    most = MOST_UNITS if card.reward == MULTIPLE_REWARD and state.phase != FINAL else 1
    if recipe.medication == SPECIAL:
        return min(most, payable(held, SPECIAL_PLANTS) // SPECIAL_RECIPE_PLANTS)
    return min(most, *(have // need for have, need in zip(held, recipe.plants, strict=True) if need))


def produce(state: TincturaState, melanie: Player, found: Possible, sink: Sink | None) -> None:
    """Pay, and the patient is served; she adds no mushrooms (TIN-RUL-73). What is left on the card is free again."""
    patient = melanie.patients[found.at]
    bill = _bill(state, melanie, found)
    clear_card(state, melanie, found.at)
    give_up(state, MELANIE, melanie, bill, FROM_PRODUCTION, sink)
    level, points = _reward(state, melanie, patient, found)
    serve(state, MELANIE, melanie, patient, found.recipe.medication, found.units, 0, points, level, sink)
    reserve_plants(state, melanie, sink)


def _bill(state: TincturaState, melanie: Player, found: Possible) -> Plants:
    """What she pays: for the upper recipe what lies on the card, the rest of a special recipe in her order (TIN-RUL-75, TIN-RUL-104)."""
    assert state.solo is not None
    herbs, berries, mushrooms, roots = found.recipe.plants
    units = found.units
    if found.recipe.medication != SPECIAL:
        return (herbs * units, berries * units, mushrooms * units, roots * units)
    lying = state.solo.reserved[found.at]
    is_upper = found.recipe is state.data.patients[melanie.patients[found.at]].recipes[0]
    on_card = takes(found.recipe, NO_PLANTS, lying) if is_upper else NO_PLANTS
    rest = minus(plus(lying, melanie.plants), on_card)
    return plus(on_card, melanie_pays(rest, SPECIAL_RECIPE_PLANTS * units - sum(on_card), SPECIAL_PLANTS))


def _reward(state: TincturaState, melanie: Player, patient: int, found: Possible) -> tuple[int, int]:
    """The scored level and the RP of the card (TIN-SOLO-14, TIN-SOLO-15)."""
    recipe = found.recipe
    if state.data.patients[patient].reward == TIME_REWARD and state.phase != FINAL:
        levels = required_levels(state, melanie, recipe.medication)
        return quality(state, levels, recipe.level, 0), TIME_POINTS[MIDDLE_HOURS]
    return reward_of(state, melanie, patient, recipe, found.units, 0)


def try_produce(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """Produce a recipe (TIN-SOLO-09, TIN-SOLO-12); quick patients on display are none of hers (TIN-SOLO-16)."""
    found = find_production(state, melanie)
    if found is None:
        return IMPOSSIBLE
    begin_pharmacy_action(state, melanie, top, MAIN_PRODUCE, sink)
    produce(state, melanie, found, sink)
    gain_points(state, MELANIE, melanie, note(state, NOTE_PRODUCE_POINTS), FROM_SOLO_NOTE, sink)
    return DONE


# -- taking a patient ----------------------------------------------------------------------------------------------------------


def try_take(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """Take the patient that needs the smallest increase of skills, on a tie the one for whose upper recipe more plants are in her supply;
    then the human chooses (TIN-SOLO-17, TIN-SOLO-18, TIN-RUL-74)."""
    display = [patient for patient in state.patients.display if patient != NONE]
    if not display or len(melanie.patients) >= MOST_PATIENTS:
        return IMPOSSIBLE
    cards = state.data.patients
    ranks = []
    for patient in display:
        recipes = cards[patient].recipes
        least = min([increase(state, melanie, recipe) for recipe in recipes])
        ranks.append((least, -sum(takes(recipes[0], NO_PLANTS, melanie.plants))))
    best = min(ranks)
    patient = decide(
        state, top, ASK_PATIENT, [card for card, rank in zip(display, ranks, strict=True) if rank == best], NONE
    )
    if patient == NONE:
        return ASKED
    begin_pharmacy_action(state, melanie, top, MAIN_TAKE, sink)
    space = state.patients.display.index(patient)
    receive_patient(state, MELANIE, melanie, patient, space, sink)
    leave_display(state, space, sink)
    draw_plants(state, MELANIE, melanie, note(state, NOTE_TAKE_DRAW), FROM_SOLO_NOTE, sink)
    return DONE


# -- tea -----------------------------------------------------------------------------------------------------------------------


def try_tea(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """As many teas as free roots and herbs, mortars and the track allow, herbs first (TIN-SOLO-20, TIN-SOLO-21, TIN-RUL-104)."""
    herbs, roots = melanie.plants[HERB], melanie.plants[ROOT]
    teas = min(herbs + roots, melanie.mortar, tea_room(state, MELANIE, melanie))
    if not teas:
        return IMPOSSIBLE
    herbs = min(herbs, teas)
    begin_pharmacy_action(state, melanie, top, MAIN_TEA, sink)
    brew(state, MELANIE, melanie, teas - herbs, herbs, sink, more_steps=note(state, NOTE_TEA_STEP))
    return DONE
