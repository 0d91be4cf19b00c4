"""Card data (AZE-DAT): a table that breaks what the rulebook states is refused with file, row and constraint."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_core.games.azerland.game import AZERLAND
from tests.engine.card_tables import Edit, case, every, line, load_edited, refused, without_last


def several(row: dict[str, str]) -> bool:
    return len(set(row["order"].split()) - {"joker"}) > 1


def mixed(row: dict[str, str]) -> bool:
    return "joker" in row["order"] and row["order"].replace("joker", "").strip() != ""


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
        every(lambda row: row["id"] in ("2", "4", "5", "6", "9", "11"), order="charm joker"),
        0,
        "8 orders or more have 1",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        every(lambda row: row["id"] in ("13", "14", "16", "17", "18", "19", "20"), order="charm joker joker"),
        0,
        "14 orders or more have 2",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        every(lambda row: row["id"] in ("36", "37", "38", "39", "40"), order="charm joker"),
        0,
        "4 orders or more have 3",
    ),
    case(
        "AZE-DAT-01",
        "visitors",
        every(lambda row: mixed(row) and row["id"] not in ("17", "18"), order="charm joker"),
        0,
        "4 orders or more have 3",
    ),
    case("AZE-DAT-02", "market", without_last, 0, "44"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,,0,0"), 4, "benefits"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,-1,mushroom:1,0,0"), 4, "cost"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,mushroom:x,0,0"), 4, "mushroom:x"),
    case("AZE-DAT-02", "market", line("4,1,mushroom:1 flower:1,0,0", "4,1,mushroom:1,2,0"), 4, "hand"),
    case("AZE-DAT-02", "market", every(lambda row: row["id"] not in ("1", "2"), hand="0"), 0, "hand icon"),
    case("AZE-DAT-02", "market", every(ai="0"), 0, "for the AI"),
    case("AZE-DAT-02", "market", every(lambda row: "study" in row["reward"], reward="gold:1"), 0, "study steps"),
    case("AZE-DAT-02", "market", every(lambda r: "apprentice" in r["reward"], reward="gold:1"), 0, "apprentices"),
    case("AZE-DAT-03", "recipes", without_last, 0, "intelligence"),
    case("AZE-DAT-03", "recipes", line("charm,mushroom:1 flower:1", "charm,"), 2, "an ingredient or more"),
    case("AZE-DAT-03", "recipes", line("charm,mushroom:1 flower:1", "charm,honey:1"), 2, "honey"),
    case("AZE-DAT-04", "study_track", line("4,intermediate,0", "4,,0"), 0, "intermediate"),
    case("AZE-DAT-04", "study_track", line("0,novice,0", "0,,0"), 0, "space 0 is novice"),
    case("AZE-DAT-04", "study_track", line("10,expert,0", "10,intermediate,0"), 0, "expert"),
    case("AZE-DAT-04", "study_track", line("3,,0"), 4, "spaces stand in the order of their numbers"),
    case("AZE-DAT-04", "study_track", every(harvest="0"), 0, "2 steps meet exactly one"),
    case("AZE-DAT-04", "study_track", every(harvest="1"), 0, "2 steps meet exactly one"),
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
    with refused(table_name, row, constraint):
        load_edited(AZERLAND, tmp_path, table_name, edit)
