"""Card tables of a host's own: read from a folder, judged by the game before anything is sent."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine_core import games
from engine_core.errors import BadData, UnknownGame
from services.cli.failures import UsageError

if TYPE_CHECKING:
    from arena.pb.rules.v1.data_sets_pb2 import StoreDataSetRequest


@dataclass(frozen=True, slots=True)
class CardTables:
    """The tables of one game: the text of each by its name, and their digest."""

    game: str
    texts: Mapping[str, str]
    digest: bytes

    def request(self) -> StoreDataSetRequest:
        """What stores them."""
        from arena.pb.rules.v1.data_sets_pb2 import DataFile, StoreDataSetRequest

        files = [DataFile(name=f"{table}.csv", text=text) for table, text in self.texts.items()]
        return StoreDataSetRequest(game=self.game, files=files)


def require_folder(folder: Path) -> None:
    """UsageError unless there is such a folder and it may be looked at."""
    try:
        found = stat.S_ISDIR(folder.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        found = False
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from None
    if not found:
        raise UsageError(f"{folder}: no such folder")


def read_tables(game: str, folder: Path) -> CardTables:
    """The tables in a folder; UsageError names file, row and constraint of what the game cannot be played with."""
    require_folder(folder)
    try:
        known = games.game(game)
        data = known.load_data(str(folder))
    except UnknownGame as error:
        raise UsageError(str(error)) from None
    except BadData as error:
        raise UsageError(f"{folder}: {error}") from None
    return CardTables(game, data.texts, bytes.fromhex(known.data_digest(data)))
