"""Melanie in the village: courses, merchant, apprentices, training, leftovers (chapter Solo Mode)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.card_events import (
    ApprenticeHired,
    CourseCompleted,
    LeftoverClaimed,
    MerchantVisited,
    WareBought,
)
from engine_core.games.tinctura.events import BonusAdvanced, DieRolled, MerchantCardRevealed, PlantsGivenUp, SkillRaised
from engine_core.games.tinctura.vocabulary import (
    ASK_COURSE,
    BERRY,
    BLUE,
    FILTERING,
    FOREST,
    FROM_COURSE,
    FROM_TRAINING,
    GREEN,
    HEATING,
    HERB,
    MELANIE,
    MIXING,
    MORTAR,
    MUSHROOM,
    PRESSING,
    PURPLE,
    ROOT,
    VILLAGE,
    WHITE,
)
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import KNOWLEDGE_END, apprentices_with, knowledge_space
from tests.engine.tinctura.solo_table import (
    EMPTY,
    act,
    areas_used,
    choose,
    her,
    holds,
    markers,
    merchant_cards,
    options,
    skills,
    solo,
)
from tests.engine.tinctura.table import Table

MC_1, MC_2, MC_4, MC_7, MC_8, MC_9 = 0, 1, 3, 6, 7, 8
"""Rows of the tests' merchant cards."""
TABLETS_T1, SPECIAL_S1, OINTMENT_O1, TINCTURE_I1 = 6, 18, 0, 12


def village(**settings: object) -> Table:
    return solo("village forest pharmacy", **settings)  # type: ignore[arg-type]


def attended(t: Table) -> list[int]:
    return [event.course for event in t.happened(CourseCompleted) if event.participant == MELANIE]


def bought(t: Table) -> list[tuple[int, int]]:
    """Wares and prices."""
    return [(event.ware, event.price) for event in t.happened(WareBought) if event.participant == MELANIE]


def hired(t: Table) -> list[int]:
    """Spaces."""
    return [event.space for event in t.happened(ApprenticeHired) if event.participant == MELANIE]


def raised(t: Table, source: int) -> list[int]:
    """Skills, level by level."""
    return [event.skill for event in t.happened(SkillRaised) if event.source == source]


def visit(
    card: int, *, hour: int = 11, level: int = 1, notes: tuple[str, str, str] | None = None, **plants: int
) -> Table:
    """The merchant is open from 9 to 11 or 10 to 13, and this is the next merchant card."""
    settings = {"notes": notes} if notes else {}
    t = village(hour=hour, level=level, **settings).opens(10, 13).supply(MELANIE, **plants)
    return merchant_cards(t, card)


# -- priorities ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-10")
def test_course_before_merchant_before_apprentice_before_training() -> None:
    def everything() -> Table:
        return visit(MC_1, berry=3).courses(4, 12).items(white=1).apprentices(TABLETS_T1, *EMPTY[1:])

    t = act(everything())
    assert (attended(t), bought(t), hired(t), raised(t, FROM_TRAINING)) == ([4], [], [], [])
    t = act(everything().courses(11, 12))
    assert (attended(t), bought(t), hired(t), raised(t, FROM_TRAINING)) == ([], [(WHITE, 1)], [], [])
    t = act(everything().courses(11, 12).items())
    assert (attended(t), bought(t), hired(t), raised(t, FROM_TRAINING)) == ([], [], [0], [])
    t = act(everything().courses(11, 12).items().apprentices(*EMPTY))
    assert (attended(t), bought(t), hired(t), raised(t, FROM_TRAINING)) == ([], [], [], [PRESSING])


# -- courses -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-22")
@pytest.mark.parametrize(("hour", "goes"), [(9, False), (10, True), (11, True), (12, False)])
def test_she_attends_a_course_in_either_of_its_hours_and_has_the_full_result_at_once(hour: int, goes: bool) -> None:
    t = act(village(hour=hour).courses(6, 12))
    assert attended(t) == [6] * goes
    if goes:
        assert her(t).skills == (1, 1, 2, 3)
        assert areas_used(t) == [VILLAGE]


@pytest.mark.rule("TIN-SOLO-23")
def test_a_course_attended_in_its_first_hour_is_not_possible_in_its_second() -> None:
    t = act(village().courses(6, 4).supply(MELANIE, berry=2))
    assert attended(t) == [6]
    act(t)
    assert attended(t) == [4], "the other one begins, the first goes on"
    act(t)
    assert attended(t) == []
    assert areas_used(t) == [VILLAGE], "training"


