"""The market deck: drawing, the discard pile, and the private cards of Black Market owners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.events import BlackMarketDrawn, MarketReshuffled
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.streams import MARKET_DECK

PRIVATE_CARDS: Final = 2
"""Of an owner of Black Market."""


def draw(state: AzerlandState, number: int, sink: Sink | None) -> tuple[int, ...]:
    """Turn up the next cards; an empty deck is made anew from the discard pile, and if that is empty too the draw stops short
    (AZE-PREP-13, AZE-RUL-27)."""
    market = state.market
    deck, discards = market.deck, market.discards
    drawn, deck = deck[:number], deck[number:]
    if len(drawn) < number and discards:
        if sink:
            sink(EVERYONE, MarketReshuffled(len(discards)))
        shuffled = state.rng.shuffle(MARKET_DECK, discards)
        missing = number - len(drawn)
        drawn, deck, discards = (*drawn, *shuffled[:missing]), shuffled[missing:], ()
    state.market = evolve(market, deck=deck, discards=discards)
    state._revealed = True
    return drawn


def can_draw(state: AzerlandState) -> bool:
    """Whether a card can be turned up at all."""
    return bool(state.market.deck or state.market.discards)


def discard(state: AzerlandState, cards: Iterable[int]) -> None:
    """Cards join the discard pile (AZE-RUL-27)."""
    market = state.market
    state.market = evolve(market, discards=tuple(sorted((*market.discards, *cards))))


def draw_black_market(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """The private cards of an owner, open to all (AZE-POT-09, AZE-RUL-28)."""
    player.black_market = tuple(sorted(draw(state, PRIVATE_CARDS, sink)))
    if sink:
        sink(EVERYONE, BlackMarketDrawn(seat, player.black_market))
