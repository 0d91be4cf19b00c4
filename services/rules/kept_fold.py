"""The fold of one match's log as a replica keeps it: read on, made anew when it is in doubt, given up in quarantine.

Everything in it follows from the log. When an entry does not fit, the fold is thrown away and made anew from the first entry; if the
entry still does not fit, the match is in quarantine: this replica serves it no more until it folds again or has been stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

from arena.pb.rules.v1 import reasons_pb2 as reason
from engine_core.events import Event
from services.common.bus import Unavailable
from services.common.errors import ArenaError
from services.rules import refusals
from services.rules.data_sets import DataSets
from services.rules.followers import Follower, Happened
from services.rules.hosted_match import BrokenLog, HostedMatch, is_stop
from services.rules.journal import Journal, Location
from services.rules.metrics import RulesMetrics
from services.rules.records import Logged, fold
from services.rules.served_game import ServedGame

if TYPE_CHECKING:
    from services.rules.table import Table

log = structlog.get_logger(__name__)

READ_SECONDS = 8.0
"""How long a caller waits for the log to be read while the bus is silent."""

FRESH_SECONDS = 2.0
"""How long a fold counts as up to date after it was last compared with the leader's log."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every table of a replica shares."""

    journal: Journal
    data_sets: DataSets
    metrics: RulesMetrics
    spawn: Callable[..., None]
    """Run a coroutine in the background; it is cancelled when the replica stops."""
    ended: Callable[[Table], None]
    """Called once a table's last entry was stored from here."""
    quarantined: Callable[[KeptFold], None]
    """Called when a match goes into quarantine or comes out of it."""


