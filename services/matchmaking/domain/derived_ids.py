"""Ids that follow from what they stand for, in the form of all ids."""

import hashlib

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_CHARACTERS = 26


def derived_id(kind: str, *parts: str | int) -> str:
    """The same id for the same `kind` and `parts`, in every process; others differ."""
    text = "\x1f".join((kind, *map(str, parts)))
    value = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=17).digest(), "big")
    return "".join(_ALPHABET[value >> 5 * place & 31] for place in range(_CHARACTERS))
