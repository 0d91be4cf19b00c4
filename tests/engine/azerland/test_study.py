"""Study (AZE-STUDY): steps, Harvest spaces, levels."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    DrinkPotion,
    Finish,
    ServeOrder,
    SpendApprentices,
)
from engine_core.games.azerland.events import DiceRolled, DiscAdvanced
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    EXPERT,
    INTELLIGENCE,
    INTERMEDIATE,
    NOVICE,
    SERVE,
    STUDY,
    TRADE,
)
from tests.engine.azerland.cards import HARVEST_SPACES, LAST_SPACE, LEVEL_SPACE, PRESTIGE
from tests.engine.azerland.table import Table, table


def student(*discs: int, repetitions: int = 3) -> Table:
    t = table(3)
    if discs:
        celerity, charm, intelligence = discs
        t.me.discs = (celerity, charm, intelligence)
    return t.column(STUDY, repetitions=repetitions)


@pytest.mark.rule("AZE-STUDY-01")
def test_the_steps_are_split_freely() -> None:
    for choice, discs in [
        ((CELERITY, CELERITY, CELERITY), (3, 0, 0)),
        ((CHARM, INTELLIGENCE, CHARM), (0, 2, 1)),
        ((INTELLIGENCE, CELERITY, CHARM), (1, 1, 1)),
    ]:
        t = student()
        for potion in choice:
            assert t.offered(AdvanceDisc) == [CELERITY, CHARM, INTELLIGENCE]
            t.play(0, AdvanceDisc(potion))
        assert t.me.discs == discs
        assert t.asked() == (1,)
        t.rejects(AdvanceDisc(CHARM), "AZE-ACT-17", "AZE-STUDY-01")


@pytest.mark.rule("AZE-STUDY-02", "AZE-RUL-41")
def test_a_harvest_space_is_resolved_before_the_next_step() -> None:
    t = student(1, 0, 0, repetitions=2)
    assert 2 in HARVEST_SPACES
    t.play(0, AdvanceDisc(CELERITY))
    assert len(t.happened(DiceRolled)) == 1
    assert sum(t.me.ingredients) >= 1
    assert t.point() == "study_step"
    kinds = [type(event) for event in t.events if isinstance(event, DiscAdvanced | DiceRolled)]
    t.play(0, AdvanceDisc(CELERITY))
    assert kinds == [DiscAdvanced, DiceRolled]
    assert len(t.happened(DiceRolled)) == 1, "space 3 is no Harvest space"


@pytest.mark.rule("AZE-STUDY-02")
def test_every_harvest_space_on_the_way_counts() -> None:
    t = student(0, 0, 6, repetitions=7)
    t.play(0, *[AdvanceDisc(INTELLIGENCE)] * 7)
    assert t.me.discs == (0, 0, LAST_SPACE)
    assert len(t.happened(DiceRolled)) == sum(space > 6 for space in HARVEST_SPACES) == 3
    for space in range(LAST_SPACE):
        step = student(space, 0, 0, repetitions=2)
        step.play(0, AdvanceDisc(CELERITY))
        assert len(step.happened(DiceRolled)) == (space + 1 in HARVEST_SPACES)


@pytest.mark.rule("AZE-STUDY-03")
def test_two_discs_trigger_the_same_space_once_each() -> None:
    t = student(1, 1, 0, repetitions=2)
    t.play(0, AdvanceDisc(CELERITY), AdvanceDisc(CHARM))
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [1, 1]


@pytest.mark.rule("AZE-STUDY-02", "AZE-STUDY-03")
def test_the_example_of_the_rulebook() -> None:
    t = student(repetitions=4)
    t.play(0, AdvanceDisc(CHARM), AdvanceDisc(CHARM), AdvanceDisc(CELERITY), AdvanceDisc(CELERITY))
    assert len(t.happened(DiceRolled)) == 2
    three = student(repetitions=3).play(0, *[AdvanceDisc(CELERITY)] * 3)
    assert len(three.happened(DiceRolled)) == 1


def bonus_at(space: int) -> int:
    """The study-level bonus of an order of one celerity potion with the disc on a space."""
    t = table(3).town(11)
    t.me.potions, t.me.discs = (1, 0, 0), (space, 0, 0)
    t.column(SERVE).play(0, ServeOrder(11))
    return t.me.prestige - PRESTIGE[11]


def effects_at(space: int) -> list[int]:
    """The celerity effects on offer with the disc on a space."""
    t = table(3)
    t.me.potions, t.me.discs = (1, 0, 0), (space, 0, 0)
    return [level for _, level in t.drinking().offered(DrinkPotion)]


@pytest.mark.rule("AZE-STUDY-04", "AZE-STUDY-05", "AZE-RUL-42")
@pytest.mark.parametrize("space", range(LAST_SPACE + 1))
def test_a_disc_at_or_beyond_a_level_space_has_the_level(space: int) -> None:
    level = EXPERT if space >= LEVEL_SPACE[2] else INTERMEDIATE if space >= LEVEL_SPACE[1] else NOVICE
    assert bonus_at(space) == level
    assert effects_at(space) == list(range(level + 1))


@pytest.mark.rule("AZE-STUDY-04", "AZE-STUDY-05")
@pytest.mark.parametrize("level", [INTERMEDIATE, EXPERT])
def test_a_level_counts_from_the_step_that_reaches_it(level: int) -> None:
    t = student(LEVEL_SPACE[level] - 1, 0, 0)
    assert t.view(1).players[0].levels == (level - 1, 0, 0)
    t.play(0, AdvanceDisc(CELERITY))
    assert t.view(1).players[0].levels == (level, 0, 0)
    assert t.happened(DiscAdvanced)[-1] == DiscAdvanced(0, CELERITY, LEVEL_SPACE[level], level)


@pytest.mark.rule("AZE-STUDY-06")
def test_levels_are_independent_and_never_fall() -> None:
    t = table(3)
    t.me.discs = (LEVEL_SPACE[2], 0, LEVEL_SPACE[1])
    assert t.view(0).players[0].levels == (EXPERT, NOVICE, INTERMEDIATE)
    for day in range(2, 7):
        t.skip_day("1 2 3 4 5")
        assert t.state.day == day
        levels = t.view(0).players[0].levels
        assert levels[0] == EXPERT
        assert levels[2] >= INTERMEDIATE
    t.me.potions = (3, 3, 3)
    t.town(10, 11, 18).column(SERVE)
    discs = t.me.discs
    t.play(0, ServeOrder(10), ServeOrder(11), Finish())
    assert t.me.discs == discs


def by_action(t: Table) -> None:
    t.column(STUDY, repetitions=1)


def by_potion(t: Table) -> None:
    t.me.potions = (0, 0, 1)
    t.level(INTELLIGENCE, INTERMEDIATE).drinking().play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE))


def by_market_card(t: Table) -> None:
    t.me.gold = 9
    t.row(8, 25).column(TRADE).play(0, BuyMarketCard(8))


def by_visitor(t: Table) -> None:
    t.me.potions = (2, 0, 0)
    t.town(22).column(SERVE).play(0, ServeOrder(22))


@pytest.mark.rule("AZE-STUDY-07")
@pytest.mark.parametrize("source", [by_action, by_potion, by_market_card, by_visitor])
def test_steps_from_any_source_harvest_and_reach_levels(source: Callable[[Table], None]) -> None:
    t = table(3)
    t.me.discs = (LEVEL_SPACE[1] - 1, 1, 0)
    source(t)
    assert t.point() == "study_step"
    if t.state.pending[-1].left > 1:
        t.play(0, AdvanceDisc(CHARM))
        assert len(t.happened(DiceRolled)) == 1, "the Harvest space"
    t.play(0, AdvanceDisc(CELERITY))
    assert t.view(0).players[0].levels[CELERITY] == INTERMEDIATE
    other = table(3)
    other.me.discs = (LEVEL_SPACE[1] - 1, 1, 0)
    source(other)
    other.play(0, AdvanceDisc(CHARM))
    assert len(other.happened(DiceRolled)) == 1


@pytest.mark.rule("AZE-STUDY-08")
@pytest.mark.parametrize("source", [by_potion, by_market_card, by_visitor])
def test_steps_from_other_sources_take_no_apprentices(source: Callable[[Table], None]) -> None:
    t = table(3)
    t.me.apprentices = 4
    source(t)
    assert t.point() == "study_step"
    t.rejects(SpendApprentices(1), "AZE-ACT-16", "AZE-ACT-15")
    while t.point() == "study_step":
        t.play(0, AdvanceDisc(CHARM))
    assert t.me.apprentices == 4


@pytest.mark.rule("AZE-STUDY-09")
def test_the_steps_of_others_change_nothing() -> None:
    discs = set()
    for potion in (CELERITY, CHARM):
        t = table(2)
        t.plan("1 2 3 4 5", "2 3 4 5 1").play(0, *[AdvanceDisc(potion)] * 3)
        t.play(1, AdvanceDisc(CELERITY), AdvanceDisc(CELERITY))
        assert [event.seat for event in t.happened(DiceRolled)].count(1) == 2, "Harvest and the space"
        discs.add(t.player(1).discs)
    assert discs == {(2, 0, 0)}


@pytest.mark.rule("AZE-STUDY-10", "AZE-RUL-41")
def test_a_disc_on_the_last_space_cannot_move_and_needless_steps_are_lost() -> None:
    t = student(LAST_SPACE, LAST_SPACE - 1, LAST_SPACE - 1, repetitions=9)
    t.rejects(AdvanceDisc(CELERITY), "AZE-STUDY-10")
    assert t.offered(AdvanceDisc) == [CHARM, INTELLIGENCE]
    t.rejects(Finish(), "AZE-STUDY-01", "AZE-RUL-41", "AZE-RUL-50")
    t.play(0, AdvanceDisc(CHARM))
    assert t.me.discs == (LAST_SPACE,) * 3, "the only disc that can move has moved"
    assert t.asked() == (1,)
    serving = table(3).town(12, 10)
    serving.me.discs, serving.me.potions = (LAST_SPACE,) * 3, (0, 3, 0)
    serving.column(SERVE).play(0, ServeOrder(12))
    assert serving.point() == "serve_turn"


@pytest.mark.rule("AZE-STUDY-10")
def test_steps_are_compulsory_while_a_disc_can_move() -> None:
    t = table(2)
    t.me.discs = (LAST_SPACE, LAST_SPACE, 0)
    t.plan("1 2 3 4 5", "2 3 4 5 1")
    assert t.me.discs == (LAST_SPACE, LAST_SPACE, 3), "taken without asking"
    assert t.asked() == (1,)
    t.rejects(Finish(), "AZE-RUL-50", "AZE-STUDY-10", seat=1)
