"""Medico's words as small ints (see :mod:`engine_core.vocabulary`). Places are ring positions 0..6, clockwise."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Card, Flags, Index, Labels

PLACES: Final = 7
MAX_SEATS: Final = 4

REMEDY = Labels("Remedy", ("healing_water", "marigold", "leech", "rose_quartz", "mushroom", "herbs", "mandrake"))
HEALING_WATER, MARIGOLD, LEECH, ROSE_QUARTZ, MUSHROOM, HERBS, MANDRAKE = range(7)
Remedy: TypeAlias = Annotated[int, REMEDY]
MaybeRemedy: TypeAlias = Annotated[int, REMEDY.or_none()]

FAVOR = Labels(
    "Favor",
    (
        "individual_path",
        "early_bird",
        "optimal_condition",
        "friendly_gift",
        "long_fingers",
        "great_demand",
        "rich_find",
        "free_decision",
    ),
)
(
    INDIVIDUAL_PATH,
    EARLY_BIRD,
    OPTIMAL_CONDITION,
    FRIENDLY_GIFT,
    LONG_FINGERS,
    GREAT_DEMAND,
    RICH_FIND,
    FREE_DECISION,
) = range(8)
Favor: TypeAlias = Annotated[int, FAVOR]
MaybeFavor: TypeAlias = Annotated[int, FAVOR.or_none()]

ABILITY = Labels(
    "Ability",
    (
        "haggling",
        "luminary",
        "obolus",
        "couriers_wage",
        "jack_of_all_trades",
        "privilege",
        "boredom",
        "specialist",
        "courier_1",
        "courier_2",
        "extra_pouch",
    ),
)
(
    HAGGLING,
    LUMINARY,
    OBOLUS,
    COURIERS_WAGE,
    JACK_OF_ALL_TRADES,
    PRIVILEGE,
    BOREDOM,
    SPECIALIST,
    COURIER_1,
    COURIER_2,
    EXTRA_POUCH,
) = range(11)
Ability: TypeAlias = Annotated[int, ABILITY]
Abilities: TypeAlias = Annotated[int, Flags(ABILITY)]

ROD = Labels(
    "Rod",
    (
        "letters",
        "prestige",
        "knowledge_markers",
        "different_instruments",
        "fulfilled_recipe_books",
        "markets",
        "placed_apprentices",
    ),
)
(
    ROD_LETTERS,
    ROD_PRESTIGE,
    ROD_KNOWLEDGE_MARKERS,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_FULFILLED_RECIPE_BOOKS,
    ROD_MARKETS,
    ROD_PLACED_APPRENTICES,
) = range(7)
Rod: TypeAlias = Annotated[int, ROD]
Rods: TypeAlias = Annotated[int, Flags(ROD)]

MAIN_ACTION = Labels("MainAction", ("take_money", "take_favor_card", "train_apprentice", "buy_instruments"))
MAIN_MONEY, MAIN_FAVOR, MAIN_APPRENTICE, MAIN_INSTRUMENTS = range(4)
MainActions: TypeAlias = Annotated[int, Flags(MAIN_ACTION)]

LETTER_REWARD = Labels("LetterReward", ("one_prestige", "one_coin", "both"))
ONE_PRESTIGE, ONE_COIN, BOTH_REWARDS = range(3)
LetterReward: TypeAlias = Annotated[int, LETTER_REWARD]

STORE = Labels("Store", ("pouch", "book_space_0", "book_space_1"))
POUCH, BOOK_SPACE_0, BOOK_SPACE_1 = range(3)
Store: TypeAlias = Annotated[int, STORE]

BOOK_SPACE = Labels("BookSpace", ("book_space_0", "book_space_1"))
BookSpace: TypeAlias = Annotated[int, BOOK_SPACE]

FIGURE = Labels("Figure", ("seat_0", "seat_1", "seat_2", "seat_3", "medicus", "neutral_surgeon"))
MEDICUS: Final = 4
NEUTRAL_SURGEON: Final = 5
Figure: TypeAlias = Annotated[int, FIGURE]

OWNER = Labels("Owner", ("seat_0", "seat_1", "seat_2", "seat_3", "neutral"))
NEUTRAL: Final = 4
Owner: TypeAlias = Annotated[int, OWNER]
"""Whose apprentice stands on a space."""

PHASE = Labels(
    "Phase",
    (
        "start_place",
        "choose_destination",
        "depart",
        "early_main",
        "waypoint",
        "destination",
        "after_main",
        "long_fingers",
        "end_of_turn",
        "duel_reward",
        "game_over",
    ),
)
(
    START_PLACE,
    CHOOSE_DESTINATION,
    DEPART,
    EARLY_MAIN,
    WAYPOINT,
    DESTINATION,
    AFTER_MAIN,
    LONG_FINGERS_PHASE,
    END_OF_TURN,
    DUEL_REWARD,
    GAME_OVER,
) = range(11)
Phase: TypeAlias = Annotated[int, PHASE]

Place: TypeAlias = Annotated[int, Index("Place", PLACES)]
MaybePlace: TypeAlias = Annotated[int, Index("Place", PLACES).or_none()]
Seat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS)]
MaybeSeat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS).or_none()]
SpaceIndex: TypeAlias = Annotated[int, Index("SpaceIndex", 3)]
Stack: TypeAlias = Annotated[int, Index("Stack", 2)]
"""One of the two instrument stacks of a place."""

# Cards by row of their data table; JSON and catalogue pages show the row's id.
RecipeBook: TypeAlias = Annotated[int, Card("recipe_books")]
MaybeRecipeBook: TypeAlias = Annotated[int, Card("recipe_books", optional=True)]
Market: TypeAlias = Annotated[int, Card("markets")]
"""Rows 0.. are the regular markets, followed by the starting markets."""
MaybeMarket: TypeAlias = Annotated[int, Card("markets", optional=True)]
Letter: TypeAlias = Annotated[int, Card("letters")]
MaybeLetter: TypeAlias = Annotated[int, Card("letters", optional=True)]
Instrument: TypeAlias = Annotated[int, Card("instruments")]
"""The kind: pieces of one kind are alike."""
MaybeInstrument: TypeAlias = Annotated[int, Card("instruments", optional=True)]
PlaceCard: TypeAlias = Annotated[int, Card("places")]
"""A place by its board part (what letters and place cards name), not by its ring position."""
