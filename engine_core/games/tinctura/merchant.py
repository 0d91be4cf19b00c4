"""Visiting the merchant (chapter Visit the Merchant)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import BUY_WARE, FINISH_VISIT, VISIT_MERCHANT
from engine_core.games.tinctura.actions import BuyWare, FinishVisit, VisitMerchant
from engine_core.games.tinctura.bonus_tracks import advance_bonus
from engine_core.games.tinctura.card_events import MerchantVisited, WareBought
from engine_core.games.tinctura.days import opening_hours
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import offer_abilities, offer_trades
from engine_core.games.tinctura.gains import replaced
from engine_core.games.tinctura.main_actions import begin_action
from engine_core.games.tinctura.module_words import ONE_HAND_WASHES_THE_OTHER, SURPLUS
from engine_core.games.tinctura.payments import demand
from engine_core.games.tinctura.refill import draw_item
from engine_core.games.tinctura.state import Player, TincturaState, event_of_the_day, own_player
from engine_core.games.tinctura.tracks import raise_mortar
from engine_core.games.tinctura.vocabulary import FROM_WARE, MERCHANT, MORTAR, MOST_WARES, WARE, WARE_GAINED
from engine_core.stack import pop, push, swap_top

PRICES: Final = (1, 1, 2)
"""Plants for the first, second and third ware of a visit: 1, 2 or 4 in all (TIN-VIL-25)."""


def is_open(state: TincturaState, player: Player) -> bool:
    """Within the opening hours, or after them for One Hand Washes the Other (TIN-VIL-23, TIN-PERS-07). A merchant who stays closed all day
    is closed for everybody (TIN-RUL-85)."""
    first, last = opening_hours(state)
    if first <= state.hour <= last:
        return True
    return first <= last < state.hour and player.personality == ONE_HAND_WASHES_THE_OTHER


def marginal_price(state: TincturaState, bought: int) -> int:
    """Plants for the next ware of a visit in this hour after ``bought`` ones, 0 to 2: in the first open hour a visit costs 1 more, in the
    last one 1 less, in both at once and after closing neither (TIN-VIL-25 to 27, TIN-RUL-18, TIN-RUL-19)."""
    price = PRICES[bought]
    if not bought:
        first, last = opening_hours(state)
        price += (state.hour == first) - (state.hour == last)
    return price


def ware_left(state: TincturaState, ware: int) -> bool:
    """Whether the ware is displayed."""
    return state.mortars > 0 if ware == MORTAR else state.items[ware] > 0


def take_ware(state: TincturaState, ware: int) -> None:
    """A ware leaves the merchant: an item into the bag, a mortar is set aside (TIN-VIL-28, TIN-VIL-29)."""
    if ware == MORTAR:
        state.mortars -= 1
    else:
        state.items = replaced(state.items, ware, state.items[ware] - 1)


# -- the visit -----------------------------------------------------------------------------------------------------------------


def offer_visit(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Open, a ware present and the first price affordable."""
    if (
        is_open(state, player)
        and (state.mortars or any(state.items))
        and sum(player.plants) >= marginal_price(state, 0)
    ):
        legal.append(VISIT_MERCHANT)


def refuse_visit(state: TincturaState, seat: int, player: Player, action: VisitMerchant) -> Rejection | None:
    """See :func:`offer_visit`."""
    if not is_open(state, player):
        return Rejection("TIN-VIL-23", "The merchant is closed in this hour.")
    if not state.mortars and not any(state.items):
        return Rejection("TIN-VIL-30", "The merchant has nothing left today.")
    if sum(player.plants) < marginal_price(state, 0):
        return Rejection("TIN-VIL-32", "There are too few plants in the own supply for any ware.")
    return None


def visit_merchant(state: TincturaState, seat: int, player: Player, action: VisitMerchant, sink: Sink | None) -> None:
    """A ``merchant`` frame, whose ``done`` counts the wares bought (TIN-VIL-24, TIN-VIL-33)."""
    begin_action(state, seat)
    if sink:
        sink(EVERYONE, MerchantVisited(seat))
    push(state, frame(MERCHANT, seat))


def resume_merchant(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked until the third ware (decomposition rule 4); a visit can always be finished after the first purchase."""
    if top.done < MOST_WARES:
        return True
    pop(state)
    return False


def legal_merchant(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Wares that can be paid; after the first purchase also free actions and the end of the visit (TIN-RUL-18, TIN-RUL-40)."""
    legal: list[Action] = []
    bought = top.done
    if bought:
        offer_trades(state, player, legal)
        offer_abilities(state, seat, player, legal)
    if sum(player.plants) >= marginal_price(state, bought):
        legal += [BUY_WARE[ware] for ware in range(len(WARE)) if ware_left(state, ware)]
    if bought:
        legal.append(FINISH_VISIT)
    return legal


def refuse_buy(state: TincturaState, seat: int, player: Player, action: BuyWare) -> Rejection | None:
    """Displayed, and affordable."""
    if not ware_left(state, action.ware):
        if action.ware == MORTAR:
            return Rejection("TIN-VIL-34", "Both mortars have been sold today.")
        return Rejection("TIN-VIL-30", f"The merchant has no {WARE.words[action.ware]} item left.")
    price = marginal_price(state, state.pending[-1].done)
    if sum(player.plants) < price:
        return Rejection("TIN-VIL-32", f"The next ware costs {price} plants.")
    return None


def buy_ware(state: TincturaState, seat: int, player: Player, action: BuyWare, sink: Sink | None) -> None:
    """Count it in the ``merchant`` frame, take the ware; what it brings waits until it is paid."""
    bought = state.pending[-1].done
    price = marginal_price(state, bought)
    swap_top(state, frame(MERCHANT, seat, done=bought + 1))
    take_ware(state, action.ware)
    if sink:
        sink(EVERYONE, WareBought(seat, action.ware, price))
    push(state, frame(WARE_GAINED, seat, ware=action.ware, source=FROM_WARE))
    demand(state, seat, player, price, FROM_WARE, sink)


def resume_ware_gained(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The ware is paid: the bonus track or the mortar level, Surplus (TIN-VIL-28, TIN-VIL-29, TIN-EVT-10). By ``source`` a purchase and
    a leftover, which draws nothing (TIN-RUL-21), are told apart."""
    pop(state)
    player = own_player(state, seat)
    if top.ware == MORTAR:
        raise_mortar(state, seat, player, 1, top.source, sink)
        return False
    if top.source == FROM_WARE and event_of_the_day(state) == SURPLUS:
        draw_item(state, sink)
    advance_bonus(state, seat, player, top.ware, sink)
    return False


def refuse_finish_visit(state: TincturaState, seat: int, player: Player, action: FinishVisit) -> Rejection | None:
    """After the first purchase."""
    if not state.pending[-1].done:
        return Rejection("TIN-RUL-18", "At least one ware is bought in a visit.")
    return None


def finish_visit(state: TincturaState, seat: int, player: Player, action: FinishVisit, sink: Sink | None) -> None:
    """Leave."""
    pop(state)
