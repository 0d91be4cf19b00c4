"""Immediate benefits (AZE-VIS-10 to 26, 43), Infinity benefits (33 to 35), and the Immediate halves of 36 to 38."""

from __future__ import annotations

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    ChooseIngredient,
    ChoosePotion,
    Concoct,
    ConcoctDiscounted,
    Finish,
    PayPotion,
    ReactivateColumn,
    ServeOrder,
    TakeMarketCard,
    UnlockAbility,
)
from engine_core.games.azerland.events import (
    AbilityUnlocked,
    BlackMarketDrawn,
    DiceRolled,
    MarketCardsTurned,
    MarketCardTaken,
    MarketReshuffled,
    PotionConcocted,
)
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    EFFICIENCY,
    FLOWER,
    INTELLIGENCE,
    INTERMEDIATE,
    MUSHROOM,
    PERSUASION,
    SAP,
    SERVE,
    STUDY,
)
from tests.engine.azerland.arranged import serve, steps_offered
from tests.engine.azerland.cards import LEVEL_SPACE, PRESTIGE, RECIPE, orders
from tests.engine.azerland.table import Table, table


def tokens(t: Table) -> tuple[int, int, tuple[int, int, int]]:
    return t.me.gold, t.me.apprentices, t.me.ingredients


@pytest.mark.parametrize(
    ("visitor", "gold", "apprentices", "ingredients"),
    [
        pytest.param(number, *held, marks=pytest.mark.rule(f"AZE-VIS-{number}"))
        for number, held in {
            10: (3, 0, (0, 0, 0)),
            11: (0, 3, (0, 0, 0)),
            15: (2, 0, (0, 0, 1)),
            16: (0, 2, (1, 0, 0)),
            33: (1, 1, (0, 0, 0)),
            34: (0, 2, (0, 0, 0)),
            35: (2, 0, (0, 0, 0)),
            36: (2, 0, (0, 0, 0)),
            37: (0, 2, (0, 0, 0)),
        }.items()
    ],
)
def test_fixed_benefits(visitor: int, gold: int, apprentices: int, ingredients: tuple[int, int, int]) -> None:
    t = serve(visitor, 5, 18)
    assert tokens(t) == (gold, apprentices, ingredients)
    assert t.me.prestige == PRESTIGE[visitor]
    assert t.point() == "serve_turn"


@pytest.mark.parametrize("visitor", [pytest.param(n, marks=pytest.mark.rule(f"AZE-VIS-{n}")) for n in (33, 34, 35)])
def test_infinity_benefits_come_with_each_serving(visitor: int) -> None:
    t = serve(visitor)
    once = tokens(t)
    t.play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(CHARM))
    assert tokens(t) == (2 * once[0], 2 * once[1], (0, 0, 0))


# -- study steps and the level clause ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-12", "AZE-RUL-49")
def test_twelve_gives_three_steps_and_a_level_reached_counts_for_its_order() -> None:
    t = serve(12, discs=(0, LEVEL_SPACE[1] - 3, 0))
    assert t.me.prestige == PRESTIGE[12], "the bonus waits for the benefit"
    assert steps_offered(t, CHARM) == 3
    assert t.me.prestige == PRESTIGE[12] + 1
    other = serve(12, discs=(0, LEVEL_SPACE[1] - 3, 0))
    assert steps_offered(other, CELERITY) == 3
    assert other.me.prestige == PRESTIGE[12]
    expert = serve(12, discs=(0, LEVEL_SPACE[2] - 1, 0))
    assert steps_offered(expert, CHARM) == 3
    assert expert.me.prestige == PRESTIGE[12] + 2


@pytest.mark.rule("AZE-VIS-14", "AZE-RUL-49")
def test_fourteen_gives_a_flower_and_two_steps_with_the_clause() -> None:
    t = serve(14, discs=(LEVEL_SPACE[1] - 2, LEVEL_SPACE[2], 0))
    assert t.me.ingredients == (0, 1, 0)
    assert t.me.prestige == PRESTIGE[14]
    assert steps_offered(t, CELERITY) == 2
    assert t.me.prestige == PRESTIGE[14] + 1


