"""The work of the active instance: results off the bus, into the ratings, each exactly once and in stream order.

The checkpoint in the database decides what is counted, because it moves in the same transaction; the durable consumer only
tells that something is there. So a result that was counted and not acknowledged, or acknowledged before the database was
restored from a copy, is neither counted twice nor left out.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

import structlog

from services.common.bus import Bus, Fenced, Lease, Stored, Unavailable, consume, subjects
from services.common.changes import Changes
from services.common.sql import Database, DatabaseUnavailable
from services.scoring.metrics import ScoringMetrics
from services.scoring.store.boards import Board
from services.scoring.store.checkpoint import read_checkpoint
from services.scoring.store.ledger import Counted, Gap, count
from services.scoring.stream import extent, results_after

log = structlog.get_logger(__name__)

T = TypeVar("T")

DURABLE: Final = "scoring"
PER_TRANSACTION: Final = 500
"""Results counted in one transaction at most."""
_LONGEST_WAIT: Final = 5.0


class ResultCounter:
    """Counts while it holds the lease; another instance takes over when this one stops."""

    def __init__(
        self,
        bus: Bus,
        lease: Lease,
        database: Database,
        metrics: ScoringMetrics,
        watchers: Changes[Board],
        counted: Callable[[], None],
    ) -> None:
        """`counted` is called after every transaction that brought new matches."""
        self._bus = bus
        self._lease = lease
        self._database = database
        self._metrics = metrics
        self._watchers = watchers
        self._counted = counted

    async def run(self) -> None:
        """Count for ever, whenever the lease is ours; raises OtherStream when the database belongs to another stream."""
        while True:
            try:
                async with self._lease.held() as token:
                    self._metrics.active.set(1)
                    await self._count_all(token)
            except Fenced as lost:
                log.warning("another instance counts now", why=str(lost))
            finally:
                self._metrics.active.set(0)

    async def _count_all(self, token: int) -> None:
        stream = (await self._again(lambda: extent(self._bus))).identity
        await self._catch_up(stream, token)
        async for deliveries in consume(self._bus, subjects.RESULTS, DURABLE, subjects.results()):
            messages = sorted(delivery.message for delivery in deliveries)
            after = messages[0].sequence - 1
            # What was handed to an instance that died comes later than its successors: then the stream gives the order.
            complete = messages[-1].sequence - after == len(messages)
            if not (complete and await self._count(stream, messages, after, token)):
                await self._catch_up(stream, token)
            await asyncio.gather(*(delivery.acknowledge() for delivery in deliveries))

    async def _catch_up(self, stream: str, token: int) -> None:
        """Count everything behind the checkpoint."""
        done = False
        while not done:
            after = (await self._again(lambda: self._database.read(read_checkpoint))).sequence
            missed = await self._again(lambda after=after: results_after(self._bus, after))  # type: ignore[misc]
            done = True
            for start in range(0, len(missed), PER_TRANSACTION):
                part = missed[start : start + PER_TRANSACTION]
                # False when a rebuild moved the checkpoint back in between.
                done = done and await self._count(stream, part, after, token)
                after = part[-1].sequence

    async def _count(self, stream: str, messages: Sequence[Stored], after: int, token: int) -> bool:
        """Whether all up to the last of the messages is counted now; False if the checkpoint is before `after`."""
        try:
            counted = await self._again(
                lambda: self._database.write(lambda connection: count(connection, stream, messages, after, token))
            )
        except Gap:
            return False
        self._measure(counted, len(messages))
        for board in counted.boards:
            self._watchers.notify(board)
        if counted.matches:
            self._counted()
        return True

    def _measure(self, counted: Counted, messages: int) -> None:
        outcomes = self._metrics.results
        outcomes.labels("rated").inc(counted.rated)
        outcomes.labels("unrated").inc(counted.matches - counted.rated)
        outcomes.labels("unreadable").inc(counted.unreadable)
        outcomes.labels("repeated").inc(messages - counted.matches - counted.unreadable)
        self._metrics.transactions.inc()
        self._metrics.sequence.set(counted.sequence)
        if counted.unreadable:
            log.error("unreadable results passed over", count=counted.unreadable, up_to=counted.sequence)

    async def _again(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Repeat what bus or database did not answer; everything here bears being repeated."""
        wait = 0.1
        while True:
            try:
                return await attempt()
            except (DatabaseUnavailable, Unavailable) as error:
                what = "database" if isinstance(error, DatabaseUnavailable) else "bus"
                self._metrics.failures.labels(what).inc()
                log.warning("will try again", what=what, why=str(error), seconds=wait)
            await asyncio.sleep(wait)
            wait = min(wait * 2, _LONGEST_WAIT)
