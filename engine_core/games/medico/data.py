"""The card tables of Medico: one CSV file per table under ``data/``, validated against MED-DAT-01 to MED-DAT-14.

The rulebook does not print the cards. What ``data/`` holds is reconstructed within the rulebook's constraints; an owner of the game
replaces the folder by one with the same file names (:func:`load_data`). Rule code reads every such number from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine_core.errors import BadData
from engine_core.games.medico.vocabulary import ABILITY, FAVOR, INDIVIDUAL_PATH, MAX_SEATS, PLACES, REMEDY, ROD
from engine_core.tables import (
    CardTables,
    Row,
    by_id,
    ids_of,
    plain_texts,
    read_tables,
    require_rows,
    table_loader,
    tables_digest,
)

COLUMNS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "places": ("path_remedy",),
        "recipe_books": ("left", "right"),
        "markets": ("left", "middle", "right"),
        "starting_markets": ("left", "middle", "right"),
        "instruments": ("pieces",),
        "instrument_columns": ("points", "coins", "prestige"),
        "letters": ("origin", "target"),
        "favor_cards": ("cards",),
        "apprentice_spaces": ("cost",),
        "apprentices": ("points", "prestige"),
        "rods": ("threshold",),
        "numbers": ("value",),
    }
)
"""The tables (file ``<table>.csv``) and their columns after ``id``."""

RECIPE_BOOKS: Final = 28
MARKETS: Final = 28
INSTRUMENTS: Final = 49
LEAST_INSTRUMENT_KINDS: Final = 6
STARTING_FAVOR_CARDS: Final = MAX_SEATS
DEALT_FAVOR_CARDS: Final = 34
APPRENTICES: Final = 6
EXTRA_POUCHES: Final = 1
MOST_POUCHES: Final = 5
EXAMPLE_INSTRUMENT_POINTS: Final = 19
"""What the instruments of the scoring example are worth, with three of one kind (MED-DAT-06)."""


class MedicoData(CardTables):
    """The validated tables, as tuples by card number, and what the rules look up in them. Immutable; shared by all states."""

    __slots__ = (
        "apprentice_points",
        "apprentice_prestige",
        "book_open",
        "book_prestige",
        "book_symbols",
        "column_coins",
        "column_points",
        "column_prestige",
        "favor_cards",
        "instrument_pieces",
        "letter_origin",
        "letter_target",
        "market_spaces",
        "market_symbols",
        "path_remedy",
        "pouch_kinds",
        "pouches",
        "regular_markets",
        "space_costs",
        "thresholds",
        "unused_favor_points",
    )

    path_remedy: tuple[int, ...]
    """Per place card, the remedy of the path that leaves the place clockwise."""
    book_symbols: tuple[tuple[int, int], ...]
    book_prestige: tuple[int, ...]
    """2 for equal symbols, 1 for different ones (MED-COLL-06)."""
    book_open: tuple[tuple[int, ...], ...]
    """``book_open[book][covered] >> remedy & 1``: whether the symbol is open; ``covered`` NONE and ``book`` NONE work too."""
    market_symbols: tuple[tuple[int, ...], ...]
    market_spaces: tuple[tuple[tuple[int, ...], ...], ...]
    """``market_spaces[market][remedy]``: the spaces that show the remedy."""
    regular_markets: int
    """Markets with a lower number are regular ones, the others starting markets."""
    instrument_pieces: tuple[int, ...]
    column_points: tuple[int, ...]
    column_coins: tuple[int, ...]
    column_prestige: tuple[int, ...]
    letter_origin: tuple[int, ...]
    """The place card of the letter's back."""
    letter_target: tuple[int, ...]
    favor_cards: tuple[int, ...]
    """How many cards of each type there are; of the starting type one per colour."""
    space_costs: tuple[int, ...]
    """Coins per apprentice space, the cheapest first; the same at every place."""
    apprentice_points: tuple[int, ...]
    """Per apprentice in the order in which they leave the board, the free one first."""
    apprentice_prestige: tuple[int, ...]
    thresholds: tuple[int, ...]
    """Per rod condition."""
    pouches: int
    """Without the extra pouch."""
    pouch_kinds: Mapping[tuple[int, ...], tuple[int, ...]]
    """The different remedies of every possible content of the pouches."""
    unused_favor_points: int


