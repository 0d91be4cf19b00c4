"""Card data (MED-DAT): what the built-in tables hold, which constraints a table must keep, and that the rules read them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from engine_core.errors import BadData
from engine_core.games.medico.actions import (
    BuyInstrument,
    CollectRemedy,
    DeliverLetter,
    EndTurn,
    SellRemedy,
    StartMove,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import FAVOR, GAME_OVER, LEECH, ONE_PRESTIGE, POUCH, REMEDY, ROD, ROD_MARKETS
from tests.engine.card_tables import Edit, case, every, line, load_edited, refused, without_last
from tests.engine.medico.cards import BUILT_IN_FOLDER, POUCHES, letter, rows
from tests.engine.medico.table import table

BROKEN = [
    case("MED-DAT-01", "places", without_last, 0, "7 rows"),
    case("MED-DAT-01", "places", line("place_b,marigold", "place_a,marigold"), 2, "unique"),
    case("MED-DAT-02", "places", line("place_b,marigold", "place_b,leech"), 3, "remedy"),
    case("MED-DAT-02", "places", line("place_b,marigold", "place_b,garlic"), 2, "garlic"),
    case("MED-DAT-03", "recipe_books", without_last, 0, "28"),
    case("MED-DAT-03", "recipe_books", line("leech+leech,leech,leech", "leech+leech,leech,"), 3, "right"),
    case("MED-DAT-04", "markets", without_last, 0, "28"),
    case("MED-DAT-04", "markets", every(right=""), 0, "3"),
    case("MED-DAT-04", "starting_markets", line("leech,leech,,", "leech,leech,herbs,"), 3, "one remedy"),
    case("MED-DAT-04", "starting_markets", without_last, 0, "7"),
    case("MED-DAT-05", "instruments", line("probe,7", "probe,6"), 0, "49"),
    case("MED-DAT-06", "instrument_columns", line("column_7,4,0,2", "column_7,5,0,2"), 7, "1 to 4"),
    case("MED-DAT-06", "instrument_columns", every(prestige="0"), 0, "2 prestige"),
    case("MED-DAT-06", "instrument_columns", every(points="4"), 0, "19"),
    case("MED-DAT-07", "letters", without_last, 0, "42"),
    case(
        "MED-DAT-07",
        "letters",
        line("place_a-to-place_b,place_a,place_b", "place_a-to-place_b,place_a,place_a"),
        1,
        "another place",
    ),
    case(
        "MED-DAT-07",
        "letters",
        line("place_a-to-place_b,place_a,place_b", "place_a-to-place_b,place_a,place_c"),
        2,
        "one letter",
    ),
    case("MED-DAT-08", "favor_cards", line("early_bird,5", "early_bird,6"), 0, "34"),
    case("MED-DAT-08", "favor_cards", line("individual_path,4", "individual_path,5"), 0, "4 cards"),
    case("MED-DAT-09", "apprentice_spaces", line("space_2,2", "space_2,1"), 2, "increase"),
    case("MED-DAT-09", "apprentice_spaces", without_last, 0, "4 to"),
    case("MED-DAT-10", "apprentices", line("apprentice_5,6,3", "apprentice_5,7,3"), 6, "2 to 6"),
    case("MED-DAT-10", "apprentices", line("apprentice_2,3,1", "apprentice_2,2,1"), 0, "2, 3 and 4"),
    case("MED-DAT-10", "apprentices", line("free_apprentice,0,0", "free_apprentice,0,1"), 1, "free"),
    case("MED-DAT-11", "rods", without_last, 0, "placed_apprentices"),
    case("MED-DAT-11", "rods", line("letters,6", "letters,0"), 1, "threshold"),
    case("MED-DAT-12", "numbers", line("pouches,3", "pouches,0"), 1, "1 to"),
    case("MED-DAT-12", "instrument_columns", without_last, 0, "7 to"),
    case("MED-DAT-14", "numbers", line("unused_favor_points,2", "unused_favor_points,two"), 2, "whole number"),
]


@pytest.mark.parametrize(("table_name", "edit", "row", "constraint"), BROKEN)
def test_a_broken_table_is_refused_with_file_row_and_constraint(
    tmp_path: Path, table_name: str, edit: Edit, row: int, constraint: str
) -> None:
    with refused(table_name, row, constraint):
        load_edited(MEDICO, tmp_path, table_name, edit)


@pytest.mark.rule("MED-DAT-03")
def test_equal_and_different_books_must_both_occur(tmp_path: Path) -> None:
    def all_different(text: str) -> str:
        return "\n".join(line.replace(",leech,leech", ",leech,herbs") for line in text.splitlines()) + "\n"

    load_edited(MEDICO, tmp_path / "fine", "recipe_books", all_different)
    with pytest.raises(BadData, match="equal"):
        load_edited(MEDICO, tmp_path / "broken", "recipe_books", every(left="herbs", right="leech"))


@pytest.mark.rule("MED-DAT-01", "MED-DAT-02")
def test_seven_places_bring_one_remedy_each() -> None:
    assert [row["id"] for row in rows("places", BUILT_IN_FOLDER)] == [f"place_{letter}" for letter in "abcdefg"]
    assert [row["path_remedy"] for row in rows("places", BUILT_IN_FOLDER)] == list(REMEDY.words)
    assert MEDICO.load_data().path_remedy == tuple(range(7))


@pytest.mark.rule("MED-DAT-03")
def test_the_built_in_books_are_every_pair_of_remedies_once() -> None:
    pairs = [tuple(sorted((row["left"], row["right"]))) for row in rows("recipe_books", BUILT_IN_FOLDER)]
    assert sorted(pairs) == sorted(combinations_with_replacement(sorted(REMEDY.words), 2))


@pytest.mark.rule("MED-DAT-04")
def test_the_built_in_markets_are_all_pairs_and_a_plane_of_triples() -> None:
    shown = [[row[c] for c in ("left", "middle", "right") if row[c]] for row in rows("markets", BUILT_IN_FOLDER)]
    pairs = [tuple(sorted(market)) for market in shown if len(market) == 2]
    triples = [market for market in shown if len(market) == 3]
    assert sorted(pairs) == sorted(combinations(sorted(REMEDY.words), 2))
    assert len(triples) == 7
    in_triples = [tuple(sorted(pair)) for market in triples for pair in combinations(market, 2)]
    assert sorted(in_triples) == sorted(combinations(sorted(REMEDY.words), 2))
    starting = [
        [row[c] for c in ("left", "middle", "right") if row[c]] for row in rows("starting_markets", BUILT_IN_FOLDER)
    ]
    assert starting == [[word] for word in REMEDY.words]


@pytest.mark.rule("MED-DAT-05")
def test_seven_kinds_of_seven_instruments_and_six_kinds_are_the_fewest(tmp_path: Path) -> None:
    assert [row["pieces"] for row in rows("instruments", BUILT_IN_FOLDER)] == ["7"] * 7

    def six_kinds(text: str) -> str:
        return without_last(text).replace("lancet,7", "lancet,14")

    def five_kinds(text: str) -> str:
        return without_last(six_kinds(text)).replace("scalpel,7", "scalpel,14")

    load_edited(MEDICO, tmp_path / "six", "instruments", six_kinds)
    with pytest.raises(BadData, match="6 to") as caught:
        load_edited(MEDICO, tmp_path / "five", "instruments", five_kinds)
    assert caught.value.file == "instruments.csv"


@pytest.mark.rule("MED-DAT-06")
def test_the_built_in_columns_fit_both_examples() -> None:
    columns = [
        tuple(int(row[c]) for c in ("points", "coins", "prestige"))
        for row in rows("instrument_columns", BUILT_IN_FOLDER)
    ]
    assert [points for points, _, _ in columns] == [1, 2, 2, 3, 3, 4, 4]
    assert tuple(a + b for a, b in zip(columns[4][1:], columns[5][1:], strict=True)) == (1, 2)
    assert sum(points * n for (points, _, _), n in zip(columns, (1, 3, 1, 1, 1, 1), strict=False)) == 19


@pytest.mark.rule("MED-DAT-07")
def test_there_is_one_letter_from_every_place_to_every_other() -> None:
    pairs = [(row["origin"], row["target"]) for row in rows("letters", BUILT_IN_FOLDER)]
    places = [row["id"] for row in rows("places", BUILT_IN_FOLDER)]
    assert sorted(pairs) == sorted((a, b) for a in places for b in places if a != b)


@pytest.mark.rule("MED-DAT-08")
def test_thirty_eight_favor_cards_of_eight_types() -> None:
    counts = {row["id"]: int(row["cards"]) for row in rows("favor_cards", BUILT_IN_FOLDER)}
    assert list(counts) == list(FAVOR.words)
    assert sum(counts.values()) == 38
    assert (counts["individual_path"], counts["optimal_condition"]) == (4, 4)
    assert Counter(counts.values()) == {4: 2, 5: 6}


@pytest.mark.rule("MED-DAT-09")
def test_the_costs_of_training_are_data() -> None:
    assert [row["cost"] for row in rows("apprentice_spaces", BUILT_IN_FOLDER)] == ["1", "2", "3", "4"]
    t = table(tables={"apprentice_spaces": {"space_1": {"cost": 0}, "space_2": {"cost": 3}}})
    t.put(2, apprentices=(1,))
    t.me.coins = 9
    t.arrive(2).play(0, TrainApprentice())
    assert t.me.coins == 6


@pytest.mark.rule("MED-DAT-10")
def test_the_values_of_apprentices_are_data() -> None:
    built_in = rows("apprentices", BUILT_IN_FOLDER)
    assert [row["points"] for row in built_in] == ["0", "2", "3", "4", "5", "6"]
    assert [row["prestige"] for row in built_in] == ["0", "1", "1", "2", "2", "3"]
    t = table(tables={"apprentices": {"apprentice_1": {"prestige": 9}}})
    t.me.coins = 9
    t.arrive(2).play(0, TrainApprentice())
    assert t.me.prestige == 9


@pytest.mark.rule("MED-DAT-11", "MED-RUL-26")
def test_the_stated_thresholds_are_built_in_and_are_data() -> None:
    stated = dict(zip(ROD.words, ("6", "15", "5", "6", "4", "5", "5"), strict=True))
    assert {row["id"]: row["threshold"] for row in rows("rods", BUILT_IN_FOLDER)} == stated
    t = table(tables={"rods": {"markets": {"threshold": 2}}})
    t.me.markets = (0, 1)
    t.arrive(2).play(0, TakeMoney(), EndTurn())
    assert t.me.gold_rods == 1 << ROD_MARKETS


@pytest.mark.rule("MED-DAT-12")
@pytest.mark.parametrize("pouches", [1, 3, 5])
def test_the_number_of_pouches_is_data(pouches: int) -> None:
    assert rows("numbers", BUILT_IN_FOLDER)[0] == {"id": "pouches", "value": "3"}
    assert POUCHES == 4
    t = table(tables={"numbers": {"pouches": {"value": pouches}}})
    t.me.pouches = (LEECH,) * (pouches - 1)
    t.depart(2).play(0, StartMove(), CollectRemedy(POUCH))
    assert len(t.me.pouches) == pouches
    t.play(0, *[a for a in t.legal() if type(a).kind == "leave_waypoint"])
    assert not t.offers(CollectRemedy(POUCH))


@pytest.mark.rule("MED-DAT-06")
def test_the_rewards_of_columns_are_data() -> None:
    t = table(tables={"instrument_columns": {"column_1": {"coins": 8, "prestige": 7}}})
    t.me.coins = 1
    t.arrive(2).play(0, BuyInstrument(0))
    assert (t.me.coins, t.me.prestige) == (8, 7)


@pytest.mark.rule("MED-DAT-13")
def test_neither_track_ends() -> None:
    t = table().last_round().prestige({0: 400})
    t.me.points = 249
    t.me.letters = (letter(5, 2),)
    t.arrive(2).play(0, DeliverLetter(ONE_PRESTIGE)).finish_round()
    assert t.state.phase == GAME_OVER
    assert t.outcome()[0].points > 249
    assert t.outcome()[0].tie_breaks[0] == 401


@pytest.mark.rule("MED-DAT-14", "MED-END-08")
@pytest.mark.parametrize("each", [0, 2, 3])
def test_the_value_of_an_unused_favor_card_is_data(each: int) -> None:
    assert rows("numbers", BUILT_IN_FOLDER)[1] == {"id": "unused_favor_points", "value": "2"}
    t = table(tables={"numbers": {"unused_favor_points": {"value": each}}}).last_round()
    t.dials(2).finish_round()
    before = t.outcome()[0].points
    t.me.favors = (0, 3, 3)
    assert t.outcome()[0].points - before == 3 * each


@pytest.mark.rule("MED-DAT-04")
def test_market_symbols_are_data() -> None:
    rows_changed = {"leech+herbs": {"left": "mandrake", "middle": "leech", "right": "leech"}}
    t = table(tables={"markets": rows_changed})
    index = [row["id"] for row in rows("markets")].index("leech+herbs")
    t.put(2, market_stack=(index,), market_remedies=(-1, -1, -1))
    t.me.pouches = (LEECH,)
    t.arrive(2).play(0, SellRemedy(LEECH, 2))
    assert t.me.coins == 3
