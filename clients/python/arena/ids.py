"""Ids that a client chooses itself (request ids): 26 characters of ``a-z0-9``, 130 random bits."""

from __future__ import annotations

import secrets
from typing import Final

_LENGTH: Final = 26
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"


def new_request_id() -> str:
    """An id that nobody has used."""
    return request_id_from(secrets.token_bytes(_LENGTH))


def request_id_from(random_bytes: bytes) -> str:
    """The id that follows from at least 26 random bytes: the same bytes, the same request."""
    return "".join([_ALPHABET[byte & 31] for byte in random_bytes[:_LENGTH]])


__all__ = ["new_request_id", "request_id_from"]
