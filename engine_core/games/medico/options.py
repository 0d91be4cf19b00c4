"""What can be chosen when a game of Medico is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Labels

STARTING_MARKETS = Labels("StartingMarkets", ("none", "matched", "random"))
NO_STARTING_MARKETS, MATCHED_STARTING_MARKETS, RANDOM_STARTING_MARKETS = range(3)
StartingMarkets: TypeAlias = Annotated[int, STARTING_MARKETS]

START_PLACES = Labels("StartPlaces", ("chosen", "random"))
CHOSEN_START_PLACES, RANDOM_START_PLACES = range(2)
StartPlaces: TypeAlias = Annotated[int, START_PLACES]


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up options of the rulebook (MED-SET-08, MED-SET-29)."""

    starting_markets: StartingMarkets = NO_STARTING_MARKETS
    start_places: StartPlaces = CHOSEN_START_PLACES


DEFAULT_OPTIONS: Final = Options()
