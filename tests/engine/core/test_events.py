"""Events are plain typed values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine_core.documents import to_json
from engine_core.events import Event
from tests.engine.core.test_actions import Colour, Square


class Painted(Event):
    """A square has a colour."""

    square: Square
    colour: Colour


class Rained(Event):
    """It rained."""


def test_fields_by_place_or_name() -> None:
    event = Painted(1, colour=0)
    assert (event.square, event.colour) == (1, 0)
    assert event == Painted(square=1, colour=0) != Painted(1, 1)
    assert Rained() == Rained() != event
    assert repr(event) == "Painted(square=1, colour=0)"
    assert (Painted.kind, Painted.fields) == ("painted", ("square", "colour"))
    match event:
        case Painted(square, colour):
            assert (square, colour) == (1, 0)


def test_missing_unknown_and_double_fields_are_refused() -> None:
    calls: list[Callable[[], object]] = [
        lambda: Painted(1),  # type: ignore[call-arg]  # the error is the point
        lambda: Painted(1, 0, 2),  # type: ignore[call-arg]  # the error is the point
        lambda: Painted(1, square=1),  # type: ignore[call-arg, misc]  # the error is the point
        lambda: Painted(1, 0, size=2),  # type: ignore[call-arg]  # the error is the point
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_json() -> None:
    assert to_json(Painted(1, 0)) == {"square": 1, "colour": "red"}
