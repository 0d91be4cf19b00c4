"""Values as plain JSON, with the rulebook's words, and back; and where two documents differ.

* numbers with :class:`~engine_core.vocabulary.Labels` are words, with ``Flags`` lists of words in bit order, with ``Card`` the id of the
  row of their table; ``NONE`` is ``null``; other numbers are numbers, ``bool`` is ``true`` or ``false``
* tuples and lists are arrays, nested objects are objects with the field names of the class, ``None`` is ``null``
* bytes are hex; a random source is ``{"key": hex, "counters": {"purpose": number}}``; ``Shared`` references are left out

Reading is strict: every error is a :class:`~engine_core.errors.BadEncoding` that begins with the path, ``players[1].coins: ...``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Words
from typing import Any, Final, TypeVar

from engine_core.codec import EMPTY, Context
from engine_core.errors import BadEncoding, shown
from engine_core.rng import Rng
from engine_core.schema import (
    Boolean,
    Node,
    Number,
    Object,
    Octets,
    Reference,
    Row,
    Sequence,
    Source,
    Text,
    schema_of,
)
from engine_core.vocabulary import NONE, Card, Flags, Labels, Signed

T = TypeVar("T")

ABSENT: Final = type("Absent", (), {"__repr__": lambda self: "nothing"})()
"""In :func:`differences`: what the document without the path holds there."""


def to_json(value: Any, context: Context = EMPTY) -> dict[str, Any]:
    """A slotted object as a JSON object. ``context.names`` is needed if it holds cards."""
    document: dict[str, Any] = {}
    cls: Any = type(value)
    for field, node in schema_of(cls).fields:
        if not isinstance(node, Reference):
            document[field] = _written(node, getattr(value, field), context)
    return document


def from_json(cls: type[T], document: object, context: Context = EMPTY) -> T:
    """Inverse of :func:`to_json`. Fields with defaults (of dataclasses) may be left out."""
    made: T = _object(cls, document, context, "")
    return made


def canonical_json(value: Any, context: Context = EMPTY) -> bytes:
    """:func:`to_json` as bytes that are the same for equal values."""
    return canonical(to_json(value, context))


def canonical(document: object) -> bytes:
    """A plain JSON value as bytes: sorted keys, no spaces, UTF-8."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def differences(found: Any, expected: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two JSON values differ: ``(path, found, expected)`` per leaf, :data:`ABSENT` where one has nothing."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        for key in dict.fromkeys((*found, *expected)):
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(found.get(key, ABSENT), expected.get(key, ABSENT), inner)
    elif isinstance(found, list) and isinstance(expected, list):
        for i in range(max(len(found), len(expected))):
            one = found[i] if i < len(found) else ABSENT
            other = expected[i] if i < len(expected) else ABSENT
            yield from differences(one, other, f"{path}[{i}]")
    elif type(found) is not type(expected) or found != expected:
        yield path, found, expected


# -- writing -------------------------------------------------------------------------------------------------------------------


def _written(node: Node, value: Any, context: Context) -> Any:
    if isinstance(node, Number):
        word = node.word
        if value == NONE and node.optional:
            return None
        if isinstance(word, Labels):
            return word.words[value]
        if isinstance(word, Flags):
            return [name for bit, name in enumerate(word.labels.words) if value >> bit & 1]
        if isinstance(word, Card):
            return context.names[word.table][value]
        return value
    if isinstance(node, Object):
        return None if value is None else to_json(value, context)
    if isinstance(node, Sequence):
        return [_written(node.item, item, context) for item in value]
    if isinstance(node, Row):
        return [_written(item, value[i], context) for i, item in enumerate(node.items)]
    if isinstance(node, Octets):
        return value.hex()
    if isinstance(node, Source):
        return {"key": value.secret.hex(), "counters": dict(zip(value.purposes, value.counters, strict=True))}
    return value


# -- reading -------------------------------------------------------------------------------------------------------------------


