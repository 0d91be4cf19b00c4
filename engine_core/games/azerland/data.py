"""The card tables of Azerland: one CSV file per table under ``data/``, validated against what the rulebook states of them.

The rulebook prints neither cards nor dice. What ``data/`` holds is reconstructed within its statements (rules reference, "Data the
rulebook does not give"); an owner of the game replaces the folder by one with the same file names (:func:`load_data`). Rule code reads
every such number from here. Visitors and market cards are looked up by the number on the card; entry 0 is no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine_core.errors import BadData
from engine_core.games.azerland.options import SOLO_DIFFICULTY
from engine_core.games.azerland.rewards import REWARD_WORDS, Reward, reward_of
from engine_core.games.azerland.solo_sheets import (
    SHEET_COLUMNS,
    AiDrinks,
    AiPlaquette,
    read_sheets,
)
from engine_core.games.azerland.visitor_cards import ICON, INFINITY, check_visitors
from engine_core.games.azerland.vocabulary import (
    BONUS_TILE,
    INGREDIENT,
    LEVEL,
    MARKET_CARDS,
    MOST_WAGES,
    POTION,
    VISITORS,
)
from engine_core.tables import (
    CardTables,
    Row,
    by_id,
    ids_of,
    plain_texts,
    read_tables,
    require_numbered,
    require_rows,
    table_loader,
    tables_digest,
)

SYMBOLS: Final = (*POTION.words, "joker")
COLUMNS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "visitors": ("order", "prestige", "icons", "reward"),
        "market": ("cost", "reward", "hand", "ai"),
        "recipes": ("ingredients",),
        "study_track": ("level", "harvest"),
        "ingredient_die": ("ingredients",),
        "potion_die": ("reward",),
        "priority_tiles": ("tiles", "gold"),
        "bonus_tiles": ("tiles",),
        **SHEET_COLUMNS,
    }
)
"""The tables (file ``<table>.csv``) and their columns after ``id``."""

MOST_SYMBOLS: Final = 3
"""Of an order."""
ZERO_TILES: Final = 10
"""30 tiles without 4 sets of 1 to 5."""
TILE_SETS: Final = 4
BONUS_TILES: Final = 7
LEAST_HANDS: Final = 3
CHAIN_STEPS: Final = (2, 3)
"""Study steps of the example, each of which met one Harvest space."""


class AzerlandData(CardTables):
    """The validated tables, as tuples, and what the rules look up in them. Immutable; shared by all states."""

    __slots__ = (
        "ai_cards",
        "ai_drinks",
        "ai_plaquettes",
        "bonus_deck",
        "card_cost",
        "card_reward",
        "die_gain",
        "hand_cards",
        "harvest_space",
        "last_space",
        "level_of_space",
        "order_jokers",
        "order_potions",
        "order_size",
        "order_types",
        "payable",
        "potion_die",
        "printed_prestige",
        "recipes",
        "same_face",
        "sheet_cauldron",
        "sheet_difficulty",
        "tile_gold",
        "visitor_reward",
    )

    order_potions: tuple[tuple[int, int, int], ...]
    """Per visitor, the specific symbols of its order by type."""
    order_jokers: tuple[int, ...]
    order_size: tuple[int, ...]
    """Symbols of the order, jokers included."""
    order_types: tuple[int, ...]
    """The types that the order shows, as flags; jokers show none."""
    printed_prestige: tuple[int, ...]
    visitor_reward: tuple[Reward, ...]
    """What visitors 1 to 9 pay once per day; nothing for the others."""
    payable: tuple[tuple[tuple[int, ...], ...], ...]
    """``payable[c][h][i]``: as flags by number, the visitors whose orders that many potions pay; more than 3 of a type count as 3."""
    card_cost: tuple[int, ...]
    card_reward: tuple[Reward, ...]
    hand_cards: frozenset[int]
    """The market cards with the hand-in-bag icon."""
    ai_cards: frozenset[int]
    """The market cards that the AI buys."""
    recipes: tuple[tuple[int, int, int], ...]
    """Per potion, how many mushrooms, flowers and sap it takes."""
    level_of_space: tuple[int, ...]
    """Per space of the study track, the level of a disc there."""
    harvest_space: tuple[bool, ...]
    last_space: int
    die_gain: tuple[tuple[int, int, int], ...]
    """Per face of an ingredient die, what it gives."""
    same_face: tuple[int, ...]
    """Per face, the first face that gives the same."""
    potion_die: tuple[Reward, ...]
    tile_gold: tuple[int, ...]
    """Per tile number, the gold on its back."""
    bonus_deck: tuple[int, ...]
    """The 7 bonus tiles."""
    sheet_difficulty: tuple[int, ...]
    sheet_cauldron: tuple[int, ...]
    ai_drinks: tuple[tuple[AiDrinks, ...], ...]
    """Per sheet and day, the potions that the AI drinks."""
    ai_plaquettes: tuple[tuple[AiPlaquette, ...], ...]
    """Per sheet and day, the AI's priorities."""


