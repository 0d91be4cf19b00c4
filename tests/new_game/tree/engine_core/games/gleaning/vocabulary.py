"""Gleaning's words as small ints (see :mod:`engine_core.vocabulary`)."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Index, Labels

MAX_SEATS: Final = 4
HIGHEST: Final = 4
"""The highest number that can be called."""

HERB = Labels("Herb", ("arnica", "betony", "chervil", "dill"))
HERBS: Final = len(HERB)
Herb: TypeAlias = Annotated[int, HERB]

PHASE = Labels("Phase", ("call", "glean", "over"))
CALL, GLEAN, OVER = range(3)
Phase: TypeAlias = Annotated[int, PHASE]
"""While numbers are called all seats decide at the same time."""

Seat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS)]
MaybeSeat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS).or_none()]
Number: TypeAlias = Annotated[int, Index("Number", HIGHEST + 1)]
"""1..4."""
MaybeNumber: TypeAlias = Annotated[int, Index("Number", HIGHEST + 1).or_none()]
