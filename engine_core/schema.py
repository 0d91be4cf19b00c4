"""What the annotations of a slotted class say about its values, as a small tree.

:func:`schema_of` reads a class once; ``engine_core.codec`` compiles code from the tree, ``engine_core.documents`` walks it for JSON,
and whoever shows fields to people may walk it too. A field may be annotated with

* ``int`` (0 or more), ``bool``, ``str``, ``bytes``, or ``Annotated[int, ...]`` with a word of :mod:`engine_core.vocabulary`
* ``tuple[T, ...]``, ``tuple[A, B]``, ``list[T]``
* another slotted class, or ``ThatClass | None``
* :class:`~engine_core.rng.Rng`
* ``Annotated[AnyClass, Shared()]``: a reference that is no part of the value

Fields whose name begins with an underscore and ``ClassVar`` are no part of the value either. Anything else is a ``TypeError`` that
names the field, raised when the class is first used.
"""

from __future__ import annotations

import dataclasses
import types
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Union, get_args, get_origin, get_type_hints

from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Value
from engine_core.vocabulary import NONE, Card, Count, Flags, Index, Labels, Shared, Signed


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number. ``word`` is what its annotation says; :class:`Count` for a plain ``int``."""

    word: Labels | Flags | Index | Card | Count | Signed

    @property
    def optional(self) -> bool:
        """Whether ``NONE`` is a value."""
        return isinstance(self.word, Labels | Index | Card) and self.word.optional

    @property
    def limit(self) -> int | None:
        """The first number that is too large; ``None`` if there is none or if it depends on a data table."""
        if isinstance(self.word, Labels):
            return len(self.word)
        if isinstance(self.word, Index):
            return self.word.size
        if isinstance(self.word, Flags):
            return 1 << len(self.word.labels)
        return None


@dataclass(frozen=True, slots=True)
class Boolean:
    """``True`` or ``False``."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""


@dataclass(frozen=True, slots=True)
class Octets:
    """A byte string; JSON: hex."""


@dataclass(frozen=True, slots=True)
class Source:
    """A random source."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A shared reference, no part of the value."""


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of fixed length, one node per position."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A tuple or list of any length."""

    item: Node
    mutable: bool


@dataclass(frozen=True, slots=True)
class Object:
    """A nested slotted object; ``optional``: or ``None``."""

    cls: type
    optional: bool = False


Node = Number | Boolean | Text | Octets | Source | Reference | Row | Sequence | Object

COUNT: Final = Number(Count())


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields of a class, in the order of their annotations."""

    cls: type
    fields: tuple[tuple[str, Node], ...]
    frozen: bool
    """A frozen dataclass, a :class:`~engine_core.values.Value` or a :class:`~engine_core.values.CopyOnChange`: copies may share it."""
    defaults: tuple[tuple[str, Any], ...] = ()
    """Fields that may be left out of a document: those of a dataclass with defaults, of a ``Value`` its ``may_be_left_out``."""


@cache
def schema_of(cls: Any) -> Schema:
    """The schema of a slotted class; ``TypeError`` names a field that cannot be stored."""
    if not any("__slots__" in vars(base) for base in cls.__mro__[:-1]):
        raise TypeError(f"{cls.__name__} has no __slots__")
    fields: list[tuple[str, Node]] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name.startswith("_") or get_origin(hint) is ClassVar or hint is ClassVar:
            continue
        fields.append((name, _node(hint, f"{cls.__name__}.{name}")))
    defaults: tuple[tuple[str, Any], ...] = ()
    frozen = issubclass(cls, Value | CopyOnChange)
    if dataclasses.is_dataclass(cls):
        frozen = bool(vars(cls)["__dataclass_params__"].frozen)
        defaults = tuple((f.name, f.default) for f in dataclasses.fields(cls) if f.default is not dataclasses.MISSING)
    elif issubclass(cls, Value):
        defaults = tuple((name, _unset(node)) for name, node in fields if name in cls.may_be_left_out)
    return Schema(cls, tuple(fields), frozen, defaults)


def _unset(node: Node) -> Any:
    if isinstance(node, Number):
        return NONE if node.optional else 0
    if isinstance(node, Boolean):
        return False
    if isinstance(node, Sequence) and not node.mutable:
        return ()
    raise TypeError(f"there is no unset {type(node).__name__}")


def holds_objects(node: Node) -> bool:
    """Whether the node contains something with a life of its own: a nested object or a random source."""
    if isinstance(node, Sequence):
        return holds_objects(node.item)
    if isinstance(node, Row):
        return any(holds_objects(item) for item in node.items)
    return isinstance(node, Object | Source)


def immutable(node: Node) -> bool:
    """Whether two copies may share the value."""
    if isinstance(node, Sequence):
        return not node.mutable and immutable(node.item)
    if isinstance(node, Row):
        return all(immutable(item) for item in node.items)
    if isinstance(node, Object):
        schema = schema_of(node.cls)
        return schema.frozen and all(immutable(child) for _, child in schema.fields)
    return not isinstance(node, Source)


def _node(hint: Any, where: str) -> Node:
    if get_origin(hint) is Annotated:
        base, word, *more = get_args(hint)
        if isinstance(word, Shared):
            return Reference()
        if base is int and not more and isinstance(word, Labels | Flags | Index | Card | Count | Signed):
            return Number(word)
    elif hint is bool:
        return Boolean()
    elif hint is int:
        return COUNT
    elif hint is str:
        return Text()
    elif hint is bytes:
        return Octets()
    elif hint is Rng:
        return Source()
    elif get_origin(hint) is tuple:
        items = get_args(hint)
        if len(items) == 2 and items[1] is Ellipsis:
            return Sequence(_node(items[0], where), mutable=False)
        return Row(tuple(_node(item, where) for item in items if item != ()))
    elif get_origin(hint) is list:
        return Sequence(_node(get_args(hint)[0], where), mutable=True)
    elif get_origin(hint) in (Union, types.UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        if len(options) == 1 and len(get_args(hint)) == 2 and isinstance(_node(options[0], where), Object):
            return Object(options[0], optional=True)
    elif isinstance(hint, type) and any("__slots__" in vars(base) for base in hint.__mro__[:-1]):
        return Object(hint)
    raise TypeError(f"{where}: a field annotated with {hint!r} cannot be stored")