def parse_tables(texts: Mapping[str, str]) -> AzerlandData:
    """The tables from the text of each file, by table name; :class:`BadData` as for :func:`load_data`."""
    rows = read_tables(texts, COLUMNS_OF)
    made = AzerlandData()
    made.texts = plain_texts(rows, COLUMNS_OF)
    _visitors(made, rows["visitors"])
    _market(made, rows["market"])
    made.recipes = tuple(_recipe(row) for row in by_id("recipes.csv", rows["recipes"], POTION.words))
    _study_track(made, rows["study_track"])
    _dice(made, rows["ingredient_die"], rows["potion_die"])
    _tiles(made, rows["priority_tiles"], rows["bonus_tiles"])
    sheets = read_sheets(rows["solo_sheets"], rows["solo_days"], SOLO_DIFFICULTY.words)
    made.sheet_difficulty, made.sheet_cauldron, made.ai_drinks, made.ai_plaquettes = sheets
    made.names = MappingProxyType({table: ids_of(rows[table]) for table in COLUMNS_OF})
    made.digest = tables_digest(rows)
    return made


def _numbered(file: str, rows: Sequence[Row], number: int) -> None:
    """The cards of a table are all there, in the order of their numbers."""
    require_numbered(rows, "cards")
    require_rows(file, rows, number, number)


def _reward(row: Row) -> Reward:
    return reward_of(row.amounts("reward", REWARD_WORDS))


def _visitors(made: AzerlandData, rows: Sequence[Row]) -> None:
    """AZE-DAT-01."""
    _numbered("visitors.csv", rows, VISITORS)
    potions, jokers, sizes, types = [(0, 0, 0)], [0], [0], [0]
    for row in rows:
        symbols = Counter(row.word_list("order", SYMBOLS))
        celerity, charm, intelligence, joker = (symbols[symbol] for symbol in range(len(SYMBOLS)))
        potions.append((celerity, charm, intelligence))
        jokers.append(joker)
        sizes.append(symbols.total())
        types.append(sum(1 << symbol for symbol in range(len(POTION)) if symbols[symbol]))
        if not 1 <= symbols.total() <= MOST_SYMBOLS:
            raise row.broken(f"order has 1 to {MOST_SYMBOLS} symbols")
    made.order_potions, made.order_jokers = tuple(potions), tuple(jokers)
    made.order_size, made.order_types = tuple(sizes), tuple(types)
    made.printed_prestige = (0, *(row.count("prestige") for row in rows))
    made.visitor_reward = (Reward(), *(_reward(row) for row in rows))
    check_visitors(
        rows,
        [0, *(sum(1 << icon for icon in row.word_list("icons", ICON)) for row in rows)],
        made.order_potions,
        made.order_jokers,
        made.printed_prestige,
        made.visitor_reward,
    )
    made.payable = tuple(
        tuple(tuple(_payable(made, (c, h, i)) for i in range(MOST_SYMBOLS + 1)) for h in range(MOST_SYMBOLS + 1))
        for c in range(MOST_SYMBOLS + 1)
    )


def _payable(made: AzerlandData, held: tuple[int, int, int]) -> int:
    """AZE-SERVE-02, AZE-SERVE-03: every specific symbol is covered, and there are enough potions in all."""
    found = 0
    for visitor in range(1, VISITORS + 1):
        if made.order_size[visitor] <= sum(held) and all(
            needed <= owned for needed, owned in zip(made.order_potions[visitor], held, strict=True)
        ):
            found |= 1 << visitor
    return found


def _market(made: AzerlandData, rows: Sequence[Row]) -> None:
    """AZE-DAT-02."""
    _numbered("market.csv", rows, MARKET_CARDS)
    made.card_cost = (0, *(row.count("cost", 0, 99) for row in rows))
    made.card_reward = (Reward(), *(_reward(row) for row in rows))
    for row, reward in zip(rows, made.card_reward[1:], strict=True):
        if reward == Reward():
            raise row.broken("a market card has benefits")
    made.hand_cards = frozenset(row.number for row in rows if row.flag("hand"))
    made.ai_cards = frozenset(row.number for row in rows if row.flag("ai"))
    if len(made.hand_cards) < LEAST_HANDS:
        raise BadData("market.csv", 0, f"{LEAST_HANDS} cards or more have the hand icon")
    for found, what in (
        (bool(made.ai_cards), "are for the AI"),
        (any(reward.study_steps for reward in made.card_reward), "give study steps"),
        (any(reward.apprentices for reward in made.card_reward), "give apprentices"),
    ):
        if not found:
            raise BadData("market.csv", 0, f"some cards {what}")


