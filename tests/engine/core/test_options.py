"""What every game demands of its options: the class, and a value that exists for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from engine_core.errors import BadSetup
from engine_core.options import require_options
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
