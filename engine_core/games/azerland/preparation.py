"""Phase 1: restocking, welcoming visitors, the bonus of the day (chapter Phase 1 - Preparation)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.events import BonusRevealed, DayStarted, MarketRestocked, RoadFilled, VisitorsWelcomed
from engine_core.games.azerland.gains import gain
from engine_core.games.azerland.market import draw, draw_black_market
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.state import AzerlandState, own_player
from engine_core.games.azerland.vocabulary import (
    AI,
    BLACK_MARKET,
    BONUS_APPRENTICE,
    BONUS_GOLD,
    BONUS_INGREDIENT_TILE,
    FROM_BONUS_TILE,
    PREPARATION,
)

ROW_PER_PLAYER: Final = 2
_BLACK_MARKET_BIT: Final = 1 << BLACK_MARKET
_NO_RANKS: Final = (0, 0, 0, 0, 0)


def start_day(state: AzerlandState, day: int, sink: Sink | None) -> None:
    """The whole of Preparation, up to the ingredients of the bonus tile: those that are to choose one are left in ``order``
    (AZE-PREP-01, AZE-PREP-10, AZE-RUL-05, AZE-RUL-06). On day 1 the market and the visitors of set-up stay (AZE-RUL-01)."""
    state.day = day
    state.phase = PREPARATION
    state.order = ()
    state.turns_left = 0
    if sink:
        sink(EVERYONE, DayStarted(day))
    for seat in range(len(state.players)):
        player = own_player(state, seat)
        player.tilted = player.served = player.placed_numbers = player.placed_sides = ()
        player.tiles_replaced = player.purchases = 0
        player.ranks = _NO_RANKS
    if day == 1:
        if sink:
            sink(EVERYONE, MarketRestocked(state.market.row))
        return
    _restock(state, sink)
    _welcome(state, sink)
    _reveal_bonus(state, sink)


def by_cauldron(state: AzerlandState) -> tuple[int, ...]:
    """The seats in ascending order of their cauldrons."""
    return tuple([holder for holder in state.cauldrons if holder != AI])


def _restock(state: AzerlandState, sink: Sink | None) -> None:
    """Old cards to the discard pile, a new row, then new cards for the owners of Black Market by cauldron
    (AZE-PREP-03, AZE-PREP-12, AZE-RUL-27, AZE-RUL-28)."""
    owners = [seat for seat in by_cauldron(state) if state.players[seat].abilities & _BLACK_MARKET_BIT]
    market = state.market
    unsold = [card for seat in owners for card in state.players[seat].black_market]
    state.market = evolve(market, row=(), discards=tuple(sorted((*market.discards, *market.row, *unsold))))
    row = tuple(sorted(draw(state, ROW_PER_PLAYER * len(state.cauldrons), sink)))
    state.market = evolve(state.market, row=row)
    if sink:
        sink(EVERYONE, MarketRestocked(row))
    for seat in owners:
        draw_black_market(state, seat, own_player(state, seat), sink)


def _welcome(state: AzerlandState, sink: Sink | None) -> None:
    """Those on the road come to town, the next ones appear on the road; on day 6 there are none left
    (AZE-PREP-05 to 08, AZE-RUL-01)."""
    visitors = state.visitors
    number = len(state.cauldrons)
    road = tuple(sorted(visitors.deck[:number]))
    state.visitors = evolve(
        visitors,
        deck=visitors.deck[number:],
        road=road,
        town=tuple(sorted((*visitors.town, *visitors.road))),
    )
    state._revealed = True
    if sink:
        sink(EVERYONE, VisitorsWelcomed(visitors.road))
        sink(EVERYONE, RoadFilled(road))


def _reveal_bonus(state: AzerlandState, sink: Sink | None) -> None:
    """The tile of the day; gold and apprentices come at once, ingredients are chosen by cauldron
    (AZE-PREP-11, AZE-BON-05 to 07, AZE-RUL-07)."""
    bonus = state.bonus_tiles[state.day - 2]
    if sink:
        sink(EVERYONE, BonusRevealed(bonus))
    if bonus == BONUS_INGREDIENT_TILE:
        state.order = by_cauldron(state)
        state.turns_left = len(state.order)
        return
    if bonus in (BONUS_GOLD, BONUS_APPRENTICE):
        reward = Reward(gold=1) if bonus == BONUS_GOLD else Reward(apprentices=1)
        for seat in by_cauldron(state):
            gain(state, seat, own_player(state, seat), reward, FROM_BONUS_TILE, sink)
