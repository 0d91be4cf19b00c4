"""Solo: the questions put to the human for Melanie, and the notes of her cards (chapter Solo Mode, The Golden Rule)."""

from __future__ import annotations

from collections.abc import Collection

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import SOLO_CHOOSE
from engine_core.games.tinctura.actions import SoloChoose
from engine_core.games.tinctura.events import SoloChosen
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import MELANIE, SOLO_CHOICE
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE


def ask_human(state: TincturaState, question: int, choices: tuple[int, ...], source: int) -> None:
    """Put a question to the human on the stack (TIN-RUL-72): ``choices`` are 2 to 8 numbers of the kind that ``question`` names, sorted.
    The frame below, which must be the one of the step that asks (``melanie_turn``, ``skill_choice``, ``share_16``, ``leftover``), is
    resumed with the answer, see :func:`solo_choose`; it reads ``choices`` first and asks only if they are empty."""
    push(state, frame(SOLO_CHOICE, MELANIE, question=question, choices=choices, source=source))


def legal_solo_choice(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """One action per listed option."""
    return [*SOLO_CHOOSE[: len(top.choices)]]


def refuse_solo_choose(state: TincturaState, seat: int, player: Player, action: SoloChoose) -> Rejection | None:
    """Only what is listed."""
    if action.option >= len(state.pending[-1].choices):
        return Rejection("TIN-RUL-72", "There is no such option.")
    return None


def solo_choose(state: TincturaState, seat: int, player: Player, action: SoloChoose, sink: Sink | None) -> None:
    """The human's answer: the frame below the question is resumed with ``question`` and with ``choices`` set to the number chosen alone."""
    top = state.pending[-1]
    chosen = top.choices[action.option]
    pop(state)
    if sink:
        sink(EVERYONE, SoloChosen(top.question, action.option))
    swap_top(state, evolve(state.pending[-1], question=top.question, choices=(chosen,)))


def decide(state: TincturaState, top: Frame, question: int, choices: Collection[int], source: int) -> int:
    """The only one of the choices, or the human's answer if it has come; otherwise NONE, and the question is on the stack above ``top``,
    which is the innermost frame (TIN-SOLO-47)."""
    if len(choices) == 1:
        return next(iter(choices))
    if top.question == question and top.choices and top.choices[0] in choices:
        return top.choices[0]
    ask_human(state, question, tuple(sorted(choices)), source)
    return NONE


def note(state: TincturaState, kind: int) -> int:
    """What the notes of today's latest solo card that are in force add up to for a kind; 0 if there is none (TIN-SOLO-46)."""
    assert state.solo is not None
    card = state.data.solo_cards[state.solo.revealed[-1]]
    return card.amount(kind, state.options.solo_level)
