"""How many sets of visitors whose orders together show certain potion types (visitors 20, 30, 31 and 32).

Cards are given as flags of the types that their orders show; jokers show nothing. Each card counts for one set at most, and the sets are
counted as the player would form them: as many as possible (AZE-RUL-60).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from engine_core.games.azerland.vocabulary import CELERITY, CHARM, INTELLIGENCE

_C, _H, _I = 1 << CELERITY, 1 << CHARM, 1 << INTELLIGENCE


def sets_of_two(cards: Iterable[int], types: int) -> int:
    """Sets of 1 or 2 cards that show the two types flagged in ``types``: ``b + min(x, y)`` with ``b`` cards that show both
    (AZE-VIS-30 to 32)."""
    shown = Counter(card & types for card in cards)
    both = shown.pop(types, 0)
    shown.pop(0, None)
    return both + (min(shown.values()) if len(shown) == 2 else 0)


def sets_of_three(cards: Iterable[int]) -> int:
    """Sets of 1 to 3 cards that show all three types (AZE-VIS-20)."""
    shown = Counter(cards)
    return shown[_C | _H | _I] + _most_sets(
        (shown[_C | _H], shown[_C | _I], shown[_H | _I]),
        (shown[_I], shown[_H], shown[_C]),
    )


@lru_cache(maxsize=4096)
def _most_sets(pairs: tuple[int, int, int], singles: tuple[int, int, int]) -> int:
    """``pairs[i]`` cards show two types, ``singles[i]`` the one that these lack.

    Two different pairs make a set. A pair that is left goes with the single that completes it, which is never worse than a set of
    three singles; so only the numbers of sets of two pairs have to be tried.
    """
    first, second, third = pairs
    best = 0
    for x in range(min(first, second) + 1):
        for y in range(min(first - x, third) + 1):
            for z in range(min(second - x, third - y) + 1):
                left = (first - x - y, second - x - z, third - y - z)
                completed = [min(pair, single) for pair, single in zip(left, singles, strict=True)]
                alone = [single - used for single, used in zip(singles, completed, strict=True)]
                best = max(best, x + y + z + sum(completed) + min(alone))
    return best
