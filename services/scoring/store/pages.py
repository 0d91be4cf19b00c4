"""Page tokens: where a list goes on, bound to the call and the question that it was given for."""

import base64
import binascii
import hashlib
import json
import math
from typing import Final

_CHECK_BYTES: Final = 6
_LONGEST_TEXT: Final = 128


class BadPageToken(Exception):
    """The token is not one that this call gave out for this question."""


def page_token(question: tuple[object, ...], position: tuple[float | int | str, ...]) -> str:
    """The token for the rows behind `position`."""
    body = json.dumps(position).encode()
    return base64.urlsafe_b64encode(_check(question, body) + body).decode().rstrip("=")


def page_position(
    question: tuple[object, ...], token: str, kinds: tuple[type, ...]
) -> tuple[float | int | str, ...] | None:
    """The position that `token` stands for, None for the first page; raises BadPageToken."""
    if not token:
        return None
    try:
        raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
        check, body = raw[:_CHECK_BYTES], raw[_CHECK_BYTES:]
        position = json.loads(body)
    except (binascii.Error, ValueError):
        raise BadPageToken(token) from None
    # The check is no secret: a token may be well made and its position still be none that a table can hold.
    if check != _check(question, body) or not isinstance(position, list):
        raise BadPageToken(token)
    if [type(value) for value in position] != list(kinds) or not all(map(_can_be_stored, position)):
        raise BadPageToken(token)
    return tuple(position)


def _can_be_stored(value: float | int | str) -> bool:
    match value:
        case str():
            return value.isprintable() and len(value) <= _LONGEST_TEXT
        case float():
            return math.isfinite(value)
    return -(2**63) <= value < 2**63


def _check(question: tuple[object, ...], body: bytes) -> bytes:
    # Tells a mixed-up token from a good one; it protects nothing, because a page shows only what anybody may read.
    return hashlib.blake2b(json.dumps(question).encode() + b"|" + body, digest_size=_CHECK_BYTES).digest()