def parse_tables(texts: Mapping[str, str]) -> MedicoData:
    """The tables from the text of each file, by table name; :class:`BadData` as for :func:`load_data`."""
    rows = read_tables(texts, COLUMNS_OF)
    made = MedicoData()
    made.texts = plain_texts(rows, COLUMNS_OF)
    _places_and_letters(made, rows["places"], rows["letters"])
    _books(made, rows["recipe_books"])
    _markets(made, rows["markets"], rows["starting_markets"])
    _instruments(made, rows["instruments"], rows["instrument_columns"])
    _apprentices(made, rows["apprentice_spaces"], rows["apprentices"])
    _rods_favors_numbers(made, rows["rods"], rows["favor_cards"], rows["numbers"])
    made.names = MappingProxyType(
        {
            "places": ids_of(rows["places"]),
            "recipe_books": ids_of(rows["recipe_books"]),
            "markets": ids_of(rows["markets"]) + ids_of(rows["starting_markets"]),
            "instruments": ids_of(rows["instruments"]),
            "letters": ids_of(rows["letters"]),
        }
    )
    made.digest = tables_digest(rows)
    return made


def _places_and_letters(made: MedicoData, places: Sequence[Row], letters: Sequence[Row]) -> None:
    """MED-DAT-01, MED-DAT-02, MED-DAT-07."""
    require_rows("places.csv", places, PLACES, PLACES)
    made.path_remedy = tuple(row.word("path_remedy", REMEDY.words) for row in places)
    for row, remedy in zip(places, made.path_remedy, strict=True):
        if made.path_remedy.index(remedy) != row.number - 1:
            raise row.broken(f"each path has a remedy of its own, {REMEDY.words[remedy]} is already used")
    names = ids_of(places)
    made.letter_origin = tuple(row.word("origin", names) for row in letters)
    made.letter_target = tuple(row.word("target", names) for row in letters)
    pairs: set[tuple[int, int]] = set()
    for row, pair in zip(letters, zip(made.letter_origin, made.letter_target, strict=True), strict=True):
        if pair[0] == pair[1]:
            raise row.broken("a letter's target is another place than its origin")
        if pair in pairs:
            raise row.broken("there is one letter for each origin and target")
        pairs.add(pair)
    require_rows("letters.csv", letters, PLACES * (PLACES - 1), PLACES * (PLACES - 1))


def _books(made: MedicoData, books: Sequence[Row]) -> None:
    """MED-DAT-03."""
    require_rows("recipe_books.csv", books, RECIPE_BOOKS, RECIPE_BOOKS)
    made.book_symbols = tuple((row.word("left", REMEDY.words), row.word("right", REMEDY.words)) for row in books)
    made.book_prestige = tuple(2 if left == right else 1 for left, right in made.book_symbols)
    if set(made.book_prestige) != {1, 2}:
        raise BadData("recipe_books.csv", 0, "books with equal and books with different remedies occur")
    covered = [[0] * len(REMEDY) + [1 << left | 1 << right] for left, right in made.book_symbols]
    for row, (left, right) in zip(covered, made.book_symbols, strict=True):
        row[left] = 1 << right
        row[right] = 1 << left
    made.book_open = (*map(tuple, covered), (0,) * (len(REMEDY) + 1))


def _markets(made: MedicoData, regular: Sequence[Row], starting: Sequence[Row]) -> None:
    """MED-DAT-04."""
    require_rows("markets.csv", regular, MARKETS, MARKETS)
    require_rows("starting_markets.csv", starting, PLACES, PLACES)
    columns = COLUMNS_OF["markets"]
    made.market_symbols = tuple(row.words(columns, REMEDY.words) for row in (*regular, *starting))
    made.regular_markets = len(regular)
    if max(map(len, made.market_symbols[: len(regular)])) < len(columns):
        raise BadData("markets.csv", 0, f"at least one market shows {len(columns)} remedies")
    ids = {row.id for row in regular}
    shown: set[int] = set()
    for row, symbols in zip(starting, made.market_symbols[len(regular) :], strict=True):
        if len(symbols) != 1 or symbols[0] in shown:
            raise row.broken("each starting market shows one remedy, each remedy is on one of them")
        if row.id in ids:
            raise row.broken(f"id {row.id} is unique among all markets")
        shown.update(symbols)
    made.market_spaces = tuple(
        tuple(tuple(i for i, symbol in enumerate(symbols) if symbol == remedy) for remedy in range(len(REMEDY)))
        for symbols in made.market_symbols
    )


