"""White 3 (TIN-BON-09, TIN-RUL-24): each execution counts as its own action; free actions lie between."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import (
    EndTurn,
    ProduceMedication,
    ProduceTea,
    RepeatAction,
    ResolveBonus,
    TakePatient,
    TradePlants,
    UseFreeDraw,
    UseFreeExperiment,
)
from engine_core.games.tinctura.module_words import BIG_BREW
from engine_core.games.tinctura.vocabulary import BERRY, HERB, OINTMENT, ROOT, SPECIAL, TABLETS
from tests.engine.tinctura.cards import NUMBERS, apprentices_with, knowledge_space
from tests.engine.tinctura.table import Table, table


def brewer(mortar: int = 2, personality: int | None = None, **plants: int) -> Table:
    t = table(3, personalities=personality is not None).supply(**plants)
    t.me.bonus, t.me.mortar = (3, 0, 0, 0), mortar
    return t if personality is None else t.personality(personality)


@pytest.mark.rule("TIN-BON-09", "TIN-RUL-24")
def test_tea_is_produced_twice_with_the_mortars_of_each() -> None:
    t = brewer(root=5).play(0, ProduceTea(2, 0), RepeatAction(1))
    assert sorted(t.offered(ProduceTea)) == [(1, 0), (2, 0)]
    t.play(0, ProduceTea(2, 0))
    assert (t.me.tea, t.me.most_teas, t.me.plants[ROOT]) == (4, 2, 1)
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-BON-09", "TIN-EOD-10", "TIN-RUL-53")
def test_white_3_is_used_once_a_day_and_again_on_the_next_one() -> None:
    t = brewer(root=6).play(0, ProduceTea(1, 0), RepeatAction(1), ProduceTea(1, 0), EndTurn()).next_hour()
    t.play(0, ProduceTea(1, 0))
    assert t.point() == "turn_after"
    t.next_day().plan("pppvvvfff").play(0, ProduceTea(1, 0))
    assert (t.state.day, t.point(), t.offered(RepeatAction)) == (2, "repeat", [0, 1])


@pytest.mark.rule("TIN-RUL-24", "TIN-PERS-04")
def test_big_brew_comes_with_each_execution_and_before_the_question() -> None:
    t = brewer(personality=BIG_BREW, root=4).play(0, ProduceTea(2, 0))
    assert t.point() == "bonus"
    t.play(0, ResolveBonus(1), RepeatAction(1))
    t.play(0, ProduceTea(2, 0), ResolveBonus(1))
    assert t.me.tea == 6


@pytest.mark.rule("TIN-RUL-110", "TIN-BON-10")
def test_the_question_lapses_where_nothing_can_be_repeated_and_one_way_needs_none() -> None:
    t = brewer(root=1).play(0, ProduceTea(1, 0))
    assert t.point() == "turn_after"
    t = brewer(root=2).play(0, ProduceTea(1, 0), RepeatAction(1))
    assert (t.point(), t.me.tea) == ("turn_after", 2)


@pytest.mark.rule("TIN-RUL-40", "TIN-RUL-49")
def test_a_trade_between_can_take_the_repetition_away_and_give_it_back() -> None:
    t = brewer(berry=2, root=2).play(0, ProduceTea(1, 0))
    assert t.point() == "repeat"
    t.play(0, TradePlants(BERRY, ROOT, 2))
    assert t.me.plants == (0, 1, 1, 0)
    assert t.offered(RepeatAction) == [0]
    t.rejects(RepeatAction(1), "TIN-BON-10")
    t.play(0, TradePlants(BERRY, 2, HERB))
    assert t.offered(RepeatAction) == [0, 1]


@pytest.mark.rule("TIN-RUL-24", "TIN-PLT-07", "TIN-RUL-49")
def test_a_quick_patient_revealed_by_the_first_production_may_be_served_after_a_trade() -> None:
    t = table().display(13, 1, 2).deck(34).supply(root=3, berry=6)
    t.me.bonus, t.me.skills, t.me.knowledge = (3, 0, 0, 0), (6, 6, 6, 6), knowledge_space(6)
    t.play(0, ProduceMedication(13, SPECIAL, 1))
    assert (t.point(), t.offered(RepeatAction)) == ("repeat", [0])
    for _ in range(3):
        assert t.point() == "repeat"
        t.play(0, TradePlants(BERRY, BERRY, ROOT))
    t.play(0, RepeatAction(1))
    assert (t.point(), t.me.points, t.me.plants) == ("turn_after", 8 + 12, (0, 0, 0, 0))


@pytest.mark.rule("TIN-RUL-24", "TIN-APP-09")
def test_a_free_experiment_between_may_reach_the_level_of_the_second_patient() -> None:
    (laboratory,) = apprentices_with("experiment", "ointment")
    t = table().display(2, 8, 14).patient(1, hour=9).patient(9, hour=9).journeyman(laboratory)
    t.me.bonus, t.me.knowledge = (3, 0, 0, 0), knowledge_space(2)
    t.supply(berry=2, herb=2, mushroom=1).die(3)
    t.play(0, ProduceMedication(1, TABLETS, 1))
    assert t.offered(RepeatAction) == [0]
    t.play(0, UseFreeExperiment(OINTMENT), RepeatAction(1))
    assert (t.point(), t.me.points) == ("turn_after", 7 + 9)


@pytest.mark.rule("TIN-RUL-24", "TIN-APP-11")
def test_a_free_draw_between_may_bring_what_the_second_tea_is_made_of() -> None:
    (drawing,) = apprentices_with("draw", "ointment")
    t = brewer(root=1).journeyman(drawing).forest(herb=5).only_bag(root=2).play(0, ProduceTea(1, 0))
    assert t.offered(RepeatAction) == [0]
    t.play(0, UseFreeDraw(OINTMENT), RepeatAction(1), ProduceTea(2, 0))
    assert (t.point(), t.me.tea) == ("turn_after", 3)


@pytest.mark.rule("TIN-RUL-24", "TIN-BON-10")
def test_the_question_lapses_where_no_free_action_can_help() -> None:
    end = NUMBERS["tea_spaces"]
    t = brewer(root=1, berry=4).tea(end - 1, 0, 0).play(0, ProduceTea(1, 0))
    assert t.point() == "turn_after"
    t = brewer(root=1, berry=4).patient(1, hour=9).display(2, 3, 4).play(0, TakePatient(0))
    assert t.point() == "turn_after"
    t = brewer(herb=1, berry=1, root=4).patient(1, hour=9).display(2, 3, 4).play(0, ProduceMedication(1, TABLETS, 1))
    assert t.point() == "turn_after"
    t = brewer(herb=1, mushroom=1).patient(3, hour=9).patient(1, hour=9).display(2, 4, 5)
    t.play(0, ProduceMedication(3, OINTMENT, 1))
    assert t.point() == "turn_after"
