"""Melanie's turn: the solo card, the areas, the priorities (chapter Solo Mode)."""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import SoloCardRevealed
from engine_core.games.tinctura.experiments import grant_experiments
from engine_core.games.tinctura.state import Frame, TincturaState, frame, pop, push
from engine_core.games.tinctura.vocabulary import FINAL, FROM_EXPERIMENT, MELANIE, MELANIE_TURN


def begin_turn(state: TincturaState, sink: Sink | None) -> None:
    """Her turn of an hour: reveal a solo card, then the frame ``melanie_turn`` (TIN-SOLO-06); in the final production what is possible
    for her cards (TIN-RUL-77)."""
    if state.phase == FINAL:
        return
    assert state.solo is not None
    card, *rest = state.solo.cards
    state.solo = evolve(state.solo, cards=tuple(rest), revealed=(*state.solo.revealed, card))
    state._revealed = True
    if sink:
        sink(EVERYONE, SoloCardRevealed(card))
    push(state, frame(MELANIE_TURN, MELANIE))


def resume_melanie_turn(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next stage of her turn; ``done`` is its number, ``choices`` the human's answer if one was asked for.

    Not complete: areas and priorities (TIN-SOLO-07 to 47) are to be written; she experiments, her fallback (TIN-SOLO-08).
    """
    pop(state)
    grant_experiments(state, MELANIE, 1, FROM_EXPERIMENT)
    return False
