"""The neutral surgeon of the game for two (At the Start of Each Round, only with 2 players)."""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.events import IncomePaid, MarketBoxed, NeutralRemedyPlaced, NeutralSurgeonMoved
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.refill import refill
from engine_core.games.medico.selling import without_market
from engine_core.games.medico.state import MedicoState, own_player
from engine_core.games.medico.vocabulary import NEUTRAL, NEUTRAL_SURGEON
from engine_core.vocabulary import NONE

ROUND_PRESTIGE = 2
"""What the Medicus and the neutral surgeon gain at the start of a round."""


def move_neutral_surgeon(state: MedicoState, sink: Sink | None) -> None:
    """To the place of the next card, also the one where it stands; 1 remedy on its market; 2 prestige (MED-2P-04 to 09, MED-RUL-14)."""
    card, *rest = state.neutral_deck
    state.neutral_deck = tuple(rest)
    place = next(index for index, place in enumerate(state.places) if place.card == card)
    state.neutral_place = place
    if sink:
        sink(EVERYONE, NeutralSurgeonMoved(place))
    if state.places[place].market_stack:
        _fill_leftmost_space(state, place, sink)
    gain_prestige(state, NEUTRAL_SURGEON, ROUND_PRESTIGE, sink)


def _fill_leftmost_space(state: MedicoState, index: int, sink: Sink | None) -> None:
    """A matching remedy on the leftmost free space, 1 coin for every player's apprentice there, a full market to the box
    (MED-2P-06 to 08, MED-RUL-38, MED-RUL-44, MED-RUL-46)."""
    place = state.places[index]
    remedies = place.market_remedies
    space = remedies.index(NONE)
    market = place.market_stack[0]
    remedy = state.data.market_symbols[market][space]
    remedies = (*remedies[:space], remedy, *remedies[space + 1 :])
    state.places[index] = evolve(place, market_remedies=remedies)
    if sink:
        sink(EVERYONE, NeutralRemedyPlaced(index, space, remedy))
    for owner in place.apprentices:
        if owner != NEUTRAL:
            own_player(state, owner).coins += 1
            if sink:
                sink(EVERYONE, IncomePaid(owner, index, 1))
    if NONE not in remedies:
        state.places[index] = without_market(state.data, place)
        state.boxed_markets = (*state.boxed_markets, market)
        if sink:
            sink(EVERYONE, MarketBoxed(index, market))
        refill(state, sink)
