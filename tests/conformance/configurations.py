"""Every way to set up every registered game (of a game with many options, some), and random play through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final

import pytest

from engine_core.actions import Action
from engine_core.errors import BadSetup
from engine_core.events import Sink
from engine_core.game import Game
from engine_core.games import GAMES, game
from engine_core.match import Match
from engine_core.rng import Rng, key_from_seed
from engine_core.schema import Boolean, Node, Number, schema_of
from engine_core.vocabulary import Labels

MOST_PLIES: Final = 5000
"""A game that takes longer does not end."""
MOST_COMBINATIONS: Final = 24
SOME_COMBINATIONS: Final = 8
MOST_WORDS: Final = 3
"""Of options; where there are more, a configuration is called by those that are not the defaults."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A game with a seat count and options."""

    game: Game[Any, Any]
    seats: int
    options: Any

    def __str__(self) -> str:
        defaults = self.game.options_to_json(self.game.options_type())
        chosen = self.game.options_to_json(self.options)
        if len(chosen) > MOST_WORDS:
            words = [f"{name}={word}" for name, word in chosen.items() if word != defaults[name]] or ["defaults"]
        else:
            words = list(map(str, chosen.values()))
        return "-".join([self.game.name, str(self.seats), *words])

    def match(self, seed: int, sink: Sink | None = None) -> Match[Any, Any]:
        """A fresh match."""
        return Match.new(self.game, self.seats, self.options, key_from_seed(seed), sink=sink)


def words_of(node: Node) -> list[Any]:
    """The words that an option can be set to."""
    if isinstance(node, Boolean):
        return [False, True]
    assert isinstance(node, Number)
    assert isinstance(node.word, Labels), "an option has a finite set of words"
    return list(node.word.words)


def allowed(rules: Game[Any, Any], seats: int, words: Mapping[str, Any]) -> Any:
    """The options nearest to ``words`` that a game of so many seats can have: one that is refused takes its default."""
    chosen = dict(words)
    while True:
        options = rules.read_options(chosen)
        try:
            rules.new(seats, options, key_from_seed(0))
        except BadSetup as wrong:
            del chosen[wrong.field]
        else:
            return options


def option_combinations(rules: Game[Any, Any], seats: int) -> Iterator[Any]:
    """Every combination of options that a game of so many seats can have, each once; of a game with too many, the defaults and others
    drawn once and for all, in which every word occurs."""
    ranges = {name: words_of(node) for name, node in schema_of(rules.options_type).fields}
    combinations: Iterable[tuple[Any, ...]] = product(*ranges.values())
    if prod(map(len, ranges.values())) > MOST_COMBINATIONS:
        rng = Rng(key_from_seed(seats), ("options",))
        drawn = [[words[i % len(words)] for i in rng.shuffle(0, range(SOME_COMBINATIONS))] for words in ranges.values()]
        defaults = rules.options_to_json(rules.options_type())
        combinations = [tuple(defaults.values()), *zip(*drawn, strict=True)]
    seen = set()
    for words in combinations:
        options = allowed(rules, seats, dict(zip(ranges, words, strict=True)))
        if options not in seen:
            seen.add(options)
            yield options


ALL: Final = tuple(
    Configuration(rules, seats, options)
    for rules in map(game, GAMES)
    for seats in rules.seat_counts
    for options in option_combinations(rules, seats)
)
SEAT_COUNTS: Final = tuple(
    next(setting for setting in ALL if setting.game is rules and setting.seats == seats)
    for rules in map(game, GAMES)
    for seats in rules.seat_counts
)
"""One configuration per game and seat count."""

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
