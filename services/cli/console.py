"""Output: answers on standard output, progress and errors on standard error; plain text wherever that is no terminal."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from services.cli.plain_text import plain

_PLAIN_WIDTH: Final = 200
"""Columns where the output is no terminal: wide enough that no row is broken for `grep`."""


def out() -> Console:
    """Where answers go."""
    return _console(stderr=False)


def err() -> Console:
    """Where progress goes."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    terminal = stream.isatty()
    return Console(stderr=stderr, width=None if terminal else _PLAIN_WIDTH, highlight=False, soft_wrap=not terminal)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]], *, left: Sequence[str] = ()) -> Table:
    """A table; columns named in `left` hold words, all others numbers. Words are shown as they are, brackets too."""
    made = Table(title=Text(plain(title)) if title else None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(column, justify="left" if column in left else "right", no_wrap=True)
    for row in rows:
        made.add_row(*(Text(plain(str(cell))) for cell in row))
    return made


def print_json(document: Any) -> None:
    """A JSON document for other programs."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


@contextlib.contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar that moves with every call of what it yields; nothing at all where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err(), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
