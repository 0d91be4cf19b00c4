"""Set-up (AZE-SET): what lies where, who gets what, what leaves the game unseen."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine_core.errors import BadSetup
from engine_core.games.azerland.actions import ChoosePotion, Concoct, ServeOrder
from engine_core.games.azerland.events import Gained, OrderServed, RoadFilled, VisitorsWelcomed
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.options import DEFAULT_OPTIONS
from engine_core.games.azerland.vocabulary import (
    AI,
    CELERITY,
    CHARM,
    CONCOCT,
    FROM_START,
    GAME_OVER,
    INTELLIGENCE,
    PRIORITIES,
    SERVE,
    SETUP,
)
from engine_core.rng import key_from_seed
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import INFINITY, ORDER, pile
from tests.engine.azerland.table import Table, fresh, started, table

SEEDS = range(40)
DECK = {2: (6, 2), 3: (10, 3), 4: (14, 4)}
"""Players -> orders of 2 and of 3 potions in the visitor deck."""

every_count = pytest.mark.parametrize(("seats", "players"), [(1, 2), (2, 2), (3, 3), (4, 4)])
"""The seats, and the players that set-up counts: the AI is one."""


def in_game(t: Table) -> list[int]:
    visitors = t.state.visitors
    return [*visitors.town, *visitors.road, *visitors.deck]


@pytest.mark.rule("AZE-SET-01")
@pytest.mark.parametrize("seats", [-1, 0, 5, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup) as refused:
        AZERLAND.new(seats, DEFAULT_OPTIONS, key_from_seed(1))
    assert refused.value.field == "seats"
    assert "AZE-SET-01" in (refused.value.rule_id or "")


@pytest.mark.rule("AZE-SET-01")
@every_count
def test_one_to_four_seats_make_a_game_and_one_seat_the_solo_game(seats: int, players: int) -> None:
    t = fresh(seats)
    assert len(t.state.players) == seats
    assert len(t.state.cauldrons) == players
    assert (AI in t.state.cauldrons) == (t.state.sheet != NONE) == (seats == 1)
    assert AZERLAND.seat_counts == (1, 2, 3, 4)


@pytest.mark.rule("AZE-SET-02")
@every_count
def test_two_market_cards_per_player_lie_open_and_the_rest_is_shuffled(seats: int, players: int) -> None:
    rows, decks = set(), set()
    for seed in SEEDS:
        market = fresh(seats, seed=seed).state.market
        assert (len(market.row), len(market.deck), market.discards) == (2 * players, 44 - 2 * players, ())
        assert sorted((*market.row, *market.deck)) == list(range(1, 45))
        rows.add(market.row)
        decks.add(market.deck)
    assert len(rows) == len(decks) == len(SEEDS)
    assert len({card for row in rows for card in row}) > 40


@pytest.mark.rule("AZE-SET-03", "AZE-SET-04")
@every_count
def test_two_visitors_per_player_with_one_symbol_start_in_town(seats: int, players: int) -> None:
    seen: set[int] = set()
    for seed in SEEDS:
        town = fresh(seats, seed=seed).state.visitors.town
        assert len(town) == len(set(town)) == 2 * players
        seen.update(town)
    assert seen == set(pile(1))
    assert {7, 13} <= seen, "a joker counts as a symbol"
    assert not seen & set(INFINITY)


@pytest.mark.rule("AZE-SET-03", "AZE-SET-05", "AZE-SET-06", "AZE-SET-07")
@every_count
def test_the_visitor_deck_holds_orders_of_two_and_three_and_two_infinity_visitors(seats: int, players: int) -> None:
    seen: Counter[int] = Counter()
    for seed in SEEDS:
        visitors = fresh(seats, seed=seed).state.visitors
        deck = [*visitors.road, *visitors.deck]
        sizes = Counter(0 if visitor in INFINITY else len(ORDER[visitor]) for visitor in deck)
        assert (sizes[2], sizes[3], sizes[0], sizes[1]) == (*DECK[players], 2, 0)
        seen.update(deck)
    assert set(seen) == {*pile(2), *pile(3), *INFINITY}


@pytest.mark.rule("AZE-SET-08")
@every_count
def test_a_visitor_per_player_is_on_the_road_and_the_deck_is_shuffled(seats: int, players: int) -> None:
    orders = set()
    on_road: set[int] = set()
    for seed in SEEDS:
        visitors = fresh(seats, seed=seed).state.visitors
        assert (len(visitors.road), len(visitors.deck)) == (players, 4 * players)
        orders.add(tuple(len(ORDER[visitor]) for visitor in visitors.deck))
        on_road.update(visitors.road)
    assert len(orders) > len(SEEDS) // 2
    assert {len(ORDER[visitor]) for visitor in on_road} >= {2, 3}
    assert on_road & set(INFINITY)


@pytest.mark.rule("AZE-SET-09")
@every_count
def test_the_other_visitors_leave_the_game_unseen(seats: int, players: int) -> None:
    t = fresh(seats)
    left = set(ORDER) - set(in_game(t))
    assert len(left) == 43 - 7 * players
    assert len(left & set(INFINITY)) == 1
    assert t.state.visitors.gone == ()
    t.until(GAME_OVER)
    assert not left & {event.visitor for event in t.happened(OrderServed)}
    shown = {
        visitor for event in t.events if isinstance(event, VisitorsWelcomed | RoadFilled) for visitor in event.visitors
    }
    assert not left & (shown | set(in_game(t)) | set(t.state.visitors.gone))


@pytest.mark.rule("AZE-SET-10")
@every_count
def test_no_visitor_with_one_symbol_appears_after_set_up(seats: int, players: int) -> None:
    t = fresh(seats, seed=3)
    coming = [*t.state.visitors.road, *t.state.visitors.deck]
    t.until(GAME_OVER)
    later = [visitor for event in t.happened(VisitorsWelcomed) for visitor in event.visitors]
    assert sorted(later) == sorted(coming)
    assert len(later) == 5 * players
    assert all(len(ORDER[visitor]) > 1 or visitor in INFINITY for visitor in later)


@pytest.mark.rule("AZE-SET-11")
def test_five_of_seven_bonus_tiles_wait_face_down_for_days_two_to_six() -> None:
    seen: set[int] = set()
    orders = set()
    for seed in SEEDS:
        t = started(2, seed=seed)
        tiles = t.state.bonus_tiles
        assert len(tiles) == len(set(tiles)) == 5
        assert set(tiles) <= set(range(7))
        for observer in (None, 0, 1):
            assert t.view(observer).bonus_tiles == ()
        seen.update(tiles)
        orders.add(tiles)
    assert seen == set(range(7))
    assert len(orders) > len(SEEDS) // 2
    assert orders != {tuple(sorted(tiles)) for tiles in orders}


@pytest.mark.rule("AZE-SET-12")
@every_count
def test_everybody_starts_with_tiles_one_to_five_and_the_zeros_stay_in_the_box(seats: int, players: int) -> None:
    t = fresh(seats)
    assert [player.tiles for player in t.state.players] == [(1, 2, 3, 4, 5)] * seats
    assert t.state.zero_tiles == 10


@pytest.mark.rule("AZE-SET-13")
@every_count
def test_boards_start_at_novice_with_everything_locked(seats: int, players: int) -> None:
    for player in fresh(seats).state.players:
        assert player.discs == (0, 0, 0)
        assert (player.abilities, player.pawn, player.display, player.tilted) == (0, NONE, (), ())
        assert (player.prestige, player.black_market) == (0, ())
    assert fresh(seats).view(0).players[0].levels == (0, 0, 0)


@pytest.mark.rule("AZE-SET-14", "AZE-RUL-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cauldrons_are_dealt_at_random_one_each(seats: int) -> None:
    deals = {fresh(seats, seed=seed).state.cauldrons for seed in range(200)}
    assert deals == set(permutations(range(seats)))
    assert fresh(seats, seed=5).state.cauldrons == fresh(seats, seed=5).state.cauldrons


RESOURCES = {
    1: ((0, 1, 0), (1, 1), (0, 1, 1)),
    2: ((0, 1, 0), (3, 0), (0, 0, 0)),
    3: ((0, 1, 0), (0, 3), (0, 0, 0)),
    4: ((0, 2, 0), (0, 0), (0, 0, 0)),
}
"""Cauldron -> potions (charm chosen), gold and apprentices, ingredients."""


def with_charm(seats: int, seed: int = 1) -> Table:
    """Everybody chooses charm."""
    t = fresh(seats, seed=seed)
    while t.state.phase == SETUP:
        t.play(t.asked()[0], ChoosePotion(CHARM))
    return t


@pytest.mark.parametrize(
    "cauldron",
    [pytest.param(c, marks=pytest.mark.rule(f"AZE-SET-{14 + c}")) for c in (1, 2, 3, 4)],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cauldron_says_what_its_holder_starts_with(seats: int, cauldron: int) -> None:
    if cauldron > seats:
        seats = 4
    t = with_charm(seats)
    player = t.player(t.state.cauldrons[cauldron - 1])
    held = (player.potions, (player.gold, player.apprentices), player.ingredients)
    assert held == RESOURCES[cauldron]
    assert player.prestige == 0


@pytest.mark.rule("AZE-SET-19", "AZE-RUL-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starting_resources_come_once_by_cauldron_in_place_of_a_bonus_tile(seats: int) -> None:
    t = with_charm(seats)
    given = [event for event in t.happened(Gained) if event.source == FROM_START]
    receivers = [event.seat for event in given]
    holders = [seat for cauldron, seat in enumerate(t.state.cauldrons, start=1) if cauldron < 4]
    assert receivers == holders
    assert (t.state.day, t.state.phase) == (1, PRIORITIES)
    before = [(p.gold, p.apprentices, p.ingredients, p.potions) for p in t.state.players]
    t.state.bonus_tiles = (0, 0, 0, 0, 0)
    t.events.clear()
    for _ in range(5):
        t.plan()
        t.until(PRIORITIES)
    assert [event for event in t.happened(Gained) if event.source == FROM_START] == []
    for player, (gold, *rest) in zip(t.state.players, before, strict=True):
        assert player.gold > gold, "wages"
        assert [player.apprentices, player.ingredients, player.potions] == rest


@pytest.mark.rule("AZE-RUL-03")
def test_the_type_of_a_starting_potion_is_chosen_openly_by_cauldron_and_the_fourth_chooses_twice() -> None:
    t = fresh(4, seed=2)
    asked = []
    choices = [INTELLIGENCE, CELERITY, CHARM, CHARM, INTELLIGENCE]
    for choice in choices:
        (seat,) = t.asked()
        asked.append(seat)
        assert t.point(seat) == "start_potion"
        assert t.offered(ChoosePotion, seat) == [CELERITY, CHARM, INTELLIGENCE]
        t.rejects(ChoosePotion(CHARM), "AZE-RUL-03", seat=(seat + 1) % 4)
        t.play(seat, ChoosePotion(choice))
        assert t.view((seat + 1) % 4).players[seat].potions[choice] >= 1
    holders = t.state.cauldrons
    assert asked == [*holders, holders[3]]
    assert [t.player(seat).potions for seat in holders] == [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 1, 1)]
    assert t.state.phase == PRIORITIES


@pytest.mark.rule("AZE-SET-20")
def test_tokens_never_run_out() -> None:
    t = table(2).town(10, 43)
    t.me.gold, t.me.apprentices, t.player(1).gold = 5000, 500, 5000
    t.me.potions = (100, 101, 100)
    t.column(SERVE).play(0, ServeOrder(10))
    assert t.me.gold == 5003
    t.play(0, ServeOrder(43), ChoosePotion(INTELLIGENCE))
    assert t.me.potions == (99, 99, 100)
    brewing = table(2)
    brewing.me.ingredients = (90, 91, 92)
    brewing.me.potions = (50, 50, 50)
    brewing.column(CONCOCT).play(0, Concoct(CHARM))
    assert brewing.me.potions == (50, 51, 50)
