"""What happens in a game, as typed events with an audience.

A game derives its event classes from :class:`Event` (annotated fields, see :mod:`engine_core.vocabulary`). ``apply`` hands each
event to the sink together with its audience: :data:`EVERYONE` or one seat. What one seat alone may know is an event of its own for
that seat; the others get another event that says only what they may know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, dataclass_transform

from engine_core.actions import snake_case

EVERYONE: Final = -1
"""Audience: all seats and all spectators."""


def _constructor(name: str, fields: tuple[str, ...]) -> Any:
    """An ``__init__`` with the fields as parameters: events are made often, and a missing field is Python's own error."""
    body = "\n".join(f"    self.{field} = {field}" for field in fields) or "    pass"
    made: dict[str, Any] = {}
    exec(f"def __init__({', '.join(('self', *fields))}):\n{body}", made)  # noqa: S102 - field names of a class body
    made["__init__"].__qualname__ = f"{name}.__init__"
    return made["__init__"]


@dataclass_transform(eq_default=True, frozen_default=False)
class EventType(type):
    """Metaclass: annotations become slots and the constructor's parameters."""

    kind: str
    fields: tuple[str, ...]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> EventType:
        own = tuple(
            f for f, hint in namespace.get("__annotations__", {}).items() if not str(hint).startswith("ClassVar")
        )
        if bases:
            namespace["__slots__"] = own
            namespace["__match_args__"] = own
            namespace["__init__"] = _constructor(name, own)
        cls = super().__new__(mcs, name, bases, namespace)
        cls.kind = snake_case(name)
        cls.fields = own if bases else ()
        return cls


class Event(metaclass=EventType):
    """Base of all events; equal when class and fields are equal."""

    __slots__ = ()
    kind: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, f) == getattr(other, f) for f in type(self).fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{f}={getattr(self, f)!r}' for f in type(self).fields)})"


Sink = Callable[[int, Event], None]
"""``sink(audience, event)``."""
