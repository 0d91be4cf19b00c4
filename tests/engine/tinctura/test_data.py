"""Card data (TIN-DAT): the built-in tables, and that a table breaking what the rulebook states is refused with file, row and constraint."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine_core.errors import BadData
from engine_core.games.tinctura.data import COLUMNS_OF
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.options import POWDER_TRACKS, SIMPLE_TRACKS, STANDARD_TRACKS
from engine_core.games.tinctura.vocabulary import BLUE, GREEN, MULTIPLE_REWARD, PURPLE, SPECIAL, WHITE
from tests.engine.card_tables import Edit, cell, drop, every, load_edited, refused
from tests.engine.tinctura.cards import BUILT_IN_FOLDER, FOLDER

DATA = TINCTURA.load_data()

BROKEN: list[tuple[str, Edit, int, str]] = [
    ("numbers", cell("skill_levels", value="8"), 1, "value is 9 to 9"),
    ("numbers", cell("mortar_levels", value="5"), 2, "value is 6 to 8"),
    ("numbers", cell("mortar_levels", value="9"), 2, "value is 6 to 8"),
    ("numbers", cell("plants_per_type", value="27"), 4, "112 in 4 equal parts"),
    ("numbers", cell("items_per_colour", value="4"), 5, "12 in 4 equal parts"),
    ("numbers", cell("markers_per_colour", value="15"), 6, "48 in 3 equal parts"),
    ("player_counts", cell("2", patient_spaces="4"), 0, "patient_spaces"),
    ("player_counts", drop("3"), 0, "has a row for 3"),
    ("apprentice_spaces", cell("1", type="special"), 0, "each medication has one space"),
    ("medications", cell("special", skill="plant_knowledge"), 4, "skill is one of"),
    ("knowledge_track", cell("0", image="herb"), 1, "image is empty"),
    ("knowledge_track", cell("5", image=""), 6, "image is one of"),
    ("knowledge_track", cell("5", level="1"), 6, "not lower than"),
    ("knowledge_track", cell("16", level="8"), 0, "levels go from 1 to 9"),
    ("knowledge_track", drop("4"), 5, "order of their numbers"),
    ("patients", cell("1", illness="7"), 1, "illness is 1 to 6"),
    ("patients", every(lambda row: row["illness"] == "6" and int(row["id"]) > 40, illness="5"), 0, "illness 6"),
    ("patients", drop("44"), 0, "has 44 rows"),
    ("patients", drop("43"), 43, "order of their numbers"),
    ("patients", cell("1", upper_level="10"), 1, "upper_level is 1 to 9"),
    ("patients", cell("1", upper_plants=""), 1, "upper_plants names"),
    ("patients", cell("6", upper_plants="root"), 6, "empty for a special recipe"),
    ("patients", cell("7", lower="tablets"), 7, "different medications"),
    ("patients", cell("1", lower_level="2"), 1, "empty without lower"),
    ("patients", cell("1", points=""), 1, "points is a whole number"),
    ("patients", cell("2", points="3"), 2, "points are printed"),
    ("patients", cell("1", mortar="3"), 1, "mortar is printed"),
    ("patients", cell("20", mortar=""), 20, "mortar is a whole number"),
    ("apprentices", cell("o1", type="tablets"), 0, "6 cards are for"),
    ("apprentices", cell("o1", bonus="gold"), 1, "bonus is one of"),
    ("apprentices", cell("o3", skill="plant_knowledge"), 3, "skill is one of"),
    ("apprentices", cell("o1", skill="mixing"), 1, "skill is named"),
    ("apprentices", cell("o6", amount="3"), 6, "amount is 2 to 2"),
    ("courses", cell("1", start="16"), 1, "start is 8 to 15"),
    ("courses", cell("1", start="7"), 1, "start is 8 to 15"),
    ("courses", cell("2", experiments="2"), 0, "exactly one course has two experiments"),
    ("courses", cell("13", experiments="1"), 0, "exactly one course has two experiments"),
    ("courses", cell("1", experiments="1"), 1, "alternative to markers"),
    ("courses", cell("1", colour="forest"), 1, "colour is empty"),
    ("courses", cell("7", mixing="0"), 7, "improves something"),
    ("opening_hours", cell("oh_1", first="7"), 1, "first is 8 to 16"),
    ("opening_hours", cell("oh_1", last="17"), 1, "last is 8 to 16"),
    ("opening_hours", cell("oh_1", first="12"), 1, "not after last"),
    ("opening_hours", drop("oh_2"), 0, "has 5 rows"),
    ("blocked_apprentices", cell("ba_1", two_monday="1"), 1, "two_monday names 2 spaces"),
    ("blocked_apprentices", cell("ba_1", two_friday="1 2"), 1, "two_friday names 0 spaces"),
    ("blocked_apprentices", cell("ba_1", three_monday="3 3"), 1, "no space twice"),
    ("blocked_apprentices", cell("ba_1", three_monday="5"), 1, "three_monday is made of"),
    ("bonus_tracks", cell("standard_white_1", reward="tea:2"), 1, "what the rulebook states"),
    ("bonus_tracks", cell("standard_white_2", reward="points:3"), 2, "points: 2, 4 or 6"),
    ("bonus_tracks", cell("standard_white_2", reward=""), 2, "reward is made of"),
    ("bonus_tracks", cell("simple_white_3", reward="tea:1 points:1"), 0, "grow from space to space"),
    ("bonus_tracks", cell("simple_purple_3", reward="one_skill:3"), 27, "one_skill is 1 or 2"),
    ("bonus_tracks", cell("powder_blue_4", reward="equipment:2 points:5"), 40, "equipment"),
    ("bonus_tracks", cell("powder_green_1", reward="plants:1"), 45, "reward is made of blossoms"),
    ("private_goals", drop("mortars"), 0, "has a row for mortars"),
    ("open_goals", cell("four_teas", third="4"), 3, "do not grow"),
    ("solo_cards", cell("sc_01", areas="pharmacy village"), 1, "each of the three areas once"),
    ("solo_cards", cell("sc_01", level_2=""), 1, "level_2 is one note"),
    ("solo_cards", cell("sc_01", level_2="take_draw:1 tea_step:1"), 1, "level_2 is one note"),
    ("merchant_cards", cell("mc_1", maximum="4"), 1, "maximum is 1 to 3"),
    ("merchant_cards", cell("mc_1", wares="purple white green blue blue"), 1, "each of the five wares once"),
]


@pytest.mark.rule(*(f"TIN-DAT-0{number}" for number in range(1, 10)))
@pytest.mark.parametrize(("table_name", "edit", "row", "constraint"), BROKEN)
def test_a_broken_table_is_refused(tmp_path: Path, table_name: str, edit: Edit, row: int, constraint: str) -> None:
    with refused(table_name, row, constraint):
        load_edited(TINCTURA, tmp_path, table_name, edit)


def test_an_unchanged_copy_and_the_tables_of_the_tests_are_accepted(tmp_path: Path) -> None:
    shutil.copytree(BUILT_IN_FOLDER, tmp_path, dirs_exist_ok=True)
    assert TINCTURA.load_data(str(tmp_path)).digest == DATA.digest
    assert TINCTURA.load_data(str(FOLDER)).digest != DATA.digest


@pytest.mark.parametrize("table_name", COLUMNS_OF)
def test_a_missing_file_is_refused(tmp_path: Path, table_name: str) -> None:
    shutil.copytree(BUILT_IN_FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / f"{table_name}.csv").unlink()
    with pytest.raises(BadData, match=table_name):
        TINCTURA.load_data(str(tmp_path))


@pytest.mark.rule("TIN-DAT-02")
def test_the_built_in_patients_are_spread_as_the_reference_says() -> None:
    cards = DATA.patients[1:]
    assert [sum(card.illness == illness for card in cards) for illness in range(1, 7)] == [8, 8, 7, 7, 7, 7]
    assert [sum(card.recipe(kind) is not None for card in cards) for kind in range(4)] == [14] * 4
    pairs = Counter(frozenset(recipe.medication for recipe in card.recipes) for card in cards if len(card.recipes) == 2)
    assert set(pairs.values()) == {2}
    assert len(pairs) == 6
    assert Counter(card.reward for card in cards) == {0: 16, 1: 5, 2: 7, 3: 4, 4: 4, 5: 4, 6: 4}
    for kind in range(4):
        levels = {recipe.level for card in cards for recipe in card.recipes if recipe.medication == kind}
        assert {1 if level < 6 else 2 if level < 8 else 3 for level in levels} == {1, 2, 3}
    assert all(recipe.plants == (0, 0, 0, 0) for card in cards if (recipe := card.recipe(SPECIAL)))
    assert cards[9].reward == MULTIPLE_REWARD


@pytest.mark.rule("TIN-DAT-07", "TIN-BON-08", "TIN-ALT-01")
def test_spaces_of_the_three_sets_are_read_as_printed() -> None:
    standard, simple, powder = (DATA.tracks[tracks] for tracks in (STANDARD_TRACKS, SIMPLE_TRACKS, POWDER_TRACKS))
    assert [standard[colour][3].weekday_points for colour in range(4)] == [1] * 4
    assert (standard[WHITE][3].double_action, standard[GREEN][3].extra_plant) == (1, 1)
    assert (standard[BLUE][3].mortar, standard[PURPLE][3].skill_points) == (2, 3)
    assert [space.points for space in simple[BLUE]] == [0, 2, 3, 5, 8]
    assert [space.powder for space in powder[WHITE]] == [0, 1, 1, 1, 2]
    assert [space.equipment for space in powder[BLUE]] == [0, 1, 2, 3, 3]


@pytest.mark.rule("TIN-DAT-09")
def test_notes_add_up_to_the_level_of_the_game() -> None:
    card = DATA.solo_cards[0]
    note = card.notes[1]
    assert card.amount(note.note, 1) == 0
    assert card.amount(note.note, 2) == card.amount(note.note, 3) == note.amount
    orders = Counter(found.areas for found in DATA.solo_cards)
    assert set(orders.values()) == {2}