@pytest.mark.rule("AZE-VIS-22", "AZE-RUL-49")
@pytest.mark.parametrize("others", [0, 1, 3])
def test_twenty_two_gives_a_step_per_visitor_with_the_clause(others: int) -> None:
    t = serve(22, *(1, 3, 5)[:others], discs=(LEVEL_SPACE[1] - 1, 0, 0))
    assert steps_offered(t, CELERITY) == others + 1
    assert t.me.prestige == PRESTIGE[22] + 1


@pytest.mark.rule("AZE-VIS-18", "AZE-RUL-49", "AZE-RUL-57")
def test_eighteen_gives_one_of_three_market_cards_with_the_clause() -> None:
    t = table(3).town(18, 11).deck(33, 8, 11, 40)
    t.me.potions, t.me.discs, t.me.gold = (1, 0, 2), (0, 0, LEVEL_SPACE[1] - 3), 1
    t.column(SERVE).play(0, ServeOrder(18))
    assert t.point() == "take_card"
    assert t.offered(TakeMarketCard) == [8, 11, 33]
    assert t.happened(MarketCardsTurned) == [MarketCardsTurned(0, (8, 11, 33))]
    assert t.view(2).pending[-1].cards == (8, 11, 33), "open to all"
    t.rejects(Finish(), "AZE-RUL-57", "AZE-RUL-50").rejects(TakeMarketCard(40), "AZE-RUL-57")
    t.play(0, TakeMarketCard(33))
    assert t.happened(MarketCardTaken) == [MarketCardTaken(0, 33)]
    assert steps_offered(t, INTELLIGENCE) == 3
    assert (t.me.gold, t.me.prestige) == (1, PRESTIGE[18] + 1)
    assert t.state.market.discards == (8, 11, 33)
    assert t.state.market.deck[0] == 40
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-49", "AZE-VIS-18")
def test_later_orders_use_the_new_level() -> None:
    t = serve(12, discs=(LEVEL_SPACE[1] - 3, 0, 0))
    steps_offered(t, CELERITY)
    prestige = t.me.prestige
    assert prestige == PRESTIGE[12]
    t.play(0, ServeOrder(11))
    assert t.me.prestige == prestige + PRESTIGE[11] + 1


@pytest.mark.rule("AZE-RUL-49")
def test_bonus_before_benefit_for_every_other_card() -> None:
    t = serve(24, discs=(0, 0, LEVEL_SPACE[1]))
    assert t.me.prestige == PRESTIGE[24] + 1 + 1
    late = table(3, tables=orders({42: "charm joker joker"})).town(42, 11)
    late.me.potions, late.me.discs = (3, 3, 3), (0, LEVEL_SPACE[1] - 1, 0)
    late.column(SERVE).play(0, ServeOrder(42), PayPotion(CELERITY), PayPotion(CELERITY))
    late.play(0, ReactivateColumn(STUDY))
    steps_offered(late, CHARM)
    assert late.view(0).players[0].levels[CHARM] == INTERMEDIATE
    assert late.me.prestige == PRESTIGE[42], "not in particular for 42"


