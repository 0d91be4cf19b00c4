"""End-of-game benefits (AZE-VIS-27 to 32, 36 to 42), and the Immediate benefits of 40, 41 and 42."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    Concoct,
    DiscardDie,
    ExchangeIngredients,
    Finish,
    PayPotion,
    ReactivateColumn,
    ScoreVisitor,
    ServeOrder,
    SpendApprentices,
    TakeMarketCard,
)
from engine_core.games.azerland.events import (
    CauldronsExchanged,
    ColumnReactivated,
    DiceRolled,
    MarketCardsTurned,
    MarketCardTaken,
    MarketReshuffled,
    VisitorScored,
)
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    CONCOCT,
    EFFICIENCY,
    GAME_OVER,
    HARVEST,
    INTELLIGENCE,
    MUSHROOM,
    SAP,
    SERVE,
    STUDY,
    TRADE,
)
from tests.engine.azerland.cards import LEVEL_SPACE, ORDER, PRESTIGE, orders, showing
from tests.engine.azerland.table import Table, table


def at_the_end(*display: int, changes: dict[int, str] | None = None, **fields: object) -> dict[str, int]:
    """The categories of seat 0's final count with this display."""
    t = table(3, tables=orders(changes) if changes else None)
    t.state.day = 6
    t.me.display = tuple(sorted(display))
    t.plan()
    t.idle_until(GAME_OVER)
    for name, value in fields.items():
        setattr(t.me, name, value)
    return dict(t.outcome()[0].categories)


def benefits(*display: int, changes: dict[int, str] | None = None, **fields: object) -> int:
    return at_the_end(*display, changes=changes, **fields)["end_of_game_benefits"]


COUNTED = (1, 9, 11, 14, 20, 26, 43)


@pytest.mark.parametrize(
    ("visitor", "symbol"),
    [
        pytest.param(27, "celerity", marks=pytest.mark.rule("AZE-VIS-27")),
        pytest.param(28, "charm", marks=pytest.mark.rule("AZE-VIS-28")),
        pytest.param(29, "intelligence", marks=pytest.mark.rule("AZE-VIS-29")),
    ],
)
def test_one_per_visitor_whose_order_shows_the_type(visitor: int, symbol: str) -> None:
    assert benefits(visitor) == 1, "this one included"
    assert benefits(visitor, *COUNTED) == len(showing(symbol, (visitor, *COUNTED)))
    assert benefits(visitor, 7, 9, 13) == 1
    assert benefits(visitor, 21, 22) == len(showing(symbol, (visitor, 21, 22)))


@pytest.mark.rule("AZE-RUL-62")
def test_a_joker_paid_with_a_type_is_no_symbol_of_it() -> None:
    t = table(3).town(19, 9, 42)
    t.me.display, t.me.potions = (28,), (1, 6, 0)
    t.state.day = 6
    t.column(SERVE).play(0, ServeOrder(19), ServeOrder(9))
    assert list(t.me.display) == [9, 19, 28]
    t.idle_until(GAME_OVER)
    assert dict(t.outcome()[0].categories)["end_of_game_benefits"] == 1


# -- sets of two -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-30")
@pytest.mark.parametrize(
    ("display", "sets"),
    [((), 0), ((10,), 0), ((11,), 0), ((10, 11), 1), ((14,), 1), ((14, 10, 11), 2), ((10, 1, 11), 1), ((7, 9), 0)],
)
def test_thirty_gives_three_per_set_of_celerity_and_charm(display: tuple[int, ...], sets: int) -> None:
    assert benefits(30, *display) == 3 * sets


@pytest.mark.rule("AZE-VIS-31")
@pytest.mark.parametrize(
    ("display", "sets"), [((), 0), ((11, 2), 1), ((11, 3, 2), 1), ((26,), 1), ((26, 11, 18), 2), ((11, 10), 0)]
)
def test_thirty_one_gives_three_per_set_of_celerity_and_intelligence(display: tuple[int, ...], sets: int) -> None:
    assert benefits(31, *display) == 3 * sets


