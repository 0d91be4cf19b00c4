"""The statuses that this service answers with, each made in one place. What is a rejection instead stands in submissions.py.

Sentences name what the caller sent, never anything about a match that the caller may not know.
"""

from __future__ import annotations

from arena.pb.rules.v1 import reasons_pb2 as reason

from services.common.errors import ArenaError as Refused

_RETRY_SECONDS = 1.0


def malformed(field: str, sentence: str) -> Refused:
    """A field has an impossible value."""
    return Refused(reason.REASON_MALFORMED, sentence, subject=field)


def unknown_game(name: str) -> Refused:
    """No such game on this replica."""
    return Refused(reason.REASON_UNKNOWN_GAME, f"the game {name!r} is not played here", subject=name)


def unknown_match(match_id: str) -> Refused:
    """No such match."""
    return Refused(reason.REASON_UNKNOWN_MATCH, "there is no match with this id", subject=match_id)


def unknown_option(option: str, sentence: str) -> Refused:
    """The game has no such option, or the option no such value."""
    return Refused(reason.REASON_UNKNOWN_OPTION, sentence, subject=option)


def unknown_data_set(digest: bytes) -> Refused:
    """No card tables are stored under this digest."""
    return Refused(
        reason.REASON_UNKNOWN_DATA_SET, "no card tables are stored under this digest", subject=digest.hex()
    )


def bad_seat_count(sentence: str) -> Refused:
    """The game cannot be played with so many seats, or the match has no such seat."""
    return Refused(reason.REASON_BAD_SEAT_COUNT, sentence)


def match_exists_different(match_id: str) -> Refused:
    """A match with this id was created with other content."""
    return Refused(
        reason.REASON_MATCH_EXISTS_DIFFERENT,
        "a match with this id exists and was created with other content",
        subject=match_id,
    )


def rules_version_not_served(match_id: str, game: str, rules: str) -> Refused:
    """The match belongs to replicas of another game or rules version."""
    return Refused(
        reason.REASON_RULES_VERSION_NOT_SERVED,
        f"the match is played by rules version {rules} of {game}, which is not served here",
        subject=match_id,
    )


def not_your_seat() -> Refused:
    """The token is for another seat or another match, or for none."""
    return Refused(reason.REASON_NOT_YOUR_SEAT, "the token is not for this seat of this match")


def bus_unavailable() -> Refused:
    """The log cannot be read or written now."""
    return Refused(
        reason.REASON_BUS_UNAVAILABLE,
        "the match log does not answer now; repeat the request with its id",
        retry_after=_RETRY_SECONDS,
    )


def shutting_down() -> Refused:
    """This replica is going down."""
    return Refused(
        reason.REASON_SHUTTING_DOWN, "this server is going down; connect again", retry_after=0.05
    )


def quarantined(match_id: str) -> Refused:
    """Our fold does not agree with the log: another replica may do better."""
    return Refused(
        reason.REASON_MATCH_QUARANTINED,
        "this server's copy of the match is in doubt; another server may have it",
        subject=match_id,
        retry_after=_RETRY_SECONDS,
    )
