"""The statuses that this service answers with, each made in one place. What is a rejection instead stands in submissions.py.

Sentences name what the caller sent, never anything about a match that the caller may not know.
"""

from __future__ import annotations

from collections.abc import Iterable

from arena.pb.rules.v1 import reasons_pb2 as reason
from engine_core.errors import BadData
from services.common.errors import ArenaError, BusUnavailable, Malformed, Overloaded, ShuttingDown

_RETRY_SECONDS = 1.0


def malformed(field: str, sentence: str) -> ArenaError:
    """A field has an impossible value."""
    return Malformed(sentence, field=field)


def unknown_game(name: str, played: Iterable[str]) -> ArenaError:
    """No such game on this replica, which plays those of ``played``."""
    sentence = f"the game {name!r} is not played here; games are {', '.join(played)}"
    return ArenaError(reason.REASON_UNKNOWN_GAME, sentence, subject=name)


def unknown_match(match_id: str) -> ArenaError:
    """No such match."""
    return ArenaError(reason.REASON_UNKNOWN_MATCH, "there is no match with this id", subject=match_id)


def unknown_option(option: str, sentence: str) -> ArenaError:
    """The game has no such option, or the option no such value."""
    return ArenaError(reason.REASON_UNKNOWN_OPTION, sentence, subject=option)


def unknown_data_set(game: str, digest: bytes) -> ArenaError:
    """No card tables of the game are stored under this digest."""
    return ArenaError(
        reason.REASON_UNKNOWN_DATA_SET, f"no card tables of {game} are stored under this digest", subject=digest.hex()
    )


def bad_data_set(error: BadData) -> ArenaError:
    """Card tables that the game cannot be played with; the sentence has file, row and constraint, the subject is the file."""
    return ArenaError(reason.REASON_BAD_DATA_SET, str(error), subject=error.file)


def bad_seat_count(sentence: str) -> ArenaError:
    """The game cannot be played with so many seats, or the match has no such seat."""
    return ArenaError(reason.REASON_BAD_SEAT_COUNT, sentence)


def match_exists_different(match_id: str) -> ArenaError:
    """A match with this id was created with other content."""
    return ArenaError(
        reason.REASON_MATCH_EXISTS_DIFFERENT,
        "a match with this id exists and was created with other content",
        subject=match_id,
    )


def rules_version_not_served(match_id: str, game: str, rules: int) -> ArenaError:
    """The match belongs to replicas of another game or rules version."""
    return ArenaError(
        reason.REASON_RULES_VERSION_NOT_SERVED,
        f"the match is played by rules version {rules} of {game}, which is not served here",
        subject=match_id,
    )


def sequence_too_long(most: int) -> ArenaError:
    """A submission carries more actions than one may."""
    return ArenaError(
        reason.REASON_SEQUENCE_TOO_LONG, f"a submission carries at most {most} actions", subject="submission.actions"
    )


def overloaded() -> ArenaError:
    """Too many streams on this replica, or of this seat."""
    return Overloaded()


def bus_unavailable() -> ArenaError:
    """The log cannot be read or written now."""
    return BusUnavailable()


def shutting_down() -> ArenaError:
    """This replica is going down."""
    return ShuttingDown()


def quarantined(match_id: str) -> ArenaError:
    """Our fold does not agree with the log: another replica may do better."""
    return ArenaError(
        reason.REASON_MATCH_QUARANTINED,
        "this server's copy of the match is in doubt; another server may have it",
        subject=match_id,
        retry_after=_RETRY_SECONDS,
    )
