"""The powder set: powder or service, blossoms or plants (chapter The Powder Set)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import (
    BLOSSOMS_OR_PLANTS,
    FINISH_POWDER,
    MAKE_POWDER,
    POWDER_OR_SERVICE,
)
from engine_core.games.tinctura.actions import FinishPowder, MakePowder, PowderOrService, TakeBlossomsOrPlants
from engine_core.games.tinctura.bonus_tracks import equipment, powder_level
from engine_core.games.tinctura.events import BlossomsGained, BlossomsGivenUp, PowderMade
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import offer_abilities, offer_trades
from engine_core.games.tinctura.gains import draw_plants, gain_points
from engine_core.games.tinctura.main_actions import count_powder
from engine_core.games.tinctura.payments import demand
from engine_core.games.tinctura.production import offer_services
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import (
    CHOOSE_POWDER,
    CHOOSE_SERVICE,
    CHOOSE_SKIP,
    FROM_BONUS_TRACK,
    FROM_POWDER,
    HOUR_PHASE,
    ONE_PLANT,
    POWDER,
    TAKE_BLOSSOMS,
)
from engine_core.stack import pop, swap_top
from engine_core.vocabulary import NONE

PART_POINTS: Final = (0, 1, 3, 6)
"""RP for the level and for the equipment, from nothing to the best (TIN-ALT-07)."""
INGREDIENT_POINTS: Final = PART_POINTS[1:]
"""RP for a plant, a blossom, two blossoms (TIN-ALT-07)."""
INGREDIENT_BLOSSOMS: Final = (0, 1, 2)
"""Blossoms given up for each ingredient."""


def resume_powder(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """White advanced: ``left`` powders or services, ``choice`` once it is made, ``done`` ones (TIN-ALT-06, TIN-ALT-09, TIN-RUL-68)."""
    if top.left:
        return True
    pop(state)
    return False


def has_ingredient(player: Player) -> bool:
    """A plant or a blossom (TIN-ALT-08)."""
    return player.blossoms > 0 or any(player.plants)


def legal_powder(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The choice, or powders or services, and the end; free actions in the own turn (TIN-RUL-40)."""
    legal: list[Action] = []
    if state.phase == HOUR_PHASE:
        offer_trades(state, player, legal)
        offer_abilities(state, seat, player, legal)
    if top.choice == NONE:
        if has_ingredient(player):
            legal.append(POWDER_OR_SERVICE[CHOOSE_POWDER])
        if _can_serve(state, player):
            legal.append(POWDER_OR_SERVICE[CHOOSE_SERVICE])
        legal.append(POWDER_OR_SERVICE[CHOOSE_SKIP])
        return legal
    if top.choice == CHOOSE_SERVICE:
        offer_services(state, player, legal)
    else:
        if any(player.plants):
            legal.append(MAKE_POWDER[ONE_PLANT])
        legal += MAKE_POWDER[ONE_PLANT + 1 : ONE_PLANT + 1 + min(player.blossoms, 2)]
    legal.append(FINISH_POWDER)
    return legal


def _can_serve(state: TincturaState, player: Player) -> bool:
    """Whether an own patient can be served now (TIN-RUL-68)."""
    services: list[Action] = []
    if player.patients:
        offer_services(state, player, services)
    return bool(services)


def refuse_powder_or_service(
    state: TincturaState, seat: int, player: Player, action: PowderOrService
) -> Rejection | None:
    """POWDER with a plant or blossom in hand, SERVICE with an own patient that can be served, SKIP always."""
    if state.pending[-1].choice != NONE:
        return Rejection("TIN-RUL-68", "Powder or service is chosen once.")
    if action.choice == CHOOSE_POWDER and not has_ingredient(player):
        return Rejection("TIN-ALT-08", "Powder costs a plant or a blossom.")
    if action.choice == CHOOSE_SERVICE and not _can_serve(state, player):
        return Rejection("TIN-ALT-09", "No own patient can be served now.")
    return None


def powder_or_service(
    state: TincturaState, seat: int, player: Player, action: PowderOrService, sink: Sink | None
) -> None:
    """Make the choice."""
    top = state.pending[-1]
    if action.choice == CHOOSE_SKIP:
        pop(state)
    else:
        swap_top(state, frame(POWDER, seat, top.left, done=top.done, choice=action.choice))


def refuse_make_powder(state: TincturaState, seat: int, player: Player, action: MakePowder) -> Rejection | None:
    """Powder was chosen, and the ingredient is owned (TIN-ALT-08)."""
    if state.pending[-1].choice != CHOOSE_POWDER:
        return Rejection("TIN-RUL-68", "Powder is made once it is chosen.")
    if action.ingredient == ONE_PLANT and not any(player.plants):
        return Rejection("TIN-ALT-08", "There is no plant in the own supply.")
    if player.blossoms < INGREDIENT_BLOSSOMS[action.ingredient]:
        return Rejection("TIN-ALT-08", "There are too few blossoms in the own supply.")
    return None


def make_powder(state: TincturaState, seat: int, player: Player, action: MakePowder, sink: Sink | None) -> None:
    """One powder (TIN-ALT-07)."""
    count_powder(state, seat)
    blossoms = INGREDIENT_BLOSSOMS[action.ingredient]
    if blossoms:
        player.blossoms -= blossoms
        if sink:
            sink(EVERYONE, BlossomsGivenUp(seat, blossoms))
    points = PART_POINTS[powder_level(state, player)] + PART_POINTS[equipment(state, player)]
    points += INGREDIENT_POINTS[action.ingredient]
    if sink:
        sink(EVERYONE, PowderMade(seat, action.ingredient, points))
    gain_points(state, seat, player, points, FROM_POWDER, sink)
    if action.ingredient == ONE_PLANT:
        demand(state, seat, player, 1, FROM_POWDER, sink)


def refuse_finish_powder(state: TincturaState, seat: int, player: Player, action: FinishPowder) -> Rejection | None:
    """After the choice."""
    if state.pending[-1].choice == NONE:
        return Rejection("TIN-RUL-68", "Powder or service is chosen first; both may be skipped.")
    return None


def finish_powder(state: TincturaState, seat: int, player: Player, action: FinishPowder, sink: Sink | None) -> None:
    """No more."""
    pop(state)


# -- blossoms ------------------------------------------------------------------------------------------------------------------


def resume_blossoms(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Green advanced: ``left`` blossoms or as many plants (TIN-ALT-12)."""
    return True


def legal_blossoms(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The two."""
    return [*BLOSSOMS_OR_PLANTS]


def refuse_blossoms(state: TincturaState, seat: int, player: Player, action: TakeBlossomsOrPlants) -> Rejection | None:
    """Both are legal."""
    return None


def take_blossoms_or_plants(
    state: TincturaState, seat: int, player: Player, action: TakeBlossomsOrPlants, sink: Sink | None
) -> None:
    """Take them; plants from the bag as far as it goes (TIN-RUL-20)."""
    number = state.pending[-1].left
    pop(state)
    if action.choice == TAKE_BLOSSOMS:
        player.blossoms += number
        if sink:
            sink(EVERYONE, BlossomsGained(seat, number))
    else:
        draw_plants(state, seat, player, number, FROM_BONUS_TRACK, sink)
