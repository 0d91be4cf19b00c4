"""Card tables as the tests read and spoil them, whatever the game: rows without the engine's help, and edits that a game must refuse."""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine_core.errors import BadData
from engine_core.game import Game

Row = dict[str, str]
Edit = Callable[[str], str]
"""The text of a table, changed."""


def built_in_folder(game: Game[Any, Any]) -> Path:
    """Where the game keeps its own tables."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None
    return Path(file).parent / "data"


def read_rows(folder: Path, table_name: str) -> list[Row]:
    """The rows of one table as the file spells them."""
    with (folder / f"{table_name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# -- edits -----------------------------------------------------------------------------------------------------------------------


def line(old: str, *new: str) -> Edit:
    """Replace one line (matched whole) by others."""

    def edit(text: str) -> str:
        lines = text.splitlines()
        where = lines.index(old)
        return _joined([*lines[:where], *new, *lines[where + 1 :]])

    return edit


def without_last(text: str) -> str:
    """Leave the last row out."""
    return _joined(text.splitlines()[:-1])


def drop(row_id: str) -> Edit:
    """Leave a row out."""
    return lambda text: _joined([found for found in text.splitlines() if found.split(",")[0] != row_id])


def cell(row_id: str, **cells: str) -> Edit:
    """Write cells of one row."""
    return every(lambda row: row["id"] == row_id, **cells)


def every(only: Callable[[Row], bool] = lambda row: True, **cells: str) -> Edit:
    """Write cells of every row, or of some."""

    def edit(text: str) -> str:
        header, *lines = text.splitlines()
        rows = [dict(zip(header.split(","), found.split(","), strict=True)) for found in lines]
        assert cells.keys() <= set(header.split(",")), "no such column"
        return _joined([header, *(",".join((row | cells if only(row) else row).values()) for row in rows)])

    return edit


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


# -- loading ---------------------------------------------------------------------------------------------------------------------


def load_edited(game: Game[Any, Any], folder: Path, table_name: str, edit: Edit) -> Any:
    """The game's built-in tables with one of them edited, by way of a folder."""
    shutil.copytree(built_in_folder(game), folder, dirs_exist_ok=True)
    file = folder / f"{table_name}.csv"
    text = file.read_text(encoding="utf-8")
    changed = edit(text)
    assert changed != text, "the edit did nothing"
    file.write_text(changed, encoding="utf-8")
    return game.load_data(str(folder))


@contextmanager
def refused(table_name: str, row: int, constraint: str) -> Iterator[None]:
    """What is loaded inside is refused, with file, row and constraint; row 0 is the whole file."""
    with pytest.raises(BadData) as caught:
        yield
    assert (caught.value.file, caught.value.row) == (f"{table_name}.csv", row)
    assert constraint in caught.value.constraint
    assert caught.value.file in str(caught.value)


def case(rule: str, table_name: str, edit: Edit, row: int, constraint: str) -> object:
    """A parameter set of a test of :func:`refused`: an edit and the rule that it breaks."""
    return pytest.param(table_name, edit, row, constraint, marks=pytest.mark.rule(rule), id=f"{rule} {constraint}")
