"""One match on this replica: what its seats and spectators can do with it.

Within a replica the lock of the fold lets one change at a time through; between replicas the expected sequence of each append does. The
cached fold is replaced only after the bus has acknowledged the entry, so whatever dies in between, the log decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from arena.pb.events.v1.log_pb2 import LogEntry, MatchAborted
from arena.pb.rules.v1 import reasons_pb2 as reason
from arena.pb.rules.v1.results_pb2 import MatchResult
from arena.pb.rules.v1.submissions_pb2 import Resignation, Submission, SubmissionAnswer
from engine_core.events import Event
from services.common.bus import Conflict, Stored, Unavailable
from services.common.clock import now_ns
from services.common.errors import ArenaError
from services.rules import refusals
from services.rules.followers import Follower
from services.rules.hosted_match import BrokenLog, HostedMatch
from services.rules.journal import Location, Stop, parse_entry
from services.rules.kept_fold import KeptFold, Surroundings
from services.rules.records import Logged
from services.rules.results import build_result
from services.rules.served_game import ServedGame
from services.rules.stopping import stop
from services.rules.submissions import ACTIONS_MOST, Proposal, Verdict, judge, judge_abort, judge_resignation
from services.rules.views import seat_view

RETRY_SECONDS = 18.0
"""How long one submission tries to get its entry stored before the caller is told UNAVAILABLE."""

STREAMS_PER_SEAT = 8
"""A seat may hold so many streams at once on one replica: a client that reconnects in haste, not one that floods."""

_LAGGING = (reason.REASON_FUTURE_DECISION, reason.REASON_NOT_TO_ACT)
"""Rejections that may come from our being behind: worth a look at the log before they are given."""

Judge = Callable[[HostedMatch, bool], Verdict]


class Table(KeptFold):
    """One match. Made by the desk; every method raises the service's errors (see refusals)."""

    def __init__(self, where: Location, served: ServedGame, around: Surroundings) -> None:
        super().__init__(where, served, around)
        self._stop_following: Stop | None = None
        self._following_lock = asyncio.Lock()
        self._views: dict[int | None, bytes] = {}
        self._result: MatchResult | None = None
        self._views_of = 0

    # -- reading ---------------------------------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Whether nobody needs this table to stay in memory."""
        return not self._followers and not self._lock.locked()

    @property
    def followed(self) -> bool:
        """Whether a stream follows it."""
        return bool(self._followers)

    def view(self, seat: int | None) -> bytes:
        """The full view of the position we have, a serialized SeatView; built once for all who want it."""
        hosted = self._loaded()
        self._forget_old_views(hosted)
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = seat_view(hosted, seat, self.result() if hosted.over else None)
        return view

    def result(self) -> MatchResult:
        """How the match came out; only once it is over."""
        hosted = self._loaded()
        self._forget_old_views(hosted)
        if self._result is None:
            self._result = build_result(hosted)
        return self._result

    async def log(self, known_ply: int) -> list[Logged]:
        """All entries, from the leader."""
        await self.caught_up(known_ply)
        try:
            return await self._around.journal.read(self.where)
        except Unavailable:
            raise refusals.bus_unavailable() from None

    # -- changing --------------------------------------------------------------------------------------------------------------

    async def submit(self, seat: int, submission: Submission, author: Follower | None = None) -> SubmissionAnswer:
        """Judge a submission of the seat and, if it may be played, store it.

        ``author``, a follower that learns of the new position by the answer, is not told of it.
        """
        if len(submission.actions) > ACTIONS_MOST:
            raise refusals.sequence_too_long(ACTIONS_MOST)
        received = now_ns()
        return await self._store(
            submission.known_ply,
            lambda hosted, events: judge(hosted, seat, submission, received, events=events),
            author,
        )

    async def resign(self, seat: int, resignation: Resignation, author: Follower | None = None) -> SubmissionAnswer:
        """Give the seat up."""
        received = now_ns()
        return await self._store(
            resignation.known_ply,
            lambda hosted, events: judge_resignation(hosted, seat, resignation, received, events=events),
            author,
        )

    async def abort(self, by: str) -> MatchResult:
        """Stop the match, unless it is over; how it came out. ``by`` is whose token it was.

        A match in quarantine is stopped too. Raises MATCH_QUARANTINED only if it was played to an end that we cannot fold.
        """
        received = now_ns()
        try:
            await self._store(0, lambda hosted, events: judge_abort(hosted, by, received), None)
        except ArenaError as refused:
            if refused.reason != reason.REASON_MATCH_QUARANTINED:
                raise
            await self.stop(LogEntry(aborted=MatchAborted(by=by)))
        return self.result()

    async def stop(self, body: LogEntry) -> bool:
        """End a match that is in quarantine, by an entry with this body; whether it was stored, False if the match is over already.

        Raises MATCH_QUARANTINED if that end is one that we cannot fold.
        """
        async with self._lock:
            try:
                stored = await stop(self._around.journal, self.where, body, budget=RETRY_SECONDS)
                await self._read_on()
            except Unavailable:
                raise refusals.bus_unavailable() from None
            finally:
                self._let_go()
        if stored:
            self._around.ended(self)
        return stored

    async def _store(self, known_ply: int, judge_it: Judge, author: Follower | None) -> SubmissionAnswer:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RETRY_SECONDS
        async with self._lock:
            try:
                answer = await self._try_to_store(known_ply, judge_it, author, deadline)
            except Unavailable:
                raise refusals.bus_unavailable() from None
            finally:
                self._let_go()
        self._around.metrics.count_submission(self.where.game, _outcome(answer))
        return answer

    async def _try_to_store(
        self, known_ply: int, judge_it: Judge, author: Follower | None, deadline: float
    ) -> SubmissionAnswer:
        loop = asyncio.get_running_loop()
        hosted = self.hosted
        if hosted is None or self.in_quarantine or hosted.match.ply < known_ply:
            hosted = await self._read_on(deadline - loop.time())
        looked = False
        while True:
            events_wanted = self._wants_events()
            verdict = judge_it(hosted, events_wanted)
            if not isinstance(verdict, Proposal):
                if looked or verdict.rejection.reason not in _LAGGING:
                    return verdict
                looked = True
                hosted = await self._read_on(deadline - loop.time())
                continue
            if loop.time() >= deadline:
                raise refusals.bus_unavailable()
            sent = loop.time()
            try:
                sequence = await self._around.journal.append(self.where, verdict.entry, ends_match=verdict.ends_match)
            except (Conflict, Unavailable) as error:
                # Our entry may be stored all the same, now or in a moment, and another's may lie before it: only the log
                # knows. Fold it, and judge again: the request id is looked up first.
                self._around.metrics.conflicts.labels(
                    "conflict" if isinstance(error, Conflict) else "no_acknowledgement"
                ).inc()
                hosted = await self._read_on(deadline - loop.time())
                looked = True
                continue
            self._confirmed = loop.time()
            self._around.metrics.append_seconds.observe(self._confirmed - sent)
            hosted.adopt(verdict.entry, verdict.match, sequence)
            # Who came meanwhile and wants events has to hear that these were not collected.
            self._went_on(verdict.events, complete=events_wanted, but=author)
            if verdict.ends_match:
                self._around.ended(self)
            return verdict.answer

    # -- following -------------------------------------------------------------------------------------------------------------

    async def join(self, follower: Follower) -> None:
        """Tell ``follower`` from now on when the match goes on; the fold is up to date when this returns.

        Raises OVERLOADED when the seat has as many streams as one seat may have.
        """
        seat = follower.seat
        if seat is not None and sum(each.seat == seat for each in self._followers) >= STREAMS_PER_SEAT:
            raise refusals.overloaded()
        self._followers.append(follower)
        try:
            async with self._following_lock:
                if self._stop_following is None:
                    # The subscription stands before the log is read, so that nothing falls between the two.
                    self._stop_following = await self._around.journal.follow(self.where, self._hear)
                    self._confirmed = 0.0
            await self.caught_up()
        except BaseException:
            self.leave(follower)
            raise

    def leave(self, follower: Follower) -> None:
        """Do not tell it any more."""
        self._followers.remove(follower)
        if not self._followers:
            self._around.spawn(self._stop_if_unfollowed())

    async def _stop_if_unfollowed(self) -> None:
        async with self._following_lock:
            if not self._followers and self._stop_following is not None:
                stop, self._stop_following = self._stop_following, None
                await stop()

    def _hear(self, stored: Stored) -> None:
        """A live entry. Echoes of our own are the rule and end at the first line."""
        hosted = self.hosted
        if hosted is None or stored.sequence <= hosted.sequence:
            return
        self._heard = max(self._heard, stored.sequence)
        if self._lock.locked():
            return  # mostly the echo of what the holder is storing; it looks at `_heard` when it lets go
        entry = parse_entry(stored.payload)
        if entry.after_sequence != hosted.sequence:
            self._look_at_the_log()
            return
        happened: list[tuple[int, Event]] = []
        try:
            hosted.follow(stored.sequence, entry, self._sink(happened))
        except BrokenLog as error:
            self._doubt(error)
            self._look_at_the_log()
            return
        self._confirmed = asyncio.get_running_loop().time()
        self._went_on(happened, complete=True)

    def _loaded(self) -> HostedMatch:
        if self.in_quarantine:
            raise refusals.quarantined(self.where.match_id)
        if self.hosted is None:
            raise RuntimeError("the table has not been read yet")
        return self.hosted

    def _forget_old_views(self, hosted: HostedMatch) -> None:
        if self._views_of != hosted.sequence:
            self._views_of = hosted.sequence
            self._views.clear()
            self._result = None


def _outcome(answer: SubmissionAnswer) -> str:
    if answer.HasField("rejection"):
        return reason.Reason.Name(answer.rejection.reason).removeprefix("REASON_").lower()
    return "repeated" if answer.repeated_request else "accepted"
