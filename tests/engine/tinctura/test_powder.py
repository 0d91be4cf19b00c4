"""The powder set (TIN-ALT-06 to 15): powder, services, equipment, level, blossoms."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    BuyWare,
    ChooseSkill,
    ClaimLeftover,
    EndTurn,
    FinishPowder,
    ForgoAction,
    IndividualTraining,
    MakePowder,
    PayPlant,
    PowderOrService,
    ProduceMedication,
    ProduceTea,
    TakeBlossomsOrPlants,
    TradePlants,
    VisitMerchant,
)
from engine_core.games.tinctura.events import PowderMade
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.module_words import FELL_OFF_THE_CART
from engine_core.games.tinctura.vocabulary import (
    BERRY,
    BLUE,
    CHOOSE_POWDER,
    CHOOSE_SERVICE,
    CHOOSE_SKIP,
    GREEN,
    HERB,
    OINTMENT,
    ONE_BLOSSOM,
    ONE_PLANT,
    PURPLE,
    ROOT,
    SKILLS,
    TABLETS,
    TAKE_BLOSSOMS,
    TAKE_PLANTS,
    TWO_BLOSSOMS,
    VILLAGE,
    WHITE,
)
from tests.engine.tinctura.cards import apprentices_with, patients_with, rows
from tests.engine.tinctura.serving import levels, plants_of, produce
from tests.engine.tinctura.table import Table, table, tiles

REWARDS = {row["id"]: dict(part.split(":") for part in row["reward"].split()) for row in rows("bonus_tracks")}


def at_merchant(bonus: tuple[int, int, int, int] = (0, 0, 0, 0), *, herbs: int = 5, **options: Any) -> Table:
    """Seat 0 at the merchant in a normal open hour, its markers on these spaces."""
    t = table(bonus_tracks="powder", **options).turn(VILLAGE, hour=10).opens(9, 11).supply(herb=herbs)
    t.items(white=2, blue=2, purple=1, green=1, mortars=1)
    t.me.bonus = bonus
    return t


def buy(t: Table, ware: int) -> Table:
    return t.play(0, VisitMerchant(), BuyWare(ware))


def powder(level: int = 0, equipment: int = 0, *, white: int = 0, blossoms: int = 2, herbs: int = 3) -> Table:
    """The white marker has just advanced from ``white``, powder is chosen; so many herbs and blossoms are left."""
    t = at_merchant((white, equipment, level, 0), herbs=herbs + 1)
    t.me.blossoms = blossoms
    return buy(t, WHITE).play(0, PowderOrService(CHOOSE_POWDER))


@pytest.mark.rule("TIN-ALT-06", "TIN-RUL-68")
@pytest.mark.parametrize(("white", "powders"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_the_white_track_allows_powders(white: int, powders: int) -> None:
    t = powder(white=white)
    assert t.me.bonus[WHITE] == white + 1
    for _ in range(powders):
        assert t.point() == "powder"
        t.play(0, MakePowder(ONE_PLANT))
    assert t.point() == "merchant"
    t.rejects(MakePowder(ONE_PLANT), "TIN-RUL-18")
    assert (t.me.plants, t.me.points) == (tiles(herb=3 - powders), powders)


@pytest.mark.rule("TIN-ALT-06", "TIN-BON-02")
def test_a_finished_white_track_allows_no_powder() -> None:
    assert buy(at_merchant((4, 0, 0, 0)), WHITE).point() == "merchant"


@pytest.mark.rule("TIN-ALT-07", "TIN-ALT-10", "TIN-ALT-11", "TIN-RUL-100")
@pytest.mark.parametrize(("level", "level_points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 6)])
@pytest.mark.parametrize(("equipment", "equipment_points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 6)])
def test_the_value_of_powder(level: int, level_points: int, equipment: int, equipment_points: int) -> None:
    for ingredient, points in ((ONE_PLANT, 1), (ONE_BLOSSOM, 3), (TWO_BLOSSOMS, 6)):
        t = powder(level, equipment).play(0, MakePowder(ingredient))
        assert t.me.points == level_points + equipment_points + points
        assert t.happened(PowderMade) == [PowderMade(0, ingredient, t.me.points)]
        assert (t.me.blossoms, t.me.plants) == (2 - ingredient, tiles(herb=3 - (ingredient == ONE_PLANT)))


@pytest.mark.rule("TIN-ALT-08")
def test_powder_needs_an_ingredient() -> None:
    t = powder(blossoms=1)
    assert t.offered(MakePowder) == [ONE_PLANT, ONE_BLOSSOM]
    t.rejects(MakePowder(TWO_BLOSSOMS), "TIN-ALT-08")
    t = powder(blossoms=1, herbs=0)
    assert t.offered(MakePowder) == [ONE_BLOSSOM]
    t.rejects(MakePowder(ONE_PLANT), "TIN-ALT-08")
    t = powder(blossoms=0)
    assert t.offered(MakePowder) == [ONE_PLANT]
    t.rejects(MakePowder(ONE_BLOSSOM), "TIN-ALT-08")
    t = buy(at_merchant(herbs=1), WHITE)
    assert t.offered(PowderOrService) == [CHOOSE_SKIP]
    t.rejects(PowderOrService(CHOOSE_POWDER), "TIN-ALT-08")


@pytest.mark.rule("TIN-ALT-08")
def test_each_powder_is_paid_on_its_own() -> None:
    t = powder(1, 2, white=3, blossoms=1)
    t.play(0, MakePowder(ONE_BLOSSOM), MakePowder(ONE_PLANT))
    assert (t.me.points, t.me.blossoms, t.me.plants) == (2 * (1 + 3) + 3 + 1, 0, tiles(herb=2))


@pytest.mark.rule("TIN-ALT-08", "TIN-RUL-110")
def test_the_plant_of_a_powder_is_of_any_type() -> None:
    t = at_merchant().supply(herb=1, berry=1, root=1)
    buy(t, WHITE).play(0, PayPlant(HERB), PowderOrService(CHOOSE_POWDER), MakePowder(ONE_PLANT))
    assert t.offered(PayPlant) == [BERRY, ROOT]
    t.play(0, PayPlant(ROOT))
    assert (t.me.plants, t.point(), t.broken()) == (tiles(berry=1), "merchant", [])


@pytest.mark.rule("TIN-RUL-68")
def test_fewer_powders_than_allowed_even_none() -> None:
    t = buy(at_merchant((3, 0, 0, 0)), WHITE)
    t.rejects(FinishPowder(), "TIN-RUL-68").rejects(MakePowder(ONE_PLANT), "TIN-RUL-68")
    t.play(0, PowderOrService(CHOOSE_POWDER)).rejects(PowderOrService(CHOOSE_SKIP), "TIN-RUL-68")
    t.play(0, MakePowder(ONE_PLANT), FinishPowder())
    assert (t.point(), t.me.points) == ("merchant", 1)
    t = buy(at_merchant(), WHITE).play(0, PowderOrService(CHOOSE_SKIP))
    assert (t.point(), t.me.points) == ("merchant", 0)
    t = buy(at_merchant(), WHITE).play(0, PowderOrService(CHOOSE_POWDER), FinishPowder())
    assert (t.point(), t.me.points) == ("merchant", 0)


@pytest.mark.rule("TIN-RUL-40", "TIN-BON-01")
def test_trades_at_a_powder_but_nothing_else() -> None:
    t = buy(at_merchant(), WHITE).play(0, TradePlants(HERB, HERB, ROOT))
    assert (t.point(), t.me.plants) == ("powder", tiles(herb=2, root=1))
    t.rejects(BuyWare(BLUE), "TIN-BON-01")
    t.play(0, PowderOrService(CHOOSE_POWDER), TradePlants(HERB, HERB, BERRY), MakePowder(ONE_PLANT))
    assert t.point() == "payment"


@pytest.mark.rule("TIN-RUL-40", "TIN-RUL-107")
def test_no_trade_at_the_powder_of_a_leftover() -> None:
    t = at_merchant(personalities=True).turn(VILLAGE, hour=11).personality(FELL_OFF_THE_CART)
    for seat in range(3):
        t.play(seat, ForgoAction(), EndTurn())
    t.play(0, ClaimLeftover(WHITE))
    assert (t.state.hour, t.point(), t.kinds()) == (11, "powder", {PowderOrService})
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-BON-01")
    t.play(0, PowderOrService(CHOOSE_POWDER))
    assert t.kinds() == {MakePowder, FinishPowder}
    t.play(0, MakePowder(ONE_PLANT))
    assert (t.me.points, t.state.hour) == (1, 12)


@pytest.mark.rule("TIN-ALT-10")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_each_blue_space_gives_equipment_and_points_once(space: int) -> None:
    t = buy(at_merchant((0, space - 1, 0, 0)), BLUE)
    printed = REWARDS[f"powder_blue_{space}"]
    assert (t.me.points, t.me.mortar) == (int(printed["points"]), 1)
    assert int(printed["equipment"]) == min(space, 3)
    assert t.play(0, *t.legal()[-1:]).next_hour().me.points == int(printed["points"])


@pytest.mark.rule("TIN-ALT-11")
def test_the_purple_track_gives_levels_and_at_last_a_skill() -> None:
    for space in range(3):
        t = buy(at_merchant((0, 0, space, 0)), PURPLE)
        assert (t.point(), t.me.points, t.me.skills) == ("merchant", 0, (1, 1, 1, 1))
    t = buy(at_merchant((0, 0, 3, 0)), PURPLE)
    assert t.offered(ChooseSkill) == list(range(SKILLS))
    assert t.play(0, ChooseSkill(2)).me.skills == (1, 1, 2, 1)
    assert t.point() == "merchant"


@pytest.mark.rule("TIN-ALT-12", "TIN-ALT-13")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_the_green_track_gives_blossoms_or_as_many_plants(space: int) -> None:
    number = int(REWARDS[f"powder_green_{space}"]["blossoms"])
    t = buy(at_merchant((0, 0, 0, space - 1)), GREEN)
    assert (t.point(), t.offered(TakeBlossomsOrPlants)) == ("blossoms", [TAKE_BLOSSOMS, TAKE_PLANTS])
    t.me.blossoms = 50
    t.play(0, TakeBlossomsOrPlants(TAKE_BLOSSOMS))
    assert (t.me.blossoms, t.me.plants, t.point()) == (50 + number, tiles(herb=4), "merchant")
    t = buy(at_merchant((0, 0, 0, space - 1)), GREEN)
    bag = sum(t.state.bag)
    t.play(0, TakeBlossomsOrPlants(TAKE_PLANTS))
    assert (t.me.blossoms, sum(t.me.plants), sum(t.state.bag)) == (0, 4 + number, bag - number)


@pytest.mark.rule("TIN-ALT-12", "TIN-RUL-20")
def test_plants_instead_of_blossoms_end_with_the_bag() -> None:
    t = buy(at_merchant((0, 0, 0, 3)).only_bag(root=1), GREEN).play(0, TakeBlossomsOrPlants(TAKE_PLANTS))
    assert (t.me.plants, t.me.blossoms) == (tiles(herb=4, root=1), 0)


@pytest.mark.rule("TIN-ALT-14", "TIN-RUL-69")
def test_blossoms_are_no_plants() -> None:
    t = at_merchant(herbs=0)
    t.me.blossoms = 9
    t.rejects(VisitMerchant(), "TIN-VIL-32").rejects(TradePlants(HERB, HERB, ROOT), "TIN-PLT-04")
    t.rejects(IndividualTraining(0, HERB), "TIN-VIL-14")
    t.turn(hour=10).rejects(ProduceTea(1, 0), "TIN-TEA-02")
    t = powder(white=3).play(0, MakePowder(TWO_BLOSSOMS))
    assert (t.me.blossoms, t.state.discard, t.broken()) == (0, tiles(herb=1), [])


@pytest.mark.rule("TIN-ALT-15")
def test_powder_is_made_when_the_white_marker_advances_only() -> None:
    t = table(bonus_tracks="powder").supply(herb=3)
    kinds = (PowderOrService, MakePowder)
    t.rejects_kinds(kinds, "TIN-ALT-15")
    t.turn(VILLAGE, hour=10).rejects_kinds(kinds, "TIN-ALT-15")
    assert buy(at_merchant(), BLUE).point() == "merchant"
    words = {row["upper"] for row in rows("patients")} | {row["lower"] for row in rows("patients")}
    assert words == {"tablets", "ointment", "tincture", "special", ""}
    assert {row["type"] for row in rows("apprentices")} == words - {""}
    assert buy(standard(), WHITE).point() == "merchant"


def standard() -> Table:
    """The standard tracks have no powder."""
    t = table().turn(VILLAGE, hour=10).opens(9, 11).supply(herb=5).items(white=2)
    t.me.bonus = (1, 0, 0, 0)
    return t


@pytest.mark.rule("TIN-ALT-09")
def test_a_service_is_not_offered_without_a_patient_that_can_be_served() -> None:
    t = buy(at_merchant(), WHITE)
    t.rejects(PowderOrService(CHOOSE_SERVICE), "TIN-ALT-09")
    for action in TINCTURA.catalogue:
        if isinstance(action, ProduceMedication):
            assert not t.offers(action)


# -- services ------------------------------------------------------------------------------------------------------------------


def with_patients(*patients: int, white: int = 0, **options: Any) -> Table:
    """The white marker has just advanced; seat 0 took these patients at 8 and has the levels for everything."""
    t = at_merchant((white, 0, 0, 0), herbs=1, **options)
    for patient in patients:
        t.patient(patient, hour=8)
    levels(t, TABLETS, 9, 9, others=9)
    return buy(t, WHITE)


FIRST, SECOND = 1, 3
"""Patients of a fixed reward: tablets from a berry and a herb, ointment from a mushroom and a herb; 7 RP each."""
BOTH = {"herb": 2, "berry": 1, "mushroom": 1}


@pytest.mark.rule("TIN-ALT-09", "TIN-RUL-68")
def test_a_patient_is_served_instead_of_a_powder() -> None:
    t = with_patients(FIRST, SECOND).supply(**BOTH)
    assert t.offered(PowderOrService) == [CHOOSE_POWDER, CHOOSE_SERVICE, CHOOSE_SKIP]
    t.rejects(produce(FIRST), "TIN-RUL-68")
    t.play(0, PowderOrService(CHOOSE_SERVICE)).rejects(MakePowder(ONE_PLANT), "TIN-RUL-68")
    assert [patient for patient, _, _ in t.offered(ProduceMedication)] == [FIRST, SECOND]
    t.play(0, produce(FIRST))
    assert (t.me.points, t.me.patients, t.me.plants) == (7, (SECOND,), tiles(herb=1, mushroom=1))
    assert (t.me.served, t.me.produced, t.point()) == (1, (1, 0, 0, 0), "merchant")


@pytest.mark.rule("TIN-ALT-09", "TIN-RUL-68")
def test_two_services_on_the_last_space() -> None:
    t = with_patients(FIRST, SECOND, white=3).supply(**BOTH).play(0, PowderOrService(CHOOSE_SERVICE), produce(SECOND))
    assert (t.point(), t.kinds() - {TradePlants}) == ("powder", {ProduceMedication, FinishPowder})
    t.rejects(MakePowder(ONE_PLANT), "TIN-RUL-68")
    t.play(0, produce(FIRST))
    assert (t.me.points, t.me.patients, t.point()) == (14, (), "merchant")
    t = with_patients(FIRST, SECOND, white=3).supply(**BOTH)
    t.play(0, PowderOrService(CHOOSE_SERVICE), produce(SECOND), FinishPowder())
    assert (t.me.points, t.me.patients, t.point()) == (7, (FIRST,), "merchant")
    t = with_patients(FIRST, white=3).supply(herb=3, berry=1)
    t.me.blossoms = 1
    t.play(0, PowderOrService(CHOOSE_POWDER), MakePowder(ONE_BLOSSOM))
    assert t.point() == "powder"
    t.rejects(produce(FIRST), "TIN-RUL-68")


@pytest.mark.rule("TIN-RUL-68")
def test_powder_and_service_mixed_where_the_option_says_so() -> None:
    t = with_patients(FIRST, white=3, powder_last_space_mix=True).supply(herb=3, berry=1)
    t.play(0, PowderOrService(CHOOSE_SERVICE), produce(FIRST))
    assert (t.point(), t.offered(PowderOrService)) == ("powder", [CHOOSE_POWDER, CHOOSE_SKIP])
    t.play(0, PowderOrService(CHOOSE_POWDER), MakePowder(ONE_PLANT))
    assert (t.me.points, t.point(), t.me.plants) == (7 + 1, "merchant", tiles(herb=1))


@pytest.mark.rule("TIN-ALT-09", "TIN-RUL-68")
def test_a_service_obeys_all_conditions() -> None:
    t = with_patients(FIRST).supply(herb=1)
    t.rejects(PowderOrService(CHOOSE_SERVICE), "TIN-ALT-09")
    t = with_patients(FIRST).supply(herb=1, berry=1)
    t.me.skills = (1, 1, 1, 1)
    t.me.knowledge = 0
    assert t.offers(PowderOrService(CHOOSE_SERVICE))  # level 1 is enough for this one
    t = with_patients(24).supply(berry=1, root=1, herb=1)
    assert t.offers(PowderOrService(CHOOSE_SERVICE))
    t.me.knowledge = 0
    t.rejects(PowderOrService(CHOOSE_SERVICE), "TIN-ALT-09")


@pytest.mark.rule("TIN-RUL-68", "TIN-RUL-89")
def test_a_service_is_for_own_patients_only() -> None:
    (quick,) = patients_with("quick", "tablets")
    t = with_patients(FIRST, white=3).supply(herb=2, berry=2, mushroom=1).display(quick)
    t.play(0, PowderOrService(CHOOSE_SERVICE)).rejects(produce(quick), "TIN-RUL-68")
    assert t.offered(ProduceMedication) == [(FIRST, TABLETS, 1)]
    t = with_patients(SECOND).supply(herb=2, berry=2).display(quick)
    t.rejects(PowderOrService(CHOOSE_SERVICE), "TIN-ALT-09")


@pytest.mark.rule("TIN-RUL-68", "TIN-APP-01")
def test_a_service_trains_apprentices() -> None:
    (card,) = apprentices_with("points", "tablets")
    t = with_patients(FIRST).supply(**BOTH).apprentice(card)
    t.play(0, PowderOrService(CHOOSE_SERVICE), produce(FIRST))
    assert (t.me.journeymen, t.me.points) == ((card,), 7 + 6)


@pytest.mark.rule("TIN-RUL-24", "TIN-BON-09")
def test_white_3_does_not_repeat_a_service_or_a_powder() -> None:
    t = with_patients(FIRST, SECOND, white=2).supply(**BOTH).play(0, PowderOrService(CHOOSE_SERVICE), produce(FIRST))
    assert t.point() == "merchant"


@pytest.mark.rule("TIN-RUL-107", "TIN-RUL-37")
@pytest.mark.parametrize(("taken", "points"), [(11, 8), (10, 8), (8, 8)])
def test_a_service_by_a_leftover_belongs_to_the_hour_just_played(taken: int, points: int) -> None:
    (patient,) = patients_with("time", "ointment")[:1]
    t = at_merchant(personalities=True).turn(VILLAGE, hour=11).personality(FELL_OFF_THE_CART)
    levels(t.patient(patient, hour=taken).supply(**plants_of(patient, OINTMENT)), OINTMENT, 9, 9)
    for seat in range(3):
        t.play(seat, ForgoAction(), EndTurn())
    t.play(0, ClaimLeftover(WHITE), PowderOrService(CHOOSE_SERVICE), produce(patient))
    assert (t.me.points, t.state.hour) == (points, 12)


@pytest.mark.rule("TIN-RUL-107", "TIN-RUL-30")
def test_a_service_by_a_leftover_comes_before_the_deadline() -> None:
    t = at_merchant(personalities=True).turn(VILLAGE, hour=11, day=2).opens(9, 11).personality(FELL_OFF_THE_CART)
    levels(t.patient(FIRST, hour=11, day=1).supply(herb=1, berry=1), TABLETS, 9, 9)
    for seat in range(3):
        t.play(seat, ForgoAction(), EndTurn())
    t.play(0, ClaimLeftover(WHITE), PowderOrService(CHOOSE_SERVICE), produce(FIRST))
    assert (t.me.points, t.me.patients, t.state.hour) == (7, (), 12)
