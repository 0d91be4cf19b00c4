"""Measures how long players wait when something dies: `python -m tests.e2e.outages`. Prints the table of docs/faults.md.

Twenty matches of house bots run. Something is killed and at once started again; measured is the time from the kill until the process
serves again, and until every one of the matches has gone on (or the service has answered).
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.scoring.v1 import ratings_pb2
from services.cli.stack import Stack, StackSettings
from tests.e2e.seeded import deal, host, plies, records, under_way
from tests.e2e.site import RULES_REPLICAS, Site, opened, patiently

MATCHES = 20
TRIES = 3

Answered = Callable[[], Awaitable[None]]


async def one(site: Site, kill: list[tuple[str, int]], *, back: bool, answered: Answered | None) -> tuple[float, float]:
    """Seconds until what was killed served again (if it comes back), and until everything had gone on."""
    matches = deal(MATCHES)
    await host(site, matches)
    await under_way(site, matches, 40)
    before = await plies(site, matches)
    began = time.monotonic()
    for service, replica in kill:
        site.kill9(service, replica)

    async def come_back() -> float:
        await asyncio.gather(*(site.start(service, replica) for service, replica in kill if back))
        return time.monotonic() - began

    coming = asyncio.create_task(come_back())
    if answered is not None:
        await answered()
    else:
        waiting = {n for n, ply in enumerate(before) if ply >= 0}
        while waiting:
            now = await plies(site, matches)
            waiting = {n for n in waiting if now[n] == before[n]}
    gone_on = time.monotonic() - began
    served = await coming
    await records(site, matches)
    await site.heal()
    return served, gone_on


async def measure(stack: Stack) -> None:
    """Everything, printed line by line."""
    async with opened(stack) as site:

        async def matchmaking() -> None:
            await patiently(
                site.tournaments.ListTournaments, tournaments_pb2.ListTournamentsRequest(), site.as_("player")
            )

        async def scoring() -> None:
            request = ratings_pb2.GetLeaderboardRequest(game="medico", seats=4)
            await patiently(site.scoring.GetLeaderboard, request, site.as_("player"))

        both = [("rules", replica) for replica in range(RULES_REPLICAS)]
        cases: list[tuple[str, list[tuple[str, int]], bool, Answered | None]] = [
            ("one of two rules replicas, stays away", both[:1], False, None),
            ("all rules replicas, restarted", both, True, None),
            ("NATS server, restarted", [("nats", 0)], True, None),
            ("bots, restarted", [("bots", 0)], True, None),
            ("matchmaking, restarted", [("matchmaking", 0)], True, matchmaking),
            ("scoring, restarted", [("scoring", 0)], True, scoring),
        ]
        print("| what is killed | serves again, s | goes on, s |\n|---|---|---|")
        for what, kill, back, answered in cases:
            tries = [await one(site, kill, back=back, answered=answered) for _ in range(TRIES)]
            served, gone_on = (statistics.median(column) for column in zip(*tries, strict=True))
            print(f"| {what} | {f'{served:.1f}' if back else '-'} | {gone_on:.1f} |", flush=True)


def main() -> int:
    """Exit code 0."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-outages-") as folder,
        Stack(StackSettings(Path(folder) / "data", rules_replicas=RULES_REPLICAS)) as stack,
    ):
        asyncio.run(measure(stack))
    return 0


if __name__ == "__main__":
    sys.exit(main())
