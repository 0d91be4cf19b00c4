"""Once-per-day visitors (AZE-VIS-01 to 09) and visitor 39, which pays them all."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    DrinkPotion,
    Finish,
    PayPotion,
    ReactivateColumn,
    ServeOrder,
    TakeMarketCard,
)
from engine_core.games.azerland.events import VisitorTilted
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    EXPERT,
    GAME_OVER,
    INTELLIGENCE,
    NOVICE,
    PRIORITIES,
    SAP,
    SERVE,
    TRADE,
)
from tests.engine.azerland.cards import PRESTIGE, VISITOR_REWARD
from tests.engine.azerland.table import Table, table


def drinker(*display: int, potions: int = 2) -> Table:
    """Seat 0 has these visitors and charm potions; each drink of one gives 2 apprentices."""
    t = table(3)
    t.me.display, t.me.potions = tuple(sorted(display)), (0, potions, 0)
    return t.drinking()


def settle(t: Table) -> tuple[int, int]:
    """Answer what a reward asks of seat 0: how many ingredients and study steps it was asked for."""
    picks = steps = 0
    while t.point() in ("pick_ingredient", "study_step"):
        picks += t.point() == "pick_ingredient"
        steps += t.point() == "study_step"
        t.play(0, ChooseIngredient(SAP) if t.point() == "pick_ingredient" else AdvanceDisc(CHARM))
    return picks, steps


@pytest.mark.parametrize(
    "visitor",
    [pytest.param(n, marks=pytest.mark.rule(f"AZE-VIS-0{n}")) for n in range(1, 7)],
)
def test_the_first_potion_of_the_day_pays_the_printed_reward(visitor: int) -> None:
    reward = VISITOR_REWARD[visitor]
    t = drinker(visitor, 10, 11, potions=3).play(0, DrinkPotion(CHARM, NOVICE))
    picks, steps = settle(t)
    assert (picks, steps) == (reward["ingredient"], reward["study_step"])
    held = (t.me.gold, t.me.apprentices - 2, t.me.prestige)
    assert held == (reward["gold"], reward["apprentice"], reward["prestige"])
    if not steps:
        assert t.me.ingredients == (reward["mushroom"], reward["flower"], reward["sap"] + picks)
    assert t.me.tilted == (visitor,)
    assert t.happened(VisitorTilted) == [VisitorTilted(0, visitor)]
    before = (t.me.gold, t.me.apprentices, t.me.ingredients, t.me.discs)
    t.play(0, DrinkPotion(CHARM, NOVICE))
    assert t.point() == "drink", "the second potion of the day asks nothing"
    gold, apprentices, ingredients, discs = before
    assert (t.me.gold, t.me.apprentices, t.me.ingredients, t.me.discs) == (gold, apprentices + 2, ingredients, discs)


@pytest.mark.rule("AZE-VIS-01", "AZE-VIS-02", "AZE-VIS-03", "AZE-VIS-04", "AZE-VIS-05", "AZE-VIS-06", "AZE-RUL-51")
def test_one_potion_sets_off_all_of_them_by_number() -> None:
    t = drinker(1, 2, 3, 4, 5, 6)
    t.play(0, DrinkPotion(CHARM, NOVICE))
    assert settle(t) == (1, 2)
    assert t.me.tilted == (1, 2, 3, 4, 5, 6)
    assert [event.visitor for event in t.happened(VisitorTilted)] == [1, 2, 3, 4, 5, 6]
    assert (t.me.gold, t.me.apprentices) == (2, 4)


@pytest.mark.rule("AZE-RUL-51", "AZE-VIS-01")
def test_a_tilted_card_does_not_react() -> None:
    t = drinker(1, 2)
    t.me.tilted = (1,)
    t.play(0, DrinkPotion(CHARM, NOVICE))
    assert (t.me.gold, t.me.apprentices) == (0, 4)
    assert list(t.me.tilted) == [1, 2]


@pytest.mark.rule("AZE-RUL-51")
@pytest.mark.parametrize("visitor", range(1, 7))
def test_a_card_served_today_does_not_react_to_a_potion_of_today(visitor: int) -> None:
    t = table(2).town(visitor)
    t.me.potions = (2, 2, 2)
    t.plan("g1 g2 g3 g4 5", "g1 g2 g3 g4 g5")
    t.play(0, DrinkPotion(CELERITY, NOVICE), Finish())
    gold, apprentices = t.me.gold, t.me.apprentices
    t.play(0, ServeOrder(visitor))
    assert t.point() in ("serve_turn", "place_tile")
    assert (t.me.gold, t.me.apprentices, t.me.tilted) == (gold, apprentices, ())
    assert t.happened(VisitorTilted) == []


@pytest.mark.rule("AZE-VIS-01", "AZE-SERVE-15")
def test_nothing_is_paid_to_who_does_not_drink() -> None:
    t = drinker(1, 2, 3).finish(0)
    assert (t.me.gold, t.me.apprentices, t.me.tilted) == (0, 0, ())
    other = table(3)
    other.player(1).display = (1,)
    other.me.potions = (0, 1, 0)
    other.drinking().play(0, DrinkPotion(CHARM, NOVICE))
    assert other.player(1).gold == 0


# -- visitor 7 -------------------------------------------------------------------------------------------------------------------


def server(*town: int, display: tuple[int, ...] = (), potions: tuple[int, int, int] = (9, 9, 9)) -> Table:
    t = table(3).town(*town)
    t.me.display, t.me.potions = display, potions
    return t.column(SERVE)


@pytest.mark.rule("AZE-VIS-07", "AZE-RUL-52", "AZE-SERVE-15")
def test_seven_pays_when_the_second_visitor_of_the_day_is_served() -> None:
    t = server(10, 11, 16, display=(7,))
    t.play(0, ServeOrder(10))
    assert t.me.prestige == PRESTIGE[10]
    t.play(0, ServeOrder(11))
    assert t.me.prestige == PRESTIGE[10] + PRESTIGE[11] + 1
    assert t.me.tilted == (7,)
    t.play(0, ServeOrder(16))
    assert t.me.prestige == PRESTIGE[10] + PRESTIGE[11] + 1 + PRESTIGE[16]


@pytest.mark.rule("AZE-VIS-07", "AZE-RUL-52")
def test_seven_counts_itself_and_those_before_it() -> None:
    second = server(7, 10).play(0, ServeOrder(10), ServeOrder(7), PayPotion(CELERITY))
    assert second.me.prestige == PRESTIGE[10] + PRESTIGE[7] + 1
    first = server(7, 10).play(0, ServeOrder(7), PayPotion(CELERITY))
    assert first.me.prestige == PRESTIGE[7]
    first.play(0, ServeOrder(10))
    assert first.me.prestige == PRESTIGE[7] + PRESTIGE[10] + 1
    third = server(7, 10, 11).play(0, ServeOrder(10), ServeOrder(11), ServeOrder(7), PayPotion(CELERITY))
    assert third.me.prestige == PRESTIGE[7] + PRESTIGE[10] + PRESTIGE[11] + 1


@pytest.mark.rule("AZE-RUL-52")
def test_an_infinity_visitor_counts_once_for_seven() -> None:
    t = server(33, 34, 10, display=(7,)).play(0, ServeOrder(33), ServeOrder(33))
    assert (t.me.prestige, t.me.tilted) == (2 * PRESTIGE[33], ())
    t.play(0, ServeOrder(34))
    assert (t.me.prestige, t.me.tilted) == (2 * PRESTIGE[33] + PRESTIGE[34] + 1, (7,))


@pytest.mark.rule("AZE-RUL-52", "AZE-VIS-07")
def test_the_count_of_seven_starts_anew_every_day() -> None:
    t = server(10, 11, 16, display=(7,)).play(0, ServeOrder(10), Finish())
    t.next_day()
    t.town(11, 16)
    t.me.potions = (5, 5, 5)
    prestige = t.me.prestige
    t.column(SERVE).play(0, ServeOrder(11))
    assert t.me.prestige == prestige + PRESTIGE[11]
    t.play(0, ServeOrder(16))
    assert t.me.prestige == prestige + PRESTIGE[11] + PRESTIGE[16] + 1


# -- visitor 8 -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-08", "AZE-RUL-53")
@pytest.mark.parametrize(("plaquette", "prestige"), [("1 2 3 4 5", 1), ("1 2 3 4 g5", 0), ("g1 g2 g3 g4 g5", 0)])
def test_eight_pays_at_the_reveal_to_who_does_not_work_in_town(plaquette: str, prestige: int) -> None:
    t = table(3)
    t.me.display, t.me.potions = (8,), (1, 0, 0)
    t.plan(plaquette, "2 3 4 5 1", "3 4 5 1 2")
    assert t.me.prestige == 0
    t.finish(0)
    assert t.me.prestige == prestige
    assert t.me.tilted == ((8,) if prestige else ())
    t.until(PRIORITIES, 2)
    assert t.me.prestige == prestige
    assert t.me.tilted == ()


@pytest.mark.rule("AZE-VIS-08", "AZE-RUL-53")
@pytest.mark.parametrize(("plaquette", "extra"), [("2 3 4 5 1", 1), ("g2 3 4 5 1", 0)])
def test_eight_pays_on_the_day_it_is_served(plaquette: str, extra: int) -> None:
    t = table(3).town(8, 10)
    t.me.potions = (0, 3, 0)
    t.column(SERVE).placed(0, plaquette).play(0, ServeOrder(8))
    assert t.me.prestige == PRESTIGE[8] + extra
    assert t.me.tilted == ((8,) if extra else ())
    t.play(0, ServeOrder(10))
    assert t.me.prestige == PRESTIGE[8] + extra + PRESTIGE[10]


# -- visitor 9 -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-09", "AZE-RUL-54", "AZE-RUL-28")
def test_nine_pays_on_the_second_purchase_of_row_or_black_market() -> None:
    t = table(3).row(3, 12, 25)
    t.me.display, t.me.gold = (9,), 9
    t.me.abilities, t.me.black_market = 1 << BLACK_MARKET, (28,)
    t.column(TRADE).play(0, BuyMarketCard(28))
    assert t.me.prestige == 0
    t.play(0, BuyMarketCard(3))
    assert (t.me.prestige, t.me.tilted) == (1, (9,))
    t.play(0, BuyMarketCard(25))
    assert t.me.prestige == 1


@pytest.mark.rule("AZE-VIS-09", "AZE-RUL-54", "AZE-RUL-57")
def test_cards_of_18_and_41_do_not_count_for_nine() -> None:
    t = server(18, 41, display=(9,)).deck(3, 25, 28, 12, 32)
    t.play(0, ServeOrder(18), TakeMarketCard(3))
    t.play(0, ServeOrder(41), TakeMarketCard(32))
    t.play(0, TakeMarketCard(t.offered(TakeMarketCard)[0]))
    settle(t)
    assert 9 not in t.me.tilted


@pytest.mark.rule("AZE-VIS-09", "AZE-RUL-54")
def test_only_purchases_made_with_nine_in_the_display_count() -> None:
    t = table(3).town(9, 42).row(3, 25, 28)
    t.me.gold, t.me.potions = 9, (3, 3, 3)
    t.column(TRADE).play(0, BuyMarketCard(3), Finish())
    t.column(SERVE).play(0, ServeOrder(9), PayPotion(CHARM), PayPotion(CHARM))
    assert t.me.prestige == PRESTIGE[9]
    t.play(0, ServeOrder(42), *[PayPotion(CELERITY)] * 3, ReactivateColumn(TRADE), BuyMarketCard(25))
    assert 9 not in t.me.tilted, "the first purchase came before 9"
    t.play(0, BuyMarketCard(28))
    assert t.me.tilted == (9,)
    assert t.me.prestige == PRESTIGE[9] + PRESTIGE[42] + 1


# -- visitor 39 ------------------------------------------------------------------------------------------------------------------


def with_39(*display: int, tilted: tuple[int, ...] = (), intelligence: int = NOVICE) -> Table:
    t = server(39, display=display)
    t.me.tilted = tilted
    t.level(INTELLIGENCE, intelligence)
    return t.play(0, ServeOrder(39), PayPotion(CELERITY), PayPotion(CELERITY))


@pytest.mark.rule("AZE-VIS-39", "AZE-RUL-64")
def test_thirty_nine_pays_all_once_per_day_cards_whatever_their_conditions_and_tilts_them() -> None:
    t = with_39(1, 2, 4, 7, 8, 9, 10)
    assert t.me.tilted == (1, 2, 4, 7, 8, 9)
    assert (t.me.gold, t.me.apprentices, t.me.ingredients) == (2, 2, (2, 0, 0))
    assert t.me.prestige == PRESTIGE[39] + 3
    assert [event.visitor for event in t.happened(VisitorTilted)] == [1, 2, 4, 7, 8, 9]


@pytest.mark.rule("AZE-VIS-39")
def test_thirty_nine_pays_tilted_cards_again() -> None:
    t = with_39(1, 2, 8, tilted=(1, 8))
    assert (t.me.gold, t.me.apprentices, t.me.prestige) == (2, 2, PRESTIGE[39] + 1)
    assert t.me.tilted == (1, 2, 8)


@pytest.mark.rule("AZE-RUL-64")
def test_thirty_nine_goes_by_number_with_every_choice() -> None:
    t = with_39(3, 5, 6)
    assert t.me.ingredients == (0, 0, 1), "visitor 3"
    assert t.point() == "pick_ingredient"
    t.play(0, ChooseIngredient(SAP))
    assert t.point() == "study_step"
    t.play(0, AdvanceDisc(CHARM), AdvanceDisc(CELERITY))
    assert t.me.discs == (1, 1, 0)
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-46", "AZE-VIS-39")
def test_an_upright_seven_pays_for_the_order_of_39_and_is_paid_again_by_39() -> None:
    t = server(10, 39, display=(7,)).play(0, ServeOrder(10))
    t.play(0, ServeOrder(39), PayPotion(CELERITY), PayPotion(CELERITY))
    assert t.me.prestige == PRESTIGE[10] + PRESTIGE[39] + 2
    assert t.me.tilted == (7,)


@pytest.mark.rule("AZE-VIS-39")
def test_cards_tilted_by_39_do_not_pay_again_that_day() -> None:
    t = with_39(7, 1)
    t.town(10, 11, 12).play(0, ServeOrder(10), ServeOrder(11))
    assert t.me.prestige == PRESTIGE[39] + 1 + PRESTIGE[10] + PRESTIGE[11]


@pytest.mark.rule("AZE-VIS-39")
def test_at_the_end_39_counts_once_per_day_cards() -> None:
    t = table(3)
    t.me.display = (1, 2, 7, 10, 39)
    t.until(GAME_OVER)
    assert dict(t.outcome()[0].categories)["end_of_game_benefits"] == 3


@pytest.mark.rule("AZE-RUL-49")
def test_a_level_reached_by_visitor_6_through_39_does_not_count_for_the_order_of_39() -> None:
    t = server(39, 10, display=(6,))
    t.me.discs = (0, 0, 9)
    t.play(0, ServeOrder(39), PayPotion(CELERITY), PayPotion(CELERITY))
    t.play(0, AdvanceDisc(INTELLIGENCE), AdvanceDisc(INTELLIGENCE))
    assert t.view(0).players[0].levels[INTELLIGENCE] == EXPERT
    assert t.me.prestige == PRESTIGE[39] + 1