def _recipe(row: Row) -> tuple[int, int, int]:
    """AZE-DAT-03."""
    mushrooms, flowers, sap = row.amounts("ingredients", INGREDIENT.words)
    if not mushrooms + flowers + sap:
        raise row.broken("a recipe has an ingredient or more")
    return mushrooms, flowers, sap


def _study_track(made: AzerlandData, rows: Sequence[Row]) -> None:
    """AZE-DAT-04."""
    file = "study_track.csv"
    require_numbered(rows, "spaces", 0)
    levels = [row.word("level", LEVEL.words) if row.cells["level"] else None for row in rows]
    if [level for level in levels if level is not None] != list(range(len(LEVEL))) or levels[0] != 0:
        raise BadData(file, 0, f"space 0 is {LEVEL.words[0]}; one space each is {LEVEL.words[1]} and {LEVEL.words[2]}")
    reached: list[int] = []
    for level in levels:
        reached.append(reached[-1] if level is None else level)
    made.level_of_space = tuple(reached)
    made.harvest_space = tuple(row.flag("harvest") for row in rows)
    made.last_space = len(rows) - 1
    for steps in CHAIN_STEPS:
        if not any(sum(made.harvest_space[at + 1 : at + 1 + steps]) == 1 for at in range(len(rows) - steps)):
            raise BadData(file, 0, f"some {steps} steps meet exactly one Harvest space")


def _dice(made: AzerlandData, ingredient_die: Sequence[Row], potion_die: Sequence[Row]) -> None:
    """AZE-DAT-05, AZE-DAT-06."""
    gains = []
    for row in ingredient_die:
        mushrooms, flowers, sap = row.amounts("ingredients", INGREDIENT.words)
        if not mushrooms + flowers + sap:
            raise row.broken("a face shows an ingredient or more")
        gains.append((mushrooms, flowers, sap))
    require_rows("ingredient_die.csv", ingredient_die, 1, 100)
    made.die_gain = tuple(gains)
    made.same_face = tuple(gains.index(gain) for gain in gains)
    require_rows("potion_die.csv", potion_die, 2, 100)
    made.potion_die = tuple(_reward(row) for row in potion_die)
    for row, face in zip(potion_die, made.potion_die, strict=True):
        if face != Reward(prestige=face.prestige, potions=face.potions, any_potions=face.any_potions):
            raise row.broken("a face shows potions and prestige only")
    if Reward(prestige=2, potions=(0, 1, 0)) not in made.potion_die:
        raise BadData("potion_die.csv", 0, "one face is 1 charm potion and 2 prestige")
    if not any(face.potions[2] for face in made.potion_die):
        raise BadData("potion_die.csv", 0, "some face shows an intelligence potion")


def _tiles(made: AzerlandData, priorities: Sequence[Row], bonuses: Sequence[Row]) -> None:
    """AZE-DAT-07, AZE-DAT-08."""
    numbers = tuple(str(number) for number in range(6))
    tiles = tuple(by_id("priority_tiles.csv", priorities, numbers))
    for row in tiles:
        copies = TILE_SETS if row.id != "0" else ZERO_TILES
        row.count("tiles", copies, copies)
    made.tile_gold = tuple(row.count("gold", 0, MOST_WAGES // 5) for row in tiles)
    kinds = by_id("bonus_tiles.csv", bonuses, BONUS_TILE.words)
    made.bonus_deck = tuple(bonus for bonus, row in enumerate(kinds) for _ in range(row.count("tiles")))
    if len(made.bonus_deck) != BONUS_TILES:
        raise BadData("bonus_tiles.csv", 0, f"there are {BONUS_TILES} tiles, not {len(made.bonus_deck)}")


def pile_of(data: AzerlandData, visitor: int) -> int:
    """The pile of set-up that a visitor belongs to: the symbols of its order, or 0 for an Infinity visitor (AZE-SET-03)."""
    return 0 if visitor in INFINITY else data.order_size[visitor]


AzerlandData.parse = parse_tables
load_data: Final = table_loader(Path(__file__).with_name("data"), tuple(COLUMNS_OF), parse_tables)
"""The built-in tables or those of a folder with the same files."""
