"""Visiting the merchant (TIN-VIL-23 to 34), what drives the bonus tracks, Surplus, One Hand Washes the Other."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    BuyWare,
    ChooseSkill,
    EndTurn,
    FinishVisit,
    PayPlant,
    ResolveBonus,
    TradePlants,
    UseFreeDraw,
    VisitMerchant,
)
from engine_core.games.tinctura.card_events import WareBought
from engine_core.games.tinctura.flow_events import ItemDrawn
from engine_core.games.tinctura.module_words import NEW_SPA, ONE_HAND_WASHES_THE_OTHER, PRIVATE_APPOINTMENT, SURPLUS
from engine_core.games.tinctura.vocabulary import (
    BERRY,
    BLUE,
    GREEN,
    HERB,
    MORTAR,
    MUSHROOM,
    PURPLE,
    ROOT,
    VILLAGE,
    WHITE,
)
from tests.engine.tinctura.cards import apprentices_with
from tests.engine.tinctura.table import Table, table

FIRST, LAST = 9, 11
"""Of the merchant of these tests, so that 10 o'clock is a normal open hour."""


def at_merchant(hour: int = 10, **options: Any) -> Table:
    """Seat 0 in a village hour with ten herbs; two items of each colour and both mortars lie there."""
    t = table(**options).turn(VILLAGE, hour=hour).opens(FIRST, LAST)
    return t.supply(herb=10).items(white=1, blue=2, purple=1, green=2, mortars=2)


def visit(t: Table, *wares: int) -> Table:
    """Buy these in one visit; decisions that a ware brings are made with as little effect as possible."""
    t.play(0, VisitMerchant())
    for number, ware in enumerate(wares, 1):
        t.play(0, BuyWare(ware))
        while t.point() not in ("merchant", "turn_after"):
            t.idle()
        assert t.point() == ("turn_after" if number == 3 else "merchant")
    return t


def prices(t: Table) -> list[int]:
    return [event.price for event in t.happened(WareBought)]


# -- opening hours ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-VIL-23")
def test_the_merchant_is_open_in_the_opening_hours_only() -> None:
    assert [hour for hour in range(8, 17) if at_merchant(hour).offers(VisitMerchant())] == [9, 10, 11]
    at_merchant(8).rejects(VisitMerchant(), "TIN-VIL-23")
    at_merchant(12).rejects(VisitMerchant(), "TIN-VIL-23")


@pytest.mark.rule("TIN-EVT-05", "TIN-RUL-85")
def test_private_appointment_closes_two_hours_earlier() -> None:
    def open_hours(first: int, last: int) -> list[int]:
        times = range(8, 17)
        tables = [at_merchant(hour, events=True).event(PRIVATE_APPOINTMENT).opens(first, last) for hour in times]
        return [hour for hour, t in zip(times, tables, strict=True) if t.offers(VisitMerchant())]

    assert open_hours(8, 12) == [8, 9, 10]
    assert open_hours(9, 11) == [9]
    t = at_merchant(10, events=True).event(PRIVATE_APPOINTMENT).opens(8, 12)
    assert prices(visit(t, BLUE, BLUE)) == [0, 1]


@pytest.mark.rule("TIN-RUL-85")
def test_private_appointment_keeps_a_merchant_of_two_hours_closed() -> None:
    tables = {
        "opening_hours": {"tile_2": {"first": 10}}
    }  # of the tests' own list of tiles it is still the one from 9 to 11
    for hour in range(8, 17):
        t = at_merchant(hour, tables=tables, events=True, personalities=True).event(PRIVATE_APPOINTMENT)
        assert not t.offers(VisitMerchant())
        assert not t.personality(ONE_HAND_WASHES_THE_OTHER).offers(VisitMerchant())


