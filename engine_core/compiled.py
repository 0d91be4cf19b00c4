"""Generates the source of ``clone``, ``pack`` and ``read`` for a slotted class and executes it (see :mod:`engine_core.codec`).

Everything generated is one function per class and purpose; a nested class's functions are called by name. The generator looks at the
schema only, never at values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine_core.packing import RUNTIME
from engine_core.schema import (
    Boolean,
    Node,
    Number,
    Object,
    Octets,
    Reference,
    Row,
    Schema,
    Source,
    Text,
    holds_objects,
    immutable,
    schema_of,
)
from engine_core.schema import Sequence as SequenceNode
from engine_core.values import Packed, Value
from engine_core.vocabulary import Card, Signed


@dataclass(frozen=True, slots=True)
class Compiled:
    """The functions of one class and the source they came from."""

    source: str
    clone: Callable[[Any], Any]
    copy: Callable[[Any], Any]
    evolve: Callable[[Any, dict[str, object]], Any]
    pack: Callable[[Any], bytes]
    read: Callable[[Callable[[], int], int, Any], Any]


@cache
def compile_class(cls: Any) -> Compiled:
    """Generate and execute the functions of ``cls`` and, first, those of the classes it holds."""
    schema = schema_of(cls)
    names: dict[str, Any] = dict(RUNTIME)
    names[f"new_{cls.__name__}"] = cls
    for nested in _nested_classes(node for _, node in schema.fields):
        compiled = compile_class(nested)
        names[f"clone_{nested.__name__}"] = compiled.clone
        names[f"pack_{nested.__name__}"] = compiled.pack
        names[f"read_{nested.__name__}"] = compiled.read
    source = (
        "\n\n".join(
            (
                _clone_source(schema),
                _copy_source(schema),
                _evolve_source(schema),
                _pack_source(schema),
                _read_source(schema),
            )
        )
        + "\n"
    )
    exec(compile(source, f"<codec of {cls.__qualname__}>", "exec"), names)  # noqa: S102 - the source is our own
    name = cls.__name__
    return Compiled(
        source,
        names[f"clone_{name}"],
        names[f"copy_{name}"],
        names[f"evolve_{name}"],
        names[f"pack_{name}"],
        names[f"read_{name}"],
    )


def _nested_classes(nodes: Iterator[Node] | Sequence[Node]) -> Iterator[type]:
    for node in nodes:
        if isinstance(node, Object):
            yield node.cls
        elif isinstance(node, Row):
            yield from _nested_classes(node.items)
        elif isinstance(node, SequenceNode):
            yield from _nested_classes((node.item,))


def _remembers(schema: Schema) -> bool:
    return any("_packed" in vars(base).get("__slots__", ()) for base in schema.cls.__mro__)


def _store(schema: Schema) -> str:
    """How a field of a new object ``n`` is set: a frozen dataclass refuses a plain assignment."""
    return "    put(n, {0!r}, {1})" if schema.frozen and not issubclass(schema.cls, Packed) else "    n.{0} = {1}"


# -- clone ---------------------------------------------------------------------------------------------------------------------


def _clone_source(schema: Schema) -> str:
    name = schema.cls.__name__
    lines = [f"def clone_{name}(o):"]
    if schema.frozen and all(immutable(node) for _, node in schema.fields):
        return "\n".join([*lines, "    return o"])
    lines.append(f"    n = new(new_{name})")
    store = _store(schema)
    if _remembers(schema):
        lines.append("    n._packed = o._packed")
    for field, node in schema.fields:
        if isinstance(node, Source):
            lines += [
                f"    r = o.{field}",
                "    s = new(Rng)",
                "    s.secret = r.secret",
                "    s.purposes = r.purposes",
                "    s.counters = r.counters",
                store.format(field, "s"),
            ]
        else:
            lines.append(store.format(field, _clone_of(node, f"o.{field}", 0)))
    lines.append("    return n")
    return "\n".join(lines)


def _copy_source(schema: Schema) -> str:
    name = schema.cls.__name__
    lines = [f"def copy_{name}(o):", f"    n = new(new_{name})"]
    if _remembers(schema):
        lines.append("    n._packed = o._packed")
    lines += [_store(schema).format(field, f"o.{field}") for field, _ in schema.fields]
    return "\n".join([*lines, "    return n"])


def _evolve_source(schema: Schema) -> str:
    name = schema.cls.__name__
    lines = [f"def evolve_{name}(o, changes):", f"    n = new(new_{name})"]
    if _remembers(schema):
        lines.append("    n._packed = NOTHING")
    lines += [_store(schema).format(field, f"o.{field}") for field, _ in schema.fields]
    lines += ["    for field, value in changes.items():", "        put(n, field, value)", "    return n"]
    return "\n".join(lines)


def _clone_of(node: Node, value: str, depth: int) -> str:
    if immutable(node):
        return value
    if isinstance(node, Object):
        copy = f"clone_{node.cls.__name__}({value})"
        return f"None if {value} is None else {copy}" if node.optional else copy
    if isinstance(node, Source):
        return f"{value}.clone()"
    if isinstance(node, SequenceNode):
        if immutable(node.item):
            return f"{value}[:]"
        items = f"[{_clone_of(node.item, f'x{depth}', depth + 1)} for x{depth} in {value}]"
        return items if node.mutable else f"tuple({items})"
    assert isinstance(node, Row)
    return "(" + "".join(f"{_clone_of(item, f'{value}[{i}]', depth)}, " for i, item in enumerate(node.items)) + ")"


# -- pack ----------------------------------------------------------------------------------------------------------------------


def _pack_source(schema: Schema) -> str:
    name = schema.cls.__name__
    plain = [(f, node) for f, node in schema.fields if not holds_objects(node) and not isinstance(node, Reference)]
    nested = [(f, node) for f, node in schema.fields if holds_objects(node)]
    lines = [f"def pack_{name}(o):"]
    if _stays(Object(schema.cls)):
        numbers = ", ".join(n for f, node in plain for n in _numbers(node, f"o.{f}", 0))
        lines += [
            "    packed = o._packed[1]",
            "    if not packed:",
            f"        packed = encode([{numbers}])",
            "        o._packed = ((), packed)",
            "    return packed",
        ]
        return "\n".join(lines)
    if not plain:
        lines.append("    plain = b''")
    elif _remembers(schema):
        variables = "".join(f"f_{f}, " for f, _ in plain)
        values = "".join((f"o.{f}, " if immutable(node) else f"frozen(o.{f}), ") for f, node in plain)
        lines += [
            f"    values = ({values})",
            "    packed = o._packed",
            "    if packed[0] == values:",
            "        plain = packed[1]",
            "    else:",
            f"        {variables} = values".replace(",  =", ", ="),
            f"        plain = encode([{', '.join(n for f, node in plain for n in _numbers(node, f'f_{f}', 0))}])",
            "        o._packed = (values, plain)",
        ]
    else:
        lines.append(f"    plain = encode([{', '.join(n for f, node in plain for n in _numbers(node, f'o.{f}', 0))}])")
    if nested:
        parts = [part for f, node in nested for part in _parts(node, f"o.{f}", 0)]
        lines.append(f"    return join((plain, {', '.join(parts)}))")
    else:
        lines.append("    return plain")
    return "\n".join(lines)


def _stays(node: Object) -> bool:
    """Whether the bytes that an object remembers are all its bytes, for good."""
    cls: Any = node.cls
    return issubclass(cls, Value) and not any(holds_objects(child) for _, child in schema_of(cls).fields)


def _numbers(node: Node, value: str, depth: int) -> list[str]:
    """Items of a list display that are the numbers of a plain value."""
    if isinstance(node, Number):
        if isinstance(node.word, Signed):
            return [f"zigzag({value})"]
        return [f"{value} + 1"] if node.optional else [value]
    if isinstance(node, Boolean):
        return [value]
    if isinstance(node, Text):
        return [f"*text({value})"]
    if isinstance(node, Octets):
        return [f"*octets({value})"]
    if isinstance(node, Row):
        if all(isinstance(item, Number | Boolean) and _numbers(item, "x", 0) == ["x"] for item in node.items):
            return [f"*{value}"] if node.items else []
        return [n for i, item in enumerate(node.items) for n in _numbers(item, f"{value}[{i}]", depth)]
    assert isinstance(node, SequenceNode)
    item = f"x{depth}"
    numbers = _numbers(node.item, item, depth + 1)
    if numbers == [item]:
        return [f"len({value})", f"*{value}"]
    if len(numbers) == 1 and not numbers[0].startswith("*"):
        return [f"len({value})", f"*[{numbers[0]} for {item} in {value}]"]
    flat = f"*[n{depth} for {item} in {value} for n{depth} in ({', '.join(numbers)},)]"
    return [f"len({value})", flat]


def _parts(node: Node, value: str, depth: int) -> list[str]:
    """Items of a tuple display that are the bytes of a value that holds objects."""
    if isinstance(node, Object):
        pack = f"pack_{node.cls.__name__}"
        return [f"b'\\0' if {value} is None else b'\\1' + {pack}({value})" if node.optional else f"{pack}({value})"]
    if isinstance(node, Source):
        return [f"random_source({value}.secret, {value}.counters)"]
    if isinstance(node, SequenceNode):
        item = f"x{depth}"
        parts = _parts(node.item, item, depth + 1)
        length = f"SHORT[len({value})] if len({value}) < 128 else encode([len({value})])"
        if isinstance(node.item, Object) and not node.item.optional:
            pack = f"pack_{node.item.cls.__name__}"
            if _stays(node.item):
                # what a Value remembers is looked up here: no call for what did not change
                return [length, f"*[{item}._packed[1] or {pack}({item}) for {item} in {value}]"]
            return [length, f"*map({pack}, {value})"]
        return [length, f"*[p{depth} for {item} in {value} for p{depth} in ({', '.join(parts)},)]"]
    if isinstance(node, Row):
        return [p for i, item in enumerate(node.items) for p in _parts(item, f"{value}[{i}]", depth)]
    return [f"encode([{', '.join(_numbers(node, value, depth))}])"]


# -- read ----------------------------------------------------------------------------------------------------------------------


def _read_source(schema: Schema) -> str:
    name = schema.cls.__name__
    lines = [f"def read_{name}(take, most, context):", f"    n = new(new_{name})"]
    store = _store(schema)
    if _remembers(schema):
        lines.append("    n._packed = NOTHING")
    plain = [(f, node) for f, node in schema.fields if not holds_objects(node)]
    nested = [(f, node) for f, node in schema.fields if holds_objects(node)]
    for field, node in (*plain, *nested):
        if isinstance(node, Reference):
            lines.append(store.format(field, f"context.shared[{field!r}]"))
        else:
            lines.append(store.format(field, _reader(node, f"{name}.{field}")))
    lines.append("    return n")
    return "\n".join(lines)


def _reader(node: Node, where: str) -> str:
    if isinstance(node, Number):
        if isinstance(node.word, Signed):
            return "unzigzag(take())"
        limit = repr(node.limit)
        if isinstance(node.word, Card):
            limit = f"rows(context, {node.word.table!r})"
        if limit == "None":
            return "take()"
        if node.optional:
            return f"within(take(), {limit} + 1, {where!r}) - 1"
        return f"within(take(), {limit}, {where!r})"
    if isinstance(node, Boolean):
        return f"within(take(), 2, {where!r}) == 1"
    if isinstance(node, Text):
        return f"read_text(take, most, {where!r})"
    if isinstance(node, Octets):
        return f"read_octets(take, most, {where!r})"
    if isinstance(node, Source):
        return f"read_random(take, most, context.streams, {where!r})"
    if isinstance(node, Object):
        read = f"read_{node.cls.__name__}(take, most, context)"
        return f"{read} if within(take(), 2, {where!r}) else None" if node.optional else read
    if isinstance(node, SequenceNode):
        items = f"[{_reader(node.item, where)} for _ in range(within(take(), most + 1, {where!r}))]"
        return items if node.mutable else f"tuple({items})"
    assert isinstance(node, Row)
    return "(" + "".join(f"{_reader(item, where)}, " for item in node.items) + ")"
