"""Gleaning, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.gleaning_hidden import GleaningHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(1, "f3377fa887e8f1647297507c095f6d45"),
    hidden=GleaningHiddenFacts(),
    golden_seed=1,
    greedy_wins=12,
)
