"""A series of games between bots in this process.

Keys: the first game's is that of the seed (``engine_core.rng.key_from_seed``), that of game n > 1 is derived from it, so that a
series can be extended without changing what was played. Seats rotate: in game n the list of bots begins one further on, so
that after as many games as there are seats every bot has sat everywhere.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine_core.game import Game, places_at
from engine_core.playing import Bot, play
from engine_core.record import Record
from engine_core.rng import derive_key, key_from_seed
from services.cli.failures import UsageError
from services.cli.intervals import wilson

RANDOM_SEEDS: Final = 1 << 32
"""Seeds that are drawn are below this: short enough to type again."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its number from 1, which bot (by its place in the list) sat on each seat, and its record."""

    number: int
    seating: tuple[int, ...]
    record: Record


@dataclass(slots=True)
class Tally:
    """What one bot of the list reached."""

    label: str
    games: int = 0
    wins: int = 0
    points: int = 0
    places: list[int] = field(default_factory=list)
    """How often each place, from 1."""

    @property
    def mean_points(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0

    @property
    def win_share(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the win share."""
        return wilson(self.wins, self.games)


def find_bot(game: str, name: str) -> Bot:
    """A house bot by name, or a bot of one's own as ``package.module:attribute`` (a bot, or a class that makes one)."""
    from arena.house import UnknownBot, house_bot

    if ":" not in name:
        try:
            return house_bot(game, name)
        except UnknownBot as unknown:
            raise UsageError(f"{unknown}; a bot of your own is given as package.module:attribute") from None
    module, _, attribute = name.partition(":")
    if not all(word.isidentifier() for word in (*module.split("."), attribute)):
        raise UsageError(f"bot {name}: a bot of your own is given as package.module:attribute")
    if "" not in sys.path:
        sys.path.insert(0, "")  # an installed command, unlike `python -m`, does not see the current folder
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise UsageError(f"bot {name}: {error}") from None
    except AttributeError:
        raise UsageError(f"bot {name}: module {module} has no {attribute}") from None
    bot = found() if isinstance(found, type) else found
    if not callable(bot):
        raise UsageError(f"bot {name}: it cannot be called with (view, legal, rng)")
    made: Bot = bot
    return made


def _hardened(name: str, bot: Bot, faulty: Callable[[str], None]) -> Bot:
    from arena.house import HardenedBot

    told: list[Exception] = []

    def report(error: Exception) -> None:
        if not told:
            faulty(name)
        told.append(error)

    return HardenedBot(bot, report)


def game_key(seed: int, number: int) -> bytes:
    """The key of game ``number`` (from 1) of a series."""
    first = key_from_seed(seed)
    return first if number == 1 else derive_key(first, "game", number)


def seating(seats: int, number: int, *, rotate: bool) -> tuple[int, ...]:
    """Which bot of the list sits on each seat in game ``number`` (from 1)."""
    shift = (number - 1) % seats if rotate else 0
    return tuple((seat + shift) % seats for seat in range(seats))


def labels(names: Sequence[str]) -> list[str]:
    """The names, numbered where one stands more than once: ``random 1``, ``random 2``."""
    return [
        f"{name} {names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]


def play_series(
    game: Game[Any, Any],
    names: Sequence[str],
    games: int,
    seed: int,
    options: Any,
    data: Any,
    *,
    rotate: bool = True,
    faulty: Callable[[str], None] = lambda _: None,
) -> Iterator[Played]:
    """Play; raises UsageError for a bot that does not exist and what ``engine_core.playing.play`` raises.

    At other tables than the game's own a house bot that does not know what lies there plays as it does where matches are hosted;
    ``faulty`` is then called with its name, once.
    """
    bots = [find_bot(game.name, name) for name in names]
    if data is not None:
        known = {name: _hardened(name, bot, faulty) for name, bot in zip(names, bots, strict=True) if ":" not in name}
        bots = [known.get(name, bot) for name, bot in zip(names, bots, strict=True)]
    named = labels(names)
    for number in range(1, games + 1):
        order = seating(len(names), number, rotate=rotate)
        record = play(
            game,
            [bots[index] for index in order],
            game_key(seed, number),
            options,
            data,
            players=[named[index] for index in order],
        )
        yield Played(number, order, record)


def tally(tallies: Sequence[Tally], played: Played) -> None:
    """Add a game."""
    outcome = played.record.outcome
    assert outcome is not None, "a game that was played to its end has an outcome"
    for seat in outcome.seats:
        line = tallies[played.seating[seat.seat]]
        line.games += 1
        line.points += seat.points
        line.wins += seat.place == 1
        while len(line.places) < places_at(len(outcome.seats)):
            line.places.append(0)
        line.places[seat.place - 1] += 1
