"""Immediate benefits (AZE-VIS-10 to 26, 43), Infinity benefits (33 to 35), and the Immediate halves of 36 to 38."""

from __future__ import annotations

from itertools import combinations
from random import Random

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
    RepeatVisitor,
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
    VisitorRepeated,
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
from tests.engine.azerland.cards import LEVEL_SPACE, ONLY_MUSHROOMS, ORDER, PRESTIGE, RECIPE, orders
from tests.engine.azerland.table import Table, table


def serve(visitor: int, *display: int, discs: tuple[int, int, int] = (0, 0, 0), **fields: object) -> Table:
    """Seat 0, with potions for more, has just served a visitor; jokers were paid with charm."""
    t = table(3, tables=ONLY_MUSHROOMS).town(visitor, 11)
    t.me.display, t.me.discs, t.me.potions = tuple(sorted(display)), discs, (9, 9, 9)
    for name, value in fields.items():
        setattr(t.me, name, value)
    t.column(SERVE).play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(CHARM))
    return t


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


def steps_offered(t: Table, potion: int) -> int:
    """Take all the study steps with one disc: how many there were."""
    taken = 0
    while t.point() == "study_step":
        t.play(0, AdvanceDisc(potion))
        taken += 1
    return taken


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


# -- visitor 19 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-19", "AZE-RUL-58")
def test_nineteen_repeats_an_immediate_benefit_of_another_card() -> None:
    t = serve(19, 1, 10, 11, 27, 36)
    assert t.point() == "repeat"
    assert t.offered(RepeatVisitor) == [10, 11, 36]
    t.rejects(RepeatVisitor(19), "AZE-RUL-58").rejects(RepeatVisitor(27), "AZE-RUL-58")
    t.rejects(RepeatVisitor(1), "AZE-RUL-58").rejects(RepeatVisitor(12), "AZE-VIS-19").rejects(Finish(), "AZE-RUL-58")
    t.play(0, RepeatVisitor(11))
    assert tokens(t) == (0, 3, (0, 0, 0))
    assert t.happened(VisitorRepeated) == [VisitorRepeated(0, 11)]
    assert t.point() == "serve_turn"


IMMEDIATE = [*range(10, 27), *range(36, 44)]


@pytest.mark.rule("AZE-RUL-58")
def test_nineteen_offers_every_card_with_the_immediate_icon_but_itself() -> None:
    others = [visitor for visitor in (*range(1, 33), *range(36, 44)) if visitor not in (11, 19)]
    t = table(3).town(19)
    t.me.display, t.me.potions = tuple(others), (9, 9, 9)
    t.column(SERVE).play(0, ServeOrder(19), PayPotion(CHARM))
    assert t.offered(RepeatVisitor) == [visitor for visitor in IMMEDIATE if visitor not in (11, 19)]


@pytest.mark.rule("AZE-RUL-58", "AZE-VIS-19")
def test_nineteen_counts_itself_and_repeats_the_immediate_part_only() -> None:
    t = serve(19, 1, 21, 23).play(0, RepeatVisitor(21))
    assert t.me.gold == 4
    end = serve(19, 36, 39, 1).play(0, RepeatVisitor(36))
    assert end.me.prestige == PRESTIGE[19]
    assert end.me.gold == 2
    alone = serve(19, 1, 27)
    assert (alone.point(), alone.happened(VisitorRepeated)) == ("serve_turn", [])
    single = serve(19, 16)
    assert tokens(single) == (0, 2, (1, 0, 0)), "the only card is repeated without asking"


@pytest.mark.rule("AZE-RUL-49", "AZE-RUL-58")
@pytest.mark.parametrize("repeated", [12, 14, 22])
def test_the_level_clause_of_the_repeated_card_holds_for_the_order_of_nineteen(repeated: int) -> None:
    discs = (LEVEL_SPACE[1] - 2, 0, 0)
    t = serve(19, repeated, 10, discs=discs).play(0, RepeatVisitor(repeated))
    assert t.me.prestige == PRESTIGE[19]
    steps_offered(t, CELERITY)
    assert t.me.prestige == PRESTIGE[19] + 1


@pytest.mark.rule("AZE-RUL-49")
def test_repeating_another_card_pays_the_bonus_of_nineteen_before() -> None:
    t = serve(19, 10, 16, discs=(LEVEL_SPACE[1], 0, 0))
    assert t.me.prestige == PRESTIGE[19]
    t.play(0, RepeatVisitor(10))
    assert t.me.prestige == PRESTIGE[19] + 1
    none = serve(19, 1, discs=(LEVEL_SPACE[1], 0, 0))
    assert none.me.prestige == PRESTIGE[19] + 1
    by_42 = serve(19, 42, 10, discs=(LEVEL_SPACE[1] - 1, 0, 0)).play(0, RepeatVisitor(42))
    by_42.play(0, ReactivateColumn(STUDY))
    steps_offered(by_42, CELERITY)
    assert by_42.me.prestige == PRESTIGE[19]


