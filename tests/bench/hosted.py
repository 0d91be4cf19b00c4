"""The hosted figures: accepted and persisted actions a second over Play streams, beside a bare gRPC echo and a bare append.

Everything runs on this machine: a NATS server, rules replicas and the bare server as processes of their own, the clients in this
one. Each seat of each match holds a Play stream; whoever is asked sends one random legal action, waits for its answer and for
the next view. The bare server gets as many streams, each with one small message under way.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import uvloop

from arena.pb.rules.v1.games_pb2 import GameAction
from arena.pb.rules.v1.matches_pb2 import CreateMatchRequest
from arena.pb.rules.v1.play_pb2 import Open, PlayRequest
from arena.pb.rules.v1.results_pb2 import SEAT_KIND_PLAYER, Seat
from arena.pb.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from arena.pb.rules.v1.submissions_pb2 import Submission
from engine_core.games import GAMES
from services.common.access import TokenIssuer, token_issuer
from services.common.announcement import announcements
from services.common.bus import Bucket, Bus, EmbeddedNats, EmbeddedNatsSettings, append, connect, subjects
from services.common.ids import new_id
from tests.bench.bare import METHOD
from tests.bench.measure import Figure

ids_of_requests = itertools.count()

MATCHES = 64
SEATS = (2, 4)
FIRST = next(iter(GAMES))
"""The game that the goal is set for; the others are held against it."""
GOAL_BESIDE_BARE = 0.25
GOAL_BESIDE_FIRST = 0.85
REPLICAS = 2
"""One per core: what is left of the machine is for the bus and the clients."""
ROUNDS = 5
SECONDS = 4.0
APPENDS = 500


Measured = Mapping[str, float]
"""By game and figure; see :func:`measure`."""


class Load:
    """Matches played by random choice until told to stop; counts what was accepted."""

    def __init__(self, addresses: list[str], issuer: TokenIssuer, game: str, seats: int) -> None:
        self._channels = [
            grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) for address in addresses
        ]
        # The generated stub is typed for the blocking API.
        self._stubs: list[Any] = [RulesServiceStub(channel) for channel in self._channels]
        self._issuer = issuer
        self._game = game
        self._seats = seats
        self.accepted = 0
        self.latencies: list[float] = []
        self.stopping = False

    async def close(self) -> None:
        """Close the channels."""
        for channel in self._channels:
            await channel.close()

    async def table(self, number: int) -> None:
        """Keep one table busy: a new match whenever one ends."""
        stub = self._stubs[number % len(self._stubs)]
        host = (("authorization", f"Bearer {self._issuer.issue('bench', ['service'], lifetime=3600)}"),)
        while not self.stopping:
            match_id = new_id()
            seats = [Seat(player_id=new_id(), name=f"Bench {n}", kind=SEAT_KIND_PLAYER) for n in range(self._seats)]
            await stub.CreateMatch(CreateMatchRequest(match_id=match_id, game=self._game, seats=seats), metadata=host)
            await asyncio.gather(*(self._sit(stub, match_id, seat, number) for seat in range(self._seats)))

    async def _sit(self, stub: Any, match_id: str, seat: int, number: int) -> None:
        token = self._issuer.issue(new_id(), ["player"], lifetime=3600, match=match_id, seat=seat)
        dice = random.Random(number * 16 + seat)
        stream = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
        await stream.write(PlayRequest(open=Open(match_id=match_id, seat=seat)))
        sent = 0.0
        while not self.stopping:
            message = await stream.read()
            if message is grpc.aio.EOF:
                raise RuntimeError(f"the stream ended: {await stream.code()} {await stream.details()}")
            kind = message.WhichOneof("message")
            if kind == "answer":
                self.latencies.append(time.perf_counter() - sent)
                if not message.answer.HasField("accepted"):
                    raise RuntimeError(f"refused: {message.answer}")
                self.accepted += 1
            elif kind == "ended":
                return
            if kind == "view" or (kind == "answer" and message.answer.HasField("view")):
                view = message.view if kind == "view" else message.answer.view
                ids = view.legal_action_ids
                if ids:
                    action = GameAction(id=ids[int(dice.random() * len(ids))])
                    sent = time.perf_counter()
                    await stream.write(
                        PlayRequest(
                            submission=Submission(
                                request_id=f"{next(ids_of_requests):026d}",
                                decision=view.decision,
                                actions=[action],
                                known_ply=view.ply,
                            )
                        )
                    )
        stream.cancel()


async def hosted_rate(
    addresses: list[str], issuer: TokenIssuer, *, game: str, seats: int, seconds: float
) -> tuple[float, list[float]]:
    """Accepted actions a second, and the times from submission to answer in seconds, sorted."""
    load = Load(addresses, issuer, game, seats)
    tables = [asyncio.create_task(load.table(number)) for number in range(MATCHES)]
    try:
        await _settle(tables, 1.0)
        load.accepted = 0
        load.latencies.clear()
        begun = time.perf_counter()
        await _settle(tables, seconds)
        rate = load.accepted / (time.perf_counter() - begun)
        latencies = sorted(load.latencies)
    finally:
        load.stopping = True
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
        await load.close()
    return rate, latencies


async def bare_rate(address: str, *, streams: int, seconds: float) -> float:
    """Round trips a second with so many streams, each with one message under way."""
    done = 0
    message = b"x" * 64

    async def keep_busy(channel: grpc.aio.Channel) -> None:
        nonlocal done
        stream: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
        while True:
            await stream.write(message)
            await stream.read()
            done += 1

    async with grpc.aio.insecure_channel(address) as channel:
        tasks = [asyncio.create_task(keep_busy(channel)) for _ in range(streams)]
        try:
            await _settle(tasks, 0.5)
            done = 0
            begun = time.perf_counter()
            await _settle(tasks, seconds)
            return done / (time.perf_counter() - begun)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def append_times(bus: Bus, *, appends: int) -> list[float]:
    """Seconds of single appends, one after the other, as the log makes them; sorted."""
    match_id = new_id()
    tree = subjects.match_tree("bench", 1, match_id)
    subject = subjects.match_log("bench", 1, match_id)
    sequence = 0
    times = []
    for number in range(appends):
        begun = time.perf_counter()
        sequence = await append(
            bus,
            subject,
            bytes(180),
            expected_last_sequence=sequence,
            over=tree,
            message_id=f"{match_id}.0.{number}",
        )
        times.append(time.perf_counter() - begun)
    return sorted(times)


async def _settle(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Let the tasks work for a while; raises what one of them raises."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


@contextmanager
def process(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process of ours, ended with the block."""
    child = subprocess.Popen(
        [sys.executable, "-m", *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | environment
    )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        if child.stdout is not None:
            child.stdout.close()


async def _announced(data_dir: Path, replicas: int) -> list[str]:
    async with asyncio.timeout(30):
        while len(found := announcements(data_dir, "rules")) < replicas:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.05)
    return [each.grpc for each in found]


