"""The registry of games: one line per game. A game is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from engine_core.errors import UnknownGame
from engine_core.game import Game

GAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "medico": "engine_core.games.medico.game:MEDICO",
        "azerland": "engine_core.games.azerland.game:AZERLAND",
        "tinctura": "engine_core.games.tinctura.game:TINCTURA",
    }
)
"""Name -> where its :class:`~engine_core.game.Game` object lives (``module:attribute``)."""


@cache
def game(name: str) -> Game[Any, Any]:
    """The game of that name; :class:`~engine_core.errors.UnknownGame` lists those that exist."""
    try:
        module, _, attribute = GAMES[name].partition(":")
    except KeyError:
        raise UnknownGame(f"there is no game {name!r}; games are {', '.join(GAMES)}") from None
    found: Game[Any, Any] = getattr(import_module(module), attribute)
    return found
