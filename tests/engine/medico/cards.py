"""The card tables of the rule tests, and the cards in them by what they show.

``data/`` beside this module holds tables of our own, so that no test rests on a number that the rulebook does not state: more
pouches, other costs, rewards and values than the built-in tables. The rows are read here a second time, without the engine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine_core.games.medico.data import MedicoData
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import REMEDY
from tests.engine.card_tables import built_in_folder, read_rows

FOLDER: Final = Path(__file__).parent / "data"
BUILT_IN_FOLDER: Final = built_in_folder(MEDICO)


def rows(table: str, folder: Path = FOLDER) -> list[dict[str, str]]:
    """The rows of one table as the file spells them."""
    return read_rows(folder, table)


def _symbols(table: str) -> list[tuple[int, ...]]:
    columns = ("left", "middle", "right")
    return [tuple(REMEDY.words.index(row[c]) for c in columns if row.get(c)) for row in rows(table)]


DATA: Final[MedicoData] = MEDICO.load_data(str(FOLDER))

BOOKS: Final = _symbols("recipe_books")
MARKETS: Final = _symbols("markets") + _symbols("starting_markets")
"""Regular markets, then the starting markets."""
REGULAR_MARKETS: Final = len(rows("markets"))
LETTERS: Final = [(ord(row["origin"][-1]) - ord("a"), ord(row["target"][-1]) - ord("a")) for row in rows("letters")]
NUMBERS: Final = {row["id"]: int(row["value"]) for row in rows("numbers")}
POUCHES: Final = NUMBERS["pouches"]
SPACE_COSTS: Final = [int(row["cost"]) for row in rows("apprentice_spaces")]
APPRENTICE_POINTS: Final = [int(row["points"]) for row in rows("apprentices")]
APPRENTICE_PRESTIGE: Final = [int(row["prestige"]) for row in rows("apprentices")]
COLUMN_POINTS: Final = [int(row["points"]) for row in rows("instrument_columns")]
COLUMN_COINS: Final = [int(row["coins"]) for row in rows("instrument_columns")]
COLUMN_PRESTIGE: Final = [int(row["prestige"]) for row in rows("instrument_columns")]
INSTRUMENT_PIECES: Final = [int(row["pieces"]) for row in rows("instruments")]
FAVOR_COUNTS: Final = [int(row["cards"]) for row in rows("favor_cards")]


def book(first: int, second: int) -> int:
    """The recipe book with these two symbols, in any order."""
    return next(i for i, pair in enumerate(BOOKS) if sorted(pair) == sorted((first, second)))


def market(*symbols: int) -> int:
    """The market that shows these symbols from left to right."""
    return MARKETS.index(symbols)


def letter(origin: int, target: int) -> int:
    """The letter that lies at board part ``origin`` and is addressed to ``target``."""
    return LETTERS.index((origin, target))
