"""Medico, for the shared tests."""

from __future__ import annotations

from typing import Final

from tests.conformance.medico_hidden import MedicoHiddenFacts
from tests.profiles import Profile

PROFILE: Final = Profile(
    pinned=(1, "a9641d8b21e37079e41a869936243ce3"),
    hidden=MedicoHiddenFacts(),
    golden_seed=117,
    shunned=frozenset({"discard_remedy"}),
)
