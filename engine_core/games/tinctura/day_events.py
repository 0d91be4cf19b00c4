"""The events: drawing one for each day, and what happens at the start of it (chapters Events, Appendix - Events)."""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.flow_events import ApprenticeRemoved, DayEventDrawn
from engine_core.games.tinctura.gains import NO_PLANTS, ONE_OF, gain_plants, minus, plus
from engine_core.games.tinctura.module_words import A_WILD_NIGHT, BOUNTIFUL_HARVEST, EVENTS_WITH_PLANT
from engine_core.games.tinctura.refill import return_discard
from engine_core.games.tinctura.state import TincturaState, event_of_the_day, own_player
from engine_core.games.tinctura.streams import EVENT_TYPE_STREAM
from engine_core.games.tinctura.tea_track import tea_order
from engine_core.games.tinctura.vocabulary import FROM_EVENT, PLANT_TYPES
from engine_core.vocabulary import NONE


def draw_event(state: TincturaState, sink: Sink | None) -> None:
    """The event of the day that begins is turned up, before the forest is refilled for it (TIN-EVT-01, TIN-RUL-60); one that concerns a
    type of plant determines it by a look at a random tile (TIN-RUL-62). Nothing without the option."""
    state.event_plant = NONE
    event = event_of_the_day(state)
    if event == NONE:
        return
    state._revealed = True
    if event in EVENTS_WITH_PLANT:
        if not any(state.bag):
            return_discard(state, sink)
        state.event_plant = _look_at_tile(state)
    if sink:
        sink(EVERYONE, DayEventDrawn(state.day, event, state.event_plant))


def _look_at_tile(state: TincturaState) -> int:
    """The type of a random tile of the bag; any type if there is none."""
    tiles = sum(state.bag)
    if not tiles:
        return state.rng.below(EVENT_TYPE_STREAM, PLANT_TYPES)
    at = state.rng.below(EVENT_TYPE_STREAM, tiles)
    plant = 0
    while at >= state.bag[plant]:
        at -= state.bag[plant]
        plant += 1
    return plant


def start_of_day_effects(state: TincturaState, sink: Sink | None) -> None:
    """After everything is laid out and before the plans (TIN-RUL-60)."""
    event = event_of_the_day(state)
    if event == A_WILD_NIGHT:
        _remove_leftmost_apprentice(state, sink)
    elif event == BOUNTIFUL_HARVEST:
        _deal_out(state, sink)


def _remove_leftmost_apprentice(state: TincturaState, sink: Sink | None) -> None:
    """TIN-EVT-02, TIN-RUL-61."""
    apprentices = state.apprentices
    for space, card in enumerate(apprentices.display):
        if card != NONE:
            display = (*apprentices.display[:space], NONE, *apprentices.display[space + 1 :])
            state.apprentices = evolve(apprentices, display=display, gone=tuple(sorted((*apprentices.gone, card))))
            if sink:
                sink(EVERYONE, ApprenticeRemoved(space, card))
            return


def _deal_out(state: TincturaState, sink: Sink | None) -> None:
    """All plants of the type in the forest, one at a time in tea order (TIN-EVT-08, TIN-RUL-97)."""
    plant = state.event_plant
    number = state.forest[plant]
    order = tea_order(state)
    shares = dict.fromkeys(order, NO_PLANTS)
    for turn in range(number):
        seat = order[turn % len(order)]
        shares[seat] = plus(shares[seat], ONE_OF[plant])
        state.forest = minus(state.forest, ONE_OF[plant])
    for seat in order:
        gain_plants(state, seat, own_player(state, seat), shares[seat], FROM_EVENT, sink)
