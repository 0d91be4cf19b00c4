"""The AI's sheets of the solo game: what it drinks and its priorities, day by day (AZE-DAT-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine_core.errors import BadData
from engine_core.games.azerland.vocabulary import (
    COLUMN,
    DAYS,
    EXPERT,
    GOLD_SIDE,
    INTELLIGENCE,
    LEVEL,
    NUMBER_SIDE,
    POTION,
    Level,
    Potion,
    Side,
    TileNumber,
    Visitor,
)
from engine_core.games.azerland.vocabulary import VISITORS as VISITOR_CARDS
from engine_core.tables import Row, ids_of, require_rows
from engine_core.values import Value

SHEET_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "solo_sheets": ("difficulty", "cauldron"),
        "solo_days": ("sheet", "day", "potions", *COLUMN.words, "visitors"),
    }
)
SHEETS: Final = 12
DIFFICULTIES: Final = 3
AI_CAULDRONS: Final = 2
_DRINKS: Final = tuple(f"{potion}_{level}" for potion in POTION.words for level in LEVEL.words)
_TILES: Final = ("1", "2", "3", "4", "5", "g1", "g2", "g3", "g4", "g5")
_SERVE: Final = 4


class AiDrinks(Value):
    """The potion row of a day."""

    __slots__ = ("levels", "potions")

    potions: tuple[Potion, ...]
    levels: tuple[Level, ...]
    """The effect of each."""


class AiPlaquette(Value):
    """The priority row of a day."""

    __slots__ = ("numbers", "sides", "visitors")

    numbers: tuple[TileNumber, ...]
    """By column."""
    sides: tuple[Side, ...]
    visitors: tuple[Visitor, ...]
    """Whose orders the AI serves, from the left; none where it gives Serve up."""


_EXAMPLE: Final = ((INTELLIGENCE,), (EXPERT,), (1, 3, 5, 4), GOLD_SIDE)
"""Of day 3 in the rulebook's example: potion, effect, Harvest to Concoct, the side in Serve."""
_EXAMPLE_DAY: Final = 3

Sheets = tuple[
    tuple[int, ...],
    tuple[int, ...],
    tuple[tuple[AiDrinks, ...], ...],
    tuple[tuple[AiPlaquette, ...], ...],
]


def read_sheets(sheets: Sequence[Row], days: Sequence[Row], difficulties: Sequence[str]) -> Sheets:
    """Per sheet its difficulty (1 to 3), cauldron, potion rows and priority rows; :class:`BadData` for what the rulebook excludes.

    ``difficulties`` are the words of the option, the first of which stands for any.
    """
    require_rows("solo_sheets.csv", sheets, SHEETS, SHEETS)
    names = ids_of(sheets)
    levels = tuple(row.word("difficulty", difficulties[1:]) + 1 for row in sheets)
    for level, found in sorted(Counter(levels).items()):
        if found != SHEETS // DIFFICULTIES:
            raise BadData("solo_sheets.csv", 0, f"{SHEETS // DIFFICULTIES} sheets are {difficulties[level]}")
    cauldrons = tuple(row.count("cauldron", 1, AI_CAULDRONS) for row in sheets)
    rows: dict[tuple[int, int], Row] = {}
    for row in days:
        key = row.word("sheet", names), row.count("day", 1, DAYS)
        if key in rows:
            raise row.broken(f"sheet {names[key[0]]} has one row for day {key[1]}")
        rows[key] = row
    require_rows("solo_days.csv", days, SHEETS * DAYS, SHEETS * DAYS)
    drinks = tuple(tuple(_drinks(rows[sheet, day + 1]) for day in range(DAYS)) for sheet in range(SHEETS))
    plaquettes = tuple(tuple(_plaquette(rows[sheet, day + 1]) for day in range(DAYS)) for sheet in range(SHEETS))
    day = _EXAMPLE_DAY - 1
    if not any(_row(drinks[sheet][day], plaquettes[sheet][day]) == _EXAMPLE for sheet in range(SHEETS)):
        raise BadData("solo_days.csv", 0, f"a sheet has the rows of the rulebook's example on day {_EXAMPLE_DAY}")
    return levels, cauldrons, drinks, plaquettes


def _drinks(row: Row) -> AiDrinks:
    words = row.word_list("potions", _DRINKS)
    return AiDrinks(
        potions=tuple(word // len(LEVEL) for word in words), levels=tuple(word % len(LEVEL) for word in words)
    )


def _plaquette(row: Row) -> AiPlaquette:
    words = [row.word(column, _TILES) for column in COLUMN.words]
    numbers = tuple(word % 5 + 1 for word in words)
    sides = tuple(NUMBER_SIDE if word < 5 else GOLD_SIDE for word in words)
    listed = row.word_list("visitors", tuple(str(number) for number in range(VISITOR_CARDS + 1)))
    if 0 in listed:
        raise row.broken("visitors are numbered from 1")
    if listed and sides[_SERVE] == GOLD_SIDE:
        raise row.broken("visitors stand next to a digit in the Serve column")
    return AiPlaquette(numbers=numbers, sides=sides, visitors=listed)


def _row(drinks: AiDrinks, plaquette: AiPlaquette) -> tuple[object, ...]:
    return drinks.potions, drinks.levels, plaquette.numbers[:_SERVE], plaquette.sides[_SERVE]
