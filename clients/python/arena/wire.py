"""Objects of an engine class to and from protobuf messages, compiled once per class from annotations and descriptor.

Fields meet by name (nothing is written per game):

=========================================  =====================================================
engine field                               message field
=========================================  =====================================================
``Labels``                                 enum, number = index + 1; ``NONE`` is 0 (unspecified)
``Flags``                                  repeated enum, in bit order
``Index``, ``Card``, ``Count``, ``int``    unsigned number; ``optional`` if ``NONE`` is a value
``Signed``                                 signed number
``bool``, ``str``, ``bytes``               the same
tuple or list of numbers                   repeated number or enum
tuple or list of objects                   repeated message
tuple of tuples, of flags, of ``NONE``-able  repeated message with a single field (the wrapper)
nested object, ``Class | None``            message; unset is ``None``
=========================================  =====================================================

Writing builds the wire bytes itself: each field has a table from value to encoded field, so a value is checked and encoded only the
first time it is seen (docs/decisions/0010-wire-tables.md has the prices). Reading goes through the parsed message.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from engine_core import schema
from engine_core.errors import BadEncoding
from engine_core.vocabulary import NONE, Card, Count, Flags, Index, Labels, Signed

MEMO_LIMIT: Final = 4096
"""Values that one field's table remembers before it is emptied."""

Encode = Callable[[Any], bytes]
Read = Callable[[Any], Any]
Fields = Sequence[tuple[str, schema.Node]]

_VARINT: Final = 0
_LENGTH: Final = 2
_UNSIGNED: Final = (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64)
_SIGNED: Final = (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64)
_ZIGZAG: Final = (FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64)


class SchemaMismatch(TypeError):
    """An engine class and its message do not fit; names the field. A fault of the programs, never of the data."""


@cache
def fields_of(cls: type) -> Fields:
    """The fields of an engine class as the engine's schema has them."""
    return schema.schema_of(cls).fields


def writer(fields: Fields, message: Descriptor) -> Encode:
    """A function from an object with these fields to the bytes of ``message``, canonical (fields by number).

    The function raises ``ValueError``, naming the field, for a value outside of its annotation.
    """
    _match_names(fields, message)
    by_name = dict(fields)
    order = sorted(message.fields, key=lambda field: field.number)
    if not order:
        return lambda value: b""
    names: dict[str, Any] = {"join": b"".join}
    parts = []
    for field in order:
        node = by_name[field.name]
        encode = _encode(node, field)
        if schema.immutable(node) and not schema.holds_objects(node):
            names[f"table_{field.number}"] = _Memo(encode)
            parts.append(f"table_{field.number}[o.{field.name}]")
        else:
            names[f"encode_{field.number}"] = encode
            parts.append(f"encode_{field.number}(o.{field.name})")
    source = f"def write(o):\n    return join(({', '.join(parts)},))\n"
    exec(compile(source, f"<writer of {message.full_name}>", "exec"), names)  # noqa: S102 - the source is our own
    write: Encode = names["write"]
    return write


def reader(fields: Fields, message: Descriptor, cls: Any, *, by_call: bool = False) -> Read:
    """A function from a message of type ``message`` to an object of ``cls``, compiled from generated source.

    ``by_call``: made by calling the class with the fields in order (actions, dataclasses) instead of filling its slots.
    The function raises :class:`~engine_core.errors.BadEncoding` for an enum number that the engine does not know.
    """
    _match_names(fields, message)
    names: dict[str, Any] = {"cls": cls, "new": cls.__new__}
    values = [_read(node, message.fields_by_name[name], f"m.{name}", "m", names) for name, node in fields]
    if by_call:
        body = [f"return cls({', '.join(values)})"]
    else:
        fill = [f"o.{name} = {value}" for (name, _), value in zip(fields, values, strict=True)]
        body = ["o = new(cls)", *fill, "return o"]
    source = "def read(m):\n" + "".join(f"    {line}\n" for line in body)
    exec(compile(source, f"<reader of {message.full_name}>", "exec"), names)  # noqa: S102 - the source is our own
    read: Read = names["read"]
    return read


@cache
def class_writer(cls: type, message: Descriptor) -> Encode:
    """:func:`writer` for an annotated engine class."""
    return writer(fields_of(cls), message)


@cache
def class_reader(cls: type, message: Descriptor) -> Read:
    """:func:`reader` for an annotated engine class."""
    return reader(fields_of(cls), message, cls, by_call=dataclasses.is_dataclass(cls))


def delimited(number: int) -> Encode:
    """Puts tag and length of field ``number`` before a message's bytes."""
    heads = _heads(number)
    return lambda body: heads[len(body)] + body


def _heads(number: int) -> _Memo:
    """Tag and length of field ``number``, by length."""
    tag = varint(number << 3 | _LENGTH)
    return _Memo(lambda length: tag + varint(length))


