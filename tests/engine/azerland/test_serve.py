"""Serve orders (AZE-SERVE): payment, prestige, study-level bonus, Infinity visitors."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    ChoosePotion,
    Concoct,
    DrinkPotion,
    ExchangeIngredients,
    Finish,
    PayPotion,
    ServeOrder,
)
from engine_core.games.azerland.events import Gained, OrderBonusPaid, OrderChosen, OrderServed, VisitorLeft
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    EXPERT,
    FLOWER,
    FROM_VISITOR,
    GAME_OVER,
    INTELLIGENCE,
    INTERMEDIATE,
    MUSHROOM,
    NOVICE,
    PRIORITIES,
    SERVE,
)
from tests.engine.azerland.cards import ORDER, PRESTIGE, potions_of
from tests.engine.azerland.table import PARKED, Table, named, table


def server(*town: int, potions: tuple[int, int, int], seats: int = 3, levels: tuple[int, ...] = ()) -> Table:
    t = table(seats).town(*town)
    t.me.potions = potions
    if levels:
        t.levels(*levels)
    return t.column(SERVE)


@pytest.mark.rule("AZE-SERVE-01")
def test_orders_are_served_one_after_another_until_finished() -> None:
    t = server(10, 11, 16, 23, potions=(3, 1, 0))
    t.play(0, ServeOrder(10), ServeOrder(16), Finish())
    assert t.me.display == (10, 16)
    assert t.me.potions == (2, 0, 0)
    t.rejects(ServeOrder(11), "AZE-SERVE-01")
    assert t.offers(ServeOrder(PARKED), seat=1)


SPECIFIC = [visitor for visitor, order in ORDER.items() if "joker" not in order]
JOKERS = [visitor for visitor, order in ORDER.items() if "joker" in order]


@pytest.mark.rule("AZE-SERVE-02")
@pytest.mark.parametrize("visitor", SPECIFIC)
def test_an_order_takes_exactly_its_potions(visitor: int) -> None:
    needed = potions_of(visitor)
    plenty = tuple(number + 2 for number in needed)
    t = server(visitor, potions=(plenty[0], plenty[1], plenty[2]))
    t.play(0, ServeOrder(visitor))
    assert t.happened(OrderChosen)[0] == OrderChosen(0, visitor, needed)
    assert t.happened(OrderServed)[0] == OrderServed(0, visitor, PRESTIGE[visitor])
    assert t.point() != "pay_potion"
    for kind in range(3):
        if needed[kind]:
            short = [9, 9, 9]
            short[kind] = needed[kind] - 1
            server(visitor, potions=(short[0], short[1], short[2])).rejects(ServeOrder(visitor), "AZE-SERVE-02")


@pytest.mark.rule("AZE-SERVE-03")
@pytest.mark.parametrize("visitor", JOKERS)
@pytest.mark.parametrize("paid", [CELERITY, CHARM, INTELLIGENCE])
def test_a_joker_takes_any_potion(visitor: int, paid: int) -> None:
    needed = potions_of(visitor)
    jokers = ORDER[visitor].count("joker")
    t = server(visitor, potions=(needed[0] + 4, needed[1] + 4, needed[2] + 4))
    t.play(0, ServeOrder(visitor))
    assert t.me.potions == (4, 4, 4), "the specific symbols are set aside"
    for _ in range(jokers):
        assert t.point() == "pay_potion"
        assert t.offered(PayPotion) == [CELERITY, CHARM, INTELLIGENCE]
        t.rejects(Finish(), "AZE-RUL-46")
        t.play(0, PayPotion(paid))
    assert t.me.potions == tuple(4 - jokers * (kind == paid) for kind in range(3))
    assert t.happened(OrderServed)[0].visitor == visitor


@pytest.mark.rule("AZE-SERVE-02", "AZE-SERVE-03")
def test_specific_symbols_and_jokers_need_different_potions() -> None:
    server(17, potions=(0, 1, 0)).rejects(ServeOrder(17), "AZE-SERVE-02")
    assert server(17, potions=(0, 2, 0)).offers(ServeOrder(17))
    assert server(17, potions=(0, 1, 1)).offers(ServeOrder(17))
    server(17, potions=(5, 0, 5)).rejects(ServeOrder(17), "AZE-SERVE-02")
    server(42, potions=(1, 1, 0)).rejects(ServeOrder(42), "AZE-SERVE-02")
    t = server(17, 11, potions=(1, 1, 0)).play(0, ServeOrder(17))
    assert t.happened(OrderChosen)[0].potions == (0, 1, 0)
    assert t.me.potions == (0, 0, 0), "the only potion left pays the joker without asking"


@pytest.mark.rule("AZE-SERVE-04")
@pytest.mark.parametrize("visitor", sorted(ORDER))
def test_the_printed_prestige_is_gained(visitor: int) -> None:
    t = server(visitor, potions=(5, 5, 5))
    t.play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(CHARM))
    own = 1 if visitor in (8, 24, 40) else 0
    assert t.me.prestige == PRESTIGE[visitor] + own, "cards 8, 24 and 40 pay 1 for themselves"
    assert t.happened(OrderServed)[0].prestige == PRESTIGE[visitor]


@pytest.mark.rule("AZE-SERVE-05", "AZE-RUL-47")
@pytest.mark.parametrize("level", [NOVICE, INTERMEDIATE, EXPERT])
def test_the_bonus_is_paid_once_per_order(level: int) -> None:
    t = server(29, potions=(0, 0, 2), levels=(NOVICE, NOVICE, level)).play(0, ServeOrder(29))
    assert t.me.prestige == PRESTIGE[29] + level
    one = server(18, 10, potions=(0, 1, 1), levels=(NOVICE, NOVICE, level))
    one.play(0, ServeOrder(10))
    assert one.me.prestige == PRESTIGE[10]


@pytest.mark.rule("AZE-SERVE-05")
def test_the_example_of_the_rulebook() -> None:
    assert (ORDER[29], PRESTIGE[29]) == (["intelligence", "intelligence"], 6)
    t = server(29, potions=(0, 0, 2), levels=(NOVICE, NOVICE, EXPERT)).play(0, ServeOrder(29))
    assert t.me.prestige == 8
    assert t.happened(OrderBonusPaid) == [OrderBonusPaid(0, 29, 2)]


@pytest.mark.rule("AZE-SERVE-06", "AZE-RUL-48")
@pytest.mark.parametrize(
    ("visitor", "levels", "bonus"),
    [
        (20, (NOVICE, EXPERT, INTERMEDIATE), 1),
        (20, (NOVICE, INTERMEDIATE, EXPERT), 1),
        (20, (NOVICE, EXPERT, EXPERT), 2),
        (20, (EXPERT, EXPERT, NOVICE), 0),
        (43, (EXPERT, EXPERT, INTERMEDIATE), 1),
        (43, (EXPERT, EXPERT, EXPERT), 2),
        (34, (NOVICE, INTERMEDIATE, EXPERT), 1),
    ],
)
def test_of_several_types_the_lowest_level_counts(visitor: int, levels: tuple[int, ...], bonus: int) -> None:
    t = server(visitor, potions=(2, 2, 2), levels=levels).play(0, ServeOrder(visitor))
    assert t.me.prestige == PRESTIGE[visitor] + bonus


@pytest.mark.rule("AZE-RUL-48")
def test_positions_within_a_level_do_not_matter() -> None:
    t = server(20, potions=(0, 2, 2))
    t.me.discs = (0, 5, 9)
    t.play(0, ServeOrder(20))
    assert t.me.prestige == PRESTIGE[20] + 1


@pytest.mark.rule("AZE-SERVE-07", "AZE-SERVE-09")
@pytest.mark.parametrize("paid", [CELERITY, CHARM, INTELLIGENCE])
def test_jokers_beside_specific_types_are_ignored(paid: int) -> None:
    t = server(17, potions=(2, 2, 2), levels=(NOVICE, EXPERT, INTERMEDIATE))
    t.play(0, ServeOrder(17), PayPotion(paid))
    assert t.me.prestige == PRESTIGE[17] + 2
    low = server(17, potions=(2, 2, 2), levels=(EXPERT, NOVICE, EXPERT)).play(0, ServeOrder(17), PayPotion(paid))
    assert low.me.prestige == PRESTIGE[17]


@pytest.mark.rule("AZE-SERVE-08", "AZE-SERVE-09")
@pytest.mark.parametrize("paid", [CELERITY, CHARM, INTELLIGENCE])
@pytest.mark.parametrize("visitor", [9, 35, 42])
def test_jokers_only_give_no_bonus(visitor: int, paid: int) -> None:
    assert set(ORDER[visitor]) == {"joker"}
    t = server(visitor, potions=(4, 4, 4), levels=(EXPERT, EXPERT, EXPERT))
    t.play(0, ServeOrder(visitor), *[PayPotion(paid)] * len(ORDER[visitor]))
    assert t.me.prestige == PRESTIGE[visitor]
    assert t.happened(OrderBonusPaid) == []


@pytest.mark.rule("AZE-SERVE-10", "AZE-RUL-46")
def test_prestige_then_benefit_with_the_card_already_in_the_display() -> None:
    t = server(24, potions=(0, 0, 2), levels=(0, 0, EXPERT))
    t.me.display = (10, 11)
    t.play(0, ServeOrder(24))
    assert list(t.me.display) == [10, 11, 24]
    assert t.me.prestige == PRESTIGE[24] + 2 + 3
    kinds = [type(e) for e in t.events if isinstance(e, OrderServed | OrderBonusPaid | Gained)][-3:]
    assert kinds == [OrderServed, OrderBonusPaid, Gained]
    assert 24 not in t.state.visitors.town


@pytest.mark.rule("AZE-RUL-46")
def test_nothing_is_gained_before_the_order_is_paid() -> None:
    t = server(39, potions=(2, 1, 2), levels=(0, 0, EXPERT))
    t.play(0, ServeOrder(39))
    assert (t.me.prestige, t.me.display, t.state.visitors.town) == (0, (), (PARKED, 39))
    t.rejects(ServeOrder(PARKED), "AZE-RUL-46")
    t.play(0, PayPotion(CELERITY))
    assert t.me.prestige == 0
    t.play(0, PayPotion(CHARM))
    assert t.me.prestige == PRESTIGE[39] + 2


@pytest.mark.rule("AZE-SERVE-11")
def test_a_served_visitor_is_not_replaced_that_day() -> None:
    t = server(10, 11, potions=(1, 1, 0))
    t.road(12, 16, 18).play(0, ServeOrder(10))
    assert t.state.visitors.town == (11, PARKED)
    assert t.state.visitors.road == (12, 16, 18)
    t.next_day()
    assert set(t.state.visitors.town) == {11, 12, 16, 18, PARKED}


@pytest.mark.rule("AZE-SERVE-12")
def test_only_visitors_in_town_are_served() -> None:
    t = server(10, potions=(5, 5, 5)).road(11)
    t.me.display, t.player(1).display = (12,), (16,)
    t.rejects(ServeOrder(11), "AZE-PREP-09")
    for absent in (12, 16, 40):
        t.rejects(ServeOrder(absent), "AZE-SERVE-12")
    t.player(2).pawn = 10
    t.rejects(ServeOrder(10), "AZE-POT-31")
    t.player(2).pawn = -1
    t.play(0, ServeOrder(10)).rejects(ServeOrder(10), "AZE-SERVE-12")


@pytest.mark.rule("AZE-SERVE-13")
def test_potions_of_a_benefit_pay_for_further_orders() -> None:
    t = server(43, 11, 10, potions=(1, 1, 1))
    t.play(0, ServeOrder(43), ChoosePotion(CELERITY))
    assert t.offered(ServeOrder) == [11]
    t.play(0, ServeOrder(11))
    assert t.me.display == (11, 43)


@pytest.mark.rule("AZE-SERVE-14", "AZE-RUL-50")
def test_an_immediate_benefit_comes_once_right_after_the_order() -> None:
    t = server(10, 11, potions=(1, 1, 0)).play(0, ServeOrder(10))
    assert t.me.gold == 3
    t.next_day()
    t.skip_day("1 2 3 4 5")
    paid = [event.gold for event in named(t.happened(Gained), seat=0, source=FROM_VISITOR)]
    assert paid == [3]
    compulsory = server(38, potions=(0, 1, 2)).play(0, ServeOrder(38))
    assert compulsory.kinds() == {ChooseIngredient}
    compulsory.rejects(Finish(), "AZE-RUL-23")


@pytest.mark.rule("AZE-SERVE-16")
def test_an_end_of_game_benefit_pays_in_the_final_count_only() -> None:
    t = server(28, potions=(0, 2, 0))
    t.me.display = (10, 12)
    t.play(0, ServeOrder(28))
    assert t.me.prestige == PRESTIGE[28]
    t.me.gold = t.me.apprentices = 0
    t.until(PRIORITIES, 2)
    assert t.me.prestige == PRESTIGE[28]
    t.until(GAME_OVER)
    assert t.me.prestige == PRESTIGE[28]
    assert dict(t.outcome()[0].categories)["end_of_game_benefits"] == 3


# -- Infinity --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SERVE-17", "AZE-RUL-69")
def test_infinity_visitors_are_served_again_and_again_by_everybody() -> None:
    t = server(33, 34, 35, potions=(3, 1, 1), levels=(EXPERT, NOVICE, NOVICE))
    t.player(1).potions = (2, 0, 0)
    for time in (1, 2, 3):
        t.play(0, ServeOrder(33))
        assert t.me.prestige == time * (PRESTIGE[33] + 2)
        assert (t.me.gold, t.me.apprentices) == (time, time)
        assert t.me.display == ()
        assert 33 in t.state.visitors.town
    t.play(0, ServeOrder(34))
    assert t.asked() == (1,)
    t.play(1, ServeOrder(33), ServeOrder(33))
    assert t.player(1).prestige == 2 * PRESTIGE[33]
    assert t.player(1).display == ()


@pytest.mark.rule("AZE-SERVE-18")
def test_infinity_visitors_count_for_nothing_in_a_display() -> None:
    t = server(33, 24, 20, potions=(4, 4, 4))
    t.me.display = (10,)
    t.play(0, ServeOrder(33), ServeOrder(33), ServeOrder(24), PayPotion(CHARM))
    assert t.me.prestige == 2 * PRESTIGE[33] + PRESTIGE[24] + 2, "10 and 24"
    t.play(0, ServeOrder(20))
    assert t.point() == "serve_turn", "no celerity but that of 33"


@pytest.mark.rule("AZE-SERVE-19", "AZE-SERVE-20", "AZE-RUL-70")
def test_a_served_infinity_visitor_leaves_at_the_end_of_the_day_an_unserved_one_stays() -> None:
    t = server(33, 34, 10, potions=(1, 0, 0))
    t.play(0, ServeOrder(33))
    assert t.asked() == (1,)
    assert 33 in t.state.visitors.town
    assert t.view(2).visitors.served_infinity == (33,)
    assert t.happened(VisitorLeft) == []
    t.next_day()
    assert t.happened(VisitorLeft) == [VisitorLeft(33)]
    assert 33 not in t.state.visitors.town
    assert 34 in t.state.visitors.town
    assert t.state.visitors.gone == (33,)
    assert t.state.visitors.served_infinity == ()
    t.skip_day()
    assert 34 in t.state.visitors.town


@pytest.mark.rule("AZE-RUL-70")
def test_it_leaves_before_the_next_preparation() -> None:
    t = server(33, potions=(1, 0, 0)).play(0, ServeOrder(33)).next_day()
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("VisitorLeft") < len(kinds) - 1 - kinds[::-1].index("DayStarted")
    last = server(33, potions=(1, 0, 0))
    last.state.day = 6
    last.play(0, ServeOrder(33)).until(GAME_OVER)
    assert last.state.visitors.gone == (33,)


@pytest.mark.rule("AZE-SERVE-15")
def test_a_once_per_day_card_pays_at_most_once_a_day() -> None:
    t = table(3)
    t.me.display, t.me.potions = (1,), (1, 1, 1)
    t.drinking().play(0, DrinkPotion(CHARM, NOVICE))
    assert (t.me.gold, t.me.tilted) == (2, (1,))
    t.play(0, DrinkPotion(CELERITY, NOVICE))
    assert t.me.gold == 2 + 2
    assert t.view(1).players[0].tilted == (1,)


@pytest.mark.rule("AZE-SERVE-21")
def test_nothing_else_is_done_in_serve() -> None:
    t = server(10, 11, potions=(1, 1, 1)).row(3, 25)
    t.me.gold, t.me.ingredients = 9, (9, 9, 9)
    t.rejects(BuyMarketCard(25), "AZE-SERVE-21")
    t.rejects(ExchangeIngredients(MUSHROOM, FLOWER, MUSHROOM), "AZE-SERVE-21")
    t.rejects(Concoct(CHARM), "AZE-SERVE-21").rejects(DrinkPotion(CHARM, NOVICE), "AZE-SERVE-21")
    assert t.kinds() == {ServeOrder, Finish}
    t.rejects(AdvanceDisc(CHARM), "AZE-STUDY-01")
