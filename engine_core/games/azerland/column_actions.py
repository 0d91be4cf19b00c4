"""Performing the action of a column: repetitions by rank and apprentices (chapters Effect of priorities, Apprentice tokens)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import SpendApprentices
from engine_core.games.azerland.events import ApprenticesSpent
from engine_core.games.azerland.frames import frame
from engine_core.games.azerland.harvest import harvest
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import (
    APPRENTICES,
    CONCOCT,
    CONCOCT_STEP,
    HARVEST,
    SERVE,
    SERVE_TURN,
    STUDY_STEP,
    TRADE,
    TRADE_TURN,
)
from engine_core.stack import pop, push

BASES: Final = {2: (3, 2), 3: (4, 3, 2), 4: (4, 3, 3, 2)}
"""Players (the AI counts) -> repetitions by rank in Harvest, Study and Concoct (AZE-ACT-03 to 06)."""


def base_of(state: AzerlandState, player: Player, column: int) -> int:
    """The repetitions that the player's rank of today gives in a column (AZE-ACT-06, AZE-RUL-12)."""
    return BASES[len(state.cauldrons)][player.ranks[column] - 1]


def begin_action(state: AzerlandState, seat: int, player: Player, column: int, sink: Sink | None) -> None:
    """The player performs a column, for the first time today or again through visitor 42; apprentices are asked for first where they
    count (AZE-ACT-14, AZE-ACT-16, AZE-RUL-18)."""
    if column == TRADE:
        push(state, frame(TRADE_TURN))
    elif column == SERVE:
        push(state, frame(SERVE_TURN))
    elif player.apprentices:
        push(state, frame(APPRENTICES, base_of(state, player, column), column=column))
    else:
        _perform(state, seat, player, column, base_of(state, player, column), sink)


def spend_apprentices(
    state: AzerlandState, seat: int, player: Player, action: SpendApprentices, sink: Sink | None
) -> None:
    """Discard apprentices, then perform the action with the base and as many repetitions more (AZE-ACT-14, AZE-CONC-04)."""
    top = state.pending[-1]
    pop(state)
    count = action.count
    player.apprentices -= count
    if sink:
        sink(EVERYONE, ApprenticesSpent(seat, top.column, count))
    _perform(state, seat, player, top.column, top.left + count, sink)


def _perform(state: AzerlandState, seat: int, player: Player, column: int, repetitions: int, sink: Sink | None) -> None:
    if column == HARVEST:
        harvest(state, seat, player, repetitions, sink)
    elif column == CONCOCT:
        push(state, frame(CONCOCT_STEP, repetitions))
    else:
        push(state, frame(STUDY_STEP, repetitions))
