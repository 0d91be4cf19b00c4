"""End-of-game benefits (AZE-VIS-27 to 32, 36 to 42)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine_core.games.azerland.actions import (
    ServeOrder,
)
from engine_core.games.azerland.vocabulary import (
    GAME_OVER,
    SERVE,
)
from tests.engine.azerland.cards import ORDER, orders, showing
from tests.engine.azerland.table import table


def at_the_end(*display: int, changes: dict[int, str] | None = None, **fields: object) -> dict[str, int]:
    """The categories of seat 0's final count with this display."""
    t = table(3, tables=orders(changes) if changes else None)
    t.state.day = 6
    t.me.display = tuple(sorted(display))
    t.plan()
    t.until(GAME_OVER)
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
    t.until(GAME_OVER)
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
