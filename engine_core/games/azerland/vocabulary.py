"""Azerland's words as small ints (see :mod:`engine_core.vocabulary`). Visitors and market cards are called by the number on the card."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Card, Flags, Index, Labels

MAX_SEATS: Final = 4
DAYS: Final = 6
VISITORS: Final = 43
MARKET_CARDS: Final = 44
MOST_APPRENTICES_SPENT: Final = 150
"""More are never offered for one action: the list of choices stays short (decomposition rule 9)."""
MOST_DICE: Final = 4 + MOST_APPRENTICES_SPENT + 2
"""Best base, apprentices, Efficiency."""
MOST_WAGES: Final = 50

POTION = Labels("Potion", ("celerity", "charm", "intelligence"))
CELERITY, CHARM, INTELLIGENCE = range(3)
Potion: TypeAlias = Annotated[int, POTION]
MaybePotion: TypeAlias = Annotated[int, POTION.or_none()]
A_POTION: Final = ("a celerity potion", "a charm potion", "an intelligence potion")
"""In a sentence."""

INGREDIENT = Labels("Ingredient", ("mushroom", "flower", "sap"))
MUSHROOM, FLOWER, SAP = range(3)
Ingredient: TypeAlias = Annotated[int, INGREDIENT]
MaybeIngredient: TypeAlias = Annotated[int, INGREDIENT.or_none()]

LEVEL = Labels("Level", ("novice", "intermediate", "expert"))
NOVICE, INTERMEDIATE, EXPERT = range(3)
Level: TypeAlias = Annotated[int, LEVEL]
MaybeLevel: TypeAlias = Annotated[int, LEVEL.or_none()]

COLUMN = Labels("Column", ("harvest", "study", "trade", "concoct", "serve"))
HARVEST, STUDY, TRADE, CONCOCT, SERVE = range(5)
COLUMNS: Final = len(COLUMN)
Column: TypeAlias = Annotated[int, COLUMN]
MaybeColumn: TypeAlias = Annotated[int, COLUMN.or_none()]

SIDE = Labels("Side", ("number", "gold"))
NUMBER_SIDE, GOLD_SIDE = range(2)
Side: TypeAlias = Annotated[int, SIDE]

ABILITY = Labels("Ability", ("black_market", "persuasion", "efficiency"))
BLACK_MARKET, PERSUASION, EFFICIENCY = range(3)
"""Ability ``i`` belongs to the potion ``i``."""
Ability: TypeAlias = Annotated[int, ABILITY]
Abilities: TypeAlias = Annotated[int, Flags(ABILITY)]

BONUS_TILE = Labels("BonusTile", ("concoct", "buy", "serve", "drink", "gold", "apprentice", "ingredient"))
BONUS_CONCOCT, BONUS_BUY, BONUS_SERVE, BONUS_DRINK, BONUS_GOLD, BONUS_APPRENTICE, BONUS_INGREDIENT_TILE = range(7)
BonusTile: TypeAlias = Annotated[int, BONUS_TILE]

PARTICIPANT = Labels("Participant", ("seat_0", "seat_1", "seat_2", "seat_3", "ai"))
AI: Final = 4
Participant: TypeAlias = Annotated[int, PARTICIPANT]
"""Who holds a cauldron: a seat, in the solo game also the AI, which has no seat."""

PHASE = Labels(
    "Phase",
    (
        "setup",
        "preparation",
        "priorities",
        "potions",
        "reveal",
        "harvest_column",
        "study_column",
        "trade_column",
        "concoct_column",
        "serve_column",
        "game_over",
    ),
)
(
    SETUP,
    PREPARATION,
    PRIORITIES,
    POTIONS,
    REVEAL,
    HARVEST_COLUMN,
    STUDY_COLUMN,
    TRADE_COLUMN,
    CONCOCT_COLUMN,
    SERVE_COLUMN,
    GAME_OVER,
) = range(11)
"""A column's phase is ``HARVEST_COLUMN + column``."""
Phase: TypeAlias = Annotated[int, PHASE]

