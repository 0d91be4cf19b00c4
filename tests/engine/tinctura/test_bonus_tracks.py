"""What the spaces of the bonus tracks give (TIN-BON, TIN-ALT-02 to 05): advancing a marker, whichever ware moved it."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import ChooseSkill, ResolveBonus
from engine_core.games.tinctura.bonus_tracks import advance_bonus, equipment, has_extra_plant, powder_level
from engine_core.games.tinctura.events import BonusAdvanced, DieRolled
from engine_core.games.tinctura.hours import go_on
from engine_core.games.tinctura.module_words import LAB_DAMAGE
from engine_core.games.tinctura.state import begin_step
from engine_core.games.tinctura.vocabulary import BLUE, EXTRA_PLANT_ABILITY, GREEN, PURPLE, WHITE
from tests.engine.tinctura.cards import NUMBERS, rows
from tests.engine.tinctura.table import Table, table

POINTS = {
    row["id"]: int(row["reward"].split(":")[1]) for row in rows("bonus_tracks") if row["reward"].startswith("points:")
}


def advanced(t: Table, colour: int, space: int) -> Table:
    """Seat 0's marker reaches a space of a track, and everything up to the next decision happens."""
    bonus = [0, 0, 0, 0]
    bonus[colour] = space - 1
    t.me.bonus = (bonus[0], bonus[1], bonus[2], bonus[3])
    player = begin_step(t.state, 0)
    advance_bonus(t.state, 0, player, colour, lambda audience, event: t.events.append(event))
    go_on(t.state, lambda audience, event: t.events.append(event))
    return t


def standard(**options: Any) -> Table:
    return table(3, **options)


@pytest.mark.rule("TIN-BON-02", "TIN-VIL-31")
@pytest.mark.parametrize("colour", [WHITE, BLUE, PURPLE, GREEN])
def test_behind_the_last_space_nothing_happens(colour: int) -> None:
    t = standard()
    before = t.json()
    advanced(t, colour, 5)
    assert t.me.bonus[colour] == 4
    assert t.happened(BonusAdvanced) == []
    assert (t.me.points, t.me.plants, t.me.mortar) == (0, (0, 0, 0, 0), 1)
    assert before["tea_pile"] == t.json()["tea_pile"]


@pytest.mark.rule("TIN-BON-03", "TIN-RUL-27", "TIN-BON-01")
@pytest.mark.parametrize(("accept", "tea"), [(1, 1), (0, 0)])
def test_white_one_offers_a_step_of_tea(accept: int, tea: int) -> None:
    t = advanced(standard(), WHITE, 1)
    assert t.point() == "bonus"
    assert t.offered(ResolveBonus) == [0, 1]
    t.play(0, ResolveBonus(accept))
    assert (t.me.tea, t.point()) == (tea, "turn")


@pytest.mark.rule("TIN-RUL-44", "TIN-RUL-27")
def test_white_one_is_asked_on_the_end_only_if_the_marker_would_be_lifted() -> None:
    end = NUMBERS["tea_spaces"]
    t = advanced(standard().tea(end, end, 0, pile=(1, 0, 2)), WHITE, 1).play(0, ResolveBonus(1))
    assert t.state.tea_pile == (0, 1, 2)
    t = advanced(standard().tea(end, end, 0, pile=(0, 1, 2)), WHITE, 1)
    assert t.point() == "turn"


@pytest.mark.rule("TIN-BON-04", "TIN-BON-11", "TIN-RUL-26")
def test_blue_one_and_three_give_mortars() -> None:
    assert advanced(standard(), BLUE, 1).me.mortar == 2
    t = advanced(standard().turn(day=3), BLUE, 3)
    assert (t.me.mortar, t.me.points) == (3, 3)


@pytest.mark.rule("TIN-BON-05", "TIN-EXP-09", "TIN-RUL-27")
def test_purple_one_is_an_experiment_without_marker() -> None:
    t = advanced(standard().die(2), PURPLE, 1)
    assert (t.me.skills, t.state.experiment_markers) == ((2, 1, 1, 1), 2)
    t = advanced(standard(events=True).event(LAB_DAMAGE), PURPLE, 1)
    assert t.happened(DieRolled) == []


@pytest.mark.rule("TIN-BON-06", "TIN-RUL-20")
def test_green_one_draws_two_plants() -> None:
    t = advanced(standard(), GREEN, 1)
    assert sum(t.me.plants) == 2
    assert t.broken() == []
    assert sum(advanced(standard().only_bag(root=1), GREEN, 1).me.plants) == 1


