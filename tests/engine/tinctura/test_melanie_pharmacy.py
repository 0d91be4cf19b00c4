"""Melanie in the pharmacy: producing, taking patients, tea, the plants on her cards (chapter Solo Mode)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import ProduceMedication, SoloChoose, TradePlants
from engine_core.games.tinctura.card_events import PatientServed, PatientTaken
from engine_core.games.tinctura.events import (
    AbilityUsed,
    PlantsGivenUp,
    PlantsReserved,
    PlantsTraded,
    PointsGained,
    TeaProduced,
)
from engine_core.games.tinctura.vocabulary import (
    BERRY,
    DOUBLE_ACTION,
    FROM_PRODUCTION,
    HERB,
    MELANIE,
    OINTMENT,
    PHARMACY,
    ROOT,
    SPECIAL,
    TABLETS,
    TINCTURE,
    VILLAGE,
)
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import knowledge_space
from tests.engine.tinctura.solo_table import act, areas_used, choose, her, holds, options, reserved, skills, solo
from tests.engine.tinctura.table import Table


def served(t: Table) -> list[tuple[int, int, int, int]]:
    """Patient, medication, units, RP of what she produced."""
    return [(e.patient, e.medication, e.units, e.points) for e in t.happened(PatientServed) if e.participant == MELANIE]


def taken(t: Table) -> list[int]:
    return [event.patient for event in t.happened(PatientTaken) if event.participant == MELANIE]


def teas(t: Table) -> list[int]:
    return [event.teas for event in t.happened(TeaProduced) if event.participant == MELANIE]


# -- priorities ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-09")
def test_she_produces_before_she_takes_and_takes_before_she_brews() -> None:
    t = holds(solo(), 1, berry=1, herb=1).display(5).supply(MELANIE, root=1)
    act(t)
    assert (served(t), taken(t), teas(t)) == ([(1, TABLETS, 1, 7)], [], [])
    t = act(holds(solo(), 1, berry=1).display(5).supply(MELANIE, root=1))
    assert (served(t), taken(t), teas(t)) == ([], [5], [])
    t = act(holds(solo(), 1, berry=1).supply(MELANIE, root=1))
    assert (served(t), taken(t), teas(t)) == ([], [], [1])


# -- producing -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-12")
def test_she_produces_with_plants_and_levels_whenever_the_patient_was_taken() -> None:
    def late() -> Table:
        return skills(solo(day=3), heating=2, space=knowledge_space(2))

    t = act(holds(late(), 10, hour=8, mushroom=1, root=1))
    assert served(t) == [(10, OINTMENT, 1, 5)]
    assert her(t).points == 5
    assert not her(t).patients
    assert not served(act(holds(late(), 10, mushroom=1)))
    t = act(holds(skills(solo(day=3), heating=2, space=knowledge_space(2) - 1), 10, mushroom=1, root=1))
    assert not served(t)
    assert her(t).patients == (10,)
    assert her(t).points == 0, "no deadline"
    assert not served(act(holds(skills(solo(), heating=1, space=knowledge_space(2)), 10, mushroom=1, root=1)))


@pytest.mark.rule("TIN-SOLO-12", "TIN-PHARM-33")
def test_she_needs_the_mortars_of_a_mortar_reward() -> None:
    def ready() -> Table:
        return holds(skills(solo(), mixing=3, space=knowledge_space(3)), 20, mushroom=3)

    assert not served(act(ready()))
    t = ready()
    her(t).mortar = 2
    assert served(act(t)) == [(20, SPECIAL, 1, 10)]


@pytest.mark.rule("TIN-SOLO-13")
def test_of_two_patients_the_one_taken_earlier_is_served() -> None:
    t = act(holds(holds(solo(), 3, mushroom=1, herb=1), 1, berry=1, herb=1))
    assert served(t) == [(3, OINTMENT, 1, 7)]
    assert her(t).patients == (1,)
    assert reserved(t) == ((1, 1, 0, 0),)
    t = act(holds(holds(solo(), 3, mushroom=1), 1, berry=1, herb=1))
    assert served(t) == [(1, TABLETS, 1, 7)]
    assert her(t).patients == (3,)
    assert reserved(t) == ((0, 0, 1, 0),)


@pytest.mark.rule("TIN-SOLO-14")
@pytest.mark.parametrize(("day", "hour"), [(1, 8), (1, 9), (2, 16), (3, 9)])
def test_a_time_reward_pays_its_middle_step(day: int, hour: int) -> None:
    t = skills(solo(day=3), heating=2, space=knowledge_space(2))
    assert served(act(holds(t, 4, day=day, hour=hour, berry=1, herb=1))) == [(4, OINTMENT, 1, 4)]


@pytest.mark.rule("TIN-SOLO-15")
@pytest.mark.parametrize(("pressing", "level", "points"), [(1, 1, 2), (4, 2, 4), (3, 4, 6), (6, 5, 8)])
def test_a_quality_reward_pays_the_highest_quality_she_reaches(pressing: int, level: int, points: int) -> None:
    t = skills(solo(), pressing=pressing, space=knowledge_space(level))
    assert served(act(holds(t, 2, mushroom=1, herb=1))) == [(2, TABLETS, 1, points)]


@pytest.mark.rule("TIN-RUL-73")
def test_she_adds_no_mushrooms_to_a_tincture() -> None:
    t = holds(skills(solo(), filtering=2, space=knowledge_space(2)), 11, herb=1, berry=1).supply(MELANIE, mushroom=5)
    assert served(act(t)) == [(11, TINCTURE, 1, 4)]
    assert (her(t).plants, her(t).points) == ((0, 0, 5, 0), 4)
    t = holds(skills(solo(), filtering=1, space=knowledge_space(2)), 11, herb=1, berry=1).supply(MELANIE, mushroom=5)
    assert not served(act(t)), "she needs the levels herself"


@pytest.mark.rule("TIN-SOLO-15", "TIN-RUL-75")
@pytest.mark.parametrize(("pairs", "units", "points"), [(0, 1, 5), (1, 2, 9), (2, 3, 14), (3, 3, 14)])
def test_of_a_multiple_recipe_she_makes_as_many_units_as_free_plants_pay_for(
    pairs: int, units: int, points: int
) -> None:
    t = holds(skills(solo(), heating=2, space=knowledge_space(2)), 10, mushroom=1, root=1)
    t.supply(MELANIE, mushroom=pairs, root=pairs, berry=1)
    assert served(act(t)) == [(10, OINTMENT, units, points)]
    left = 1 + pairs - units
    assert her(t).plants == (0, 1, left, left)


@pytest.mark.rule("TIN-SOLO-16")
def test_a_quick_patient_is_served_from_her_board_only() -> None:
    t = skills(solo(), mixing=2, space=knowledge_space(2)).supply(MELANIE, mushroom=3).display(13)
    act(t)
    assert (served(t), taken(t)) == ([], [13])
    t = skills(solo(), mixing=2, space=knowledge_space(2))
    assert served(act(holds(t, 13, mushroom=3))) == [(13, SPECIAL, 1, 8)]


@pytest.mark.rule("TIN-SOLO-41")
def test_the_upper_recipe_has_priority_but_the_lower_one_is_produced_if_it_is_possible_first() -> None:
    def ready(**plants: int) -> Table:
        t = skills(solo(), pressing=2, heating=2, space=knowledge_space(2))
        return holds(t, 7, berry=1, mushroom=1).supply(MELANIE, **plants)

    assert served(act(ready(herb=1))) == [(7, TABLETS, 1, 7)]
    t = skills(solo(), heating=2, space=knowledge_space(2))
    t = act(holds(t, 7, mushroom=1).supply(MELANIE, herb=1))
    assert served(t) == [(7, OINTMENT, 1, 7)]
    assert her(t).plants == (0, 0, 0, 0)


@pytest.mark.rule("TIN-RUL-75", "TIN-RUL-104")
def test_a_lower_special_recipe_takes_free_and_reserved_plants_and_frees_the_rest() -> None:
    t = skills(solo(), mixing=3, space=knowledge_space(3))
    holds(t, 16, herb=1).supply(MELANIE, mushroom=1, root=2)
    act(t)
    assert served(t) == [(16, SPECIAL, 1, 4)]
    assert t.happened(PlantsGivenUp)[0].plants == (1, 0, 1, 1), "mushrooms first, then herbs, then roots"
    assert her(t).plants == (0, 0, 0, 1)
    t = skills(solo(), mixing=3, space=knowledge_space(3))
    act(holds(t, 16, herb=1).supply(MELANIE, mushroom=3))
    assert her(t).plants == (1, 0, 0, 0), "the herb on the card is free again"


@pytest.mark.rule("TIN-SOLO-42", "TIN-RUL-104")
def test_she_pays_a_special_recipe_with_mushrooms_then_herbs_then_roots() -> None:
    t = skills(solo(), mixing=4, space=knowledge_space(4))
    act(holds(t, 27, herb=3).supply(MELANIE, mushroom=1, herb=1, root=2, berry=2))
    assert served(t) == [(27, SPECIAL, 2, 9)]
    assert [event.plants for event in t.happened(PlantsGivenUp)] == [(4, 0, 1, 1)]
    assert her(t).plants == (0, 2, 0, 1)
    t = act(holds(skills(solo(), mixing=2, space=knowledge_space(2)), 14, herb=3).supply(MELANIE, mushroom=3))
    assert her(t).plants == (0, 0, 3, 0), "but first with what lies on the card"


@pytest.mark.rule("TIN-RUL-80", "TIN-APP-01")
def test_her_apprentices_are_trained_as_usual() -> None:
    t = holds(solo(), 1, berry=1, herb=1).apprentice(8, MELANIE)
    act(t)
    assert (her(t).apprentices, her(t).journeymen) == ((), (8,))
    assert her(t).points == 7 + 6
    assert [event.points for event in t.happened(PointsGained) if event.source == FROM_PRODUCTION] == [7]


# -- taking patients -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-17", "TIN-RUL-74")
def test_she_takes_the_patient_that_needs_the_smallest_increase() -> None:
    assert taken(act(solo().display(12, 10))) == [10]
    t = skills(solo(), filtering=3, space=knowledge_space(3)).display(10, 12)
    assert taken(act(t)) == [12]
    t = skills(solo(), mixing=4, space=knowledge_space(4)).display(18, 22)
    assert taken(act(t)) == [22], "of two recipes the one that needs less"
    t = skills(solo(), mixing=3, space=knowledge_space(3)).display(20, 17)
    assert taken(act(t)) == [20], "a mortar minimum does not count"


@pytest.mark.rule("TIN-SOLO-17")
def test_with_two_patients_she_takes_no_other() -> None:
    t = act(holds(holds(solo(), 1), 5).display(3))
    assert not taken(t)
    assert areas_used(t) == [NONE]


@pytest.mark.rule("TIN-SOLO-18")
def test_on_a_tie_she_takes_the_patient_for_which_more_plants_are_there_then_the_human_chooses() -> None:
    assert taken(act(solo().display(5, 1).supply(MELANIE, herb=1, root=1))) == [5]
    assert taken(act(solo().display(5, 1).supply(MELANIE, herb=1, berry=1))) == [1]
    t = act(solo().display(5, 1).supply(MELANIE, herb=1))
    assert (taken(t), options(t)) == ([], (1, 5))
    assert (t.asked(), t.point()) == ((0,), "solo_choice")
    assert taken(choose(t, 5)) == [5]
    assert her(t).patients == (5,)


@pytest.mark.rule("TIN-SOLO-47", "TIN-RUL-72")
def test_a_question_lists_its_options_and_nothing_else_is_legal() -> None:
    t = act(solo().display(5, 1))
    assert t.legal() == [SoloChoose(0), SoloChoose(1)]
    t.rejects(SoloChoose(2), "TIN-RUL-72")
    t.rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-72")
    assert taken(t.play(0, SoloChoose(1))) == [5]
    assert t.state.hour == 11


@pytest.mark.rule("TIN-SOLO-19", "TIN-SOLO-40")
def test_a_new_patient_lies_to_the_right_and_takes_matching_free_plants() -> None:
    t = act(holds(solo(), 1, berry=1).display(5).supply(MELANIE, root=2, mushroom=1))
    assert her(t).patients == (1, 5)
    assert reserved(t) == ((0, 1, 0, 0), (0, 0, 0, 1))
    assert her(t).plants == (0, 0, 1, 1)
    assert [(event.patient, event.plants) for event in t.happened(PlantsReserved)] == [(5, (0, 0, 0, 1))]


@pytest.mark.rule("TIN-RUL-80")
def test_no_patient_of_hers_leaves_by_a_deadline() -> None:
    t = act(holds(solo(day=2, deadline_hour_auto_decline=True), 12, day=1, hour=10).display(5))
    assert her(t).patients == (12, 5), "nor is it declined for another one in its deadline hour"
    t.until(12)
    assert 12 in her(t).patients
    assert her(t).points == 0


# -- plants on cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-40", "TIN-RUL-75")
def test_plants_that_she_gets_go_to_the_older_card_first_for_its_upper_recipe() -> None:
    t = holds(holds(solo("forest village pharmacy", hour=14), 15), 1).forest(herb=1, berry=1, root=1)
    act(t)
    assert her(t).plants == (0, 0, 0, 0)
    assert reserved(t) == ((1, 0, 0, 1), (0, 1, 0, 0)), "the herb lies on the older card"


@pytest.mark.rule("TIN-RUL-75")
def test_a_special_recipe_takes_three_plants_mushrooms_first_then_herbs() -> None:
    t = act(solo().display(6).supply(MELANIE, mushroom=1, herb=1, root=2))
    assert (her(t).patients, reserved(t)) == ((6,), ((1, 0, 1, 1),))
    assert her(t).plants == (0, 0, 0, 1)
    t = act(skills(solo(), mixing=1).display(27).supply(MELANIE, mushroom=5))
    assert reserved(t) == ((0, 0, 3, 0),), "one unit of a multiple recipe"


@pytest.mark.rule("TIN-SOLO-40")
def test_what_lay_on_a_served_card_goes_to_the_other_one() -> None:
    t = skills(solo(), mixing=3, space=knowledge_space(3))
    act(holds(holds(t, 16, berry=1), 1, herb=1).supply(MELANIE, mushroom=3))
    assert served(t) == [(16, SPECIAL, 1, 4)]
    assert reserved(t) == ((1, 1, 0, 0),)


# -- tea -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-20", "TIN-RUL-104")
@pytest.mark.parametrize(
    ("mortar", "herbs", "roots", "brewed", "left"),
    [(1, 2, 2, 1, (1, 2)), (3, 2, 2, 3, (0, 1)), (5, 2, 2, 4, (0, 0)), (3, 0, 1, 1, (0, 0))],
)
def test_she_brews_what_plants_and_mortars_allow_herbs_first(
    mortar: int, herbs: int, roots: int, brewed: int, left: tuple[int, int]
) -> None:
    t = solo().supply(MELANIE, herb=herbs, root=roots, berry=1)
    her(t).mortar = mortar
    act(t)
    assert (areas_used(t), teas(t)) == ([PHARMACY], [brewed])
    assert her(t).plants == (left[0], 1, 0, left[1])


@pytest.mark.rule("TIN-SOLO-20", "TIN-RUL-103")
def test_the_tea_track_limits_her_as_everybody() -> None:
    t = solo().tea(0, 8, pile=(1, 0)).supply(MELANIE, root=4)
    her(t).mortar = 4
    t.state.order = (0, 1)
    assert teas(act(t)) == [2]
    t = solo().tea(0, 10, pile=(1, 0)).supply(MELANIE, root=4)
    t.state.order = (0, 1)
    act(t)
    assert (teas(t), areas_used(t)[0]) == ([], VILLAGE), "alone on the last space no tea moves anything"


@pytest.mark.rule("TIN-SOLO-21")
def test_reserved_plants_are_not_free_for_tea_training_or_the_merchant() -> None:
    t = holds(holds(solo(), 5, herb=1), 12, root=1, herb=1).opens(10, 13).items(white=2)
    act(t)
    assert areas_used(t) == [NONE]
    assert reserved(t) == ((1, 0, 0, 0), (1, 0, 0, 1))
    assert not t.happened(PlantsGivenUp)


@pytest.mark.rule("TIN-SOLO-44")
def test_she_never_trades() -> None:
    t = holds(solo(), 1, berry=1).supply(MELANIE, berry=4, mushroom=2)
    act(t)
    assert not t.happened(PlantsTraded)
    assert not served(t)
    assert sum(her(t).plants) == 5, "one berry pays for training"


# -- White 3, the human --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-43", "TIN-RUL-102")
def test_she_repeats_the_first_pharmacy_action_that_can_be_repeated() -> None:
    def with_white_3() -> Table:
        t = solo()
        her(t).bonus = (3, 0, 0, 0)
        return t

    t = act(holds(holds(with_white_3(), 3, mushroom=1, herb=1), 1, berry=1, herb=1))
    assert [patient for patient, *_ in served(t)] == [3, 1]
    assert [event.ability for event in t.happened(AbilityUsed)] == [DOUBLE_ACTION]
    t = act(holds(with_white_3(), 1, berry=1, herb=1).display(5).supply(MELANIE, root=2))
    assert (len(served(t)), taken(t), teas(t)) == (1, [], []), "the same kind only"
    assert not t.happened(AbilityUsed), "kept for an action that can be repeated"
    t = with_white_3().display(5, 1).deck(12).supply(MELANIE, herb=1)
    assert taken(choose(act(t), 1)) == [1, 5]
    t = act(with_white_3().supply(MELANIE, root=2))
    assert teas(t) == [1, 1]
    t = with_white_3().supply(MELANIE, root=2)
    her(t).used = 1 << DOUBLE_ACTION
    assert teas(act(t)) == [1]


@pytest.mark.rule("TIN-SOLO-50")
def test_the_human_uses_neither_her_patients_nor_her_plants() -> None:
    t = holds(solo(), 1, berry=1, herb=1).supply(MELANIE, herb=2, berry=2).supply(0, berry=1, herb=1)
    t.rejects(ProduceMedication(1, TABLETS, 1), "TIN-PHARM-39")
    t.rejects(TradePlants(BERRY, BERRY, ROOT), "TIN-PLT-04")
    t.rejects_kinds([SoloChoose], "TIN-RUL-72")
    assert t.offers(TradePlants(HERB, BERRY, ROOT))
