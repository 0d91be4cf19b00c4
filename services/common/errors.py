"""The one catalogue of errors that a client may see.

ArenaError               base: a reason of the schema, a public sentence, what it is about, when to try again
├── Malformed            a field has an impossible value, or the bytes are no message
├── NoToken              the call carries no token
├── TokenInvalid         not a token of ours
├── TokenExpired         was good once
├── WrongRole            the token lacks the role
├── NotYourSeat          the token is for another seat or match
├── Overloaded           too much at once
├── BusUnavailable       NATS does not answer
├── NotActive            another instance holds the lease
└── ShuttingDown         this server is going down

Everything else is raised as `ArenaError(Reason..., sentence)`. `STATUS` maps each reason to its gRPC status, here and
nowhere else. Reasons in `REJECTIONS` travel as `Rejection` messages in answers; their row only says what happens if one
is raised by mistake.
"""

from typing import Final

import grpc

from arena.pb.rules.v1 import reasons_pb2 as reasons

_S = grpc.StatusCode

STATUS: Final[dict[int, grpc.StatusCode]] = {
    reasons.REASON_UNSPECIFIED: _S.INTERNAL,
    reasons.REASON_MALFORMED: _S.INVALID_ARGUMENT,
    reasons.REASON_MESSAGE_TOO_LARGE: _S.RESOURCE_EXHAUSTED,
    reasons.REASON_UNAUTHENTICATED_NO_TOKEN: _S.UNAUTHENTICATED,
    reasons.REASON_TOKEN_INVALID: _S.UNAUTHENTICATED,
    reasons.REASON_TOKEN_EXPIRED: _S.UNAUTHENTICATED,
    reasons.REASON_FORBIDDEN_ROLE: _S.PERMISSION_DENIED,
    reasons.REASON_NOT_YOUR_SEAT: _S.PERMISSION_DENIED,
    reasons.REASON_UNKNOWN_GAME: _S.NOT_FOUND,
    reasons.REASON_UNKNOWN_MATCH: _S.NOT_FOUND,
    reasons.REASON_UNKNOWN_OPTION: _S.INVALID_ARGUMENT,
    reasons.REASON_BAD_SEAT_COUNT: _S.INVALID_ARGUMENT,
    reasons.REASON_MATCH_EXISTS_DIFFERENT: _S.ALREADY_EXISTS,
    reasons.REASON_RULES_VERSION_NOT_SERVED: _S.FAILED_PRECONDITION,
    reasons.REASON_UNKNOWN_DATA_SET: _S.NOT_FOUND,
    reasons.REASON_BAD_DATA_SET: _S.INVALID_ARGUMENT,
    reasons.REASON_EMPTY_ACTION: _S.FAILED_PRECONDITION,
    reasons.REASON_UNKNOWN_ACTION: _S.FAILED_PRECONDITION,
    reasons.REASON_ACTION_OF_OTHER_GAME: _S.FAILED_PRECONDITION,
    reasons.REASON_NOT_TO_ACT: _S.FAILED_PRECONDITION,
    reasons.REASON_STALE_DECISION: _S.FAILED_PRECONDITION,
    reasons.REASON_FUTURE_DECISION: _S.FAILED_PRECONDITION,
    reasons.REASON_REQUEST_ID_REUSED: _S.FAILED_PRECONDITION,
    reasons.REASON_MATCH_FINISHED: _S.FAILED_PRECONDITION,
    reasons.REASON_SEAT_FORFEITED: _S.FAILED_PRECONDITION,
    reasons.REASON_AGAINST_THE_RULES: _S.FAILED_PRECONDITION,
    reasons.REASON_CROSSES_REVEAL: _S.FAILED_PRECONDITION,
    reasons.REASON_SEQUENCE_TOO_LONG: _S.INVALID_ARGUMENT,
    reasons.REASON_SEQUENCE_PAST_TURN: _S.FAILED_PRECONDITION,
    reasons.REASON_OVERLOADED: _S.RESOURCE_EXHAUSTED,
    reasons.REASON_BUS_UNAVAILABLE: _S.UNAVAILABLE,
    reasons.REASON_INTERNAL: _S.INTERNAL,
    reasons.REASON_SHUTTING_DOWN: _S.UNAVAILABLE,
    reasons.REASON_NOT_ACTIVE: _S.UNAVAILABLE,
    reasons.REASON_DEADLINE_EXCEEDED: _S.DEADLINE_EXCEEDED,
    reasons.REASON_MATCH_QUARANTINED: _S.UNAVAILABLE,
    reasons.REASON_UNKNOWN_PLAYER: _S.NOT_FOUND,
    reasons.REASON_NAME_TAKEN: _S.ALREADY_EXISTS,
    reasons.REASON_BAD_CREDENTIALS: _S.UNAUTHENTICATED,
    reasons.REASON_UNKNOWN_TICKET: _S.NOT_FOUND,
    reasons.REASON_TICKET_EXPIRED: _S.FAILED_PRECONDITION,
    reasons.REASON_ALREADY_QUEUED: _S.ALREADY_EXISTS,
    reasons.REASON_TICKET_ASSIGNED: _S.FAILED_PRECONDITION,
    reasons.REASON_UNKNOWN_TOURNAMENT: _S.NOT_FOUND,
    reasons.REASON_TOURNAMENT_EXISTS: _S.ALREADY_EXISTS,
    reasons.REASON_TOURNAMENT_STATE: _S.FAILED_PRECONDITION,
    reasons.REASON_BAD_TOURNAMENT: _S.INVALID_ARGUMENT,
    reasons.REASON_BAD_TOURNAMENT_FILE: _S.INVALID_ARGUMENT,
    reasons.REASON_UNKNOWN_BOT: _S.NOT_FOUND,
    reasons.REASON_SEAT_TAKEN: _S.ALREADY_EXISTS,
    reasons.REASON_RULES_UNREACHABLE: _S.UNAVAILABLE,
    reasons.REASON_NO_RATING: _S.NOT_FOUND,
    reasons.REASON_NO_RECORD: _S.NOT_FOUND,
    reasons.REASON_BAD_PAGE_TOKEN: _S.INVALID_ARGUMENT,
}

