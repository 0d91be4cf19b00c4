"""Solo: choices inside effects that Melanie makes by priorities, and the questions put to the human for her (chapter Solo Mode)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import SOLO_CHOOSE
from engine_core.games.tinctura.actions import SoloChoose
from engine_core.games.tinctura.events import SoloChosen
from engine_core.games.tinctura.state import Frame, Player, TincturaState, frame, own_player, pop, push, swap_top
from engine_core.games.tinctura.tracks import raise_skill
from engine_core.games.tinctura.vocabulary import MELANIE, SKILL_CHOICE, SOLO_CHOICE


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


def resume_skill_choice(state: TincturaState, top: Frame, sink: Sink | None) -> bool:
    """A skill choice of Melanie's, point by point (TIN-RUL-82).

    Not complete: her lowest skill is taken; needed skills and the question to the human (TIN-SOLO-33, TIN-SOLO-34) are to be written.
    """
    melanie = own_player(state, MELANIE)
    end = state.data.skill_end
    lowest = min(range(4), key=lambda skill: melanie.skills[skill])
    pop(state)
    if melanie.skills[lowest] < end:
        if top.left > 1:
            push(state, frame(SKILL_CHOICE, MELANIE, top.left - 1, amount=top.amount, source=top.source))
        raise_skill(state, MELANIE, melanie, lowest, top.amount, top.source, sink)
    return False
