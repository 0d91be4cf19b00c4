"""Individual training and hiring an apprentice (chapters Visit Individual Training, Hire an Apprentice)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import HIRE_APPRENTICE, TRAINING
from engine_core.games.tinctura.actions import HireApprentice, IndividualTraining
from engine_core.games.tinctura.card_events import ApprenticeHired
from engine_core.games.tinctura.gains import ONE_OF, give_up
from engine_core.games.tinctura.main_actions import begin_action
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tracks import raise_skill
from engine_core.games.tinctura.vocabulary import FROM_TRAINING, MEDICATION, PLANT, SKILL, SKILLS
from engine_core.vocabulary import NONE

MOST_APPRENTICES: Final = 2
"""Not trained yet (TIN-VIL-19)."""


def offer_training(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """One of the four skills below its end, for any plant owned (TIN-VIL-12 to 15)."""
    owned = [plant for plant, number in enumerate(player.plants) if number]
    if owned:
        end = state.data.skill_end
        for skill in range(SKILLS):
            if player.skills[skill] < end:
                actions = TRAINING[skill]
                legal += [actions[plant] for plant in owned]


def refuse_training(state: TincturaState, seat: int, player: Player, action: IndividualTraining) -> Rejection | None:
    """The plant, and a track that is not at its end."""
    if not player.plants[action.plant]:
        return Rejection("TIN-VIL-14", f"There is no {PLANT.words[action.plant]} in the own supply.")
    if player.skills[action.skill] >= state.data.skill_end:
        return Rejection("TIN-VIL-15", f"The track of {SKILL.words[action.skill]} is at its end.")
    return None


def individual_training(
    state: TincturaState, seat: int, player: Player, action: IndividualTraining, sink: Sink | None
) -> None:
    """One plant, one level (TIN-VIL-12)."""
    begin_action(state, seat)
    give_up(state, seat, player, ONE_OF[action.plant], FROM_TRAINING, sink)
    raise_skill(state, seat, player, action.skill, 1, FROM_TRAINING, sink)


# -- apprentices ---------------------------------------------------------------------------------------------------------------


def owned_types(state: TincturaState, player: Player) -> frozenset[int]:
    """The medications of which the player has an apprentice or a journeyman (TIN-VIL-18)."""
    cards = state.data.apprentices
    return frozenset([cards[card].medication for card in (*player.apprentices, *player.journeymen)])


def offer_hiring(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Displayed apprentices of a type not owned, below two untrained ones (TIN-VIL-16 to 19)."""
    if len(player.apprentices) < MOST_APPRENTICES:
        cards, types = state.data.apprentices, owned_types(state, player)
        for space, card in enumerate(state.apprentices.display):
            if card != NONE and cards[card].medication not in types:
                legal.append(HIRE_APPRENTICE[space])


def refuse_hiring(state: TincturaState, seat: int, player: Player, action: HireApprentice) -> Rejection | None:
    """A card there, a new type, fewer than two untrained."""
    card = state.apprentices.display[action.space]
    if card == NONE:
        return Rejection("TIN-VIL-17", "There is no apprentice on this space.")
    if len(player.apprentices) >= MOST_APPRENTICES:
        return Rejection("TIN-VIL-19", "There are two apprentices to be trained already.")
    medication = state.data.apprentices[card].medication
    if medication in owned_types(state, player):
        return Rejection(
            "TIN-VIL-18", f"There is an apprentice or journeyman for {MEDICATION.words[medication]} already."
        )
    return None


def hire_apprentice(state: TincturaState, seat: int, player: Player, action: HireApprentice, sink: Sink | None) -> None:
    """The main action (TIN-VIL-16, TIN-VIL-17)."""
    begin_action(state, seat)
    hire(state, seat, player, action.space, sink)


def hire(state: TincturaState, seat: int, player: Player, space: int, sink: Sink | None) -> None:
    """A displayed apprentice comes to the player's board; its space stays empty until the evening."""
    apprentices = state.apprentices
    card = apprentices.display[space]
    display = (*apprentices.display[:space], NONE, *apprentices.display[space + 1 :])
    state.apprentices = evolve(apprentices, display=display)
    player.apprentices = tuple(sorted((*player.apprentices, card)))
    if sink:
        sink(EVERYONE, ApprenticeHired(seat, space, card))
