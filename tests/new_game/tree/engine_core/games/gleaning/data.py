"""The card table of Gleaning: the herbs, validated."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine_core.games.gleaning.vocabulary import HERB, MAX_SEATS
from engine_core.tables import CardTables, by_id, ids_of, plain_texts, read_tables, table_loader, tables_digest

COLUMNS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"herbs": ("tiles", "points")})
"""The table (file ``<table>.csv``) and its columns after ``id``."""
LEAST_TILES: Final = MAX_SEATS
MOST_TILES: Final = 99


class GleaningData(CardTables):
    """The validated table. Immutable; shared by all states."""

    __slots__ = ("points", "tiles")

    tiles: tuple[int, int, int, int]
    """Per herb, how many there are."""
    points: tuple[int, int, int, int]
    """Per herb, what one is worth."""


def parse_tables(texts: Mapping[str, str]) -> GleaningData:
    """The table from the text of its file; :class:`~engine_core.errors.BadData` as for :func:`load_data`."""
    rows = read_tables(texts, COLUMNS_OF)
    herbs = list(by_id("herbs.csv", rows["herbs"], HERB.words))
    made = GleaningData()
    one, two, three, four = (row.count("tiles", LEAST_TILES, MOST_TILES) for row in herbs)
    made.tiles = (one, two, three, four)
    one, two, three, four = (row.count("points") for row in herbs)
    made.points = (one, two, three, four)
    made.texts = plain_texts(rows, COLUMNS_OF)
    made.names = MappingProxyType({table: ids_of(found) for table, found in rows.items()})
    made.digest = tables_digest(rows)
    return made


GleaningData.parse = parse_tables
load_data: Final = table_loader(Path(__file__).with_name("data"), tuple(COLUMNS_OF), parse_tables)
"""The built-in table (read once) or that of a folder; :class:`~engine_core.errors.BadData` names file, row and constraint."""
