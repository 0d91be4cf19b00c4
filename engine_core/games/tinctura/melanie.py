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


def resume_share_pick(state: TincturaState, top: Frame, sink: Sink | None) -> bool:
    """Her pick in the share at 16 o'clock; called by :func:`~engine_core.games.tinctura.forest.resume_share` for a frame of hers, which is
    still the innermost one. Takes one plant by her priorities, or asks the human (TIN-RUL-78); true if the human has to decide.

    The frame of the next picker is :func:`~engine_core.games.tinctura.forest.next_share`'s business.
    """
    raise NotImplementedError


def resume_leftover(state: TincturaState, top: Frame, sink: Sink | None) -> bool:
    """Her claim of a leftover by a journeyman; called by :func:`~engine_core.games.tinctura.leftovers.resume_leftover` for a frame of hers
    (TIN-RUL-114). True if the human has to decide."""
    raise NotImplementedError
