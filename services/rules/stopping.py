"""Ending a match whatever its position: one entry behind the last one, by a replica that cannot fold what lies before it."""

from __future__ import annotations

import asyncio
import contextlib

from arena.pb.events.v1.log_pb2 import LogEntry
from services.common.bus import Conflict, Unavailable
from services.common.clock import now_ns, timestamp
from services.rules import refusals
from services.rules.journal import Journal, Location

_PAUSE_SECONDS = 0.05


async def stop(journal: Journal, where: Location, body: LogEntry, *, budget: float) -> bool:
    """Store ``body`` (an entry with nothing but its body) as the last entry of a match, unless it has one; whether it was stored.

    Ply and digest are those of the entry before: nothing is played. The guard is the same as for every append, so of several that
    stop a match, or of one that stops it and one that plays on, one comes first, and the others look again. Raises UNKNOWN_MATCH, or
    Unavailable when the bus is silent for ``budget`` seconds.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + budget
    while True:
        tail = await journal.tail(where, budget=max(0.1, deadline - loop.time()))
        if tail is None:
            raise refusals.unknown_match(where.match_id)
        if tail.ends_match:
            return False
        now, last = timestamp(now_ns()), tail.entry
        entry = LogEntry(
            after_sequence=tail.sequence,
            ply_before=last.ply_after,
            ply_after=last.ply_after,
            digest=last.digest,
            opened=now,
            received=now,
        )
        entry.MergeFrom(body)
        # Without an acknowledgement it may be stored all the same: then the tail is the end, and who asks finds it over.
        with contextlib.suppress(Conflict, Unavailable):
            await journal.append(where, entry, ends_match=True)
            return True
        if loop.time() >= deadline:
            raise Unavailable(f"the end of {where.match_id} could not be stored")
        await asyncio.sleep(_PAUSE_SECONDS)
