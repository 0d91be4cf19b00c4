"""Solo: the plants that Melanie sets aside for her patients (chapter Solo Mode, Further Special Rules).

``TincturaState.solo.reserved`` has an entry per patient of hers: what lies on the card. It is always part of what the upper recipe takes.
"""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import PlantsReserved
from engine_core.games.tinctura.patient_cards import NO_PLANTS, SPECIAL_RECIPE_PLANTS, Recipe
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import HERB, MUSHROOM, PLANT_TYPES, ROOT, SPECIAL, SPECIAL_PLANTS, Plants


def reserve_plants(state: TincturaState, melanie: Player, sink: Sink | None) -> None:
    """Put free plants of Melanie's that her patients need on their cards: the older card first, for its upper recipe
    (TIN-SOLO-40, TIN-RUL-75). Called after every gain of plants and after she has taken a patient; ``melanie`` is owned by the step.
    """
    assert state.solo is not None
    for at, patient in enumerate(melanie.patients):
        lying = state.solo.reserved[at]
        herbs, berries, mushrooms, roots = put = takes(state.data.patients[patient].recipes[0], lying, melanie.plants)
        if put == NO_PLANTS:
            continue
        h, b, m, r = melanie.plants
        melanie.plants = (h - herbs, b - berries, m - mushrooms, r - roots)
        h, b, m, r = lying
        _lay(state, at, (h + herbs, b + berries, m + mushrooms, r + roots))
        if sink:
            sink(EVERYONE, PlantsReserved(patient, put))


def takes(recipe: Recipe, lying: Plants, free: Plants) -> Plants:
    """Which of these plants a recipe still takes when some lie on its card already; a special recipe takes mushrooms, then herbs, then
    roots, one unit of a multiple recipe is enough (TIN-RUL-75)."""
    if recipe.medication == SPECIAL:
        left = SPECIAL_RECIPE_PLANTS - sum(lying)
        mushrooms = min(free[MUSHROOM], left)
        herbs = min(free[HERB], left - mushrooms)
        return (herbs, 0, mushrooms, min(free[ROOT], left - mushrooms - herbs))
    needed = recipe.plants
    return (
        min(needed[0] - lying[0], free[0]),
        min(needed[1] - lying[1], free[1]),
        min(needed[2] - lying[2], free[2]),
        min(needed[3] - lying[3], free[3]),
    )


def missing_types(recipe: Recipe, lying: Plants) -> int:
    """The types of plants that a recipe still needs, as flags."""
    if recipe.medication == SPECIAL:
        return SPECIAL_PLANTS if sum(lying) < SPECIAL_RECIPE_PLANTS else 0
    return sum(1 << plant for plant in range(PLANT_TYPES) if recipe.plants[plant] > lying[plant])


def add_card(state: TincturaState, melanie: Player, sink: Sink | None) -> None:
    """She has taken a patient, the last one of hers: matching free plants are put on it (TIN-SOLO-40)."""
    assert state.solo is not None
    state.solo = evolve(state.solo, reserved=(*state.solo.reserved, NO_PLANTS))
    reserve_plants(state, melanie, sink)


def clear_card(state: TincturaState, melanie: Player, at: int) -> None:
    """The plants on a card of hers are free again."""
    assert state.solo is not None
    herbs, berries, mushrooms, roots = state.solo.reserved[at]
    h, b, m, r = melanie.plants
    melanie.plants = (h + herbs, b + berries, m + mushrooms, r + roots)
    _lay(state, at, NO_PLANTS)


def remove_card(state: TincturaState, melanie: Player, at: int) -> None:
    """A patient of hers leaves: what still lies on the card is free again."""
    assert state.solo is not None
    clear_card(state, melanie, at)
    reserved = state.solo.reserved
    state.solo = evolve(state.solo, reserved=(*reserved[:at], *reserved[at + 1 :]))


def _lay(state: TincturaState, at: int, plants: Plants) -> None:
    assert state.solo is not None
    reserved = state.solo.reserved
    state.solo = evolve(state.solo, reserved=(*reserved[:at], plants, *reserved[at + 1 :]))
