"""Copies and canonical bytes of slotted classes, compiled from their annotations (decision record ``docs/decisions/0001``).

``codec(MedicoState)`` generates, once, the source of a few functions and executes it, as ``dataclasses`` does for ``__init__``; read
them with ``print(codec(MedicoState).source)``. So no game writes them by hand and none can forget a field.

Layout of the bytes (canonical: equal values give equal bytes, on every machine and Python version). The value becomes a row of numbers,
each written as an unsigned LEB128 varint of minimal length:

* first an object's plain fields in the order of their annotations, then, in the same order, its fields that hold objects;
* a number is itself; with ``or_none()`` it is one more, ``NONE`` being 0; ``Signed`` is zigzag (0, -1, 1, -2 are 0, 1, 2, 3);
* ``False`` and ``True`` are 0 and 1; an object that may be ``None`` is preceded by 0 (absent) or 1;
* tuples and lists of any length are preceded by their length, tuples of fixed length are not;
* text is its number of UTF-8 bytes, then each; bytes are their number, then two 4-bit numbers for each, high first;
* a random source is its secret, then its counters, without their number: the game's streams are known;
* ``Shared`` references are left out.

So nearly every number is one byte below 128, and building a row costs little more than ``bytes([...])``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from engine_core.compiled import compile_class
from engine_core.errors import BadEncoding
from engine_core.packing import numbers_of
from engine_core.schema import Schema, schema_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Context:
    """What a value's bytes or JSON leave out and reading needs."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Per data table, the ids of its rows: how a ``Card`` is spelled, and how many there are."""
    shared: Mapping[str, object] = field(default_factory=dict)
    """The ``Shared`` references by field name."""
    streams: tuple[str, ...] = ()
    """The purposes of the random streams."""


EMPTY: Final = Context()


class Codec(Generic[T]):
    """The compiled functions of one class; get it with :func:`codec`."""

    __slots__ = ("_evolve", "_read", "clone", "copy", "schema", "source", "to_bytes")

    def __init__(self, cls: Any) -> None:
        compiled = compile_class(cls)
        self.schema: Final[Schema] = schema_of(cls)
        self.source: Final[str] = compiled.source
        self.clone: Final[Callable[[T], T]] = compiled.clone
        """An independent copy that shares only what cannot change."""
        self.copy: Final[Callable[[T], T]] = compiled.copy
        """Another object with the same fields: how a step gets a :class:`~engine_core.values.CopyOnChange` that it may change."""
        self.to_bytes: Final[Callable[[T], bytes]] = compiled.pack
        """The canonical bytes. The fields are trusted to hold what their annotations say."""
        self._read = compiled.read
        self._evolve = compiled.evolve

    def from_bytes(self, encoded: bytes, context: Context = EMPTY) -> T:
        """Inverse of :attr:`to_bytes`. :class:`BadEncoding` for truncated, trailing, out-of-range or non-minimal numbers."""
        numbers = numbers_of(encoded)
        row = iter(numbers)
        try:
            value: T = self._read(row.__next__, len(numbers), context)
        except StopIteration:
            raise BadEncoding(f"{self.schema.cls.__name__}: the bytes end too early") from None
        if next(row, None) is not None:
            raise BadEncoding(f"{self.schema.cls.__name__}: bytes are left over")
        return value

    def evolve(self, value: T, **changes: object) -> T:
        """A copy with some fields replaced; ``AttributeError`` for a field it has not."""
        made: T = self._evolve(value, changes)
        return made

    def equal(self, one: T, other: T) -> bool:
        """Whether both hold the same value; ``Shared`` references do not count."""
        return self.to_bytes(one) == self.to_bytes(other)


def codec(cls: type[T]) -> Codec[T]:
    """The codec of a slotted class, compiled at the first call. ``TypeError`` names a field that cannot be stored."""
    key: Any = cls
    if key not in _COMPILED:
        _COMPILED[key] = Codec(key)
    return _COMPILED[key]


_COMPILED: Final[dict[Any, Codec[Any]]] = {}


def evolve(value: T, /, **changes: object) -> T:
    """A copy of a :class:`~engine_core.values.Value` with some fields replaced; ``AttributeError`` for a field it has not."""
    cls: Any = type(value)
    made: T = compile_class(cls).evolve(value, changes)
    return made