@pytest.mark.rule("AZE-VIS-32")
@pytest.mark.parametrize(
    ("display", "sets"), [((), 0), ((10, 2), 1), ((20,), 1), ((20, 10, 18), 2), ((10, 1, 2, 18), 2), ((10, 11), 0)]
)
def test_thirty_two_gives_three_per_set_of_charm_and_intelligence(display: tuple[int, ...], sets: int) -> None:
    assert benefits(32, *display) == 3 * sets


@pytest.mark.rule("AZE-VIS-30", "AZE-END-02")
def test_the_set_counting_example_of_the_rulebook() -> None:
    assert benefits(10, 23, 1, 43, 15, 30) == 6


@pytest.mark.rule("AZE-RUL-61")
@pytest.mark.parametrize(("visitor", "others"), [(30, (11,)), (31, (2,)), (32, (10,))])
def test_the_own_order_may_be_part_of_a_set(visitor: int, others: tuple[int, ...]) -> None:
    needed = {30: "charm", 31: "celerity", 32: "intelligence"}[visitor]
    changes = {visitor: f"{needed} joker"}
    assert benefits(visitor, *others, changes=changes) == 3
    assert benefits(visitor, *others, changes={visitor: "joker joker"}) == 0


@pytest.mark.rule("AZE-RUL-60")
@pytest.mark.parametrize(("visitor", "types"), [(30, (0, 1)), (31, (0, 2)), (32, (1, 2))])
def test_sets_of_two_are_counted_as_a_player_would_form_them(visitor: int, types: tuple[int, int]) -> None:
    words = ("celerity", "charm", "intelligence")
    wanted = {words[types[0]], words[types[1]]}
    draw = Random(visitor)
    for _ in range(12):
        display = draw.sample([v for v in range(1, 27) if v != 20], draw.randint(1, 8))
        shown = [set(ORDER[card]) & wanted for card in (*display, visitor)]
        assert benefits(visitor, *display) == 3 * most_pairs(shown, wanted), display


def most_pairs(cards: list[set[str]], wanted: set[str]) -> int:
    """The maximum number of disjoint sets of 1 or 2 cards, by brute force."""
    singles = sum(card == wanted for card in cards)
    rest = [card for card in cards if card and card != wanted]
    best = 0
    for size in range(len(rest) // 2 + 1):
        for one in combinations(range(len(rest)), size):
            others = [i for i in range(len(rest)) if i not in one]
            for other in combinations(others, size):
                if all(rest[i] | rest[j] == wanted for i, j in zip(one, sorted(other, reverse=True), strict=True)):
                    best = max(best, size)
    return singles + best


# -- 36 to 42 in the final count ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-36", "AZE-END-03")
def test_thirty_six_values_every_gold_instead_of_pairs() -> None:
    count = at_the_end(36, gold=7)
    assert (count["end_of_game_benefits"], count["gold"]) == (7, 0)
    without = at_the_end(10, gold=7)
    assert (without["end_of_game_benefits"], without["gold"]) == (0, 3)


@pytest.mark.rule("AZE-VIS-37", "AZE-END-04")
def test_thirty_seven_values_every_apprentice_instead_of_pairs() -> None:
    count = at_the_end(37, apprentices=5)
    assert (count["end_of_game_benefits"], count["apprentices"]) == (5, 0)
    without = at_the_end(10, apprentices=5)
    assert (without["end_of_game_benefits"], without["apprentices"]) == (0, 2)


@pytest.mark.rule("AZE-VIS-38")
@pytest.mark.parametrize(("ingredients", "prestige"), [((1, 0, 0), 0), ((1, 1, 0), 1), ((3, 3, 3), 4)])
def test_thirty_eight_values_two_ingredients(ingredients: tuple[int, int, int], prestige: int) -> None:
    assert benefits(38, ingredients=ingredients) == prestige


@pytest.mark.rule("AZE-VIS-40")
def test_forty_counts_end_of_game_cards_itself_included() -> None:
    assert benefits(40) == 1
    assert benefits(40, 1, 10, 43) == 1
    assert benefits(40, 28, 39, 10) == 3 + len(showing("charm", (40, 28, 39, 10)))


@pytest.mark.rule("AZE-VIS-41")
def test_forty_one_counts_visitors_itself_included() -> None:
    assert benefits(41) == 1
    assert benefits(41, 1, 10, 43) == 4


@pytest.mark.rule("AZE-VIS-42", "AZE-RUL-62")
def test_forty_two_counts_visitors_with_a_joker_itself_included() -> None:
    assert benefits(42) == 1
    assert benefits(42, 9, 17, 10, 43) == 3


# -- visitor 40 --------------------------------------------------------------------------------------------------------------------


def serve(visitor: int, *display: int, paid: int = CHARM, **fields: object) -> Table:
    t = table(3).town(visitor, 11)
    t.me.display, t.me.potions = tuple(sorted(display)), (9, 9, 9)
    for name, value in fields.items():
        setattr(t.me, name, value)
    t.column(SERVE).play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(paid))
    return t


