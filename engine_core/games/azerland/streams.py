"""The random streams of a game, one per purpose; so no draw depends on how many others came before (AZE-RUL-82)."""

from __future__ import annotations

from typing import Final

STREAMS: Final = (
    "cauldrons",
    "solo_sheet",
    "bonus_tiles",
    "market_deck",
    "one_potion_pile",
    "two_potion_pile",
    "three_potion_pile",
    "infinity_pile",
    "visitor_deck",
    "ingredient_dice",
    "potion_die",
)
(
    CAULDRONS,
    SOLO_SHEET,
    BONUS_TILES,
    MARKET_DECK,
    ONE_POTION_PILE,
    TWO_POTION_PILE,
    THREE_POTION_PILE,
    INFINITY_PILE,
    VISITOR_DECK,
    INGREDIENT_DICE,
    POTION_DIE,
) = range(len(STREAMS))
