"""Reading a game's data tables: CSV files with a header and an ``id`` per row. What is wrong is said with file, row and constraint."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final, Protocol, Self, TypeVar

from engine_core.errors import BadData, shown

_ID: Final = re.compile(r"[a-z0-9][a-z0-9_+-]{0,63}\Z")

MOST_BYTES: Final = 512 << 10
"""All tables of a game together, as UTF-8. Whoever reads tables that others made is kept busy by no more than this and MOST_LINES."""
MOST_LINES: Final = 1000
"""Of one table, empty ones included."""
MOST_CELL: Final = 200
"""Characters of a cell."""


class CardTables:
    """Base of a game's validated tables: immutable, shared by all states and copies of states."""

    __slots__ = ("digest", "names", "texts")

    names: Mapping[str, tuple[str, ...]]
    """Per table, the ids of its rows: how a card is spelled."""
    texts: Mapping[str, str]
    """The tables by name, as text: what a record carries so that anybody can load them again. The same for the same digest, however
    they were spaced and quoted when they were read (:func:`plain_texts`)."""
    digest: str
    """Hex BLAKE2b-128 over the canonical form of the tables."""

    parse: ClassVar[Callable[[Mapping[str, str]], CardTables]]
    """The game's function from texts to tables."""

    def __reduce__(self) -> tuple[object, tuple[dict[str, str]]]:
        return type(self).parse, (dict(self.texts),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


T = TypeVar("T", bound=CardTables)
T_co = TypeVar("T_co", bound=CardTables, covariant=True)


class Load(Protocol[T_co]):
    """Reads a game's tables."""

    def __call__(self, folder: str | None = None) -> T_co:
        """Those of a folder, or the built-in ones (read once). :class:`BadData` says what is wrong with them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table; ``number`` counts the rows below the header from 1."""

    file: str
    number: int
    cells: dict[str, str]

    @property
    def id(self) -> str:
        """The row's name: unique in its table."""
        return self.cells["id"]

    def broken(self, constraint: str) -> BadData:
        """The error that names this row."""
        return BadData(self.file, self.number, constraint)

    def count(self, column: str, least: int = 0, most: int | None = None) -> int:
        """The whole number in a column, within its bounds."""
        text = self.cells[column]
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        if not re.fullmatch(r"[0-9]{1,6}", text):
            raise self.broken(f"{column} is a whole number, {bounds}, not {shown(text)}")
        value = int(text)
        if value < least or (most is not None and value > most):
            raise self.broken(f"{column} is {bounds}, not {value}")
        return value

    def word(self, column: str, words: Sequence[str]) -> int:
        """The position of a column's word in ``words``."""
        text = self.cells[column]
        if text not in words:
            raise self.broken(f"{column} is one of {', '.join(words)}, not {shown(text)}")
        return words.index(text)

    def words(self, columns: Sequence[str], words: Sequence[str]) -> tuple[int, ...]:
        """The positions of the words in several columns; only the last columns may be empty, the first never."""
        used = [column for column in columns if self.cells[column]]
        if not used or list(columns[: len(used)]) != used:
            raise self.broken(f"{', '.join(columns)} are filled from the left, at least {columns[0]}")
        return tuple(self.word(column, words) for column in used)

    def word_list(self, column: str, words: Sequence[str]) -> tuple[int, ...]:
        """The positions of the words of one column, in their order; the words stand apart by a space, there may be none."""
        found = self.cells[column].split()
        for text in found:
            if text not in words:
                raise self.broken(f"{column} is made of {', '.join(words)}, not {shown(text)}")
        return tuple(words.index(text) for text in found)

    def amounts(self, column: str, words: Sequence[str]) -> tuple[int, ...]:
        """How many of each word a column has, written as ``gold:2 sap:1``; a word that is left out counts 0."""
        found = [0] * len(words)
        for part in self.cells[column].split():
            word, _, number = part.partition(":")
            if word not in words or not re.fullmatch(r"[1-9][0-9]?", number):
                raise self.broken(f"{column} is made of word:number with words {', '.join(words)}, not {shown(part)}")
            if found[words.index(word)]:
                raise self.broken(f"{column} names {word} once")
            found[words.index(word)] = int(number)
        return tuple(found)

    def flag(self, column: str) -> bool:
        """Whether a column holds 1, not 0."""
        return bool(self.count(column, 0, 1))


def read_folder(folder: Path, tables: Sequence[str]) -> dict[str, str]:
    """The text of ``<table>.csv`` for each table; :class:`BadData` for a file that cannot be read or is longer than MOST_BYTES."""
    texts: dict[str, str] = {}
    for table in tables:
        file = f"{table}.csv"
        try:
            # Looked at before it is opened: what waits for a writer, or never ends, is no table.
            if not stat.S_ISREG((folder / file).stat().st_mode):
                raise BadData(file, 0, "is a file")
            with (folder / file).open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
                raise BadData(file, 0, f"has at most {MOST_BYTES} bytes")
            texts[table] = content.decode()
        except FileNotFoundError:
            raise BadData(file, 0, "is missing from the data folder") from None
        except OSError as fault:
            raise BadData(file, 0, f"can be read ({fault.strerror})") from None
        except UnicodeDecodeError:
            raise BadData(file, 0, "is UTF-8 text") from None
    return texts


def table_loader(built_in: Path, tables: Sequence[str], parse: Callable[[Mapping[str, str]], T]) -> Load[T]:
    """How a game loads its tables: ``parse`` makes them from the texts of the files ``<table>.csv``."""

    @cache
    def load_built_in() -> T:
        return parse(read_folder(built_in, tables))

    def load(folder: str | None = None) -> T:
        return load_built_in() if folder is None else parse(read_folder(Path(folder), tables))

    return load


def read_tables(texts: Mapping[str, str], columns: Mapping[str, Sequence[str]]) -> dict[str, list[Row]]:
    """The rows of all tables that ``columns`` names, see :func:`read_table`.

    :class:`BadData` also for a table that is missing, and for more than MOST_BYTES together.
    """
    for table in columns:
        if table not in texts:
            raise BadData(f"{table}.csv", 0, "is missing from the data folder")
    sizes = {table: len(texts[table].encode(errors="surrogatepass")) for table in columns}
    if sum(sizes.values()) > MOST_BYTES:
        largest = max(sizes, key=sizes.__getitem__)
        raise BadData(
            f"{largest}.csv", 0, f"the tables together have at most {MOST_BYTES} bytes, not {sum(sizes.values())}"
        )
    return {table: read_table(f"{table}.csv", texts[table], names) for table, names in columns.items()}


def tables_digest(rows: Mapping[str, Sequence[Row]]) -> str:
    """Hex BLAKE2b-128 over the canonical form of the tables: their cells, without the spaces round them."""
    canonical = {table: [row.cells for row in found] for table, found in rows.items()}
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def plain_texts(rows: Mapping[str, Sequence[Row]], columns: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """Tables written plainly: no space round a cell, no empty line, quotes only where they must be. :func:`read_tables` reads them again.

    Tables of one digest have one text, so that nobody can pass on, under the digest of another's tables, what only takes room.
    """
    return MappingProxyType({table: _plain_text(rows[table], names) for table, names in columns.items()})


def _plain_text(rows: Sequence[Row], columns: Sequence[str]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(["id", *columns])
    writer.writerows(row.cells.values() for row in rows)
    return written.getvalue()


def ids_of(rows: Sequence[Row]) -> tuple[str, ...]:
    """The ids in the order of the rows."""
    return tuple(row.id for row in rows)


def read_table(file: str, text: str, columns: Sequence[str]) -> list[Row]:
    """The rows of a table.

    :class:`BadData` for another header, a ragged row, an id that is malformed or not unique, and for more lines or longer cells than
    MOST_LINES and MOST_CELL.
    """
    count = text.count("\n") + (not text.endswith("\n"))
    if count > MOST_LINES:
        raise BadData(file, 0, f"has at most {MOST_LINES} lines, not {count}")
    try:
        lines = list(csv.reader(io.StringIO(text), strict=True))
    except csv.Error as fault:
        raise BadData(file, 0, f"is no CSV table ({fault})") from None
    header = ["id", *columns]
    if not lines or [cell.strip() for cell in lines[0]] != header:
        raise BadData(file, 0, f"the header is {','.join(header)}")
    rows: list[Row] = []
    seen: set[str] = set()
    for cells in lines[1:]:
        if not cells:
            continue
        row = Row(file, len(rows) + 1, dict(zip(header, (cell.strip() for cell in cells), strict=False)))
        if len(cells) != len(header):
            raise row.broken(f"has {len(header)} cells, not {len(cells)}")
        if max(map(len, row.cells.values())) > MOST_CELL:
            raise row.broken(f"a cell has at most {MOST_CELL} characters")
        if not _ID.match(row.id):
            raise row.broken(f"id consists of at most 64 a-z, 0-9, _, + and -, not {shown(row.id)}")
        if row.id in seen:
            raise row.broken(f"id {row.id} is unique")
        seen.add(row.id)
        rows.append(row)
    return rows


def require_rows(file: str, rows: Sequence[Row], least: int, most: int) -> None:
    """The table has ``least`` to ``most`` rows."""
    if not least <= len(rows) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise BadData(file, 0, f"has {wanted} rows, not {len(rows)}")


def require_numbered(rows: Sequence[Row], what: str, first: int = 1) -> None:
    """The ids are the numbers from ``first`` on, in their order; ``what`` the rows are, for the sentence."""
    for number, row in enumerate(rows, first):
        if row.id != str(number):
            raise row.broken(f"{what} stand in the order of their numbers: id {number}, not {row.id}")


def by_id(file: str, rows: Sequence[Row], ids: Sequence[str]) -> Iterator[Row]:
    """The rows in the order of ``ids``: exactly one for each."""
    found = {row.id: row for row in rows}
    for row in rows:
        if row.id not in ids:
            raise row.broken(f"id is one of {', '.join(ids)}, not {shown(row.id)}")
    for name in ids:
        if name not in found:
            raise BadData(file, 0, f"has a row for {name}")
        yield found[name]