def varint(value: int) -> bytes:
    """Base-128 bytes of a number; negative ones as 64 bits in two's complement."""
    if 0 <= value < 128:
        return bytes((value,))
    value &= 0xFFFF_FFFF_FFFF_FFFF
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


class _Memo(dict[Any, bytes]):
    """Encoded field by value, filled when a value is first seen."""

    __slots__ = ("_encode",)

    def __init__(self, encode: Encode) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, value: Any) -> bytes:
        encoded = self._encode(value)
        if len(self) >= MEMO_LIMIT:
            self.clear()
        self[value] = encoded
        return encoded


def _match_names(fields: Fields, message: Descriptor) -> None:
    ours = {name for name, _ in fields}
    theirs = set(message.fields_by_name)
    if ours != theirs:
        raise SchemaMismatch(
            f"{message.full_name}: the engine alone has {sorted(ours - theirs)}, the message alone {sorted(theirs - ours)}"
        )


def _mismatch(node: object, field: FieldDescriptor) -> SchemaMismatch:
    return SchemaMismatch(f"{field.full_name} cannot hold {node}")


def _items(node: schema.Node, field: FieldDescriptor) -> schema.Node | None:
    """The node of one element if the node is a series; its elements have to be alike."""
    if isinstance(node, schema.Sequence):
        return node.item
    if isinstance(node, schema.Row):
        kinds = set(node.items)
        if len(kinds) != 1:
            raise _mismatch(node, field)
        return kinds.pop()
    return None


def _wrapped(field: FieldDescriptor, node: schema.Node) -> FieldDescriptor:
    """The single field of the wrapper message."""
    wrapper = field.message_type
    if wrapper is None or len(wrapper.fields) != 1:
        raise _mismatch(node, field)
    return wrapper.fields[0]


def _encode(node: schema.Node, field: FieldDescriptor) -> Encode:
    """Value to whole field, tags included."""
    item = _items(node, field)
    flags = isinstance(node, schema.Number) and isinstance(node.word, Flags)
    if field.is_repeated != (item is not None or flags):
        raise _mismatch(node, field)
    if item is not None and field.message_type is not None:
        body, heads = _body(item, field), _heads(field.number)
        return lambda values: b"".join([heads[len(encoded)] + encoded for encoded in map(body, values)])
    if item is not None:
        if not isinstance(item, schema.Number | schema.Boolean):
            raise _mismatch(node, field)
        if isinstance(item, schema.Number) and item.optional and field.enum_type is None:
            raise _mismatch(node, field)  # a bare number has no way to say NONE
        number = _number(item, field)
        wrap = delimited(field.number)
        return lambda values: wrap(b"".join([varint(number(value)) for value in values])) if values else b""
    if isinstance(node, schema.Number) and isinstance(node.word, Flags):
        return _encode_flags(node.word, field)
    if isinstance(node, schema.Object):
        body = _body(node, field)
        wrap = delimited(field.number)
        if node.optional:
            return lambda value: b"" if value is None else wrap(body(value))
        return lambda value: wrap(body(value))
    if isinstance(node, schema.Text | schema.Octets):
        return _encode_text(node, field)
    return _encode_scalar(node, field)


def _body(item: schema.Node, field: FieldDescriptor) -> Encode:
    if field.message_type is None:
        raise _mismatch(item, field)
    if isinstance(item, schema.Object):
        return class_writer(item.cls, field.message_type)
    return _encode(item, _wrapped(field, item))


def _encode_scalar(node: schema.Node, field: FieldDescriptor) -> Encode:
    number = _number(node, field)
    tag = varint(field.number << 3 | _VARINT)
    explicit = field.has_presence
    optional = isinstance(node, schema.Number) and node.optional
    if optional and not explicit and field.enum_type is None:
        raise _mismatch(node, field)

    def encode(value: Any) -> bytes:
        if optional and value == NONE:
            return b""
        wire = number(value)
        return tag + varint(wire) if wire or explicit else b""

    return encode


def _encode_flags(word: Flags, field: FieldDescriptor) -> Encode:
    if field.enum_type is None:
        raise _mismatch(word, field)
    _match_words(word.labels, field.enum_type)
    limit = 1 << len(word.labels)
    wrap = delimited(field.number)

    def encode(value: Any) -> bytes:
        if not 0 <= value < limit:
            raise ValueError(f"{field.full_name}: {value} has flags beyond {word.labels.name}")
        bits = b"".join([varint(i + 1) for i in range(len(word.labels)) if value >> i & 1])
        return wrap(bits) if bits else b""

    return encode


