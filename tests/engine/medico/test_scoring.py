"""Game end and final scoring (MED-END)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.medico.actions import BuyInstrument, EndTurn, MeetMedicus, PlaceKnowledge, TakeMoney
from engine_core.games.medico.events import GameEnded
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    BOREDOM,
    COURIER_1,
    COURIER_2,
    EARLY_BIRD,
    GAME_OVER,
    HERBS,
    INDIVIDUAL_PATH,
    LEECH,
    MARIGOLD,
    MEDICUS,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_KNOWLEDGE_MARKERS,
    ROD_LETTERS,
    ROD_PRESTIGE,
    SPECIALIST,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import APPRENTICE_POINTS, COLUMN_POINTS, NUMBERS, book
from tests.engine.medico.table import Table, table


def before_the_end(seats: int = 3) -> Table:
    """The last turn of the last round can end; nobody owns anything that scores (so everybody has 1 x 1 point)."""
    t = table(seats).last_round()
    t.dials(2)
    last = seats - 1
    while t.state.active_seat != last:
        t.finish_turn()
    t.walk(last).play(last, TakeMoney())
    assert t.state.phase == AFTER_MAIN
    for player in t.state.players:
        player.coins = 0
        player.letters = ()
        player.apprentices_left = 6
    return t


def end(t: Table) -> Table:
    t.play(t.state.active_seat, EndTurn())
    assert t.state.phase == GAME_OVER
    return t


def points(**fields: Any) -> int:
    """What seat 0 scores with these fields on an otherwise empty board."""
    t = before_the_end()
    for field, value in fields.items():
        setattr(t.me, field, value)
    result = end(t).outcome()[0]
    assert sum(amount for _, amount in result.categories) == result.points
    return result.points


@pytest.mark.rule("MED-END-01")
@pytest.mark.parametrize(
    ("books", "markets", "product"), [(0, 0, 1), (3, 0, 4), (0, 4, 5), (3, 2, 12), (2, 3, 12), (7, 6, 56)]
)
def test_books_and_markets_are_multiplied_after_adding_one_to_each(books: int, markets: int, product: int) -> None:
    assert points(fulfilled_books=tuple(range(books)), markets=tuple(range(markets))) == product


@pytest.mark.rule("MED-END-01")
def test_unfulfilled_books_do_not_count() -> None:
    assert points(books=(book(LEECH, HERBS), book(LEECH, LEECH))) == 1


@pytest.mark.rule("MED-END-02")
@pytest.mark.parametrize("placed", range(7))
def test_placed_apprentices_score_what_the_board_shows(placed: int) -> None:
    assert points(apprentices_left=6 - placed) == 1 + sum(APPRENTICE_POINTS[:placed])


@pytest.mark.rule("MED-END-03", "MED-KNOW-12")
@pytest.mark.parametrize(
    ("abilities", "each"), [((), 1), ((COURIER_1,), 2), ((COURIER_2,), 2), ((COURIER_1, COURIER_2), 3)]
)
def test_letters_score_one_each_and_one_more_per_courier_marker(abilities: tuple[int, ...], each: int) -> None:
    bits = sum(1 << ability for ability in abilities)
    for letters in (0, 1, 4):
        assert points(letters=tuple(range(letters)), abilities=bits) == 1 + letters * each


@pytest.mark.rule("MED-END-04")
@pytest.mark.parametrize("counts", [(1,), (2,), (1, 1), (3, 1, 2), (1, 1, 1, 1, 1, 1, 4)])
def test_each_instrument_scores_its_column(counts: tuple[int, ...]) -> None:
    expected = sum(count * COLUMN_POINTS[column] for column, count in enumerate(counts))
    kinds = (6, 5, 4, 3, 2, 1, 0)[: len(counts)]
    assert points(instruments=kinds, instrument_counts=counts) == 1 + expected


@pytest.mark.rule("MED-END-05")
@pytest.mark.parametrize(("gold", "silver", "expected"), [(0, 0, 0), (1, 0, 4), (0, 1, 2), (2, 1, 10), (3, 4, 20)])
def test_rods_score_four_in_gold_and_two_in_silver(gold: int, silver: int, expected: int) -> None:
    bits = ((1 << gold) - 1, ((1 << silver) - 1) << gold)
    assert points(gold_rods=bits[0], silver_rods=bits[1]) == 1 + expected


@pytest.mark.rule("MED-END-06", "MED-RUL-28")
@pytest.mark.parametrize(
    ("coins", "pouches", "covered", "expected"),
    [(0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 1), (3, 2, 0, 2), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 2, 1), (3, 3, 2, 4)],
)
def test_two_coins_or_left_over_remedies_make_a_point(coins: int, pouches: int, covered: int, expected: int) -> None:
    lying = ((NONE, NONE), (LEECH, NONE), (LEECH, HERBS))[covered]
    scored = points(
        coins=coins,
        pouches=(MARIGOLD,) * pouches,
        books=(book(LEECH, HERBS), book(HERBS, HERBS)),
        book_covered=lying,
    )
    assert scored == 1 + expected


@pytest.mark.rule("MED-END-07", "MED-KNOW-11", "MED-RUL-29")
@pytest.mark.parametrize(
    ("counts", "triples"), [((2, 2), 0), ((3,), 1), ((1, 3), 1), ((3, 3, 1), 2), ((6,), 1), ((2, 3, 4, 1), 2)]
)
def test_the_specialist_scores_five_per_kind_with_three_pieces(counts: tuple[int, ...], triples: int) -> None:
    kinds = tuple(range(len(counts)))
    without = points(instruments=kinds, instrument_counts=counts)
    assert points(instruments=kinds, instrument_counts=counts, abilities=1 << SPECIALIST) == without + 5 * triples


@pytest.mark.rule("MED-END-08", "MED-RUL-27")
@pytest.mark.parametrize("favors", [(), (INDIVIDUAL_PATH,), (INDIVIDUAL_PATH, EARLY_BIRD, EARLY_BIRD)])
def test_unused_favor_cards_score_two_each(favors: tuple[int, ...]) -> None:
    assert points(favors=favors) == 1 + 2 * len(favors)
    assert NUMBERS["unused_favor_points"] == 2


@pytest.mark.rule("MED-END-09")
@pytest.mark.parametrize("track", [0, 4, 49, 120])
def test_points_of_the_track_are_added(track: int) -> None:
    assert points(points=track) == 1 + track


@pytest.mark.rule("MED-END-10")
def test_prestige_scores_nothing() -> None:
    t = before_the_end().prestige({0: 14, 1: 0, 2: 3})
    assert [seat.points for seat in end(t).outcome()] == [1, 1, 1]


@pytest.mark.rule("MED-END-11")
def test_points_then_prestige_then_the_stack_decide() -> None:
    t = before_the_end(4).prestige({0: 3, 3: 5, 2: 5, 1: 1})
    t.player(1).points = 7
    result = end(t).outcome()
    assert [seat.points for seat in result] == [1, 8, 1, 1]
    assert [seat.place for seat in result] == [4, 1, 2, 3]
    assert [seat.seat for seat in result] == [0, 1, 2, 3]
    higher = before_the_end(4).prestige({0: 3, 2: 5, 3: 5, 1: 1})
    higher.player(1).points = 7
    assert [seat.place for seat in end(higher).outcome()] == [4, 1, 3, 2]


@pytest.mark.rule("MED-END-11")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_ranks_are_unique_even_at_zero_prestige(order: tuple[int, ...]) -> None:
    t = before_the_end().prestige(dict.fromkeys(order, 0))
    places = {seat.seat: seat.place for seat in end(t).outcome()}
    assert [places[seat] for seat in reversed(order)] == [1, 2, 3]


@pytest.mark.rule("MED-END-12")
def test_the_rulebook_s_example_scores_71_points() -> None:
    t = before_the_end()
    me = t.me
    me.fulfilled_books, me.markets = (0, 1, 2), (0, 1)
    me.instruments, me.instrument_counts = (0, 1, 2, 3, 4, 5), (3, 1, 1, 1, 1, 1)
    assert sum(n * COLUMN_POINTS[column] for column, n in enumerate(me.instrument_counts)) == 19
    me.apprentices_left = 2
    assert APPRENTICE_POINTS[:4] == [0, 2, 3, 4]
    me.letters = (0, 1, 2, 3)
    me.abilities = 1 << COURIER_1 | 1 << COURIER_2 | 1 << SPECIALIST
    me.gold_rods = 1 << ROD_DIFFERENT_INSTRUMENTS | 1 << ROD_PRESTIGE
    me.silver_rods = 1 << ROD_KNOWLEDGE_MARKERS
    me.favors = (EARLY_BIRD,)
    me.coins = 3
    me.pouches = (LEECH, HERBS)
    result = end(t).outcome()[0]
    assert sorted(amount for _, amount in result.categories if amount) == sorted([12, 19, 9, 12, 10, 2, 2, 5])
    assert result.points == 71
    assert result.place == 1


@pytest.mark.rule("MED-END-13")
def test_points_are_received_at_once_or_in_the_final_scoring_and_never_twice() -> None:
    t = table().last_round()
    t.me.coins = 4
    t.state.medicus_place = 2
    t.state.medicus_start = (2 - 8) % 7
    t.arrive(2).play(0, MeetMedicus(), BuyInstrument(0))
    assert t.me.points == 0, "instruments score at the end"
    t.play(0, EndTurn(), PlaceKnowledge(BOREDOM))
    assert t.me.points == 4, "Boredom scores at once"
    t.prestige({MEDICUS: 50}).finish_round()
    assert t.state.phase == GAME_OVER
    assert t.me.points == 4, "the track is not touched by the final scoring"
    t.me.coins = 0
    t.me.letters = ()
    assert t.outcome()[0].points == 1 + 4 + COLUMN_POINTS[0] + APPRENTICE_POINTS[0]


@pytest.mark.rule("MED-END-05")
def test_a_rod_scores_for_its_owner_only() -> None:
    t = before_the_end()
    t.me.gold_rods = 1 << ROD_LETTERS
    assert [seat.points for seat in end(t).outcome()] == [5, 1, 1]
    assert len(t.happened(GameEnded)) == 1
