"""Apprentices in Harvest, Study and Concoct (AZE-ACT-14 to 17), and the order of these columns."""

from __future__ import annotations

from collections import Counter

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    Concoct,
    ConcoctDiscounted,
    DrinkPotion,
    Finish,
    ServeOrder,
    SpendApprentices,
)
from engine_core.games.azerland.events import (
    ApprenticesSpent,
    ColumnStarted,
    DiceRolled,
    Gained,
)
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    CONCOCT,
    CONCOCT_COLUMN,
    FLOWER,
    FROM_DICE,
    HARVEST,
    NOVICE,
    SERVE,
    STUDY,
    TRADE,
)
from tests.engine.azerland.table import ALL_GOLD, named, table

# -- apprentices -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-ACT-14", "AZE-CONC-01", "AZE-STUDY-01", "AZE-HARV-01")
@pytest.mark.parametrize("count", [0, 1, 4])
@pytest.mark.parametrize("column", [HARVEST, STUDY, CONCOCT])
def test_apprentices_add_repetitions(column: int, count: int) -> None:
    t = table(3)
    t.me.apprentices = 4
    t.me.ingredients = (99, 99, 99)
    t.column(column, repetitions=4)
    assert t.point() == "apprentices"
    assert t.offered(SpendApprentices) == [0, 1, 2, 3, 4]
    t.play(0, SpendApprentices(count))
    assert t.me.apprentices == 4 - count
    assert t.happened(ApprenticesSpent) == [ApprenticesSpent(0, column, count)]
    if column == HARVEST:
        assert [len(event.dice) for event in t.happened(DiceRolled)] == [4 + count]
        return
    for _ in range(4 + count):
        t.play(0, AdvanceDisc(CHARM) if column == STUDY else Concoct(CHARM))
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-ACT-15", "AZE-RUL-18")
@pytest.mark.parametrize("column", [HARVEST, STUDY, CONCOCT])
def test_apprentices_are_declared_before_the_first_repetition_and_owned(column: int) -> None:
    t = table(3)
    t.me.apprentices, t.me.ingredients = 2, (99, 99, 99)
    t.me.abilities = 4
    t.column(column)
    t.rejects(SpendApprentices(3), "AZE-ACT-15").rejects(SpendApprentices(150), "AZE-ACT-15")
    for action in (AdvanceDisc(CHARM), Concoct(CHARM), Finish()):
        t.rejects(action, "AZE-RUL-18", "AZE-RUL-50", "AZE-STUDY-01", "AZE-CONC-01")
    t.play(0, SpendApprentices(1))
    t.rejects(SpendApprentices(1), "AZE-ACT-15", "AZE-RUL-18")
    if column != HARVEST:
        t.play(0, AdvanceDisc(CHARM) if column == STUDY else Concoct(CHARM))
        t.rejects(SpendApprentices(1), "AZE-ACT-15", "AZE-RUL-18")
    assert t.me.apprentices == 1


@pytest.mark.rule("AZE-RUL-18")
def test_more_apprentices_than_can_be_used_are_not_given_back_and_none_are_not_asked_for() -> None:
    t = table(3)
    t.me.apprentices, t.me.ingredients = 7, (2, 1, 0)
    t.column(CONCOCT).play(0, SpendApprentices(7), Concoct(CHARM))
    assert (t.me.apprentices, t.asked()) == (0, (1,))
    far = table(3)
    far.me.apprentices, far.me.discs = 7, (13, 13, 12)
    far.column(STUDY).play(0, SpendApprentices(5))
    assert (far.me.discs, far.me.apprentices) == ((13, 13, 13), 2)
    without = table(3)
    without.plan("g1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2")
    assert without.point(1) == "study_step" or without.point(0) == "study_step"
    assert without.happened(ApprenticesSpent) == []


@pytest.mark.rule("AZE-ACT-14", "AZE-RUL-18")
def test_more_than_150_apprentices_are_never_offered_at_once() -> None:
    t = table(3)
    t.me.apprentices, t.me.ingredients = 400, (9, 9, 9)
    t.column(CONCOCT)
    assert t.offered(SpendApprentices) == list(range(151))
    assert t.play(0, SpendApprentices(150)).me.apprentices == 250


