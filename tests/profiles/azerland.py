"""Azerland, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.azerland_hidden import AzerlandHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(2, "7e5bb2149200a79aebf35100d5f4d706"),
    hidden=AzerlandHiddenFacts(),
    golden_seed=150,
    solo_options=frozenset({"solo_difficulty"}),
    solo_only=frozenset({"ai_tie", "assign_ai_order"}),
    shunned=frozenset({"exchange_ingredients", "finish", "stop_revealing"}),
    shunned_values={"drink_potion": ("level", 0), "place_tile": ("side", 1), "spend_apprentices": ("count", 0)},
    greedy_seconds=0.002,
)