@pytest.mark.rule("TIN-SOLO-23")
def test_a_course_attended_in_its_first_hour_does_not_bar_the_other_one_of_that_hour() -> None:
    t = act(village().courses(6, 7))
    choose(t, 7)
    assert attended(t) == [7]
    assert attended(act(t)) == [6]


@pytest.mark.rule("TIN-SOLO-24", "TIN-RUL-113")
def test_instead_of_planning_markers_she_experiments_as_often_as_the_course_allows() -> None:
    t = act(village(hour=11).courses(5, 12).die(2))
    assert [event.face for event in t.happened(DieRolled)] == [2]
    assert her(t).skills == (2, 1, 2, 2)
    assert her(t).markers == (3, 3, 3)
    t = act(village(hour=14).courses(13, 12).die(3, 5))
    assert [event.face for event in t.happened(DieRolled)] == [3, 5]
    assert her(t).skills == (1, 2, 2, 1)
    assert t.state.experiment_markers == 2


@pytest.mark.rule("TIN-RUL-81", "TIN-SOLO-47")
def test_of_two_courses_the_human_chooses() -> None:
    t = act(village().courses(6, 7))
    assert (options(t), t.state.pending[-1].question) == ((6, 7), ASK_COURSE)
    assert attended(choose(t, 7)) == [7]
    assert her(t).skills == (1, 4, 1, 1)


@pytest.mark.rule("TIN-RUL-103")
def test_a_course_that_gives_nothing_is_not_possible_but_one_with_an_experiment_is() -> None:
    t = act(skills(village().courses(7, 12), pressing=9))
    assert (attended(t), areas_used(t)) == ([], [NONE])
    t = act(skills(village(hour=11).courses(5, 12), filtering=9, heating=9))
    assert attended(t) == [5]


# -- merchant ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-25")
@pytest.mark.parametrize(("hour", "plants", "goes"), [(9, 1, False), (11, 0, False), (11, 1, True), (14, 1, False)])
def test_she_visits_an_open_merchant_with_a_free_plant(hour: int, plants: int, goes: bool) -> None:
    t = act(visit(MC_1, hour=hour, berry=plants).items(white=1))
    assert [event.card for event in t.happened(MerchantCardRevealed)] == [MC_1] * goes
    assert [event.participant for event in t.happened(MerchantVisited)] == [MELANIE] * goes
    assert bought(t) == [(WHITE, 1)] * goes
    assert not t.broken()


@pytest.mark.rule("TIN-SOLO-26")
def test_she_buys_in_the_order_of_the_card_up_to_its_maximum() -> None:
    t = act(visit(MC_4, berry=9).items(white=2, blue=1, purple=1, mortars=2))
    assert bought(t) == [(PURPLE, 1), (BLUE, 1)], "a maximum of two"
    t = act(visit(MC_7, berry=9).items(green=1, purple=1, blue=1, mortars=1))
    assert bought(t) == [(GREEN, 1), (PURPLE, 1), (BLUE, 2)]
    assert sum(her(t).plants) == 9 - 4 + 2, "green 1 draws two plants"


@pytest.mark.rule("TIN-SOLO-26", "TIN-RUL-76")
def test_she_buys_as_many_as_her_free_plants_pay_for() -> None:
    wares = {"purple": 1, "white": 1, "blue": 1}
    assert bought(act(visit(MC_9, berry=1).items(**wares))) == [(PURPLE, 1)]
    assert bought(act(visit(MC_9, berry=3).items(**wares))) == [(PURPLE, 1), (WHITE, 1)]
    t = act(visit(MC_7, berry=1).items(green=1, purple=1).only_bag(berry=2))
    assert bought(t) == [(GREEN, 1), (PURPLE, 1)], "plants of the track pay for the next ware"


@pytest.mark.rule("TIN-RUL-76")
def test_first_and_last_hour_change_the_price() -> None:
    assert bought(act(visit(MC_9, hour=10, berry=3).items(purple=1, white=1))) == [(PURPLE, 2), (WHITE, 1)]
    assert bought(act(visit(MC_9, hour=13, berry=1).items(purple=1, white=1))) == [(PURPLE, 0), (WHITE, 1)]