@pytest.mark.rule("AZE-ACT-16", "AZE-STUDY-08")
def test_apprentices_serve_nothing_else() -> None:
    trading = table(3).row(25)
    trading.me.gold, trading.me.apprentices = 9, 5
    trading.column(TRADE).rejects_kinds([SpendApprentices], "AZE-ACT-16")
    serving = table(3).town(17, 22)
    serving.me.apprentices, serving.me.potions, serving.me.ingredients = 5, (2, 2, 0), (9, 9, 9)
    serving.column(SERVE).rejects(SpendApprentices(1), "AZE-ACT-16")
    serving.play(0, ServeOrder(22))
    serving.rejects(SpendApprentices(1), "AZE-ACT-16")
    serving.play(0, AdvanceDisc(CHARM), ServeOrder(17))
    assert serving.point() == "discount_concoct"
    serving.rejects(SpendApprentices(1), "AZE-ACT-16")
    serving.play(0, ConcoctDiscounted(CHARM, FLOWER), ConcoctDiscounted(CHARM, FLOWER))
    assert serving.point() != "discount_concoct"
    drinking = table(3)
    drinking.me.apprentices, drinking.me.potions = 5, (1, 1, 1)
    drinking.drinking().rejects(SpendApprentices(1), "AZE-ACT-16")
    drinking.play(0, DrinkPotion(CELERITY, NOVICE))
    placing = table(3)
    placing.me.apprentices = 5
    placing.rejects(SpendApprentices(0), "AZE-ACT-16")


@pytest.mark.rule("AZE-ACT-16", "AZE-HARV-05")
def test_apprentices_cannot_be_used_for_a_harvest_of_the_study_track() -> None:
    t = table(3)
    t.me.apprentices, t.me.discs = 5, (1, 0, 0)
    t.column(STUDY).play(0, SpendApprentices(0), AdvanceDisc(CELERITY))
    assert t.point() == "study_step"
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [1]
    t.rejects(SpendApprentices(1), "AZE-ACT-15", "AZE-ACT-16")


@pytest.mark.rule("AZE-ACT-17")
def test_unused_repetitions_are_lost() -> None:
    t = table(2)
    for player in t.state.players:
        player.ingredients = (50, 50, 50)
    t.skip_day("1 2 3 4 5", "2 3 4 5 1")
    made: Counter[int] = Counter()
    t.plan("1 2 3 4 5", "2 3 4 5 1")
    while t.state.day == 2:
        (seat,) = t.asked()
        if t.offers(Concoct(CHARM), seat):
            made[seat] += 1
            t.play(seat, Concoct(CHARM))
        else:
            t.play(seat, t.plainest(seat))
    assert made == {0: 3, 1: 2}


@pytest.mark.rule("AZE-RUL-16", "AZE-HARV-04", "AZE-STUDY-09")
def test_harvest_and_study_go_by_rank_and_do_not_influence_each_other() -> None:
    t = table(3)
    t.state.cauldrons = (2, 1, 0)
    t.player(2).apprentices = 3
    t.player(2).abilities = 4
    t.plan("3 4 2 1 5", "2 3 1 5 4", "1 2 3 4 5")
    assert t.asked() == (2,)
    t.rejects(SpendApprentices(0), "AZE-RUL-16", seat=1)
    t.play(2, SpendApprentices(2))
    while t.point(2) == "discard_die":
        t.play(2, t.plainest(2))
    rolls = t.happened(DiceRolled)
    assert [(event.seat, len(event.dice)) for event in rolls] == [(2, 8), (1, 3), (0, 2)]
    for seat in (0, 1):
        gained = [event.ingredients for event in named(t.happened(Gained), seat=seat, source=FROM_DICE)]
        assert gained == [t.player(seat).ingredients]
    t.play(2, SpendApprentices(0), *[AdvanceDisc(CELERITY)] * 2)
    while t.point(2):
        t.play(2, t.plainest(2))
    assert t.asked() == (1,)
    t.rejects(AdvanceDisc(CHARM), "AZE-RUL-16", seat=0)
    t.play(1, AdvanceDisc(CELERITY), AdvanceDisc(CELERITY))
    assert [event.seat for event in t.happened(DiceRolled)][-1] == 1, "the same space of the own track"
    assert t.player(1).discs == (2, 0, 0)


@pytest.mark.rule("AZE-RUL-45", "AZE-CONC-05")
def test_concoct_is_resolved_by_rank() -> None:
    t = table(3)
    for player in t.state.players:
        player.ingredients = (9, 9, 9)
    t.plan("g1 g2 g3 4 5", "g1 g2 g3 5 4", "g1 g2 g4 3 5")
    t.until(CONCOCT_COLUMN)
    assert t.asked() == (2,)
    t.rejects(Concoct(CHARM), "AZE-RUL-45", seat=0).rejects(Concoct(CHARM), "AZE-RUL-45", seat=1)
    t.finish(2)
    assert t.asked() == (0,)
    t.rejects(Concoct(CHARM), "AZE-CONC-03", seat=2)
    t.play(0, Concoct(CHARM), Finish())
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-ACT-06")
def test_a_column_without_participants_is_passed_over() -> None:
    t = table(3)
    t.plan(ALL_GOLD, ALL_GOLD, ALL_GOLD)
    assert t.state.day == 2
    assert [event.ranking for event in t.happened(ColumnStarted)] == [()] * 5
