"""16 o'clock in the forest: all plants are shared among the gatherers (TIN-FOR-06, TIN-FOR-07, TIN-RUL-46)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    EndTurn,
    ForgoAction,
    GatherPlants,
    StopGathering,
    TakeForestPlant,
    TakeRapidGrowth,
    TradePlants,
    UseExtraPlant,
)
from engine_core.games.tinctura.events import GatheringChosen, PlantGathered
from engine_core.games.tinctura.module_words import GREEN_THUMB, MASTERFUL_TEA_CEREMONY, RAPID_GROWTH
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_GIVING_UP,
    ADVANCE_MATCHING,
    BERRY,
    EXTRA_PLANT_ABILITY,
    FOREST,
    HERB,
    KEEP,
    MUSHROOM,
    ROOT,
)
from tests.engine.tinctura.table import Table, table, tiles


def at_16(seats: int = 3, **options: Any) -> Table:
    t = table(seats, **options).turn(FOREST, hour=16)
    for seat in range(seats):
        t.planned(seat, "pppvvvfff")
    return t


def commit(t: Table, *gatherers: int) -> Table:
    """The turns of the hour in their order; these seats gather."""
    for seat in t.state.order:
        t.play(seat, GatherPlants() if seat in gatherers else ForgoAction(), EndTurn())
    return t


def share(t: Table, plant: int, knowledge: int = KEEP) -> list[int]:
    """Picks of one type as long as the share goes on; who picked."""
    pickers = []
    while t.asked() and t.point(t.asked()[0]) == "share_16":
        pickers.append(t.asked()[0])
        t.play(pickers[-1], TakeForestPlant(plant, knowledge))
    return pickers


@pytest.mark.rule("TIN-FOR-06", "TIN-RUL-46")
def test_gatherers_commit_in_their_turn_and_share_after_the_last() -> None:
    t = at_16().forest(herb=4, root=1).play(0, GatherPlants())
    assert (t.point(), t.me.plants, t.state.forest) == ("turn_after", tiles(), tiles(herb=4, root=1))
    assert t.happened(GatheringChosen) == [GatheringChosen(0)]
    t.play(0, EndTurn()).play(1, ForgoAction(), EndTurn()).play(2, GatherPlants(), EndTurn())
    assert (t.asked(), t.point()) == ((0,), "share_16")
    assert t.offered(TakeForestPlant) == [
        (HERB, KEEP),
        (HERB, ADVANCE_GIVING_UP),
        (ROOT, KEEP),
        (ROOT, ADVANCE_MATCHING),
    ]
    assert share(t.play(0, TakeForestPlant(ROOT, ADVANCE_MATCHING)), HERB) == [2, 0, 2, 0]
    assert (t.me.plants, t.me.knowledge) == (tiles(herb=2, root=1), 1)
    assert (t.player(1).plants, t.player(2).plants) == (tiles(), tiles(herb=2))
    assert (t.state.day, t.broken()) == (2, [])


@pytest.mark.rule("TIN-FOR-06", "TIN-FOR-07")
@pytest.mark.parametrize(("number", "shares"), [(6, (2, 2, 2)), (7, (3, 2, 2)), (8, (3, 3, 2)), (2, (1, 1, 0))])
def test_the_earlier_players_get_what_is_over(number: int, shares: tuple[int, int, int]) -> None:
    t = commit(at_16().forest(berry=number), 0, 1, 2)
    assert share(t, BERRY) == [0, 1, 2, 0, 1, 2, 0, 1][:number]
    assert tuple(player.plants[BERRY] for player in t.state.players) == shares


@pytest.mark.rule("TIN-RUL-46", "TIN-FOR-06")
def test_the_frozen_order_counts() -> None:
    t = at_16().forest(berry=5)
    t.state.order = (0, 2, 1)
    for seat in range(3):
        t.planned(seat, "pppvvvfff")
    assert share(commit(t.tea(0, 2, 1), 0, 1, 2), BERRY) == [0, 2, 1, 0, 2]


@pytest.mark.rule("TIN-PERS-08", "TIN-RUL-88")
def test_masterful_tea_ceremony_picks_first_on_a_shared_space() -> None:
    t = table(personalities=True).turn(FOREST, hour=15).personality(MASTERFUL_TEA_CEREMONY, seat=2)
    for seat in range(3):
        t.planned(seat, "pppvvvfff")
    t.next_hour()
    t.forest(berry=3)
    assert share(commit(t, 0, 1, 2), BERRY) == [2, 0, 1]


@pytest.mark.rule("TIN-RUL-46")
def test_one_gatherer_takes_everything() -> None:
    t = commit(at_16().forest(berry=5), 1)
    assert share(t, BERRY) == [1] * 5
    t = commit(at_16().forest(berry=5))
    assert (t.state.day, t.happened(PlantGathered)) == (2, [])


@pytest.mark.rule("TIN-RUL-45", "TIN-RUL-46")
def test_nobody_may_refuse_a_pick() -> None:
    t = commit(at_16().forest(berry=5), 0, 1)
    t.rejects(StopGathering(), "TIN-RUL-45").rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-45")
    t.rejects(TakeForestPlant(HERB, KEEP), "TIN-FOR-08").rejects(EndTurn(), "TIN-RUL-45")
    t.rejects(TakeForestPlant(BERRY, KEEP), "TIN-WORK-10", seat=1)
    t.play(0, TakeForestPlant(BERRY, KEEP)).rejects(StopGathering(), "TIN-RUL-45", seat=1)


@pytest.mark.rule("TIN-RUL-46")
def test_gathering_counts_for_its_day_only() -> None:
    t = commit(at_16().forest(berry=2), 0, 1)
    share(t, BERRY)
    assert not any(player.gathering for player in t.state.players)
    t.plan("pppvvvfff", "pppvvvfff", "pppvvvfff").until(16, 2)
    commit(t, 2)
    assert {event.participant for event in t.events if isinstance(event, GatheringChosen)} == {0, 1, 2}
    assert t.asked() == (2,)


@pytest.mark.rule("TIN-RUL-25", "TIN-BON-13")
def test_green_3_is_asked_after_each_own_pick_until_it_is_used() -> None:
    t = at_16().forest(berry=7)
    t.me.bonus = (0, 0, 0, 3)
    commit(t, 0, 1)
    t.play(0, TakeForestPlant(BERRY, KEEP), UseExtraPlant(0)).play(1, TakeForestPlant(BERRY, KEEP))
    t.play(0, TakeForestPlant(BERRY, KEEP))
    assert (t.point(), t.state.hour) == ("extra_plant", 16)
    t.play(0, UseExtraPlant(1))
    assert t.point() == "share_16"
    t.play(0, TakeForestPlant(BERRY, ADVANCE_GIVING_UP))
    assert (t.asked(), t.me.used, t.me.knowledge) == ((1,), 1 << EXTRA_PLANT_ABILITY, 1)
    assert len(t.state.pending) == 1  # the share itself: the plant of Green 3 was no turn of it
    assert share(t, BERRY) == [1, 0, 1]
    assert (t.me.plants[BERRY], t.player(1).plants[BERRY]) == (3, 3)


@pytest.mark.rule("TIN-RUL-25")
def test_green_3_needs_a_plant_left_and_may_take_the_last() -> None:
    t = at_16().forest(berry=1)
    t.me.bonus = (0, 0, 0, 3)
    t = commit(t, 0).play(0, TakeForestPlant(BERRY, KEEP))
    assert t.state.day == 2
    t = at_16().forest(berry=2)
    t.me.bonus = (0, 0, 0, 3)
    commit(t, 0, 1).play(0, TakeForestPlant(BERRY, KEEP), UseExtraPlant(1), TakeForestPlant(BERRY, KEEP))
    assert (t.state.day, t.me.plants, t.player(1).plants) == (2, tiles(berry=2), tiles())


@pytest.mark.rule("TIN-RUL-64", "TIN-EVT-09")
def test_rapid_growth_in_the_share() -> None:
    t = commit(at_16(events=True).event(RAPID_GROWTH, BERRY).forest(berry=2, herb=1), 0, 1)
    t.play(0, TakeForestPlant(BERRY, KEEP))
    assert (t.asked(), t.point()) == ((0,), "rapid_growth")
    t.play(0, TakeRapidGrowth(1)).play(1, TakeForestPlant(BERRY, KEEP))
    assert t.point(1) == "rapid_growth"
    t.play(1, TakeRapidGrowth(1)).play(0, TakeForestPlant(HERB, KEEP))
    assert (t.me.plants, t.player(1).plants) == (tiles(berry=2, herb=1), tiles(berry=2))


@pytest.mark.rule("TIN-RUL-64", "TIN-RUL-25")
def test_one_extra_of_the_share_where_the_option_says_so() -> None:
    t = at_16(events=True, rapid_growth_per_plant=False).event(RAPID_GROWTH, BERRY).forest(berry=7)
    t.me.bonus = (0, 0, 0, 3)
    commit(t, 0, 1).play(0, TakeForestPlant(BERRY, KEEP), TakeRapidGrowth(1), UseExtraPlant(1))
    t.play(0, TakeForestPlant(BERRY, KEEP)).play(1, TakeForestPlant(BERRY, KEEP), TakeRapidGrowth(0))
    assert share(t, BERRY) == [0, 1, 0, 1]
    t = at_16(events=True, rapid_growth_per_plant=False).event(RAPID_GROWTH, BERRY).forest(berry=4, herb=3)
    t.me.bonus = (0, 0, 0, 3)
    commit(t, 0, 1).play(0, TakeForestPlant(HERB, KEEP), UseExtraPlant(1), TakeForestPlant(BERRY, KEEP))
    t.play(0, TakeRapidGrowth(1)).play(1, TakeForestPlant(HERB, KEEP))
    assert t.play(0, TakeForestPlant(BERRY, KEEP)).asked() == (1,)


@pytest.mark.rule("TIN-RUL-58", "TIN-PERS-06")
def test_green_thumb_adds_its_step_at_the_end_of_the_share() -> None:
    t = at_16(personalities=True).forest(root=1, mushroom=2).personality(GREEN_THUMB, seat=1)
    commit(t, 0, 1).play(0, TakeForestPlant(MUSHROOM, KEEP)).play(1, TakeForestPlant(ROOT, ADVANCE_MATCHING))
    t.play(0, TakeForestPlant(MUSHROOM, KEEP))
    assert (t.state.day, t.player(1).knowledge) == (2, 1)
    t = at_16(personalities=True).forest(root=1, mushroom=3).personality(GREEN_THUMB, seat=1)
    commit(t, 0, 1).play(0, TakeForestPlant(MUSHROOM, KEEP)).play(1, TakeForestPlant(ROOT, ADVANCE_MATCHING))
    t.play(0, TakeForestPlant(MUSHROOM, KEEP))
    assert t.player(1).knowledge == 1
    t.play(1, TakeForestPlant(MUSHROOM, ADVANCE_MATCHING))
    assert (t.state.day, t.player(1).knowledge) == (2, 3)
