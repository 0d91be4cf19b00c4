"""One Play stream: a seat's submissions in, their answers and the seat's views out.

A reader takes what the client sends, one message after the other; the handler itself writes. Between them lie the answers, all and
in order, and the fact that the match went on: the view or notice is built only when it is written, so a slow reader gets only
the latest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from arena.pb.rules.v1.play_pb2 import PlayRequest, PlayResponse
from arena.pb.rules.v1.submissions_pb2 import SubmissionAnswer
from services.rules import refusals
from services.rules.followers import Happened
from services.rules.table import Table
from services.rules.views import notice

Write = Callable[[PlayResponse], Awaitable[None]]

MOST_UNREAD_ANSWERS = 16
"""A client that does not read its answers is not read from any more until it does."""

NOTICE_SECONDS = 0.02
"""Notices of one stream keep this distance: who has nothing to do gains nothing from hearing of every single ply."""


class PlayStream:
    """A seat at a table, as a follower of it."""

    wants_events = False

    def __init__(self, table: Table, seat: int, *, always_full_views: bool) -> None:
        self._table = table
        self._seat = seat
        self._always_full = always_full_views
        self._answers: deque[SubmissionAnswer] = deque()
        self._view_wanted = True
        self._shown = 0
        self._shown_decision = -1
        self._next_notice = 0.0
        self._failure: BaseException | None = None
        self._wake = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    # -- called by the table ---------------------------------------------------------------------------------------------------

    def moved(self, happened: Happened, *, complete: bool) -> None:
        """The match has a new position."""
        self._view_wanted |= self._always_full
        self._wake.set()

    def failed(self, error: Exception) -> None:
        """The stream must end with this error."""
        self._failure = self._failure or error
        self._wake.set()

    # -- the stream ------------------------------------------------------------------------------------------------------------

    async def run(self, requests: AsyncIterator[PlayRequest], write: Write) -> None:
        """Until the match is over, the client leaves, or something fails (then raises)."""
        reader = asyncio.create_task(self._read(requests))
        try:
            while (message := await self._next()) is not None:
                await write(message)
                if message.WhichOneof("message") == "ended":
                    return
        finally:
            reader.cancel()
            await asyncio.wait((reader,))

    async def _read(self, requests: AsyncIterator[PlayRequest]) -> None:
        try:
            async for request in requests:
                kind = request.WhichOneof("message")
                if kind == "submission":
                    self._answer(await self._table.submit(self._seat, request.submission))
                elif kind == "view_request":
                    await self._table.caught_up(request.view_request.known_ply)
                    self._view_wanted = True
                    self._wake.set()
                elif kind == "resignation":
                    self._answer(await self._table.resign(self._seat, request.resignation))
                else:
                    raise refusals.malformed("open", "a stream is opened once, by its first message")
                if len(self._answers) >= MOST_UNREAD_ANSWERS:
                    self._room.clear()
                    await self._room.wait()
        except Exception as error:  # the handler raises it: this task has no caller
            self.failed(error)

    def _answer(self, answer: SubmissionAnswer) -> None:
        self._answers.append(answer)
        self._wake.set()

    async def _next(self) -> PlayResponse | None:
        while True:
            self._wake.clear()
            if self._answers:
                # Before a failure too: what was accepted is said while there is a chance that it arrives.
                answer = self._answers.popleft()
                if not self._room.is_set() and len(self._answers) < MOST_UNREAD_ANSWERS:
                    self._room.set()
                return PlayResponse(answer=answer)
            if self._failure is not None:
                raise self._failure
            message, pause = self._news()
            if message is not None:
                return message
            if pause is None:
                await self._wake.wait()
            else:
                timer = asyncio.get_running_loop().call_later(pause, self._wake.set)
                try:
                    await self._wake.wait()
                finally:
                    timer.cancel()

    def _news(self) -> tuple[PlayResponse | None, float | None]:
        """What there is to say about the position, or how long it may still wait (``None``: until something happens)."""
        hosted = self._table.hosted
        if hosted is None or (hosted.sequence == self._shown and not self._view_wanted):
            return None, None
        if hosted.over and not self._view_wanted:
            return PlayResponse(ended=self._table.result()), None
        decision = hosted.match.decisions[self._seat]
        if self._view_wanted or (self._seat in hosted.asked and decision != self._shown_decision):
            # One view per decision: that another seat decided meanwhile is no new question, and no second answer is due.
            self._view_wanted = False
            self._shown_decision = decision if self._seat in hosted.asked else -1
            # The last view of a match comes before its result; only then is it marked as shown.
            self._shown = 0 if hosted.over else hosted.sequence
            return PlayResponse(view=self._table.view(self._seat)), None
        now = asyncio.get_running_loop().time()
        if now < self._next_notice:
            return None, self._next_notice - now
        self._next_notice = now + NOTICE_SECONDS
        self._shown = hosted.sequence
        return PlayResponse(notice=notice(hosted)), None
