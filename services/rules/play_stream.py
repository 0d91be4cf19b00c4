"""One Play stream: a seat's submissions in, their answers and the seat's views out.

A reader takes what the client sends, one message after the other, and writes the answers; the handler writes what the others bring
about. What is to be said is looked up only when it is written: the answers, all and in order, then the view or notice of the present
position, so a slow reader gets only the latest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from arena.pb.rules.v1.play_pb2 import PlayRequest, PlayResponse
from arena.pb.rules.v1.submissions_pb2 import SubmissionAnswer
from services.rules import refusals
from services.rules.followers import Happened
from services.rules.hosted_match import HostedMatch
from services.rules.table import Table
from services.rules.views import play_answer, play_notice, play_view

Write = Callable[[bytes], Awaitable[None]]
"""Sends one serialized PlayResponse."""

MOST_UNREAD_ANSWERS = 16
"""A client that does not read its answers is not read from any more until it does."""

NOTICE_SECONDS = 0.25
"""Notices of one stream keep this distance: who has nothing to do gains nothing from hearing of every single ply."""


class PlayStream:
    """A seat at a table, as a follower of it."""

    wants_events = False

    def __init__(self, table: Table, seat: int, *, always_full_views: bool) -> None:
        self._table = table
        self.seat: int | None = seat
        self._seat = seat
        self._always_full = always_full_views
        self._answers: deque[SubmissionAnswer] = deque()
        self._view_wanted = True
        self._notice_wanted = False
        self._notice_timer: asyncio.TimerHandle | None = None
        self._next_notice = 0.0
        self._decision_shown = -1
        self._sequence_shown = 0
        self._failure: BaseException | None = None
        self._writing = False
        self._write: Write
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    # -- called by the table ---------------------------------------------------------------------------------------------------

    def moved(self, happened: Happened, *, complete: bool) -> None:
        """The match has a new position."""
        hosted = self._table.hosted
        if hosted is None:
            return
        if self._always_full:
            self._view_wanted = True
        if hosted.over or self._view_wanted or self._is_asked_anew(hosted):
            self._wake.set()
        elif self._notice_timer is None:
            self._notice_timer = self._loop.call_at(self._next_notice, self._notice_due)

    def failed(self, error: Exception) -> None:
        """The stream must end with this error."""
        self._failure = self._failure or error
        self._wake.set()

    # -- the stream ------------------------------------------------------------------------------------------------------------

    async def run(self, requests: AsyncIterator[PlayRequest], write: Write) -> None:
        """Until the match is over, the client leaves, or something fails (then raises)."""
        self._write = write
        reader = asyncio.create_task(self._read(requests))
        try:
            while True:
                await self._send_news()
                if self._is_over() and not self._writing and not self._answers:
                    break
                self._wake.clear()
                await self._wake.wait()
            self._writing = True  # the last message: an answer that comes now is too late
            await write(PlayResponse(ended=self._table.result()).SerializeToString())
        finally:
            if self._notice_timer is not None:
                self._notice_timer.cancel()
            reader.cancel()
            await asyncio.wait((reader,))

    async def _read(self, requests: AsyncIterator[PlayRequest]) -> None:
        try:
            async for request in requests:
                kind = request.WhichOneof("message")
                if kind == "submission":
                    self._answers.append(await self._table.submit(self._seat, request.submission, self))
                elif kind == "view_request":
                    await self._table.caught_up(request.view_request.known_ply)
                    self._view_wanted = True
                elif kind == "resignation":
                    self._answers.append(await self._table.resign(self._seat, request.resignation, self))
                else:
                    raise refusals.malformed("open", "a stream is opened once, by its first message")
                # The table did not wake us for what we did ourselves.
                self._view_wanted |= self._always_full
                await self._send_news()
                if self._is_over():
                    self._wake.set()
                if len(self._answers) >= MOST_UNREAD_ANSWERS:
                    self._room.clear()
                    await self._room.wait()
        except Exception as error:  # the handler raises it: this task has no caller
            self.failed(error)

    async def _send_news(self) -> None:
        """Write all there is to say, unless the other of the two tasks is at it: then it will."""
        if self._writing:
            return
        self._writing = True
        try:
            while (message := self._next()) is not None:
                await self._write(message)
        finally:
            self._writing = False

    def _next(self) -> bytes | None:
        """What is to be sent now, None if there is nothing; raises what ends the stream."""
        hosted = self._table.hosted
        if self._answers:
            # Before a failure too: what was accepted is said while there is a chance that it arrives.
            answer = self._answers.popleft()
            if len(self._answers) < MOST_UNREAD_ANSWERS:
                self._room.set()
            if self._answers or hosted is None or not self._is_asked_anew(hosted):
                return play_answer(answer, None)
            return play_answer(answer, self._view(hosted))
        if self._failure is not None:
            raise self._failure
        if hosted is None:
            return None
        if self._view_wanted or self._is_asked_anew(hosted):
            return play_view(self._view(hosted))
        if self._notice_wanted and hosted.sequence != self._sequence_shown and not hosted.over:
            self._notice_wanted = False
            self._next_notice = self._loop.time() + NOTICE_SECONDS
            self._sequence_shown = hosted.sequence
            return play_notice(hosted)
        return None

    def _view(self, hosted: HostedMatch) -> bytes:
        self._view_wanted = False
        self._notice_wanted = False
        self._sequence_shown = hosted.sequence
        if self._seat in hosted.asked:
            self._decision_shown = hosted.match.decisions[self._seat]
        return self._table.view(self._seat)

    def _is_asked_anew(self, hosted: HostedMatch) -> bool:
        """One view per decision: that another seat decided meanwhile is no new question, and no second answer is due."""
        return self._seat in hosted.asked and hosted.match.decisions[self._seat] != self._decision_shown

    def _is_over(self) -> bool:
        return self._table.hosted is not None and self._table.hosted.over

    def _notice_due(self) -> None:
        self._notice_timer = None
        self._notice_wanted = True
        self._wake.set()
