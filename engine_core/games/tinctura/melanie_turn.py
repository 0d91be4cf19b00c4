"""Solo: what the parts of Melanie's turn share: its stages, what comes of trying an action, how one begins (chapter Solo Mode)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.bonus_tracks import has_double_action
from engine_core.games.tinctura.events import MelanieActs
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import use_ability
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import DOUBLE_ACTION, MELANIE, MELANIE_TURN, PHARMACY
from engine_core.stack import pop, swap_top

ABILITIES, ACT, AGAIN_ACT, COURSE_NOTE, VISIT, GATHERING = range(6)
"""Stages, ``done`` of a ``melanie_turn`` frame. ``left`` is at ``ACT`` the place of the next action among those of the solo card, at
``VISIT`` of the next ware on the merchant card, at ``GATHERING`` the number of plants still to be taken; ``amount`` is at ``VISIT`` the
number of wares bought, at ``COURSE_NOTE`` of levels; ``main`` is the action that White 3 repeats at ``AGAIN_ACT``."""

ACTIONS: Final = 8
"""Of the three areas in all (TIN-SOLO-09 to 11)."""

IMPOSSIBLE, ASKED, DONE = range(3)
"""What comes of trying an action with the turn's frame innermost: nothing has changed (but for a revealed merchant card); a question to
the human lies above the frame; the action is carried out, or its own frames are in the place of the turn's."""
Tried = int


def stage(done: int, left: int = 0, *, amount: int = 0) -> Frame:
    """A frame of her turn."""
    return frame(MELANIE_TURN, MELANIE, left, done=done, amount=amount)


def begin_action(state: TincturaState, area: int, sink: Sink | None, *then: Frame) -> None:
    """An action of village or forest begins: the innermost frame, her turn's, gives way to what has to follow it."""
    swap_top(state, *then)
    if sink:
        sink(EVERYONE, MelanieActs(area))


def begin_pharmacy_action(state: TincturaState, melanie: Player, top: Frame, main: int, sink: Sink | None) -> None:
    """An action of the pharmacy begins, for the first time or, by White 3, for the second. White 3 is used with the first action that can
    be repeated (TIN-RUL-102): whether it can is seen once the first execution is complete."""
    if top.done == AGAIN_ACT:
        pop(state)
        use_ability(state, MELANIE, melanie, DOUBLE_ACTION, sink)
    elif has_double_action(state, melanie):
        begin_action(state, PHARMACY, sink, frame(MELANIE_TURN, MELANIE, done=AGAIN_ACT, main=main))
    else:
        begin_action(state, PHARMACY, sink)
