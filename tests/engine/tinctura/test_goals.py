"""Open goals (TIN-OG) and private goals (TIN-PG): what fulfils them, what they pay, when."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.codec import evolve
from engine_core.games.tinctura.actions import ForgoAction, ProduceTea
from engine_core.games.tinctura.events import OpenGoalPaid
from engine_core.games.tinctura.flow_events import PrivateGoalRevealed
from engine_core.games.tinctura.module_words import (
    ALL_TRACKS,
    BLUE_AND_PURPLE,
    EVERY_ILLNESS,
    EVERY_MEDICATION,
    FILTERING_AND_MIXING,
    FOUR_TEAS,
    MORTARS_GOAL,
    OPEN_GOAL,
    PLANTS_AFTER_KNOWLEDGE,
    PRESSING_AND_HEATING,
    PRIVATE_GOAL,
    SIX_PATIENTS,
    TABLETS_AND_SPECIALS,
    TEA_LEAD,
    THREE_JOURNEYMEN,
    THREE_OINTMENTS,
    THREE_SKILLS,
    THREE_SPECIALS,
    THREE_TABLETS,
    THREE_TINCTURES,
    TINCTURES_AND_OINTMENTS,
    WHITE_AND_GREEN,
)
from engine_core.games.tinctura.scoring import score
from tests.engine.tinctura.cards import apprentices_of, rows
from tests.engine.tinctura.table import Table, table

OPEN_POINTS = {
    row["id"]: [int(row[place]) for place in ("first", "second", "third", "fourth")] for row in rows("open_goals")
}
PRIVATE_POINTS = {row["id"]: int(row["points"]) for row in rows("private_goals")}
THREE_CARDS = tuple(sorted(apprentices_of(kind)[0] for kind in range(3)))


def goals(*open_goals: int, seats: int = 3) -> Table:
    """These goals, and others, are on display."""
    t = table(seats, open_goals=True)
    shown = sorted({*open_goals, *[goal for goal in range(8) if goal not in open_goals][: 3 - len(open_goals)]})
    t.state.week = evolve(t.state.week, open_goals=tuple(shown))
    return t


OPEN: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("TIN-OG-06", FILTERING_AND_MIXING, {"skills": (7, 1, 7, 1)}, {"skills": (7, 9, 6, 9)}),
    ("TIN-OG-07", PRESSING_AND_HEATING, {"skills": (1, 7, 1, 8)}, {"skills": (9, 6, 9, 9)}),
    ("TIN-OG-09", THREE_JOURNEYMEN, {"journeymen": THREE_CARDS}, {"journeymen": THREE_CARDS[:2]}),
    ("TIN-OG-10", TINCTURES_AND_OINTMENTS, {"produced": (0, 2, 2, 0)}, {"produced": (5, 1, 5, 5)}),
    ("TIN-OG-11", TABLETS_AND_SPECIALS, {"produced": (2, 0, 0, 2)}, {"produced": (1, 5, 5, 5)}),
    ("TIN-OG-12", WHITE_AND_GREEN, {"bonus": (4, 0, 0, 4)}, {"bonus": (4, 4, 4, 3)}),
    ("TIN-OG-13", BLUE_AND_PURPLE, {"bonus": (0, 4, 4, 0)}, {"bonus": (4, 3, 4, 4)}),
]


@pytest.mark.rule(*(rule for rule, *_ in OPEN))
@pytest.mark.parametrize(("rule", "goal", "enough", "short"), OPEN)
def test_what_fulfils_an_open_goal(rule: str, goal: int, enough: dict[str, Any], short: dict[str, Any]) -> None:
    for fields, is_met in ((enough, True), (short, False)):
        t = goals(goal)
        for name, value in fields.items():
            setattr(t.me, name, value)
        t.play(0, ForgoAction())
        paid = [event.points for event in t.happened(OpenGoalPaid) if event.open_goal == goal]
        assert paid == ([OPEN_POINTS[OPEN_GOAL.words[goal]][0]] if is_met else []), rule
        assert t.me.points == sum(event.points for event in t.happened(OpenGoalPaid))


@pytest.mark.rule("TIN-OG-08", "TIN-RUL-42")
@pytest.mark.parametrize(("mortar", "is_met"), [(4, True), (3, False)])
def test_four_teas_have_to_be_one_action(mortar: int, is_met: bool) -> None:
    t = goals(FOUR_TEAS).supply(root=8)
    t.me.mortar = mortar
    t.play(0, ProduceTea(mortar, 0)).finish_turn().next_hour()
    seat = t.asked()[0]
    assert seat == 0
    t.play(0, ProduceTea(1, 0))
    assert bool(t.happened(OpenGoalPaid)) == is_met


@pytest.mark.rule("TIN-OG-02", "TIN-OG-03")
def test_the_earlier_the_better_and_once_each() -> None:
    t = goals(FILTERING_AND_MIXING)
    points = OPEN_POINTS["filtering_and_mixing"]
    for place, seat in enumerate((0, 1, 2)):
        t.player(seat).skills = (7, 1, 7, 1)
        t.finish_turn(seat)
        assert t.player(seat).points == points[place]
    t.me.skills = (9, 1, 9, 1)
    t.finish_turn(0)
    assert t.me.points == points[0]
    assert [event.points for event in t.happened(OpenGoalPaid)] == points[:3]


@pytest.mark.rule("TIN-OG-04", "TIN-RUL-70")
def test_at_the_same_moment_the_tea_order_decides() -> None:
    t = goals(FILTERING_AND_MIXING).tea(0, 1, 3)
    for seat in range(3):
        t.player(seat).skills = (7, 1, 7, 1)
    t.play(0, ForgoAction())
    assert [event.participant for event in t.happened(OpenGoalPaid)] == [2, 1, 0]


@pytest.mark.rule("TIN-OG-01")
def test_a_goal_that_is_not_on_display_pays_nothing() -> None:
    t = goals(FOUR_TEAS, THREE_JOURNEYMEN, WHITE_AND_GREEN)
    t.me.skills = (9, 9, 9, 9)
    t.play(0, ForgoAction())
    assert (t.me.points, t.happened(OpenGoalPaid)) == (0, [])


PRIVATE: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("TIN-PG-04", EVERY_ILLNESS, {"illnesses": 0b111111}, {"illnesses": 0b111101}),
    ("TIN-PG-05", ALL_TRACKS, {"bonus": (3, 3, 4, 3)}, {"bonus": (4, 4, 4, 2)}),
    ("TIN-PG-06", THREE_SKILLS, {"skills": (7, 7, 1, 7)}, {"skills": (9, 9, 6, 6), "knowledge": 16}),
    ("TIN-PG-08", EVERY_MEDICATION, {"produced": (1, 1, 1, 1)}, {"produced": (3, 3, 3, 0)}),
    ("TIN-PG-09", MORTARS_GOAL, {"mortar": 6}, {"mortar": 5}),
    ("TIN-PG-10", SIX_PATIENTS, {"served": 6}, {"served": 5, "produced": (9, 0, 0, 0)}),
    ("TIN-PG-12", THREE_OINTMENTS, {"produced": (0, 3, 0, 0)}, {"produced": (9, 2, 9, 9)}),
    ("TIN-PG-13", THREE_TINCTURES, {"produced": (0, 0, 3, 0)}, {"produced": (9, 9, 2, 9)}),
    ("TIN-PG-14", THREE_TABLETS, {"produced": (3, 0, 0, 0)}, {"produced": (2, 9, 9, 9)}),
    ("TIN-PG-15", THREE_SPECIALS, {"produced": (0, 0, 0, 3)}, {"produced": (9, 9, 9, 2)}),
]


@pytest.mark.rule("TIN-PG-02", *(rule for rule, *_ in PRIVATE))
@pytest.mark.parametrize(("rule", "goal", "enough", "short"), PRIVATE)
def test_what_fulfils_a_private_goal(rule: str, goal: int, enough: dict[str, Any], short: dict[str, Any]) -> None:
    for fields, is_met in ((enough, True), (short, False)):
        t = table(3, private_goals=True)
        t.me.private_goal = goal
        for name, value in fields.items():
            setattr(t.me, name, value)
        points = PRIVATE_POINTS[PRIVATE_GOAL.words[goal]] if is_met else 0
        assert dict(score(t.state, 0))["private_goal"] == points, rule


@pytest.mark.rule("TIN-PG-07")
def test_the_tea_lead_is_the_first_place_on_the_tea_track() -> None:
    t = table(3, private_goals=True).tea(2, 2, 0, pile=(1, 0, 2))
    for seat in range(3):
        t.player(seat).private_goal = TEA_LEAD
    assert [dict(score(t.state, seat))["private_goal"] > 0 for seat in range(3)] == [False, True, False]


@pytest.mark.rule("TIN-PG-11", "TIN-RUL-67")
@pytest.mark.parametrize(
    ("gathered", "owned", "is_met"),
    [((2, 0, 0, 2), (2, 0, 0, 2), True), ((4, 0, 0, 4), (1, 9, 9, 2), False), ((1, 1, 1, 0), (9, 9, 9, 9), False)],
)
def test_four_plants_gathered_after_the_end_and_still_owned(
    gathered: tuple[int, int, int, int], owned: tuple[int, int, int, int], is_met: bool
) -> None:
    t = table(2, private_goals=True)
    t.me.private_goal, t.me.gathered_after_end, t.me.plants = PLANTS_AFTER_KNOWLEDGE, gathered, owned
    assert (dict(score(t.state, 0))["private_goal"] > 0) == is_met


@pytest.mark.rule("TIN-PG-02", "TIN-PG-03")
def test_private_goals_are_shown_and_paid_at_the_end_only() -> None:
    t = table(2, private_goals=True).turn(day=5, hour=16, seat=1)
    t.me.private_goal, t.me.mortar = MORTARS_GOAL, 6
    t.finish_turn(1)
    assert t.view(1).players[0].private_goal == -1
    t.to_the_end()
    assert t.view(1).players[0].private_goal == MORTARS_GOAL
    revealed = {event.participant: event.points for event in t.happened(PrivateGoalRevealed)}
    assert revealed[0] == PRIVATE_POINTS["mortars"]
    assert t.me.points == 0
    assert dict(t.outcome()[0].categories)["private_goal"] == PRIVATE_POINTS["mortars"]
