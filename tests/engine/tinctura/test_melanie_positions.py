"""Positions of the solo game written by hand: what Melanie's turn could not go on from is named."""

from __future__ import annotations

import pytest

from engine_core.codec import evolve
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.melanie_turn import ACT, AGAIN_ACT, GATHERING, VISIT, stage
from engine_core.games.tinctura.positions import shape_faults
from engine_core.games.tinctura.vocabulary import (
    ASK_APPRENTICE,
    ASK_COURSE,
    ASK_PATIENT,
    ASK_PLANT,
    ASK_SKILL,
    ASK_WARE,
    LEFTOVER,
    MELANIE,
    SHARE_16,
    SKILL_CHOICE,
    SOLO_CHOICE,
    TABLETS,
    TURN_AFTER,
)
from tests.engine.tinctura.solo_table import act, holds, solo
from tests.engine.tinctura.table import Table

SKILLS_FRAME = frame(SKILL_CHOICE, MELANIE, 1, amount=1)


def faults(*frames: Frame, of: Table | None = None) -> list[str]:
    """What is wrong with this stack in a position that is otherwise right: two berries and two herbs in the forest."""
    t = of or act(solo()).forest(berry=2, herb=2).items(white=1, blue=1).display(1, 5)
    if SHARE_16 in [waiting.kind for waiting in frames]:
        t.state.hour, t.player(MELANIE).gathering = 16, True
    t.state.pending = frames
    t.state.active_seat = 0
    return [fault.split(": ", 1)[0] for fault in shape_faults(t.state)]


def question(kind: int, *choices: int, seat: int = MELANIE) -> Frame:
    return frame(SOLO_CHOICE, seat, question=kind, choices=choices)


@pytest.mark.rule("TIN-RUL-72")
@pytest.mark.parametrize(
    ("below", "asked"),
    [
        (stage(ACT, 1), question(ASK_PATIENT, 1, 5)),
        (stage(ACT), question(ASK_COURSE, 11, 12)),
        (SKILLS_FRAME, question(ASK_SKILL, 0, 4)),
        (stage(GATHERING, 1), question(ASK_PLANT, 0, 1)),
        (frame(SHARE_16, MELANIE), question(ASK_PLANT, 0, 1)),
        (frame(LEFTOVER, MELANIE, ability=TABLETS), question(ASK_WARE, 0, 1)),
    ],
)
def test_a_question_that_can_be_answered_is_no_fault(below: Frame, asked: Frame) -> None:
    assert faults(below, asked) == []


@pytest.mark.rule("TIN-RUL-72")
@pytest.mark.parametrize(
    ("fault", "frames"),
    [
        ("pending[1].choices", (stage(ACT, 1), question(ASK_PATIENT, 1))),
        ("pending[1].choices", (stage(ACT, 1), question(ASK_PATIENT, 5, 1))),
        ("pending[1].choices", (stage(ACT, 1), question(ASK_PATIENT, 1, 38))),
        ("pending[1].choices", (stage(ACT, 3), question(ASK_COURSE, 1, 11))),
        ("pending[1].choices", (stage(ACT, 5), question(ASK_APPRENTICE, 0, 1))),
        ("pending[1].choices", (SKILLS_FRAME, question(ASK_SKILL, 1, 5))),
        ("pending[1].choices", (frame(SHARE_16, MELANIE), question(ASK_PLANT, 0, 3))),
        ("pending[1].choices", (frame(LEFTOVER, MELANIE, ability=TABLETS), question(ASK_WARE, 0, 4))),
        ("pending[1].question", (SKILLS_FRAME, question(ASK_PATIENT, 1, 5))),
        ("pending[1].question", (stage(ACT), question(ASK_PLANT, 0, 1))),
        ("pending[0].kind", (question(ASK_PATIENT, 1, 5),)),
        ("pending[1].seat", (stage(ACT), question(ASK_PATIENT, 1, 5, seat=0))),
        ("pending[0].seat", (frame(TURN_AFTER, MELANIE), SKILLS_FRAME, question(ASK_SKILL, 0, 1))),
        ("pending[0].done", (stage(GATHERING + 1), question(ASK_PATIENT, 1, 5))),
        ("pending[0].left", (stage(ACT, 8), question(ASK_PATIENT, 1, 5))),
        ("pending[0].main", (stage(AGAIN_ACT), question(ASK_PATIENT, 1, 5))),
        ("pending[0].left, amount", (stage(VISIT, 6), question(ASK_PATIENT, 1, 5))),
    ],
)
def test_a_stack_that_could_not_go_on_is_named(fault: str, frames: tuple[Frame, ...]) -> None:
    assert fault in faults(*frames)


@pytest.mark.rule("TIN-SOLO-06")
def test_in_her_turn_a_card_is_revealed() -> None:
    assert faults(stage(ACT, 1), question(ASK_PATIENT, 1, 5), of=solo().display(1, 5)) == ["pending[0].kind"]


@pytest.mark.rule("TIN-SOLO-06")
@pytest.mark.parametrize(
    ("hour", "has_acted", "needed"), [(8, False, 9), (10, False, 7), (10, True, 6), (16, False, 1), (16, True, 0)]
)
def test_there_is_a_card_for_each_turn_of_hers_that_comes_today(hour: int, has_acted: bool, needed: int) -> None:
    def with_cards(number: int) -> Table:
        t = solo(hour=hour)
        assert t.state.solo is not None
        t.state.solo = evolve(t.state.solo, cards=tuple(range(number)), revealed=tuple(range(number, 12)))
        if has_acted:
            t.state.turns_left = 0
        return t

    if needed:
        faults = [fault.split(":")[0] for fault in shape_faults(with_cards(needed - 1).state)]
        assert faults == ["solo.cards"]
    assert list(shape_faults(with_cards(needed).state)) == []
    with_cards(needed).next_day()


@pytest.mark.rule("TIN-RUL-75")
def test_what_lies_on_a_card_is_what_its_upper_recipe_takes() -> None:
    assert list(shape_faults(holds(solo(), 1, berry=1).state)) == []
    assert [fault.split(":")[0] for fault in shape_faults(holds(solo(), 1, root=1).state)] == ["solo.reserved[0]"]
    t = holds(solo(), 1)
    assert t.state.solo is not None
    t.state.solo = evolve(t.state.solo, reserved=())
    assert [fault.split(":")[0] for fault in shape_faults(t.state)] == ["solo.reserved"]
