"""Ids that a client chooses itself (request ids): 26 characters of ``a-z0-9``, 130 random bits."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"


def new_request_id() -> str:
    """An id that nobody has used."""
    return "".join([_ALPHABET[byte & 31] for byte in secrets.token_bytes(26)])


__all__ = ["new_request_id"]
