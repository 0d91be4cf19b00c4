"""The words of a game, declared once as annotations of plain ints.

A field such as ``remedy: Remedy`` is an ordinary ``int`` at run time (fast to compare, copy and pack); its annotation
says which word each number stands for. Everything that shows a field to people or to the wire (JSON, protobuf, reference
pages, scenarios) reads the annotation, so a word is written in exactly one place.

    REMEDY = Labels("Remedy", ("healing_water", "marigold"))
    Remedy: TypeAlias = Annotated[int, REMEDY]
    MaybeRemedy: TypeAlias = Annotated[int, REMEDY.or_none()]

``NONE`` (-1) is the only value that means "nothing here"; it is legal only in fields marked with ``or_none()``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

NONE: Final = -1
"""No element: JSON ``null``, an unset ``optional`` field on the wire."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Numbers ``0 .. len(words) - 1``, each with a word in snake_case; ``name`` is the CamelCase enum name."""

    name: str
    words: tuple[str, ...]
    optional: bool = False

    def or_none(self) -> Labels:
        """The same words, with ``NONE`` allowed too."""
        return replace(self, optional=True)

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True)
class Flags:
    """A set of words packed into one int: bit ``i`` stands for ``labels.words[i]``. JSON: list of words in bit order."""

    labels: Labels


@dataclass(frozen=True, slots=True)
class Index:
    """Numbers ``0 .. size - 1`` that are positions and need no word (a place on the ring, a seat, a space)."""

    name: str
    size: int
    optional: bool = False

    def or_none(self) -> Index:
        """The same range, with ``NONE`` allowed too."""
        return replace(self, optional=True)


@dataclass(frozen=True, slots=True)
class Card:
    """A row of the data table ``table``, by index. JSON: the row's id as the data file spells it."""

    table: str
    optional: bool = False

    def or_none(self) -> Card:
        """The same table, with ``NONE`` allowed too."""
        return replace(self, optional=True)


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number without upper bound, 0 or more (coins, prestige); a plain ``int`` annotation means the same."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A whole number that may be negative."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A reference that every copy of a state shares and that is no part of its bytes (the card data, the options)."""
