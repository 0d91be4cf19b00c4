"""Actions exist once, in their catalogue, and every wrong way to name one is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Annotated, Final, TypeAlias

import pytest

from engine_core.actions import Action, Catalogue, snake_case
from engine_core.errors import UnknownAction
from engine_core.vocabulary import Index, Labels

COLOUR: Final = Labels("Colour", ("red", "green"))
Colour: TypeAlias = Annotated[int, COLOUR]
Square: TypeAlias = Annotated[int, Index("Square", 3)]


class Paint(Action):
    """Paint a square."""

    square: Square
    colour: Colour

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """The last square cannot be green."""
        return values != (2, 1)


class Pass(Action):
    """Do nothing."""


CATALOGUE: Final = Catalogue("painting", (Paint, Pass))


def test_the_catalogue_holds_every_combination_that_exists_in_order() -> None:
    assert [repr(action) for action in CATALOGUE] == [
        "Paint(square=0, colour=red)",
        "Paint(square=0, colour=green)",
        "Paint(square=1, colour=red)",
        "Paint(square=1, colour=green)",
        "Paint(square=2, colour=red)",
        "Pass()",
    ]
    assert [action.id for action in CATALOGUE] == list(range(len(CATALOGUE)))
    assert CATALOGUE[4] is Paint(square=2, colour=0)
    assert [kind.kind for kind in CATALOGUE.kinds] == ["paint", "pass"]


def test_calling_copying_and_unpickling_give_the_same_object() -> None:
    action = Paint(1, 0)
    assert action is Paint(square=1, colour=0) is Paint(1, colour=0)
    assert copy.copy(action) is copy.deepcopy(action) is pickle.loads(pickle.dumps(action)) is action
    assert action.values() == (1, 0)
    assert Pass() is Pass()


def test_actions_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Paint(1, 0).square = 2  # type: ignore[misc]  # the error is the point
    assert Paint(1, 0).square == 1


@pytest.mark.parametrize("action", list(CATALOGUE), ids=repr)
def test_json_round_trip(action: Action) -> None:
    assert CATALOGUE.from_json(CATALOGUE.to_json(action)) is action
    assert CATALOGUE.from_json(action.id) is action


def test_a_kind_without_fields_is_enough() -> None:
    assert CATALOGUE.to_json(Paint(1, 1)) == {"paint": {"square": 1, "colour": "green"}}
    assert CATALOGUE.from_json("pass") is Pass()


@pytest.mark.parametrize(
    "document",
    [
        -1,
        6,
        True,
        None,
        1.0,
        "castle",
        "paint",
        [],
        {},
        {"paint": {}, "pass": {}},
        {"castle": {}},
        {"paint": 3},
        {"paint": {"square": 0}},
        {"paint": {"square": 3, "colour": "red"}},
        {"paint": {"square": -1, "colour": "red"}},
        {"paint": {"square": True, "colour": "red"}},
        {"paint": {"square": "0", "colour": "red"}},
        {"paint": {"square": 0, "colour": "pink"}},
        {"paint": {"square": 0, "colour": 0}},
        {"paint": {"square": 2, "colour": "green"}},
        {"paint": {"square": 0, "colour": "red", "size": 1}},
        {"pass": {"square": 0}},
        {"paint": {"square": 0, "colour": "x" * 10000}},
    ],
)
def test_what_is_no_action_is_refused_in_few_words(document: object) -> None:
    with pytest.raises(UnknownAction) as wrong:
        CATALOGUE.from_json(document)
    assert len(str(wrong.value)) < 300


def test_wrong_calls_are_refused() -> None:
    calls: list[Callable[[], object]] = [
        lambda: Paint(0),  # type: ignore[call-arg]  # the error is the point
        lambda: Paint(0, 0, 0),  # type: ignore[call-arg]  # the error is the point
        lambda: Paint(0, 0, square=0),  # type: ignore[misc]  # the error is the point
        lambda: Paint(0, 0, size=0),  # type: ignore[call-arg]  # the error is the point
        lambda: Paint(9, 9),
    ]
    for call in calls:
        with pytest.raises(UnknownAction):
            call()


def test_a_class_belongs_to_one_catalogue() -> None:
    with pytest.raises(ValueError, match="two catalogues"):
        Catalogue("again", (Pass,))


def test_the_digest_pins_ids_fields_and_words() -> None:
    class Walk(Action):
        """Walk."""

        square: Square

    class Run(Action):
        """Run."""

        square: Square

    assert len({Catalogue("one", (Walk,)).digest, Catalogue("one", (Run,)).digest, CATALOGUE.digest}) == 3


def test_snake_case() -> None:
    assert [snake_case(name) for name in ("SellRemedy", "Pass", "BuyBothInstruments")] == [
        "sell_remedy",
        "pass",
        "buy_both_instruments",
    ]
