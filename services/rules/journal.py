"""The log of a match on the bus: where it lies, reading it, appending to it, following it live."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from google.protobuf.message import DecodeError, Message

from arena.pb.events.v1.log_pb2 import LogEntry
from services.common import trace
from services.common.bus import RETRY_BUDGET, Bus, Stored, append, follow_live, last, read_after, subjects
from services.rules.records import Logged

Stop = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Location:
    """Where a match's log lies: its game, the rules version, and the subjects."""

    game: str
    rules: int
    match_id: str
    tree: str
    """Filter over the whole log: what appends are guarded over."""
    log: str
    end: str
    live: str

    @classmethod
    def of(cls, game: str, rules: int, match_id: str) -> Location:
        """The subjects of one match."""
        return cls(
            game,
            rules,
            match_id,
            subjects.match_tree(game, rules, match_id),
            subjects.match_log(game, rules, match_id),
            subjects.match_end(game, rules, match_id),
            subjects.live_tree(game, rules, match_id),
        )


class Tail(NamedTuple):
    """The last entry of a log as far as it goes."""

    sequence: int
    entry: LogEntry
    ends_match: bool


class Journal:
    """All logs, over one connection. Raises what services.common.bus raises."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    async def locate(self, match_id: str, *, budget: float = RETRY_BUDGET) -> Location | None:
        """Where the log of a match lies, whatever its game and rules version; None if there is none."""
        newest = await last(self.bus, subjects.MATCHES, _anywhere(match_id), budget=budget)
        if newest is None:
            return None
        _, _, game, rules, _, _ = newest.subject.split(".")
        return Location.of(game, int(rules), match_id)

    async def read(self, where: Location, after_sequence: int = 0, *, budget: float = RETRY_BUDGET) -> list[Logged]:
        """Every entry after ``after_sequence``, in order; contains all that was acknowledged before the call."""
        stored = await read_after(self.bus, subjects.MATCHES, where.tree, after_sequence, budget=budget)
        return [Logged(message.sequence, parse_entry(message.payload)) for message in stored]

    async def tail(self, where: Location, *, budget: float = RETRY_BUDGET) -> Tail | None:
        """The last entry, asked of the leader; None if there is no such log."""
        newest = await last(self.bus, subjects.MATCHES, where.tree, budget=budget)
        if newest is None:
            return None
        return Tail(newest.sequence, parse_entry(newest.payload), newest.subject == where.end)

    async def append(self, where: Location, entry: LogEntry, *, ends_match: bool) -> int:
        """Store ``entry`` after the one it names in ``after_sequence``; the stream sequence it got.

        Raises Conflict if something else came first, Unavailable if the outcome is unknown: then read before anything else.
        """
        return await append(
            self.bus,
            where.end if ends_match else where.log,
            entry.SerializeToString(),
            expected_last_sequence=entry.after_sequence,
            over=where.tree,
            message_id=message_id(where.match_id, entry),
            headers=message_headers(LogEntry),
        )

    async def follow(self, where: Location, deliver: Callable[[Stored], None]) -> Stop:
        """Hand every entry stored from now on to ``deliver``, unparsed; at most once each. Returns the way to stop."""
        return await follow_live(self.bus, where.live, deliver)


def parse_entry(payload: bytes) -> LogEntry:
    """The entry in a message. Bytes that are none give an empty entry, which continues no match: it is found out by the fold."""
    try:
        return LogEntry.FromString(payload)
    except DecodeError:
        return LogEntry()


def _anywhere(match_id: str) -> str:
    return f"{subjects.MATCH_ROOT}.*.*.{match_id}.>"


def message_headers(kind: type[Message]) -> dict[str, str]:
    """What every message on the bus says of itself: the type of its payload and the trace that it belongs to."""
    return {"Arena-Type": kind.DESCRIPTOR.full_name, "traceparent": trace.traceparent()}


def message_id(match_id: str, entry: LogEntry) -> str:
    """The id that the bus knows the entry by: unique in the whole stream, the same for every attempt to store one request."""
    body = entry.WhichOneof("body")
    if body in ("created", "aborted", "faulted"):
        return f"{match_id}.{body}"
    made = entry.submission if body == "submission" else entry.resignation
    return f"{match_id}.{made.seat}.{made.request_id}"
