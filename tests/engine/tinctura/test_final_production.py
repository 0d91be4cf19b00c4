"""The final production (TIN-END-01 to 08, TIN-RUL-54, 55, 56, 99)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    AddMushrooms,
    ClaimLeftover,
    EndTurn,
    FinishFinal,
    ForgoAction,
    GatherPlants,
    PayPlant,
    ProduceMedication,
    ResolveBonus,
    TakeForestPlant,
    TradePlants,
    UseFreeDraw,
)
from engine_core.games.tinctura.card_events import ApprenticeTrained
from engine_core.games.tinctura.flow_events import FinalStarted
from engine_core.games.tinctura.module_words import GRATITUDE, NEW_SPA, PREMONITION, SECRET_INGREDIENT
from engine_core.games.tinctura.vocabulary import (
    BERRY,
    FOREST,
    HERB,
    KEEP,
    MUSHROOM,
    OINTMENT,
    ROOT,
    SPECIAL,
    TABLETS,
    TINCTURE,
    WHITE,
)
from tests.engine.tinctura.cards import APPRENTICES, KNOWLEDGE_END, apprentices_with, knowledge_space
from tests.engine.tinctura.serving import levels, produce, served
from tests.engine.tinctura.table import Table, table, tiles


def last_hour(seats: int = 2, **options: Any) -> Table:
    """Friday at 16 o'clock; seat 0 is at the top of the tea track and all levels are 9."""
    t = table(seats, **options).turn(day=5, hour=16)
    t.me.skills, t.me.knowledge, t.me.mortar = (9, 9, 9, 9), KNOWLEDGE_END, 7
    return t


def final(t: Table) -> Table:
    """The hour is over."""
    for seat in range(len(t.state.players)):
        t.play(seat, ForgoAction(), EndTurn())
    assert t.point() == "final_production"
    t.events.clear()
    return t


@pytest.mark.rule("TIN-END-01", "TIN-RUL-54")
def test_after_the_last_turn_everybody_is_asked_in_tea_order() -> None:
    t = last_hour(3).tea(0, 4, 4, pile=(2, 1, 0))
    for seat in range(3):
        assert t.point(seat) == "turn"
        t.play(seat, ForgoAction(), EndTurn())
    assert t.happened(FinalStarted) == [FinalStarted((2, 1, 0))]
    for seat in (2, 1, 0):
        assert t.asked() == (seat,)
        assert t.point(seat) == "final_production"
        t.rejects(ForgoAction(), "TIN-END-01", seat=seat).rejects(EndTurn(), "TIN-END-01", seat=seat)
        t.play(seat, FinishFinal())
    assert t.asked() == ()
    assert len(t.outcome()) == 3


@pytest.mark.rule("TIN-END-01", "TIN-END-09", "TIN-END-10", "TIN-RUL-106")
def test_share_and_leftovers_of_friday_come_before_the_final_production_and_count_for_it() -> None:
    (card,) = apprentices_with("leftover", "tincture")
    t = table().turn(FOREST, hour=16, day=5).opens(12, 16).items(white=1).forest(herb=1, root=2)
    t.journeyman(card).patient(5, hour=15, day=5).tea(0, 0, 0, pile=(2, 1, 0))
    t.play(0, GatherPlants(), EndTurn()).play(1, ForgoAction(), EndTurn()).play(2, ForgoAction(), EndTurn())
    for plant in (ROOT, ROOT, HERB):
        assert t.point() == "share_16"
        t.play(0, TakeForestPlant(plant, KEEP))
    assert t.point() == "leftover"
    t.play(0, ClaimLeftover(WHITE), PayPlant(ROOT), ResolveBonus(1))
    assert t.happened(FinalStarted) == [FinalStarted((0, 2, 1))]
    t.play(0, ProduceMedication(5, TINCTURE, 1))
    assert (t.me.points, t.me.plants) == (3, (0, 0, 0, 0))
    t.to_the_end()
    categories = [dict(outcome.categories) for outcome in t.outcome()]
    assert [(score["tea_place"], score["tea_position"]) for score in categories] == [(10, 1), (3, 0), (6, 0)]


@pytest.mark.rule("TIN-END-02", "TIN-RUL-54", "TIN-PHARM-14")
def test_active_patients_are_produced_for_the_table_instead_of_the_card() -> None:
    t = final(last_hour().patient(1, hour=16, day=4).patient(3, hour=9, day=5).supply(herb=2, berry=1, mushroom=1))
    assert t.offered(ProduceMedication) == [(1, TABLETS, 1), (3, OINTMENT, 1)]
    t.play(0, produce(1))
    assert (t.me.points, t.me.patients, t.me.plants) == (1, (3,), tiles(herb=1, mushroom=1))
    t.rejects(produce(1), "TIN-PHARM-15")
    t.play(0, produce(3))
    assert (t.me.points, t.me.patients, t.me.served) == (2, (), 2)
    assert t.point() == "final_production"
    t.play(0, FinishFinal())
    assert t.asked() == (1,)


