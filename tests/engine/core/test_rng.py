"""The random source does what ``docs/random.md`` says, vectors included."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from engine_core.rng import Rng, commitment, derive_key, key_from_seed
from tests.rules_report import ROOT

SPAN = 1 << 32


def _vectors() -> dict[str, Any]:
    text = (ROOT / "docs/random.md").read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert found
    vectors: dict[str, Any] = json.loads(found[1])
    return vectors


VECTORS = _vectors()
KEY = bytes.fromhex(VECTORS["key"])
_used: set[str] = {"key"}


def vector(name: str) -> Any:
    _used.add(name)
    return VECTORS[name]


def _words(key: bytes, purpose: str, count: int) -> list[int]:
    """The draws of a stream, from the words of the specification alone."""
    stream = hashlib.blake2b(f"arena/stream/{purpose}".encode(), key=key, digest_size=32).digest()
    row = b"".join(
        hashlib.blake2b(i.to_bytes(8, "big"), key=stream, digest_size=64).digest() for i in range(count // 16 + 1)
    )
    return [int.from_bytes(row[4 * i : 4 * i + 4], "big") for i in range(count)]


def test_stream_key_and_draws() -> None:
    assert hashlib.blake2b(b"arena/stream/bag", key=KEY, digest_size=32).hexdigest() == vector("stream_key_bag")
    draws = vector("draws_bag")
    assert _words(KEY, "bag", len(draws)) == draws
    rng = Rng(KEY, ("bag",))
    assert [rng.below(0, SPAN) for _ in draws] == draws
    assert rng.counters == (len(draws),)


def test_below() -> None:
    rng = Rng(KEY, ("bag", "die"))
    small = vector("below_6_die")
    assert [rng.below(1, 6) for _ in small] == small
    large = vector("below_3221225472_bag")
    accepted = [word for word in _words(KEY, "bag", 64) if word < 3221225472]
    assert accepted[: len(large)] == large
    assert [rng.below(0, 3221225472) for _ in large] == large


def test_shuffle() -> None:
    rng = Rng(KEY, ("bag",))
    assert list(rng.shuffle(0, range(10))) == vector("shuffle_10_bag")
    assert rng.counters == (9,)


def test_derived_keys_seeds_and_commitment() -> None:
    assert derive_key(KEY, "bots").hex() == vector("derived_bots")
    assert derive_key(KEY, "m", 2, 17).hex() == vector("derived_m_2_17")
    assert key_from_seed(7).hex() == vector("key_of_seed_7")
    assert commitment(KEY, *vector("commitment")["public"]).hex() == vector("commitment")["hex"]


def test_every_published_vector_is_checked() -> None:
    for test in (test_stream_key_and_draws, test_below, test_shuffle, test_derived_keys_seeds_and_commitment):
        test()
    assert _used == set(VECTORS)


def test_derived_keys_tell_their_parts_apart() -> None:
    keys = [
        derive_key(KEY, "a", "b"),
        derive_key(KEY, "ab"),
        derive_key(KEY, "a", "b", ""),
        derive_key(KEY, "as1:b"),
        derive_key(KEY, 1),
        derive_key(KEY, "1"),
        derive_key(KEY, 1, 1),
        derive_key(KEY, 11),
    ]
    assert len(set(keys)) == len(keys)


def test_a_clone_continues_alike_and_alone() -> None:
    rng = Rng(KEY, ("bag", "die"))
    rng.below(0, 9)
    copy = rng.clone()
    first = [rng.below(0, 100) for _ in range(20)]
    assert copy.counters == (1, 0)
    assert [copy.below(0, 100) for _ in range(20)] == first


def test_streams_do_not_shift_each_other() -> None:
    one, other = Rng(KEY, ("bag", "die")), Rng(KEY, ("bag", "die"))
    for _ in range(5):
        one.below(1, 6)
    assert [one.below(0, 50) for _ in range(5)] == [other.below(0, 50) for _ in range(5)]


def test_every_order_is_about_equally_likely() -> None:
    rng = Rng(KEY, ("bag",))
    seen = Counter(rng.shuffle(0, "abc") for _ in range(6000))
    assert set(seen) == set(permutations("abc"))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_square < 20.5  # 99.9 % quantile for 5 degrees of freedom; the key is fixed, so this never flickers


@pytest.mark.parametrize("bound", [0, -1, SPAN + 1])
def test_impossible_bounds_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Rng(KEY, ("bag",)).below(0, bound)


@pytest.mark.parametrize("key", [b"", b"x" * 65])
def test_impossible_keys_are_refused(key: bytes) -> None:
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        Rng(key, ("bag",))
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        derive_key(key, "bots")
