"""Copies of the records of finished matches, fetched from the rules service when a result has been counted.

A copy outlives the match's log. Nothing depends on it: while the rules service is away, or when it refuses, the copy comes later
or not at all, and `GetMatch` answers without it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import grpc
import structlog

from arena.channel import bearer, open_channel
from arena.errors import ArenaError, Refused, Unreachable, error_of
from arena.pb.rules.v1 import rules_service_pb2, rules_service_pb2_grpc
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, MatchRecord
from services.common.sql import Database, DatabaseUnavailable
from services.scoring.metrics import ScoringMetrics
from services.scoring.store import matches

log = structlog.get_logger(__name__)

CALL_SECONDS: Final = 20.0
LOOK_AGAIN_SECONDS: Final = 30.0
"""How often what could not be fetched is tried again."""
_AT_ONCE: Final = 100


class RecordKeeper:
    """Fetches what is missing, one record after the other. `target` gives the address of a game's rules service, "" if unknown."""

    def __init__(
        self, database: Database, target: Callable[[str], str], token: Callable[[], str], metrics: ScoringMetrics
    ) -> None:
        self._database = database
        self._target = target
        self._token = token
        self._metrics = metrics
        self._wanted = asyncio.Event()
        self._refused: set[str] = set()
        self._channels: dict[str, grpc.aio.Channel] = {}

    def look(self) -> None:
        """There may be something to fetch."""
        self._wanted.set()

    async def run(self) -> None:
        """Fetch for ever."""
        try:
            while True:
                self._wanted.clear()
                try:
                    await self._fetch_missing()
                except (DatabaseUnavailable, Unreachable) as error:
                    self._metrics.failures.labels("records").inc()
                    log.info("records will be fetched later", why=str(error))
                with contextlib.suppress(TimeoutError):  # time to look again at what failed
                    async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                        await self._wanted.wait()
        finally:
            for channel in self._channels.values():
                await channel.close()

    async def _fetch_missing(self) -> None:
        after = 0
        while missing := await self._database.read(lambda c, after=after: matches.without_record(c, after, _AT_ONCE)):  # type: ignore[misc]
            for sequence, match_id, game in missing:
                after = sequence
                if match_id not in self._refused:
                    await self._fetch(match_id, game)

    async def _fetch(self, match_id: str, game: str) -> None:
        stub = self._stub(game)
        request = GetRecordRequest(match_id=match_id)
        try:
            response = await stub.GetRecord(request, metadata=bearer(self._token()), timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError as failed:
            error: ArenaError = error_of(failed)
            if not isinstance(error, Refused):
                raise error from failed
            # Asked again after a restart only: a match whose log is gone would be asked for without end.
            self._refused.add(match_id)
            log.warning("no record to be had", match=match_id, why=str(error), reason=error.reason_name)
            return
        record: MatchRecord = response.record
        if not record.complete:
            raise Unreachable(f"the record of {match_id} is not complete yet")
        await self._database.write(lambda c: matches.keep_record(c, record))
        self._metrics.records.inc()

    def _stub(self, game: str) -> rules_service_pb2_grpc.RulesServiceAsyncStub:
        address = self._target(game)
        if not address:
            raise Unreachable(f"no rules service of {game} is known")
        channel = self._channels.get(address)
        if channel is None:
            channel = self._channels[address] = open_channel(address, rules_service_pb2.DESCRIPTOR)
        return rules_service_pb2_grpc.RulesServiceStub(channel)
