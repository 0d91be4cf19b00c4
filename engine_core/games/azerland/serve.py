"""Serving orders: payment, prestige, and what follows (chapter Serve orders action)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import PayPotion, ServeOrder
from engine_core.games.azerland.benefits import REPEATER, resolve_benefit
from engine_core.games.azerland.events import OrderBonusPaid, OrderChosen, OrderServed, PotionPaid
from engine_core.games.azerland.frames import Frame, count_down, frame
from engine_core.games.azerland.gains import ONE_OF, pay_event_bonus, pay_once_a_day, without
from engine_core.games.azerland.order_bonus import BONUS_AFTER_BENEFIT, pay_order_bonus
from engine_core.games.azerland.rewards import NO_TOKENS
from engine_core.games.azerland.state import AzerlandState, Player, own_player
from engine_core.games.azerland.visitor_cards import INFINITY
from engine_core.games.azerland.vocabulary import BONUS_SERVE, GOLD_SIDE, LEVEL_BONUS, ORDER_SERVED, PAY_POTION
from engine_core.stack import pop, push
from engine_core.vocabulary import NONE

HYPNOSIS_PRESTIGE: Final = 4
SERVER: Final = 7
"""The visitor that rewards serving 2 visitors on a day."""
VISITORS_REWARDED: Final = 2
STAYER: Final = 8
"""The visitor that rewards not working in town."""


def servable(state: AzerlandState, seat: int, player: Player) -> list[int]:
    """The visitors in town that the player can serve now, by number: under no foreign pawn and payable; under the own pawn only the
    number of potions counts (AZE-SERVE-02, AZE-SERVE-12, AZE-POT-31, AZE-POT-32)."""
    celerity, charm, intelligence = player.potions
    total = celerity + charm + intelligence
    if not total:
        return []
    data = state.data
    payable = data.payable[min(3, celerity)][min(3, charm)][min(3, intelligence)]
    for other, board in enumerate(state.players):
        pawn = board.pawn
        if pawn != NONE:
            if other != seat:
                payable &= ~(1 << pawn)
            elif total >= data.order_size[pawn]:
                payable |= 1 << pawn
    return [visitor for visitor in state.visitors.town if payable >> visitor & 1]


def serve_order(state: AzerlandState, seat: int, player: Player, action: ServeOrder, sink: Sink | None) -> None:
    """Set the potions for specific symbols aside; jokers, or all symbols of a hypnotised order, are paid one by one
    (AZE-RUL-46, AZE-SERVE-03)."""
    visitor = action.visitor_id
    data = state.data
    aside, left = data.order_potions[visitor], data.order_jokers[visitor]
    if player.pawn == visitor:
        aside, left = NO_TOKENS, data.order_size[visitor]
    player.potions = without(player.potions, aside)
    if sink:
        sink(EVERYONE, OrderChosen(seat, visitor, aside))
    push(state, frame(ORDER_SERVED, 0, visitor))
    if left:
        push(state, frame(PAY_POTION, left, visitor))


def pay_potion(state: AzerlandState, seat: int, player: Player, action: PayPotion, sink: Sink | None) -> None:
    """Any potion for a joker, or for a symbol of a hypnotised order (AZE-SERVE-03, AZE-POT-32)."""
    count_down(state)
    player.potions = without(player.potions, ONE_OF[action.potion])
    if sink:
        sink(EVERYONE, PotionPaid(seat, action.potion))


def resume_order_served(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The order is paid: the card, prestige and bonus, the bonus tile, visitors 7 and 8, then the benefit (AZE-RUL-46)."""
    pop(state)
    visitor = top.visitor
    player = own_player(state, seat)
    hypnotized = player.pawn == visitor
    _take_card(state, player, visitor)
    prestige = state.data.printed_prestige[visitor]
    player.prestige += prestige
    if sink:
        sink(EVERYONE, OrderServed(seat, visitor, prestige))
    bonus_due = False
    if hypnotized:  # AZE-POT-34, AZE-POT-36
        player.pawn = NONE
        player.prestige += HYPNOSIS_PRESTIGE
        if sink:
            sink(EVERYONE, OrderBonusPaid(seat, visitor, HYPNOSIS_PRESTIGE))
    elif visitor == REPEATER:
        bonus_due = True
    elif visitor in BONUS_AFTER_BENEFIT:
        push(state, frame(LEVEL_BONUS, 0, visitor))
    else:
        pay_order_bonus(state, seat, player, visitor, sink)
    pay_event_bonus(state, seat, player, BONUS_SERVE, sink)
    if len(player.served) >= VISITORS_REWARDED:  # AZE-VIS-07, AZE-RUL-52
        pay_once_a_day(state, seat, player, SERVER, sink)
    if visitor == STAYER:
        reward_no_work(state, seat, player, sink)
    resolve_benefit(state, seat, player, visitor, bonus_due, sink)
    return False


def _take_card(state: AzerlandState, player: Player, visitor: int) -> None:
    """The card joins the display; an Infinity card stays in town and leaves at the end of the day (AZE-SERVE-10, AZE-SERVE-17)."""
    visitors = state.visitors
    if visitor in INFINITY:
        if visitor not in visitors.served_infinity:
            state.visitors = evolve(visitors, served_infinity=tuple(sorted((*visitors.served_infinity, visitor))))
    else:
        state.visitors = evolve(visitors, town=tuple([other for other in visitors.town if other != visitor]))
        player.display = tuple(sorted((*player.display, visitor)))
    if visitor not in player.served:
        player.served = tuple(sorted((*player.served, visitor)))


def reward_no_work(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 8 pays if no tile of today shows gold (AZE-VIS-08, AZE-RUL-53)."""
    if GOLD_SIDE not in player.placed_sides:
        pay_once_a_day(state, seat, player, STAYER, sink)
