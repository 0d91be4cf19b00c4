"""Randomness that a record can prove: keyed counters over BLAKE2b, one named stream per purpose.

Specification (test vectors: ``docs/random.md``; enough for another language to verify a record):

* stream key = BLAKE2b-256(key = secret, data = ``"arena/stream/" + purpose`` in UTF-8)
* block ``i`` of a stream = BLAKE2b-512(key = stream key, data = ``i`` as 8 bytes, big-endian): sixteen big-endian 32-bit words
* draw ``n`` of a stream = word ``n mod 16`` of block ``n div 16``
* ``below(k)``: draw words until one is smaller than ``2**32 - 2**32 mod k``; the result is that word ``mod k``
* ``shuffle``: for ``i`` from the last index down to 1, swap element ``i`` with element ``below(i + 1)``

The secret is never published before the match ends; what is published (the commitment, see :func:`commitment`) uses another
domain, so nothing about a draw follows from it.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

T = TypeVar("T")

KEY_BYTES: Final = 32
_WORDS = struct.Struct(">16I")
_SPAN: Final = 1 << 32


@lru_cache(maxsize=4096)
def _stream_key(secret: bytes, purpose: str) -> bytes:
    return hashlib.blake2b(b"arena/stream/" + purpose.encode(), key=secret, digest_size=32).digest()


@lru_cache(maxsize=4096)
def _block(secret: bytes, purpose: str, index: int) -> tuple[int, ...]:
    key = _stream_key(secret, purpose)
    return _WORDS.unpack(hashlib.blake2b(index.to_bytes(8, "big"), key=key, digest_size=64).digest())


class Rng:
    """The random source of one game: a secret and one counter per stream. ``purposes`` is fixed per game."""

    __slots__ = ("counters", "purposes", "secret")

    def __init__(self, secret: bytes, purposes: tuple[str, ...], counters: tuple[int, ...] | None = None) -> None:
        if not 1 <= len(secret) <= 64:
            raise ValueError("a key has 1 to 64 bytes")
        self.secret = secret
        self.purposes = purposes
        self.counters = counters if counters is not None else (0,) * len(purposes)

    def clone(self) -> Rng:
        """An independent source that continues with the same draws."""
        return Rng(self.secret, self.purposes, self.counters)

    def below(self, stream: int, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely, from stream number ``stream``."""
        purpose = self.purposes[stream]
        counter = self.counters[stream]
        if not 0 < bound <= _SPAN:
            raise ValueError(f"a bound is from 1 to 2**32, not {bound}")
        limit = _SPAN - _SPAN % bound
        while True:
            word = _block(self.secret, purpose, counter >> 4)[counter & 15]
            counter += 1
            if word < limit:
                break
        self.counters = (*self.counters[:stream], counter, *self.counters[stream + 1 :])
        return word % bound

    def shuffle(self, stream: int, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(stream, i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def derive_key(secret: bytes, *parts: str | int) -> bytes:
    """A 32-byte key for a separate purpose (a bot's own stream, a determinization); unambiguous in its parts.

    BLAKE2b-256(key = secret, data = ``"arena/derive/"`` and per part ``"s"`` or ``"i"`` for text or number, the number of bytes of the
    part in UTF-8 (a number in decimal), ``":"``, the part).
    """
    if not 1 <= len(secret) <= 64:
        raise ValueError("a key has 1 to 64 bytes")
    text = b"arena/derive/"
    for part in parts:
        written = str(part).encode()
        text += b"%c%d:%s" % (b"s" if isinstance(part, str) else b"i", len(written), written)
    return hashlib.blake2b(text, key=secret, digest_size=32).digest()


def key_from_seed(seed: int) -> bytes:
    """The key of a game that somebody seeded with a number (practice, tests); such a match is never rated."""
    return hashlib.blake2b(f"arena/seed/{seed}".encode(), digest_size=KEY_BYTES).digest()


def commitment(key: bytes, *public: str) -> bytes:
    """What is published before the first draw: BLAKE2b-256(key = secret, ``"arena/commitment"`` and the public facts).

    ``public`` is, in this order: game, rules version, canonical options JSON, data digest.
    """
    text = "\x1f".join(("arena/commitment", *public))
    return hashlib.blake2b(text.encode(), key=key, digest_size=32).digest()