# -- visitor 13 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-13", "AZE-RUL-55")
@pytest.mark.parametrize("ability", [BLACK_MARKET, PERSUASION, EFFICIENCY])
def test_thirteen_unlocks_a_locked_ability_without_its_tokens(ability: int) -> None:
    t = serve(13)
    assert t.offered(UnlockAbility) == [BLACK_MARKET, PERSUASION, EFFICIENCY]
    top = t.state.market.deck[:2]
    t.play(0, UnlockAbility(ability))
    assert t.me.abilities == 1 << ability
    assert tokens(t) == (0, 0, (0, 0, 0))
    assert t.me.black_market == (tuple(sorted(top)) if ability == BLACK_MARKET else ())
    assert len(t.happened(BlackMarketDrawn)) == (ability == BLACK_MARKET)
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-13", "AZE-RUL-55")
def test_thirteen_offers_exactly_the_locked_abilities() -> None:
    t = serve(13, abilities=1 << PERSUASION)
    assert t.offered(UnlockAbility) == [BLACK_MARKET, EFFICIENCY]
    t.rejects(UnlockAbility(PERSUASION), "AZE-RUL-55").rejects(Finish(), "AZE-RUL-55", "AZE-RUL-50")
    one = serve(13, abilities=1 << PERSUASION | 1 << BLACK_MARKET)
    assert one.point() == "serve_turn"
    assert one.happened(AbilityUnlocked) == [AbilityUnlocked(0, EFFICIENCY)]
    all_three = serve(13, abilities=7)
    assert (all_three.point(), all_three.me.abilities) == ("serve_turn", 7)
    assert all_three.happened(AbilityUnlocked) == []


# -- visitor 17 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-17", "AZE-RUL-56")
def test_seventeen_makes_two_potions_each_without_one_ingredient() -> None:
    t = serve(17, ingredients=(3, 3, 3), apprentices=2)
    assert t.point() == "discount_concoct"
    made = t.me.potions
    assert t.offered(ConcoctDiscounted) == [
        (potion, omitted) for potion in range(3) for omitted in range(3) if RECIPE[potion][omitted]
    ]
    t.rejects(ConcoctDiscounted(CELERITY, MUSHROOM), "AZE-RUL-56").rejects(Concoct(CHARM), "AZE-SERVE-21")
    t.play(0, ConcoctDiscounted(CELERITY, SAP))
    assert t.me.ingredients == (3, 2, 2), "a flower and one of two sap"
    t.play(0, ConcoctDiscounted(INTELLIGENCE, FLOWER))
    assert t.me.ingredients == (2, 2, 1)
    assert t.me.potions == (made[0] + 1, made[1], made[2] + 1)
    assert t.point() == "serve_turn", "not a third one"
    assert t.me.apprentices == 2
    assert t.happened(PotionConcocted) == [
        PotionConcocted(0, CELERITY, SAP),
        PotionConcocted(0, INTELLIGENCE, FLOWER),
    ]


@pytest.mark.rule("AZE-VIS-17", "AZE-RUL-56", "AZE-RUL-50")
def test_seventeen_may_make_fewer_and_needs_the_other_ingredients() -> None:
    t = serve(17, ingredients=(1, 0, 1))
    assert t.offered(ConcoctDiscounted) == [(INTELLIGENCE, FLOWER)]
    t.rejects(ConcoctDiscounted(INTELLIGENCE, SAP), "AZE-VIS-17")
    t.rejects(ConcoctDiscounted(CHARM, MUSHROOM), "AZE-VIS-17")
    assert t.offers(Finish())
    t.finish(0)
    assert (t.me.ingredients, t.point()) == ((1, 0, 1), "serve_turn")
    one = serve(17, ingredients=(5, 5, 5)).play(0, ConcoctDiscounted(CHARM, MUSHROOM), Finish())
    assert (one.me.ingredients, one.point()) == ((4, 4, 5), "serve_turn")
    nothing = serve(17, ingredients=(0, 0, 1))
    assert nothing.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-17", "AZE-SERVE-13")
def test_potions_of_seventeen_serve_at_once() -> None:
    t = table(3).town(17, 11)
    t.me.potions, t.me.ingredients = (0, 2, 0), (0, 1, 1)
    t.column(SERVE).play(0, ServeOrder(17), ConcoctDiscounted(CELERITY, SAP))
    assert t.offered(ServeOrder) == [11]
    t.play(0, ServeOrder(11))
    assert t.me.display == (11, 17)


