"""Whole games end, refuse exactly what is not legal, and the rulebook's scoring example is worth 71 points."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine_core.errors import BadData, BadEncoding, BadSetup
from engine_core.games.medico import MEDICO, MedicoState, Options, load_data
from engine_core.games.medico.options import START_PLACES, STARTING_MARKETS
from engine_core.rng import key_from_seed

EXAMPLE = {
    "recipes_and_markets": 12,
    "instruments": 19,
    "apprentices": 9,
    "letters": 12,
    "rods": 10,
    "unused_favor_cards": 2,
    "coins_and_remedies": 2,
    "specialist": 5,
    "point_track": 0,
}


def play(seats: int, options: Options, seed: int, chooser: random.Random) -> tuple[MedicoState, int]:
    """A game in which discards are rare, with every invariant checked at each decision."""
    state = MEDICO.new(seats, options, key_from_seed(seed))
    decisions = 0
    while asked := MEDICO.to_act(state):
        seat = chooser.choice(asked)
        legal = MEDICO.legal(state, seat)
        useful = [action for action in legal if action.kind != "discard_remedy"]
        action = chooser.choice(useful if chooser.random() < 0.95 else legal)
        before = MEDICO.clone(state)
        packed = MEDICO.to_bytes(before)
        revealed = MEDICO.apply(state, seat, action)
        assert MEDICO.to_bytes(before) == packed, f"{action} changed a copy"
        assert MEDICO.apply(before, seat, action, lambda _audience, _event: None) == revealed
        assert MEDICO.to_bytes(before) == MEDICO.to_bytes(state)
        assert MEDICO.conserved(state) == []
        decisions += 1
    return state, decisions


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("starting_markets", range(len(STARTING_MARKETS)))
@pytest.mark.parametrize("start_places", range(len(START_PLACES)))
def test_games_end(seats: int, starting_markets: int, start_places: int) -> None:
    options = Options(starting_markets, start_places)
    state, decisions = play(seats, options, seats, random.Random(starting_markets * 2 + start_places))
    assert decisions >= seats * 8 * 5  # dial, departure, a path, a main action and the end of each turn
    outcome = MEDICO.outcome(state)
    assert sorted(seat.place for seat in outcome.seats) == list(range(1, seats + 1))
    assert all(sum(points for _, points in seat.categories) == seat.points for seat in outcome.seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_check_agrees_with_legal_on_the_whole_catalogue(seats: int) -> None:
    chooser = random.Random(seats)
    state = MEDICO.new(seats, Options(), key_from_seed(seats))
    while asked := MEDICO.to_act(state):
        for seat in range(seats):
            legal = MEDICO.legal(state, seat)
            assert bool(legal) == (seat in asked)
            assert legal == [action for action in MEDICO.catalogue if MEDICO.check(state, seat, action) is None]
        seat = chooser.choice(asked)
        MEDICO.apply(state, seat, chooser.choice(MEDICO.legal(state, seat)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_fallbacks_ends(seats: int) -> None:
    state = MEDICO.new(seats, Options(), key_from_seed(1))
    while asked := MEDICO.to_act(state):
        action = MEDICO.fallback(state, asked[-1])
        assert action in MEDICO.legal(state, asked[-1])
        MEDICO.apply(state, asked[-1], action)
    with pytest.raises(ValueError, match="not asked"):
        MEDICO.fallback(state, 0)


@pytest.mark.rule("MED-END-12")
def test_the_scoring_example_is_worth_71_points() -> None:
    document: dict[str, Any] = MEDICO.to_json(MEDICO.new(3, Options(start_places=1), key_from_seed(71)))
    names = load_data().names
    document["phase"] = "game_over"
    document["players"][0] |= {
        "coins": 3,
        "points": 0,
        "pouches": ["leech"],
        "books": ["herbs+herbs", None],
        "book_covered": ["herbs", None],
        "fulfilled_books": list(names["recipe_books"][:3]),
        "markets": list(names["markets"][:2]),
        "letters": list(names["letters"][:4]),
        "favors": ["individual_path"],
        "instruments": list(names["instruments"][:6]),
        "instrument_counts": [1, 3, 1, 1, 1, 1],
        "apprentices_left": 2,
        "abilities": ["specialist", "courier_1", "courier_2"],
        "gold_rods": ["prestige", "different_instruments"],
        "silver_rods": ["knowledge_markers"],
    }
    red = MEDICO.outcome(MEDICO.from_json(document, Options(start_places=1))).seats[0]
    assert dict(red.categories) == EXAMPLE
    assert red.points == 71


def test_a_position_that_cannot_be_played_is_refused() -> None:
    document: dict[str, Any] = MEDICO.to_json(MEDICO.new(2, Options(start_places=1), key_from_seed(2)))
    document["players"][1]["pouches"] = ["leech"] * 4
    with pytest.raises(BadEncoding, match=r"players\[1\].pouches"):
        MEDICO.from_json(document, Options())


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_seat_counts_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup, match="2, 3 or 4") as refused:
        MEDICO.new(seats, Options(), key_from_seed(0))
    assert (refused.value.field, refused.value.rule_id) == ("seats", "MED-SET-01")


@pytest.mark.parametrize(
    ("table", "old", "new", "row", "constraint"),
    [
        ("rods", "letters,6", "letters,six", 1, "threshold is a whole number"),
        ("places", "place_b,marigold", "place_b,healing_water", 2, "remedy of its own"),
        ("letters", "place_a-to-place_b,place_a,place_b", "place_a-to-place_b,place_a,place_a", 1, "another place"),
        ("instruments", "probe,7", "probe,8", 0, "add up to 49"),
        ("markets", "healing_water+marigold,healing_water,marigold,", "x,,marigold,", 1, "filled from the left"),
        ("apprentice_spaces", "space_3,3", "space_3,2", 3, "costs increase"),
    ],
)
def test_a_broken_table_names_file_row_and_constraint(
    table: str, old: str, new: str, row: int, constraint: str
) -> None:
    texts = dict(load_data().texts)
    assert old in texts[table]
    texts[table] = texts[table].replace(old, new, 1)
    with pytest.raises(BadData, match=constraint) as broken:
        MEDICO.parse_data(texts)
    assert (broken.value.file, broken.value.row) == (f"{table}.csv", row)
