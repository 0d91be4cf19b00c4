"""One id scheme: 26 characters `[a-z0-9]`, sortable by the millisecond in which they were made.

The layout is ULID's (48 bits of milliseconds, 80 random bits, Crockford's base 32) in lower case, so that an
id is at once a valid bus subject token, a file name and a key.
"""

import re
import secrets

from services.common import clock

ID_PATTERN = re.compile(r"[a-z0-9]{26}")

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id() -> str:
    """A fresh id; unguessable (80 random bits) but not secret."""
    value = (clock.now_ns() // 1_000_000 & (1 << 48) - 1) << 80 | secrets.randbits(80)
    return "".join(_ALPHABET[value >> shift & 31] for shift in range(125, -1, -5))


def is_id(text: str) -> bool:
    """Whether `text` has the form of an id."""
    return ID_PATTERN.fullmatch(text) is not None