@asynccontextmanager
async def _issuer(server: EmbeddedNats, data_dir: Path) -> AsyncIterator[TokenIssuer]:
    async with await connect(server.address("matchmaking")) as bus:
        issuer = token_issuer(data_dir)
        await issuer.publish(Bucket(bus, subjects.KEYS_BUCKET))
        yield issuer


async def measure(
    server: EmbeddedNats, data_dir: Path, bare: str, *, replicas: int, rounds: int, seats: int, seconds: float
) -> Measured:
    """Medians of alternated rounds."""
    taken: dict[str, list[float]] = defaultdict(list)
    async with _issuer(server, data_dir) as issuer, await connect(server.address("rules")) as bus:
        addresses = await _announced(data_dir, replicas)
        for _ in range(rounds):
            taken["bare"].append(await bare_rate(bare, streams=MATCHES * seats, seconds=seconds / 2))
            for game in GAMES:
                rate, latencies = await hosted_rate(addresses, issuer, game=game, seats=seats, seconds=seconds)
                taken[f"{game} rate"].append(rate)
                taken[f"{game} beside bare"].append(rate / taken["bare"][-1])
                taken[f"{game} beside first"].append(rate / taken[f"{FIRST} rate"][-1])
                _note_percentiles(taken, f"{game} ", latencies)
            _note_percentiles(taken, "append ", await append_times(bus, appends=APPENDS))
    return {key: statistics.median(values) for key, values in taken.items()}


def _note_percentiles(taken: dict[str, list[float]], name: str, seconds: list[float]) -> None:
    """Median and 99th percentile of sorted times, in ms."""
    taken[f"{name}p50"].append(seconds[len(seconds) // 2] * 1000)
    taken[f"{name}p99"].append(seconds[len(seconds) * 99 // 100] * 1000)


def run(*, replicas: int = REPLICAS, rounds: int = ROUNDS, seats: int = SEATS[0], seconds: float = SECONDS) -> Measured:
    """Start everything, measure, stop everything."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        data_dir = Path(folder) / "data"
        with EmbeddedNats(EmbeddedNatsSettings(data_dir)) as server, process("tests.bench.bare") as bare:
            assert bare.stdout is not None
            address = bare.stdout.readline().strip()
            with _replicas(server, data_dir, replicas):
                return uvloop.run(
                    measure(server, data_dir, address, replicas=replicas, rounds=rounds, seats=seats, seconds=seconds)
                )


@contextmanager
def _replicas(server: EmbeddedNats, data_dir: Path, count: int) -> Iterator[None]:
    settings = {"ARENA_DATA_DIR": str(data_dir), "ARENA_NATS_URL": server.url, "ARENA_LOG_LEVEL": "warning"}
    with suppress(ProcessLookupError):
        if count == 0:
            yield
            return
        with process("services.rules", **settings, ARENA_REPLICA=str(count)), _replicas(server, data_dir, count - 1):
            yield


def figures() -> list[Figure]:
    """The hosted figures as lines of the table: the smallest table, which the goals are measured at, and the largest."""
    lines = []
    for seats in SEATS:
        found = run(seats=seats)
        smallest = seats == min(SEATS)
        lines.append(Figure(f"bare gRPC echo, {MATCHES * seats} streams", found["bare"], "round trips/s"))
        for game in GAMES:
            name = f"{game}, {MATCHES} matches of {seats}"
            goal = GOAL_BESIDE_BARE if smallest and game == FIRST else None
            lines += [
                Figure(f"{name}: accepted and persisted", found[f"{game} rate"], "actions/s"),
                Figure(f"{name} / bare", found[f"{game} beside bare"], "x", goal=goal, higher_is_better=True),
                Figure(f"{name}: submission to answer, p50", found[f"{game} p50"], "ms"),
                Figure(f"{name}: submission to answer, p99", found[f"{game} p99"], "ms"),
            ]
            if game != FIRST:
                goal = GOAL_BESIDE_FIRST if smallest else None
                ratio = found[f"{game} beside first"]
                lines.append(Figure(f"{name} / {FIRST}", ratio, "x", goal=goal, higher_is_better=True))
        lines += [
            Figure("bare append, one at a time, p50", found["append p50"], "ms"),
            Figure("bare append, one at a time, p99", found["append p99"], "ms"),
        ]
    return lines


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.value:.4g} {figure.unit}")