@pytest.mark.rule("AZE-VIS-40", "AZE-RUL-65")
def test_forty_scores_one_card_of_the_display_at_once() -> None:
    t = serve(40, 1, 10, 28, 39)
    assert t.point() == "score"
    assert t.offered(ScoreVisitor) == [28, 39, 40]
    t.rejects(ScoreVisitor(10), "AZE-RUL-65").rejects(ScoreVisitor(27), "AZE-VIS-40").rejects(Finish(), "AZE-RUL-65")
    t.play(0, ScoreVisitor(28))
    worth = len(showing("charm", (1, 10, 28, 39, 40)))
    assert t.me.prestige == PRESTIGE[40] + worth
    assert t.happened(VisitorScored) == [VisitorScored(0, 28, worth)]
    own = serve(40, 1, 28, 39).play(0, ScoreVisitor(40))
    assert own.me.prestige == PRESTIGE[40] + 3
    alone = serve(40, 1, 10)
    assert (alone.point(), alone.me.prestige) == ("serve_turn", PRESTIGE[40] + 1)


@pytest.mark.rule("AZE-RUL-65")
def test_forty_offers_every_card_with_the_end_of_game_icon_and_uses_none_up() -> None:
    others = [visitor for visitor in (*range(1, 33), *range(36, 44)) if visitor not in (40, 11)]
    t = serve(40, *others)
    assert t.offered(ScoreVisitor) == [*range(27, 33), *range(36, 43)]
    t.play(0, ScoreVisitor(41))
    assert t.me.prestige == PRESTIGE[40] + len(others) + 1
    final = serve(40, 41)
    final.state.day = 6
    final.play(0, ScoreVisitor(41)).idle_until(GAME_OVER)
    assert dict(final.outcome()[0].categories)["end_of_game_benefits"] == 2 + 2, "41 and 40 count again"


@pytest.mark.rule("AZE-RUL-63")
@pytest.mark.parametrize(
    ("visitor", "worth"),
    [(36, 9), (37, 5), (38, 3)],
)
def test_what_36_37_and_38_are_worth_for_forty(visitor: int, worth: int) -> None:
    t = serve(40, visitor, gold=9, apprentices=5, ingredients=(3, 2, 2)).play(0, ScoreVisitor(visitor))
    assert t.me.prestige == PRESTIGE[40] + worth
    assert (t.me.gold, t.me.apprentices, t.me.ingredients) == (9, 5, (3, 2, 2))


# -- visitor 41 --------------------------------------------------------------------------------------------------------------------


def serve_41(*display: int, deck: tuple[int, ...], discs: tuple[int, int, int] = (0, 0, 0)) -> Table:
    t = table(3).town(41, 11).deck(*deck)
    t.me.display, t.me.potions, t.me.discs = display, (9, 9, 9), discs
    return t.column(SERVE).play(0, ServeOrder(41))


