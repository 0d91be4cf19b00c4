"""What is laid out at the end of a day and at set-up: forest, merchant, apprentices, patients (chapters Setup, End of the Day)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.card_events import PatientDisplayed
from engine_core.games.tinctura.flow_events import (
    ApprenticeLaidOut,
    ApprenticeReturned,
    DiscardReturned,
    ForestRefilled,
    ItemDrawn,
    MerchantStocked,
)
from engine_core.games.tinctura.gains import NO_PLANTS, ONE_OF, draw_tile, minus, plus
from engine_core.games.tinctura.module_words import DROUGHT, NEW_SPA, THIEVES_IN_THE_FOREST
from engine_core.games.tinctura.state import TincturaState, event_of_the_day
from engine_core.games.tinctura.streams import ITEMS_STREAM
from engine_core.games.tinctura.vocabulary import APPRENTICE_SPACES, COLOURS, Plants
from engine_core.vocabulary import NONE

ITEMS_ON_DISPLAY: Final = (0, 0, 4, 6, 8)
"""By number of players (TIN-SET-11, TIN-EOD-05)."""
MORTARS: Final = 2
_DROUGHT_MOST: Final = 2


# -- forest --------------------------------------------------------------------------------------------------------------------


def refill_forest(state: TincturaState, sink: Sink | None) -> None:
    """Top up the forest from the bag; an empty bag gets the discard back (TIN-EOD-02, TIN-PLT-02, TIN-RUL-50, TIN-RUL-51).

    Under Drought and Thieves in the Forest a type has a maximum: the surplus in the forest is discarded first, what is drawn beyond it
    is set aside and discarded afterwards (TIN-EVT-03, TIN-EVT-04, TIN-RUL-63).
    """
    capacity = state.data.forest_capacity[len(state.players)]
    kind, most = _limit(state)
    if kind != NONE and state.forest[kind] > most:
        surplus = _tiles(kind, state.forest[kind] - most)
        state.forest = minus(state.forest, surplus)
        state.discard = plus(state.discard, surplus)
    aside = NO_PLANTS
    missing = capacity - sum(state.forest)
    while missing > 0:
        if not any(state.bag) and not _return_discard(state, sink):
            break
        plant = draw_tile(state)
        if plant == kind and state.forest[plant] >= most:
            aside = plus(aside, ONE_OF[plant])
        else:
            state.forest = plus(state.forest, ONE_OF[plant])
            missing -= 1
        if not any(state.bag):
            _return_discard(state, sink)
    state.discard = plus(state.discard, aside)
    if sink:
        sink(EVERYONE, ForestRefilled(state.forest))


def _limit(state: TincturaState) -> tuple[int, int]:
    """The type that the event of the day limits in the forest, and how many of it may lie there."""
    event = event_of_the_day(state)
    if event == DROUGHT:
        return state.event_plant, _DROUGHT_MOST
    return (state.event_plant, 0) if event == THIEVES_IN_THE_FOREST else (NONE, 0)


def _tiles(kind: int, number: int) -> Plants:
    herbs, berries, mushrooms, roots = (number if plant == kind else 0 for plant in range(4))
    return herbs, berries, mushrooms, roots


def return_discard(state: TincturaState, sink: Sink | None) -> bool:
    """The discard goes back into the bag; false if there is nothing to return (TIN-PLT-02)."""
    return _return_discard(state, sink)


def _return_discard(state: TincturaState, sink: Sink | None) -> bool:
    discard = state.discard
    if discard == NO_PLANTS:
        return False
    state.bag = plus(state.bag, discard)
    state.discard = NO_PLANTS
    if sink:
        sink(EVERYONE, DiscardReturned(discard))
    return True


# -- merchant ------------------------------------------------------------------------------------------------------------------


def stock_merchant(state: TincturaState, sink: Sink | None) -> None:
    """All items into the bag, new ones on display; both mortars are back (TIN-SET-10, TIN-SET-11, TIN-EOD-05, TIN-EOD-06)."""
    bag = [colour for colour in range(COLOURS) for _ in range(state.data.items_per_colour)]
    drawn = state.rng.shuffle(ITEMS_STREAM, bag)[: ITEMS_ON_DISPLAY[len(state.players)]]
    state.items = (drawn.count(0), drawn.count(1), drawn.count(2), drawn.count(3))
    state.mortars = MORTARS
    state._revealed = True
    if sink:
        sink(EVERYONE, MerchantStocked(state.items, MORTARS))


def draw_item(state: TincturaState, sink: Sink | None) -> None:
    """Surplus: one item from the bag onto the free space (TIN-EVT-10, TIN-RUL-21)."""
    per_colour = state.data.items_per_colour
    bag = [colour for colour in range(COLOURS) for _ in range(per_colour - state.items[colour])]
    colour = bag[state.rng.below(ITEMS_STREAM, len(bag))]
    state.items = plus(state.items, ONE_OF[colour])
    state._revealed = True
    if sink:
        sink(EVERYONE, ItemDrawn(colour))


# -- apprentices ---------------------------------------------------------------------------------------------------------------


def blocked_spaces(state: TincturaState) -> int:
    """The apprentice spaces blocked today, as flags (TIN-SET-07, TIN-SET-08)."""
    card = state.apprentices.blocked
    return 0 if card == NONE else state.data.blocked[card][len(state.players)][state.day - 1]


def lay_out_apprentices(state: TincturaState, sink: Sink | None) -> None:
    """Cards on spaces that are blocked today go back on their stacks, empty spaces that are not get the top card
    (TIN-SET-08, TIN-EOD-07, TIN-EOD-08, TIN-RUL-52)."""
    apprentices = state.apprentices
    blocked = blocked_spaces(state)
    stacks, display, known = list(apprentices.stacks), list(apprentices.display), list(apprentices.known)
    for space in range(APPRENTICE_SPACES):
        kind = state.data.space_type[space]
        card = display[space]
        if blocked >> space & 1:
            if card != NONE:
                stacks[kind] = (card, *stacks[kind])
                known[kind] += 1
                display[space] = NONE
                if sink:
                    sink(EVERYONE, ApprenticeReturned(space, card))
        elif card == NONE and stacks[kind]:
            display[space], stacks[kind] = stacks[kind][0], stacks[kind][1:]
            known[kind] = max(known[kind] - 1, 0)
            if sink:
                sink(EVERYONE, ApprenticeLaidOut(space, display[space]))
    state._revealed = True
    state.apprentices = evolve(
        apprentices,
        stacks=(stacks[0], stacks[1], stacks[2], stacks[3]),
        display=(display[0], display[1], display[2], display[3]),
        known=(known[0], known[1], known[2], known[3]),
    )


# -- patients ------------------------------------------------------------------------------------------------------------------


def leave_display(state: TincturaState, space: int, sink: Sink | None) -> None:
    """The patient of a space is gone from the display; the top card of the deck takes the place at once, unless New Spa keeps it empty
    (TIN-PHARM-04, TIN-PHARM-05, TIN-EVT-06)."""
    display = state.patients.display
    state.patients = evolve(state.patients, display=(*display[:space], NONE, *display[space + 1 :]))
    if event_of_the_day(state) != NEW_SPA:
        fill_display(state, sink)


def fill_display(state: TincturaState, sink: Sink | None) -> None:
    """Every empty space gets the top card of the deck, in the order of the spaces, while the deck lasts
    (TIN-SET-05, TIN-PHARM-04, TIN-RUL-83)."""
    patients = state.patients
    display, deck, known = list(patients.display), patients.deck, patients.known
    for space, card in enumerate(display):
        if card == NONE and deck:
            display[space], deck = deck[0], deck[1:]
            known = max(known - 1, 0)
            state._revealed = True
            if sink:
                sink(EVERYONE, PatientDisplayed(space, display[space]))
    state.patients = evolve(patients, display=tuple(display), deck=deck, known=known)
