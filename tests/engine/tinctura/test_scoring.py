"""Final count and places (TIN-END-08 to 16)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.module_words import MASTERFUL_TEA_CEREMONY
from engine_core.games.tinctura.scoring import ranking, score
from engine_core.games.tinctura.vocabulary import GAME_OVER
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import KNOWLEDGE_END, apprentices_of, knowledge_space, of_illness
from tests.engine.tinctura.table import Table, table


def over(t: Table) -> Table:
    """The game is over as it stands."""
    t.state.phase, t.state.active_seat, t.state.order, t.state.turns_left, t.state.pending = GAME_OVER, NONE, (), 0, ()
    return t


def category(t: Table, name: str, seat: int = 0) -> int:
    return dict(score(t.state, seat))[name]


@pytest.mark.rule("TIN-END-09", "TIN-RUL-86")
@pytest.mark.parametrize(("seats", "places"), [(2, [10, 6]), (3, [10, 6, 3]), (4, [10, 6, 3, 0])])
def test_tea_places_pay_ten_six_three_nothing(seats: int, places: list[int]) -> None:
    t = table(seats).tea(*range(seats))
    assert [category(t, "tea_place", seat) for seat in range(seats)] == places[::-1]


@pytest.mark.rule("TIN-END-09", "TIN-PERS-08")
def test_on_a_shared_space_the_pile_decides_unless_the_ceremony_does() -> None:
    t = table(3, personalities=True).tea(3, 3, 0, pile=(1, 0, 2))
    assert [category(t, "tea_place", seat) for seat in range(3)] == [6, 10, 3]
    t.personality(MASTERFUL_TEA_CEREMONY)
    assert [category(t, "tea_place", seat) for seat in range(3)] == [10, 6, 3]


@pytest.mark.rule("TIN-END-10")
def test_the_space_of_the_tea_marker_pays_its_number() -> None:
    t = table(3).tea(7, 0, 2)
    assert [category(t, "tea_position", seat) for seat in range(3)] == [7, 0, 2]


@pytest.mark.rule("TIN-END-11")
@pytest.mark.parametrize(("space", "points"), [(KNOWLEDGE_END, 8), (KNOWLEDGE_END - 1, 0)])
def test_finished_plant_knowledge_pays_eight(space: int, points: int) -> None:
    t = table(2)
    t.me.knowledge = space
    assert category(t, "plant_knowledge") == points


@pytest.mark.rule("TIN-END-12")
@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 0), (2, 4), (3, 9), (4, 18)])
def test_journeymen_pay_by_number_and_apprentices_nothing(number: int, points: int) -> None:
    t = table(2)
    for kind in range(number):
        t.journeyman(apprentices_of(kind)[0])
    if number < 4:
        t.apprentice(apprentices_of(3)[1])
    assert category(t, "journeymen") == points


@pytest.mark.rule("TIN-END-13")
@pytest.mark.parametrize(
    ("level", "points"), [(1, 0), (2, 3), (3, 6), (4, 10), (5, 14), (6, 19), (7, 24), (8, 30), (9, 36)]
)
def test_the_least_of_five_skills_pays(level: int, points: int) -> None:
    t = table(2)
    t.me.skills, t.me.knowledge = (9, level, 9, 9), KNOWLEDGE_END
    assert category(t, "least_skill") == points
    t.me.skills, t.me.knowledge = (9, 9, 9, 9), knowledge_space(level)
    assert category(t, "least_skill") == points


@pytest.mark.rule("TIN-END-13", "TIN-RUL-109")
def test_mortars_do_not_count_as_a_skill() -> None:
    t = table(2)
    t.me.skills, t.me.knowledge, t.me.mortar = (9, 9, 9, 9), KNOWLEDGE_END, 1
    assert category(t, "least_skill") == 36


@pytest.mark.rule("TIN-END-08", "TIN-RUL-56")
def test_each_unserved_patient_costs_a_point() -> None:
    first, second = of_illness(1)[:2]
    t = table(2).patient(first, hour=8).patient(second, hour=9)
    assert category(t, "unserved_patients") == -2
    assert category(t, "unserved_patients", 1) == 0


@pytest.mark.rule("TIN-END-14", "TIN-END-15", "TIN-SET-20")
def test_the_most_points_win_however_many() -> None:
    t = table(3).tea(3, 0, 0)
    t.player(1).points = 250
    places = {seat.seat: seat.place for seat in over(t).outcome()}
    assert places[1] == 1
    assert t.outcome()[1].points == 250 + 6


@pytest.mark.rule("TIN-END-16", "TIN-RUL-87")
def test_a_tie_goes_to_whoever_is_ahead_on_the_tea_track() -> None:
    t = table(3).tea(0, 0, 0, pile=(2, 0, 1))
    t.player(2).points, t.me.points, t.player(1).points = 0, 4, 7
    assert len({seat.points for seat in over(t).outcome()}) == 1
    assert [seat.place for seat in t.outcome()] == [2, 3, 1]
    assert [seat.tie_breaks for seat in t.outcome()] == [(2,), (1,), (3,)]


@pytest.mark.rule("TIN-RUL-96")
def test_the_categories_add_up_in_the_order_of_the_chapter() -> None:
    t = over(table(4))
    t.me.points = 13
    outcome = TINCTURA.outcome(t.state).seats[0]
    assert sum(value for _, value in outcome.categories) == outcome.points
    assert [name for name, _ in outcome.categories][:3] == ["recovery_points", "unserved_patients", "tea_place"]


@pytest.mark.rule("TIN-SOLO-49", "TIN-RUL-77")
def test_the_solo_game_is_won_by_being_ahead_of_melanie() -> None:
    t = table(1)
    t.me.points, t.player(1).points = 5, 0
    over(t)
    assert [seat.place for seat in t.outcome()] == [1]
    t.me.points, t.player(1).points = 0, 5
    assert ranking(t.state) == (1, 0)
    assert [seat.place for seat in t.outcome()] == [2]
    t.me.points, t.player(1).points = 0, 4
    assert ranking(t.state) == (0, 1)
    assert [seat.place for seat in t.outcome()] == [1]


def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        TINCTURA.outcome(table(2).state)