def _object(cls: Any, document: object, context: Context, path: str) -> Any:
    schema = schema_of(cls)
    if not isinstance(document, Mapping):
        raise _bad(path, f"{cls.__name__} is written as an object, not {shown(document)}")
    known = {field for field, node in schema.fields if not isinstance(node, Reference)}
    for key in document:
        if key not in known:
            raise _bad(
                _join(path, str(key)), f"{cls.__name__} has no such field; fields are {', '.join(sorted(known))}"
            )
    defaults = dict(schema.defaults)
    made = cls.__new__(cls)
    for field, node in schema.fields:
        if isinstance(node, Reference):
            value = context.shared[field]
        elif field in document:
            value = _value(node, document[field], context, _join(path, field))
        elif field in defaults:
            value = defaults[field]
        else:
            raise _bad(_join(path, field), "missing")
        object.__setattr__(made, field, value)
    return made


def _value(node: Node, document: Any, context: Context, path: str) -> Any:
    if isinstance(node, Number):
        return _number(node, document, context, path)
    if isinstance(node, Boolean):
        if not isinstance(document, bool):
            raise _bad(path, f"true or false, not {shown(document)}")
        return document
    if isinstance(node, Text):
        if not isinstance(document, str):
            raise _bad(path, f"a text, not {shown(document)}")
        return document
    if isinstance(node, Octets):
        return _octets(document, path)
    if isinstance(node, Source):
        return _source(document, context, path)
    if isinstance(node, Object):
        return None if node.optional and document is None else _object(node.cls, document, context, path)
    if not isinstance(document, list | tuple):
        raise _bad(path, f"a list, not {shown(document)}")
    if isinstance(node, Row):
        if len(document) != len(node.items):
            raise _bad(path, f"a list of {len(node.items)}, not of {len(document)}")
        return tuple(_value(item, document[i], context, f"{path}[{i}]") for i, item in enumerate(node.items))
    assert isinstance(node, Sequence)
    items = [_value(node.item, item, context, f"{path}[{i}]") for i, item in enumerate(document)]
    return items if node.mutable else tuple(items)


def _number(node: Number, document: Any, context: Context, path: str) -> int:
    word = node.word
    if document is None:
        if node.optional:
            return NONE
        raise _bad(path, "null is not allowed here")
    if isinstance(word, Flags):
        if not isinstance(document, list | tuple):
            raise _bad(path, f"a list of words, not {shown(document)}")
        bits = [_word(word.labels.words, item, f"{path}[{i}]") for i, item in enumerate(document)]
        if len(set(bits)) != len(bits):
            raise _bad(path, "a word stands there twice")
        return sum(1 << bit for bit in bits)
    if isinstance(word, Labels):
        return _word(word.words, document, path)
    if isinstance(word, Card):
        return _word(context.names[word.table], document, path)
    if not isinstance(document, int) or isinstance(document, bool):
        raise _bad(path, f"a whole number, not {shown(document)}")
    if document < 0 and not isinstance(word, Signed):
        raise _bad(path, f"{document} is negative")
    if node.limit is not None and document >= node.limit:
        raise _bad(path, f"{document} is too large; the largest is {node.limit - 1}")
    return document


def _word(words: Words[str], document: Any, path: str) -> int:
    try:
        return words.index(document)
    except ValueError:
        raise _bad(path, f"{shown(document)} is none of {', '.join(words)}") from None


def _octets(document: Any, path: str) -> bytes:
    try:
        return bytes.fromhex(document)
    except (TypeError, ValueError):
        raise _bad(path, f"hex digits, not {shown(document)}") from None


def _source(document: Any, context: Context, path: str) -> Rng:
    if not isinstance(document, Mapping) or set(document) != {"key", "counters"}:
        raise _bad(path, 'a random source is written as {"key": hex, "counters": {purpose: number}}')
    secret = _octets(document["key"], f"{path}.key")
    if not 1 <= len(secret) <= 64:
        raise _bad(f"{path}.key", "a key has 1 to 64 bytes")
    counters = document["counters"]
    if not isinstance(counters, Mapping) or set(counters) != set(context.streams):
        raise _bad(f"{path}.counters", f"one number for each of {', '.join(context.streams)}")
    numbers = []
    for purpose in context.streams:
        number = counters[purpose]
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise _bad(f"{path}.counters.{purpose}", f"a whole number, not {shown(number)}")
        numbers.append(number)
    return Rng(secret, context.streams, tuple(numbers))


def _bad(path: str, sentence: str) -> BadEncoding:
    return BadEncoding(f"{path}: {sentence}" if path else sentence)


def _join(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field
