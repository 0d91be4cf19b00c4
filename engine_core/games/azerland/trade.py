"""Buying market cards and exchanging ingredients (chapter Trade action)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import BuyMarketCard, ExchangeIngredients
from engine_core.games.azerland.events import IngredientsExchanged, MarketCardBought
from engine_core.games.azerland.frames import Frame, frame
from engine_core.games.azerland.gains import ONE_OF, added, gain, pay_event_bonus, pay_once_a_day, without
from engine_core.games.azerland.market import discard
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import BONUS_BUY, DISCARD_BOUGHT, FROM_MARKET_CARD
from engine_core.stack import pop, push

EXCHANGED: Final = 2
"""Ingredients returned for one."""
BUYER: Final = 9
"""The visitor that rewards purchases."""
PURCHASES_REWARDED: Final = 2


def affordable(state: AzerlandState, player: Player) -> list[int]:
    """The cards of the row and the own black market that the player can pay, by number (AZE-TRADE-01, AZE-TRADE-02, AZE-TRADE-08)."""
    gold = player.gold
    cost = state.data.card_cost
    cards = state.market.row
    if player.black_market:
        cards = tuple(sorted(cards + player.black_market))
    return [card for card in cards if cost[card] <= gold]


def buy_market_card(state: AzerlandState, seat: int, player: Player, action: BuyMarketCard, sink: Sink | None) -> None:
    """Pay the card, gain its benefits, then discard it; its place stays empty (AZE-TRADE-02 to 04, AZE-RUL-44, AZE-RUL-28)."""
    card = action.card_id
    cost = state.data.card_cost[card]
    player.gold -= cost
    market = state.market
    if card in market.row:
        state.market = evolve(market, row=tuple([other for other in market.row if other != card]))
    else:
        player.black_market = tuple([other for other in player.black_market if other != card])
    if sink:
        sink(EVERYONE, MarketCardBought(seat, card, cost))
    pay_event_bonus(state, seat, player, BONUS_BUY, sink)
    if BUYER in player.display:  # AZE-VIS-09, AZE-RUL-54
        player.purchases += 1
        if player.purchases == PURCHASES_REWARDED:
            pay_once_a_day(state, seat, player, BUYER, sink)
    push(state, frame(DISCARD_BOUGHT, cards=(card,)))
    gain(state, seat, player, state.data.card_reward[card], FROM_MARKET_CARD, sink)


def resume_discard_bought(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The benefits of a bought card are collected (AZE-TRADE-03)."""
    pop(state)
    discard(state, top.cards)
    return False


def exchange_ingredients(
    state: AzerlandState, seat: int, player: Player, action: ExchangeIngredients, sink: Sink | None
) -> None:
    """2 ingredients to the supply for 1 (AZE-TRADE-05, AZE-TRADE-06)."""
    paid = added(ONE_OF[action.give_first], ONE_OF[action.give_second])
    player.ingredients = added(without(player.ingredients, paid), ONE_OF[action.take])
    if sink:
        sink(EVERYONE, IngredientsExchanged(seat, action.give_first, action.give_second, action.take))