@pytest.mark.rule("TIN-PERS-07", "TIN-RUL-19")
def test_one_hand_washes_the_other_buys_after_closing() -> None:
    hours = [
        hour
        for hour in range(8, 17)
        if at_merchant(hour, personalities=True).personality(ONE_HAND_WASHES_THE_OTHER).offers(VisitMerchant())
    ]
    assert hours == list(range(FIRST, 17))
    t = at_merchant(12, personalities=True).personality(ONE_HAND_WASHES_THE_OTHER)
    assert prices(visit(t, BLUE, BLUE, MORTAR)) == [1, 1, 2]
    t.next_hour()
    assert prices(visit(t, GREEN)) == [1, 1, 2, 1]
    t.items().next_hour().rejects(VisitMerchant(), "TIN-VIL-30")
    t = at_merchant(12, personalities=True).personality(ONE_HAND_WASHES_THE_OTHER, seat=1)
    t.rejects(VisitMerchant(), "TIN-VIL-23")


# -- prices ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-VIL-25", "TIN-VIL-26", "TIN-VIL-27", "TIN-RUL-18")
@pytest.mark.parametrize(("hour", "totals"), [(10, (1, 2, 4)), (FIRST, (2, 3, 5)), (LAST, (0, 1, 3))])
def test_the_price_of_a_visit(hour: int, totals: tuple[int, int, int]) -> None:
    for number, total in enumerate(totals, 1):
        t = visit(at_merchant(hour), *(BLUE, MORTAR, BLUE)[:number])
        assert sum(t.me.plants) == 10 - total
        assert t.state.discard == (total, 0, 0, 0)
        assert t.broken() == []


@pytest.mark.rule("TIN-RUL-19")
def test_an_only_open_hour_has_the_normal_price() -> None:
    t = at_merchant(9, events=True).event(PRIVATE_APPOINTMENT)
    assert prices(visit(t, BLUE, BLUE, MORTAR)) == [1, 1, 2]


@pytest.mark.rule("TIN-VIL-25", "TIN-RUL-110")
def test_plants_of_any_type_pay() -> None:
    t = at_merchant().supply(berry=2, mushroom=1).play(0, VisitMerchant(), BuyWare(BLUE))
    assert t.point() == "payment"
    assert t.offered(PayPlant) == [BERRY, MUSHROOM]
    assert t.me.bonus[BLUE] == 0
    t.play(0, PayPlant(MUSHROOM))
    assert (t.me.plants, t.me.bonus[BLUE]) == ((0, 2, 0, 0), 1)
    t.play(0, BuyWare(MORTAR))
    assert (t.me.plants, t.point()) == ((0, 1, 0, 0), "merchant")


@pytest.mark.rule("TIN-VIL-32")
def test_what_cannot_be_paid_cannot_be_bought() -> None:
    at_merchant().supply().rejects(VisitMerchant(), "TIN-VIL-32")
    at_merchant(FIRST).supply(herb=1).rejects(VisitMerchant(), "TIN-VIL-32")
    assert at_merchant(FIRST).supply(herb=2).offers(VisitMerchant())
    t = visit(at_merchant(LAST).supply(), MORTAR)
    assert (t.me.mortar, t.me.plants) == (2, (0, 0, 0, 0))
    t.rejects(BuyWare(MORTAR), "TIN-VIL-32")
    t = visit(at_merchant().supply(herb=3), MORTAR, BLUE)
    assert t.offered(BuyWare) == []
    t.rejects(BuyWare(GREEN), "TIN-VIL-32")
    assert visit(at_merchant().supply(herb=4), MORTAR, BLUE).offers(BuyWare(GREEN))


# -- the visit ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-VIL-24", "TIN-RUL-18")
def test_one_to_three_wares_of_any_mix() -> None:
    t = at_merchant().play(0, VisitMerchant())
    assert t.offered(BuyWare) == [WHITE, BLUE, PURPLE, GREEN, MORTAR]
    assert t.kinds() == {BuyWare}
    t.rejects(FinishVisit(), "TIN-RUL-18").rejects(EndTurn(), "TIN-RUL-18").rejects(VisitMerchant(), "TIN-RUL-18")
    t.play(0, BuyWare(BLUE), FinishVisit())
    assert t.point() == "turn_after"
    t.rejects(VisitMerchant(), "TIN-WORK-05")
    t = visit(at_merchant(), MORTAR, MORTAR, BLUE)
    assert t.point() == "turn_after"
    t.rejects(BuyWare(GREEN), "TIN-VIL-24")
    assert (t.me.mortar, t.me.bonus) == (4, (0, 1, 0, 0))


