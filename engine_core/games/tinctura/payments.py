"""Paying with plants of choice: one tile after the other, and without asking where there is no choice (decision point PAYMENT).

Melanie pays at once, in an order of her own (TIN-RUL-104).
"""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.action_tables import PAY_PLANT
from engine_core.games.tinctura.actions import PayPlant
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.gains import ONE_OF, give_up
from engine_core.games.tinctura.state import Player, TincturaState, is_melanie, own_player
from engine_core.games.tinctura.vocabulary import (
    ANY_PLANT,
    BERRY,
    HERB,
    MUSHROOM,
    PAYMENT,
    PLANT,
    PLANT_TYPES,
    ROOT,
    Plants,
)
from engine_core.stack import pop, push, swap_top

MELANIE_PAYS: Final = (BERRY, MUSHROOM, HERB, ROOT)
"""First to last (TIN-SOLO-32, TIN-RUL-104)."""
_PLANTS: Final = range(PLANT_TYPES)


def payable(plants: Plants, allowed: int) -> int:
    """How many tiles of a supply a payment may use."""
    if allowed == ANY_PLANT:
        return sum(plants)
    return sum([plants[plant] for plant in _PLANTS if allowed >> plant & 1])


def demand(
    state: TincturaState,
    seat: int,
    player: Player,
    count: int,
    source: int,
    sink: Sink | None,
    allowed: int = ANY_PLANT,
) -> None:
    """So many tiles of the allowed types are to be paid: a frame on the stack, so what follows the payment has to be pushed before.
    The supply must have them (:func:`payable`). Nothing for 0 tiles."""
    if not count:
        return
    if is_melanie(state, seat):
        give_up(state, seat, player, melanie_pays(player.plants, count, allowed), source, sink)
    else:
        push(state, frame(PAYMENT, seat, count, plants=allowed, source=source))


def melanie_pays(plants: Plants, count: int, allowed: int = ANY_PLANT) -> Plants:
    """The tiles with which Melanie pays a price (TIN-RUL-104)."""
    paid = [0, 0, 0, 0]
    for plant in MELANIE_PAYS:
        if allowed >> plant & 1:
            paid[plant] = min(plants[plant], count - sum(paid))
    return (paid[0], paid[1], paid[2], paid[3])


def resume_payment(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """All at once where there is no choice: one type only, or all that is allowed (TIN-RUL-110)."""
    plants = state.players[seat].plants
    allowed = top.plants
    types = [plant for plant in _PLANTS if allowed >> plant & 1 and plants[plant]]
    if len(types) > 1 and sum([plants[plant] for plant in types]) > top.left:
        return True
    pop(state)
    paid = [0, 0, 0, 0]
    for plant in types:
        paid[plant] = min(plants[plant], top.left)
    give_up(state, seat, own_player(state, seat), (paid[0], paid[1], paid[2], paid[3]), top.source, sink)
    return False


def legal_payment(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Types that are allowed and owned."""
    allowed, plants = top.plants, player.plants
    return [PAY_PLANT[plant] for plant in _PLANTS if allowed >> plant & 1 and plants[plant]]


def refuse_pay_plant(state: TincturaState, seat: int, player: Player, action: PayPlant) -> Rejection | None:
    """Not owned, or not allowed for this payment."""
    top = state.pending[-1]
    if not top.plants >> action.plant & 1:
        return Rejection("TIN-PHARM-17", f"This is not paid with a {PLANT.words[action.plant]}.")
    if not player.plants[action.plant]:
        return Rejection("TIN-PHARM-16", f"There is no {PLANT.words[action.plant]} in the own supply.")
    return None


def pay_plant(state: TincturaState, seat: int, player: Player, action: PayPlant, sink: Sink | None) -> None:
    """One tile of the payment that is open."""
    top = state.pending[-1]
    if top.left > 1:
        swap_top(state, frame(PAYMENT, seat, top.left - 1, plants=top.plants, source=top.source))
    else:
        pop(state)
    give_up(state, seat, player, ONE_OF[action.plant], top.source, sink)