# -- visitor 20 ------------------------------------------------------------------------------------------------------------------


def sets(display: tuple[int, ...], changes: dict[int, str] | None = None) -> int:
    """The potions that serving visitor 20 gives with these other cards in the display."""
    t = table(3, tables=orders(changes) if changes else None).town(20, 11)
    t.me.display, t.me.potions = tuple(sorted(display)), (9, 9, 9)
    t.column(SERVE).play(0, ServeOrder(20))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(CHARM))
    given = 0
    while t.point() == "choose_potion":
        t.play(0, ChoosePotion(CHARM))
        given += 1
    assert t.point() == "serve_turn"
    assert sum(t.me.potions) == 27 - len(ORDER[20]) + given
    return given


@pytest.mark.rule("AZE-VIS-20", "AZE-RUL-60", "AZE-RUL-61")
@pytest.mark.parametrize(
    ("display", "number"),
    [
        ((), 0),
        ((11,), 1),
        ((10, 18), 0),
        ((43,), 1),
        ((43, 11), 2),
        ((3, 1, 2), 1),
        ((3, 11, 1, 2), 2),
        ((3, 6, 11, 1, 4, 2, 5), 3),
        ((14, 18, 11), 2),
        ((26, 10), 1),
        ((26,), 1),
        ((14,), 1),
        ((26, 14, 10, 2), 2),
        ((26, 14, 3), 2),
        ((9, 42, 13), 0),
        ((32, 9), 1),
    ],
)
def test_twenty_gives_a_potion_per_set_of_three_types(display: tuple[int, ...], number: int) -> None:
    assert sets(display) == number


@pytest.mark.rule("AZE-RUL-61", "AZE-RUL-60")
def test_twenty_uses_its_own_order_and_jokers_count_for_nothing() -> None:
    assert sets((11,), {20: "charm intelligence"}) == 1
    assert sets((11,), {20: "joker joker"}) == 0
    assert sets((11, 10), {20: "intelligence joker"}) == 1
    assert sets((14, 26), {20: "joker joker"}) == 1
    assert sets((27, 17, 15)) == 1, "27 shows celerity, 17 charm, 15 intelligence, 20 charm and intelligence"


@pytest.mark.rule("AZE-VIS-20")
def test_the_potion_is_of_choice() -> None:
    t = serve(20, 11, 43)
    before = t.me.potions
    assert t.offered(ChoosePotion) == [CELERITY, CHARM, INTELLIGENCE]
    t.play(0, ChoosePotion(CELERITY), ChoosePotion(INTELLIGENCE))
    assert t.me.potions == (before[0] + 1, before[1], before[2] + 1)


@pytest.mark.rule("AZE-RUL-59")
def test_the_same_cards_count_again_when_nineteen_repeats_twenty() -> None:
    t = serve(20, 11).play(0, ChoosePotion(CHARM))
    t.town(19, 11).play(0, ServeOrder(19), PayPotion(CHARM), RepeatVisitor(20))
    given = 0
    while t.point() == "choose_potion":
        t.play(0, ChoosePotion(CHARM))
        given += 1
    assert given == 1


def most_sets(cards: list[set[str]], types: set[str], most: int) -> int:
    """The maximum number of disjoint sets of up to ``most`` cards that show all the types, by brute force."""
    if not cards:
        return 0
    first, rest = cards[0], cards[1:]
    best = most_sets(rest, types, most)
    for size in range(most):
        for chosen in combinations(range(len(rest)), size):
            if first.union(*(rest[i] for i in chosen)) >= types:
                left = [card for i, card in enumerate(rest) if i not in chosen]
                best = max(best, 1 + most_sets(left, types, most))
    return best


@pytest.mark.rule("AZE-RUL-60")
def test_sets_of_three_are_counted_as_a_player_would_form_them() -> None:
    draw = Random(20)
    numbers = set()
    for _ in range(25):
        display = draw.sample([visitor for visitor in ORDER if visitor not in (20, 33, 34, 35)], draw.randint(2, 8))
        shown = [set(ORDER[visitor]) - {"joker"} for visitor in (*display, 20)]
        expected = most_sets(shown, {"celerity", "charm", "intelligence"}, 3)
        numbers.add(expected)
        assert sets(tuple(display)) == expected, display
    assert len(numbers) > 2


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
