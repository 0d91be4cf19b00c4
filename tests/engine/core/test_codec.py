"""Compiled copies and bytes: complete, canonical, strict."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_core.codec import Context, codec, evolve
from engine_core.errors import BadEncoding
from engine_core.packing import encode, numbers_of
from engine_core.schema import schema_of
from engine_core.values import Value
from engine_core.vocabulary import Index
from tests.engine.core.samples import (
    CONTEXT,
    Everything,
    Piece,
    Plain,
    Settings,
    Tile,
    mutable_parts,
    objects,
)

ANYTHING = objects(Everything, CONTEXT)
EVERYTHING = codec(Everything)


@given(ANYTHING)
def test_bytes_round_trip(value: Everything) -> None:
    packed = EVERYTHING.to_bytes(value)
    again = EVERYTHING.from_bytes(packed, CONTEXT)
    assert EVERYTHING.to_bytes(again) == packed
    assert again.options == "the options"
    for name, _ in schema_of(Everything).fields:
        one, other = getattr(value, name), getattr(again, name)
        if name not in ("pieces", "tiles", "inner", "maybe", "rng", "settings"):
            assert one == other
    assert again.rng.secret == value.rng.secret
    assert again.rng.counters == value.rng.counters
    assert [piece.delta for piece in again.pieces] == [piece.delta for piece in value.pieces]
    assert (again.maybe is None) == (value.maybe is None)
    assert again.settings == value.settings


@given(ANYTHING)
def test_a_clone_is_equal_and_shares_nothing_that_can_change(value: Everything) -> None:
    copy = EVERYTHING.clone(value)
    assert EVERYTHING.equal(copy, value)
    assert copy.options is value.options
    ours = {id(part) for part in mutable_parts(value)}
    assert ours
    assert not ours & {id(part) for part in mutable_parts(copy)}


@given(ANYTHING, st.integers(0, 200), st.integers(0, 255))
def test_bytes_that_can_be_read_are_the_canonical_ones(value: Everything, where: int, byte: int) -> None:
    packed = bytearray(EVERYTHING.to_bytes(value))
    packed[where % len(packed)] = byte
    try:
        again = EVERYTHING.from_bytes(bytes(packed), CONTEXT)
    except BadEncoding:
        return
    assert EVERYTHING.to_bytes(again) == bytes(packed)


@given(ANYTHING, st.integers(1, 20))
def test_truncated_and_trailing_bytes_are_refused(value: Everything, cut: int) -> None:
    packed = EVERYTHING.to_bytes(value)
    with pytest.raises(BadEncoding):
        EVERYTHING.from_bytes(packed[:-cut], CONTEXT)
    with pytest.raises(BadEncoding, match="left over"):
        EVERYTHING.from_bytes(packed + b"\0", CONTEXT)


@given(st.binary(max_size=64))
def test_rubbish_is_refused_or_canonical(rubbish: bytes) -> None:
    try:
        value = codec(Piece).from_bytes(rubbish)
    except BadEncoding:
        return
    assert codec(Piece).to_bytes(value) == rubbish


@given(st.lists(st.integers(0, 2**70)))
def test_numbers_are_minimal_varints(numbers: list[int]) -> None:
    assert numbers_of(encode(numbers)) == numbers


@pytest.mark.parametrize("encoded", [b"\x80\x00", b"\xff\x80\x00", b"\x80", b"\x01\xff"])
def test_numbers_that_are_too_long_or_cut_off_are_refused(encoded: bytes) -> None:
    with pytest.raises(BadEncoding):
        numbers_of(encoded)


def test_a_length_beyond_the_input_is_refused_at_once() -> None:
    with pytest.raises(BadEncoding, match="too large"):
        codec(Piece).from_bytes(encode([2**60, 1, 1, 1]))


def test_the_layout_is_what_the_documentation_says() -> None:
    piece = _piece()
    assert list(codec(Piece).to_bytes(piece)) == [2, *b"ab", 0b101, 3, 3, 7, 0, 1]
    tile = Tile(colours=(0, 2), owner=-1)
    assert list(codec(Tile).to_bytes(tile)) == [2, 0, 2, 0]
    plain = Plain()
    plain.raw = b"\x1f"
    assert list(codec(Plain).to_bytes(plain)) == [1, 1, 15]


def test_remembered_bytes_never_outlive_a_change() -> None:
    piece = _piece()
    pack = codec(Piece).to_bytes
    before = pack(piece)
    piece.steps.append(9)
    assert pack(piece) != before
    piece.steps.pop()
    assert pack(piece) == before
    copy = codec(Piece).clone(piece)
    copy.delta = 5
    assert pack(piece) == before
    assert pack(copy) != before


def test_a_value_is_shared_and_evolves_into_another() -> None:
    tile = Tile(colours=(1,), owner=2)
    packed = codec(Tile).to_bytes(tile)
    assert codec(Tile).clone(tile) is tile
    other = evolve(tile, owner=-1)
    assert (tile.owner, other.owner, other.colours) == (2, -1, (1,))
    assert codec(Tile).to_bytes(tile) == packed
    assert codec(Tile).to_bytes(other) != packed
    with pytest.raises(AttributeError):
        evolve(tile, colour=1)


def test_a_value_needs_all_its_fields() -> None:
    with pytest.raises(TypeError, match="owner"):
        Tile(colours=())  # type: ignore[call-arg]  # the error is the point
    with pytest.raises(AttributeError):
        Tile(colours=(), owner=1, size=2)  # type: ignore[call-arg]  # the error is the point


def test_frozen_dataclasses_are_shared_and_read_back() -> None:
    settings = Settings(2, True)
    assert codec(Settings).clone(settings) is settings
    assert codec(Settings).from_bytes(codec(Settings).to_bytes(settings)) == settings


def test_out_of_range_values_name_their_field() -> None:
    with pytest.raises(BadEncoding, match=r"Tile\.owner"):
        codec(Tile).from_bytes(bytes([0, 5]))
    with pytest.raises(BadEncoding, match=r"Everything\.card: 3 is too large"):
        EVERYTHING.from_bytes(bytes([0, 0, 0, 3]), Context({"cards": ("a", "b", "c")}, CONTEXT.shared, ()))


def test_a_negative_number_in_an_unsigned_field_is_not_packed() -> None:
    piece = _piece()
    piece.steps = [-1]
    with pytest.raises(ValueError, match="-1"):
        codec(Piece).to_bytes(piece)


class Unstorable:
    """Holds a dict."""

    __slots__ = ("field",)
    field: dict[str, int]


class Floating:
    """Holds a float."""

    __slots__ = ("field",)
    field: float


class Loose:
    """No slots."""

    field: int


@pytest.mark.parametrize(
    ("cls", "word"), [(Unstorable, r"Unstorable\.field"), (Floating, "float"), (Loose, "__slots__")]
)
def test_what_cannot_be_stored_is_refused_by_name(cls: Any, word: str) -> None:
    with pytest.raises(TypeError, match=word):
        codec(cls)


class Chess(Value):
    """A big range."""

    __slots__ = ("square",)
    square: Annotated[int, Index("Square", 300)]


def test_numbers_above_one_byte() -> None:
    pack = codec(Chess)
    for square in (0, 127, 128, 255, 256, 299):
        assert pack.from_bytes(pack.to_bytes(Chess(square=square))).square == square
    with pytest.raises(BadEncoding):
        pack.from_bytes(encode([300]))


def test_the_generated_source_can_be_read() -> None:
    assert "def clone_Piece(o):" in codec(Piece).source
    assert "n.steps = o.steps[:]" in codec(Piece).source


def _piece() -> Piece:
    piece: Piece = Piece()
    piece.name = "ab"
    piece.flags = 0b101
    piece.delta = -2
    piece.steps = [7, 0, 1]
    return piece
