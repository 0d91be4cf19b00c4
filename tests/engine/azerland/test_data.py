"""Card data (AZE-DAT): what the built-in tables hold, which constraints a table must keep, and that the rules read them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from engine_core.errors import BadData
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

Edit = Callable[[str], str]


def load(folder: Path, table_name: str, edit: Edit) -> None:
    """Load the built-in tables with one file edited."""
    shutil.copytree(BUILT_IN_FOLDER, folder, dirs_exist_ok=True)
    file = folder / f"{table_name}.csv"
    text = file.read_text(encoding="utf-8")
    changed = edit(text)
    assert changed != text, "the edit did nothing"
    file.write_text(changed, encoding="utf-8")
    AZERLAND.load_data(str(folder))


def line(old: str, *new: str) -> Edit:
    """Replace one line (matched whole) by others."""

    def edit(text: str) -> str:
        lines = text.splitlines()
        where = lines.index(old)
        return "\n".join([*lines[:where], *new, *lines[where + 1 :]]) + "\n"

    return edit


def without_last(text: str) -> str:
    return "\n".join(text.splitlines()[:-1]) + "\n"


def column(name: str, value: str, only: Callable[[dict[str, str]], bool] = lambda cells: True) -> Edit:
    """Write a value into one column of every row, or of some."""

    def edit(text: str) -> str:
        header, *lines = text.splitlines()
        names = header.split(",")
        changed = []
        for cells in (text_line.split(",") for text_line in lines):
            row = dict(zip(names, cells, strict=True))
            if only(row):
                row[name] = value
            changed.append(",".join(row.values()))
        return "\n".join([header, *changed]) + "\n"

    return edit


def several(row: dict[str, str]) -> bool:
    return len(set(row["order"].split()) - {"joker"}) > 1


def mixed(row: dict[str, str]) -> bool:
    return "joker" in row["order"] and row["order"].replace("joker", "").strip() != ""


def case(rule: str, table_name: str, edit: Edit, row: int, constraint: str) -> object:
    return pytest.param(table_name, edit, row, constraint, marks=pytest.mark.rule(rule), id=f"{rule} {constraint}")


V29 = "29,intelligence intelligence,6,end_of_game,"
BROKEN = [
    case("AZE-DAT-01", "visitors", without_last, 0, "43"),
    case("AZE-DAT-01", "visitors", line("2,charm,3,once_per_day,apprentice:1"), 2, "order of their numbers"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("9,joker,2,once_per_day,prestige:1", "9,joker,2,immediate,prestige:1"),
        9,
        "once_per_day",
    ),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,celerity,3,infinity,"), 10, "immediate"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("39,celerity charm joker,8,immediate end_of_game,", "39,celerity charm joker,8,end_of_game,"),
        39,
        "immediate",
    ),
    case("AZE-DAT-01", "visitors", line("33,intelligence,2,infinity,", "33,intelligence,2,immediate,"), 33, "infinity"),
    case("AZE-DAT-01", "visitors", line("1,celerity,3,once_per_day,gold:1", "1,celerity,3,once_per_day,"), 1, "reward"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("8,joker,2,once_per_day,prestige:1", "8,joker,2,once_per_day,prestige:2"),
        8,
        "1 prestige",
    ),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,celerity,3,immediate,gold:3"), 10, "rule"),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,,3,immediate,"), 10, "1 to 3"),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,elixir,3,immediate,"), 10, "elixir"),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,celerity,three,immediate,"), 10, "prestige"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("43,celerity charm intelligence,9,immediate,", "43,celerity celerity charm charm,9,immediate,"),
        43,
        "1 to 3",
    ),
    case("AZE-DAT-01", "visitors", line(V29, "29,intelligence intelligence,7,end_of_game,"), 29, "6 prestige"),
    case("AZE-DAT-01", "visitors", line(V29, "29,intelligence,6,end_of_game,"), 29, "two intelligence"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("27,celerity celerity,6,end_of_game,", "27,charm charm,6,end_of_game,"),
        27,
        "type it is about",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        line("28,charm charm,6,end_of_game,", "28,joker joker,6,end_of_game,"),
        28,
        "type it is about",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        line("42,joker joker joker,6,immediate end_of_game,", "42,charm charm charm,6,immediate end_of_game,"),
        42,
        "joker",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        line("43,celerity charm intelligence,9,immediate,", "43,celerity celerity joker,9,immediate,"),
        43,
        "type it is about",
    ),
    case("AZE-DAT-01", "visitors", line("10,celerity,3,immediate,", "10,charm,3,immediate,"), 0, "10 and 23"),
    case(
        "AZE-DAT-01",
        "visitors",
        line("15,celerity intelligence,6,immediate,", "15,celerity charm,6,immediate,"),
        0,
        "2 sets",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        line("30,intelligence joker,5,end_of_game,", "30,celerity charm,5,end_of_game,"),
        0,
        "2 sets",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        column("order", "charm joker", lambda row: row["id"] in ("2", "4", "5", "6", "9", "11")),
        0,
        "8 orders or more have 1",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        column("order", "charm joker joker", lambda row: row["id"] in ("13", "14", "16", "17", "18", "19", "20")),
        0,
        "14 orders or more have 2",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        column("order", "charm joker", lambda row: row["id"] in ("36", "37", "38", "39", "40")),
        0,
        "4 orders or more have 3",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        column("order", "charm joker", lambda row: mixed(row) and row["id"] not in ("17", "18")),
        0,
        "4 orders or more have 3",
    ),
    case("AZE-DAT-02", "market", without_last, 0, "44"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,,0,0"), 4, "benefits"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,-1,mushroom:1,0,0"), 4, "cost"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,mushroom:x,0,0"), 4, "mushroom:x"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,mushroom:1,2,0"), 4, "hand"),
    case("AZE-DAT-02", "market", column("hand", "0", lambda row: row["id"] not in ("1", "2")), 0, "hand icon"),
    case("AZE-DAT-02", "market", column("ai", "0"), 0, "for the AI"),
    case("AZE-DAT-02", "market", column("reward", "gold:1", lambda row: "study" in row["reward"]), 0, "study steps"),
    case("AZE-DAT-02", "market", column("reward", "gold:1", lambda r: "apprentice" in r["reward"]), 0, "apprentices"),
    case("AZE-DAT-03", "recipes", without_last, 0, "intelligence"),
    case("AZE-DAT-03", "recipes", line("charm,mushroom:1 flower:1", "charm,"), 2, "an ingredient or more"),
    case("AZE-DAT-03", "recipes", line("charm,mushroom:1 flower:1", "charm,honey:1"), 2, "honey"),
    case("AZE-DAT-04", "study_track", line("4,intermediate,0", "4,,0"), 0, "intermediate"),
    case("AZE-DAT-04", "study_track", line("0,novice,0", "0,,0"), 0, "space 0 is novice"),
    case("AZE-DAT-04", "study_track", line("10,expert,0", "10,intermediate,0"), 0, "expert"),
    case("AZE-DAT-04", "study_track", line("3,,0"), 4, "in their order"),
    case("AZE-DAT-04", "study_track", column("harvest", "0"), 0, "2 steps meet exactly one"),
    case("AZE-DAT-04", "study_track", column("harvest", "1"), 0, "2 steps meet exactly one"),
    case("AZE-DAT-05", "ingredient_die", line("face_1,mushroom:1", "face_1,"), 1, "an ingredient or more"),
    case("AZE-DAT-05", "ingredient_die", line("face_1,mushroom:1", "face_1,gold:1"), 1, "gold"),
    case("AZE-DAT-06", "potion_die", line("face_2,charm:1 prestige:2", "face_2,charm:1"), 0, "1 charm potion and 2"),
    case("AZE-DAT-06", "potion_die", line("face_4,celerity:2", "face_4,gold:2"), 4, "potions and prestige only"),
    case(
        "AZE-DAT-06",
        "potion_die",
        lambda text: text.replace("intelligence", "celerity"),
        0,
        "intelligence potion",
    ),
    case("AZE-DAT-07", "priority_tiles", line("0,10,3", "0,9,3"), 1, "10"),
    case("AZE-DAT-07", "priority_tiles", line("3,4,2", "3,3,2"), 4, "4"),
    case("AZE-DAT-07", "priority_tiles", line("3,4,2", "3,4,two"), 4, "gold"),
    case("AZE-DAT-07", "priority_tiles", without_last, 0, "5"),
    case("AZE-DAT-08", "bonus_tiles", line("drink,1", "drink,2"), 0, "7 tiles, not 8"),
    case("AZE-DAT-08", "bonus_tiles", without_last, 0, "ingredient"),
    case("AZE-DAT-09", "solo_sheets", without_last, 0, "12"),
    case("AZE-DAT-09", "solo_sheets", line("1a,easy,1", "1a,medium,1"), 0, "4 sheets"),
    case("AZE-DAT-09", "solo_sheets", line("1a,easy,1", "1a,easy,3"), 1, "cauldron"),
    case("AZE-DAT-09", "solo_days", without_last, 0, "72"),
    case("AZE-DAT-09", "solo_days", line("1a-2,1a,2,,2,1,4,5,3,11", "1a-2,1a,1,,2,1,4,5,3,11"), 2, "one row for day 1"),
    case("AZE-DAT-09", "solo_days", line("1a-2,1a,2,,2,1,4,5,3,11", "1a-2,1a,2,,2,0,4,5,3,11"), 2, "study"),
    case("AZE-DAT-09", "solo_days", line("1a-2,1a,2,,2,1,4,5,3,11", "1a-2,1a,2,,2,1,4,5,3,44"), 2, "44"),
    case("AZE-DAT-09", "solo_days", line("1a-2,1a,2,,2,1,4,5,3,11", "1a-2,1a,2,,2,1,4,5,g3,11"), 2, "next to a digit"),
    case("AZE-DAT-09", "solo_days", line("1a-2,1a,2,,2,1,4,5,3,11", "1a-2,1a,2,wine,2,1,4,5,3,11"), 2, "wine"),
    case(
        "AZE-DAT-09",
        "solo_days",
        line("2c-3,2c,3,intelligence_expert,1,3,5,4,g2,", "2c-3,2c,3,,1,3,5,4,g2,"),
        0,
        "example on day 3",
    ),
]


@pytest.mark.parametrize(("table_name", "edit", "row", "constraint"), BROKEN)
def test_a_broken_table_is_refused_with_file_row_and_constraint(
    tmp_path: Path, table_name: str, edit: Edit, row: int, constraint: str
) -> None:
    with pytest.raises(BadData) as caught:
        load(tmp_path, table_name, edit)
    assert caught.value.file == f"{table_name}.csv"
    assert constraint in caught.value.constraint
    assert caught.value.row == row
    assert caught.value.file in str(caught.value)


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
    t.dice_show("potion_die", 1, of=2).drinking().play(0, DrinkPotion(INTELLIGENCE, EXPERT))
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

    load(tmp_path, "solo_days", reverse)
    again, built_in = AZERLAND.load_data(str(tmp_path)), AZERLAND.load_data()
    assert [p.numbers for s in again.ai_plaquettes for p in s] == [p.numbers for s in built_in.ai_plaquettes for p in s]
