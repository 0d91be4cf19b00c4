"""kill -9 in the middle of running matches: every match ends as if nothing had happened, no accepted action lost or doubled."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.channel import target
from arena.runner import play_match
from arena.seat import Seat
from arena.translate import options_from_proto
from engine_core.games import game as registered_game
from engine_core.playing import play, random_bot
from services.common.announcement import announcements
from services.common.bus import EmbeddedNats
from tests.services.rules.hosting import Hosted, House, Replica, house_on

MATCHES = 20
SEATS = 3
SEED = bytes(range(32))


@contextmanager
def replica_process(server: EmbeddedNats, data_dir: Path, number: int) -> Iterator[subprocess.Popen[bytes]]:
    """A replica as a process of its own, announced."""
    settings = {
        "ARENA_DATA_DIR": str(data_dir),
        "ARENA_NATS_URL": server.url,
        "ARENA_REPLICA": str(number),
        "ARENA_LOG_LEVEL": "warning",
    }
    child = subprocess.Popen([sys.executable, "-m", "services.rules"], env=os.environ | settings)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


async def announced(data_dir: Path, count: int) -> list[str]:
    """The addresses of so many living replicas."""
    async with asyncio.timeout(30):
        while len(found := announcements(data_dir, "rules")) < count:  # noqa: ASYNC110 - another process writes the file
            await asyncio.sleep(0.05)
    return [each.grpc for each in found]


async def play_all(house: House, creator: Replica, addresses: list[str], disturb: asyncio.Event) -> list[Hosted]:
    """Random bots play all matches over all replicas; ``disturb`` is set when about a third is played."""
    matches = [await Hosted.create(house, creator, SEATS) for _ in range(MATCHES)]
    half_way = asyncio.Semaphore(0)

    async def sit(hosted: Hosted, seat: int) -> None:
        token = hosted.tokens[seat][0][1].removeprefix("Bearer ")
        async with Seat(target(",".join(addresses)), hosted.match_id, seat, token, patience=60) as seat_of_ours:

            def bot(view: object, legal: list[object], rng: object) -> object:
                if seat_of_ours.ply > 40:
                    half_way.release()
                return random_bot(view, legal, rng)  # type: ignore[arg-type]

            await play_match(bot, seat_of_ours, bot_seed=SEED)  # type: ignore[arg-type]

    async def notice() -> None:
        await half_way.acquire()
        disturb.set()

    watcher = asyncio.create_task(notice())
    await asyncio.gather(*(sit(hosted, seat) for hosted in matches for seat in range(SEATS)))
    await watcher
    return matches


async def check(matches: list[Hosted], replica: Replica) -> None:
    """Every record ends with the digest of the same game played in this process, and holds every decision once."""
    game = registered_game("medico")
    for hosted in matches:
        record = await hosted.at(replica).record()
        assert record.complete
        answered = [(entry.seat, entry.decision) for entry in record.entries]
        assert len(answered) == len(set(answered))
        for seat in range(SEATS):
            decisions = [decision for who, decision in answered if who == seat]
            assert decisions == list(range(len(decisions)))
        undisturbed = play(
            game,
            [random_bot] * SEATS,
            record.key,
            options_from_proto(game, record.options),
            bot_seed=SEED,
            match=hosted.match_id,
        )
        assert record.entries[-1].digest == undisturbed.entries[-1].digest
        assert len(record.entries) == len(undisturbed.entries)


@pytest.mark.timeout(180)
async def test_kill_9_of_a_replica_in_the_middle_of_running_matches(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    async with house_on(own_nats, data_dir) as house, house.replica() as watching:
        with replica_process(own_nats, data_dir, 101) as doomed, replica_process(own_nats, data_dir, 102):
            addresses = [address for address in await announced(data_dir, 3) if address != watching.address]
            disturb = asyncio.Event()

            async def kill() -> None:
                await disturb.wait()
                doomed.send_signal(signal.SIGKILL)

            killing = asyncio.create_task(kill())
            matches = await play_all(house, watching, addresses, disturb)
            await killing
            assert doomed.wait(5) == -signal.SIGKILL
            await check(matches, watching)


@pytest.mark.timeout(180)
async def test_kill_9_of_the_bus_in_the_middle_of_running_matches(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    async with house_on(own_nats, data_dir) as house, house.replica() as watching:
        with replica_process(own_nats, data_dir, 101), replica_process(own_nats, data_dir, 102):
            addresses = [address for address in await announced(data_dir, 3) if address != watching.address]
            disturb = asyncio.Event()

            async def kill() -> None:
                await disturb.wait()
                own_nats.kill9()
                await asyncio.to_thread(own_nats.restart)

            killing = asyncio.create_task(kill())
            matches = await play_all(house, watching, addresses, disturb)
            await killing
            await check(matches, watching)
