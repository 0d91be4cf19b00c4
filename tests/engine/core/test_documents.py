"""JSON with words: complete, strict, and every error says where."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from engine_core.codec import codec
from engine_core.documents import ABSENT, canonical_json, differences, from_json, to_json
from engine_core.errors import BadEncoding
from engine_core.rng import Rng
from tests.engine.core.samples import CONTEXT, STREAMS, Everything, Piece, Plain, Settings, Tile, objects


@given(objects(Everything, CONTEXT))
def test_json_round_trip(value: Everything) -> None:
    document = json.loads(json.dumps(to_json(value, CONTEXT)))
    again = from_json(Everything, document, CONTEXT)
    assert codec(Everything).to_bytes(again) == codec(Everything).to_bytes(value)
    assert again.options == "the options"
    assert canonical_json(again, CONTEXT) == canonical_json(value, CONTEXT)


def test_words_stand_for_numbers() -> None:
    document = _document()
    assert document["colour"] is None
    assert document["card"] == "card_3"
    assert document["maybe_card"] is None
    assert document["pair"] == ["red", "blue"]
    assert document["pieces"] == [{"name": "ä", "flags": ["red", "blue"], "delta": -1, "steps": [1]}]
    assert document["tiles"] == [{"colours": ["green"], "owner": None}]
    assert document["inner"] == {"raw": "ff00"}
    assert document["maybe"] is None
    assert document["rng"] == {"key": "01", "counters": {"bag": 2, "die": 0}}
    assert "options" not in document


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("count", -1, "count: -1 is negative"),
        ("count", 1.5, "count: a whole number"),
        ("count", True, "count: a whole number"),
        ("count", None, "count: null"),
        ("open", 1, "open: true or false"),
        ("colour", "pink", "colour: 'pink' is none of red, green, blue"),
        ("colour", 1, "colour: 1 is none of"),
        ("card", "ace", r"card: 'ace' is none of"),
        ("pair", ["red"], "pair: a list of 2"),
        ("grid", 3, "grid: a list"),
        ("words", [3], r"words\[0\]: a text"),
        ("pieces.0.delta", "x", r"pieces\[0\]\.delta: a whole number"),
        ("pieces.0.flags", ["red", "red"], r"pieces\[0\]\.flags: a word stands there twice"),
        ("pieces.0.flags", "red", r"pieces\[0\]\.flags: a list of words"),
        ("pieces.0.size", 3, r"pieces\[0\]\.size: Piece has no such field"),
        ("tiles.0.owner", 4, r"tiles\[0\]\.owner: 4 is too large; the largest is 3"),
        ("inner", [], "inner: Plain is written as an object"),
        ("inner.raw", "f", r"inner\.raw: hex digits"),
        ("rng.key", "", r"rng\.key: a key has 1 to 64 bytes"),
        ("rng.counters", {"bag": 1}, r"rng\.counters: one number for each of bag, die"),
        ("rng.counters.die", -1, r"rng\.counters\.die: a whole number"),
        ("rng", {}, "rng: a random source"),
    ],
)
def test_errors_name_the_path(path: str, value: object, words: str) -> None:
    document = _document()
    holder: Any = document
    *way, last = path.split(".")
    for step in way:
        holder = holder[int(step)] if step.isdecimal() else holder[step]
    holder[last] = value
    with pytest.raises(BadEncoding, match=f"^{words}"):
        from_json(Everything, document, CONTEXT)


def test_missing_fields_are_named_and_defaults_fill_in() -> None:
    document = _document()
    del document["inner"]["raw"]
    with pytest.raises(BadEncoding, match=r"^inner\.raw: missing"):
        from_json(Everything, document, CONTEXT)
    assert from_json(Settings, {"fast": True}) == Settings(1, True)


def test_differences_say_where_and_what() -> None:
    one = {"a": [1, {"b": 2}], "c": None}
    other = {"a": [1, {"b": 3}, 4], "d": True}
    assert list(differences(one, other)) == [
        ("a[1].b", 2, 3),
        ("a[2]", ABSENT, 4),
        ("c", None, ABSENT),
        ("d", ABSENT, True),
    ]
    assert not list(differences(one, one))
    assert list(differences(1, True)) == [("", 1, True)]


def _document() -> dict[str, Any]:
    value: Everything = Everything()
    piece: Piece = Piece()
    piece.name, piece.flags, piece.delta, piece.steps = "ä", 0b101, -1, [1]
    plain = Plain()
    plain.raw = b"\xff\x00"
    value.options = "the options"
    value.count, value.open, value.colour, value.card, value.maybe_card = 3, True, -1, 3, -1
    value.pair, value.grid, value.some, value.words = (0, 2), ((1,), ()), ((1, -1),), ["w"]
    value.pieces, value.tiles, value.inner, value.maybe = [piece], (Tile(colours=(1,), owner=-1),), plain, None
    value.settings, value.rng = Settings(), Rng(b"\x01", STREAMS, (2, 0))
    return to_json(value, CONTEXT)