@pytest.mark.rule("AZE-VIS-41", "AZE-RUL-66", "AZE-RUL-57")
def test_forty_one_turns_up_a_card_per_visitor_and_takes_two() -> None:
    t = serve_41(10, 12, 28, deck=(6, 2, 25, 10, 39))
    assert t.happened(MarketCardsTurned) == [MarketCardsTurned(0, (2, 6, 10, 25))]
    assert t.offered(TakeMarketCard) == [2, 6, 10, 25]
    t.play(0, TakeMarketCard(10))
    assert t.me.prestige == PRESTIGE[41] + 2
    assert t.offered(TakeMarketCard) == [2, 6, 25]
    t.rejects(TakeMarketCard(10), "AZE-RUL-57").rejects(Finish(), "AZE-RUL-57", "AZE-RUL-50")
    t.play(0, TakeMarketCard(2))
    assert (t.me.gold, t.me.apprentices) == (4, 0)
    assert t.state.market.discards == (2, 6, 10, 25)
    assert t.happened(MarketCardTaken) == [MarketCardTaken(0, 10), MarketCardTaken(0, 2)]
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-41", "AZE-RUL-66")
def test_the_only_visitor_turns_up_and_takes_one_card_and_two_take_both() -> None:
    alone = serve_41(deck=(2, 6))
    assert (alone.me.gold, alone.me.apprentices, alone.point()) == (4, 0, "serve_turn")
    assert alone.state.market.discards == (2,)
    two = serve_41(10, deck=(2, 6, 25)).play(0, TakeMarketCard(6))
    assert (two.me.gold, two.me.apprentices) == (4, 1)
    assert two.state.market.discards == (2, 6)


@pytest.mark.rule("AZE-RUL-57", "AZE-RUL-66")
def test_the_rewards_of_the_first_card_are_resolved_before_the_second_is_chosen() -> None:
    t = serve_41(10, 12, deck=(33, 6, 25)).play(0, TakeMarketCard(33))
    t.rejects(TakeMarketCard(6), "AZE-RUL-41")
    t.play(0, *[AdvanceDisc(CHARM)] * 3)
    assert list(t.state.market.discards) == []
    t.play(0, TakeMarketCard(6))
    assert list(t.state.market.discards) == [6, 25, 33]


@pytest.mark.rule("AZE-VIS-41", "AZE-RUL-49")
def test_forty_one_has_the_level_clause() -> None:
    near = (LEVEL_SPACE[1], 0, LEVEL_SPACE[1] - 3)
    t = serve_41(10, 12, deck=(33, 6, 25), discs=near).play(0, TakeMarketCard(33), *[AdvanceDisc(INTELLIGENCE)] * 3)
    assert t.me.prestige == PRESTIGE[41]
    t.play(0, TakeMarketCard(6))
    assert t.me.prestige == PRESTIGE[41] + 1


@pytest.mark.rule("AZE-RUL-27")
def test_cards_turned_up_are_not_shuffled_into_the_deck_they_come_from() -> None:
    t = table(3).town(41, 11)
    t.state.market = evolve(t.state.market, deck=(2, 6), discards=(10, 12))
    t.me.display, t.me.potions = (10, 12, 28), (9, 9, 9)
    t.column(SERVE).play(0, ServeOrder(41))
    assert t.happened(MarketReshuffled) == [MarketReshuffled(2)]
    assert t.offered(TakeMarketCard) == [2, 6, 10, 12]


# -- visitor 42 --------------------------------------------------------------------------------------------------------------------


def serve_42(plaquette: str = "2 3 4 1 5", seats: int = 3, **fields: object) -> Table:
    """Seat 0 serves 42 on a day on which it was second, first, third and second of three in the columns before."""
    t = table(seats).town(42, 11).row(3, 25)
    t.me.potions = (9, 9, 9)
    for name, value in fields.items():
        setattr(t.me, name, value)
    t.column(SERVE).placed(0, plaquette)
    t.me.ranks = (2, 1, 3, 2, 1)
    return t.play(0, ServeOrder(42), *[PayPotion(CELERITY)] * 3)


@pytest.mark.rule("AZE-VIS-42", "AZE-RUL-67")
def test_forty_two_offers_the_actions_of_today_but_serve() -> None:
    t = serve_42()
    assert t.point() == "reactivate"
    assert t.offered(ReactivateColumn) == [HARVEST, STUDY, TRADE, CONCOCT]
    t.rejects(ReactivateColumn(SERVE), "AZE-RUL-67").rejects(Finish(), "AZE-RUL-67", "AZE-RUL-50")
    given_up = serve_42("2 g3 4 g1 5")
    assert given_up.offered(ReactivateColumn) == [HARVEST, TRADE]
    given_up.rejects(ReactivateColumn(STUDY), "AZE-VIS-42").rejects(ReactivateColumn(CONCOCT), "AZE-VIS-42")
    none = serve_42("g2 g3 g4 g1 5")
    assert none.point() == "serve_turn"
    assert none.happened(ColumnReactivated) == []
    one = serve_42("g2 g3 g4 1 5", ingredients=(9, 9, 9))
    assert one.point() == "concoct_step"
    assert one.happened(ColumnReactivated) == [ColumnReactivated(0, CONCOCT)]