@pytest.mark.rule("TIN-VIL-33")
def test_every_visit_counts_its_prices_anew() -> None:
    t = visit(at_merchant(), BLUE, MORTAR, BLUE).finish_turn().until(LAST)
    assert prices(visit(t, MORTAR, GREEN, GREEN)) == [1, 1, 2, 0, 1, 2]


@pytest.mark.rule("TIN-VIL-28", "TIN-VIL-30", "TIN-BON-01")
def test_an_item_moves_its_marker_and_goes_back_into_the_bag() -> None:
    for colour in (WHITE, BLUE, PURPLE, GREEN):
        t = visit(at_merchant(), colour)
        assert t.me.bonus == tuple(int(other == colour) for other in range(4))
        before = (1, 2, 1, 2)
        assert t.state.items == tuple(number - (other == colour) for other, number in enumerate(before))
        assert (t.state.mortars, t.broken()) == (2, [])
    t = visit(at_merchant(), WHITE)
    t.rejects(BuyWare(WHITE), "TIN-VIL-30")
    assert t.next_hour().play(0, VisitMerchant()).offered(BuyWare) == [BLUE, PURPLE, GREEN, MORTAR]
    assert sum(t.next_day().state.items) == 6


@pytest.mark.rule("TIN-VIL-29", "TIN-VIL-34", "TIN-VIL-30")
def test_two_mortars_a_day() -> None:
    t = visit(at_merchant(), MORTAR)
    assert (t.me.mortar, t.state.mortars, t.me.bonus) == (2, 1, (0, 0, 0, 0))
    t = visit(at_merchant(), MORTAR, MORTAR)
    assert (t.me.mortar, t.state.mortars) == (3, 0)
    t.rejects(BuyWare(MORTAR), "TIN-VIL-34")
    assert t.play(0, FinishVisit()).next_hour().state.mortars == 0
    t.play(0, VisitMerchant()).rejects(BuyWare(MORTAR), "TIN-VIL-34")
    assert t.play(0, BuyWare(BLUE)).next_day().state.mortars == 2


@pytest.mark.rule("TIN-VIL-30")
def test_a_merchant_without_wares_is_not_visited() -> None:
    at_merchant().items().rejects(VisitMerchant(), "TIN-VIL-30")
    assert at_merchant().items(mortars=1).offers(VisitMerchant())
    assert at_merchant().items(green=1).offers(VisitMerchant())


@pytest.mark.rule("TIN-VIL-31", "TIN-BON-02", "TIN-RUL-28")
def test_a_finished_track_gives_nothing_for_the_price() -> None:
    t = at_merchant()
    t.me.bonus = (0, 4, 0, 0)
    visit(t, BLUE)
    assert (t.me.bonus, t.me.points, t.me.plants, t.state.items[BLUE]) == ((0, 4, 0, 0), 0, (9, 0, 0, 0), 1)
    t = at_merchant()
    t.me.mortar = t.state.data.mortar_end
    visit(t, MORTAR)
    assert (t.me.mortar, t.me.plants) == (t.state.data.mortar_end, (9, 0, 0, 0))


@pytest.mark.rule("TIN-BON-01", "TIN-RUL-18")
def test_what_a_ware_brings_comes_before_the_next_one() -> None:
    t = at_merchant()
    t.me.bonus = (0, 0, 2, 0)
    t.play(0, VisitMerchant(), BuyWare(PURPLE))
    assert t.point() == "skill_choice"
    t.rejects(BuyWare(BLUE), "TIN-EXP-06")
    t.play(0, ChooseSkill(0), ChooseSkill(1), ChooseSkill(1))
    assert (t.point(), t.me.skills, t.me.points) == ("merchant", (2, 3, 1, 1), 1)
    t = at_merchant().tea(0, 1, 1).play(0, VisitMerchant(), BuyWare(WHITE))
    assert t.point() == "bonus"
    assert t.play(0, ResolveBonus(1)).point() == "merchant"