PENDING = Labels(
    "Pending",
    (
        "start_potion",
        "bonus_ingredient",
        "drink",
        "reveal_or_stop",
        "pick_ingredient",
        "replace_tile",
        "hypnotize",
        "study_step",
        "split_wages",
        "apprentices",
        "discard_die",
        "trade_turn",
        "concoct_step",
        "serve_turn",
        "pay_potion",
        "choose_potion",
        "unlock",
        "discount_concoct",
        "take_card",
        "repeat",
        "score",
        "reactivate",
        "ai_tie",
        "potion_effect",
        "reward",
        "discard_bought",
        "order_served",
        "level_bonus",
        "ai_orders",
    ),
)
(
    START_POTION,
    BONUS_INGREDIENT,
    DRINK,
    REVEAL_OR_STOP,
    PICK_INGREDIENT,
    REPLACE_TILE,
    HYPNOTIZE,
    STUDY_STEP,
    SPLIT_WAGES,
    APPRENTICES,
    DISCARD_DIE,
    TRADE_TURN,
    CONCOCT_STEP,
    SERVE_TURN,
    PAY_POTION,
    CHOOSE_POTION,
    UNLOCK,
    DISCOUNT_CONCOCT,
    TAKE_CARD,
    REPEAT,
    SCORE,
    REACTIVATE,
    AI_TIE,
    POTION_EFFECT,
    REWARD,
    DISCARD_BOUGHT,
    ORDER_SERVED,
    LEVEL_BONUS,
    AI_ORDERS,
) = range(29)
Pending: TypeAlias = Annotated[int, PENDING]
"""What waits on the stack: up to ``AI_TIE`` a decision of the active seat, behind it a step that the rules carry out by themselves."""
PLACE_TILE: Final = "place_tile"
"""The decision point of phase 2: it needs no stack, every seat has a queue of its own."""

SOURCE = Labels(
    "Source",
    (
        "starting_resources",
        "bonus_tile",
        "wages",
        "potion_effect",
        "potion_die",
        "ingredient_dice",
        "market_card",
        "visitor",
        "choice",
    ),
)
(
    FROM_START,
    FROM_BONUS_TILE,
    FROM_WAGES,
    FROM_POTION,
    FROM_POTION_DIE,
    FROM_DICE,
    FROM_MARKET_CARD,
    FROM_VISITOR,
    FROM_CHOICE,
) = range(9)
Source: TypeAlias = Annotated[int, SOURCE]
"""Why a player gains something."""

Seat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS)]
MaybeSeat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS).or_none()]
Cauldron: TypeAlias = Annotated[int, Index("Cauldron", MAX_SEATS + 1)]
"""The number on the cauldron, 1..4."""
MaybeCauldron: TypeAlias = Annotated[int, Index("Cauldron", MAX_SEATS + 1).or_none()]
TileNumber: TypeAlias = Annotated[int, Index("TileNumber", 6)]
"""0..5; the lower the better."""
Visitor: TypeAlias = Annotated[int, Index("Visitor", VISITORS + 1)]
"""The number on the visitor card, 1..43."""
MaybeVisitor: TypeAlias = Annotated[int, Index("Visitor", VISITORS + 1).or_none()]
MarketCard: TypeAlias = Annotated[int, Index("MarketCard", MARKET_CARDS + 1)]
"""The number of the market card, 1..44."""
ApprenticeCount: TypeAlias = Annotated[int, Index("ApprenticeCount", MOST_APPRENTICES_SPENT + 1)]
WageSplit: TypeAlias = Annotated[int, Index("WageSplit", MOST_WAGES + 1)]
DieIndex: TypeAlias = Annotated[int, Index("DieIndex", MOST_DICE)]

# By row of their data table; JSON shows the row's id.
DieFace: TypeAlias = Annotated[int, Card("ingredient_die")]
MaybeDieFace: TypeAlias = Annotated[int, Card("ingredient_die", optional=True)]
PotionDieFace: TypeAlias = Annotated[int, Card("potion_die")]
MaybeSheet: TypeAlias = Annotated[int, Card("solo_sheets", optional=True)]
