"""What holds in every position of the solo game: the cards, the reserved plants, the frames of Melanie's turn (chapter Solo Mode)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.melanie_plants import takes
from engine_core.games.tinctura.melanie_turn import ACT, ACTIONS, AGAIN_ACT, GATHERING, VISIT
from engine_core.games.tinctura.merchant import ware_left
from engine_core.games.tinctura.patient_cards import NO_PLANTS
from engine_core.games.tinctura.solo_tables import MERCHANT_CARDS, SOLO_CARDS
from engine_core.games.tinctura.state import TincturaState, courses_of_the_day
from engine_core.games.tinctura.vocabulary import (
    APPRENTICE_SPACES,
    ASK_APPRENTICE,
    ASK_COURSE,
    ASK_PATIENT,
    ASK_PLANT,
    ASK_SKILL,
    ASK_WARE,
    BONUS,
    EXPERIMENTS,
    EXTRA_PLANT,
    FINAL,
    HOURS,
    LAST_HOUR,
    LEFTOVER,
    MELANIE,
    MELANIE_TURN,
    MOST_SOLO_OPTIONS,
    MOST_WARES,
    PLAN_PHASE,
    PLANT_TYPES,
    SHARE_16,
    SKILL,
    SKILL_CHOICE,
    SOLO_CHOICE,
    WARE,
    WARE_GAINED,
)
from engine_core.vocabulary import NONE

_ASKERS: Final = {
    ASK_PATIENT: MELANIE_TURN,
    ASK_COURSE: MELANIE_TURN,
    ASK_APPRENTICE: MELANIE_TURN,
    ASK_SKILL: SKILL_CHOICE,
    ASK_WARE: LEFTOVER,
}
"""The kind of frame that puts a question to the human; a plant is asked for in two kinds."""
_MELANIES: Final = frozenset(
    {SKILL_CHOICE, BONUS, EXTRA_PLANT, SHARE_16, LEFTOVER, SOLO_CHOICE, WARE_GAINED, EXPERIMENTS, MELANIE_TURN}
)
"""Kinds of frames that Melanie can have; the others are put to a seat, which she is not."""


def solo_faults(state: TincturaState) -> Iterator[str]:
    """Cards, markers, and what lies on Melanie's patients."""
    solo = state.solo
    if solo is None:
        return
    if sorted([*solo.cards, *solo.revealed]) != list(range(SOLO_CARDS)):
        yield f"solo.cards, solo.revealed: the {SOLO_CARDS} cards, each once"
    if sorted([*solo.merchant_cards, *solo.merchant_revealed]) != list(range(MERCHANT_CARDS)):
        yield f"solo.merchant_cards, solo.merchant_revealed: the {MERCHANT_CARDS} cards, each once"
    if len(solo.cards) < _turns_to_come(state):
        yield "solo.cards: one for each turn of Melanie's that comes today"
    patients = state.players[MELANIE].patients
    if len(solo.reserved) != len(patients):
        yield "solo.reserved: an entry per patient of Melanie's"
        return
    for place, (patient, lying) in enumerate(zip(patients, solo.reserved, strict=True)):
        if takes(state.data.patients[patient].recipes[0], NO_PLANTS, lying) != lying:
            yield f"solo.reserved[{place}]: plants that the upper recipe of the patient takes"


def _turns_to_come(state: TincturaState) -> int:
    """How many solo cards the rest of the day needs (TIN-SOLO-06)."""
    if state.phase <= PLAN_PHASE:
        return HOURS
    if state.phase >= FINAL:
        return 0
    return LAST_HOUR - state.hour + (MELANIE in state.order[len(state.order) - state.turns_left :])


def solo_frame_faults(state: TincturaState, place: int) -> Iterator[str]:
    """Of the frame of that place on the stack."""
    waiting = state.pending[place]
    if state.solo is None:
        if waiting.kind in (SOLO_CHOICE, MELANIE_TURN):
            yield "kind: of the solo game"
        return
    if waiting.seat != MELANIE:
        if waiting.kind in (SOLO_CHOICE, MELANIE_TURN):
            yield "seat: Melanie, for whom the human decides"
    elif waiting.kind not in _MELANIES:
        yield "seat: a human, Melanie is not asked"
    elif waiting.kind == SOLO_CHOICE:
        yield from _question_faults(state, waiting, state.pending[place - 1] if place else None)
    elif waiting.kind == MELANIE_TURN:
        yield from _turn_faults(state, waiting)


def _question_faults(state: TincturaState, waiting: Frame, below: Frame | None) -> Iterator[str]:
    """Two different options or more, each of which the frame below can carry out."""
    question, choices = waiting.question, waiting.choices
    if not 2 <= len(choices) <= MOST_SOLO_OPTIONS or sorted(set(choices)) != list(choices):
        yield f"choices: 2 to {MOST_SOLO_OPTIONS} different ones, sorted"
    elif below is None or below.seat != MELANIE:
        yield "kind: the frame below is Melanie's"
    elif question == ASK_PLANT:
        if below.kind != SHARE_16 and (below.kind, below.done) != (MELANIE_TURN, GATHERING):
            yield "question: a plant is asked for in the forest"
    elif below.kind != _ASKERS.get(question, NONE):
        yield "question: one that the frame below puts"
    if not all(_is_there(state, question, choice) for choice in choices):
        yield "choices: what is there to choose from"


def _is_there(state: TincturaState, question: int, choice: int) -> bool:
    if question == ASK_PATIENT:
        return choice in state.patients.display
    if question == ASK_COURSE:
        return choice in courses_of_the_day(state)
    if question == ASK_APPRENTICE:
        return 0 <= choice < APPRENTICE_SPACES and state.apprentices.display[choice] != NONE
    if question == ASK_PLANT:
        return 0 <= choice < PLANT_TYPES and state.forest[choice] > 0
    if question == ASK_WARE:
        return 0 <= choice < len(WARE) and ware_left(state, choice)
    return question == ASK_SKILL and 0 <= choice < len(SKILL)


def _turn_faults(state: TincturaState, waiting: Frame) -> Iterator[str]:
    """A stage that exists, and the cards that it reads."""
    assert state.solo is not None
    if not state.solo.revealed:
        yield "kind: a solo card is revealed in Melanie's turn"
    if waiting.done > GATHERING:
        yield f"done: a stage, 0 to {GATHERING}"
    if waiting.done == ACT and waiting.left >= ACTIONS:
        yield f"left: 0 to {ACTIONS - 1}"
    if (waiting.done == AGAIN_ACT) != (waiting.main != NONE):
        yield "main: the action that is repeated"
    if waiting.done == VISIT and (
        not state.solo.merchant_revealed or waiting.left > len(WARE) or waiting.amount > MOST_WARES
    ):
        yield "left, amount: an entry of the merchant card that is revealed, and the wares bought"
