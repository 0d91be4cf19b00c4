"""A rules service that can be told to fail: one match, one seat, ``decisions`` questions, shared by any number of replicas."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf import any_pb2
from google.rpc import status_pb2  # type: ignore[import-untyped] # ships no types
from grpc_status import rpc_status  # type: ignore[import-untyped] # ships no types

from arena.pb.rules.v1 import (
    play_pb2,
    reasons_pb2,
    results_pb2,
    submissions_pb2,
    views_pb2,
)

MATCH_ID = "a" * 26
LEGAL = (3, 5, 8)
"""What may be played at every decision; 8 is against the rules all the same."""
AGAINST_THE_RULES = 8


@dataclass
class FakeMatch:
    """What the bus would hold."""

    decisions: int
    played: list[tuple[str, int]] = field(default_factory=list)
    """Request id and action id per decision."""
    resigned: bool = False
    opened: int = 0
    """How many streams were opened, over all replicas."""

    @property
    def over(self) -> bool:
        return self.resigned or len(self.played) >= self.decisions

    def view(self) -> views_pb2.SeatView:
        return views_pb2.SeatView(
            match_id=MATCH_ID,
            game="medico",
            seat=0,
            ply=len(self.played),
            decision=len(self.played),
            seats_to_act=[] if self.over else [0],
            legal_action_ids=[] if self.over else LEGAL,
        )

    def submit(self, submission: submissions_pb2.Submission) -> submissions_pb2.SubmissionAnswer:
        ids = [request_id for request_id, _ in self.played]
        answer = submissions_pb2.SubmissionAnswer(request_id=submission.request_id)
        action_id = submission.actions[0].id
        if submission.request_id in ids:
            answer.accepted.accepted_count = answer.accepted.sent_count = 1
            answer.repeated_request = True
        elif submission.decision != len(self.played):
            answer.rejection.reason = reasons_pb2.REASON_STALE_DECISION
        elif action_id == AGAINST_THE_RULES:
            answer.rejection.MergeFrom(
                reasons_pb2.Rejection(
                    reason=reasons_pb2.REASON_AGAINST_THE_RULES,
                    rule_id="MED-SELL-02",
                    sentence="No free space shows that remedy.",
                    legal_action_ids=LEGAL,
                )
            )
        else:
            self.played.append((submission.request_id, action_id))
            answer.accepted.accepted_count = answer.accepted.sent_count = 1
        answer.ply = answer.next_decision = len(self.played)
        return answer


@dataclass
class Faults:
    """What a replica does wrong, each consumed by the first stream that meets it."""

    die_after_storing: int | None = None
    """The stream breaks after this decision was stored, before its answer."""
    die_before_storing: int | None = None
    keep_silent: bool = False
    """The view of the first decision is sent only on request."""
    refuse: tuple[grpc.StatusCode, reasons_pb2.Reason.ValueType] | None = None


class FakeRules:
    """One replica."""

    def __init__(self, match: FakeMatch, faults: Faults | None = None) -> None:
        self.match = match
        self.faults = faults or Faults()
        self.streams = 0
        self._server: grpc.aio.Server | None = None
        self.port = 0

    async def start(self, port: int = 0) -> FakeRules:
        self._server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        play = grpc.stream_stream_rpc_method_handler(
            self._play, play_pb2.PlayRequest.FromString, play_pb2.PlayResponse.SerializeToString
        )
        handler = grpc.method_handlers_generic_handler("arena.rules.v1.RulesService", {"Play": play})
        self._server.add_generic_rpc_handlers((handler,))
        self.port = self._server.add_insecure_port(f"127.0.0.1:{port}")
        await self._server.start()
        return self

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def _play(
        self, request_iterator: AsyncIterator[play_pb2.PlayRequest], context: Any
    ) -> AsyncIterator[play_pb2.PlayResponse]:
        match, faults = self.match, self.faults
        match.opened += 1
        self.streams += 1
        if faults.refuse is not None:
            await refuse(context, *faults.refuse)
        silent = faults.keep_silent
        async for request in request_iterator:
            kind = request.WhichOneof("message")
            if kind == "submission":
                if faults.die_before_storing == request.submission.decision:
                    faults.die_before_storing = None
                    await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
                answer = match.submit(request.submission)
                if faults.die_after_storing == request.submission.decision:
                    faults.die_after_storing = None
                    await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
                yield play_pb2.PlayResponse(answer=answer)
                if answer.HasField("rejection"):
                    continue
            if kind == "resignation":
                match.resigned = True
                yield play_pb2.PlayResponse(
                    answer=submissions_pb2.SubmissionAnswer(
                        request_id=request.resignation.request_id,
                        accepted=submissions_pb2.Accepted(),
                        ply=len(match.played),
                        next_decision=len(match.played),
                    )
                )
            if match.over:
                yield play_pb2.PlayResponse(ended=results_pb2.MatchResult(match_id=MATCH_ID, game="medico"))
                return
            if kind == "open" and silent:
                continue
            yield play_pb2.PlayResponse(view=match.view())


async def refuse(context: Any, code: grpc.StatusCode, reason: reasons_pb2.Reason.ValueType) -> None:
    """End a call as the platform does: a status with an ErrorDetail."""
    detail = any_pb2.Any()
    detail.Pack(reasons_pb2.ErrorDetail(reason=reason, sentence="No.", subject="token"))
    status = status_pb2.Status(code=code.value[0], message="No.", details=[detail])
    await context.abort_with_status(rpc_status.to_status(status))
