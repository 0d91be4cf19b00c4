"""Pay Apprentices (MED-APP): the income that a sale brings the others."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import DeliverLetter, EndTurn, SellRemedy, TakeMoney
from engine_core.games.medico.events import IncomePaid
from engine_core.games.medico.vocabulary import HERBS, LEECH, MARIGOLD, NEUTRAL, ONE_COIN
from tests.engine.medico.cards import letter
from tests.engine.medico.table import Table, table


def sale(*apprentices: int, seats: int = 3, sold: int = 1) -> Table:
    """Seat 0 sells ``sold`` remedies at place 2, where these apprentices stand."""
    t = table(seats).market_at(2, LEECH, MARIGOLD, HERBS)
    t.put(2, apprentices=apprentices)
    t.me.pouches = (MARIGOLD, LEECH, HERBS)
    t.arrive(2)
    for remedy, space in ((LEECH, 0), (MARIGOLD, 1), (HERBS, 2))[:sold]:
        t.play(0, SellRemedy(remedy, space))
    return t


def coins(t: Table) -> list[int]:
    return [player.coins for player in t.state.players]


@pytest.mark.rule("MED-APP-01")
@pytest.mark.parametrize(
    ("seats", "apprentices", "expected"),
    [
        (2, (1,), [3, 1]),
        (3, (1, 2), [3, 1, 1]),
        (3, (2,), [3, 0, 1]),
        (4, (3, 1, 2), [3, 1, 1, 1]),
        (4, (), [3, 0, 0, 0]),
    ],
)
def test_a_sale_pays_every_other_player_with_an_apprentice_here(
    seats: int, apprentices: tuple[int, ...], expected: list[int]
) -> None:
    assert coins(sale(*apprentices, seats=seats)) == expected


@pytest.mark.rule("MED-APP-02")
def test_the_own_apprentice_earns_nothing() -> None:
    t = sale(0, 1)
    assert coins(t) == [3, 1, 0]
    assert t.happened(IncomePaid) == [IncomePaid(seat=1, place=2, coins=1)]


@pytest.mark.rule("MED-APP-03")
@pytest.mark.parametrize(("sold", "earned"), [(1, 3), (2, 5), (3, 6)])
def test_more_sales_in_the_turn_pay_no_more_income(sold: int, earned: int) -> None:
    assert coins(sale(1, 2, sold=sold)) == [earned, 1, 1]


@pytest.mark.rule("MED-APP-03")
def test_each_seller_s_turn_pays_again() -> None:
    t = sale(2, sold=1)
    t.player(1).pouches = (MARIGOLD,)
    t.player(1).destination = 2
    t.finish_turn().walk(1).play(1, SellRemedy(MARIGOLD, 1))
    assert t.player(2).coins == 2


@pytest.mark.rule("MED-APP-04")
def test_without_a_sale_no_apprentice_earns() -> None:
    t = table().market_at(2, LEECH, HERBS)
    t.put(2, apprentices=(1, 2))
    t.me.pouches = (LEECH,)
    t.me.letters = (letter(3, 2),)
    t.arrive(2).play(0, DeliverLetter(ONE_COIN), TakeMoney(), EndTurn())
    assert coins(t) == [3, 0, 0]
    assert t.happened(IncomePaid) == []


@pytest.mark.rule("MED-APP-05")
def test_income_comes_from_the_supply_and_nobody_is_asked() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS)
    t.put(2, apprentices=(1, 2))
    t.me.pouches = (LEECH,)
    t.arrive(2)
    changes = t.changes(0, SellRemedy(LEECH, 0))
    assert {path: change for path, change in changes.items() if path.endswith("coins")} == {
        "players[0].coins": (0, 3),
        "players[1].coins": (0, 1),
        "players[2].coins": (0, 1),
    }
    assert t.state.active_seat == 0
    assert [t.legal(seat) for seat in (1, 2)] == [[], []]


@pytest.mark.rule("MED-APP-06")
def test_neutral_apprentices_never_earn() -> None:
    t = sale(NEUTRAL, NEUTRAL, 1, seats=2)
    assert coins(t) == [3, 1]
    assert t.happened(IncomePaid) == [IncomePaid(seat=1, place=2, coins=1)]


@pytest.mark.rule("MED-APP-07")
def test_apprentices_elsewhere_earn_nothing() -> None:
    t = table().market_at(2, LEECH, HERBS)
    for place in (0, 1, 3, 4, 5, 6):
        t.put(place, apprentices=(1, 2))
    t.me.pouches = (LEECH,)
    t.arrive(2).play(0, SellRemedy(LEECH, 0))
    assert coins(t) == [2, 0, 0]
