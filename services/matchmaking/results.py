"""Takes over results from the bus: each counts once, however often it is delivered."""

import asyncio
from collections.abc import Callable, Sequence

import structlog
from google.protobuf.message import DecodeError

from arena.pb.events.v1 import log_pb2
from arena.pb.rules.v1 import results_pb2
from services.common import clock
from services.common.bus import Bus, Stored, last, subjects
from services.common.bus.consuming import consume
from services.matchmaking.domain.verdict import Verdict
from services.matchmaking.retry import until_done
from services.matchmaking.store import matches
from services.matchmaking.store.database import Database

log = structlog.get_logger(__name__)

DURABLE = "matchmaking"
"""Name of the consumer on the stream of results."""


class ResultIntake:
    """From the stream of results into the database, then to whoever wants to know."""

    def __init__(self, bus: Bus, database: Database, recorded: Callable[[matches.Recorded], None]) -> None:
        """`recorded` is called once per result that was new, after it has been written."""
        self._bus = bus
        self._database = database
        self._recorded = recorded

    async def catch_up(self) -> list[str]:
        """Look up the result of every match that has none here; returns the ids of those that really still run.

        The consumer alone would do, unless the database is older than it: restored from a copy, or cut off from its
        last transactions when the power failed.
        """
        unfinished = await until_done(lambda: self._database.read(matches.unfinished), "find unfinished matches")
        running: list[str] = []
        for game, match_id in unfinished:
            stored = await last(self._bus, subjects.RESULTS, subjects.result(game, match_id), budget=float("inf"))
            if stored is None:
                running.append(match_id)
            else:
                await self._take([stored])
        return running

    async def run(self) -> None:
        """Take results for ever. Raises Fenced when the lease is lost."""
        async for deliveries in consume(self._bus, subjects.RESULTS, DURABLE, subjects.results()):
            await self._take([delivery.message for delivery in deliveries])
            # After the commit: a death in between means a redelivery, which changes nothing.
            await asyncio.gather(*(delivery.acknowledge() for delivery in deliveries))

    async def _take(self, messages: Sequence[Stored]) -> None:
        results = [result for message in messages if (result := _result(message)) is not None]
        now = clock.now_ns()
        recorded = await until_done(
            lambda: self._database.write(
                lambda connection: [matches.record_result(connection, result, now) for result in results]
            ),
            "record results",
        )
        for new in recorded:
            if new is not None:
                log.log(
                    _LEVEL[new.verdict],
                    "result recorded",
                    match_id=new.match_id,
                    tournament_id=new.tournament_id,
                    verdict=new.verdict.value,
                )
                self._recorded(new)


_LEVEL = {Verdict.SCORED: 20, Verdict.REPLAY: 30, Verdict.VOID: 40, Verdict.CALLED_OFF: 20}


def _result(message: Stored) -> results_pb2.MatchResult | None:
    try:
        published = log_pb2.ResultPublished.FromString(message.payload)
    except DecodeError:
        published = log_pb2.ResultPublished()
    if published.result.match_id != subjects.match_id_of(message.subject):
        # It would come again for ever and hold up all that follow; the stream keeps it.
        log.error("not a result", subject=message.subject, sequence=message.sequence)
        return None
    return published.result
