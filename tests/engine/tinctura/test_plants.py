"""Trades and the once-per-day draw (TIN-PLT, TIN-APP-11)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import EndTurn, ForgoAction, TradePlants, UseFreeDraw
from engine_core.games.tinctura.events import PlantsTraded
from engine_core.games.tinctura.vocabulary import BERRY, CARE, HERB, MUSHROOM, OINTMENT, PHARMACY, ROOT
from tests.engine.tinctura.cards import apprentices_with
from tests.engine.tinctura.table import planning, table

DRAWER = apprentices_with("draw", "ointment")[0]


@pytest.mark.rule("TIN-PLT-04", "TIN-RUL-48")
def test_two_plants_are_traded_for_one_of_another_type() -> None:
    t = table(2).supply(herb=1, root=2)
    assert set(t.offered(TradePlants)) == {
        *((HERB, ROOT, take) for take in (BERRY, MUSHROOM)),
        *((ROOT, ROOT, take) for take in (HERB, BERRY, MUSHROOM)),
    }
    t.play(0, TradePlants(HERB, ROOT, BERRY))
    assert t.me.plants == (0, 1, 0, 1)
    assert t.state.discard == (1, 0, 0, 1)
    assert t.broken() == []
    t.rejects(TradePlants(HERB, ROOT, BERRY), "TIN-PLT-04").rejects(TradePlants(ROOT, ROOT, BERRY), "TIN-PLT-04")


@pytest.mark.rule("TIN-PLT-04")
def test_one_plant_is_not_enough() -> None:
    assert table(2).supply(herb=1).offered(TradePlants) == []


@pytest.mark.rule("TIN-PLT-05")
def test_the_wanted_plant_comes_from_the_discard_first() -> None:
    t = table(2).supply(root=4).discard(berry=1)
    bag = t.state.bag
    t.play(0, TradePlants(ROOT, ROOT, BERRY))
    assert (t.state.bag, t.state.discard) == (bag, (0, 0, 0, 2))
    t.play(0, TradePlants(ROOT, ROOT, BERRY))
    assert t.state.bag == (bag[0], bag[1] - 1, bag[2], bag[3])
    assert [event.from_bag for event in t.happened(PlantsTraded)] == [False, True]


@pytest.mark.rule("TIN-PLT-06")
def test_a_type_that_lies_nowhere_cannot_be_traded_for() -> None:
    t = table(2).forest().supply(1, berry=28).supply(herb=2)
    assert {take for _, _, take in t.offered(TradePlants)} == {MUSHROOM, ROOT}
    t.rejects(TradePlants(HERB, HERB, BERRY), "TIN-PLT-06")


@pytest.mark.rule("TIN-PLT-07", "TIN-RUL-49", "TIN-RUL-40", "TIN-PLT-01")
def test_trades_cost_no_action_before_and_after_it() -> None:
    t = table(2).supply(herb=4, root=4)
    t.play(0, TradePlants(HERB, HERB, BERRY), TradePlants(HERB, HERB, BERRY), ForgoAction())
    t.play(0, TradePlants(BERRY, BERRY, MUSHROOM), TradePlants(ROOT, ROOT, MUSHROOM), EndTurn())
    assert t.me.plants == (0, 0, 2, 2)
    assert t.broken() == []
    t.rejects(TradePlants(ROOT, ROOT, HERB), "TIN-WORK-10")


@pytest.mark.rule("TIN-RUL-40")
def test_plants_are_not_traded_while_the_day_is_planned() -> None:
    t = planning(2).supply(herb=2)
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-49")


@pytest.mark.rule("TIN-PLT-09", "TIN-RUL-91")
def test_supplies_are_public() -> None:
    t = table(2).supply(1, herb=2, root=3)
    assert t.view(0).players[1].plants == t.view(None).players[1].plants == (2, 0, 0, 3)


@pytest.mark.rule("TIN-APP-11", "TIN-APP-12", "TIN-APP-14")
@pytest.mark.parametrize("area", [PHARMACY, CARE])
def test_a_journeyman_draws_two_plants_once_a_day(area: int) -> None:
    t = table(2).journeyman(DRAWER).turn(area)
    t.play(0, UseFreeDraw(OINTMENT))
    assert sum(t.me.plants) == 2
    assert t.broken() == []
    t.rejects(UseFreeDraw(OINTMENT), "TIN-APP-12")
    t.next_day()
    assert t.me.used == 0


@pytest.mark.rule("TIN-RUL-20", "TIN-PLT-03")
def test_a_draw_takes_what_the_bag_has_and_the_discard_stays() -> None:
    t = table(2).journeyman(DRAWER).only_bag(root=1)
    discard = t.state.discard
    t.play(0, UseFreeDraw(OINTMENT))
    assert (t.me.plants, t.state.discard) == ((0, 0, 0, 1), discard)
    t = table(2).journeyman(DRAWER).only_bag()
    t.rejects(UseFreeDraw(OINTMENT), "TIN-PLT-03")


@pytest.mark.rule("TIN-APP-11", "TIN-VIL-21")
def test_only_the_own_trained_journeyman_draws() -> None:
    table(2).journeyman(DRAWER, 1).rejects(UseFreeDraw(OINTMENT), "TIN-APP-11")
    table(2).apprentice(DRAWER).rejects(UseFreeDraw(OINTMENT), "TIN-VIL-21")
