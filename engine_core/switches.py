"""The options of a game one by one, for those who do not know it: what each can be, and with how many seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from engine_core.errors import BadSetup
from engine_core.game import Game
from engine_core.rng import key_from_seed
from engine_core.schema import Boolean, Number, schema_of
from engine_core.vocabulary import Labels

_ANY_KEY: Final = key_from_seed(0)
"""Whether options suit a number of seats does not depend on what is drawn."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One option of a game."""

    name: str
    default: str
    """The value when nothing is said."""
    values: Mapping[str, Sequence[int]]
    """Each value, a word or ``false`` and ``true``, with the numbers of seats that it goes with, ascending, as long as every other
    option has its default."""


@cache
def switches(game: Game[Any, Any]) -> tuple[Switch, ...]:
    """All options of a game, in the order of its options class. Which seats a value goes with the rules say, by refusing."""
    found = []
    chosen = game.options_type()
    for name, node in schema_of(game.options_type).fields:
        if isinstance(node, Number) and isinstance(node.word, Labels):
            words: Sequence[str] = node.word.words
        elif isinstance(node, Boolean):
            words = ("false", "true")
        else:
            raise TypeError(f"{game.name}: option {name} is neither words nor yes or no")
        values = {word: _seat_counts(game, name, index) for index, word in enumerate(words)}
        found.append(Switch(name, words[getattr(chosen, name)], values))
    return tuple(found)


def _seat_counts(game: Game[Any, Any], name: str, value: int) -> tuple[int, ...]:
    is_switch = isinstance(getattr(game.options_type(), name), bool)
    options = game.options_type(**{name: bool(value) if is_switch else value})
    return tuple(seats for seats in game.seat_counts if _suits(game, seats, options, name))


def _suits(game: Game[Any, Any], seats: int, options: Any, name: str) -> bool:
    try:
        game.new(seats, options, _ANY_KEY)
    except BadSetup as error:
        if error.field != name:
            raise
        return False
    return True
