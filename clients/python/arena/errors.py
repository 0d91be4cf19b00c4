"""What can go wrong between a client and the platform.

ArenaError            base; carries the platform's ``Reason``, a sentence, what it is about and how long to wait
├── Refused           the call was answered with no: it will not get better by repeating it
├── Unreachable       nobody answered within the caller's patience
└── Rejected          the rules service refused a submission; names the rule and the seat's legal action ids
"""

from __future__ import annotations

import grpc
from google.protobuf import any_pb2, empty_pb2, unknown_fields
from google.protobuf.message import DecodeError

from arena.pb.rules.v1 import reasons_pb2, submissions_pb2

_DETAILS_KEY = "grpc-status-details-bin"
_DETAILS_FIELD = 3  # google.rpc.Status.details
_AGAIN_STATUSES = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,  # by the other side; the own cancellation is no status
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.INTERNAL,  # a connection that broke in the middle of a frame ends so too
    grpc.StatusCode.UNKNOWN,
)
_FINAL_REASONS = (reasons_pb2.REASON_MESSAGE_TOO_LARGE,)
_ELSEWHERE_REASONS = (reasons_pb2.REASON_MATCH_QUARANTINED,)
"""One replica will not serve the match any more, another may."""


class ArenaError(Exception):
    """``reason`` is a value of ``arena.rules.v1.Reason``, 0 if the platform gave none; the text is one sentence."""

    def __init__(
        self,
        sentence: str,
        *,
        reason: int = reasons_pb2.REASON_UNSPECIFIED,
        subject: str = "",
        retry_after: float | None = None,
        status: grpc.StatusCode | None = None,
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.subject = subject
        """What it is about: the path of a field, an id, a name."""
        self.retry_after = retry_after
        """Seconds after which the same call may succeed, if the platform said so."""
        self.status = status

    @property
    def reason_name(self) -> str:
        """``STALE_DECISION``; the bare number for a reason newer than this client."""
        if self.reason in reasons_pb2.Reason.values():
            return reasons_pb2.Reason.Name(reasons_pb2.Reason.ValueType(self.reason)).removeprefix("REASON_")
        return str(self.reason)


class Refused(ArenaError):
    """The call was answered with no."""


class Unreachable(ArenaError):
    """Nobody answered within the caller's patience."""


class Rejected(ArenaError):
    """The rules service refused a submission."""

    def __init__(self, rejection: reasons_pb2.Rejection, answer: submissions_pb2.SubmissionAnswer) -> None:
        rule = f" ({rejection.rule_id})" if rejection.rule_id else ""
        super().__init__(f"{rejection.sentence}{rule}", reason=rejection.reason)
        self.rule_id = rejection.rule_id
        """The numbered rule, ``MED-SELL-02``; empty for reasons that are not the game's."""
        self.legal_action_ids = tuple(rejection.legal_action_ids)
        self.position = rejection.position
        """Which action of the submission is meant, from 0."""
        self.answer = answer


def detail_of(error: grpc.aio.AioRpcError) -> reasons_pb2.ErrorDetail | None:
    """The platform's detail attached to a status, if there is one; what cannot be read is none."""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS_KEY and isinstance(value, bytes):
            try:
                return _detail_in(value)
            except DecodeError:
                return None  # written by whatever stands between us and the platform
    return None


def _detail_in(status: bytes) -> reasons_pb2.ErrorDetail | None:
    # google.rpc.Status read by field number: its generated module would be a dependency for this one field
    for field in unknown_fields.UnknownFieldSet(empty_pb2.Empty.FromString(status)):  # type: ignore[attr-defined]
        if field.field_number == _DETAILS_FIELD and isinstance(field.data, bytes):
            detail = reasons_pb2.ErrorDetail()
            if any_pb2.Any.FromString(field.data).Unpack(detail):
                return detail
    return None


def garbled() -> Unreachable:
    """What came back is no message of the platform: gRPC gives ``None`` for it. It may be better the next time."""
    return Unreachable("what came back is no message of the platform")


def error_of(error: grpc.aio.AioRpcError) -> ArenaError:
    """The typed error of a failed call: :class:`Unreachable` if it may get better by itself, else :class:`Refused`."""
    detail = detail_of(error)
    kind = Unreachable if may_repeat(error) else Refused
    if detail is None and error.code() is grpc.StatusCode.UNIMPLEMENTED:
        return kind(
            "what listens at this address has no such call; is it another service's address?", status=error.code()
        )
    if detail is None:
        return kind(error.details() or error.code().name.lower(), status=error.code())
    wait = detail.retry_after.ToTimedelta().total_seconds() if detail.HasField("retry_after") else None
    return kind(detail.sentence, reason=detail.reason, subject=detail.subject, retry_after=wait, status=error.code())


def may_repeat(error: grpc.aio.AioRpcError) -> bool:
    """Whether the same call may succeed a little later, here or at another replica."""
    detail = detail_of(error)
    if detail is not None and detail.reason in _ELSEWHERE_REASONS:
        return True
    if error.code() not in _AGAIN_STATUSES:
        return False
    if detail is not None:
        return detail.reason not in _FINAL_REASONS
    # a message beyond the size limit is refused by the transport itself, without a detail
    return not (error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in (error.details() or ""))


__all__ = ["ArenaError", "Refused", "Rejected", "Unreachable", "detail_of", "error_of", "garbled", "may_repeat"]
