"""The seed and the order of the shuffles (MED-SET-28, MED-SET-29): the set-up, written a second time from the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.options import (
    CHOSEN_START_PLACES,
    NO_STARTING_MARKETS,
    RANDOM_START_PLACES,
    RANDOM_STARTING_MARKETS,
    Options,
)
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
)
from engine_core.rng import Rng, key_from_seed
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import (
    FAVOR_COUNTS,
    INSTRUMENT_PIECES,
    LETTERS,
)
from tests.engine.medico.table import fresh, stacks

SEEDS = range(12)
SEATS = [2, 3, 4]


def independent_set_up(seats: int, seed: int, options: Options) -> dict[str, Any]:
    """The set-up by the order of MED-SET-28, written a second time on the random source alone."""
    rng = Rng(key_from_seed(seed), MEDICO.streams)

    def shuffled(stream: str, cards: Any) -> tuple[int, ...]:
        return rng.shuffle(MEDICO.streams.index(stream), list(cards))

    ring = shuffled("ring", range(7))
    favors = shuffled("favor_cards", [f for f in range(1, 8) for _ in range(FAVOR_COUNTS[f])])
    tools = shuffled("instruments", [kind for kind in range(7) for _ in range(INSTRUMENT_PIECES[kind])])
    books = shuffled("recipe_books", range(28))
    letters = [shuffled("letters", [i for i, (origin, _) in enumerate(LETTERS) if origin == card]) for card in ring]
    markets = shuffled("markets", range(28))
    starting = shuffled("starting_markets", range(28, 35)) if options.starting_markets == 2 else ()
    cards = shuffled("place_cards", range(7))
    deck = shuffled("place_cards", range(7)) if seats == 2 else ()
    first = rng.below(MEDICO.streams.index("starting_player"), seats)
    order = [(first + turn) % seats for turn in range(seats)]
    return {
        "cards": ring,
        "favors": ([favors[3 * p : 3 * p + 3] for p in range(7)], favors[21:]),
        "tools": ([(tools[6 * p : 6 * p + 3], tools[6 * p + 3 : 6 * p + 6]) for p in range(7)], tools[42:]),
        "books": ([books[3 * p : 3 * p + 3] for p in range(7)], books[21 + seats :]),
        "own books": {seat: books[21 + turn] for turn, seat in enumerate(order)},
        "letters": letters,
        "markets": ([starting[p : p + 1] + markets[3 * p : 3 * p + 3] for p in range(7)], markets[21:]),
        "figures": [ring.index(card) for card in cards],
        "deck": deck,
        "order": order,
        "counters": rng.counters,
    }


@pytest.mark.rule("MED-SET-28", "MED-SET-15", "MED-RUL-72")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("starting_markets", [NO_STARTING_MARKETS, RANDOM_STARTING_MARKETS])
def test_the_seed_decides_everything_in_a_fixed_order(seats: int, starting_markets: int) -> None:
    for seed in range(4):
        options = Options(starting_markets=starting_markets)
        state = fresh(seats, seed=seed, starting_markets=starting_markets).state
        expected = independent_set_up(seats, seed, options)
        assert tuple(stacks(state, "card")) == expected["cards"]
        assert (stacks(state, "favor_stack"), state.favor_supply) == expected["favors"]
        assert (stacks(state, "instrument_stacks"), state.instrument_supply) == expected["tools"]
        assert (stacks(state, "book_stack"), state.book_supply) == expected["books"]
        assert {seat: player.books[0] for seat, player in enumerate(state.players)} == expected["own books"]
        assert stacks(state, "letter_stack") == expected["letters"]
        assert (stacks(state, "market_stack"), state.market_supply) == expected["markets"]
        assert state.medicus_place == expected["figures"][0]
        assert state.neutral_place == (expected["figures"][1] if seats == 2 else NONE)
        assert state.neutral_deck == expected["deck"]
        assert state.starting_seat == expected["order"][0]


@pytest.mark.rule("MED-SET-28")
@pytest.mark.parametrize("seats", SEATS)
def test_after_the_set_up_nothing_is_random(seats: int) -> None:
    t = fresh(seats, start_places=RANDOM_START_PLACES)
    drawn = t.state.rng.counters
    assert drawn == independent_set_up(seats, 1, Options())["counters"]
    while MEDICO.to_act(t.state):
        for seat in MEDICO.to_act(t.state):
            t.play(seat, t.legal(seat)[-1])
    assert t.state.rng.counters == drawn


@pytest.mark.rule("MED-SET-29")
@pytest.mark.parametrize("seats", SEATS)
def test_random_start_places_follow_the_place_cards_without_a_decision(seats: int) -> None:
    assert Options().start_places == CHOSEN_START_PLACES
    for seed in SEEDS:
        t = fresh(seats, seed=seed, start_places=RANDOM_START_PLACES)
        state = t.state
        assert (state.phase, state.round) == (CHOOSE_DESTINATION, 1)
        expected = independent_set_up(seats, seed, Options())
        positions = expected["figures"][2 if seats == 2 else 1 :]
        for turn, seat in enumerate(expected["order"]):
            player = state.players[seat]
            assert player.place == positions[turn]
            at = state.places[player.place]
            assert at.apprentices == (seat,)
            assert player.apprentices_left == 5
            assert player.letters == expected["letters"][player.place][:1]
            assert at.letter_stack == expected["letters"][player.place][1:]