@pytest.mark.rule("TIN-BON-07")
@pytest.mark.parametrize("space", [2, 4])
@pytest.mark.parametrize(("colour", "word"), [(WHITE, "white"), (BLUE, "blue"), (PURPLE, "purple"), (GREEN, "green")])
def test_spaces_two_and_four_pay_what_is_printed(colour: int, word: str, space: int) -> None:
    t = advanced(standard(), colour, space)
    assert t.me.points == POINTS[f"standard_{word}_{space}"]
    assert t.point() == "turn"


@pytest.mark.rule("TIN-BON-08")
@pytest.mark.parametrize("day", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("colour", [WHITE, BLUE, PURPLE, GREEN])
def test_space_three_pays_the_number_of_the_day(colour: int, day: int) -> None:
    assert advanced(standard().turn(day=day), colour, 3).me.points == day


@pytest.mark.rule("TIN-BON-12", "TIN-RUL-109")
def test_purple_three_spreads_three_points_over_the_four_skills() -> None:
    t = advanced(standard(), PURPLE, 3)
    assert t.point() == "skill_choice"
    assert t.offered(ChooseSkill) == [0, 1, 2, 3]
    t.rejects(ChooseSkill(4), "TIN-BON-12")
    t.play(0, ChooseSkill(1), ChooseSkill(1), ChooseSkill(3))
    assert (t.me.skills, t.point()) == ((1, 3, 1, 2), "turn")


@pytest.mark.rule("TIN-BON-13", "TIN-BON-14")
def test_green_three_lasts_and_is_once_a_day() -> None:
    t = standard()
    for space, owned in ((2, False), (3, True), (4, True)):
        t.me.bonus = (0, 0, 0, space)
        assert has_extra_plant(t.state, t.me) == owned
    t.me.used = 1 << EXTRA_PLANT_ABILITY
    assert not has_extra_plant(t.state, t.me)


@pytest.mark.rule("TIN-BON-15", "TIN-RUL-26")
def test_one_time_rewards_do_not_come_again() -> None:
    t = advanced(standard(), BLUE, 1)
    t.next_day()
    assert t.me.mortar == 2


@pytest.mark.rule("TIN-ALT-02", "TIN-RUL-101")
@pytest.mark.parametrize(("accept", "tea"), [(1, 2), (0, 0)])
def test_simple_white_pays_always_and_moves_all_or_nothing(accept: int, tea: int) -> None:
    t = advanced(standard(bonus_tracks="simple"), WHITE, 2)
    assert (t.me.points, t.point()) == (3, "bonus")
    t.play(0, ResolveBonus(accept))
    assert t.me.tea == tea


@pytest.mark.rule("TIN-RUL-101", "TIN-RUL-44")
def test_simple_white_stops_at_the_end() -> None:
    end = NUMBERS["tea_spaces"]
    t = advanced(standard(bonus_tracks="simple").tea(end - 1, 0, 0), WHITE, 4).play(0, ResolveBonus(1))
    assert t.me.tea == end


@pytest.mark.rule("TIN-ALT-03", "TIN-ALT-01")
@pytest.mark.parametrize(("space", "points"), [(1, 2), (2, 3), (3, 5), (4, 8)])
def test_simple_blue_pays(space: int, points: int) -> None:
    t = advanced(standard(bonus_tracks="simple"), BLUE, space)
    assert (t.me.points, t.me.mortar) == (points, 1)


@pytest.mark.rule("TIN-ALT-04")
@pytest.mark.parametrize(("space", "levels"), [(1, 1), (2, 2), (3, 1), (4, 2)])
def test_simple_purple_raises_one_skill_by_all_its_points(space: int, levels: int) -> None:
    t = advanced(standard(bonus_tracks="simple"), PURPLE, space)
    t.rejects(ChooseSkill(4), "TIN-BON-12")
    t.play(0, ChooseSkill(2))
    assert (t.me.skills, t.point()) == ((1, 1, 1 + levels, 1), "turn")


@pytest.mark.rule("TIN-ALT-05")
@pytest.mark.parametrize("space", [1, 2, 3, 4])
def test_simple_green_draws_as_many_plants_as_its_space(space: int) -> None:
    assert sum(advanced(standard(bonus_tracks="simple"), GREEN, space).me.plants) == space


@pytest.mark.rule("TIN-ALT-10", "TIN-ALT-11", "TIN-RUL-100")
def test_powder_equipment_and_level_follow_from_the_markers() -> None:
    t = standard(bonus_tracks="powder")
    found = []
    for space in range(5):
        t.me.bonus = (0, space, space, 0)
        found.append((equipment(t.state, t.me), powder_level(t.state, t.me)))
    assert found == [(0, 0), (1, 1), (2, 2), (3, 3), (3, 3)]
    t = advanced(standard(bonus_tracks="powder"), PURPLE, 4)
    t.play(0, ChooseSkill(3))
    assert t.me.skills == (1, 1, 1, 2)
    assert advanced(standard(bonus_tracks="powder"), BLUE, 1).me.points == 2