@pytest.mark.rule("TIN-RUL-76")
def test_each_entry_counts_once_and_what_is_gone_or_useless_is_skipped() -> None:
    t = visit(MC_9, berry=9).items(purple=2, blue=1, mortars=1)
    her(t).bonus = (0, 4, 0, 0)
    assert bought(act(t)) == [(PURPLE, 1), (MORTAR, 1)], "one purple item, no blue one on a finished track"
    t = visit(MC_8, berry=9).items(white=1, mortars=1)
    her(t).mortar = 7
    assert bought(act(t)) == [(WHITE, 1)]


@pytest.mark.rule("TIN-RUL-76")
def test_without_an_affordable_ware_the_next_action_is_tried_and_the_card_stays_used() -> None:
    t = act(visit(MC_9, hour=10, berry=1).items(purple=1))
    assert (bought(t), raised(t, FROM_TRAINING)) == ([], [PRESSING]), "the first hour costs two plants"
    assert t.state.solo is not None
    assert MC_9 in t.state.solo.merchant_revealed
    assert not t.happened(MerchantVisited)


@pytest.mark.rule("TIN-SOLO-25", "TIN-RUL-76")
def test_a_question_after_a_failed_visit_reveals_no_second_card() -> None:
    t = visit(MC_9, berry=1).apprentices(TABLETS_T1, SPECIAL_S1, NONE, NONE)
    act(merchant_cards(t, MC_9, MC_8))
    assert options(t) == (0, 1)
    choose(t, 1)
    assert [event.card for event in t.happened(MerchantCardRevealed)] == [MC_9]
    assert hired(t) == [1]


@pytest.mark.rule("TIN-SOLO-27")
def test_instead_of_a_mortar_she_buys_a_blue_item_that_gives_one() -> None:
    t = act(visit(MC_2, berry=1).items(blue=1, mortars=1))
    assert (bought(t), her(t).mortar, her(t).bonus[BLUE]) == ([(BLUE, 1)], 2, 1)
    t = visit(MC_2, berry=1).items(blue=1, mortars=1)
    her(t).bonus = (0, 1, 0, 0)
    assert bought(act(t)) == [(MORTAR, 1)], "the second space gives RP"
    assert bought(act(visit(MC_2, berry=1).items(mortars=1))) == [(MORTAR, 1)]


@pytest.mark.rule("TIN-SOLO-28")
def test_an_exhausted_stack_of_merchant_cards_is_shuffled_anew() -> None:
    t = village(hour=11).opens(10, 13).supply(MELANIE, berry=1)
    act(merchant_cards(t).items(white=1, blue=1, purple=1, green=1, mortars=1))
    assert t.state.solo is not None
    assert (len(t.state.solo.merchant_cards), len(t.state.solo.merchant_revealed)) == (8, 1)
    assert len(bought(t)) == 1


# -- apprentices ---------------------------------------------------------------------------------------------------------------


def offered(*by_space: int, marks: tuple[int, int, int, int] = (0, 0, 0, 0), **settings: object) -> Table:
    return markers(village(**settings).apprentices(*by_space), *marks)


@pytest.mark.rule("TIN-SOLO-29")
def test_she_hires_below_two_untrained_ones_a_type_that_she_has_not() -> None:
    t = offered(TABLETS_T1, NONE, NONE, NONE, marks=(1, 0, 0, 0))
    assert hired(act(t)) == [0]
    assert her(t).apprentices == (TABLETS_T1,)
    t = offered(TABLETS_T1, NONE, NONE, NONE).apprentice(OINTMENT_O1, MELANIE).apprentice(TINCTURE_I1, MELANIE)
    assert hired(act(t)) == []
    assert hired(act(offered(TABLETS_T1, NONE, NONE, NONE).apprentice(TABLETS_T1 + 1, MELANIE))) == []
    assert hired(act(offered(TABLETS_T1, NONE, NONE, NONE).journeyman(TABLETS_T1 + 2, MELANIE))) == []
    t = offered(TABLETS_T1, NONE, NONE, NONE).apprentice(OINTMENT_O1, MELANIE)
    assert hired(act(t.journeyman(SPECIAL_S1, MELANIE).journeyman(TINCTURE_I1, MELANIE))) == [0]


@pytest.mark.rule("TIN-SOLO-30")
def test_the_apprentice_with_one_marker_is_preferred() -> None:
    assert hired(act(offered(TABLETS_T1, SPECIAL_S1, NONE, NONE, marks=(1, 2, 0, 0)))) == [0]
    assert hired(act(offered(TABLETS_T1, SPECIAL_S1, NONE, NONE, marks=(2, 1, 0, 0)))) == [1]
    t = offered(TABLETS_T1, SPECIAL_S1, NONE, NONE, marks=(1, 2, 0, 0)).journeyman(TABLETS_T1 + 1, MELANIE)
    assert hired(act(t)) == [1]
    assert hired(act(offered(NONE, SPECIAL_S1, NONE, NONE, marks=(1, 2, 0, 0)))) == [1]


