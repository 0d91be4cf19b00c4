"""`arena tournament run` on an example file, as a host runs it: a process that starts everything and ends by itself."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine_core.record import Record, load
from engine_core.replay import verify
from services.common.tournament_file import parse
from tests.e2e.events import Line

pytestmark = pytest.mark.xdist_group("e2e")

EXAMPLE = Path("deploy/examples/medico-night.toml")
ROW = re.compile(r"^ *(\d+) +(\S.*?) +(\d+) +(\d+) +(\d+) +(\d+(?: \d+)*) +(\d+\.\d) *$", re.MULTILINE)
"""rank, entrant, points, games, won, places, mean game points"""


def test_an_example_is_held_and_its_standings_are_those_of_its_records(tmp_path: Path) -> None:
    file = tmp_path / EXAMPLE.name
    file.write_text(re.sub(r"rounds = \d+", "rounds = 2", EXAMPLE.read_text(encoding="utf-8")), encoding="utf-8")
    event = parse(file.read_text(encoding="utf-8"))
    assert event.rounds == 2
    ran = subprocess.run(
        [sys.executable, "-m", "services.cli", "tournament", "run", file, "--records", tmp_path / "records"],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.rstrip().endswith("all records verified")
    records = [load(path) for path in sorted((tmp_path / "records").glob("*/*.json"))]
    assert len(records) == 4
    for record in records:
        assert verify(record).outcome == record.outcome
    expected = lines_by(records)
    assert len(expected) == 8
    shown = {name: tuple(rest) for _, name, *rest in ROW.findall(ran.stdout)}
    assert shown == {
        name: (
            str(line.points),
            str(line.games),
            str(line.wins),
            " ".join(map(str, line.places)),
            f"{line.game_points / line.games:.1f}",
        )
        for name, line in expected.items()
    }


def lines_by(records: Iterable[Record]) -> dict[str, Line]:
    """Name -> line: one point for each opponent left behind, as the example says nothing else."""
    lines: dict[str, Line] = {}
    for record in records:
        assert record.outcome is not None
        for seat in record.outcome.seats:
            line = lines.setdefault(record.players[seat.seat], Line(places=[0] * record.seats))
            line.games += 1
            line.points += record.seats - seat.place
            line.wins += seat.place == 1
            line.places[seat.place - 1] += 1
            line.game_points += seat.points
    return lines
