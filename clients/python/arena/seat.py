"""One seat of a hosted match: ask for the next decision, answer it, until the match is over.

    async with Seat("127.0.0.1:7001", match_id, seat=0, token=token) as seat:
        while (view := await seat.next_decision()) is not None:
            await seat.submit(view.legal_action_ids[0])
        print(seat.result)

A stream is a transport only. When it breaks (a replica is killed, a deploy, a network fault) the seat opens another one, with any
replica, from the highest ply it has seen, and repeats the submission that has not been answered with its request id: the platform
plays it once and answers it the same. Callers notice nothing but time passing, up to ``patience`` seconds without any answer.

A seat serves one caller at a time: its methods must not run concurrently.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Final, TypeAlias

import grpc

from arena.channel import Patience, bearer, open_channel
from arena.errors import ArenaError, Refused, Rejected, Unreachable, error_of, garbled
from arena.ids import new_request_id
from arena.pb.rules.v1 import (
    games_pb2,
    play_pb2,
    reasons_pb2,
    results_pb2,
    rules_service_pb2,
    rules_service_pb2_grpc,
    submissions_pb2,
    views_pb2,
)

DEFAULT_PATIENCE: Final = 60.0
SILENCE_SECONDS: Final = 20.0
"""After so long without a message the seat asks for its view: whatever was lost on the way is made good."""

Action: TypeAlias = int | games_pb2.GameAction
"""What :meth:`Seat.submit` takes: a catalogue id, or the message."""

_Stream: TypeAlias = "grpc.aio.StreamStreamCall[play_pb2.PlayRequest, play_pb2.PlayResponse]"


class Seat:
    """A seat and its Play stream."""

    def __init__(
        self,
        rules_target: str | grpc.aio.Channel,
        match_id: str,
        seat: int,
        token: str,
        *,
        patience: float | None = DEFAULT_PATIENCE,
        always_full_views: bool = False,
    ) -> None:
        """``rules_target`` and ``token`` come with the assignment. A channel may be shared; it stays the caller's to close.

        ``patience``: seconds without any answer until :class:`~arena.errors.Unreachable`; ``None`` never gives up.
        """
        self.match_id: Final = match_id
        self.seat: Final = seat
        self.ply = 0
        """The highest ply that this seat has been told."""
        self.reconnects = 0
        """How often a broken stream was replaced."""
        self.view: views_pb2.SeatView | None = None
        """The latest full view."""
        self.result: results_pb2.MatchResult | None = None
        """How the match came out; set once it is over."""
        self._own_channel = isinstance(rules_target, str)
        self._channel = (
            open_channel(rules_target, rules_service_pb2.DESCRIPTOR) if isinstance(rules_target, str) else rules_target
        )
        self._play = rules_service_pb2_grpc.RulesServiceStub(self._channel).Play
        self._metadata = bearer(token)
        self._always_full_views = always_full_views
        self._patience = Patience(patience)
        self._stream: _Stream | None = None
        self._next_decision = 0
        self._gone = False
        self._pending: play_pb2.PlayRequest | None = None

    async def __aenter__(self) -> Seat:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the stream; the match waits for the seat as long as its clocks allow."""
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None
        if self._own_channel:
            await self._channel.close()

    async def next_decision(self) -> views_pb2.SeatView | None:
        """The view of the next decision that this seat has to take; ``None`` once the match is over.

        Raises :class:`~arena.errors.Refused` if the platform says no for good (token, match), and
        :class:`~arena.errors.Unreachable` after ``patience`` seconds without any answer.
        """
        while self.result is None:
            if self._asked():
                return self.view
            await self._receive()
        return None

    async def submit(
        self,
        *actions: Action,
        request_id: str | None = None,
        decision: int | None = None,
        all_or_nothing: bool = False,
    ) -> submissions_pb2.SubmissionAnswer:
        """Play one action, or several as one plan, at the present decision; returns once they are stored.

        Raises :class:`~arena.errors.Rejected` if nothing was played. A plan that stopped in the middle is no error:
        ``answer.accepted.stopped_by`` says why, unless ``all_or_nothing``.
        """
        submission = submissions_pb2.Submission(
            request_id=request_id or new_request_id(),
            decision=self._next_decision if decision is None else decision,
            actions=[games_pb2.GameAction(id=a) if isinstance(a, int) else a for a in actions],
            all_or_nothing=all_or_nothing,
            known_ply=self.ply,
        )
        return await self._answered(play_pb2.PlayRequest(submission=submission))

    async def resign(self, *, request_id: str | None = None) -> submissions_pb2.SubmissionAnswer:
        """Give the seat up: the platform plays on for it and it ranks last."""
        resignation = submissions_pb2.Resignation(request_id=request_id or new_request_id(), known_ply=self.ply)
        answer = await self._answered(play_pb2.PlayRequest(resignation=resignation))
        self._gone = True
        return answer

    async def refresh(self) -> None:
        """Forget the view and ask for a new one: what it said turned out to be old."""
        self.view = None
        if self._stream is not None:
            await self._write(play_pb2.PlayRequest(view_request=play_pb2.ViewRequest(known_ply=self.ply)))

    def _asked(self) -> bool:
        view = self.view
        return (
            view is not None
            and not self._gone
            and self.seat in view.seats_to_act
            and view.decision >= self._next_decision
        )

    async def _answered(self, request: play_pb2.PlayRequest) -> submissions_pb2.SubmissionAnswer:
        self._pending = request
        if self._stream is not None:
            await self._write(request)  # without a stream _receive opens one and sends what is pending
        try:
            while True:
                response = await self._receive()
                if response.WhichOneof("message") == "answer" and response.answer.request_id == _request_id(request):
                    break
                if self.result is not None:
                    raise Refused(
                        "the match ended before the submission was answered", reason=reasons_pb2.REASON_MATCH_FINISHED
                    )
        finally:
            self._pending = None
        answer = response.answer
        if answer.HasField("rejection"):
            raise Rejected(answer.rejection, answer)
        return answer

    async def _receive(self) -> play_pb2.PlayResponse:
        """The next message of the stream, whichever stream that is by then; what it tells is noted."""
        while True:
            try:
                if self._stream is None:
                    await self._connect()
                response = await self._read()
            except grpc.aio.AioRpcError as broken:
                await self._mend(error_of(broken))
            except Unreachable as unreadable:
                await self._mend(unreadable)
            except asyncio.InvalidStateError:  # the stream ended between two operations
                await self._mend(await self._status())
            else:
                if response is None:
                    await self._mend(await self._status())
                    continue
                self._patience.reset()
                self._note(response)
                return response

    async def _connect(self) -> None:
        self._stream = self._play(metadata=self._metadata)
        opening = play_pb2.Open(
            match_id=self.match_id, seat=self.seat, known_ply=self.ply, always_full_views=self._always_full_views
        )
        await self._stream.write(play_pb2.PlayRequest(open=opening))
        if self._pending is not None:
            await self._stream.write(self._pending)

    async def _read(self) -> play_pb2.PlayResponse | None:
        """The next message, ``None`` at the end of the stream; Unreachable for what is no message."""
        assert self._stream is not None
        watchdog = asyncio.get_running_loop().call_later(SILENCE_SECONDS, self._ask_for_view, self._stream)
        try:
            response = await self._stream.read()
        finally:
            watchdog.cancel()
        if response is grpc.aio.EOF:
            return None
        if not isinstance(response, play_pb2.PlayResponse) or response.WhichOneof("message") is None:
            raise garbled()
        return response

    async def _status(self) -> ArenaError:
        """Why the stream ended."""
        stream = self._stream
        assert stream is not None
        code = await stream.code()
        if code is grpc.StatusCode.OK:
            return Unreachable("the stream ended before the match")
        return error_of(
            grpc.aio.AioRpcError(
                code, await stream.initial_metadata(), await stream.trailing_metadata(), details=await stream.details()
            )
        )

    async def _write(self, request: play_pb2.PlayRequest) -> None:
        assert self._stream is not None
        try:
            await self._stream.write(request)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # the stream is gone: the next read says why, and what is pending is sent again on the next stream
            return

    def _ask_for_view(self, stream: _Stream) -> None:
        if stream is self._stream and not stream.done():
            request = play_pb2.PlayRequest(view_request=play_pb2.ViewRequest(known_ply=self.ply))
            self._asking = asyncio.ensure_future(self._write(request))

    async def _mend(self, error: ArenaError) -> None:
        """The stream is broken: wait for the next try, or raise if trying again is pointless."""
        if self._stream is not None:
            self._stream.cancel()
            self._stream = None
        if isinstance(error, Refused):
            raise error
        await self._patience.wait(error)
        self.reconnects += 1

    def _note(self, response: play_pb2.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "view":
                self._note_view(response.view)
            case "notice":
                self.ply = max(self.ply, response.notice.ply)
            case "answer":
                self.ply = max(self.ply, response.answer.ply)
                self._next_decision = max(self._next_decision, response.answer.next_decision)
                if response.answer.HasField("view"):
                    self._note_view(response.answer.view)
            case "ended":
                self.result = response.ended

    def _note_view(self, view: views_pb2.SeatView) -> None:
        if view.HasField("result"):
            self.result = view.result
        if view.ply >= self.ply:
            self.ply = view.ply
            self.view = view
            self._next_decision = max(self._next_decision, view.decision)


def _request_id(request: play_pb2.PlayRequest) -> str:
    if request.WhichOneof("message") == "resignation":
        return request.resignation.request_id
    return request.submission.request_id


__all__ = ["Action", "Seat"]