@pytest.mark.rule("TIN-RUL-18")
def test_plants_drawn_by_a_ware_pay_for_the_next_one() -> None:
    t = visit(at_merchant().supply(herb=1), GREEN)
    assert sum(t.me.plants) == 2
    assert t.offers(BuyWare(BLUE))


@pytest.mark.rule("TIN-RUL-18", "TIN-RUL-40", "TIN-RUL-49")
def test_free_actions_after_the_first_purchase_only() -> None:
    (card,) = apprentices_with("draw", "ointment")
    t = at_merchant().journeyman(card).play(0, VisitMerchant())
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-18").rejects(UseFreeDraw(1), "TIN-RUL-18")
    t.play(0, BuyWare(BLUE))
    assert t.kinds() == {TradePlants, UseFreeDraw, BuyWare, FinishVisit}
    t.play(0, UseFreeDraw(1), TradePlants(HERB, HERB, ROOT))
    assert t.point() == "merchant"
    assert t.offered(UseFreeDraw) == []
    t.play(0, BuyWare(MORTAR))
    assert t.point() == "payment"
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-110")


@pytest.mark.rule("TIN-RUL-18")
def test_a_visit_stays_open_when_nothing_more_can_be_bought() -> None:
    t = visit(at_merchant().supply(herb=1), BLUE)
    assert t.kinds() == {FinishVisit}
    t = visit(at_merchant().items(blue=1), BLUE)
    assert t.offered(BuyWare) == []
    assert t.offers(FinishVisit())


@pytest.mark.rule("TIN-RUL-20", "TIN-PLT-03")
def test_a_draw_ends_with_the_bag() -> None:
    t = visit(at_merchant().only_bag(root=1), GREEN)
    assert t.me.plants == (9, 0, 0, 1)
    assert sum(t.state.bag) == 0
    t = visit(at_merchant().only_bag(), GREEN)
    assert (t.me.plants, t.me.bonus) == ((9, 0, 0, 0), (0, 0, 0, 1))


# -- Surplus -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-EVT-10", "TIN-RUL-21")
def test_surplus_puts_an_item_on_the_free_space_at_once() -> None:
    t = at_merchant(events=True).event(SURPLUS).items(blue=3).draws("items", 0, of=10)
    t.play(0, VisitMerchant(), BuyWare(BLUE))
    assert t.state.items == (1, 2, 0, 0)
    assert t.offered(BuyWare) == [WHITE, BLUE]
    t.play(0, BuyWare(BLUE))
    assert (sum(t.state.items), len(t.happened(ItemDrawn)), t.broken()) == (3, 2, [])


@pytest.mark.rule("TIN-EVT-10", "TIN-RUL-21")
def test_the_item_bought_may_come_back() -> None:
    t = at_merchant(events=True).event(SURPLUS).items(white=2, blue=1, purple=2, green=1)
    t.draws("items", 1, of=7)  # in the bag: 1 white, the blue ones with the one bought, 1 purple, 2 green
    t.play(0, VisitMerchant(), BuyWare(BLUE))
    assert t.state.items == (2, 1, 2, 1)
    assert t.happened(ItemDrawn) == [ItemDrawn(BLUE)]


@pytest.mark.rule("TIN-RUL-21")
def test_surplus_replaces_no_mortar_and_works_on_its_day_only() -> None:
    t = at_merchant(events=True).event(SURPLUS)
    visit(t, MORTAR)
    assert (t.state.items, t.state.mortars, t.happened(ItemDrawn)) == ((1, 2, 1, 2), 1, [])
    t = at_merchant(events=True).event(NEW_SPA)
    visit(t, BLUE)
    assert (t.state.items, t.happened(ItemDrawn)) == ((1, 1, 1, 2), [])
