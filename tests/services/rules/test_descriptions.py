"""What DescribeGame says of a game is what CreateMatch takes."""

from __future__ import annotations

import pytest

from arena.translate import options_to_proto
from engine_core.games import GAMES, game
from engine_core.games.tinctura.options import MODULES
from services.common.errors import ArenaError
from services.rules.creation import first_entry
from services.rules.descriptions import describe_game
from services.rules.served_game import serve_game
from tests.services.rules.hosting import create_request


def is_taken(name: str, seats: int, option: str, word: str) -> bool:
    served = serve_game(name)
    value = {"false": False, "true": True}.get(word, word)
    options = options_to_proto(served.game, served.game.read_options({option: value}))
    request = create_request(seats, game=name)
    request.options.CopyFrom(options)
    try:
        first_entry(served, request, bytes(32), 1)
    except ArenaError:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_each_value_of_an_option_names_the_seats_with_which_a_match_takes_it(name: str) -> None:
    described = describe_game(serve_game(name))
    for option in described.options:
        for value in option.values:
            taken = [seats for seats in described.seat_counts if is_taken(name, seats, option.name, value.name)]
            assert list(value.seat_counts) == taken, (option.name, value.name)


@pytest.mark.rule("TIN-SOLO-45")
def test_the_modules_of_tinctura_are_described_as_not_for_one_seat() -> None:
    described = {option.name: option for option in describe_game(serve_game("tinctura")).options}
    for module in MODULES:
        for value in described[module].values:
            is_default = value.name == described[module].default_value
            assert list(value.seat_counts) == ([1, 2, 3, 4] if is_default else [2, 3, 4])


def test_a_game_is_described_by_its_title() -> None:
    titles = {name: describe_game(serve_game(name)).title for name in GAMES}
    assert titles == {name: game(name).title for name in GAMES}
    assert titles["azerland"] == "Potions of Azerland"
