"""Objects of any engine class with random values inside of their annotations: what a wire format has to carry, reachable or not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine_core import schema

LARGEST_CARD = 20


def value(node: schema.Node, draw: random.Random, length: int | None = None) -> Any:
    """A value that the annotation allows; ``length`` fixes that of a series."""
    match node:
        case schema.Number():
            return draw.randint(-1 if node.optional else 0, (node.limit or LARGEST_CARD) - 1)
        case schema.Boolean():
            return draw.random() < 0.5
        case schema.Row():
            return tuple(value(item, draw) for item in node.items)
        case schema.Sequence():
            many = draw.randint(0, 5) if length is None else length
            return tuple(value(node.item, draw) for _ in range(many))
        case schema.Object():
            return instance(node.cls, draw)
    raise TypeError(f"no made-up value for {node}")


def instance(cls: Any, draw: random.Random, lengths: Mapping[str, int] | None = None) -> Any:
    """An object of a slotted class; ``lengths`` fixes the lengths of series by field."""
    shape = schema.schema_of(cls)
    values = {name: value(node, draw, (lengths or {}).get(name)) for name, node in shape.fields}
    if shape.frozen:
        return cls(**values)
    made: Any = object.__new__(cls)
    for name, field_value in values.items():
        setattr(made, name, field_value)
    return made


def plain(thing: Any) -> Any:
    """The values of an object as plain tuples, for comparing objects whose classes define no equality."""
    if isinstance(thing, tuple | list):
        return tuple(map(plain, thing))
    if isinstance(thing, int | str | bytes) or thing is None:
        return thing
    cls: Any = type(thing)
    return cls, tuple((name, plain(getattr(thing, name))) for name, _ in schema.schema_of(cls).fields)
