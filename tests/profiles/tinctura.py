"""Tinctura, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.tinctura_hidden import TincturaHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(1, "f0fd958ef19ecf341a898090abe707b5"),
    hidden=TincturaHiddenFacts(),
    golden_seed=86,
    shunned=frozenset(
        {
            *("forgo_action", "experiment", "decline_patient", "trade_plants", "stop_gathering", "individual_training"),
            *("finish_visit", "pass_leftover", "finish_powder", "finish_final"),
        }
    ),
    shunned_values={
        "take_forest_plant": ("knowledge", 2),
        "repeat_action": ("repeat", 0),
        "powder_or_service": ("choice", 2),
        "resolve_bonus": ("accept", 0),
    },
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