@pytest.mark.rule("TIN-END-03", "TIN-END-04", "TIN-END-05", "TIN-RUL-55")
@pytest.mark.parametrize("level", range(1, 10))
@pytest.mark.parametrize(("medication", "patient"), [(TABLETS, 1), (OINTMENT, 3), (TINCTURE, 26), (SPECIAL, 6)])
def test_the_table_by_printed_level(level: int, medication: int, patient: int) -> None:
    tables = {"patients": {str(patient): {"upper_level": str(level)}}}
    t = final(last_hour(tables=tables).patient(patient, hour=9, day=5).supply(herb=3, berry=3, mushroom=3, root=3))
    t.play(0, produce(patient))
    while t.point() == "payment":
        t.play(0, PayPlant(HERB))
    band = (level >= 6) + (level >= 8)
    assert t.me.points == (1, 1, 3, 2)[medication] + band


@pytest.mark.rule("TIN-RUL-55")
@pytest.mark.parametrize(("knowledge", "skill", "points"), [(9, 5, 3), (6, 9, 4), (7, 8, 4), (8, 9, 5), (9, 9, 5)])
def test_by_the_other_reading_the_table_pays_the_quality(knowledge: int, skill: int, points: int) -> None:
    t = last_hour(final_level="quality").patient(26, hour=9, day=5).supply(herb=1, berry=1, mushroom=1)
    final(levels(t, TINCTURE, knowledge, skill)).play(0, produce(26))
    assert t.me.points == points


@pytest.mark.rule("TIN-RUL-55", "TIN-RUL-35")
def test_by_the_other_reading_mushrooms_raise_the_quality_that_pays() -> None:
    t = last_hour(final_level="quality").patient(26, hour=9, day=5).supply(herb=1, berry=1, mushroom=9)
    final(levels(t, TINCTURE, 5, 4)).play(0, produce(26))
    assert t.offered(AddMushrooms) == [1, 2, 3, 4]
    t.play(0, AddMushrooms(4))
    assert t.me.points == 5 - 4


@pytest.mark.rule("TIN-RUL-54", "TIN-PHARM-24", "TIN-PHARM-23", "TIN-RUL-35")
def test_conditions_and_the_price_of_mushrooms_hold() -> None:
    t = last_hour().patient(11, hour=9, day=5).supply(herb=1, berry=1, mushroom=9)
    final(levels(t, TINCTURE, 1, 2)).play(0, produce(11))
    assert t.point() == "final_production", "more mushrooms than needed would pay nothing"
    assert (t.me.points, served(t)[0].mushrooms, t.me.plants) == (3 - 1, 1, tiles(mushroom=8))
    low = last_hour().patient(25, hour=9, day=5).patient(9, hour=9, day=5).supply(herb=3, berry=3, mushroom=2)
    low.me.mortar = 3
    final(low).rejects(produce(25), "TIN-PHARM-33")
    levels(low, TABLETS, 1, 9).rejects(produce(9), "TIN-PHARM-20")
    levels(low, TABLETS, 9, 9).supply(herb=1, berry=1).rejects(produce(9), "TIN-PHARM-16")


@pytest.mark.rule("TIN-RUL-54")
def test_a_multiple_recipe_is_one_unit() -> None:
    t = final(last_hour().patient(10, hour=9, day=5).supply(mushroom=3, root=3))
    assert t.offered(ProduceMedication) == [(10, OINTMENT, 1)]
    t.rejects(produce(10, 2), "TIN-RUL-54")
    t.play(0, produce(10))
    assert (t.me.points, t.me.plants) == (1, tiles(mushroom=2, root=2))


@pytest.mark.rule("TIN-RUL-54", "TIN-RUL-40")
def test_trades_are_possible_and_abilities_are_not() -> None:
    draw = apprentices_with("draw", "ointment")[0]
    t = final(last_hour().patient(1, hour=9, day=5).supply(berry=1, root=2).journeyman(draw))
    assert t.kinds() == {TradePlants, FinishFinal}
    t.rejects(UseFreeDraw(OINTMENT), "TIN-END-01")
    t.play(0, TradePlants(ROOT, ROOT, HERB), produce(1))
    assert (t.me.points, t.me.plants) == (1, tiles())
    assert t.kinds() == {FinishFinal}