@pytest.mark.rule("AZE-VIS-42", "AZE-RUL-67", "AZE-ACT-16")
@pytest.mark.parametrize("count", [0, 2])
def test_the_base_is_that_of_todays_rank_and_apprentices_are_asked_anew(count: int) -> None:
    harvest = serve_42(apprentices=2).play(0, ReactivateColumn(HARVEST))
    assert harvest.point() == "apprentices"
    harvest.play(0, SpendApprentices(count))
    assert [len(event.dice) for event in harvest.happened(DiceRolled)] == [3 + count], "second of three"
    assert harvest.me.apprentices == 2 - count
    study = serve_42(apprentices=2).play(0, ReactivateColumn(STUDY), SpendApprentices(count))
    for _ in range(4 + count):
        study.play(0, AdvanceDisc(CHARM))
    assert study.point() == "serve_turn"
    brew = serve_42(apprentices=2, ingredients=(50, 50, 50)).play(0, ReactivateColumn(CONCOCT), SpendApprentices(count))
    brew.play(0, *[Concoct(CHARM)] * (3 + count))
    assert brew.point() == "serve_turn"
    assert brew.me.potions == (6, 12 + count, 9)


@pytest.mark.rule("AZE-RUL-67")
def test_nobody_else_gains_and_no_cauldron_moves() -> None:
    t = table(3).town(42, 11)
    t.me.potions = (9, 9, 9)
    t.column(SERVE).placed(0, "1 2 3 4 5").placed(1, "1 2 3 4 5").placed(2, "1 2 3 4 5")
    before = t.position.clone().get("players[1]")
    t.play(0, ServeOrder(42), *[PayPotion(CELERITY)] * 3, ReactivateColumn(HARVEST))
    assert t.position.get("players[1]") == before
    assert {event.seat for event in t.happened(DiceRolled)} == {0}
    assert t.happened(CauldronsExchanged) == []
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-67")
def test_a_reactivated_trade_sees_the_row_as_it_is_now() -> None:
    t = serve_42(gold=9, ingredients=(2, 0, 0), abilities=1 << BLACK_MARKET, black_market=(31,))
    t.play(0, ReactivateColumn(TRADE))
    assert t.point() == "trade_turn"
    assert t.offered(BuyMarketCard) == [3, 25, 31]
    t.play(0, BuyMarketCard(25), ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), Finish())
    assert (t.state.market.row, t.me.ingredients, t.point()) == ((3,), (0, 0, 2), "serve_turn")
    assert t.offers(ServeOrder(11))


@pytest.mark.rule("AZE-RUL-67")
@pytest.mark.parametrize("column", [TRADE, CONCOCT])
def test_orders_wait_until_the_reactivated_action_is_over(column: int) -> None:
    t = serve_42(gold=9, ingredients=(9, 9, 9)).play(0, ReactivateColumn(column))
    t.rejects(ServeOrder(11), "AZE-RUL-67").rejects(PayPotion(CHARM), "AZE-SERVE-03")
    t.finish(0)
    assert t.offers(ServeOrder(11))


@pytest.mark.rule("AZE-RUL-67")
def test_current_abilities_apply_to_a_reactivated_harvest() -> None:
    t = serve_42(abilities=1 << EFFICIENCY).play(0, ReactivateColumn(HARVEST))
    assert len(t.happened(DiceRolled)[0].dice) == 5
    assert t.point() in ("discard_die", "serve_turn")
    while t.point() == "discard_die":
        t.play(0, DiscardDie(t.offered(DiscardDie)[0]))
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-42")
def test_an_action_done_or_not_can_be_reactivated() -> None:
    t = table(3).town(42, 11).row(3)
    t.me.potions, t.me.gold, t.me.ingredients = (9, 9, 9), 5, (0, 0, 0)
    t.column(TRADE).finish(0)
    t.column(SERVE).play(0, ServeOrder(42), *[PayPotion(CHARM)] * 3, ReactivateColumn(TRADE), BuyMarketCard(3))
    assert t.me.ingredients == (1, 0, 0)
