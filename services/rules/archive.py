"""Handing out records without making the tables wait.

A record is a whole match played again: tens of milliseconds on the event loop that also serves every seat. So records are made one
after the other, in pieces with room between them for everybody else, and no caller may queue up more than a few.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from arena.pb.rules.v1.records_pb2 import MatchRecord
from services.common.access import OPERATOR, SERVICE, Identity
from services.rules import refusals
from services.rules.hosted_match import BrokenLog
from services.rules.records import building
from services.rules.table import Table

RECORDS_OF_ONE_CALLER: Final = 16
"""Records that one caller may be waiting for at once; services and operators are not counted."""


class Archive:
    """The records of one replica, made on request."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def record(self, table: Table, identity: Identity, known_ply: int) -> MatchRecord:
        """The record, or what the caller may know of a running match; raises OVERLOADED or MATCH_QUARANTINED."""
        match_id = table.where.match_id
        seat = identity.seat if identity.match == match_id else None
        with self._counted(identity):
            # Whatever may have to wait for its table waits here, where it holds nobody up.
            await table.caught_up(known_ply)
            async with self._one_at_a_time:
                log = await table.log(known_ply)
                steps = building(table.served, log, seat)
                while True:
                    try:
                        next(steps)
                    except StopIteration as done:
                        record: MatchRecord = done.value
                        return record
                    except BrokenLog:
                        raise refusals.quarantined(match_id) from None
                    await asyncio.sleep(0)

    @contextmanager
    def _counted(self, identity: Identity) -> Iterator[None]:
        if identity.has_role(SERVICE, OPERATOR):
            yield
            return
        subject = identity.subject
        if self._waiting[subject] >= RECORDS_OF_ONE_CALLER:
            raise refusals.overloaded()
        self._waiting[subject] += 1
        try:
            yield
        finally:
            self._waiting[subject] -= 1
            if not self._waiting[subject]:
                del self._waiting[subject]
