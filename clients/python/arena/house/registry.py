"""The bots that the platform provides, by game and name. They play by the same views as everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from engine_core.games import GAMES
from engine_core.playing import Bot, random_bot


class UnknownBot(LookupError):
    """There is no house bot of this name, or it does not play this game."""


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot. ``version`` is raised whenever its choices change."""

    name: str
    sentence: str
    version: int
    makers: Mapping[str, str]
    """Game -> ``module:attribute`` of what makes the bot when called without arguments."""

    @property
    def games(self) -> tuple[str, ...]:
        """The games it plays."""
        return tuple(self.makers)


def make_random() -> Bot:
    """The bot ``random`` for any game."""
    return random_bot


def _greedy_makers() -> Iterator[tuple[str, str]]:
    """The games that have a ``greedy``: class ``Greedy<Game>`` of the module that is called like the game."""
    for game in GAMES:
        module = f"arena.house.{game}"
        if find_spec(module) is not None:
            yield game, f"{module}:Greedy{game.capitalize()}"


HOUSE_BOTS: Final[Mapping[str, HouseBot]] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            HouseBot(
                "greedy",
                "Takes what looks best now, one turn ahead.",
                1,
                MappingProxyType(dict(_greedy_makers())),
            ),
            HouseBot(
                "random",
                "Plays each legal action with the same probability.",
                1,
                MappingProxyType(dict.fromkeys(GAMES, "arena.house.registry:make_random")),
            ),
        )
    }
)
"""By name, in alphabetical order."""


@cache
def house_bot(game: str, name: str) -> Bot:
    """The house bot of that name for a game; :class:`UnknownBot` names those that there are. House bots keep nothing between
    decisions, so one object serves every seat."""
    known = HOUSE_BOTS.get(name)
    if known is None:
        raise UnknownBot(f"there is no house bot {name!r}; there are {', '.join(HOUSE_BOTS)}")
    if game not in known.makers:
        raise UnknownBot(f"house bot {name} does not play {game!r}; it plays {', '.join(known.makers)}")
    module, _, attribute = known.makers[game].partition(":")
    make: Callable[[], Bot] = getattr(import_module(module), attribute)
    return make()


__all__ = ["HOUSE_BOTS", "HouseBot", "UnknownBot", "house_bot"]
