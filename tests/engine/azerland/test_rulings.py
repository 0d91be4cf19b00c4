"""Rulings on what is open, on random draws, and on nesting (AZE-RUL-29, 80, 82, 83, decomposition rules)."""

from __future__ import annotations

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    DiscardDie,
    Finish,
    PayPotion,
    PlaceTile,
    ReactivateColumn,
    RepeatVisitor,
    ServeOrder,
    SpendApprentices,
    UnlockAbility,
)
from engine_core.games.azerland.events import ColumnReactivated, DiceRolled
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_SERVE,
    CELERITY,
    CHARM,
    EFFICIENCY,
    GOLD_SIDE,
    HARVEST,
    MARKET_CARDS,
    NUMBER_SIDE,
    PRIORITIES,
    SERVE,
    STUDY,
    TRADE,
)
from engine_core.rng import Rng, derive_key, key_from_seed
from tests.engine.azerland.cards import DIE_FACE, INFINITY, LEVEL_SPACE, PRESTIGE, pile
from tests.engine.azerland.table import PARKED, Table, fresh, started, table


@pytest.mark.rule("AZE-RUL-29")
def test_private_cards_drawn_in_serve_are_for_a_reactivated_trade_or_gone() -> None:
    t = table(3).town(13, 42, 11).deck(3, 25, 28)
    t.me.potions, t.me.gold = (9, 9, 9), 9
    t.column(SERVE).play(0, ServeOrder(13), PayPotion(CHARM), UnlockAbility(BLACK_MARKET))
    assert t.me.black_market == (3, 25)
    t.rejects(BuyMarketCard(3), "AZE-SERVE-21")
    t.play(0, ServeOrder(42), *[PayPotion(CHARM)] * 3, ReactivateColumn(TRADE))
    assert t.offered(BuyMarketCard) == [3, 25]
    t.play(0, BuyMarketCard(3), Finish(), Finish())
    assert t.asked() == (1,)
    t.next_day()
    assert 25 in t.state.market.discards
    assert len(t.me.black_market) == 2
    assert 25 not in t.me.black_market


@pytest.mark.rule("AZE-RUL-80")
def test_a_single_legal_action_is_carried_out_as_an_event_without_a_decision() -> None:
    t = table(3).town(42, 11)
    t.me.potions = (4, 0, 0)
    t.column(SERVE).placed(0, "1 g2 g3 g4 5")
    before = t.position.match.decisions
    t.play(0, ServeOrder(42))
    assert t.position.match.decisions == (before[0] + 1, *before[1:]), "3 potions and the column took no decision"
    assert t.happened(ColumnReactivated) == [ColumnReactivated(0, HARVEST)]
    assert len(t.happened(DiceRolled)) == 1
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-80")
def test_phase_two_asks_even_for_the_last_tile_of_equal_ones() -> None:
    t = table(2)
    t.me.tiles = (0, 0, 0, 0, 0)
    t.state.zero_tiles = 5
    for _ in range(5):
        assert t.offered(PlaceTile) == [(0, NUMBER_SIDE), (0, GOLD_SIDE)]
        t.play(0, PlaceTile(0, NUMBER_SIDE))
    assert (t.state.phase, t.asked()) == (PRIORITIES, (1,))


