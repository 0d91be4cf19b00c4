"""The tables of one replica: found by match id, created, kept in memory up to a bound, watched over."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import structlog

from arena.pb.rules.v1.matches_pb2 import CreateMatchRequest, CreateMatchResponse
from engine_core.rng import KEY_BYTES
from services.common.bus import Bus, BusError, Conflict, Unavailable
from services.common.clock import now_ns
from services.common.errors import ArenaError
from services.rules import refusals
from services.rules.creation import answer_of, content_hash, first_entry
from services.rules.data_sets import DataSets
from services.rules.followers import Follower
from services.rules.hosted_match import HostedMatch
from services.rules.journal import Journal, Location
from services.rules.kept_fold import FRESH_SECONDS, KeptFold, Surroundings
from services.rules.metrics import RulesMetrics
from services.rules.publication import publish
from services.rules.served_game import ServedGame
from services.rules.table import RETRY_SECONDS, Table

log = structlog.get_logger(__name__)

_SWEEP_SECONDS = 0.5
_RECHECKS_AT_ONCE = 8

OPENING_SECONDS: Final = 10.0
"""A stream that has not said within so long which seat it plays is ended: it holds memory and serves nobody."""

M = TypeVar("M")


class Desk:
    """All matches that this replica has to do with. ``async with`` runs its background work."""

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, ServedGame],
        metrics: RulesMetrics,
        *,
        most_tables: int,
        most_streams: int,
    ) -> None:
        self.games = games
        self.metrics = metrics
        self._journal = journal
        self._most_tables = most_tables
        self._most_streams = most_streams
        self._streams = 0
        self._watching = 0
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._quarantined: dict[str, KeptFold] = {}
        self.doubting = asyncio.Event()
        """Set when a match goes into quarantine here."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._draining = asyncio.Event()
        self.data_sets = DataSets(journal.bus)
        """The card tables that matches may name."""
        self._around = Surroundings(journal, self.data_sets, metrics, self.spawn, self._ended, self._note_quarantine)

    async def __aenter__(self) -> Desk:
        self.spawn(self._watch_over_tables())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def bus(self) -> Bus:
        """The connection that everything here goes over."""
        return self._journal.bus

    @property
    def quarantined(self) -> list[KeptFold]:
        """The tables that are in quarantine here."""
        return list(self._quarantined.values())

    def game(self, name: str) -> ServedGame:
        """The game; raises UNKNOWN_GAME."""
        served = self.games.get(name)
        if served is None:
            raise refusals.unknown_game(name, self.games)
        return served

    async def table(self, match_id: str) -> Table:
        """The table of a match; raises UNKNOWN_MATCH or RULES_VERSION_NOT_SERVED."""
        table = self._tables.get(match_id)
        if table is not None:
            self._tables.move_to_end(match_id)
            return table
        try:
            where = await self._journal.locate(match_id)
        except Unavailable:
            raise refusals.bus_unavailable() from None
        if where is None:
            raise refusals.unknown_match(match_id)
        return self._seat_down(where)

    async def create(self, request: CreateMatchRequest) -> CreateMatchResponse:
        """Create a match, or find that the same request created it before.

        Raises UNKNOWN_GAME, UNKNOWN_OPTION, BAD_SEAT_COUNT, UNKNOWN_DATA_SET or MATCH_EXISTS_DIFFERENT.
        """
        served = self.game(request.game)
        if request.HasField("data_digest"):
            served = await self.data_sets.served_with(served, request.data_digest)
        entry = first_entry(served, request, secrets.token_bytes(KEY_BYTES), now_ns())
        where = Location.of(served.name, served.rules_version, request.match_id)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RETRY_SECONDS
        while True:
            # Replicas of two rules versions guard different subjects; so an id is looked up over all of them first.
            try:
                existing = await self._journal.locate(request.match_id)
                if existing is not None:
                    return await self._created_before(existing, request)
                sequence = await self._journal.append(where, entry, ends_match=False)
            except (Conflict, Unavailable) as error:
                if loop.time() >= deadline:
                    raise refusals.bus_unavailable() from None
                log.info("creating again", match_id=request.match_id, why=type(error).__name__)
                await asyncio.sleep(0.05)
                continue
            table = self._seat_down(where)
            if table.hosted is None:
                table.served = served
                table.hosted = HostedMatch.begin(served, sequence, entry)
            self.metrics.created.labels(served.name).inc()
            return answer_of(entry.created, new=True)

    @asynccontextmanager
    async def following(self, table: Table, follower: Follower, kind: str) -> AsyncIterator[None]:
        """``follower`` at the table for as long as the block lasts. Raises OVERLOADED or SHUTTING_DOWN.

        Spectators get at most half of the streams: however many they are, seats find room.
        """
        watches = follower.seat is None
        if self._streams >= self._most_streams or (watches and self._watching >= max(1, self._most_streams // 2)):
            raise refusals.overloaded()
        self._streams += 1
        self._watching += watches
        try:
            with self.metrics.streams.labels(kind).track_inprogress():
                await table.join(follower)
                try:
                    if self._tables.setdefault(table.where.match_id, table) is not table:
                        # So many matches come and go here that this one was dropped and taken up anew meanwhile.
                        raise refusals.overloaded()
                    if self._draining.is_set():
                        raise refusals.shutting_down()
                    yield
                finally:
                    table.leave(follower)
        finally:
            self._streams -= 1
            self._watching -= watches

    async def opening(self, requests: AsyncIterator[M]) -> M | None:
        """The first message of a stream, ``None`` if there is none; raises MALFORMED when it stays away, SHUTTING_DOWN when we go."""
        first = asyncio.ensure_future(anext(requests, None))
        going = asyncio.ensure_future(self._draining.wait())
        try:
            await asyncio.wait((first, going), timeout=OPENING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if first.done():
                return first.result()
            if going.done():
                raise refusals.shutting_down()
            raise refusals.malformed("open", f"a stream opens a seat within {OPENING_SECONDS:g} s")
        finally:
            first.cancel()
            going.cancel()

    def drain(self) -> None:
        """End every stream so that its client goes to another replica, and let no new one stay."""
        self._draining.set()
        for table in self._tables.values():
            table.fail_followers(refusals.shutting_down())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` in the background until it is done or the replica stops."""
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            # Nobody awaits background work: an error in it would be lost.
            log.exception("background work failed")

    def _seat_down(self, where: Location) -> Table:
        table = self._tables.get(where.match_id)
        if table is not None:
            return table
        served = self.games.get(where.game)
        if served is None or served.rules_version != where.rules:
            raise refusals.rules_version_not_served(where.match_id, where.game, where.rules)
        table = self._tables[where.match_id] = Table(where, served, self._around)
        if len(self._tables) > self._most_tables:
            self._make_room()
        return table

    def _make_room(self) -> None:
        """Forget the tables that were used longest ago; those in use stay, whatever the bound."""
        newest = next(reversed(self._tables))
        for match_id, table in list(self._tables.items()):
            if len(self._tables) <= self._most_tables:
                return
            if table.idle and match_id != newest:
                del self._tables[match_id]

    async def _created_before(self, where: Location, request: CreateMatchRequest) -> CreateMatchResponse:
        hosted = await self._seat_down(where).caught_up()
        if hosted.created.content_hash != content_hash(request):
            raise refusals.match_exists_different(request.match_id)
        return answer_of(hosted.created, new=False)

    def _ended(self, table: Table) -> None:
        self.spawn(self._publish_now(table))

    async def _publish_now(self, table: Table) -> None:
        try:
            if await publish(self.bus, table.result()):
                self.metrics.results.labels("at_once").inc()
        except BusError as error:
            # The consumer of ends completes it.
            log.info("result left to the consumer", match_id=table.where.match_id, why=type(error).__name__)

    def _note_quarantine(self, table: KeptFold) -> None:
        if table.in_quarantine:
            self._quarantined[table.where.match_id] = table
            self.doubting.set()
        else:
            self._quarantined.pop(table.where.match_id, None)
        self.metrics.quarantined.set(len(self._quarantined))

    async def _watch_over_tables(self) -> None:
        """Every half second: compare silent tables that somebody follows with the log; update the gauges."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self._measure()
            silent = [
                table
                for table in self._tables.values()
                if table.followed and not table.in_quarantine and table.stale_seconds >= FRESH_SECONDS
            ]
            for start in range(0, len(silent), _RECHECKS_AT_ONCE):
                chunk = silent[start : start + _RECHECKS_AT_ONCE]
                for outcome in await asyncio.gather(*(t.recheck() for t in chunk), return_exceptions=True):
                    if isinstance(outcome, BaseException) and not isinstance(outcome, (ArenaError, BusError)):
                        log.error("recheck failed", exc_info=outcome)

    def _measure(self) -> None:
        running = [t.hosted for t in self._tables.values() if t.hosted is not None and not t.hosted.over]
        self.metrics.cached.set(len(self._tables))
        self.metrics.running.set(len(running))
        oldest = min((hosted.last_received_ns for hosted in running), default=None)
        self.metrics.oldest_progress.set(0 if oldest is None else max(0.0, (now_ns() - oldest) / 1e9))
