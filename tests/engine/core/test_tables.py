"""Reading card tables: rows that have to be numbered, how much is read of tables that others made, in which form they are passed on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine_core import games
from engine_core.errors import BadData
from engine_core.tables import MOST_BYTES, MOST_CELL, MOST_LINES, read_table, require_numbered

MEDICO = games.game("medico")
OWN: Mapping[str, str] = MEDICO.load_data().texts
RODS = OWN["rods"]
LETTERS = "letters,6"


def parse(**changed: str) -> None:
    MEDICO.parse_data({**OWN, **changed})


@pytest.mark.parametrize(
    ("rods", "says"),
    [
        (RODS + "\n" * MOST_LINES, f"rods.csv: has at most {MOST_LINES} lines, not {MOST_LINES + 8}"),
        (RODS + "x,1\n" * MOST_LINES, f"rods.csv: has at most {MOST_LINES} lines, not {MOST_LINES + 8}"),
        (RODS.replace(LETTERS, f"letters,{'1' * (MOST_CELL + 1)}"), f"rods.csv, row 1: a cell has at most {MOST_CELL}"),
        (RODS.replace(LETTERS, f"{'x' * 65},6"), "rods.csv, row 1: id consists of at most 64 "),
        (RODS + " " * MOST_BYTES, f"rods.csv: the tables together have at most {MOST_BYTES} bytes, not "),
        (RODS + "\u00e4" * (MOST_BYTES // 2), f"rods.csv: the tables together have at most {MOST_BYTES} bytes, not "),
    ],
    ids=["empty lines", "rows", "cell", "id", "bytes", "bytes of other letters"],
)
def test_more_than_tables_can_need_is_refused(rods: str, says: str) -> None:
    with pytest.raises(BadData) as refused:
        parse(rods=rods)
    assert str(refused.value).startswith(says)


def test_as_much_as_there_may_be_is_read() -> None:
    parse(rods=RODS + "\n" * (MOST_LINES - RODS.count("\n")))
    with pytest.raises(BadData, match="threshold is a whole number"):  # refused for what it says, not for its length
        parse(rods=RODS.replace(LETTERS, f"letters,{'1' * MOST_CELL}"))


def test_an_error_shows_the_beginning_of_what_was_sent() -> None:
    with pytest.raises(BadData) as refused:
        parse(rods=RODS.replace(LETTERS, f"letters,{'9' * MOST_CELL}"))
    assert str(refused.value) == f"rods.csv, row 1: threshold is a whole number, 1 or more, not '{'9' * 56}..."


@pytest.mark.parametrize("name", sorted(games.GAMES))
def test_tables_of_one_digest_have_one_text(name: str) -> None:
    """However a host spaces and quotes them: who stores the tables of another first cannot make its records longer."""
    game = games.game(name)
    own = game.load_data()
    decorated = {
        table: "\r\n\r\n".join(" , ".join(f'" {cell} "' for cell in line.split(",")) for line in text.splitlines())
        for table, text in own.texts.items()
    }
    decorated = {table: text.replace(' , "', ',"').replace('" ,', '",') for table, text in decorated.items()}
    read = game.parse_data(decorated)
    assert read.digest == own.digest
    assert dict(read.texts) == dict(own.texts)
    assert not any(decorated[table] == text for table, text in own.texts.items())


@pytest.mark.parametrize("name", sorted(games.GAMES))
def test_the_text_of_tables_reads_as_the_same_tables(name: str) -> None:
    game = games.game(name)
    folder = Path(games.__file__).with_name(name) / "data"
    for table, text in game.load_data().texts.items():
        assert text == (folder / f"{table}.csv").read_text(encoding="utf-8")


def test_a_file_that_is_none_or_never_ends_is_refused_and_not_read(tmp_path: Path) -> None:
    built_in = Path(games.__file__).with_name("medico") / "data"
    for name, make, says in (
        ("pipe", os.mkfifo, "rods.csv: is a file"),
        ("device", lambda path: path.symlink_to("/dev/zero"), "rods.csv: is a file"),
        ("folder", Path.mkdir, "rods.csv: is a file"),
        ("long", lambda path: path.write_bytes(b" " * (MOST_BYTES + 1)), f"rods.csv: has at most {MOST_BYTES} bytes"),
    ):
        folder = tmp_path / name
        shutil.copytree(built_in, folder)
        (folder / "rods.csv").unlink()
        make(folder / "rods.csv")
        with pytest.raises(BadData) as refused:
            MEDICO.load_data(str(folder))
        assert str(refused.value) == says


@pytest.mark.parametrize(("text", "first"), [("id\n1\n2\n3\n", 1), ("id\n0\n1\n", 0), ("id\n", 1)])
def test_rows_in_the_order_of_their_numbers_are_accepted(text: str, first: int) -> None:
    require_numbered(read_table("cards.csv", text, ()), "cards", first)


@pytest.mark.parametrize(
    ("text", "first", "row"), [("id\n1\n3\n2\n", 1, 2), ("id\n1\n2\n", 0, 1), ("id\n1\n02\n", 1, 2)]
)
def test_the_first_row_out_of_order_is_named(text: str, first: int, row: int) -> None:
    with pytest.raises(BadData, match="cards stand in the order of their numbers") as refused:
        require_numbered(read_table("cards.csv", text, ()), "cards", first)
    assert refused.value.row == row
