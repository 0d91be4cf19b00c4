"""The event Secret Ingredient (TIN-EVT-13, TIN-RUL-66)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import AddMushrooms, ForgoAction, OmitPlant, PayPlant, ProduceMedication
from engine_core.games.tinctura.module_words import LAB_DAMAGE, SECRET_INGREDIENT
from engine_core.games.tinctura.vocabulary import BERRY, HERB, MUSHROOM, OMIT_ANY, OMIT_NOTHING, ROOT, SPECIAL
from tests.engine.tinctura.serving import levels, produce, served, serving
from tests.engine.tinctura.table import Table, table, tiles


def secret(patient: int, **arranged: Any) -> Table:
    return serving(patient, options={"events": True}, **arranged).event(SECRET_INGREDIENT)


@pytest.mark.rule("TIN-EVT-13", "TIN-RUL-66")
@pytest.mark.parametrize(
    ("omission", "left"),
    [(HERB, tiles(herb=1)), (BERRY, tiles(berry=1)), (MUSHROOM, tiles(mushroom=1)), (OMIT_NOTHING, tiles())],
)
def test_one_of_the_required_plants_may_be_left_out(omission: int, left: tuple[int, ...]) -> None:
    t = secret(9).play(0, produce(9))
    assert t.point() == "omit"
    assert t.offered(OmitPlant) == [HERB, BERRY, MUSHROOM, OMIT_NOTHING]
    t.rejects(OmitPlant(ROOT), "TIN-RUL-66").rejects(OmitPlant(OMIT_ANY), "TIN-RUL-66")
    t.rejects(ForgoAction(), "TIN-EVT-13")
    t.play(0, OmitPlant(omission))
    assert (t.me.plants, t.me.points, t.point()) == (left, 9, "turn_after")
    assert t.broken() == []


@pytest.mark.rule("TIN-EVT-13")
def test_a_plant_that_is_missing_is_left_out_unasked() -> None:
    t = secret(9, herb=1, berry=1)
    t.play(0, produce(9))
    assert (t.me.plants, t.me.points, t.point()) == (tiles(), 9, "turn_after")
    two = secret(9, herb=1)
    two.rejects(produce(9), "TIN-PHARM-16")
    without = serving(9, options={"events": True}, herb=1, berry=1).event(LAB_DAMAGE)
    without.rejects(produce(9), "TIN-PHARM-16")
    without.rejects(OmitPlant(MUSHROOM), "TIN-EVT-13")


@pytest.mark.rule("TIN-RUL-66", "TIN-RUL-38", "TIN-PHARM-32")
def test_one_plant_of_the_whole_production_is_left_out() -> None:
    t = secret(10, mushroom=3, root=2)
    assert t.offered(ProduceMedication)[-1][2] == 3
    t.play(0, produce(10, 3))
    assert (t.me.plants, t.me.points) == (tiles(), 14)
    secret(10, mushroom=2, root=2).rejects(produce(10, 3), "TIN-PHARM-32")
    more = secret(10, mushroom=3, root=3).play(0, produce(10, 2))
    assert more.offered(OmitPlant) == [MUSHROOM, ROOT, OMIT_NOTHING]
    assert more.play(0, OmitPlant(ROOT)).me.plants == tiles(mushroom=1, root=2)


@pytest.mark.rule("TIN-RUL-66", "TIN-EVT-13")
def test_a_special_recipe_takes_two_plants() -> None:
    t = secret(6, herb=1, root=1, berry=3).play(0, produce(6))
    assert (t.me.plants, t.me.points) == (tiles(berry=3), 8)
    more = secret(6, herb=2, root=2).play(0, produce(6))
    assert more.offered(OmitPlant) == [OMIT_ANY, OMIT_NOTHING]
    more.rejects(OmitPlant(HERB), "TIN-RUL-66")
    more.play(0, OmitPlant(OMIT_ANY), PayPlant(HERB), PayPlant(ROOT))
    assert (more.me.plants, more.me.points) == (tiles(herb=1, root=1), 8)
    secret(6, herb=1, berry=3).rejects(produce(6), "TIN-PHARM-17")


@pytest.mark.rule("TIN-RUL-66", "TIN-PHARM-24")
def test_extra_mushrooms_are_not_left_out() -> None:
    # 35: tincture of level 5 from herb and berry; 26: herb, berry, mushroom
    secret(35, knowledge=5, skill=4, herb=1, berry=1).rejects(produce(35), "TIN-PHARM-24")
    t = secret(35, knowledge=5, skill=4, herb=1, mushroom=1).play(0, produce(35))
    assert (served(t)[0].mushrooms, t.me.points, t.me.plants) == (1, 5 - 1, tiles())
    shown = secret(26, knowledge=5, skill=4, herb=1, berry=1, mushroom=1).play(0, produce(26))
    assert (served(shown)[0].mushrooms, shown.me.points) == (1, 12 - 1), (
        "the mushroom shown is saved, the extra one paid"
    )
    secret(26, knowledge=5, skill=3, herb=1, berry=1, mushroom=1).rejects(produce(26), "TIN-PHARM-24")


@pytest.mark.rule("TIN-EVT-13", "TIN-PHARM-24")
def test_what_is_left_out_has_to_leave_the_mushrooms_that_are_needed() -> None:
    t = secret(26, knowledge=5, skill=4, herb=1, berry=1, mushroom=2).play(0, produce(26))
    assert t.offered(OmitPlant) == [HERB, BERRY, MUSHROOM, OMIT_NOTHING]
    few = secret(26, knowledge=5, skill=3, herb=1, berry=1, mushroom=2).play(0, produce(26))
    assert few.point() == "turn_after"
    assert few.me.plants == tiles()
    quality = secret(5, knowledge=1, skill=1, herb=1, root=1, mushroom=2).play(0, produce(5))
    quality.play(0, OmitPlant(HERB))
    assert quality.point() == "mushrooms"
    quality.play(0, AddMushrooms(2))
    assert (quality.me.points, quality.me.plants) == (6 - 2, tiles(herb=1))


@pytest.mark.rule("TIN-EVT-13")
@pytest.mark.parametrize(
    ("missing", "plants"),
    [(HERB, {"berry": 1, "mushroom": 1}), (BERRY, {"herb": 1, "mushroom": 1}), (MUSHROOM, {"herb": 1, "berry": 1})],
)
def test_an_omission_after_which_the_rest_is_missing_is_refused(missing: int, plants: dict[str, int]) -> None:
    t = secret(9).play(0, produce(9))
    t.supply(**plants)
    assert t.offered(OmitPlant) == [missing]
    for omission in {HERB, BERRY, MUSHROOM, OMIT_NOTHING} - {missing}:
        t.rejects(OmitPlant(omission), "TIN-EVT-13")


@pytest.mark.rule("TIN-EVT-13", "TIN-RUL-66")
def test_of_several_units_one_plant_only_is_left_out() -> None:
    t = secret(10, mushroom=3, root=3).play(0, produce(10, 3))
    t.supply(mushroom=1, root=3).rejects(OmitPlant(MUSHROOM), "TIN-EVT-13")
    t.supply(mushroom=2, root=3).play(0, OmitPlant(MUSHROOM))
    assert t.me.plants == tiles()


@pytest.mark.rule("TIN-EVT-13", "TIN-RUL-66")
def test_of_a_special_recipe_two_plants_have_to_remain() -> None:
    t = secret(6, herb=2, root=2).play(0, produce(6))
    t.supply(herb=1, root=1)
    assert t.offered(OmitPlant) == [OMIT_ANY]
    t.rejects(OmitPlant(OMIT_NOTHING), "TIN-EVT-13")


@pytest.mark.rule("TIN-EVT-13", "TIN-PHARM-35")
def test_it_is_for_quick_patients_too() -> None:
    t = table(events=True).event(SECRET_INGREDIENT).display(13, 1, 3).supply(herb=2)
    levels(t, SPECIAL, 2, 2).play(0, produce(13))
    assert (t.me.points, t.me.plants) == (8, tiles())
