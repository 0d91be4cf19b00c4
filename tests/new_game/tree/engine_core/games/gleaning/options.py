"""What can be chosen when a game of Gleaning is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Labels

ROUNDS = Labels("Rounds", ("five", "three"))
FIVE_ROUNDS, THREE_ROUNDS = range(2)
Rounds: TypeAlias = Annotated[int, ROUNDS]
NUMBER_OF_ROUNDS: Final = (5, 3)


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of a game."""

    rounds: Rounds = FIVE_ROUNDS
    """How long it lasts (GLE-END-01)."""
    bunches: bool = True
    """One herb of each kind is a bunch, and pays (GLE-END-03)."""
