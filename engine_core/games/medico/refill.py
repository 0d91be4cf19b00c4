"""Refilling empty spaces from the supplies (chapter End of Your Turn)."""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.events import StackRefilled
from engine_core.games.medico.selling import free_spaces
from engine_core.games.medico.state import MedicoState
from engine_core.vocabulary import NONE


def refill(state: MedicoState, sink: Sink | None) -> None:
    """One element for each empty space, in ring order, while supplies last; letters are never refilled (MED-EOT-04 to 06,
    MED-RUL-36 to 38)."""
    refilled = False
    for index, place in enumerate(state.places):
        stacks = place.instrument_stacks
        if place.favor_stack and place.book_stack and place.market_stack and stacks[0] and stacks[1]:
            continue
        if not place.favor_stack and state.favor_supply:
            favor, *favors = state.favor_supply
            state.favor_supply = tuple(favors)
            place = evolve(place, favor_stack=(favor,))
            refilled = True
            if sink:
                sink(EVERYONE, StackRefilled(index, favor, NONE, NONE, NONE))
        for stack in (0, 1):
            if not stacks[stack] and state.instrument_supply:
                instrument, *instruments = state.instrument_supply
                state.instrument_supply = tuple(instruments)
                stacks = (stacks[0], (instrument,)) if stack else ((instrument,), stacks[1])
                place = evolve(place, instrument_stacks=stacks)
                refilled = True
                if sink:
                    sink(EVERYONE, StackRefilled(index, NONE, instrument, NONE, NONE))
        if not place.book_stack and state.book_supply:
            book, *books = state.book_supply
            state.book_supply = tuple(books)
            place = evolve(place, book_stack=(book,))
            refilled = True
            if sink:
                sink(EVERYONE, StackRefilled(index, NONE, NONE, book, NONE))
        if not place.market_stack and state.market_supply:
            market, *markets = state.market_supply
            state.market_supply = tuple(markets)
            place = evolve(place, market_stack=(market,), market_remedies=free_spaces(state.data, (market,)))
            refilled = True
            if sink:
                sink(EVERYONE, StackRefilled(index, NONE, NONE, NONE, market))
        state.places[index] = place
    state._revealed |= refilled
