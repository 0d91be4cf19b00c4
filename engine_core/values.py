"""What the classes of a state derive from, so that copies and bytes cost little.

* :class:`Packed`: an object that changes in place; every copy of a state has its own.
* :class:`Value`: an object that never changes once it is made; copies share it, and :func:`~engine_core.codec.evolve` makes another one
  with some fields replaced. Right for what is large and seldom changes, such as a place of the board.
* :class:`CopyOnChange`: copies of a state share it too, but it changes in place in the hands of whoever made it: a step of the game first
  puts a copy (:attr:`~engine_core.codec.Codec.copy`) in its place and changes that one. Right for what has many fields of which some change
  at nearly every step, such as a player.
"""

from __future__ import annotations

from typing import ClassVar, Self, dataclass_transform


class Packed:
    """Base of classes that make up a state: remembers the bytes of its plain fields together with the values they stand for.

    The values are compared (mostly by identity) before the bytes are used again, so nothing has to be invalidated by hand, and
    packing a state costs little where nothing has changed since the last time.
    """

    __slots__ = ("_packed",)

    _packed: tuple[tuple[object, ...], bytes]

    def __new__(cls, *_args: object, **_named: object) -> Self:
        """An object that remembers nothing yet."""
        made = object.__new__(cls)
        made._packed = ((), b"")
        return made


class CopyOnChange(Packed):
    """Base of classes whose objects are copied by the step that changes them, so that copies of a state may share them."""

    __slots__ = ()


@dataclass_transform(eq_default=False, frozen_default=True, kw_only_default=True)
class Value(Packed):
    """Base of classes whose objects never change once made: built from all their fields by name, shared by copies.

    mypy refuses an assignment to a field. At run time nothing stops it, for speed; the conformance suite finds it, because the bytes
    are remembered for good.
    """

    __slots__ = ()

    may_be_left_out: ClassVar[frozenset[str]] = frozenset()
    """The fields that a document may leave out; they are not set then: ``NONE``, 0, ``False``, or no elements."""

    def __init__(self, **fields: object) -> None:
        for field, value in fields.items():
            setattr(self, field, value)
        slots: tuple[str, ...] = type(self).__slots__
        missing = [field for field in slots if field not in fields]
        if missing:
            raise TypeError(f"{type(self).__name__} lacks {', '.join(missing)}")
