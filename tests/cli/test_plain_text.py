"""Names and sentences from outside on the terminal."""

from __future__ import annotations

import pytest

from arena.pb.matchmaking.v1.tournaments_pb2 import Entrant, Standing
from services.cli import console
from services.cli.plain_text import plain
from services.cli.standings import Progress, standings_table

STEERING = "\x1b[2J\x9b31m\u202eevil\ud800"


def test_what_can_be_printed_stays_and_the_rest_is_neither_obeyed_nor_hidden() -> None:
    assert plain("Zoë [bold] 東京") == "Zoë [bold] 東京"
    assert plain("a\tb\nc") == "a b c"
    assert plain(STEERING) == "\ufffd[2J\ufffd31m\ufffdevil\ufffd"


@pytest.mark.parametrize("name", ["[/red]", "[bold]x", "[link=http://x]y[/link]", "[", "\\[x]"])
def test_brackets_in_names_and_titles_are_shown_as_they_are(capsys: pytest.CaptureFixture[str], name: str) -> None:
    standings = [Standing(rank=1, entrant=Entrant(name=name), points=3, games=1, wins=1, places=[1, 0])]
    console.out().print(standings_table(standings, f"{name}: final standings"))
    out = capsys.readouterr().out
    assert f"{name}: final standings" in out
    assert any(name in line.split() for line in out.splitlines() if "final standings" not in line)


def test_a_table_and_the_progress_steer_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    console.out().print(console.table(STEERING, ("a",), [(STEERING,)]))
    with Progress() as progress:
        progress.say(STEERING)
    said = capsys.readouterr()
    assert not {"\x1b", "\x9b", "\u202e"} & set(said.out + said.err)
    assert said.out.count("evil") == 2
    assert said.err.count("evil") == 1
