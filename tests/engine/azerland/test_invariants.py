"""What holds in every position of every game (rules reference, "Invariants for property tests"), counted here without the engine's help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.events import Event
from engine_core.games.azerland.actions import DrinkPotion, Finish, PlaceTile, SpendApprentices, StopRevealing
from engine_core.games.azerland.events import (
    ApprenticesSpent,
    Gained,
    GoldTaken,
    IngredientsExchanged,
    MarketCardBought,
    OrderBonusPaid,
    OrderChosen,
    OrderServed,
    PotionConcocted,
    PotionDrunk,
    PotionPaid,
    RevealingEnded,
    TilePlaced,
    VisitorScored,
)
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import (
    AI,
    BLACK_MARKET,
    CHARM,
    GAME_OVER,
    INTERMEDIATE,
    PRIORITIES,
)
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import INFINITY, RECIPE
from tests.engine.azerland.table import Table, fresh

Holdings = tuple[int, int, int, tuple[int, ...], tuple[int, ...]]
"""Gold, apprentices, prestige, ingredients, potions."""


def busy(t: Table, draw: Random) -> None:
    """One random action of anybody who is asked; ending and working in town are rare, drinking is frequent."""
    seat = draw.choice(t.asked())
    legal = t.legal(seat)
    wanted = [
        action
        for action in legal
        if not isinstance(action, Finish | StopRevealing) and not (isinstance(action, PlaceTile) and action.side)
    ]
    strong: list[Action] = [action for action in legal if isinstance(action, DrinkPotion) and action.level > 0]
    if strong and draw.random() < 0.6:
        wanted = strong
    action = draw.choice(wanted if wanted and draw.random() < 0.85 else legal)
    if isinstance(action, SpendApprentices) and draw.random() < 0.5:
        action = legal[-1]
    t.play(seat, action)


def walk(seats: int, seed: int) -> Iterator[Table]:
    """A random game, step by step; everybody begins with good levels so that every effect comes up."""
    t = fresh(seats, seed=seed)
    draw = Random(seed)
    for player in t.state.players:
        player.discs = (draw.choice((0, 5, 10)), draw.choice((0, 5, 10)), draw.choice((0, 5, 10)))
    while t.state.phase != GAME_OVER:
        t.events.clear()
        busy(t, draw)
        yield t


def each_market_card_once(state: AzerlandState) -> None:
    market = state.market
    cards = [*market.deck, *market.row, *market.discards]
    for player in state.players:
        cards += player.black_market
    for waiting in state.pending:
        cards += [*waiting.cards, *waiting.taken]
    assert sorted(cards) == list(range(1, 45))


def each_visitor_once(state: AzerlandState, left_at_set_up: set[int]) -> None:
    visitors = state.visitors
    displays = [visitor for player in state.players for visitor in player.display]
    cards = [*visitors.deck, *visitors.road, *visitors.town, *visitors.gone, *displays]
    assert len(cards) == 7 * len(state.cauldrons)
    assert sorted([*cards, *left_at_set_up]) == list(range(1, 44))
    assert not set(displays) & set(INFINITY)


def the_timeline(state: AzerlandState) -> None:
    players, day = len(state.cauldrons), max(state.day, 1)
    assert len(state.visitors.deck) == max(5 - day, 0) * players
    assert len(state.visitors.road) == (players if day < 6 else 0)


def tiles(state: AzerlandState) -> None:
    zeros = state.zero_tiles
    for player in state.players:
        now = player.placed_numbers if len(player.placed_numbers) == 5 else player.tiles
        assert len(player.tiles) == 5
        assert all(now.count(number) <= 1 for number in range(1, 6))
        replaced_zeros = player.tiles.count(0) + player.tiles_replaced - now.count(0)
        zeros += now.count(0) + (replaced_zeros if player.tiles_replaced else 0)
    assert zeros == 10


def board(state: AzerlandState, player: Player) -> None:
    assert min(player.gold, player.apprentices, player.prestige, *player.ingredients, *player.potions) >= 0
    assert set(player.tilted) <= set(player.display) & set(range(1, 10))
    assert len(player.black_market) <= 2
    assert not player.black_market or player.abilities >> BLACK_MARKET & 1
    if player.pawn != NONE:
        assert player.pawn in state.visitors.town
        assert player.pawn not in INFINITY
        assert [other.pawn for other in state.players].count(player.pawn) == 1


@pytest.mark.rule("AZE-PREP-06", "AZE-PREP-07", "AZE-PREP-08", "AZE-RUL-27", "AZE-RUL-30", "AZE-RUL-39")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_nothing_is_lost_or_doubled_in_any_game(seats: int, seed: int) -> None:
    left: set[int] = set()
    before: list[tuple[Any, ...]] = []
    for t in walk(seats, seed):
        state = t.state
        if not left:
            visitors = state.visitors
            left = set(range(1, 44)) - {*visitors.town, *visitors.road, *visitors.deck}
        each_market_card_once(state)
        each_visitor_once(state, left)
        the_timeline(state)
        tiles(state)
        assert sorted(state.cauldrons) == (list(range(seats)) if seats > 1 else [0, AI])
        now = []
        for player in state.players:
            board(state, player)
            now.append((player.discs, player.abilities, player.prestige))
        for old, new in zip(before, now, strict=bool(before)):
            assert all(a <= b for a, b in zip(old[0], new[0], strict=True)), "a disc went back"
            assert old[1] & ~new[1] == 0, "an ability was lost"
            lost = sum(event.prestige_lost for event in t.happened(RevealingEnded))
            assert new[2] >= old[2] - lost
            assert lost in (0, 2)
        before = now
        assert list(AZERLAND.conserved(state)) == []


def holdings(player: Player) -> Holdings:
    return player.gold, player.apprentices, player.prestige, player.ingredients, player.potions


def accounted(before: Holdings, events: list[Event], seat: int) -> Holdings:
    """What a seat holds after these events; only Charm I takes from one player for another."""
    gold, apprentices, prestige, ingredients, potions = before
    held, flasks = list(ingredients), list(potions)
    for event in events:
        if isinstance(event, GoldTaken):
            gold -= event.payer == seat
        if seat not in (getattr(event, "seat", None), getattr(event, "participant", None)):
            continue
        if isinstance(event, Gained):
            gold, apprentices, prestige = (
                gold + event.gold,
                apprentices + event.apprentices,
                prestige + event.prestige,
            )
            held = [a + b for a, b in zip(held, event.ingredients, strict=True)]
            flasks = [a + b for a, b in zip(flasks, event.potions, strict=True)]
        elif isinstance(event, MarketCardBought):
            gold -= event.cost
        elif isinstance(event, ApprenticesSpent):
            apprentices -= event.count
        elif isinstance(event, IngredientsExchanged):
            paid = Counter((event.give_first, event.give_second))
            held = [a - paid[kind] + (kind == event.take) for kind, a in enumerate(held)]
        elif isinstance(event, PotionConcocted):
            recipe = [n - (kind == event.omitted) for kind, n in enumerate(RECIPE[event.potion])]
            held = [a - b for a, b in zip(held, recipe, strict=True)]
            flasks[event.potion] += 1
        elif isinstance(event, PotionDrunk | PotionPaid):
            flasks[event.potion] -= 1
        elif isinstance(event, OrderChosen):
            flasks = [a - b for a, b in zip(flasks, event.potions, strict=True)]
        elif isinstance(event, RevealingEnded):
            prestige -= event.prestige_lost
        elif isinstance(event, OrderServed | OrderBonusPaid | VisitorScored):
            prestige += event.prestige
    return gold, apprentices, prestige, tuple(held), tuple(flasks)


@pytest.mark.rule("AZE-ACT-18", "AZE-RUL-81", "AZE-SET-20")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_players_give_each_other_nothing_but_the_gold_of_charm(seats: int, seed: int) -> None:
    before: list[Holdings] | None = None
    for t in walk(seats, seed):
        if before is not None:
            for seat, player in enumerate(t.state.players):
                assert holdings(player) == accounted(before[seat], t.events, seat), t.events
            drunk = [(e.potion, e.level) for e in t.happened(PotionDrunk)]
            if t.happened(GoldTaken) and seats > 1:
                assert drunk == [(CHARM, INTERMEDIATE)]
        before = [holdings(player) for player in t.state.players]


@pytest.mark.rule("AZE-RUL-80")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@settings(max_examples=3)
@given(seed=st.integers(0, 10_000))
def test_a_seat_is_asked_only_where_there_is_a_choice(seats: int, seed: int) -> None:
    points: Counter[str] = Counter()
    placements: Counter[int] = Counter()
    for t in walk(seats, seed):
        for seat in t.asked():
            legal = t.legal(seat)
            points[t.point(seat)] += 1
            assert len(legal) >= 2, (t.point(seat), legal)
            assert len(set(map(id, legal))) == len(legal)
        placements.update(event.seat for event in t.happened(TilePlaced))
    assert placements == dict.fromkeys(range(seats), 30)
    assert points["place_tile"] > 0


@pytest.mark.rule("AZE-RUL-80")
def test_phase_two_is_always_asked_and_the_other_points_are_not() -> None:
    for point in AZERLAND.decision_points:
        assert point.always_asked == point.simultaneous == (point.name == "place_tile")


# -- the engine's own check of these invariants notices when one is broken -----------------------------------------------------------


def _double_market_card(state: AzerlandState) -> None:
    state.market = evolve(state.market, discards=(state.market.row[0],))


def _lose_market_card(state: AzerlandState) -> None:
    state.market = evolve(state.market, deck=state.market.deck[1:])


def _double_visitor(state: AzerlandState) -> None:
    state.players[0].display = (state.visitors.town[0],)


def _infinity_in_display(state: AzerlandState) -> None:
    infinity = next(v for v in (*state.visitors.town, *state.visitors.road, *state.visitors.deck) if v in INFINITY)
    state.players[0].display = (infinity,)


def _short_road(state: AzerlandState) -> None:
    state.visitors = evolve(state.visitors, road=state.visitors.road[1:])


def _same_cauldron(state: AzerlandState) -> None:
    state.cauldrons = (0,) * len(state.cauldrons)


def _eleven_zeros(state: AzerlandState) -> None:
    state.players[0].tiles = (0, 2, 3, 4, 5)


def _twin_tiles(state: AzerlandState) -> None:
    state.players[0].tiles = (1, 1, 3, 4, 5)


def _tilted_without_card(state: AzerlandState) -> None:
    state.players[0].tilted = (1,)


def _pawn_out_of_town(state: AzerlandState) -> None:
    state.players[0].pawn = state.visitors.road[0]


def _two_pawns(state: AzerlandState) -> None:
    state.players[0].pawn = state.players[1].pawn = state.visitors.town[0]


def _private_cards_without_ability(state: AzerlandState) -> None:
    state.players[0].black_market = state.market.deck[:1]
    state.market = evolve(state.market, deck=state.market.deck[1:])


@pytest.mark.rule("AZE-RUL-27", "AZE-RUL-30")
@pytest.mark.parametrize(
    "fault",
    [
        _double_market_card,
        _lose_market_card,
        _double_visitor,
        _infinity_in_display,
        _short_road,
        _same_cauldron,
        _eleven_zeros,
        _twin_tiles,
        _tilted_without_card,
        _pawn_out_of_town,
        _two_pawns,
        _private_cards_without_ability,
    ],
)
def test_a_broken_invariant_is_noticed(fault: Callable[[AzerlandState], None]) -> None:
    t = fresh(3, seed=5).until(PRIORITIES)
    assert list(AZERLAND.conserved(t.state)) == []
    fault(t.state)
    assert list(AZERLAND.conserved(t.state))
