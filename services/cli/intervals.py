"""How sure a share is."""

from __future__ import annotations

from math import sqrt
from typing import Final

_Z95: Final = 1.959963984540054


def wilson(successes: float, trials: int, z: float = _Z95) -> tuple[float, float]:
    """The Wilson score interval of a share, by default at 95 %; (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
