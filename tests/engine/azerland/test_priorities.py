"""Phase 2 (AZE-PRIO): five tiles in five columns, in secret; what a gold side means."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    Concoct,
    DrinkPotion,
    ExchangeIngredients,
    Finish,
    PlaceTile,
    ReplaceTile,
    ServeOrder,
    SpendApprentices,
)
from engine_core.games.azerland.events import ColumnStarted, Gained, PlaquetteRevealed, TilePlaced, TileSet
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    CONCOCT,
    EXPERT,
    FLOWER,
    FROM_WAGES,
    GOLD_SIDE,
    HARVEST,
    MUSHROOM,
    NOVICE,
    NUMBER_SIDE,
    POTIONS,
    PRIORITIES,
    SERVE,
    STUDY,
    TRADE,
)
from tests.engine.azerland.cards import TILE_GOLD
from tests.engine.azerland.table import ALL_GOLD, Table, table, tiles


@pytest.mark.rule("AZE-PRIO-01", "AZE-RUL-09")
def test_five_tiles_fill_the_columns_from_the_left() -> None:
    t = table(3)
    assert t.asked() == (0, 1, 2)
    for column, number in enumerate((3, 1, 5, 2, 4)):
        assert t.point() == "place_tile"
        t.rejects(Finish(), "AZE-PRIO-01")
        t.play(0, PlaceTile(number, NUMBER_SIDE))
        assert t.happened(TileSet)[-1] == TileSet(0, column, number, NUMBER_SIDE)
    assert t.me.placed_numbers == (3, 1, 5, 2, 4)
    assert t.asked() == (1, 2)
    assert t.legal(0) == []


@pytest.mark.rule("AZE-PRIO-01")
def test_nobody_goes_on_while_a_column_is_empty() -> None:
    t = table(3)
    t.me.potions = (1, 0, 0)
    t.play(0, *tiles("1 2 3 4 5")).play(1, *tiles("1 2 3 4 5")).play(2, *tiles("1 2 3 4"))
    assert (t.state.phase, t.asked()) == (PRIORITIES, (2,))
    t.play(2, PlaceTile(5, NUMBER_SIDE))
    assert (t.state.phase, t.asked()) == (POTIONS, (0,))


@pytest.mark.rule("AZE-PRIO-02")
def test_only_own_tiles_each_once() -> None:
    t = table(3)
    assert t.offered(PlaceTile) == [(number, side) for number in range(1, 6) for side in (0, 1)]
    t.rejects(PlaceTile(0, NUMBER_SIDE), "AZE-PRIO-02").rejects(PlaceTile(0, GOLD_SIDE), "AZE-PRIO-02")
    t.play(0, PlaceTile(3, NUMBER_SIDE))
    t.rejects(PlaceTile(3, NUMBER_SIDE), "AZE-PRIO-02").rejects(PlaceTile(3, GOLD_SIDE), "AZE-PRIO-02")
    assert t.offered(PlaceTile) == [(number, side) for number in (1, 2, 4, 5) for side in (0, 1)]
    two_zeros = table(3)
    two_zeros.me.tiles = (0, 0, 1, 4, 5)
    assert two_zeros.offered(PlaceTile) == [(number, side) for number in (0, 1, 4, 5) for side in (0, 1)]
    two_zeros.play(0, PlaceTile(0, NUMBER_SIDE))
    assert two_zeros.offers(PlaceTile(0, GOLD_SIDE))
    two_zeros.play(0, PlaceTile(0, GOLD_SIDE)).rejects(PlaceTile(0, NUMBER_SIDE), "AZE-PRIO-02")
    two_zeros.rejects(PlaceTile(2, NUMBER_SIDE), "AZE-PRIO-02")


@pytest.mark.rule("AZE-PRIO-03", "AZE-RUL-10")
@pytest.mark.parametrize("gold", range(6))
def test_any_number_of_tiles_may_show_gold(gold: int) -> None:
    plaquette = " ".join(f"{'g' if number <= gold else ''}{number}" for number in range(1, 6))
    t = table(2)
    t.me.potions = (1, 0, 0)
    t.plan(plaquette, "1 2 3 4 5")
    assert t.me.placed_sides == (GOLD_SIDE,) * gold + (NUMBER_SIDE,) * (5 - gold)
    t.play(0, Finish())
    assert t.happened(PlaquetteRevealed)[0] == PlaquetteRevealed(0, (1, 2, 3, 4, 5), t.me.placed_sides)


@pytest.mark.rule("AZE-PRIO-04")
def test_nobody_sees_anything_of_another_plaquette_before_the_reveal() -> None:
    twins = [table(3), table(3)]
    plaquettes = [("1 2 3 4 5", "5 4 3 2 1", "1 2 3 4 5"), ("g5 g4 1 2 3", "5 4 3 2 1", "1 2 3 4 5")]
    for t, (first, _, _) in zip(twins, plaquettes, strict=True):
        for player in t.state.players:
            player.potions = (1, 0, 0)
        t.play(0, *tiles(first)[:3])
    assert_alike(*twins)
    for t, (first, second, third) in zip(twins, plaquettes, strict=True):
        t.play(0, *tiles(first)[3:]).play(1, *tiles(second)).play(2, *tiles(third))
        assert t.view(0).players[0].placed_numbers == t.me.placed_numbers
        assert t.view(1).players[0].placed == 5
        assert t.view(1).players[0].placed_numbers == t.view(None).players[0].placed_sides == ()
    assert_alike(*twins)
    for t in twins:
        t.play(0, Finish())
        t.play(1, DrinkPotion(CELERITY, NOVICE))
        assert t.view(2).players[0].placed_numbers == ()
    assert_alike(*twins)
    for t in twins:
        t.play(2, Finish())
        assert t.view(1).players[0].placed_numbers == t.view(None).players[0].placed_numbers == t.me.placed_numbers
        assert t.view(1).players[0].placed_sides == t.me.placed_sides


def assert_alike(one: Table, other: Table) -> None:
    """Nobody but seat 0 can tell the two apart."""
    for observer in (None, 1, 2):
        views = [AZERLAND.view_to_bytes(t.view(observer)) for t in (one, other)]
        assert views[0] == views[1], observer
        assert one.received[observer] == other.received[observer], observer
        if observer is not None:
            assert one.legal(observer) == other.legal(observer)
    assert one.state.players[0].placed_numbers != other.state.players[0].placed_numbers
    assert not any(isinstance(event, TileSet) and event.seat == 0 for event in one.received[1])
    assert any(isinstance(event, TilePlaced) and event.seat == 0 for event in one.received[1])


@pytest.mark.rule("AZE-PRIO-05", "AZE-RUL-09")
def test_what_is_placed_stays() -> None:
    t = table(3)
    t.play(0, PlaceTile(2, NUMBER_SIDE))
    t.rejects(PlaceTile(2, GOLD_SIDE), "AZE-PRIO-02")
    t.play(0, *tiles("1 3 4 5"))
    for tile in (*tiles("1 2 3 4 5"), *tiles(ALL_GOLD)):
        t.rejects(tile, "AZE-PRIO-05")
    t.me.potions = (1, 0, 0)
    t.play(1, *tiles("1 2 3 4 5")).play(2, *tiles("1 2 3 4 5"))
    assert t.asked() == (0,)
    t.rejects(PlaceTile(1, GOLD_SIDE), "AZE-PRIO-05")
    t.rejects_kinds([ReplaceTile], "AZE-POT-21")
    assert t.me.placed_numbers == (2, 1, 3, 4, 5)


@pytest.mark.rule("AZE-RUL-09")
def test_the_order_in_which_players_fill_their_plaquettes_does_not_matter() -> None:
    queues = [tiles("1 g2 3 4 5"), tiles("5 4 3 2 g1"), tiles("2 1 4 3 g5")]
    digests = set()
    for order in permutations(range(3)):
        for chunk in (1, 2, 5):
            t = table(3)
            for player in t.state.players:
                player.potions = (1, 1, 1)
            left = [list(queue) for queue in queues]
            while any(left):
                for seat in order:
                    t.play(seat, *left[seat][:chunk])
                    del left[seat][:chunk]
            digests.add(AZERLAND.digest(t.state))
    assert len(digests) == 1


def ranking(t: Table, column: int) -> tuple[int, ...]:
    return next(event.ranking for event in t.happened(ColumnStarted) if event.column == column)


@pytest.mark.rule("AZE-PRIO-06", "AZE-RUL-17")
def test_a_lower_number_is_better_and_zero_is_the_best() -> None:
    t = table(4)
    t.player(2).tiles = (0, 2, 3, 4, 5)
    t.player(3).tiles = (0, 1, 2, 3, 4)
    t.plan("1 2 3 4 5", "2 1 4 3 g5", "0 5 2 g3 4", "3 4 0 1 g2")
    t.next_day()
    assert ranking(t, HARVEST) == (2, 0, 1, 3)
    assert ranking(t, STUDY) == (1, 0, 3, 2)
    assert ranking(t, TRADE) == (3, 2, 0, 1)
    assert ranking(t, CONCOCT) == (3, 1, 0)


@pytest.mark.rule("AZE-PRIO-07", "AZE-RUL-11")
def test_a_gold_side_gives_the_column_up() -> None:
    t = table(3).town(10, 11)
    t.me.apprentices = 5
    t.plan("g1 g2 g3 g4 g5", "g1 2 g3 4 g5", "1 2 3 4 5")
    t.until(PRIORITIES, 2)
    rankings = [event.ranking for event in t.happened(ColumnStarted)]
    assert [0 in ranked for ranked in rankings] == [False] * 5
    assert [1 in ranked for ranked in rankings] == [False, True, False, True, False]
    assert [2 in ranked for ranked in rankings] == [True] * 5
    assert t.me.discs == (0, 0, 0)
    assert t.me.apprentices == 5


@pytest.mark.rule("AZE-PRIO-08")
def test_wages_are_the_gold_of_all_gold_sides_paid_at_the_reveal() -> None:
    t = table(3)
    t.me.potions = (1, 0, 0)
    t.player(1).tiles = (0, 2, 3, 4, 5)
    t.plan("g1 2 g3 4 5", "g0 g2 g3 g4 g5", "1 2 3 4 5")
    assert t.state.phase == POTIONS
    assert [player.gold for player in t.state.players] == [0, 0, 0]
    t.play(0, Finish())
    paid = [event.gold for event in t.happened(Gained) if event.source == FROM_WAGES]
    assert paid == [TILE_GOLD[1] + TILE_GOLD[3], sum(TILE_GOLD) - TILE_GOLD[1]]


@pytest.mark.rule("AZE-PRIO-08")
def test_wages_of_the_day_cannot_be_taken_in_phase_three() -> None:
    t = table(3).level(CHARM, 1, seat=0)
    t.me.potions = (0, 1, 0)
    t.plan("1 2 3 4 5", ALL_GOLD, "1 2 3 4 5")
    t.play(0, DrinkPotion(CHARM, 1))
    assert (t.me.gold, t.player(1).gold) == (3, sum(TILE_GOLD[1:]))


@pytest.mark.rule("AZE-PRIO-09")
def test_nothing_of_a_column_given_up_can_be_done() -> None:
    t = table(2).town(10, 25).row(3, 25)
    for player in t.state.players:
        player.gold, player.apprentices = 9, 2
        player.potions, player.ingredients = (3, 3, 3), (9, 9, 9)
    t.plan(ALL_GOLD, "1 2 3 4 5").finish(0).finish(1)
    assert t.asked() == (1,)
    t.rejects(SpendApprentices(1), "AZE-PRIO-09")
    t.play(1, SpendApprentices(0))
    t.rejects(SpendApprentices(1), "AZE-PRIO-09")
    t.play(1, SpendApprentices(0))
    t.rejects(AdvanceDisc(CHARM), "AZE-PRIO-09")
    t.play(1, *[AdvanceDisc(CHARM)] * 3)
    assert t.point(1) == "trade_turn"
    t.rejects(BuyMarketCard(25), "AZE-PRIO-09").rejects(ExchangeIngredients(0, 0, 1), "AZE-PRIO-09")
    t.finish(1)
    t.rejects(SpendApprentices(1), "AZE-PRIO-09").rejects(Concoct(CHARM), "AZE-PRIO-09")
    t.play(1, SpendApprentices(0)).finish(1)
    assert t.point(1) == "serve_turn"
    t.rejects(ServeOrder(10), "AZE-PRIO-09")
    assert t.asked() == (1,)
    t.finish(1)
    assert t.state.day == 2


@pytest.mark.rule("AZE-PRIO-10")
def test_all_tiles_come_back_for_the_next_day() -> None:
    t = table(3)
    t.skip_day("g1 2 g3 4 5", "5 4 3 2 1", ALL_GOLD)
    assert t.state.day == 2
    for seat, player in enumerate(t.state.players):
        assert player.tiles == (1, 2, 3, 4, 5)
        assert player.placed_numbers == player.placed_sides == ()
        assert t.offered(PlaceTile, seat) == [(number, side) for number in range(1, 6) for side in (0, 1)]


@pytest.mark.rule("AZE-PRIO-05")
def test_only_celerity_expert_changes_a_committed_plaquette() -> None:
    t = table(3).level(CELERITY, EXPERT)
    t.me.potions = (2, 0, 0)
    t.plan("1 2 3 4 5", "1 2 3 4 5", "1 2 3 4 5")
    t.play(0, DrinkPotion(CELERITY, NOVICE))
    assert t.me.placed_numbers == (1, 2, 3, 4, 5)
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(SERVE, NUMBER_SIDE))
    assert t.me.placed_numbers == (1, 2, 3, 4, 0)


@pytest.mark.rule("AZE-PRIO-09")
def test_the_same_things_are_possible_where_the_number_shows() -> None:
    t = table(2).row(3, 25)
    t.me.gold, t.me.ingredients = 9, (9, 9, 9)
    t.plan("g1 g2 3 g4 g5", "1 2 4 5 3")
    t.until(TRADE + 5)
    assert t.offers(BuyMarketCard(25))
    assert t.offers(ExchangeIngredients(MUSHROOM, FLOWER, MUSHROOM))
