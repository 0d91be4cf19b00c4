"""Harvest (AZE-HARV): how many dice, what they give."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import AdvanceDisc, SpendApprentices
from engine_core.games.azerland.events import DiceRolled, Gained
from engine_core.games.azerland.vocabulary import CELERITY, FROM_DICE, HARVEST, STUDY
from tests.engine.azerland.cards import DIE_FACE, HARVEST_SPACES
from tests.engine.azerland.table import Table, named, table


def total(dice: tuple[int, ...]) -> tuple[int, ...]:
    """What these faces give in all."""
    return tuple(sum(DIE_FACE[face][kind] for face in dice) for kind in range(3))


def rolled(apprentices: int, repetitions: int = 3) -> Table:
    t = table(3)
    t.me.apprentices = max(apprentices, 1)
    return t.column(HARVEST, repetitions=repetitions).play(0, SpendApprentices(apprentices))


@pytest.mark.rule("AZE-HARV-01")
@pytest.mark.parametrize(("apprentices", "dice"), [(0, 3), (2, 5), (9, 12)])
def test_base_and_apprentices_are_the_number_of_dice(apprentices: int, dice: int) -> None:
    (roll,) = rolled(apprentices).happened(DiceRolled)
    assert len(roll.dice) == dice


@pytest.mark.rule("AZE-HARV-01", "AZE-RUL-40")
@pytest.mark.parametrize("apprentices", [10, 40, 150])
def test_dice_never_run_out(apprentices: int) -> None:
    t = rolled(apprentices)
    (roll,) = t.happened(DiceRolled)
    assert len(roll.dice) == 3 + apprentices
    assert t.me.ingredients == total(roll.dice)


@pytest.mark.rule("AZE-HARV-02")
@pytest.mark.parametrize("face", range(len(DIE_FACE)))
def test_every_face_gives_what_it_shows(face: int) -> None:
    t = table(3).draws("ingredient_dice", face, 0, 1, of=len(DIE_FACE))
    t.me.apprentices = 1
    t.column(HARVEST).play(0, SpendApprentices(0))
    assert t.me.ingredients == total((face, 0, 1))


@pytest.mark.rule("AZE-HARV-02")
def test_exactly_the_faces_rolled_are_gained_without_a_question() -> None:
    faces = set()
    for seed in range(30):
        t = table(2)
        t.draws("ingredient_dice", seed % 6, (seed + seed // 6) % 6, of=len(DIE_FACE))
        t.plan("1 2 3 4 5", "2 3 4 5 1")
        for seat in (0, 1):
            (roll,) = named(t.happened(DiceRolled), seat=seat)
            faces.update(roll.dice)
            assert t.player(seat).ingredients == total(roll.dice)
            (gained,) = named(t.happened(Gained), seat=seat, source=FROM_DICE)
            assert gained.ingredients == total(roll.dice)
        assert t.point(0) == "study_step"
    assert {DIE_FACE[face] for face in faces} == set(DIE_FACE)


@pytest.mark.rule("AZE-HARV-04")
def test_the_rolls_of_others_change_nothing() -> None:
    for fewer in (0, 5):
        t = table(3)
        t.me.apprentices = 5
        t.plan("1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2").play(0, SpendApprentices(fewer))
        rolls = t.happened(DiceRolled)
        assert [len(roll.dice) for roll in rolls] == [4 + fewer, 3, 2]
        for roll in rolls:
            assert t.player(roll.seat).ingredients == total(roll.dice)


@pytest.mark.rule("AZE-HARV-05")
@pytest.mark.parametrize("space", HARVEST_SPACES)
def test_a_harvest_space_gives_one_die(space: int) -> None:
    t = table(3)
    t.me.discs = (space - 1, 0, 0)
    t.column(STUDY, repetitions=2).play(0, AdvanceDisc(CELERITY))
    (roll,) = t.happened(DiceRolled)
    assert len(roll.dice) == 1
    assert t.me.ingredients == total(roll.dice)