# -- counting benefits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visitor", "field"),
    [
        pytest.param(21, "gold", marks=pytest.mark.rule("AZE-VIS-21")),
        pytest.param(23, "apprentices", marks=pytest.mark.rule("AZE-VIS-23")),
        pytest.param(24, "prestige", marks=pytest.mark.rule("AZE-VIS-24")),
    ],
)
@pytest.mark.parametrize("others", [0, 1, 4])
def test_one_per_visitor_in_the_display_this_one_included(visitor: int, field: str, others: int) -> None:
    t = serve(visitor, *(1, 3, 5, 28)[:others])
    printed = PRESTIGE[visitor] if field == "prestige" else 0
    assert getattr(t.me, field) == printed + others + 1
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-25")
@pytest.mark.parametrize("gold", [0, 1, 7])
def test_twenty_five_gives_one_prestige_per_gold_and_keeps_it(gold: int) -> None:
    t = serve(25, gold=gold)
    assert (t.me.prestige, t.me.gold) == (PRESTIGE[25] + gold, gold)


@pytest.mark.rule("AZE-VIS-26")
@pytest.mark.parametrize(("ingredients", "prestige"), [((0, 0, 0), 0), ((1, 0, 0), 0), ((1, 1, 0), 1), ((3, 1, 3), 3)])
def test_twenty_six_gives_one_prestige_per_two_ingredients_and_keeps_them(
    ingredients: tuple[int, int, int], prestige: int
) -> None:
    t = serve(26, ingredients=ingredients)
    assert (t.me.prestige, t.me.ingredients) == (PRESTIGE[26] + prestige, ingredients)


@pytest.mark.rule("AZE-VIS-38")
def test_thirty_eight_gives_two_ingredients_of_choice() -> None:
    t = serve(38)
    for pick in (SAP, MUSHROOM):
        assert t.offered(ChooseIngredient) == [MUSHROOM, FLOWER, SAP]
        t.play(0, ChooseIngredient(pick))
    assert (t.me.ingredients, t.point()) == ((1, 0, 1), "serve_turn")


@pytest.mark.rule("AZE-VIS-43")
@pytest.mark.parametrize("potion", [CELERITY, CHARM, INTELLIGENCE])
def test_forty_three_gives_a_potion_of_choice(potion: int) -> None:
    t = serve(43)
    before = t.me.potions
    t.play(0, ChoosePotion(potion))
    assert t.me.potions == tuple(had + (kind == potion) for kind, had in enumerate(before))
    assert t.point() == "serve_turn"


@pytest.mark.rule("AZE-RUL-27", "AZE-PREP-13")
def test_a_draw_of_eighteen_reshuffles_and_may_stop_short() -> None:
    t = table(3).town(18, 11)
    t.state.market = evolve(t.state.market, deck=(3,), discards=(12, 25, 28))
    t.me.potions = (2, 0, 1)
    t.column(SERVE).play(0, ServeOrder(18))
    assert t.happened(MarketReshuffled) == [MarketReshuffled(3)]
    cards = t.offered(TakeMarketCard)
    assert len(cards) == 3
    assert 3 in cards
    short = table(3).town(18, 11)
    short.state.market = evolve(short.state.market, deck=(3,), discards=(6,))
    short.me.potions = (2, 0, 1)
    short.column(SERVE).play(0, ServeOrder(18))
    assert short.offered(TakeMarketCard) == [3, 6]
    none = table(3).town(18, 11)
    none.state.market = evolve(none.state.market, deck=(), discards=())
    none.me.potions = (2, 0, 1)
    none.column(SERVE).play(0, ServeOrder(18))
    assert none.point() == "serve_turn"


@pytest.mark.rule("AZE-VIS-12")
def test_a_harvest_space_met_by_a_benefit_is_resolved_at_once() -> None:
    t = serve(12, discs=(1, 0, 0))
    t.play(0, AdvanceDisc(CELERITY))
    assert (len(t.happened(DiceRolled)), t.me.ingredients) == (1, (1, 0, 0))
    assert t.point() == "study_step"
