"""Tinctura, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.tinctura_hidden import TincturaHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(1, "f0fd958ef19ecf341a898090abe707b5"),
    hidden=TincturaHiddenFacts(),
    golden_seed=1,
    solo_options=frozenset({"solo_level"}),
    solo_only=frozenset({"solo_choice", "solo_choose"}),
    never_solo=frozenset(
        {
            *("choose_personality", "choose_private_goal", "premonition", "premonition_peek", "premonition_take"),
            *("premonition_return", "omit", "omit_plant", "rapid_growth", "take_rapid_growth"),
            *("powder", "powder_or_service", "make_powder", "finish_powder", "blossoms", "take_blossoms_or_plants"),
        }
    ),
)
