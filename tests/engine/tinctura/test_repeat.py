"""White 3 with tea (TIN-BON-09, TIN-RUL-24): each execution counts as its own action; free actions lie between."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import ProduceTea, RepeatAction, ResolveBonus, TradePlants
from engine_core.games.tinctura.vocabulary import BERRY, BIG_BREW, HERB, ROOT
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