REJECTIONS: Final[frozenset[int]] = frozenset(
    {
        reasons.REASON_EMPTY_ACTION,
        reasons.REASON_UNKNOWN_ACTION,
        reasons.REASON_ACTION_OF_OTHER_GAME,
        reasons.REASON_NOT_TO_ACT,
        reasons.REASON_STALE_DECISION,
        reasons.REASON_FUTURE_DECISION,
        reasons.REASON_REQUEST_ID_REUSED,
        reasons.REASON_MATCH_FINISHED,
        reasons.REASON_SEAT_FORFEITED,
        reasons.REASON_AGAINST_THE_RULES,
        reasons.REASON_CROSSES_REVEAL,
        reasons.REASON_SEQUENCE_PAST_TURN,
    }
)

SENTENCE_LIMIT: Final = 500
SUBJECT_LIMIT: Final = 200
"""Bytes of UTF-8, not characters: a status travels in headers, twice and escaped, and a client that gets more than 8 KiB of them drops
the answer or not, as it happens."""


class ArenaError(Exception):
    """An error that a client may see, word for word.

    `sentence` is one sentence of at most SENTENCE_LIMIT bytes that gives away nothing hidden; `subject` is what it is about
    (a field, an id, a name); `retry_after` is in seconds.
    """

    def __init__(
        self,
        reason: reasons.Reason.ValueType,
        sentence: str,
        *,
        subject: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = _cut(sentence, SENTENCE_LIMIT)
        self.subject = _cut(subject, SUBJECT_LIMIT)
        self.retry_after = retry_after

    @property
    def status(self) -> grpc.StatusCode:
        """The gRPC status of the reason."""
        return STATUS[self.reason]

    def detail(self) -> reasons.ErrorDetail:
        """The message that travels with the status."""
        detail = reasons.ErrorDetail(reason=self.reason, sentence=self.sentence, subject=self.subject)
        if self.retry_after is not None:
            detail.retry_after.FromNanoseconds(int(self.retry_after * 1e9))
        return detail


def _cut(text: str, most: int) -> str:
    return text.encode(errors="replace")[:most].decode(errors="ignore")


class Malformed(ArenaError):
    """`field` is the path of the field; empty when the bytes as a whole are no message."""

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(reasons.REASON_MALFORMED, sentence, subject=field)


class NoToken(ArenaError):
    def __init__(self) -> None:
        super().__init__(
            reasons.REASON_UNAUTHENTICATED_NO_TOKEN, "This call needs a token: authorization: Bearer <token>."
        )


class TokenInvalid(ArenaError):
    def __init__(self) -> None:
        # Which check failed is of use to nobody but a forger.
        super().__init__(reasons.REASON_TOKEN_INVALID, "The token is not valid here.")


class TokenExpired(ArenaError):
    def __init__(self) -> None:
        super().__init__(reasons.REASON_TOKEN_EXPIRED, "The token has expired; ask for a new one.")


class WrongRole(ArenaError):
    def __init__(self, needed: str) -> None:
        super().__init__(reasons.REASON_FORBIDDEN_ROLE, f"This call needs the role {needed}.", subject=needed)


class NotYourSeat(ArenaError):
    def __init__(self) -> None:
        super().__init__(reasons.REASON_NOT_YOUR_SEAT, "The token is not for this seat of this match.")


class Overloaded(ArenaError):
    def __init__(self, *, retry_after: float = 1.0) -> None:
        super().__init__(
            reasons.REASON_OVERLOADED, "Too much at once; try again a little later.", retry_after=retry_after
        )


class BusUnavailable(ArenaError):
    def __init__(self, *, retry_after: float = 1.0) -> None:
        super().__init__(
            reasons.REASON_BUS_UNAVAILABLE,
            "The platform's log does not answer; repeat the request with the same id.",
            retry_after=retry_after,
        )


class NotActive(ArenaError):
    def __init__(self, *, retry_after: float = 1.0) -> None:
        super().__init__(
            reasons.REASON_NOT_ACTIVE, "Another instance of this service is active.", retry_after=retry_after
        )


class ShuttingDown(ArenaError):
    def __init__(self, *, retry_after: float = 0.5) -> None:
        super().__init__(
            reasons.REASON_SHUTTING_DOWN, "This server is going down; connect again.", retry_after=retry_after
        )
