"""Slotted classes that use every kind of annotation, and hypothesis strategies that fill any slotted class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from hypothesis import strategies as st

from engine_core.codec import Context
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
from engine_core.values import Packed, Value
from engine_core.vocabulary import NONE, Card, Flags, Index, Labels, Shared, Signed

COLOUR: Final = Labels("Colour", ("red", "green", "blue"))
STREAMS: Final = ("bag", "die")
CONTEXT: Final = Context(
    {"cards": tuple(f"card_{i}" for i in range(200))}, {"options": "the options", "data": None}, STREAMS
)


@dataclass(frozen=True, slots=True)
class Settings:
    """A frozen dataclass with defaults."""

    colour: Annotated[int, COLOUR] = 1
    fast: bool = False


class Tile(Value):
    """Never changes."""

    __slots__ = ("colours", "owner")

    colours: tuple[Annotated[int, COLOUR], ...]
    owner: Annotated[int, Index("Seat", 4).or_none()]


class Piece(Packed):
    """Changes in place."""

    __slots__ = ("delta", "flags", "name", "steps")

    name: str
    flags: Annotated[int, Flags(COLOUR)]
    delta: Annotated[int, Signed()]
    steps: list[int]


class Plain:
    """Slots and nothing else."""

    __slots__ = ("raw",)

    raw: bytes


class Everything(Packed):
    """One field of every kind."""

    __slots__ = (
        "card",
        "colour",
        "count",
        "grid",
        "inner",
        "maybe",
        "maybe_card",
        "open",
        "options",
        "pair",
        "pieces",
        "rng",
        "settings",
        "some",
        "tiles",
        "words",
    )

    options: Annotated[str, Shared()]
    count: int
    open: bool
    colour: Annotated[int, COLOUR.or_none()]
    card: Annotated[int, Card("cards")]
    maybe_card: Annotated[int, Card("cards", optional=True)]
    pair: tuple[Annotated[int, COLOUR], Annotated[int, COLOUR.or_none()]]
    grid: tuple[tuple[int, ...], ...]
    some: tuple[tuple[int, Annotated[int, Signed()]], ...]
    words: list[str]
    pieces: list[Piece]
    tiles: tuple[Tile, ...]
    inner: Plain
    maybe: Piece | None
    settings: Settings
    rng: Rng


def values(node: Node, context: Context) -> st.SearchStrategy[Any]:
    """Values that a field may hold."""
    if isinstance(node, Number):
        if isinstance(node.word, Signed):
            return st.integers(-(2**40), 2**40)
        top = node.limit
        if isinstance(node.word, Card):
            top = len(context.names[node.word.table])
        low = NONE if node.optional else 0
        return st.integers(low, 2**40) if top is None else st.integers(low, top - 1)
    if isinstance(node, Boolean):
        return st.booleans()
    if isinstance(node, Text):
        return st.text(max_size=8)
    if isinstance(node, Octets):
        return st.binary(max_size=8)
    if isinstance(node, Source):
        counters = st.tuples(*(st.integers(0, 2**20) for _ in context.streams))
        return st.builds(Rng, st.binary(min_size=1, max_size=64), st.just(context.streams), counters)
    if isinstance(node, Row):
        return st.tuples(*(values(item, context) for item in node.items))
    if isinstance(node, Sequence):
        items = st.lists(values(node.item, context), max_size=4)
        return items if node.mutable else items.map(tuple)
    assert isinstance(node, Object)
    filled = objects(node.cls, context)
    return st.none() | filled if node.optional else filled


def objects(cls: Any, context: Context) -> st.SearchStrategy[Any]:
    """Objects of a slotted class with any values that its annotations allow."""
    schema = schema_of(cls)
    fields = {
        name: st.just(context.shared[name]) if isinstance(node, Reference) else values(node, context)
        for name, node in schema.fields
    }

    def build(found: dict[str, Any]) -> Any:
        made = cls.__new__(cls)
        for name, value in found.items():
            object.__setattr__(made, name, value)
        return made

    return st.fixed_dictionaries(fields).map(build)


def mutable_parts(value: Any, node: Node | None = None) -> list[Any]:
    """Every part of a value that can change in place, found by walking the annotations."""
    if node is None or isinstance(node, Object):
        if value is None:
            return []
        cls: Any = type(value)
        schema = schema_of(cls)
        own = [] if schema.frozen else [value]
        return own + [part for name, child in schema.fields for part in mutable_parts(getattr(value, name), child)]
    if isinstance(node, Source):
        return [value]
    if isinstance(node, Sequence):
        own = [value] if node.mutable else []
        return own + [part for item in value for part in mutable_parts(item, node.item)]
    if isinstance(node, Row):
        return [part for item, child in zip(value, node.items, strict=True) for part in mutable_parts(item, child)]
    return []
