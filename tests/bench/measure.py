"""How figures are taken: alternated rounds, medians, and every rate beside something fixed in the same run.

Machines differ and other work disturbs; measuring A, B, A, B, ... and comparing medians of one run is what can be repeated elsewhere.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ROUNDS: Final = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. ``goal`` is met when ``value`` is at least (``higher_is_better``) or at most ``goal``."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    higher_is_better: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None without a goal."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.higher_is_better else self.value <= self.goal


def seconds_per_unit(work: Callable[[], int]) -> float:
    """Run ``work`` once (it returns how many units it did) with the garbage collector settled; seconds per unit."""
    gc.collect()
    begun = time.perf_counter()
    units = work()
    return (time.perf_counter() - begun) / units


def alternated(works: Mapping[str, Callable[[], int]], rounds: int = ROUNDS) -> dict[str, float]:
    """Median seconds per unit of each work, over rounds in which each is run once, in turn; one warm-up round before."""
    taken: dict[str, list[float]] = {name: [] for name in works}
    for name in works:
        works[name]()
    for _ in range(rounds):
        for name, work in works.items():
            taken[name].append(seconds_per_unit(work))
    return {name: statistics.median(values) for name, values in taken.items()}


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table for people."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None)
    grid.add_column("figure")
    grid.add_column("median", justify="right")
    grid.add_column("unit")
    grid.add_column("goal", justify="right")
    grid.add_column("")
    for figure in figures:
        goal = "" if figure.goal is None else f"{'>=' if figure.higher_is_better else '<='} {figure.goal:g}"
        mark = {True: "met", False: "NOT MET", None: ""}[figure.met]
        value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
        grid.add_row(figure.name, value, figure.unit, goal, mark)
    console = Console(width=110)
    with console.capture() as captured:
        console.print(grid)
    return captured.get()
