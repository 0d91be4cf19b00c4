"""What every game demands when it is set up: the number of seats, the class of the options and a value that exists for each, the key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from engine_core.errors import BadSetup
from engine_core.setup import random_streams, require_options, require_seats
from engine_core.vocabulary import Labels


@dataclass(frozen=True, slots=True)
class Chosen:
    weather: Annotated[int, Labels("Weather", ("sun", "rain"))] = 0
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class Single:
    is_long: bool = False


@pytest.mark.parametrize("options", [Chosen(), Chosen(1, is_long=True)])
def test_options_with_existing_values_are_accepted(options: Chosen) -> None:
    require_options(options, Chosen, "Weather")


@pytest.mark.parametrize(
    ("options", "field", "sentence"),
    [
        (Chosen(2), "weather", "weather is one of sun, rain"),
        (Chosen(-1), "weather", "weather is one of sun, rain"),
        (Chosen(0, 1), "is_long", "is_long is true or false"),  # type: ignore[arg-type]
        (Single(), "options", "the options of Weather: weather and is_long"),
        (None, "options", "the options of Weather: weather and is_long"),
    ],
)
def test_what_is_wrong_is_named(options: Any, field: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as refused:
        require_options(options, Chosen, "Weather")
    assert (refused.value.field, str(refused.value)) == (field, sentence)


def test_a_single_option_is_named_in_the_singular() -> None:
    with pytest.raises(BadSetup, match="the option of Weather: is_long"):
        require_options(Chosen(), Single, "Weather")


@pytest.mark.parametrize("seats", [0, 4, -1, None, "2", True])
def test_another_number_of_seats_is_refused_with_the_numbers_that_play(seats: Any) -> None:
    with pytest.raises(BadSetup) as refused:
        require_seats(seats, (1, 2, 3), "Weather", "WEA-SET-01")
    assert (refused.value.field, refused.value.rule_id) == ("seats", "WEA-SET-01")
    assert str(refused.value) == f"Weather is played by 1, 2 or 3, not by {seats}"


def test_a_game_of_one_seat_count_names_it_alone() -> None:
    require_seats(2, (2,), "Weather", "WEA-SET-01")
    with pytest.raises(BadSetup, match="Weather is played by 2, not by 1"):
        require_seats(1, (2,), "Weather", "WEA-SET-01")


@pytest.mark.parametrize("key", [b"", bytes(65)])
def test_a_key_of_another_length_is_refused_as_the_key(key: bytes) -> None:
    with pytest.raises(BadSetup) as refused:
        random_streams(key, ("wind",))
    assert refused.value.field == "key"
