"""The rating algorithm: openskill's Plackett-Luce for tables of two to sixteen.

A player's strength is believed to be normally distributed, ``mu`` and ``sigma``; what ranks is the cautious ``mu - 3 sigma``.
Algorithm and version are stored with every rating: numbers of different ones must not be compared.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import openskill
from openskill.models import PlackettLuce

ALGORITHM: Final = "PlackettLuce"
ALGORITHM_VERSION: Final = f"openskill-{openskill.__version__}"

_MODEL: Final = PlackettLuce()
_CAUTION: Final = 3.0


class Strength(NamedTuple):
    """What is believed of a player's strength."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The number that ranks."""
        return self.mu - _CAUTION * self.sigma


UNKNOWN: Final = Strength(_MODEL.mu, _MODEL.sigma)
"""Before the first rated match."""


def rate(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after a match, in the same order. ``places``: 1 is best, equal places are a tie.

    Raises ValueError for fewer than two or for a place below 1.
    """
    if len(before) < 2 or len(before) != len(places) or min(places) < 1:
        raise ValueError(f"no table that can be rated: {len(before)} strengths, places {list(places)}")
    teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in before]
    # Ranks, not scores: the distance in points says how high a game scores, not how strong its winner is.
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in rated]