def _instruments(made: MedicoData, instruments: Sequence[Row], columns: Sequence[Row]) -> None:
    """MED-DAT-05, MED-DAT-06, MED-DAT-12."""
    made.instrument_pieces = tuple(row.count("pieces", 1) for row in instruments)
    require_rows("instruments.csv", instruments, LEAST_INSTRUMENT_KINDS, INSTRUMENTS)
    if sum(made.instrument_pieces) != INSTRUMENTS:
        raise BadData("instruments.csv", 0, f"the pieces add up to {INSTRUMENTS}, not {sum(made.instrument_pieces)}")
    made.column_points = tuple(row.count("points", 1, 4) for row in columns)
    made.column_coins = tuple(row.count("coins") for row in columns)
    made.column_prestige = tuple(row.count("prestige") for row in columns)
    require_rows("instrument_columns.csv", columns, len(instruments), INSTRUMENTS)
    rewards = list(zip(made.column_coins, made.column_prestige, strict=True))
    if not any((a + c, b + d) == (1, 2) for (a, b), (c, d) in combinations_with_replacement(rewards, 2)):
        raise BadData("instrument_columns.csv", 0, "some two new instruments give 1 coin and 2 prestige together")
    if not _example_possible(made.column_points):
        constraint = f"{EXAMPLE_INSTRUMENT_POINTS} points with three instruments of one kind are possible"
        raise BadData("instrument_columns.csv", 0, constraint)


def _example_possible(points: Sequence[int]) -> bool:
    """Whether some columns from the left, one of them with three pieces or more, are worth the example's points."""
    for used in range(1, len(points) + 1):
        for tripled in points[:used]:
            sums = {sum(points[:used]) + 2 * tripled}
            while sums and EXAMPLE_INSTRUMENT_POINTS not in sums:
                sums = {s + p for s in sums for p in points[:used] if s + p <= EXAMPLE_INSTRUMENT_POINTS}
            if sums:
                return True
    return False


def _apprentices(made: MedicoData, spaces: Sequence[Row], apprentices: Sequence[Row]) -> None:
    """MED-DAT-09, MED-DAT-10."""
    made.space_costs = tuple(row.count("cost") for row in spaces)
    require_rows("apprentice_spaces.csv", spaces, MAX_SEATS, MAX_SEATS + 2)
    for row, cost, next_cost in zip(spaces[1:], made.space_costs, made.space_costs[1:], strict=False):
        if next_cost <= cost:
            raise row.broken("costs increase from row to row")
    require_rows("apprentices.csv", apprentices, APPRENTICES, APPRENTICES)
    made.apprentice_points = tuple(row.count("points") for row in apprentices)
    made.apprentice_prestige = tuple(row.count("prestige") for row in apprentices)
    if made.apprentice_points[0] or made.apprentice_prestige[0]:
        raise apprentices[0].broken("the first apprentice, the free one, shows neither points nor prestige")
    for row, points, next_points in zip(
        apprentices[1:], made.apprentice_points, made.apprentice_points[1:], strict=False
    ):
        row.count("points", 2, 6)
        if next_points < points:
            raise row.broken("points do not decrease from row to row")
    if not {2, 3, 4} <= set(made.apprentice_points):
        raise BadData("apprentices.csv", 0, "three apprentices show 2, 3 and 4 points")


def _rods_favors_numbers(made: MedicoData, rods: Sequence[Row], favors: Sequence[Row], numbers: Sequence[Row]) -> None:
    """MED-DAT-08, MED-DAT-11, MED-DAT-12, MED-DAT-14."""
    made.thresholds = tuple(row.count("threshold", 1) for row in by_id("rods.csv", rods, ROD.words))
    made.favor_cards = tuple(row.count("cards", 1) for row in by_id("favor_cards.csv", favors, FAVOR.words))
    dealt = sum(made.favor_cards) - made.favor_cards[INDIVIDUAL_PATH]
    if made.favor_cards[INDIVIDUAL_PATH] != STARTING_FAVOR_CARDS:
        constraint = f"there are {STARTING_FAVOR_CARDS} cards of {FAVOR.words[INDIVIDUAL_PATH]}, one per colour"
        raise BadData("favor_cards.csv", 0, constraint)
    if dealt != DEALT_FAVOR_CARDS:
        raise BadData("favor_cards.csv", 0, f"the other types add up to {DEALT_FAVOR_CARDS} cards, not {dealt}")
    pouches, unused = by_id("numbers.csv", numbers, ("pouches", "unused_favor_points"))
    made.pouches = pouches.count("value", 1, MOST_POUCHES)
    made.unused_favor_points = unused.count("value")
    most = made.pouches + EXTRA_POUCHES
    contents = [c for size in range(most + 1) for c in combinations_with_replacement(range(len(REMEDY)), size)]
    made.pouch_kinds = MappingProxyType({content: tuple(sorted(set(content))) for content in contents})


KNOWLEDGE_SPACES: Final = len(ABILITY)
"""Marked spaces on a player board (MED-RUL-51)."""


MedicoData.parse = parse_tables
load_data: Final = table_loader(Path(__file__).with_name("data"), tuple(COLUMNS_OF), parse_tables)
"""The built-in tables or those of a folder with the same files."""