def _encode_text(node: schema.Text | schema.Octets, field: FieldDescriptor) -> Encode:
    wanted = FieldDescriptor.TYPE_STRING if isinstance(node, schema.Text) else FieldDescriptor.TYPE_BYTES
    if field.type != wanted:
        raise _mismatch(node, field)
    wrap = delimited(field.number)
    explicit = field.has_presence

    def encode(value: Any) -> bytes:
        body = value.encode() if isinstance(value, str) else value
        return wrap(body) if body or explicit else b""

    return encode


def _number(node: schema.Node, field: FieldDescriptor) -> Callable[[Any], int]:
    """Value to the number on the wire; checks the range."""
    if isinstance(node, schema.Boolean):
        if field.type != FieldDescriptor.TYPE_BOOL:
            raise _mismatch(node, field)
        return int
    if not isinstance(node, schema.Number):
        raise _mismatch(node, field)
    word = node.word
    lowest = NONE if node.optional else 0
    limit = node.limit
    if isinstance(word, Labels):
        if field.enum_type is None:
            raise _mismatch(node, field)
        _match_words(word, field.enum_type)
        offset = 1
    elif isinstance(word, Signed):
        if field.type in _ZIGZAG:
            return lambda value: (value << 1) ^ (value >> 63)
        if field.type not in _SIGNED:
            raise _mismatch(node, field)
        return int
    else:
        if field.type not in _UNSIGNED or not isinstance(word, Index | Card | Count):
            raise _mismatch(node, field)
        offset = 0

    def number(value: Any) -> int:
        if value < lowest or (limit is not None and value >= limit):
            raise ValueError(f"{field.full_name}: {value!r} is no {word}")
        return int(value) + offset

    return number


@cache
def _match_words(labels: Labels, enum: EnumDescriptor) -> None:
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    theirs = {value.number: value.name for value in enum.values}
    ours = {i + 1: prefix + word.upper() for i, word in enumerate(labels.words)}
    if theirs != {0: f"{prefix}UNSPECIFIED"} | ours:
        raise SchemaMismatch(f"{enum.full_name} does not list the words of {labels.name}")


def _read(node: schema.Node, field: FieldDescriptor, value: str, owner: str, names: dict[str, Any]) -> str:
    """The expression that reads a field; ``value`` is the field's and ``owner`` its message's expression."""
    _encode(node, field)  # raises if they do not fit
    item = _items(node, field)
    if item is not None:
        make = "" if isinstance(node, schema.Sequence) and node.mutable else "tuple"
        if field.message_type is None and field.enum_type is None:
            return f"{make or 'list'}({value})"
        each = _read_item(item, field, "e", names)
        return f"{make}([{each} for e in {value}])"
    if isinstance(node, schema.Object):
        nested = _read_item(node, field, value, names)
        return f"({nested} if {owner}.HasField({field.name!r}) else None)" if node.optional else nested
    if isinstance(node, schema.Number):
        if isinstance(node.word, Flags):
            bits = _known(names, field, {i + 1: 1 << i for i in range(len(node.word.labels))})
            return f"sum([{bits}[n] for n in {value}]) if {value} else 0"
        if field.enum_type is not None:
            return _read_item(node, field, value, names)
        if node.optional:
            return f"({value} if {owner}.HasField({field.name!r}) else {NONE})"
    return value


def _read_item(item: schema.Node, field: FieldDescriptor, value: str, names: dict[str, Any]) -> str:
    """The expression of one enum number, nested message or wrapper."""
    if isinstance(item, schema.Object) and field.message_type is not None:
        function = f"read_{len(names)}"
        names[function] = class_reader(item.cls, field.message_type)
        return f"{function}({value})"
    if field.message_type is not None:
        inner = _wrapped(field, item)
        return _read(item, inner, f"{value}.{inner.name}", value, names)
    if isinstance(item, schema.Number) and isinstance(item.word, Labels):
        known = {i + 1: i for i in range(len(item.word))} | ({0: NONE} if item.optional else {})
        return f"{_known(names, field, known)}[{value}]"
    raise _mismatch(item, field)


def _known(names: dict[str, Any], field: FieldDescriptor, known: dict[int, int]) -> str:
    """Puts a table of enum numbers among the names of the generated function."""
    name = f"known_{len(names)}"
    names[name] = _Indices(field.full_name, known)
    return name


class _Indices(dict[int, int]):
    """Enum number to the engine's number; anything else is refused."""

    __slots__ = ("_where",)

    def __init__(self, where: str, known: dict[int, int]) -> None:
        super().__init__(known)
        self._where = where

    def __missing__(self, number: int) -> int:
        raise BadEncoding(f"{self._where}: {f'number {number} is unknown' if number else 'nothing is set'}")


__all__ = [
    "Encode",
    "Fields",
    "Read",
    "SchemaMismatch",
    "class_reader",
    "class_writer",
    "delimited",
    "fields_of",
    "reader",
    "varint",
    "writer",
]
