"""Card data (AZE-DAT): what the built-in tables hold, and that the rules read them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine_core.games.azerland.actions import AdvanceDisc, BuyMarketCard, Concoct, DrinkPotion, PayPotion, ServeOrder
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    CONCOCT,
    EXPERT,
    INTELLIGENCE,
    SERVE,
    STUDY,
    TRADE,
)
from tests.engine.azerland.cards import BUILT_IN_FOLDER, FOLDER, rows
from tests.engine.azerland.table import fresh, table
from tests.engine.card_tables import load_edited


def several(row: dict[str, str]) -> bool:
    return len(set(row["order"].split()) - {"joker"}) > 1


def mixed(row: dict[str, str]) -> bool:
    return "joker" in row["order"] and row["order"].replace("joker", "").strip() != ""


@pytest.mark.rule("AZE-DAT-01")
def test_the_built_in_visitors() -> None:
    cards = rows("visitors", BUILT_IN_FOLDER)
    assert [int(card["id"]) for card in cards] == list(range(1, 44))
    others = [card for card in cards if card["icons"] != "infinity"]
    assert Counter(len(card["order"].split()) for card in others) == {1: 12, 2: 20, 3: 8}
    for card in others:
        order = card["order"].split()
        assert int(card["prestige"]) == 3 * len(order) - order.count("joker")
    symbols = Counter(symbol for card in others for symbol in card["order"].split())
    assert [symbols[symbol] for symbol in ("celerity", "charm", "intelligence")] == [18, 18, 18]
    for symbol in ("celerity", "charm", "intelligence"):
        assert sum(symbol in card["order"] for card in others) == 15
    assert sum("joker" in card["order"] for card in others) == 19
    assert [card["prestige"] for card in cards if card["icons"] == "infinity"] == ["2"] * 3
    assert any(several(card) for card in cards)
    assert any(mixed(card) for card in cards)


@pytest.mark.rule("AZE-DAT-01")
@pytest.mark.parametrize("folder", [FOLDER, BUILT_IN_FOLDER])
def test_which_visitor_has_which_icon(folder: Path) -> None:
    icons = {int(card["id"]): set(card["icons"].split()) for card in rows("visitors", folder)}
    for visitor, found in icons.items():
        stated = set()
        if visitor <= 9:
            stated.add("once_per_day")
        if 10 <= visitor <= 26 or visitor >= 36:
            stated.add("immediate")
        if 27 <= visitor <= 32 or 36 <= visitor <= 42:
            stated.add("end_of_game")
        if visitor in (33, 34, 35):
            stated.add("infinity")
        assert found == stated, visitor


@pytest.mark.rule("AZE-DAT-01")
def test_orders_prestige_and_rewards_are_data() -> None:
    t = table(3, tables={"visitors": {"11": {"order": "charm intelligence joker", "prestige": 17}}}).town(11)
    t.me.potions = (1, 1, 2)
    t.column(SERVE).play(0, ServeOrder(11), PayPotion(CELERITY))
    assert t.me.prestige == 17
    assert t.me.potions == (0, 0, 1)
    rich = table(3, tables={"visitors": {"4": {"reward": "gold:3 prestige:4"}}})
    rich.me.display, rich.me.potions = (4,), (0, 1, 0)
    rich.drinking().play(0, DrinkPotion(CHARM, 0))
    assert (rich.me.gold, rich.me.prestige) == (3, 4)


@pytest.mark.rule("AZE-DAT-02")
def test_the_built_in_market() -> None:
    cards = rows("market", BUILT_IN_FOLDER)
    assert Counter(card["cost"] for card in cards) == {"1": 14, "2": 14, "3": 10, "4": 4, "5": 2}
    hands = {card["id"] for card in cards if card["hand"] == "1"}
    for_ai = {card["id"] for card in cards if card["ai"] == "1"}
    assert (len(hands), len(for_ai), hands & for_ai) == (15, 11, set())


@pytest.mark.rule("AZE-DAT-02")
def test_costs_and_rewards_are_data() -> None:
    t = table(3, tables={"market": {"3": {"cost": 7, "reward": "charm:2 gold:1"}}}).row(3)
    t.me.gold = 8
    t.column(TRADE).play(0, BuyMarketCard(3))
    assert (t.me.gold, t.me.potions) == (2, (0, 2, 0))


@pytest.mark.rule("AZE-DAT-02")
@pytest.mark.parametrize("hand", [0, 1])
def test_the_hand_icons_are_data(hand: int) -> None:
    changes = {str(card): {"hand": hand} for card in (1, 2, 3)}
    t = table(3, tables={"market": changes}).deck(1, 2, 3, 8).level(CELERITY, 1)
    t.me.potions, t.me.prestige = (1, 0, 0), 5
    t.drinking().play(0, DrinkPotion(CELERITY, 1))
    t.position.play(0, {"reveal_market_card": {}}, {"reveal_market_card": {}})
    assert (t.point(), t.me.prestige) == (("pick_ingredient", 3) if hand else ("reveal_or_stop", 5))


@pytest.mark.rule("AZE-DAT-03")
def test_recipes_are_data() -> None:
    built_in = {row["id"]: row["ingredients"] for row in rows("recipes", BUILT_IN_FOLDER)}
    assert built_in == {
        "celerity": "flower:1 sap:1",
        "charm": "mushroom:1 flower:1",
        "intelligence": "mushroom:1 sap:1",
    }
    t = table(3, tables={"recipes": {"charm": {"ingredients": "sap:4"}}})
    t.me.ingredients = (0, 0, 5)
    t.column(CONCOCT).play(0, Concoct(CHARM))
    assert (t.me.ingredients, t.me.potions) == ((0, 0, 1), (0, 1, 0))


@pytest.mark.rule("AZE-DAT-04")
def test_the_study_track_is_data() -> None:
    built_in = rows("study_track", BUILT_IN_FOLDER)
    assert [(row["id"], row["level"]) for row in built_in if row["level"]] == [
        ("0", "novice"),
        ("4", "intermediate"),
        ("10", "expert"),
    ]
    assert [row["id"] for row in built_in if row["harvest"] == "1"] == ["2", "6", "8", "12"]
    short = "id,level,harvest\n0,novice,0\n1,intermediate,0\n2,expert,1\n3,,0\n4,,0\n"
    t = table(3, tables={"study_track": short})
    t.me.discs = (1, 0, 0)
    t.column(STUDY, repetitions=2).play(0, AdvanceDisc(CELERITY))
    assert t.view(0).players[0].levels[CELERITY] == EXPERT
    assert sum(t.me.ingredients) >= 1
    end = table(3, tables={"study_track": short})
    end.me.discs = (4, 0, 0)
    end.column(STUDY).rejects(AdvanceDisc(CELERITY), "AZE-STUDY-10")


@pytest.mark.rule("AZE-DAT-05")
def test_the_ingredient_die_is_data() -> None:
    assert Counter(row["ingredients"] for row in rows("ingredient_die", BUILT_IN_FOLDER)) == {
        "mushroom:1": 2,
        "flower:1": 2,
        "sap:1": 2,
    }
    t = table(2, tables={"ingredient_die": "id,ingredients\nonly,flower:3 sap:1\n"})
    t.plan("1 2 3 4 5", "2 3 4 5 1")
    assert (t.me.ingredients, t.player(1).ingredients) == ((0, 9, 3), (0, 6, 2))


@pytest.mark.rule("AZE-DAT-06")
def test_the_potion_die_is_data() -> None:
    assert [row["reward"] for row in rows("potion_die", BUILT_IN_FOLDER)] == [
        "celerity:1 prestige:2",
        "charm:1 prestige:2",
        "intelligence:1 prestige:2",
        "celerity:2",
        "charm:2",
        "intelligence:2",
    ]
    die = "id,reward\na,charm:1 prestige:2\nb,intelligence:5 prestige:1\n"
    t = table(3, tables={"potion_die": die}).level(INTELLIGENCE, EXPERT)
    t.me.potions = (0, 0, 1)
    t.draws("potion_die", 1, of=2).drinking().play(0, DrinkPotion(INTELLIGENCE, EXPERT))
    assert (t.me.potions, t.me.prestige) == ((0, 0, 5), 1)


@pytest.mark.rule("AZE-DAT-07")
def test_the_gold_of_tiles_is_data() -> None:
    built_in = rows("priority_tiles", BUILT_IN_FOLDER)
    assert [(row["id"], row["tiles"], row["gold"]) for row in built_in] == [
        ("0", "10", "3"),
        ("1", "4", "3"),
        ("2", "4", "2"),
        ("3", "4", "2"),
        ("4", "4", "1"),
        ("5", "4", "1"),
    ]
    t = table(2, tables={"priority_tiles": {"4": {"gold": 9}, "5": {"gold": 0}}})
    t.plan("1 2 3 g4 g5", "1 2 3 4 g5")
    assert (t.me.gold, t.player(1).gold) == (9, 0)


@pytest.mark.rule("AZE-DAT-08", "AZE-RUL-08")
def test_there_is_one_bonus_tile_of_each_kind_and_their_numbers_are_data() -> None:
    assert [row["tiles"] for row in rows("bonus_tiles", BUILT_IN_FOLDER)] == ["1"] * 7
    only = "id,tiles\nconcoct,0\nbuy,7\nserve,0\ndrink,0\ngold,0\napprentice,0\ningredient,0\n"
    assert fresh(2, tables={"bonus_tiles": only}).state.bonus_tiles == (1, 1, 1, 1, 1)


@pytest.mark.rule("AZE-DAT-09")
def test_the_built_in_sheets_are_harder_by_difficulty() -> None:
    sheets = {row["id"]: row["difficulty"] for row in rows("solo_sheets", BUILT_IN_FOLDER)}
    days = rows("solo_days", BUILT_IN_FOLDER)
    orders: Counter[str] = Counter()
    for day in days:
        orders[sheets[day["sheet"]]] += len(day["visitors"].split())
    assert orders == {"easy": 16, "medium": 28, "hard": 36}, "4, 7 and 9 orders a sheet"
    for day in days:
        cells = [day[name].lstrip("g") for name in ("harvest", "study", "trade", "concoct", "serve")]
        assert sorted(cells) == ["1", "2", "3", "4", "5"]
    assert Counter(sheets.values()) == {"easy": 4, "medium": 4, "hard": 4}
    assert len(days) == 72
    assert Counter(row["cauldron"] for row in rows("solo_sheets", BUILT_IN_FOLDER)) == {"1": 6, "2": 6}


@pytest.mark.rule("AZE-DAT-09")
def test_the_order_of_the_rows_of_a_sheet_does_not_matter(tmp_path: Path) -> None:
    def reverse(text: str) -> str:
        header, *lines = text.splitlines()
        return "\n".join([header, *reversed(lines)]) + "\n"

    again, built_in = load_edited(AZERLAND, tmp_path, "solo_days", reverse), AZERLAND.load_data()
    assert [p.numbers for s in again.ai_plaquettes for p in s] == [p.numbers for s in built_in.ai_plaquettes for p in s]