@pytest.mark.rule("TIN-END-06")
@pytest.mark.parametrize("bonus", ["points_once", "plant_knowledge"])
def test_no_apprentice_is_trained(bonus: str) -> None:
    card = apprentices_with(bonus, "special")[0]
    t = last_hour().patient(6, hour=9, day=5).supply(herb=3).apprentice(card)
    t.me.knowledge = knowledge_space(5)
    final(t).play(0, produce(6))
    assert (t.me.points, t.me.apprentices, t.me.journeymen) == (2, (card,), ())
    assert t.me.knowledge == knowledge_space(5)
    assert t.happened(ApprenticeTrained) == []


@pytest.mark.rule("TIN-RUL-54")
@pytest.mark.parametrize("option", [True, False])
def test_whether_journeymen_keep_their_production_bonuses(option: bool) -> None:
    card = apprentices_with("points", "tablets")[0]
    t = last_hour(final_journeyman_bonus=option).patient(1, hour=9, day=5).supply(herb=1, berry=1).journeyman(card)
    final(t).play(0, produce(1))
    assert t.me.points == 1 + int(APPRENTICES[card]["amount"]) * option


@pytest.mark.rule("TIN-RUL-54", "TIN-RUL-65", "TIN-RUL-66")
@pytest.mark.parametrize("event", [GRATITUDE, SECRET_INGREDIENT])
def test_the_event_of_friday_does_not_apply(event: int) -> None:
    t = last_hour(events=True).event(event).patient(1, hour=9, day=5).supply(herb=1, berry=1)
    final(t)
    t.supply(herb=1).rejects(produce(1), "TIN-PHARM-16")
    t.supply(herb=1, berry=1).play(0, produce(1))
    assert (t.point(), t.me.points) == ("final_production", 1)


@pytest.mark.rule("TIN-RUL-54", "TIN-BON-09")
def test_white_3_repeats_nothing() -> None:
    t = last_hour().patient(1, hour=9, day=5).patient(3, hour=9, day=5).supply(herb=2, berry=1, mushroom=1)
    t.me.bonus = (3, 0, 0, 0)
    assert final(t).play(0, produce(1)).point() == "final_production"


@pytest.mark.rule("TIN-END-07")
def test_displayed_patients_cannot_be_served() -> None:
    t = final(last_hour().display(13, 9).supply(herb=5, berry=5, mushroom=5))
    t.rejects(produce(13), "TIN-END-07").rejects(produce(9), "TIN-END-07")
    assert ProduceMedication not in t.kinds()


@pytest.mark.rule("TIN-END-08", "TIN-RUL-56")
@pytest.mark.parametrize("made", [0, 1, 2])
def test_a_point_less_for_each_patient_not_served_wanted_or_not(made: int) -> None:
    t = last_hour().patient(1, hour=9, day=5).patient(3, hour=9, day=5).supply(herb=2, berry=1, mushroom=1)
    final(t)
    for patient in (1, 3)[:made]:
        t.play(0, produce(patient))
    t.play(0, FinishFinal()).play(1, FinishFinal())
    mine = dict(t.outcome()[0].categories)
    assert mine["unserved_patients"] == -(2 - made)
    assert mine["recovery_points"] == made


@pytest.mark.rule("TIN-RUL-99", "TIN-OG-05", "TIN-OG-10", "TIN-OG-02")
def test_a_final_production_can_fulfil_an_open_goal() -> None:
    t = last_hour(open_goals=True).patient(3, hour=9, day=5).supply(herb=1, mushroom=1)
    goals = tuple(sorted({4, *t.state.week.open_goals} - ({t.state.week.open_goals[0]} - {4})))[:3]
    t.state.week = type(t.state.week)(
        courses=t.state.week.courses,
        openings=t.state.week.openings,
        events=t.state.week.events,
        open_goals=goals if 4 in goals else (*goals[:2], 4),
    )
    t.me.produced = (0, 1, 2, 0)
    final(t).play(0, produce(3))
    assert t.me.produced == (0, 2, 2, 0)
    assert t.me.goals_paid >> 4 & 1
    assert t.me.points == 1 + t.state.data.open_goal_points[4][0]


@pytest.mark.rule("TIN-END-02")
def test_nothing_of_the_week_is_played_any_more() -> None:
    t = final(last_hour(personalities=True, events=True).event(NEW_SPA).personality(PREMONITION).supply(herb=9))
    assert t.kinds() == {TradePlants, FinishFinal}
    assert t.offered(TradePlants) == [(HERB, HERB, BERRY), (HERB, HERB, MUSHROOM), (HERB, HERB, ROOT)]
