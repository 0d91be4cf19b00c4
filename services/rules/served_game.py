"""A game as this replica serves it: its rules, the rules version that names its subjects, and the card tables in use.

One ServedGame has the built-in tables; a match that names other ones is served with a copy that has those (data_sets.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine_core.documents import canonical
from engine_core.game import Game
from engine_core.games import game as registered_game


@dataclass(frozen=True, slots=True)
class ServedGame:
    """One game and rules version with the card tables ``data``; digests are raw bytes."""

    game: Game[Any, Any]
    data: Any
    data_digest: bytes
    catalogue_digest: bytes

    @property
    def name(self) -> str:
        """Name of the game on the wire."""
        return self.game.name

    @property
    def rules_version(self) -> int:
        """The version that the matches of this replica are played by."""
        return self.game.rules_version


def tables_json(data: Any) -> bytes:
    """Card tables as JSON, the text of each by its name: what is stored of them, and what records and descriptions carry."""
    return canonical(dict(data.texts))


def serve_game(name: str) -> ServedGame:
    """The registered game with its built-in tables; raises ``engine_core.errors.UnknownGame`` or ``BadData``."""
    game = registered_game(name)
    data = game.load_data()
    return ServedGame(game, data, bytes.fromhex(game.data_digest(data)), bytes.fromhex(game.catalogue.digest))


def serve_games(names: Iterable[str]) -> Mapping[str, ServedGame]:
    """The games of a replica by name."""
    return {name: serve_game(name) for name in names}
