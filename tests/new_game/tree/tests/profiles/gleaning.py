"""Gleaning, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.gleaning_hidden import GleaningHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(1, "0"),
    hidden=GleaningHiddenFacts(),
    golden_seed=1,
)
