"""The card tables of the rule tests, and what is on the cards.

``data/`` beside this module holds tables of our own, so that no test rests on a number that the rulebook does not state: other orders,
prestige, costs, rewards, recipes, faces, wages and sheets than the built-in tables. The rows are read here a second time, without the
engine.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import INGREDIENT, POTION
from tests.engine.card_tables import built_in_folder, read_rows

FOLDER: Final = Path(__file__).parent / "data"
BUILT_IN_FOLDER: Final = built_in_folder(AZERLAND)


def rows(table: str, folder: Path = FOLDER) -> list[dict[str, str]]:
    """The rows of one table as the file spells them."""
    return read_rows(folder, table)


def _numbers(text: str) -> Counter[str]:
    return Counter({word: int(number) for word, _, number in (part.partition(":") for part in text.split())})


def _ingredients(text: str) -> tuple[int, int, int]:
    found = _numbers(text)
    mushrooms, flowers, sap = (found[word] for word in INGREDIENT.words)
    return mushrooms, flowers, sap


DATA: Final[AzerlandData] = AZERLAND.load_data(str(FOLDER))

ORDER: Final = {int(row["id"]): row["order"].split() for row in rows("visitors")}
"""Per visitor, the symbols of its order."""
PRESTIGE: Final = {int(row["id"]): int(row["prestige"]) for row in rows("visitors")}
VISITOR_REWARD: Final = {int(row["id"]): _numbers(row["reward"]) for row in rows("visitors")}
INFINITY: Final = (33, 34, 35)
COST: Final = {int(row["id"]): int(row["cost"]) for row in rows("market")}
CARD_REWARD: Final = {int(row["id"]): _numbers(row["reward"]) for row in rows("market")}
HANDS: Final = [int(row["id"]) for row in rows("market") if row["hand"] == "1"]
NO_HANDS: Final = [int(row["id"]) for row in rows("market") if row["hand"] == "0"]
AI_CARDS: Final = [int(row["id"]) for row in rows("market") if row["ai"] == "1"]
RECIPE: Final = [_ingredients(row["ingredients"]) for row in rows("recipes")]
LEVEL_SPACE: Final = [int(row["id"]) for row in rows("study_track") if row["level"]]
"""The spaces N, Intermediate and Expert."""
HARVEST_SPACES: Final = [int(row["id"]) for row in rows("study_track") if row["harvest"] == "1"]
LAST_SPACE: Final = int(rows("study_track")[-1]["id"])
DIE_FACE: Final = [_ingredients(row["ingredients"]) for row in rows("ingredient_die")]
POTION_DIE: Final = [_numbers(row["reward"]) for row in rows("potion_die")]
TILE_GOLD: Final = [int(row["gold"]) for row in rows("priority_tiles")]

ONLY_MUSHROOMS: Final = {"ingredient_die": "id,ingredients\nmushroom,mushroom:1\n"}
"""A die of which the result is known: an override of the tables."""


def potions_of(visitor: int) -> tuple[int, int, int]:
    """The specific symbols of an order by type."""
    found = Counter(ORDER[visitor])
    celerity, charm, intelligence = (found[word] for word in POTION.words)
    return celerity, charm, intelligence


def pile(symbols: int) -> list[int]:
    """The visitors that order so many potions, Infinity visitors excepted."""
    return [visitor for visitor, order in ORDER.items() if len(order) == symbols and visitor not in INFINITY]


def showing(symbol: str, visitors: Any = None) -> list[int]:
    """Those of the visitors whose orders show a symbol."""
    return [visitor for visitor in (ORDER if visitors is None else visitors) if symbol in ORDER[visitor]]


def orders(changes: Mapping[int, str]) -> dict[str, Any]:
    """An override of the tables: these visitors order something else."""
    return {"visitors": {str(visitor): {"order": order} for visitor, order in changes.items()}}


Row = tuple[str, str, str]
"""One day of an AI sheet: potions, five cells, visitors."""
IDLE: Final[Row] = ("", "g1 g2 g3 g4 g5", "")
"""The AI works in town all day."""
_EXAMPLE: Final[Row] = ("intelligence_expert", "1 3 5 4 g2", "")


def sheets(days: Mapping[int, Row], cauldron: int = 2) -> dict[str, Any]:
    """An override of the tables: every easy or medium AI sheet has these days; on the other days the AI works in town.

    The hard ones hold what the rulebook prints of day 3.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(rows("solo_days")[0].keys())
    sheet_rows = rows("solo_sheets")
    for row in sheet_rows:
        for day in range(1, 7):
            potions, cells, visitors = _EXAMPLE if row["difficulty"] == "hard" and day == 3 else days.get(day, IDLE)
            writer.writerow([f"{row['id']}-{day}", row["id"], day, potions, *cells.split(), visitors])
    return {
        "solo_days": written.getvalue(),
        "solo_sheets": {row["id"]: {"cauldron": cauldron} for row in sheet_rows},
    }
