"""Buy Recipe Book (MED-BOOK)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyRecipeBook,
    CollectRemedy,
    DeliverLetter,
    LeaveWaypoint,
    PlayFriendlyGift,
    SellRemedy,
    ShiftRemedy,
    StartMove,
    TakeMoney,
)
from engine_core.games.medico.events import RecipeBookBought
from engine_core.games.medico.vocabulary import (
    BOOK_SPACE_0,
    EXTRA_POUCH,
    FRIENDLY_GIFT,
    HEALING_WATER,
    HERBS,
    LEECH,
    MANDRAKE,
    MARIGOLD,
    ONE_COIN,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import book, letter
from tests.engine.medico.table import Table, table


def shopper(coins: int) -> Table:
    """Seat 0 with these coins will go to place 2, where the book leech + herbs lies."""
    t = table()
    t.me.coins = coins
    t.put(2, book_stack=(book(LEECH, HERBS), book(MANDRAKE, MANDRAKE)))
    return t


@pytest.mark.rule("MED-BOOK-01", "MED-RUL-78")
def test_the_displayed_book_costs_one_coin_and_goes_to_the_lower_free_space() -> None:
    t = shopper(2).arrive(2)
    assert t.changes(0, BuyRecipeBook()).keys() == {
        "places[2].book_stack",
        "players[0].books",
        "players[0].coins",
        "turn.book_bought",
    }
    assert t.me.coins == 1
    assert t.me.books == (book(LEECH, HERBS), NONE)
    assert t.place(2).book_stack == (book(MANDRAKE, MANDRAKE),)
    assert t.happened(RecipeBookBought) == [RecipeBookBought(seat=0, book=book(LEECH, HERBS))]
    second = shopper(1).books((MARIGOLD, MARIGOLD)).arrive(2).play(0, BuyRecipeBook())
    assert second.me.books == (book(MARIGOLD, MARIGOLD), book(LEECH, HERBS))
    first = shopper(1)
    first.me.books = (NONE, book(MARIGOLD, MARIGOLD))
    first.arrive(2).play(0, BuyRecipeBook())
    assert first.me.books == (book(LEECH, HERBS), book(MARIGOLD, MARIGOLD))


@pytest.mark.rule("MED-BOOK-01", "MED-RUL-06")
def test_a_second_book_in_the_same_turn_is_refused() -> None:
    t = shopper(5).arrive(2).play(0, BuyRecipeBook())
    t.rejects(BuyRecipeBook(), "MED-RUL-06")


@pytest.mark.rule("MED-BOOK-02")
def test_two_unfulfilled_books_leave_no_space() -> None:
    t = shopper(5).books((MARIGOLD, MARIGOLD), (LEECH, LEECH)).arrive(2)
    t.rejects(BuyRecipeBook(), "MED-BOOK-02")


@pytest.mark.rule("MED-BOOK-03")
def test_a_book_cannot_be_bought_without_a_coin() -> None:
    shopper(0).arrive(2).rejects(BuyRecipeBook(), "MED-BOOK-03")
    assert shopper(1).arrive(2).play(0, BuyRecipeBook()).me.coins == 0


@pytest.mark.rule("MED-BOOK-04")
def test_a_book_fulfilled_on_the_way_has_freed_its_space() -> None:
    t = shopper(1).books((HEALING_WATER, LEECH), (LEECH, LEECH), covered=(LEECH, NONE))
    t.depart(2).play(0, StartMove(), CollectRemedy(BOOK_SPACE_0)).play(0, LeaveWaypoint(), LeaveWaypoint())
    t.play(0, BuyRecipeBook())
    assert t.me.books == (book(LEECH, HERBS), book(LEECH, LEECH))
    assert t.me.book_covered == (NONE, NONE)


@pytest.mark.rule("MED-BOOK-05")
@pytest.mark.parametrize("income", ["sale", "letter", "favor"])
def test_coins_of_this_turn_pay_for_the_book(income: str) -> None:
    t = shopper(0).market_at(2, LEECH, HERBS)
    t.me.pouches = (LEECH,)
    t.me.letters = (letter(5, 2),)
    t.me.favors = (FRIENDLY_GIFT,)
    t.state.medicus_place = 2
    t.arrive(2).rejects(BuyRecipeBook(), "MED-BOOK-03")
    t.play(0, {"sale": SellRemedy(LEECH, 0), "letter": DeliverLetter(ONE_COIN), "favor": PlayFriendlyGift()}[income])
    t.play(0, BuyRecipeBook())
    assert t.me.coins == {"sale": 1, "letter": 0, "favor": 1}[income]


@pytest.mark.rule("MED-BOOK-06")
def test_an_empty_book_space_sells_nothing() -> None:
    t = shopper(5)
    t.put(2, book_stack=())
    t.arrive(2).rejects(BuyRecipeBook(), "MED-BOOK-06")


@pytest.mark.rule("MED-BOOK-07")
def test_pouch_remedies_reach_the_new_book_only_with_the_extra_pouch() -> None:
    t = shopper(1)
    t.me.pouches = (LEECH,)
    t.arrive(2).play(0, BuyRecipeBook())
    t.rejects(ShiftRemedy(LEECH, 0), "MED-COLL-09", "MED-BOOK-07")
    able = shopper(1)
    able.me.pouches = (LEECH,)
    able.me.abilities = 1 << EXTRA_POUCH
    able.arrive(2).play(0, BuyRecipeBook(), ShiftRemedy(LEECH, 0))
    assert able.me.book_covered == (LEECH, NONE)


@pytest.mark.rule("MED-BOOK-01")
def test_books_are_sold_at_the_destination_and_before_the_main_action_only() -> None:
    t = shopper(5)
    t.put(0, book_stack=(book(LEECH, LEECH),))
    t.depart(2).rejects(BuyRecipeBook(), "MED-MOVE-06")
    t.walk().play(0, TakeMoney())
    t.rejects(BuyRecipeBook(), "MED-MOVE-09")