@pytest.mark.rule("TIN-SOLO-31")
@pytest.mark.parametrize(("patients", "space"), [((9,), 0), ((14,), 1), ((14, 9), 0), ((12,), 0), ((16,), 1)])
def test_but_one_with_two_markers_that_alone_matches_a_patient(patients: tuple[int, ...], space: int) -> None:
    t = offered(TABLETS_T1, SPECIAL_S1, NONE, NONE, marks=(1, 2, 0, 0))
    for patient in patients:
        holds(t, patient)
    assert hired(act(t)) == [space]


@pytest.mark.rule("TIN-RUL-90")
def test_without_markers_one_that_matches_a_patient_or_the_humans_choice() -> None:
    def friday() -> Table:
        return offered(TABLETS_T1, SPECIAL_S1, OINTMENT_O1, TINCTURE_I1, day=5)

    assert hired(act(holds(holds(friday(), 12), 9))) == [3], "the older card"
    assert hired(act(holds(friday(), 16))) == [2], "its upper recipe"
    t = act(holds(friday(), 12).journeyman(TINCTURE_I1 + 1, MELANIE))
    assert (hired(t), options(t)) == ([], (0, 1, 2))
    assert hired(choose(t, 2)) == [2]


# -- training and skills -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-32", "TIN-SOLO-42", "TIN-RUL-104")
def test_training_costs_the_first_of_berry_mushroom_herb_root() -> None:
    for supply, paid in (
        ({"berry": 1, "mushroom": 1, "herb": 1, "root": 1}, BERRY),
        ({"mushroom": 1, "herb": 1, "root": 1}, MUSHROOM),
        ({"herb": 1, "root": 1}, HERB),
        ({"root": 1}, ROOT),
    ):
        t = act(village().supply(MELANIE, **supply))
        assert [event.plants.index(1) for event in t.happened(PlantsGivenUp)] == [paid]
        assert len(raised(t, FROM_TRAINING)) == 1


@pytest.mark.rule("TIN-RUL-103")
def test_training_needs_a_skill_below_its_end() -> None:
    t = act(skills(village().supply(MELANIE, berry=1), 9, 9, 9, 9))
    assert areas_used(t) == [NONE]
    t = act(skills(village().supply(MELANIE, berry=1), 9, 9, 8, 9))
    assert raised(t, FROM_TRAINING) == [FILTERING]


@pytest.mark.rule("TIN-SOLO-33")
def test_a_skill_needed_for_a_patient_comes_first_of_the_older_card() -> None:
    def training() -> Table:
        return village().supply(MELANIE, berry=9)

    assert raised(act(holds(holds(training(), 12), 10)), FROM_TRAINING) == [FILTERING]
    assert raised(act(holds(holds(training(), 10), 12)), FROM_TRAINING) == [HEATING]
    t = holds(holds(skills(training(), heating=2), 10), 12)
    assert raised(act(t), FROM_TRAINING) == [FILTERING], "the older card lacks no skill that is trained"


@pytest.mark.rule("TIN-SOLO-33")
def test_of_two_recipes_the_one_with_the_smaller_increase_counts_and_the_human_decides_a_tie() -> None:
    t = holds(skills(village().supply(MELANIE, berry=9), space=knowledge_space(3)), 22)
    assert raised(act(t), FROM_TRAINING) == [PRESSING], "tablets lack 2, special 4"
    t = skills(village().supply(MELANIE, berry=9), mixing=3, pressing=1, space=knowledge_space(4))
    assert raised(act(holds(t, 22)), FROM_TRAINING) == [MIXING], "special lacks 1, tablets 2"
    t = skills(village().supply(MELANIE, berry=9), mixing=3, pressing=2, space=knowledge_space(4))
    act(holds(t, 22))
    assert options(t) == (MIXING, PRESSING)
    assert raised(choose(t, PRESSING), FROM_TRAINING) == [PRESSING]


