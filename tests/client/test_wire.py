"""Shapes that Medico does not have and the next games will: written, read, and refused where the two sides do not fit."""

from __future__ import annotations

import random
from typing import Annotated, Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from arena import wire
from engine_core.vocabulary import Card, Flags, Index, Labels, Signed
from tests.client import made_up

COLOUR = Labels("Colour", ("red", "green", "blue"))


class Spot:
    __slots__ = ("colour", "height")

    colour: Annotated[int, COLOUR.or_none()]
    height: Annotated[int, Signed()]


class Sheet:
    __slots__ = ("cards", "flags", "grid", "maybe", "name", "rows", "seal", "seat", "sets", "spot", "spots")

    grid: tuple[tuple[int, ...], ...]
    """A tuple of tuples."""
    sets: tuple[Annotated[int, Flags(COLOUR)], ...]
    cards: tuple[Annotated[int, Card("cards", optional=True)], ...]
    flags: Annotated[int, Flags(COLOUR)]
    seat: Annotated[int, Index("Seat", 4).or_none()]
    rows: tuple[tuple[Spot, ...], ...]
    spot: Spot
    maybe: Spot | None
    spots: tuple[Spot, Spot]
    name: str
    seal: bytes


PROTO = """
name: "made_up_for_tests.proto" package: "made_up" syntax: "proto3"
enum_type { name: "Colour"
  value { name: "COLOUR_UNSPECIFIED" number: 0 } value { name: "COLOUR_RED" number: 1 }
  value { name: "COLOUR_GREEN" number: 2 } value { name: "COLOUR_BLUE" number: 3 } }
message_type { name: "Numbers" field { name: "items" number: 1 type: TYPE_UINT32 label: LABEL_REPEATED } }
message_type { name: "Colours" field { name: "items" number: 1 type: TYPE_ENUM type_name: ".made_up.Colour" label: LABEL_REPEATED } }
message_type { name: "Slot" field { name: "card" number: 1 type: TYPE_UINT32 label: LABEL_OPTIONAL proto3_optional: true oneof_index: 0 }
  oneof_decl { name: "_card" } }
message_type { name: "Row" field { name: "items" number: 1 type: TYPE_MESSAGE type_name: ".made_up.Spot" label: LABEL_REPEATED } }
message_type { name: "Spot"
  field { name: "colour" number: 1 type: TYPE_ENUM type_name: ".made_up.Colour" label: LABEL_OPTIONAL }
  field { name: "height" number: 2 type: TYPE_SINT32 label: LABEL_OPTIONAL } }
message_type { name: "Sheet"
  field { name: "grid" number: 11 type: TYPE_MESSAGE type_name: ".made_up.Numbers" label: LABEL_REPEATED }
  field { name: "sets" number: 2 type: TYPE_MESSAGE type_name: ".made_up.Colours" label: LABEL_REPEATED }
  field { name: "cards" number: 3 type: TYPE_MESSAGE type_name: ".made_up.Slot" label: LABEL_REPEATED }
  field { name: "flags" number: 4 type: TYPE_ENUM type_name: ".made_up.Colour" label: LABEL_REPEATED }
  field { name: "seat" number: 5 type: TYPE_UINT32 label: LABEL_OPTIONAL proto3_optional: true oneof_index: 0 }
  field { name: "rows" number: 300 type: TYPE_MESSAGE type_name: ".made_up.Row" label: LABEL_REPEATED }
  field { name: "spot" number: 7 type: TYPE_MESSAGE type_name: ".made_up.Spot" label: LABEL_OPTIONAL }
  field { name: "maybe" number: 8 type: TYPE_MESSAGE type_name: ".made_up.Spot" label: LABEL_OPTIONAL }
  field { name: "spots" number: 9 type: TYPE_MESSAGE type_name: ".made_up.Spot" label: LABEL_REPEATED }
  field { name: "name" number: 10 type: TYPE_STRING label: LABEL_OPTIONAL }
  field { name: "seal" number: 1 type: TYPE_BYTES label: LABEL_OPTIONAL }
  oneof_decl { name: "_seat" } }
"""


def descriptor(name: str, proto: str = PROTO) -> Any:
    from google.protobuf import text_format

    pool = descriptor_pool.DescriptorPool()
    pool.Add(text_format.Parse(proto, descriptor_pb2.FileDescriptorProto()))
    return pool.FindMessageTypeByName(f"made_up.{name}")


def sheet(draw: random.Random) -> Sheet:
    made = object.__new__(Sheet)
    for name, node in wire.fields_of(Sheet):
        if name not in ("name", "seal", "maybe"):
            setattr(made, name, made_up.value(node, draw))
    made.name = draw.choice(("", "Würze"))
    made.seal = draw.choice((b"", b"\x00\xff"))
    made.maybe = draw.choice((None, made_up.instance(Spot, draw)))
    made.spot.height = draw.choice((-(2**20), -1, 0, 300))
    return made


def test_every_shape_is_written_canonically_and_comes_back() -> None:
    message = descriptor("Sheet")
    write, read = wire.class_writer(Sheet, message), wire.class_reader(Sheet, message)
    parse = message_factory.GetMessageClass(message).FromString
    draw = random.Random(3)
    for _ in range(200):
        one = sheet(draw)
        parsed = parse(write(one))
        assert parsed.SerializeToString(deterministic=True) == write(one)
        assert made_up.plain(read(parsed)) == made_up.plain(one)


def test_a_table_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MEMO_LIMIT", 10)
    message = descriptor("Sheet")
    write = wire.writer(wire.fields_of(Sheet), message)
    parse = message_factory.GetMessageClass(message).FromString
    read = wire.class_reader(Sheet, message)
    draw = random.Random(4)
    for _ in range(100):
        one = sheet(draw)
        assert made_up.plain(read(parse(write(one)))) == made_up.plain(one)


@pytest.mark.parametrize(
    ("change", "to", "sentence"),
    [
        ('name: "seat" number: 5', 'name: "chair" number: 5', "the engine alone has"),
        ('"COLOUR_GREEN"', '"COLOUR_TEAL"', "does not list the words of Colour"),
        ('name: "height" number: 2 type: TYPE_SINT32', 'name: "height" number: 2 type: TYPE_UINT32', "cannot hold"),
        ('name: "card" number: 1 type: TYPE_UINT32', 'name: "card" number: 1 type: TYPE_STRING', "cannot hold"),
        ("label: LABEL_OPTIONAL proto3_optional: true oneof_index: 0", "label: LABEL_OPTIONAL", "cannot hold"),
    ],
)
def test_classes_that_do_not_fit_their_message_are_found_out_at_once(change: str, to: str, sentence: str) -> None:
    proto = PROTO.replace(change, to)
    assert proto != PROTO
    if "oneof_index" in change:
        proto = proto.replace('oneof_decl { name: "_seat" }', "").replace('oneof_decl { name: "_card" }', "")
    with pytest.raises(wire.SchemaMismatch, match=sentence):
        wire.class_writer(Sheet, descriptor("Sheet", proto))
