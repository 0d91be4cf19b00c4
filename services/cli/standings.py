"""A tournament on the terminal: a live table, or one line a round where there is no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from arena.pb.matchmaking.v1.tournaments_pb2 import Standing, WatchTournamentResponse
from services.cli import console
from services.cli.plain_text import plain

_LIVE_ROWS = 16


def standings_table(standings: Sequence[Standing], title: str) -> Table:
    """The standings as a table."""
    most = max((len(line.places) for line in standings), default=0)
    places = "/".join(str(place) for place in range(1, most + 1))
    rows = [
        (
            line.rank,
            line.entrant.name,
            line.points,
            line.games,
            line.wins,
            " ".join(str(count) for count in line.places),
            f"{line.mean_game_points:.1f}",
        )
        for line in standings
    ]
    columns = ("rank", "entrant", "points", "games", "won", f"places {places}", "mean game points")
    return console.table(title, columns, rows, left=("entrant",))


class Progress:
    """Shows each update; `async with` is not needed, a plain `with` keeps the terminal in order."""

    def __init__(self) -> None:
        self._console = console.err()
        self._live = Live(console=self._console, transient=True) if self._console.is_terminal else None
        self._round = 0
        self._done = -1

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, update: WatchTournamentResponse) -> None:
        """Show where the tournament stands: live, and one line when a round begins or a match has ended."""
        tournament = update.tournament
        if self._live is not None:
            head = (
                f"round {tournament.current_round} of {tournament.rounds}, "
                f"{update.matches_done} of {update.matches_total} matches played"
            )
            self._live.update(Group(Text(head), standings_table(update.standings[:_LIVE_ROWS], "")))
        elif (tournament.current_round, update.matches_done) != (self._round, self._done):
            leader = f", {update.standings[0].entrant.name} leads" if update.matches_done and update.standings else ""
            self.say(
                f"round {tournament.current_round} of {tournament.rounds}: "
                f"{update.matches_done} of {update.matches_total} matches played{leader}"
            )
        self._round, self._done = tournament.current_round, update.matches_done

    def say(self, line: str) -> None:
        """One line that stays."""
        self._console.print(plain(line), markup=False)