@pytest.mark.rule("TIN-SOLO-34")
@pytest.mark.parametrize(
    ("levels", "skill"),
    [
        ((1, 1, 1, 1), PRESSING),
        ((1, 2, 1, 1), HEATING),
        ((1, 2, 1, 2), MIXING),
        ((2, 2, 1, 2), FILTERING),
        ((1, 2, 3, 2), MIXING),
    ],
)
def test_otherwise_her_lowest_skill_in_the_order_of_the_board(levels: tuple[int, int, int, int], skill: int) -> None:
    assert raised(act(skills(village().supply(MELANIE, berry=1), *levels)), FROM_TRAINING) == [skill]


@pytest.mark.rule("TIN-RUL-82")
def test_three_points_are_spread_one_by_one() -> None:
    t = visit(MC_9, berry=1).items(purple=1)
    her(t).bonus = (0, 0, 2, 0)
    holds(skills(t, space=knowledge_space(2)), 10)
    act(t)
    assert [event.space for event in t.happened(BonusAdvanced)] == [3]
    assert [event.skill for event in t.happened(SkillRaised)] == [HEATING, PRESSING, MIXING]


@pytest.mark.rule("TIN-RUL-82")
def test_six_on_the_die_gives_plant_knowledge_only_if_nothing_else_is_needed() -> None:
    def rolled(t: Table) -> tuple[int, ...]:
        act(t.die(6))
        return (*her(t).skills, her(t).knowledge)

    assert rolled(solo()) == (1, 2, 1, 1, 0), "no patient: the lowest skill"
    assert rolled(holds(solo(), 10)) == (1, 1, 1, 2, 0), "heating is needed too"
    assert rolled(holds(skills(solo(), heating=2), 10)) == (1, 1, 1, 2, 2)
    t = holds(holds(skills(solo(), heating=2), 10), 12)
    assert rolled(t) == (1, 1, 2, 2, 0), "filtering for the younger card comes before plant knowledge"
    end = solo()
    her(end).knowledge = KNOWLEDGE_END
    assert rolled(skills(end, 9, 9, 9, 9, space=3)) == (9, 9, 9, 9, 5), "nothing else is open"


# -- leftovers -----------------------------------------------------------------------------------------------------------------


def closing(**plants: int) -> Table:
    """The last open hour, with Melanie's journeyman for leftovers; in her turn she can do nothing."""
    t = solo("forest pharmacy village", hour=13).opens(10, 13).forest(berry=1).supply(MELANIE, **plants)
    merchant_cards(t, MC_1)
    return t.journeyman(apprentices_with("leftover", "tablets")[0], MELANIE)


def claimed(t: Table) -> list[int]:
    return [event.ware for event in t.happened(LeftoverClaimed)]


@pytest.mark.rule("TIN-RUL-114", "TIN-SOLO-43")
def test_she_claims_a_useful_leftover_for_a_free_plant() -> None:
    t = act(closing(mushroom=1).items(white=1))
    assert areas_used(t) == [FOREST]
    assert claimed(t) == [WHITE]
    assert her(t).bonus == (1, 0, 0, 0)
    assert her(t).plants == (0, 0, 1, 0), "the berry that she gathered pays"
    t = act(closing().forest(mushroom=1).items(white=1))
    assert (claimed(t), her(t).plants) == ([WHITE], (0, 0, 0, 0))
    t = holds(closing(), 1).items(white=1)
    assert (claimed(act(t)), her(t).patients) == ([], (1,)), "a plant on a card is not free"


@pytest.mark.rule("TIN-RUL-114")
def test_useless_leftovers_are_left_and_of_several_useful_ones_the_human_picks() -> None:
    t = closing(mushroom=1).items(white=1, blue=1)
    her(t).bonus = (4, 0, 0, 0)
    assert claimed(act(t)) == [BLUE]
    t = closing(mushroom=1).items(white=1)
    her(t).bonus = (4, 0, 0, 0)
    assert claimed(act(t)) == []
    t = act(closing(mushroom=1).items(white=1, mortars=1))
    assert (claimed(t), options(t)) == ([], (WHITE, MORTAR))
    assert claimed(choose(t, MORTAR)) == [MORTAR]
    assert her(t).mortar == 2
    t = closing(mushroom=1).items(mortars=1)
    her(t).mortar = 7
    assert claimed(act(t)) == []


@pytest.mark.rule("TIN-SOLO-24")
def test_the_fixed_levels_of_a_course_with_markers_are_hers_too() -> None:
    t = act(village(hour=11).courses(5, 12).die(1))
    assert raised(t, FROM_COURSE) == [FILTERING, HEATING]
    assert her(t).knowledge == 2