@pytest.mark.rule("AZE-RUL-82")
@pytest.mark.parametrize(("seats", "players"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_every_draw_of_set_up_follows_from_the_key(seats: int, players: int) -> None:
    t = fresh(seats, seed=77)
    purposes = t.state.rng.purposes
    assert purposes == (
        "cauldrons",
        "solo_sheet",
        "bonus_tiles",
        "market_deck",
        "one_potion_pile",
        "two_potion_pile",
        "three_potion_pile",
        "infinity_pile",
        "visitor_deck",
        "ingredient_dice",
        "potion_die",
    )
    rng = Rng(key_from_seed(77), purposes)
    stream = {purpose: number for number, purpose in enumerate(purposes)}
    if seats > 1:
        assert t.state.cauldrons == rng.shuffle(stream["cauldrons"], range(seats))
    else:
        assert t.state.sheet == rng.below(stream["solo_sheet"], 12)
    assert t.state.bonus_tiles == rng.shuffle(stream["bonus_tiles"], range(7))[:5]
    cards = rng.shuffle(stream["market_deck"], range(1, MARKET_CARDS + 1))
    assert t.state.market.row == tuple(sorted(cards[: 2 * players]))
    assert t.state.market.deck == cards[2 * players :]
    town = rng.shuffle(stream["one_potion_pile"], pile(1))[: 2 * players]
    assert t.state.visitors.town == tuple(sorted(town))
    twos, threes = {2: (6, 2), 3: (10, 3), 4: (14, 4)}[players]
    chosen = rng.shuffle(stream["two_potion_pile"], pile(2))[:twos]
    chosen += rng.shuffle(stream["three_potion_pile"], pile(3))[:threes]
    chosen += rng.shuffle(stream["infinity_pile"], INFINITY)[:2]
    deck = rng.shuffle(stream["visitor_deck"], chosen)
    assert t.state.visitors.road == tuple(sorted(deck[:players]))
    assert t.state.visitors.deck == deck[players:]
    assert t.state.rng.counters == rng.counters


@pytest.mark.rule("AZE-RUL-82")
def test_dice_are_drawn_from_left_to_right_when_the_rule_calls_for_them() -> None:
    t = started(2, seed=5)
    purposes = t.state.rng.purposes
    before = t.state.rng.clone()
    t.plan("1 2 3 4 5", "2 3 4 5 1")
    while not t.happened(DiceRolled):
        t.play(t.asked()[0], t.plainest(t.asked()[0]))
    while len(t.happened(DiceRolled)) < 2:
        t.play(t.asked()[0], t.plainest(t.asked()[0]))
    dice = purposes.index("ingredient_dice")
    for roll in t.happened(DiceRolled)[:2]:
        drawn = [before.below(dice, len(DIE_FACE)) for _ in roll.dice]
        assert [DIE_FACE[face] for face in drawn] == [DIE_FACE[face] for face in roll.dice]


@pytest.mark.rule("AZE-RUL-82")
def test_a_refused_action_draws_nothing() -> None:
    t = table(3)
    t.me.apprentices = 1
    t.column(HARVEST)
    counters = t.state.rng.counters
    t.rejects(SpendApprentices(2), "AZE-ACT-15")
    assert t.state.rng.counters == counters
    t.play(0, SpendApprentices(1))
    assert t.state.rng.counters != counters


@pytest.mark.rule("AZE-RUL-83")
def test_the_sizes_of_hidden_piles_are_open_their_order_and_content_are_not() -> None:
    t = started(3, seed=11)
    for observer in (None, 0, 1, 2):
        view = t.view(observer)
        assert (view.market.deck, view.visitors.deck) == (38, 12)
        before = AZERLAND.view_to_bytes(view)
        for change in (_reverse_market, _reverse_visitors, _other_bonus_tiles, _other_key, _other_visitors):
            twin = Table(t.position.clone())
            change(twin)
            assert AZERLAND.digest(twin.state) != AZERLAND.digest(t.state)
            assert AZERLAND.view_to_bytes(twin.view(observer)) == before
    t.skip_day("1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2")
    assert (t.view(None).market.deck, t.view(None).visitors.deck) == (32, 9)


def _reverse_market(t: Table) -> None:
    t.state.market = evolve(t.state.market, deck=t.state.market.deck[::-1])


def _reverse_visitors(t: Table) -> None:
    t.state.visitors = evolve(t.state.visitors, deck=t.state.visitors.deck[::-1])


def _other_visitors(t: Table) -> None:
    """One that left at set-up takes the place of another of its pile."""
    visitors = t.state.visitors
    used = {*visitors.town, *visitors.road, *visitors.deck}
    i, other = next(
        (i, other)
        for i, visitor in enumerate(visitors.deck)
        for other in pile(2)
        if visitor in pile(2) and other not in used
    )
    t.state.visitors = evolve(visitors, deck=(*visitors.deck[:i], other, *visitors.deck[i + 1 :]))


def _other_bonus_tiles(t: Table) -> None:
    t.state.bonus_tiles = t.state.bonus_tiles[::-1]


def _other_key(t: Table) -> None:
    rng = t.state.rng
    t.state.rng = Rng(derive_key(rng.secret, "other"), rng.purposes, rng.counters)


# -- nesting: the innermost open choice is the only one offered -----------------------------------------------------------------------


@pytest.mark.rule("AZE-RUL-41", "AZE-RUL-38", "AZE-RUL-46", "AZE-VIS-22")
def test_steps_of_22_harvest_with_efficiency_before_bonus_and_next_order() -> None:
    t = table(3).town(22, 11).bonus(BONUS_SERVE).draws("ingredient_dice", 0, 1, 2, of=len(DIE_FACE))
    t.me.display, t.me.potions, t.me.abilities = (10,), (5, 0, 0), 1 << EFFICIENCY
    t.me.discs = (LEVEL_SPACE[1] - 1, 1, 0)
    t.column(SERVE).play(0, ServeOrder(22))
    assert t.me.prestige == PRESTIGE[22] + 1, "printed and bonus tile; the level bonus waits"
    t.play(0, AdvanceDisc(CHARM))
    assert t.point() == "discard_die"
    t.rejects(AdvanceDisc(CELERITY), "AZE-RUL-38").rejects(ServeOrder(11), "AZE-RUL-38")
    t.play(0, DiscardDie(0), DiscardDie(1))
    assert (t.me.ingredients, t.point()) == ((0, 0, 1), "study_step")
    t.play(0, AdvanceDisc(CELERITY))
    assert t.me.prestige == PRESTIGE[22] + 1 + 1
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-58", "AZE-RUL-67", "AZE-RUL-49")
def test_nineteen_repeating_forty_two_performs_an_action_again() -> None:
    t = table(3).town(19, 11)
    t.me.display, t.me.potions = (10, 42), (5, 5, 5)
    t.me.discs, t.me.apprentices = (LEVEL_SPACE[1], 0, 0), 2
    t.column(SERVE).play(0, ServeOrder(19), PayPotion(CHARM), RepeatVisitor(42))
    assert t.me.prestige == PRESTIGE[19] + 1
    t.play(0, ReactivateColumn(STUDY), SpendApprentices(1))
    steps = 0
    while t.point() == "study_step":
        t.play(0, AdvanceDisc(CHARM))
        steps += 1
    base = {1: 4, 2: 3, 3: 2}[t.me.ranks[STUDY]]
    assert steps == base + 1
    assert (t.me.apprentices, t.point()) == (1, "serve_turn")


@pytest.mark.rule("AZE-RUL-64", "AZE-RUL-58")
def test_nineteen_repeating_thirty_nine_pays_the_daily_cards_once_more() -> None:
    t = table(3).town(39, 19, PARKED)
    t.me.display, t.me.potions = (1, 5), (9, 9, 9)
    t.column(SERVE).play(0, ServeOrder(39), PayPotion(CELERITY), PayPotion(CELERITY), ChooseIngredient(0))
    assert (t.me.gold, t.me.ingredients, t.me.tilted) == (2, (1, 0, 0), (1, 5))
    t.play(0, ServeOrder(19), PayPotion(CHARM))
    assert t.point() == "pick_ingredient", "39 is the only card to repeat; visitor 1 has paid, 5 asks"
    t.play(0, ChooseIngredient(1))
    assert (t.me.gold, t.me.ingredients, t.me.tilted) == (4, (1, 1, 0), (1, 5))
