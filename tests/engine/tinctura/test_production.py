"""Produce Medication (TIN-PHARM-15 to 26, 31 to 33, 35 to 40): whom, with which plants, levels and mushrooms."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import (
    AddMushrooms,
    EndTurn,
    PayPlant,
    PremonitionPeek,
    ProduceMedication,
    RepeatAction,
    TakePatient,
)
from engine_core.games.tinctura.card_events import PatientDisplayed
from engine_core.games.tinctura.events import PlantsGivenUp, PointsGained
from engine_core.games.tinctura.vocabulary import (
    BERRY,
    FOREST,
    FROM_EXTRA_MUSHROOMS,
    FROM_PRODUCTION,
    HERB,
    MUSHROOM,
    OINTMENT,
    PLANT,
    ROOT,
    SPECIAL,
    TABLETS,
    TINCTURE,
)
from tests.engine.tinctura.cards import knowledge_space
from tests.engine.tinctura.serving import levels, plants_of, produce, served, serving
from tests.engine.tinctura.table import table, tiles


@pytest.mark.rule("TIN-PHARM-15", "TIN-PHARM-01", "TIN-RUL-99")
def test_one_action_serves_one_patient() -> None:
    t = serving(1, herb=5, berry=5, mushroom=5).patient(9, hour=8)
    levels(t, TABLETS, 9, 9).play(0, produce(1))
    assert t.me.patients == (9,)
    assert t.me.stamps == (0,)
    assert (t.me.produced, t.me.served, t.me.illnesses) == ((1, 0, 0, 0), 1, 0b1)
    assert t.point() == "turn_after"
    t.rejects(produce(9), "TIN-WORK-05")
    assert [(event.patient, event.units) for event in served(t)] == [(1, 1)]


@pytest.mark.rule("TIN-PHARM-15", "TIN-PHARM-01")
def test_only_in_a_pharmacy_hour_and_for_an_own_patient() -> None:
    t = serving(1).turn(FOREST)
    t.rejects(produce(1), "TIN-WORK-04")
    t = serving(1, herb=3, mushroom=3).display(9, 3, 4)
    t.rejects(produce(2), "TIN-PHARM-15")


@pytest.mark.rule("TIN-PHARM-16")
@pytest.mark.parametrize("patient", [1, 9, 18, 26, 38])
def test_one_tile_of_each_plant_shown_goes_to_the_discard(patient: int) -> None:
    shown = plants_of(patient, produce(patient).medication)
    t = serving(patient, **{word: shown.get(word, 0) + 2 for word in PLANT.words})
    t.discard(berry=1).play(0, produce(patient))
    if t.point() == "mushrooms":
        t.play(0, AddMushrooms(0))
    paid = tiles(**shown)
    assert t.me.plants == (2, 2, 2, 2)
    assert t.state.discard == tuple(n + (kind == BERRY) for kind, n in enumerate(paid))
    assert PlantsGivenUp(0, FROM_PRODUCTION, paid) in t.events
    for word in shown:
        lacking = serving(patient, **{**dict.fromkeys(PLANT.words, 5), word: shown[word] - 1})
        lacking.rejects(produce(patient), "TIN-PHARM-16")


@pytest.mark.rule("TIN-PHARM-17")
def test_a_special_recipe_takes_any_three_roots_herbs_and_mushrooms() -> None:
    t = serving(6, herb=1, berry=3, mushroom=2, root=1).play(0, produce(6))
    assert t.point() == "payment"
    assert t.offered(PayPlant) == [HERB, MUSHROOM, ROOT]
    t.rejects(PayPlant(BERRY), "TIN-PHARM-17")
    t.play(0, PayPlant(MUSHROOM), PayPlant(MUSHROOM))
    assert t.offered(PayPlant) == [HERB, ROOT]
    t.rejects(PayPlant(MUSHROOM), "TIN-PHARM-16")
    t.play(0, PayPlant(ROOT))
    assert t.me.plants == tiles(herb=1, berry=3)
    assert t.state.discard == tiles(mushroom=2, root=1)
    assert (t.me.points, t.me.patients, t.point()) == (8, (), "turn_after")


@pytest.mark.rule("TIN-PHARM-17", "TIN-RUL-110")
@pytest.mark.parametrize("plants", [{"herb": 3}, {"root": 5}, {"mushroom": 1, "root": 1, "herb": 1, "berry": 2}])
def test_a_special_recipe_without_a_choice_is_paid_unasked(plants: dict[str, int]) -> None:
    t = serving(6, **plants).play(0, produce(6))
    assert t.point() == "turn_after"
    assert sum(t.state.discard) == 3
    assert t.state.discard[BERRY] == 0


@pytest.mark.rule("TIN-PHARM-17")
def test_berries_do_not_make_a_special_recipe() -> None:
    serving(6, herb=1, root=1, berry=4).rejects(produce(6), "TIN-PHARM-17")


@pytest.mark.rule("TIN-PHARM-18")
def test_of_two_medications_only_the_one_made_counts() -> None:
    # 7: tablets of level 1 from berry and mushroom, ointment of level 2 from herb and mushroom
    t = serving(7, TABLETS, knowledge=2, skill=1, berry=1, herb=1, mushroom=1)
    assert t.offered(ProduceMedication) == [(7, TABLETS, 1)]
    t.rejects(produce(7, medication=OINTMENT), "TIN-PHARM-20")
    t.rejects(produce(7, medication=SPECIAL), "TIN-PHARM-18")
    levels(t, OINTMENT, 2, 2)
    assert t.offered(ProduceMedication) == [(7, TABLETS, 1), (7, OINTMENT, 1)]
    t.play(0, produce(7, medication=OINTMENT))
    assert t.me.plants == tiles(berry=1)
    assert t.me.produced == (0, 1, 0, 0)
    assert t.me.patients == ()


@pytest.mark.rule("TIN-PHARM-18", "TIN-PHARM-16")
def test_of_two_medications_only_the_plants_of_the_one_made_are_needed() -> None:
    t = serving(7, TABLETS, herb=1, mushroom=1)
    levels(t, OINTMENT, 9, 9, others=9)
    assert t.offered(ProduceMedication) == [(7, OINTMENT, 1)]
    t.rejects(produce(7, medication=TABLETS), "TIN-PHARM-16")


@pytest.mark.rule("TIN-PHARM-19", "TIN-PHARM-20")
@pytest.mark.parametrize(("patient", "medication"), [(24, TABLETS), (28, OINTMENT), (27, SPECIAL)])
def test_plant_knowledge_and_the_skill_reach_the_printed_level(patient: int, medication: int) -> None:
    plants = {"herb": 3, "berry": 3, "root": 3, "mushroom": 9}
    for knowledge in (3, 4, 5):
        for skill in (3, 4, 5):
            t = serving(patient, knowledge=knowledge, skill=skill, **plants)
            assert t.offers(produce(patient)) == (min(knowledge, skill) >= 4)
            if min(knowledge, skill) < 4:
                t.rejects(produce(patient), "TIN-PHARM-20")
    others = levels(serving(patient, **plants), medication, 4, 4, others=1)
    assert others.offers(produce(patient)), "no other skill is required"
    wrong = levels(serving(patient, **plants), medication, 9, 3, others=9)
    wrong.rejects(produce(patient), "TIN-PHARM-20")


@pytest.mark.rule("TIN-PHARM-24", "TIN-PHARM-23", "TIN-PHARM-22")
def test_the_worked_example_needs_three_mushrooms_and_three_points() -> None:
    # 26: tincture of level 5, which shows a mushroom of its own
    t = serving(26, knowledge=4, skill=3, herb=1, berry=1, mushroom=3)
    t.rejects(produce(26), "TIN-PHARM-24")
    t.supply(herb=1, berry=1, mushroom=4)
    t.me.points = 1
    t.play(0, produce(26))
    assert t.point() == "turn_after"
    assert t.me.points == 1 - 3 + 12
    assert t.state.discard == tiles(herb=1, berry=1, mushroom=4)
    assert PointsGained(0, FROM_EXTRA_MUSHROOMS, -3) in t.events
    assert PlantsGivenUp(0, FROM_EXTRA_MUSHROOMS, tiles(mushroom=3)) in t.events
    assert [(event.mushrooms, event.level, event.points) for event in served(t)] == [(3, 5, 12)]


@pytest.mark.rule("TIN-PHARM-24")
@pytest.mark.parametrize(("knowledge", "skill", "needed"), [(5, 5, 0), (5, 4, 1), (3, 5, 2), (4, 4, 2), (1, 1, 8)])
def test_a_tincture_needs_a_mushroom_per_missing_point(knowledge: int, skill: int, needed: int) -> None:
    for mushrooms in (needed - 1, needed):
        t = serving(26, knowledge=knowledge, skill=skill, herb=1, berry=1, mushroom=1 + mushrooms)
        if mushrooms < needed:
            t.rejects(produce(26), "TIN-PHARM-16" if mushrooms < 0 else "TIN-PHARM-24")
        else:
            t.play(0, produce(26))
            assert served(t)[0].mushrooms == needed


@pytest.mark.rule("TIN-PHARM-22", "TIN-RUL-34", "TIN-RUL-35")
def test_further_mushrooms_raise_the_quality_one_by_one() -> None:
    # 11: tincture of level 2, quality; knowledge 1 and filtering 1 need two mushrooms
    for added, points in ((2, 4), (3, 6), (4, 8)):
        t = serving(11, knowledge=1, skill=1, herb=1, berry=1, mushroom=9).play(0, produce(11))
        assert t.point() == "mushrooms"
        assert t.offered(AddMushrooms) == [2, 3, 4]
        t.rejects(AddMushrooms(1), "TIN-PHARM-24")
        t.rejects(AddMushrooms(5), "TIN-RUL-35")
        t.play(0, AddMushrooms(added))
        assert t.me.points == points - added
        assert served(t)[0].level == added
    few = serving(11, knowledge=1, skill=1, herb=1, berry=1, mushroom=3).play(0, produce(11))
    assert few.offered(AddMushrooms) == [2, 3]
    few.rejects(AddMushrooms(4), "TIN-PHARM-23")


@pytest.mark.rule("TIN-RUL-34", "TIN-PHARM-22")
def test_a_mushroom_beyond_the_minimum_is_a_quality_point_whatever_the_levels() -> None:
    t = serving(5, knowledge=2, skill=2, herb=1, root=1, mushroom=9).play(0, produce(5))
    assert t.offered(AddMushrooms) == [0, 1, 2]
    t.play(0, AddMushrooms(1))
    assert (served(t)[0].level, t.me.points) == (3, 6 - 1)
    uneven = serving(5, knowledge=3, skill=1, herb=1, root=1, mushroom=9).play(0, produce(5))
    assert uneven.offered(AddMushrooms) == [0, 1, 2, 3]
    uneven.play(0, AddMushrooms(3))
    assert (served(uneven)[0].level, uneven.me.points) == (4, 8 - 3)


@pytest.mark.rule("TIN-RUL-34", "TIN-RUL-35")
@pytest.mark.parametrize(
    ("knowledge", "skill", "added", "level"), [(2, 2, 1, 2), (2, 2, 2, 3), (1, 3, 1, 2), (1, 3, 2, 3), (1, 3, 4, 4)]
)
def test_by_the_other_model_a_mushroom_lifts_a_single_skill(knowledge: int, skill: int, added: int, level: int) -> None:
    options = {"mushroom_model": "per_skill"}
    t = serving(5, knowledge=knowledge, skill=skill, options=options, herb=1, root=1, mushroom=9).play(0, produce(5))
    assert t.offered(AddMushrooms) == list(range(8 - knowledge - skill + 1))
    t.play(0, AddMushrooms(added))
    assert (served(t)[0].level, t.me.points) == (level, 2 * level - added)


@pytest.mark.rule("TIN-RUL-34", "TIN-PHARM-24")
def test_by_the_other_model_the_minimum_is_the_same() -> None:
    options = {"mushroom_model": "per_skill"}
    t = serving(26, knowledge=4, skill=3, options=options, herb=1, berry=1, mushroom=9).play(0, produce(26))
    assert (t.point(), served(t)[0].mushrooms, served(t)[0].level) == ("turn_after", 3, 5)


@pytest.mark.rule("TIN-PHARM-25")
def test_extra_mushrooms_move_no_marker() -> None:
    t = serving(26, knowledge=4, skill=3, herb=1, berry=1, mushroom=9)
    before = (t.me.skills, t.me.knowledge, t.me.mortar)
    t.play(0, produce(26))
    assert (t.me.skills, t.me.knowledge, t.me.mortar) == before


@pytest.mark.rule("TIN-PHARM-26")
@pytest.mark.parametrize("patient", [2, 14, 32])
def test_no_other_medication_takes_extra_mushrooms(patient: int) -> None:
    level = 5 if patient == 32 else 2
    t = serving(patient, knowledge=level, skill=level, herb=1, mushroom=7, root=2).play(0, produce(patient))
    while t.point() == "payment":
        t.play(0, PayPlant(MUSHROOM))
    assert t.point() == "turn_after"
    assert served(t)[0].mushrooms == 0
    t.rejects(AddMushrooms(1), "TIN-PHARM-26")


@pytest.mark.rule("TIN-PHARM-26", "TIN-PHARM-24")
def test_a_level_that_is_too_low_is_no_case_for_mushrooms_but_with_tinctures() -> None:
    # 15: tablets of level 3, tincture of level 2
    t = serving(15, TABLETS, knowledge=1, skill=1, herb=1, root=1, mushroom=9)
    assert t.offered(ProduceMedication) == [(15, TINCTURE, 1)]


@pytest.mark.rule("TIN-RUL-33", "TIN-PHARM-23")
def test_points_become_negative() -> None:
    t = serving(40, knowledge=1, skill=1, herb=1, root=1, berry=1, mushroom=12)
    t.me.points = -2
    t.play(0, produce(40))
    assert t.happened(PointsGained)[0] == PointsGained(0, FROM_EXTRA_MUSHROOMS, -12)
    assert t.me.points == -2 - 12 + 7


@pytest.mark.rule("TIN-PHARM-31", "TIN-PHARM-32")
def test_a_multiple_recipe_is_made_one_to_three_times() -> None:
    # 10: ointment from mushroom and root
    for units, points in ((1, 5), (2, 9), (3, 14)):
        t = serving(10, mushroom=4, root=4)
        assert t.offered(ProduceMedication) == [(10, OINTMENT, 1), (10, OINTMENT, 2), (10, OINTMENT, 3)]
        t.play(0, produce(10, units))
        assert t.me.points == points
        assert t.me.plants == tiles(mushroom=4 - units, root=4 - units)
    two = serving(10, mushroom=4, root=2)
    assert two.offered(ProduceMedication) == [(10, OINTMENT, 1), (10, OINTMENT, 2)]
    two.rejects(produce(10, 3), "TIN-PHARM-32")
    serving(9, herb=6, berry=6, mushroom=6).rejects(produce(9, 2), "TIN-PHARM-31")


@pytest.mark.rule("TIN-PHARM-32", "TIN-PHARM-17")
def test_a_special_multiple_takes_three_plants_per_unit() -> None:
    t = serving(27, herb=4, root=4, berry=9)
    t.rejects(produce(27, 3), "TIN-PHARM-32")
    t.play(0, produce(27, 2), *[PayPlant(HERB)] * 3, PayPlant(ROOT))
    assert t.offered(PayPlant) == [HERB, ROOT]
    t.play(0, PayPlant(ROOT), PayPlant(ROOT))
    assert (t.me.points, t.me.plants) == (9, tiles(herb=1, root=1, berry=9))


@pytest.mark.rule("TIN-RUL-38", "TIN-PHARM-24")
def test_mushrooms_are_added_once_for_all_units() -> None:
    # 35: tincture of level 5 from herb and berry, multiple
    t = serving(35, knowledge=5, skill=4, herb=3, berry=3, mushroom=1).play(0, produce(35, 3))
    assert (t.me.points, t.me.plants) == (14 - 1, tiles())


@pytest.mark.rule("TIN-RUL-38", "TIN-RUL-99")
@pytest.mark.parametrize(("counting", "recipes"), [("one_recipe", 1), ("units", 3)])
def test_a_multiple_patient_counts_as_one_recipe_or_by_units(counting: str, recipes: int) -> None:
    t = serving(10, options={"multiple_counts_as": counting}, mushroom=3, root=3).play(0, produce(10, 3))
    assert t.me.produced == (0, recipes, 0, 0)
    assert t.me.served == 1


@pytest.mark.rule("TIN-PHARM-33")
@pytest.mark.parametrize("mortar", [1, 2, 3])
def test_a_mortar_reward_needs_the_mortar_level(mortar: int) -> None:
    t = serving(20, herb=3)
    t.me.mortar = mortar
    if mortar < 2:
        t.rejects(produce(20), "TIN-PHARM-33")
    else:
        t.play(0, produce(20))
        assert (t.me.points, t.me.mortar) == (10, mortar)
    low = serving(20, knowledge=2, herb=3)
    low.me.mortar = 7
    low.rejects(produce(20), "TIN-PHARM-20")


@pytest.mark.rule("TIN-PHARM-35", "TIN-RUL-89", "TIN-PHARM-04")
def test_a_quick_patient_is_served_from_the_display() -> None:
    t = table().display(9, 13, 1).deck(3).supply(herb=3)
    levels(t, SPECIAL, 2, 2)
    assert t.offered(ProduceMedication) == [(13, SPECIAL, 1)]
    t.play(0, produce(13))
    assert (t.me.points, t.me.patients, t.me.served) == (8, (), 1)
    assert t.me.produced == (0, 0, 0, 1)
    assert t.state.patients.display == (9, 3, 1)
    assert 13 in t.state.patients.gone
    assert t.happened(PatientDisplayed) == [PatientDisplayed(1, 3)]
    assert t.point() == "turn_after"
    assert t.broken() == []


@pytest.mark.rule("TIN-PHARM-35", "TIN-PHARM-17", "TIN-PHARM-19")
def test_a_quick_patient_asks_for_the_usual_conditions() -> None:
    t = levels(table().display(9, 13, 1).supply(herb=2), SPECIAL, 2, 2)
    t.rejects(produce(13), "TIN-PHARM-17")
    levels(t.supply(herb=3), SPECIAL, 2, 1).rejects(produce(13), "TIN-PHARM-20")
    levels(t, SPECIAL, 1, 2).rejects(produce(13), "TIN-PHARM-20")
    t.turn(FOREST).rejects(produce(13), "TIN-WORK-04")


@pytest.mark.rule("TIN-PHARM-36", "TIN-RUL-89")
def test_a_quick_patient_needs_no_slot_and_no_time_marker() -> None:
    t = (
        table()
        .turn(hour=10, day=2)
        .patient(1, hour=10, day=1)
        .patient(9, hour=9, day=2)
        .display(2, 13, 3)
        .supply(herb=3)
    )
    levels(t, SPECIAL, 2, 2).rejects(TakePatient(1), "TIN-PHARM-13", "TIN-PHARM-03")
    t.play(0, produce(13))
    assert t.me.patients == (1, 9)
    assert (t.me.points, t.me.served) == (8, 1)


@pytest.mark.rule("TIN-PHARM-37")
def test_a_quick_patient_that_is_taken_is_an_ordinary_one() -> None:
    t = levels(table().display(9, 13, 1).supply(herb=3), SPECIAL, 2, 2).play(0, TakePatient(1))
    assert (t.me.patients, t.me.stamps) == ((13,), (2,))
    t.play(0, EndTurn()).until(11).play(0, produce(13))
    assert (t.me.points, t.me.patients) == (8, ())
    late = levels(table().display(9, 13, 1).supply(herb=3), SPECIAL, 2, 2).play(0, TakePatient(1), EndTurn())
    late.until(10, day=2).until(11, day=2)
    assert (late.me.points, late.me.patients) == (-1, ())


@pytest.mark.rule("TIN-PHARM-38")
def test_other_displayed_patients_cannot_be_served() -> None:
    t = levels(table().display(9, 1, 13).supply(herb=5, berry=5, mushroom=5), TABLETS, 9, 9, others=9)
    t.rejects(produce(9), "TIN-PHARM-38")
    t.rejects(produce(1), "TIN-PHARM-38")
    assert t.offered(ProduceMedication) == [(13, SPECIAL, 1)]


@pytest.mark.rule("TIN-PHARM-39")
@pytest.mark.parametrize("patient", [1, 13])
def test_another_players_patient_cannot_be_served(patient: int) -> None:
    t = levels(table().patient(patient, hour=9, seat=1).supply(herb=5, berry=5, mushroom=5), TABLETS, 9, 9, others=9)
    t.rejects(produce(patient), "TIN-PHARM-39")


@pytest.mark.rule("TIN-PHARM-40", "TIN-PHARM-27")
def test_a_production_pays_at_once_and_spends_no_level() -> None:
    t = serving(1)
    t.me.mortar = 3
    before = (t.me.skills, t.me.knowledge)
    t.play(0, produce(1))
    assert t.happened(PointsGained) == [PointsGained(0, FROM_PRODUCTION, 7)]
    assert (t.me.points, t.me.mortar, (t.me.skills, t.me.knowledge)) == (7, 3, before)


@pytest.mark.rule("TIN-RUL-29")
def test_the_next_patient_is_displayed_after_everything_is_paid() -> None:
    t = levels(table().display(9, 13, 1).supply(herb=4), SPECIAL, 2, 2).play(0, produce(13))
    kinds = [type(event).__name__ for event in t.events]
    assert kinds == ["PlantsGivenUp", "PatientServed", "PointsGained", "PatientDisplayed"]


@pytest.mark.rule("TIN-RUL-29", "TIN-RUL-89", "TIN-BON-09")
def test_white_3_repeats_a_production_once_the_first_is_complete() -> None:
    t = levels(table().display(9, 13, 1).patient(6, hour=9).supply(herb=6), SPECIAL, 2, 2)
    t.me.bonus = (3, 0, 0, 0)
    t.play(0, produce(13))
    assert (t.point(), t.me.points, t.state.patients.display.count(13)) == ("repeat", 8, 0)
    t.rejects(produce(6), "TIN-WORK-05")
    t.play(0, RepeatAction(1))
    assert (t.me.points, t.me.patients, t.point()) == (8 + 8, (), "turn_after"), "the only one left is served unasked"
    again = levels(table().display(34, 13, 1).patient(6, hour=9).supply(herb=9), SPECIAL, 6, 6)
    again.me.bonus = (3, 0, 0, 0)
    again.play(0, produce(6), RepeatAction(1))
    assert again.point() == "again"
    assert again.offered(ProduceMedication) == [(13, SPECIAL, 1), (34, SPECIAL, 1)]
    again.rejects(TakePatient(0), "TIN-BON-09").rejects(PremonitionPeek(), "TIN-BON-09")
    again.play(0, produce(34))
    assert (again.me.points, again.point()) == (8 + 12, "turn_after")


@pytest.mark.rule("TIN-RUL-29", "TIN-PERS-06", "TIN-RUL-58")
def test_green_thumb_follows_the_bonuses_and_precedes_the_card() -> None:
    t = table(personalities=True).display(9, 13, 1).journeyman(19).supply(herb=3).personality(4)
    levels(t, SPECIAL, 2, 2)
    start = knowledge_space(2)
    t.play(0, produce(13))
    assert t.me.knowledge == start + 2 + 1
    assert t.me.knowledge_steps == 0
    kinds = [type(event).__name__ for event in t.events]
    assert kinds[-3:] == ["KnowledgeAdvanced", "KnowledgeAdvanced", "PatientDisplayed"]


@pytest.mark.rule("TIN-PHARM-16", "TIN-PHARM-24")
def test_plants_of_the_recipe_are_missed_before_the_extra_mushrooms() -> None:
    serving(26, knowledge=4, skill=3, herb=1, mushroom=9).rejects(produce(26), "TIN-PHARM-16")
    serving(35, knowledge=4, skill=3, herb=1, berry=1, mushroom=9).rejects(produce(35, 2), "TIN-PHARM-32")


@pytest.mark.rule("TIN-PHARM-18")
def test_two_medications_are_offered_in_catalogue_order_whichever_is_the_upper_one() -> None:
    tables = {"patients": {"7": {"upper": "ointment", "lower": "tablets"}}}
    t = serving(7, TABLETS, tables=tables, herb=2, berry=2, mushroom=2)
    levels(t, TABLETS, 9, 9, others=9)
    assert t.offered(ProduceMedication) == [(7, TABLETS, 1), (7, OINTMENT, 1)]
