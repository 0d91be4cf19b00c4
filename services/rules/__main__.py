"""``python -m services.rules [--games medico,azerland]``: one rules replica."""

from __future__ import annotations

import argparse

from services.common.run import run
from services.rules.bootstrap import main
from services.rules.settings import RulesSettings

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m services.rules", description="Serve games; settings: ARENA_* variables."
    )
    parser.add_argument("--games", help="the games of this replica, separated by commas; instead of ARENA_RULES_GAMES")
    games: str | None = parser.parse_args().games

    async def entry() -> None:
        await main(RulesSettings.load() if games is None else RulesSettings.load(rules_games=games))

    raise SystemExit(run(entry))
