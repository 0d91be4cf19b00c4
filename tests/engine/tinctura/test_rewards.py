"""Reward types of patient cards (TIN-PHARM-21, 27 to 34): what a production pays."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import AddMushrooms
from engine_core.games.tinctura.module_words import GRATITUDE, NEW_SPA
from engine_core.games.tinctura.vocabulary import FILTERING, OINTMENT
from tests.engine.tinctura.serving import levels, plants_of, produce, served, serving
from tests.engine.tinctura.table import table


@pytest.mark.rule("TIN-PHARM-27", "TIN-PHARM-40")
@pytest.mark.parametrize(("patient", "points"), [(1, 7), (9, 9), (38, 17)])
def test_a_fixed_reward(patient: int, points: int) -> None:
    t = serving(patient).play(0, produce(patient))
    assert t.me.points == points
    assert served(t)[0].points == points


@pytest.mark.rule("TIN-PHARM-21", "TIN-PHARM-28")
@pytest.mark.parametrize(
    ("knowledge", "skill", "quality", "points"),
    [(4, 3, 3, 6), (1, 9, 1, 2), (9, 1, 1, 2), (2, 2, 2, 4), (4, 5, 4, 8), (9, 9, 9, 8)],
)
def test_quality_is_the_lowest_required_skill(knowledge: int, skill: int, quality: int, points: int) -> None:
    t = serving(2, knowledge=knowledge, skill=skill).play(0, produce(2))
    assert (served(t)[0].level, t.me.points) == (quality, points)


@pytest.mark.rule("TIN-RUL-36", "TIN-PHARM-28")
def test_quality_above_four_pays_like_four() -> None:
    t = serving(22, knowledge=7, skill=6).play(0, produce(22))
    assert (served(t)[0].level, t.me.points) == (6, 8)
    t = serving(11, knowledge=5, skill=5, herb=1, berry=1, mushroom=5).play(0, produce(11))
    assert (t.point(), t.me.points) == ("turn_after", 8), "no mushroom could improve it"


@pytest.mark.rule("TIN-PHARM-29", "TIN-PHARM-30", "TIN-RUL-37")
@pytest.mark.parametrize(
    ("day", "hour", "points"),
    [
        (2, 16, 8),
        (2, 15, 8),
        (2, 13, 8),
        (2, 12, 4),
        (2, 9, 4),
        (2, 8, 2),
        (1, 16, 2),
    ],
)
def test_a_time_reward_falls_with_the_hours(day: int, hour: int, points: int) -> None:
    # served on Tuesday at 16 o'clock; the night between 16 and 8 is no hour, so Monday 16 is nine hours ago
    t = table().patient(4, hour=hour, day=day).supply(**plants_of(4, OINTMENT))
    levels(t.turn(day=2, hour=16), OINTMENT, 9, 9).play(0, produce(4))
    assert t.me.points == points


@pytest.mark.rule("TIN-PHARM-30", "TIN-RUL-37")
def test_the_night_does_not_count_and_care_hours_do() -> None:
    # from 15 o'clock to 10 o'clock on the next day it is four hours; a start at 16 makes it three
    for hour, points in ((15, 4), (16, 8)):
        t = table().patient(4, hour=hour, day=1).supply(**plants_of(4, OINTMENT))
        t.apprentice(6).turn(day=2, hour=10).planned(0, "cvppvvfff")
        levels(t, OINTMENT, 9, 9).play(0, produce(4))
        assert t.me.points == points


@pytest.mark.rule("TIN-PHARM-31")
@pytest.mark.parametrize(("units", "points"), [(1, 5), (2, 9), (3, 14)])
def test_a_multiple_reward(units: int, points: int) -> None:
    t = serving(17, herb=3, berry=3).play(0, produce(17, units))
    assert (t.me.points, served(t)[0].units) == (points, units)


@pytest.mark.rule("TIN-PHARM-33")
def test_a_mortar_reward_pays_what_is_printed() -> None:
    t = serving(25, knowledge=5, skill=5)
    t.me.mortar = 3
    t.rejects(produce(25), "TIN-PHARM-33")
    t.me.mortar = 4
    assert t.play(0, produce(25)).me.points == 13


@pytest.mark.rule("TIN-PHARM-34")
@pytest.mark.parametrize(
    ("knowledge", "skill", "points"), [(5, 5, 5), (5, 6, 6), (7, 5, 7), (5, 8, 8), (9, 5, 10), (8, 9, 10)]
)
def test_a_maximum_reward_looks_at_the_highest_required_skill(knowledge: int, skill: int, points: int) -> None:
    t = serving(32, knowledge=knowledge, skill=skill)
    t.me.skills = (9, 9, 9, t.me.skills[3])
    assert t.play(0, produce(32)).me.points == points


@pytest.mark.rule("TIN-PHARM-34", "TIN-PHARM-20")
def test_a_maximum_reward_still_needs_the_level_of_the_lowest() -> None:
    serving(32, knowledge=9, skill=4).rejects(produce(32), "TIN-PHARM-20")


LOW_MAXIMUM = {"patients": {"40": {"upper_level": "1"}}}


@pytest.mark.rule("TIN-RUL-36")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_maximum_reward_below_five_pays_nothing(level: int) -> None:
    t = serving(40, knowledge=level, skill=1, tables=LOW_MAXIMUM).play(0, produce(40))
    assert (t.me.points, served(t)[0].level) == (0, level)


@pytest.mark.rule("TIN-RUL-36", "TIN-RUL-35")
@pytest.mark.parametrize("model", ["flat_quality", "per_skill"])
@pytest.mark.parametrize(
    ("knowledge", "skill", "least", "most"), [(7, 7, 0, 2), (6, 9, 1, 1), (6, 7, 1, 3), (5, 6, 3, 5), (9, 8, 0, 0)]
)
def test_mushrooms_raise_the_scored_level_of_a_maximum_reward_up_to_nine(
    model: str, knowledge: int, skill: int, least: int, most: int
) -> None:
    # 40: tincture of level 7
    for added in range(least, most + 1):
        t = serving(
            40,
            knowledge=knowledge,
            skill=skill,
            options={"mushroom_model": model},
            herb=1,
            root=1,
            berry=1,
            mushroom=9,
        ).play(0, produce(40))
        if least < most:
            assert t.offered(AddMushrooms) == list(range(least, most + 1))
            t.rejects(AddMushrooms(most + 1), "TIN-RUL-35")
            t.play(0, AddMushrooms(added))
        level = max(knowledge, skill, 7) + added - least
        assert served(t)[0].level == level
        assert t.me.points == {7: 7, 8: 8, 9: 10}[level] - added


@pytest.mark.rule("TIN-RUL-35")
def test_other_rewards_take_no_mushroom_that_is_not_needed() -> None:
    # 12: tincture of level 3, time reward
    t = serving(12, knowledge=9, skill=2, herb=1, root=1, mushroom=9).play(0, produce(12))
    assert (t.point(), served(t)[0].mushrooms) == ("turn_after", 1)


@pytest.mark.rule("TIN-EVT-12", "TIN-RUL-65", "TIN-RUL-38")
@pytest.mark.parametrize(("event", "bonus"), [(GRATITUDE, 2), (NEW_SPA, 0)])
def test_gratitude_pays_two_points_per_served_card(event: int, bonus: int) -> None:
    t = serving(10, options={"events": True}, mushroom=3, root=3).event(event)
    assert t.play(0, produce(10, 3)).me.points == 14 + bonus
    quick = table(events=True).event(event).display(13, 1, 3).supply(herb=3)
    quick.me.skills, quick.me.knowledge = (9, 9, 9, 9), 17
    assert quick.play(0, produce(13)).me.points == 8 + bonus


@pytest.mark.rule("TIN-EVT-06", "TIN-PHARM-35")
def test_under_new_spa_a_quick_patient_leaves_its_space_empty() -> None:
    t = table(events=True).event(NEW_SPA).display(13, 1, 3).supply(herb=3)
    t.me.skills, t.me.knowledge = (9, 9, 9, 9), 17
    t.play(0, produce(13))
    assert t.state.patients.display == (-1, 1, 3)


@pytest.mark.rule("TIN-PHARM-21")
def test_skills_that_are_not_required_do_not_count() -> None:
    t = serving(2, knowledge=3, skill=3)
    skills = list(t.me.skills)
    skills[FILTERING] = 9
    t.me.skills = (skills[0], skills[1], skills[2], skills[3])
    assert t.play(0, produce(2)).me.points == 6
