"""Every way to set up every registered game, and random play through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import pytest

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.game import Game
from engine_core.games import GAMES, game
from engine_core.match import Match
from engine_core.rng import Rng, key_from_seed
from engine_core.schema import Boolean, Number, schema_of
from engine_core.vocabulary import Labels

MOST_PLIES: Final = 5000
"""A game that takes longer does not end."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A game with a seat count and options."""

    game: Game[Any, Any]
    seats: int
    options: Any

    def __str__(self) -> str:
        words = "-".join(str(word) for word in self.game.options_to_json(self.options).values())
        return f"{self.game.name}-{self.seats}-{words}"

    def match(self, seed: int, sink: Sink | None = None) -> Match[Any, Any]:
        """A fresh match."""
        return Match.new(self.game, self.seats, self.options, key_from_seed(seed), sink=sink)


def option_combinations(rules: Game[Any, Any]) -> Iterator[Any]:
    """Every combination of a game's options."""
    names, ranges = [], []
    for name, node in schema_of(rules.options_type).fields:
        assert isinstance(node, Boolean | Number)
        if isinstance(node, Boolean):
            ranges.append([False, True])
        else:
            assert isinstance(node.word, Labels), "an option has a finite set of words"
            ranges.append(list(node.word.words))  # type: ignore[arg-type]  # words here, truth values above
        names.append(name)
    for words in product(*ranges):
        yield rules.read_options(dict(zip(names, words, strict=True)))


ALL: Final = tuple(
    Configuration(rules, seats, options)
    for rules in map(game, GAMES)
    for seats in rules.seat_counts
    for options in option_combinations(rules)
)
SEAT_COUNTS: Final = tuple(
    next(setting for setting in ALL if setting.game is rules and setting.seats == seats)
    for rules in map(game, GAMES)
    for seats in rules.seat_counts
)
"""One configuration per game and seat count, with the first word of each option."""

every_configuration = pytest.mark.parametrize("setting", ALL, ids=str)
every_seat_count = pytest.mark.parametrize("setting", SEAT_COUNTS, ids=str)


def walk(match: Match[Any, Any], seed: int) -> Iterator[tuple[int, list[Action], Action]]:
    """Play the match to its end: yields ``(seat, legal, choice)`` before each choice is applied. Any of those asked may be next."""
    rng = Rng(key_from_seed(seed), ("walk",))
    for _ in range(MOST_PLIES):
        asked = match.game.to_act(match.state)
        if not asked:
            return
        seat = asked[rng.below(0, len(asked))]
        legal = match.game.legal(match.state, seat)
        choice = legal[rng.below(0, len(legal))]
        yield seat, legal, choice
        match.apply(seat, choice)
    raise AssertionError(f"not over after {MOST_PLIES} plies")


def positions(setting: Configuration, seed: int, every: int) -> Iterator[Match[Any, Any]]:
    """Every so many plies of a random game, and its end. The match is the caller's to read, not to change."""
    match = setting.match(seed)
    for ply, _ in enumerate(walk(match, seed)):
        if ply % every == 0:
            yield match
    yield match