class KeptFold:
    """Base of a table. Methods without an underscore raise the service's errors (see refusals)."""

    def __init__(self, where: Location, served: ServedGame, around: Surroundings) -> None:
        self.where = where
        self.served = served
        """With the tables of the match, once its log has been read."""
        self.hosted: HostedMatch | None = None
        """The fold as far as we have it; replaced as a whole or changed between two steps of the event loop."""
        self.broken: BrokenLog | None = None
        """What could not be folded; in quarantine there is no fold, and nobody is served."""
        self.ended = False
        """Whether the log is known to have its last entry, folded or not."""
        self._around = around
        self._lock = asyncio.Lock()
        """Held by whoever changes the fold, across reads and appends."""
        self._followers: list[Follower] = []
        self._why_folded = "first use"
        self._confirmed = 0.0
        self._heard = 0
        self._looking = False

    @property
    def in_quarantine(self) -> bool:
        """Whether our fold does not agree with the log."""
        return self.broken is not None

    @property
    def stale_seconds(self) -> float:
        """Seconds since the fold was last known to be what the leader has."""
        return asyncio.get_running_loop().time() - self._confirmed

    async def caught_up(self, known_ply: int = 0, *, sequence: int = 0) -> HostedMatch:
        """The fold, not older than ``known_ply`` (if there is such a ply), than the entry at ``sequence`` and than two seconds."""
        hosted = self.hosted
        fresh = hosted is not None and (hosted.over or self.stale_seconds < FRESH_SECONDS)
        if hosted is not None and fresh and hosted.match.ply >= known_ply and hosted.sequence >= sequence:
            return hosted
        async with self._lock:
            try:
                return await self._read_on()
            except Unavailable:
                raise refusals.bus_unavailable() from None
            finally:
                self._let_go()

    async def recheck(self) -> None:
        """Compare with the leader's log; what a lost live entry left out is folded in."""
        async with self._lock:
            try:
                await self._read_on()
            finally:
                self._let_go()

    async def examine(self) -> BrokenLog | None:
        """Fold the log anew from its first entry, whatever we have; what breaks in it first, None if it folds.

        A fold that serves players stays in place if the new one folds, too; it goes into quarantine if the new one does not.
        """
        async with self._lock:
            try:
                tail = await self._around.journal.tail(self.where, budget=READ_SECONDS)
                self.ended = tail is not None and tail.ends_match
                entries = await self._around.journal.read(self.where, budget=READ_SECONDS)
                hosted = await self._fold_anew(entries, "second opinion")
            except BrokenLog as error:
                self._go_into_quarantine(error)
                return error
            except Unavailable:
                raise refusals.bus_unavailable() from None
            else:
                if self.hosted is None:
                    self._take_up(hosted)
                return None
            finally:
                self._let_go()

    async def is_over(self) -> bool:
        """Whether the log has its last entry, asked of the leader; nothing is folded."""
        try:
            tail = await self._around.journal.tail(self.where, budget=READ_SECONDS)
        except Unavailable:
            raise refusals.bus_unavailable() from None
        self.ended = tail is not None and tail.ends_match
        return self.ended

    async def look_for_the_end(self) -> None:
        """Leave quarantine if the match has been stopped meanwhile."""
        async with self._lock:
            with contextlib.suppress(ArenaError):
                await self._read_on()

    def fail_followers(self, error: Exception) -> None:
        """End every stream with ``error``."""
        for follower in tuple(self._followers):
            follower.failed(error)

    # -- under the lock --------------------------------------------------------------------------------------------------------

    async def _read_on(self, budget: float = READ_SECONDS) -> HostedMatch:
        """Fold in all that the leader has."""
        if budget <= 0:
            raise refusals.bus_unavailable()
        journal = self._around.journal
        if self.in_quarantine:
            tail = await journal.tail(self.where, budget=budget)
            self.ended = tail is not None and tail.ends_match
            if tail is None or not is_stop(tail.entry):
                raise refusals.quarantined(self.where.match_id)
            return await self._start_over(await journal.read(self.where, budget=budget))
        hosted = self.hosted
        entries = await journal.read(self.where, hosted.sequence if hosted is not None else 0, budget=budget)
        if hosted is None:
            return await self._start_over(entries)
        happened: list[tuple[int, Event]] = []
        sink = self._sink(happened)
        before = hosted.sequence
        try:
            for sequence, entry in entries:
                hosted.follow(sequence, entry, sink)
        except BrokenLog as error:
            self._doubt(error)
            return await self._start_over(await journal.read(self.where, budget=budget))
        self._confirmed = asyncio.get_running_loop().time()
        if hosted.sequence != before:
            self._went_on(happened, complete=True)
        return hosted

    async def _start_over(self, entries: list[Logged]) -> HostedMatch:
        try:
            hosted = await self._fold_anew(entries, self._why_folded)
        except BrokenLog as error:
            self._go_into_quarantine(error)
            raise refusals.quarantined(self.where.match_id) from None
        self._take_up(hosted)
        return hosted

    async def _fold_anew(self, entries: list[Logged], why: str) -> HostedMatch:
        """The match that a whole log leads to; raises BrokenLog, or UNKNOWN_MATCH without any entry."""
        if not entries:
            raise refusals.unknown_match(self.where.match_id)
        self._around.metrics.folds.labels(why).inc()
        created = entries[0].entry.created
        if created.data_digest:
            try:
                self.served = await self._around.data_sets.served_with(self.served, created.data_digest)
            except ArenaError as error:
                if error.reason != reason.REASON_UNKNOWN_DATA_SET:
                    raise
                # Its tables are gone from the bus: the fold finds that it has others, as it finds any other broken set-up.
        return fold(self.served, entries)

    def _take_up(self, hosted: HostedMatch) -> None:
        self.hosted = hosted
        self._confirmed = asyncio.get_running_loop().time()
        if self.broken is not None:
            self.broken = None
            log.warning("match out of quarantine", match_id=self.where.match_id, over=hosted.over)
            self._around.quarantined(self)
        self._went_on((), complete=False)

    def _go_into_quarantine(self, error: BrokenLog) -> None:
        known = self.in_quarantine
        self.hosted, self.broken = None, error
        if not known:
            log.error("match quarantined", match_id=self.where.match_id, why=str(error))
            self._around.quarantined(self)
            self.fail_followers(refusals.quarantined(self.where.match_id))

    # -- at any time -----------------------------------------------------------------------------------------------------------

    def _doubt(self, error: BrokenLog) -> None:
        """An entry does not fit our fold: one of the two is wrong, and the fold is the one that can be made anew."""
        log.warning("fold thrown away", match_id=self.where.match_id, why=str(error))
        self.hosted = None
        self._why_folded = "digest differs"

    def _look_at_the_log(self) -> None:
        if not self._looking and not self.in_quarantine:
            self._looking = True
            self._around.spawn(self._look())

    async def _look(self) -> None:
        try:
            async with self._lock:
                self._looking = False
                if self.hosted is None or self._heard > self.hosted.sequence:
                    await self._read_on()
        except (Unavailable, ArenaError) as error:
            # The next recheck tries again; a quarantine has been reported where it happened.
            log.info("the log cannot be read now", match_id=self.where.match_id, why=str(error))
        finally:
            self._looking = False

    def _let_go(self) -> None:
        """Before the lock is released: was something heard meanwhile that is not folded in?"""
        if self.hosted is not None and self._heard > self.hosted.sequence:
            self._look_at_the_log()

    def _went_on(self, happened: Happened, *, complete: bool, but: Follower | None = None) -> None:
        for follower in self._followers:
            if follower is not but:
                follower.moved(happened, complete=complete)

    def _wants_events(self) -> bool:
        return any(follower.wants_events for follower in self._followers)

    def _sink(self, happened: list[tuple[int, Event]]) -> Callable[[int, Event], None] | None:
        return (lambda audience, event: happened.append((audience, event))) if self._wants_events() else None
