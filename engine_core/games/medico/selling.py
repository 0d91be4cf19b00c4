"""Selling to the market of the destination, completing it, and what apprentices earn by it (Sell Remedies, Pay Apprentices)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import SellRemedy, TakeMarketKnowledge
from engine_core.games.medico.data import MedicoData
from engine_core.games.medico.events import IncomePaid, KnowledgeTaken, MarketCompleted, RemedySold
from engine_core.games.medico.state import BoardPlace, MedicoState, Player, own_player
from engine_core.games.medico.storage import take_from_pouch
from engine_core.games.medico.vocabulary import HAGGLING, NEUTRAL, OBOLUS
from engine_core.vocabulary import NONE

_HAGGLING_BIT: Final = 1 << HAGGLING
_OBOLUS_BIT: Final = 1 << OBOLUS


def sell_remedy(state: MedicoState, seat: int, player: Player, action: SellRemedy, sink: Sink | None) -> None:
    """Sell 1 remedy onto a matching space (MED-SELL-03, MED-RUL-76)."""
    sell(state, seat, player, action.remedy, action.space_index, sink)


def sell(state: MedicoState, seat: int, player: Player, remedy: int, space: int, sink: Sink | None) -> None:
    """Coins for the free spaces, or for all with Haggling, before the space is covered (MED-SELL-03, MED-SELL-04, MED-KNOW-02);
    then the apprentices' income and, with the last space, the market (MED-SELL-07)."""
    here = player.place
    place = state.places[here]
    remedies = place.market_remedies
    coins = len(remedies) if player.abilities & _HAGGLING_BIT else remedies.count(NONE)
    take_from_pouch(player, remedy)
    player.coins += coins
    if sink:
        sink(EVERYONE, RemedySold(seat, here, remedy, space, coins))
    pay_apprentices(state, seat, here, sink)
    turn = state.turn
    turn.sold += 1
    remedies = (*remedies[:space], remedy, *remedies[space + 1 :])
    if NONE in remedies:
        state.places[here] = evolve(place, market_remedies=remedies)
        return
    turn.market_open = False
    market = place.market_stack[0]
    player.markets = (*player.markets, market)
    if sink:
        sink(EVERYONE, MarketCompleted(seat, here, market))
    state.places[here] = place = without_market(state.data, place)
    state._revealed |= bool(place.market_stack)


def without_market(data: MedicoData, place: BoardPlace) -> BoardPlace:
    """The place after its displayed market left: the next one, still free, is displayed; markers stay (MED-RUL-36, MED-RUL-44)."""
    stack = place.market_stack[1:]
    return evolve(place, market_stack=stack, market_remedies=free_spaces(data, stack))


def free_spaces(data: MedicoData, market_stack: tuple[int, ...]) -> tuple[int, ...]:
    """The spaces of a market just displayed; none without a market."""
    return (NONE,) * len(data.market_symbols[market_stack[0]]) if market_stack else ()


def pay_apprentices(state: MedicoState, seat: int, place: int, sink: Sink | None) -> None:
    """One sale's income at the place: 1 coin for the other players' apprentices at the first sale of the turn, for Obolus owners,
    the seller included, at each (MED-APP-01 to 07, MED-KNOW-04, MED-KNOW-05, MED-RUL-45)."""
    first = not state.turn.sold
    for owner in state.places[place].apprentices:
        if owner == NEUTRAL:
            continue
        if state.players[owner].abilities & _OBOLUS_BIT or (first and owner != seat):
            own_player(state, owner).coins += 1
            if sink:
                sink(EVERYONE, IncomePaid(owner, place, 1))


def take_market_knowledge(
    state: MedicoState, seat: int, player: Player, action: TakeMarketKnowledge, sink: Sink | None
) -> None:
    """Take 1 knowledge marker from the market for 0 coins and keep it aside (MED-SELL-10, MED-SELL-12, MED-RUL-43)."""
    place = state.places[player.place]
    state.places[player.place] = evolve(place, knowledge_markers=place.knowledge_markers - 1)
    player.collected_markers += 1
    if sink:
        sink(EVERYONE, KnowledgeTaken(seat, player.place))
