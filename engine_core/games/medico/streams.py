"""The random streams of a game, one per purpose; so no draw depends on how many others came before."""

from __future__ import annotations

from typing import Final

STREAMS: Final = (
    "ring",
    "favor_cards",
    "instruments",
    "recipe_books",
    "letters",
    "markets",
    "starting_markets",
    "place_cards",
    "starting_player",
)
(
    RING,
    FAVOR_CARDS,
    INSTRUMENTS,
    RECIPE_BOOKS,
    LETTERS,
    MARKETS,
    STARTING_MARKETS,
    PLACE_CARDS,
    STARTING_PLAYER,
) = range(len(STREAMS))
