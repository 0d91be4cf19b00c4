"""The commands by name. Each is named by its module and imported only when it is called."""

from __future__ import annotations

from typing import Final

from cyclopts import App


def _version() -> str:
    from importlib.metadata import version

    return f"apothecary-arena {version('apothecary-arena')}"


_COMMANDS: Final = "services.cli.commands"

app: Final = App(
    name="arena",
    help="Play, host and check Euro board games between bots and people.",
    version=_version,
    version_flags=["--version"],
)
app.command(
    f"{_COMMANDS}.play:play",
    help="""Play games between bots in this process, without any service.

The same key and choices give the same digests as a hosted match. Seats rotate from game to game, so that every bot sits
everywhere equally often; `--no-rotate` keeps them.""",
)
app.command(f"{_COMMANDS}.up:up", help="Run the whole platform on this machine until Ctrl-C.")
app.command(f"{_COMMANDS}.status:status", help="Show services, streams and running matches.")
app.command(f"{_COMMANDS}.leaderboard:leaderboard", help="Show a leaderboard.")
app.command(f"{_COMMANDS}.catalogue:catalogue", help="List every action that a game can ever offer.")
app.command(f"{_COMMANDS}.scenario:scenario", help="Try positions written by hand and compare what comes out.")

tournament: Final = App(name="tournament", help="Hold tournaments.")
tournament.command(f"{_COMMANDS}.tournament:run", help="Hold the tournament that a file describes.")
tournament.command(f"{_COMMANDS}.tournament:abort", help="Stop a tournament before its end.")
app.command(tournament)

record: Final = App(name="record", help="Check records of matches.")
record.command(f"{_COMMANDS}.record:verify", help="Replay records and prove that they say what happened.")
app.command(record)

scoring: Final = App(name="scoring", help="Look after ratings.")
scoring.command(f"{_COMMANDS}.scoring:rebuild", help="Count all results anew from the stream; gives the same ratings.")
app.command(scoring)
