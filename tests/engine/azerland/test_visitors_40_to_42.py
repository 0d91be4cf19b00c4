"""The Immediate benefits of visitors 40, 41 and 42 (AZE-VIS-40 to 42)."""

from __future__ import annotations

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
from tests.engine.azerland.arranged import serve
from tests.engine.azerland.cards import LEVEL_SPACE, PRESTIGE, showing
from tests.engine.azerland.table import Table, table

# -- visitor 40 --------------------------------------------------------------------------------------------------------------------


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
    final.play(0, ScoreVisitor(41)).until(GAME_OVER)
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
