"""What can be chosen when a game of Azerland is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Labels

SOLO_DIFFICULTY = Labels("SoloDifficulty", ("any", "easy", "medium", "hard"))
ANY_DIFFICULTY, EASY, MEDIUM, HARD = range(4)
SoloDifficulty: TypeAlias = Annotated[int, SOLO_DIFFICULTY]
"""Numbers 1 to 3 are the rulebook's difficulties."""


@dataclass(frozen=True, slots=True)
class Options:
    """The AI sheet of the solo game is drawn among all or within a difficulty (AZE-SOLO-04). Has no effect with 2 to 4 seats."""

    solo_difficulty: SoloDifficulty = ANY_DIFFICULTY


DEFAULT_OPTIONS: Final = Options()
