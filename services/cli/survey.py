"""A look at a platform from outside: which services answer, how the streams grow, which matches run and since when they stand.

Each part is asked for by itself and may fail by itself: what does not answer is what an operator wants to see.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import grpc
from google.protobuf.descriptor import FileDescriptor
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from arena.channel import bearer, open_channel
from arena.errors import error_of
from arena.pb.bots.v1 import bots_pb2
from arena.pb.matchmaking.v1 import services_pb2 as matchmaking_services_pb2
from arena.pb.rules.v1 import rules_service_pb2, rules_service_pb2_grpc
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, MatchRecord
from arena.pb.scoring.v1 import scoring_service_pb2
from services.common.announcement import Announcement
from services.common.bus import Bus, BusError, subjects

ANSWER_SECONDS: Final = 3.0
MOST_MATCHES: Final = 200
"""Running matches that are looked at one by one; the oldest ids first, because a stuck match is an old one."""
_AT_ONCE: Final = 16

SERVING: Final = "SERVING"
NOT_SERVING: Final = "NOT_SERVING"
STANDBY: Final = "STANDBY"
"""The process lives and another instance does the work."""
_SCHEMAS: Final[dict[str, FileDescriptor]] = {
    "rules": rules_service_pb2.DESCRIPTOR,
    "matchmaking": matchmaking_services_pb2.DESCRIPTOR,
    "bots": bots_pb2.DESCRIPTOR,
    "scoring": scoring_service_pb2.DESCRIPTOR,
}
"""Where each service's calls are described: an instance is on standby for all of them or for none."""


@dataclass(frozen=True, slots=True)
class ServiceState:
    """A process that announced itself, and what it answers: SERVING, STANDBY, NOT_SERVING, or why there is no answer."""

    label: str
    address: str
    metrics: str
    pid: int
    version: str
    health: str


@dataclass(frozen=True, slots=True)
class StreamState:
    """A stream or bucket. `waiting` is, per durable consumer, how many messages it has not been given yet."""

    name: str
    messages: int
    size: int
    subjects: int
    last: str
    waiting: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match that has not ended. Ages in seconds; None where the rules service did not tell (`why`)."""

    match_id: str
    game: str
    rules_version: int
    entries: int
    players: tuple[str, ...] = ()
    age: float | None = None
    still_for: float | None = None
    why: str = ""


async def services_of(announced: Iterable[Announcement]) -> list[ServiceState]:
    """What each process answers to a health check."""
    return list(await asyncio.gather(*(_service(each) for each in announced)))


async def health_of(address: str, service: str = "") -> str:
    """What the process at an address answers to a health check: whether it lives, or whether calls to `service` belong there."""
    async with open_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=ANSWER_SECONDS)
        except grpc.aio.AioRpcError as failed:
            return f"no answer ({failed.code().name.lower()})"
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


async def streams_of(bus: Bus) -> list[StreamState]:
    """Every stream, by name; raises BusError."""
    found: list[StreamState] = []
    offset = 0
    while True:
        page = await bus.api("STREAM.LIST", {"offset": offset})
        listed = page.get("streams") or []
        found += [await _stream(bus, stream) for stream in listed]
        offset += len(listed)
        if not listed or offset >= page["total"]:
            return sorted(found, key=lambda state: state.name)


async def running_matches(bus: Bus) -> list[RunningMatch]:
    """Matches that have not ended, oldest first; raises BusError. Only names of subjects are read, never an entry."""
    entries: dict[tuple[str, str, str], int] = {}
    ended = set()
    offset = 0
    while True:
        asked = {"subjects_filter": f"{subjects.MATCH_ROOT}.>", "offset": offset}
        info = await bus.api(f"STREAM.INFO.{subjects.MATCHES}", asked)
        counts: dict[str, int] = info["state"].get("subjects") or {}
        for subject, count in counts.items():
            game, rules, match_id, last = subject.split(".")[-4:]
            if last == "end":
                ended.add(match_id)
            else:
                entries[game, rules, match_id] = count
        offset += len(counts)
        if not counts or offset >= info.get("total", 0):
            break
    running = [
        RunningMatch(match_id, game, int(rules), count)
        for (game, rules, match_id), count in entries.items()
        if match_id not in ended
    ]
    return sorted(running, key=lambda match: match.match_id)


async def with_progress(matches: Sequence[RunningMatch], rules: str, token: str) -> list[RunningMatch]:
    """The same with players and ages, asked of the rules service; those that stand longest first."""
    gate = asyncio.Semaphore(_AT_ONCE)
    async with open_channel(rules, rules_service_pb2.DESCRIPTOR) as channel:
        stub: Any = rules_service_pb2_grpc.RulesServiceStub(channel)

        async def look(match: RunningMatch) -> RunningMatch | None:
            request = GetRecordRequest(match_id=match.match_id)
            async with gate:
                try:
                    answer = await stub.GetRecord(request, metadata=bearer(token), timeout=ANSWER_SECONDS)
                except grpc.aio.AioRpcError as failed:
                    return _unknown(match, str(error_of(failed)))
            return _known(match, answer.record)

        looked = await asyncio.gather(*(look(match) for match in matches))
    return sorted(
        (match for match in looked if match is not None),
        key=lambda match: (match.still_for is not None, -(match.still_for or 0.0)),
    )


def _known(match: RunningMatch, record: MatchRecord) -> RunningMatch | None:
    if record.complete:
        return None  # it ended meanwhile
    now = time.time()
    return RunningMatch(
        match.match_id,
        match.game,
        match.rules_version,
        match.entries,
        tuple(seat.name for seat in record.seats),
        max(0.0, now - record.started.ToNanoseconds() / 1e9),
        max(0.0, now - record.last_progress.ToNanoseconds() / 1e9),
    )


def _unknown(match: RunningMatch, why: str) -> RunningMatch:
    return RunningMatch(match.match_id, match.game, match.rules_version, match.entries, why=why)


async def _service(announced: Announcement) -> ServiceState:
    health = await health_of(announced.grpc)
    schema = _SCHEMAS.get(announced.service)
    if health == SERVING and schema is not None:
        named = await health_of(announced.grpc, next(iter(schema.services_by_name.values())).full_name)
        health = STANDBY if named == NOT_SERVING else named
    return ServiceState(
        f"{announced.service}-{announced.replica}",
        announced.grpc,
        announced.metrics,
        announced.pid,
        announced.version,
        health,
    )


async def _stream(bus: Bus, stream: dict[str, Any]) -> StreamState:
    name, state = stream["config"]["name"], stream["state"]
    waiting: tuple[tuple[str, int], ...] = ()
    if state.get("consumer_count"):
        try:
            listed = (await bus.api(f"CONSUMER.LIST.{name}", {})).get("consumers") or []
        except BusError:
            listed = []
        waiting = tuple(
            (consumer["name"], consumer["num_pending"] + consumer["num_ack_pending"])
            for consumer in listed
            if consumer["config"].get("durable_name")
        )
    return StreamState(
        name, state["messages"], state["bytes"], state.get("num_subjects", 0), state.get("last_ts", ""), waiting
    )
