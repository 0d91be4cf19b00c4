"""Gathering plants and plant knowledge (TIN-FOR-01 to 17), Green 3, Rapid Growth; the share at 16 o'clock has a module of its own."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    EndTurn,
    Experiment,
    ForgoAction,
    GatherPlants,
    StopGathering,
    TakeForestPlant,
    TakeRapidGrowth,
    TradePlants,
    UseExtraPlant,
    VisitMerchant,
)
from engine_core.games.tinctura.events import PlantGathered
from engine_core.games.tinctura.module_words import DROUGHT, GREEN_THUMB, NEW_SPA, RAPID_GROWTH
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_GIVING_UP,
    ADVANCE_MATCHING,
    BERRY,
    EXTRA_PLANT_ABILITY,
    FOREST,
    HERB,
    KEEP,
    MUSHROOM,
    PHARMACY,
    ROOT,
    VILLAGE,
)
from tests.engine.tinctura.cards import KNOWLEDGE_END, KNOWLEDGE_IMAGE, KNOWLEDGE_LEVEL
from tests.engine.tinctura.table import Table, table, tiles

ALLOWED = {8: 1, 9: 1, 10: 1, 11: 2, 12: 2, 13: 2, 14: 3, 15: 4}
PLANTS = (HERB, BERRY, MUSHROOM, ROOT)


def in_forest(hour: int = 11, **options: Any) -> Table:
    """Seat 0 in a forest hour; three plants of each type lie there."""
    return table(**options).turn(FOREST, hour=hour).forest(herb=3, berry=3, mushroom=3, root=3)


def gathering(hour: int = 11, **options: Any) -> Table:
    return in_forest(hour, **options).play(0, GatherPlants())


def keep(*plants: int) -> list[TakeForestPlant]:
    return [TakeForestPlant(plant, KEEP) for plant in plants]


@pytest.mark.rule("TIN-FOR-01")
def test_gathering_is_the_only_action_of_the_forest() -> None:
    t = in_forest()
    assert t.kinds() == {GatherPlants, Experiment, ForgoAction}
    t.rejects(VisitMerchant(), "TIN-WORK-04")
    for area in (PHARMACY, VILLAGE):
        t.turn(area, hour=11).rejects(GatherPlants(), "TIN-WORK-04")


@pytest.mark.rule("TIN-FOR-02", "TIN-FOR-03", "TIN-FOR-04", "TIN-FOR-05", "TIN-FOR-11")
@pytest.mark.parametrize(("hour", "most"), list(ALLOWED.items()))
def test_how_many_plants_the_hour_allows(hour: int, most: int) -> None:
    t = in_forest(hour).supply(root=9).play(0, GatherPlants())
    for number in range(most):
        assert t.point() == "gather"
        assert t.offers(StopGathering()) == (number > 0)
        t.play(0, TakeForestPlant(ROOT if number < 3 else HERB, KEEP))
    assert t.point() == "turn_after"
    assert sum(t.me.plants) == 9 + most
    assert sum(t.state.forest) == 12 - most
    t.rejects(TakeForestPlant(BERRY, KEEP), "TIN-FOR-08").rejects(GatherPlants(), "TIN-WORK-05")
    assert t.broken() == []


@pytest.mark.rule("TIN-FOR-08")
def test_only_displayed_types_can_be_chosen() -> None:
    t = in_forest().forest(herb=1, mushroom=1).play(0, GatherPlants())
    assert {plant for plant, _ in t.offered(TakeForestPlant)} == {HERB, MUSHROOM}
    t.rejects(TakeForestPlant(ROOT, KEEP), "TIN-FOR-08").rejects(
        TakeForestPlant(BERRY, ADVANCE_GIVING_UP), "TIN-FOR-08"
    )
    t.play(0, *keep(HERB)).rejects(TakeForestPlant(HERB, KEEP), "TIN-FOR-08")


@pytest.mark.rule("TIN-FOR-09", "TIN-RUL-45")
def test_fewer_plants_than_allowed() -> None:
    t = in_forest(15).forest(berry=2).play(0, GatherPlants(), *keep(BERRY, BERRY))
    assert (t.point(), t.me.plants) == ("turn_after", (0, 2, 0, 0))
    in_forest(15).forest().rejects(GatherPlants(), "TIN-RUL-45")
    in_forest(16).forest().rejects(GatherPlants(), "TIN-RUL-45")


@pytest.mark.rule("TIN-RUL-45")
def test_at_least_one_plant_is_taken() -> None:
    t = gathering(15).rejects(StopGathering(), "TIN-RUL-45").rejects(EndTurn(), "TIN-RUL-45")
    t.play(0, *keep(HERB), StopGathering())
    assert (t.point(), t.me.plants) == ("turn_after", (1, 0, 0, 0))


@pytest.mark.rule("TIN-RUL-40", "TIN-RUL-49")
def test_no_free_action_within_a_gathering() -> None:
    t = in_forest(15).supply(herb=4).play(0, GatherPlants(), *keep(HERB))
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-45")


@pytest.mark.rule("TIN-FOR-10")
def test_the_forest_is_refilled_in_the_evening_only() -> None:
    t = gathering().play(0, *keep(HERB, HERB))
    assert t.state.forest == (1, 3, 3, 3)
    t.until(16)
    assert t.state.forest == (1, 3, 3, 3)
    assert sum(t.next_day().state.forest) == t.state.data.forest_capacity[3]


# -- plant knowledge -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-FOR-12", "TIN-RUL-95")
def test_a_matching_plant_may_move_plant_knowledge_and_is_kept() -> None:
    t = gathering()
    assert KNOWLEDGE_IMAGE[1] == ROOT
    t.rejects(TakeForestPlant(HERB, ADVANCE_MATCHING), "TIN-FOR-13", "TIN-FOR-12")
    t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING))
    assert (t.me.knowledge, t.me.plants, t.state.discard) == (1, tiles(root=1), tiles())
    t = gathering().play(0, TakeForestPlant(ROOT, KEEP))
    assert (t.me.knowledge, t.me.plants) == (0, tiles(root=1))


@pytest.mark.rule("TIN-FOR-13")
def test_another_plant_may_be_given_up_for_the_step() -> None:
    t = gathering().supply(herb=1)
    t.play(0, TakeForestPlant(HERB, ADVANCE_GIVING_UP))
    assert (t.me.knowledge, t.me.plants) == (1, tiles(herb=1))
    assert (t.state.discard, t.state.forest) == (tiles(herb=1), (2, 3, 3, 3))
    assert t.broken() == []
    t = gathering().play(0, TakeForestPlant(HERB, KEEP))
    assert (t.me.knowledge, t.me.plants) == (0, tiles(herb=1))


@pytest.mark.rule("TIN-FOR-14", "TIN-RUL-95")
def test_a_matching_plant_is_not_given_up() -> None:
    for space in range(KNOWLEDGE_END):
        t = gathering()
        t.me.knowledge = space
        image = KNOWLEDGE_IMAGE[space + 1]
        for plant in PLANTS:
            modes = [mode for other, mode in t.offered(TakeForestPlant) if other == plant]
            assert modes == [KEEP, ADVANCE_MATCHING if plant == image else ADVANCE_GIVING_UP]
        t.rejects(TakeForestPlant(image or 0, ADVANCE_GIVING_UP), "TIN-FOR-14")


@pytest.mark.rule("TIN-FOR-15")
def test_every_plant_moves_one_space_in_the_order_of_taking() -> None:
    t = gathering(15)
    images = KNOWLEDGE_IMAGE[1:4]
    assert images == [ROOT, MUSHROOM, BERRY]
    t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING))
    t.rejects(TakeForestPlant(ROOT, ADVANCE_MATCHING), "TIN-FOR-13", "TIN-FOR-12")
    t.play(0, TakeForestPlant(MUSHROOM, ADVANCE_MATCHING), TakeForestPlant(ROOT, ADVANCE_GIVING_UP))
    assert t.me.knowledge == 3
    t.play(0, TakeForestPlant(HERB, ADVANCE_MATCHING))
    assert (t.me.knowledge, t.me.plants) == (4, tiles(root=1, mushroom=1, herb=1))
    assert [event.knowledge for event in t.happened(PlantGathered)] == [
        ADVANCE_MATCHING,
        ADVANCE_MATCHING,
        ADVANCE_GIVING_UP,
        ADVANCE_MATCHING,
    ]


@pytest.mark.rule("TIN-FOR-16", "TIN-FOR-15")
def test_at_the_end_of_plant_knowledge_plants_are_kept() -> None:
    t = gathering(15)
    t.me.knowledge = KNOWLEDGE_END - 1
    t.play(0, TakeForestPlant(MUSHROOM, ADVANCE_GIVING_UP))
    assert (t.me.knowledge, KNOWLEDGE_LEVEL[t.me.knowledge]) == (KNOWLEDGE_END, 9)
    assert t.offered(TakeForestPlant) == [(plant, KEEP) for plant in PLANTS]
    t.rejects(TakeForestPlant(HERB, ADVANCE_MATCHING), "TIN-FOR-16")
    t.rejects(TakeForestPlant(HERB, ADVANCE_GIVING_UP), "TIN-FOR-16")


@pytest.mark.rule("TIN-RUL-67", "TIN-PG-11")
def test_plants_gathered_after_the_end_are_counted() -> None:
    t = gathering(15)
    t.me.knowledge = KNOWLEDGE_END - 1
    t.play(0, TakeForestPlant(HERB, ADVANCE_MATCHING), *keep(HERB, ROOT, HERB))
    assert t.me.gathered_after_end == tiles(herb=2, root=1)
    t = gathering().play(0, *keep(HERB))
    assert t.me.gathered_after_end == tiles()


@pytest.mark.rule("TIN-FOR-17", "TIN-RUL-47")
def test_plants_from_elsewhere_move_nothing() -> None:
    t = table().supply(herb=2)
    t.play(0, TradePlants(HERB, HERB, ROOT))  # the image of the next space
    assert (t.me.knowledge, t.me.plants) == (0, tiles(root=1))
    t.rejects(TakeForestPlant(ROOT, ADVANCE_MATCHING), "TIN-FOR-08")


@pytest.mark.rule("TIN-PERS-06", "TIN-RUL-58")
def test_green_thumb_adds_a_step_at_the_end_of_the_gathering() -> None:
    t = in_forest(15, personalities=True).personality(GREEN_THUMB).play(0, GatherPlants())
    t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING), TakeForestPlant(MUSHROOM, ADVANCE_MATCHING))
    assert t.me.knowledge == 2
    t.play(0, *keep(HERB), StopGathering())
    assert t.me.knowledge == 3
    t = in_forest(15, personalities=True).personality(GREEN_THUMB).play(0, GatherPlants())
    t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING), StopGathering())
    assert t.me.knowledge == 1


# -- Green 3 -------------------------------------------------------------------------------------------------------------------


def with_green(hour: int = 11, space: int = 3, **options: Any) -> Table:
    t = in_forest(hour, **options)
    t.me.bonus = (0, 0, 0, space)
    return t.play(0, GatherPlants())


@pytest.mark.rule("TIN-BON-13", "TIN-RUL-25")
def test_green_3_gives_one_plant_more_once_per_day() -> None:
    t = with_green().play(0, *keep(HERB, HERB))
    assert (t.point(), t.offered(UseExtraPlant)) == ("extra_plant", [0, 1])
    t.play(0, UseExtraPlant(1))
    t.rejects(StopGathering(), "TIN-RUL-45")
    t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING))
    assert (t.me.plants, t.me.knowledge, t.point()) == (tiles(herb=2, root=1), 1, "turn_after")
    assert t.me.used == 1 << EXTRA_PLANT_ABILITY
    t.next_hour().play(0, GatherPlants(), *keep(BERRY, BERRY))
    assert t.point() == "turn_after"
    t.next_day()
    assert t.me.used == 0


@pytest.mark.rule("TIN-BON-13", "TIN-BON-14")
@pytest.mark.parametrize(("space", "asked"), [(2, False), (3, True), (4, True)])
def test_green_3_stays_on_space_4(space: int, asked: bool) -> None:
    assert (with_green(space=space).play(0, *keep(HERB, HERB)).point() == "extra_plant") == asked


@pytest.mark.rule("TIN-BON-13", "TIN-RUL-25")
def test_green_3_can_be_left_for_later() -> None:
    t = with_green().play(0, *keep(HERB, HERB), UseExtraPlant(0))
    assert (t.point(), t.me.used) == ("turn_after", 0)
    t.next_hour().play(0, GatherPlants(), *keep(BERRY, BERRY))
    assert t.point() == "extra_plant"


@pytest.mark.rule("TIN-RUL-25")
def test_green_3_is_not_offered_after_a_stop_nor_without_a_plant() -> None:
    assert with_green().play(0, *keep(HERB), StopGathering()).point() == "turn_after"
    t = in_forest().forest(herb=2)
    t.me.bonus = (0, 0, 0, 3)
    assert t.play(0, GatherPlants(), *keep(HERB, HERB)).point() == "turn_after"


@pytest.mark.rule("TIN-RUL-25")
def test_an_experiment_with_a_green_marker_is_no_action_in_the_forest() -> None:
    t = in_forest().die(2)
    t.me.bonus = (0, 0, 0, 3)
    assert t.play(0, Experiment()).point() == "turn_after"


@pytest.mark.rule("TIN-BON-13", "TIN-ALT-01")
@pytest.mark.parametrize("bonus_tracks", ["simple", "powder"])
def test_other_sets_have_no_green_3(bonus_tracks: str) -> None:
    assert with_green(bonus_tracks=bonus_tracks).play(0, *keep(HERB, HERB)).point() == "turn_after"


# -- Rapid Growth --------------------------------------------------------------------------------------------------------------


def rapid(hour: int = 11, plant: int = HERB, **options: Any) -> Table:
    return in_forest(hour, events=True, **options).event(RAPID_GROWTH, plant).play(0, GatherPlants())


@pytest.mark.rule("TIN-EVT-09", "TIN-RUL-64")
def test_rapid_growth_gives_one_more_of_the_type() -> None:
    t = rapid().play(0, *keep(HERB))
    assert (t.point(), t.offered(TakeRapidGrowth)) == ("rapid_growth", [0, 1])
    bag = t.state.bag
    t.play(0, TakeRapidGrowth(1))
    assert (t.me.plants, t.state.forest, t.state.bag[HERB]) == (tiles(herb=2), (2, 3, 3, 3), bag[HERB] - 1)
    assert t.point() == "gather"
    t.play(0, *keep(HERB), TakeRapidGrowth(0))
    assert (t.me.plants, t.point(), t.broken()) == (tiles(herb=3), "turn_after", [])


@pytest.mark.rule("TIN-EVT-09")
def test_rapid_growth_concerns_its_type_and_its_day_only() -> None:
    assert rapid().play(0, *keep(ROOT)).point() == "gather"
    t = in_forest(events=True).event(NEW_SPA).play(0, GatherPlants(), *keep(HERB))
    assert t.point() == "gather"
    t = in_forest(events=True).event(DROUGHT, HERB).play(0, GatherPlants(), *keep(HERB))
    assert t.point() == "gather"


@pytest.mark.rule("TIN-EVT-09", "TIN-RUL-64")
def test_the_extra_comes_from_the_discard_first() -> None:
    t = rapid().discard(herb=1)
    bag = t.state.bag
    t.play(0, *keep(HERB), TakeRapidGrowth(1))
    assert (t.state.discard, t.state.bag) == (tiles(), bag)
    t = rapid().discard(herb=1).supply(1, herb=24)
    assert t.state.bag[HERB] == 0
    assert t.play(0, *keep(HERB), TakeRapidGrowth(1)).me.plants == tiles(herb=2)
    t = rapid().supply(1, herb=25)
    assert t.play(0, *keep(HERB)).point() == "gather"  # neither in the discard nor in the bag


@pytest.mark.rule("TIN-RUL-64", "TIN-RUL-47")
def test_the_extra_moves_no_plant_knowledge_and_a_plant_given_up_entitles() -> None:
    t = rapid(plant=ROOT).play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING), TakeRapidGrowth(1))
    assert (t.me.knowledge, t.me.plants, t.point()) == (1, tiles(root=2), "gather")
    t = rapid().play(0, TakeForestPlant(HERB, ADVANCE_GIVING_UP), TakeRapidGrowth(1))
    assert (t.me.knowledge, t.me.plants, t.state.discard) == (1, tiles(herb=1), tiles())
    t = rapid()
    t.me.knowledge = KNOWLEDGE_END
    t.play(0, *keep(HERB), TakeRapidGrowth(1))
    assert t.me.gathered_after_end == tiles(herb=1)


@pytest.mark.rule("TIN-RUL-64")
def test_one_extra_per_action_where_the_option_says_so() -> None:
    t = rapid(15, rapid_growth_per_plant=False)
    t.me.bonus = (0, 0, 0, 3)
    t.play(0, *keep(ROOT, HERB), TakeRapidGrowth(1), *keep(HERB, HERB), UseExtraPlant(1), *keep(BERRY))
    assert t.me.plants == tiles(root=1, herb=4, berry=1)
    t = rapid(15).play(0, *keep(HERB), TakeRapidGrowth(1), *keep(HERB))
    assert t.point() == "rapid_growth"


@pytest.mark.rule("TIN-RUL-64", "TIN-RUL-25")
def test_the_plant_of_green_3_grows_too() -> None:
    t = rapid()
    t.me.bonus = (0, 0, 0, 3)
    t.play(0, *keep(ROOT, ROOT), UseExtraPlant(1), *keep(HERB))
    assert t.point() == "rapid_growth"
    assert t.play(0, TakeRapidGrowth(1)).me.plants == tiles(root=2, herb=2)
