"""What the shared tests have to be told about a game: ``tests/profiles/<game>.py`` has it in one object, ``PROFILE``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

from tests.conformance.noninterference import HiddenFacts


@dataclass(frozen=True, slots=True)
class Profile:
    """A game, as far as it is not known from its object."""

    pinned: tuple[int, str]
    """Rules version and digest of the catalogue: ids are on the wire and in records. Change both or neither."""
    hidden: HiddenFacts
    """What the game hides."""
    golden_seed: int
    """Chosen so that the golden games together play every kind of action."""
    solo_options: frozenset[str] = frozenset()
    """Options that change nothing of a game with more than one seat."""
    nothing_hidden: frozenset[str] = frozenset()
    """The decision points at which no seat can have anything hidden from it."""
    solo_only: frozenset[str] = frozenset()
    """Decision points and kinds of action that come up with one seat only."""
    never_solo: frozenset[str] = frozenset()
    """Those that do not come up with one seat."""
    shunned: frozenset[str] = frozenset()
    """Kinds of action that undo or prevent what others bring about: golden games seldom play them."""
    shunned_values: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Kind -> a field and its value: golden games seldom play such actions either."""
    greedy_wins: int = 18
    """How many of 20 games ``greedy`` wins at least against ``random`` on all other seats."""
    greedy_seconds: float = 0.001
    """How long ``greedy`` may think on average."""


def profile(name: str) -> Profile:
    """The profile of the game of that name."""
    found: Profile = import_module(f"tests.profiles.{name}").PROFILE
    return found
