"""Visitor 19, which repeats a benefit (AZE-VIS-19), and visitor 20, which counts sets (AZE-VIS-20)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine_core.games.azerland.actions import (
    ChoosePotion,
    Finish,
    PayPotion,
    ReactivateColumn,
    RepeatVisitor,
    ServeOrder,
)
from engine_core.games.azerland.events import (
    VisitorRepeated,
)
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    INTELLIGENCE,
    SERVE,
    STUDY,
)
from tests.engine.azerland.arranged import serve, steps_offered
from tests.engine.azerland.cards import LEVEL_SPACE, ORDER, PRESTIGE, orders
from tests.engine.azerland.table import Table, table


def tokens(t: Table) -> tuple[int, int, tuple[int, int, int]]:
    return t.me.gold, t.me.apprentices, t.me.ingredients


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
