"""What the AI of the solo game buys and serves (AZE-SOLO-11 to 14)."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AssignAiOrder,
    BuyMarketCard,
    Finish,
    ServeOrder,
)
from engine_core.games.azerland.events import (
    AiTookCards,
    OrderServed,
)
from engine_core.games.azerland.vocabulary import (
    AI,
    TRADE_COLUMN,
)
from tests.engine.azerland.arranged import WORKS, alone, row
from tests.engine.azerland.cards import AI_CARDS

# -- trade -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-11")
def test_the_ai_takes_its_cards_of_the_row_and_nothing_else() -> None:
    assert {2, 7, 15} <= set(AI_CARDS)
    t = alone(row("g1 g2 3 g4 g5")).row(2, 3, 7, 12)
    deck = t.state.market.deck
    t.me.gold = 9
    t.plan("g1 g2 4 g3 g5")
    assert t.point() == "trade_turn"
    assert t.state.market.row == (3, 12)
    assert t.state.market.discards == (2, 7)
    assert t.state.market.deck == deck
    assert t.happened(AiTookCards) == [AiTookCards((2, 7))]


@pytest.mark.rule("AZE-SOLO-11")
def test_the_ai_trades_at_its_rank_and_skips_what_is_gone() -> None:
    t = alone(row("g1 g2 4 g3 g5")).row(2, 3, 7, 12)
    t.me.gold = 9
    t.plan("g1 g2 3 g4 g5")
    assert t.state.market.row == (2, 3, 7, 12)
    t.play(0, BuyMarketCard(7), BuyMarketCard(3), Finish())
    assert t.happened(AiTookCards) == [AiTookCards((2,))]
    away = alone(row("g1 g2 g4 g3 g5")).row(2, 3, 7, 12)
    away.me.gold = 9
    away.plan("g1 g2 3 g4 g5").finish(0)
    assert away.happened(AiTookCards) == []
    none = alone(row("g1 g2 4 g3 g5")).row(3, 12)
    none.plan("g1 g2 g3 g4 g5")
    assert set(none.state.market.discards) == {3, 12}, "cleared in the next Preparation, not bought"


@pytest.mark.rule("AZE-RUL-73")
def test_the_ai_takes_nothing_of_the_black_market() -> None:
    t = alone(row("g1 g2 1 g4 g5")).row(2, 3)
    t.me.abilities, t.me.black_market, t.me.gold = 1, (7, 15), 9
    t.plan("g1 g2 4 g3 g5")
    assert (t.state.market.row, t.me.black_market) == ((3,), (7, 15))
    assert t.state.phase == TRADE_COLUMN


# -- serve -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-12")
def test_the_ai_serves_the_listed_visitors_at_its_rank() -> None:
    t = alone(row("g1 g2 g4 g5 3", visitors="12 18")).town(10, 11, 12, 18)
    t.me.potions = (2, 2, 2)
    t.plan("g1 g2 g3 g4 5").finish(0)
    assert t.point() == "serve_turn"
    assert t.state.visitors.town == (10, 11)
    assert t.state.visitors.gone == (12, 18)
    assert t.happened(OrderServed) == [OrderServed(AI, 12, 0), OrderServed(AI, 18, 0)]
    first = alone(row("g1 g2 g4 g3 5", visitors="16 18")).town(10, 11, 16, 18)
    first.me.potions = (2, 2, 2)
    first.plan("g1 g2 g3 g5 4").finish(0)
    assert first.state.visitors.town == (10, 11, 16, 18)
    first.play(0, ServeOrder(16)).finish(0)
    assert first.happened(OrderServed)[1:] == [OrderServed(AI, 18, 0), OrderServed(AI, 11, 0)]


@pytest.mark.rule("AZE-SOLO-13")
@pytest.mark.parametrize(
    ("listed", "town", "served"),
    [(20, (10, 18, 23), 18), (20, (10, 17, 22), 22), (5, (30, 40), 30), (43, (1, 2), 2), (20, (20, 21), 20)],
)
def test_for_an_absent_visitor_the_closest_number_is_served(listed: int, town: tuple[int, ...], served: int) -> None:
    t = alone(row("g1 g2 g3 g4 5", visitors=str(listed))).town(*town).plan(WORKS)
    assert t.happened(OrderServed) == [OrderServed(AI, served, 0)]
    assert served not in t.state.visitors.town


@pytest.mark.rule("AZE-SOLO-14")
@pytest.mark.parametrize("choice", [18, 22])
def test_of_two_equally_close_the_human_chooses(choice: int) -> None:
    t = alone(row("g1 g2 g3 g4 5", visitors="20")).town(10, 18, 22).plan(WORKS)
    assert t.point() == "ai_tie"
    assert t.offered(AssignAiOrder) == [18, 22]
    t.rejects(AssignAiOrder(10), "AZE-SOLO-14").rejects(Finish(), "AZE-SOLO-14", "AZE-RUL-50")
    t.play(0, AssignAiOrder(choice))
    assert t.happened(OrderServed) == [OrderServed(AI, choice, 0)]
    assert t.state.visitors.gone == (choice,)


@pytest.mark.rule("AZE-RUL-72")
def test_listed_numbers_are_handled_from_the_left_against_the_town_as_it_then_is() -> None:
    t = alone(row("g1 g2 g3 g4 5", visitors="18 18 17")).town(10, 12, 18, 23).plan(WORKS)
    assert [event.visitor for event in t.happened(OrderServed)] == [18, 23, 12]
    few = alone(row("g1 g2 g3 g4 5", visitors="18 18 17")).town(10).plan(WORKS)
    assert [event.visitor for event in few.happened(OrderServed)] == [10]
    assert few.state.day == 2


@pytest.mark.rule("AZE-RUL-72")
def test_a_visitor_hypnotised_by_the_human_counts_as_absent() -> None:
    t = alone(row("g1 g2 g3 g4 5", visitors="18")).town(18, 26)
    t.me.pawn = 18
    t.plan(WORKS)
    assert [event.visitor for event in t.happened(OrderServed)] == [26]
    assert t.state.visitors.town == (18,)
    only = alone(row("g1 g2 g3 g4 5", visitors="18")).town(18)
    only.me.pawn = 18
    only.plan(WORKS)
    assert only.happened(OrderServed) == []


@pytest.mark.rule("AZE-RUL-72", "AZE-RUL-70")
def test_an_infinity_visitor_served_by_the_ai_leaves_at_the_end_of_the_day() -> None:
    t = alone(row("g1 g2 g4 g5 3", visitors="33 33")).town(33, 10, 34)
    t.me.potions = (2, 2, 2)
    t.plan("g1 g2 g3 g4 5").finish(0)
    assert t.point() == "serve_turn"
    assert t.state.visitors.town == (10, 33, 34)
    assert [event.visitor for event in t.happened(OrderServed)] == [33, 33]
    t.play(0, ServeOrder(33)).finish(0)
    assert list(t.state.visitors.town) == [10, 34]
    assert t.state.visitors.gone == (33,)


@pytest.mark.rule("AZE-RUL-72", "AZE-SOLO-14")
def test_the_choice_between_two_comes_in_the_ais_turn() -> None:
    t = alone(row("g1 g2 g4 g5 3", visitors="20")).town(18, 22)
    t.me.potions = (2, 2, 2)
    t.plan("g1 g2 g3 g4 5").finish(0)
    assert t.point() == "ai_tie"
    t.rejects(ServeOrder(18), "AZE-SOLO-14", "AZE-SERVE-01")
    t.play(0, AssignAiOrder(22))
    assert t.point() == "serve_turn"
    assert t.offered(ServeOrder) == [18]
