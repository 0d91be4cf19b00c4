"""kill -9 of scoring and of the bus in the middle of counting: nothing is counted twice, nothing is left out."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import sqlalchemy as sa

from arena.pb.rules.v1 import results_pb2 as pb
from services.common.announcement import announcements
from services.common.bus import Bus, Conflict, EmbeddedNats, Unavailable, append, connect, subjects
from services.scoring.settings import ScoringSettings
from services.scoring.store.checkpoint import read_checkpoint
from services.scoring.store.database import Database
from services.scoring.store.ledger import recount
from services.scoring.store.schema import MATCHES
from tests.services.scoring.results import many, payload, stored
from tests.services.scoring.test_ledger import rows


def start(server: EmbeddedNats, data: Path) -> subprocess.Popen[bytes]:
    """A scoring process of its own."""
    environment = {
        **os.environ,
        "ARENA_DATA_DIR": str(data),
        "ARENA_NATS_URL": server.url,
        "ARENA_SCORING_KEEP_RECORDS": "false",
        "ARENA_LOG_LEVEL": "warning",
    }
    return subprocess.Popen([sys.executable, "-m", "services.scoring"], env=environment)


async def counted(database: Database) -> int:
    return (await database.read(read_checkpoint)).sequence


async def until_counted(database: Database, sequence: int, within: float = 40.0) -> None:
    async with asyncio.timeout(within):
        while await counted(database) < sequence:  # noqa: ASYNC110 - another process counts
            await asyncio.sleep(0.02)


async def publish_until(bus: Bus, results: list[pb.MatchResult], stop: asyncio.Event) -> int:
    """Publish about 50 a second until told to stop; returns how many.

    What was not acknowledged is tried again, as the rules service does: expected sequence 0, so never twice.
    """
    for number, result in enumerate(results):
        if stop.is_set():
            return number
        while True:
            try:
                subject = subjects.result(result.game, result.match_id)
                await append(bus, subject, payload(result), expected_last_sequence=0, timeout=2.0)
            except Unavailable:
                await asyncio.sleep(0.1)
            except Conflict:
                break  # it was stored, the acknowledgement was lost
            else:
                break
        await asyncio.sleep(0.02)
    raise AssertionError("the kills took longer than there are results")


async def test_results_count_once_over_kills_of_scoring_and_of_the_bus(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    data = tmp_path / "data"
    results = many(4000, seed=5)
    database = Database(ScoringSettings.load(data_dir=data, nats_url=own_nats.url).database_url)
    await database.open()
    process = start(own_nats, data)
    kills_are_over = asyncio.Event()
    try:
        async with await connect(own_nats.address("rules")) as bus:
            publishing = asyncio.create_task(publish_until(bus, results, kills_are_over))
            for kill in range(3):
                # Each time it has counted something that it had not before, and more keeps coming.
                await until_counted(database, await counted(database) + 20)
                process.kill()
                process.wait()
                if kill == 1:
                    own_nats.kill9()
                    own_nats.start()
                process = start(own_nats, data)
            kills_are_over.set()
            published = await publishing
        await until_counted(database, published)
        async with asyncio.timeout(20):
            # It may have counted everything before it serves; the one that was killed leaves what it announced.
            while [found.pid for found in announcements(data, "scoring")] != [process.pid]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 20) == 0
        assert announcements(data, "scoring") == []
    finally:
        process.kill()
        process.wait()
    found = await database.read(lambda c: [row[0] for row in c.execute(sa.select(MATCHES.c.match_id))])
    assert sorted(found) == sorted(result.match_id for result in results[:published])
    undisturbed = Database(f"sqlite:///{tmp_path}/undisturbed.sqlite")
    await undisturbed.open()
    ordered = [stored(number, result) for number, result in enumerate(results[:published], start=1)]
    await undisturbed.write(lambda c: recount(c, "", ordered))
    assert await database.read(rows) == await undisturbed.read(rows)
    await undisturbed.close()
    await database.close()


def run(data: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "services.scoring", *arguments],
        env={**os.environ, "ARENA_DATA_DIR": str(data), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


async def test_a_rebuild_is_a_command_that_says_what_it_did(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    results = many(12, seed=8)
    async with await connect(own_nats.address("rules")) as bus:
        for result in results:
            await append(bus, subjects.result(result.game, result.match_id), payload(result))
        await append(bus, "arena.result.medico.rubbish", b"rubbish")
    done = await asyncio.to_thread(run, tmp_path / "data", "rebuild", ARENA_NATS_URL=own_nats.url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("12 results counted anew, ")
    assert done.stdout.endswith(" of them rated, 1 messages that are none\n")


def test_a_start_that_cannot_succeed_is_one_clear_line_with_its_exit_code(
    own_nats: EmbeddedNats, tmp_path: Path
) -> None:
    missing = run(tmp_path)
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr == "ARENA_NATS_URL: Field required\n"
    rubbish = run(tmp_path / "data", ARENA_NATS_URL=own_nats.url, ARENA_SCORING_DATABASE_URL="rubbish")
    assert rubbish.returncode == 2
    assert len(rubbish.stderr.splitlines()) == 1
    assert "not a database URL" in rubbish.stderr
