"""Rolling ingredient dice: the Harvest action and Harvest spaces of the study track (chapter Harvest action)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import DiscardDie
from engine_core.games.azerland.events import DiceRolled, DieDiscarded, Gained
from engine_core.games.azerland.frames import Frame, frame
from engine_core.games.azerland.gains import added
from engine_core.games.azerland.rewards import NO_TOKENS
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.streams import INGREDIENT_DICE
from engine_core.games.azerland.vocabulary import DISCARD_DIE, EFFICIENCY, FROM_DICE
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

EFFICIENCY_DICE: Final = 2
"""Rolled more and discarded again (AZE-POT-39)."""
_EFFICIENCY_BIT: Final = 1 << EFFICIENCY


def harvest(state: AzerlandState, seat: int, player: Player, number: int, sink: Sink | None) -> None:
    """Roll that many dice, from left to right, and gain the faces; with Efficiency 2 more, of which 2 are discarded first
    (AZE-HARV-01 to 03, AZE-HARV-05, AZE-RUL-38, AZE-RUL-40)."""
    efficiency = player.abilities & _EFFICIENCY_BIT
    if efficiency:
        number += EFFICIENCY_DICE
    same_face = state.data.same_face
    below = state.rng.below
    faces = len(same_face)
    dice = tuple([same_face[below(INGREDIENT_DICE, faces)] for _ in range(number)])
    state._revealed = True
    if sink:
        sink(EVERYONE, DiceRolled(seat, dice))
    if efficiency:
        push(state, frame(DISCARD_DIE, EFFICIENCY_DICE, dice=dice))
    else:
        _collect(state, seat, player, dice, sink)


def _collect(state: AzerlandState, seat: int, player: Player, dice: tuple[int, ...], sink: Sink | None) -> None:
    """Gain what the remaining dice show (AZE-HARV-02)."""
    gains = state.data.die_gain
    gained = NO_TOKENS
    for face in dice:
        if face != NONE:
            gained = added(gained, gains[face])
    player.ingredients = added(player.ingredients, gained)
    if sink:
        sink(EVERYONE, Gained(seat, FROM_DICE, 0, 0, 0, gained, NO_TOKENS))


def discardable(top: Frame) -> list[int]:
    """The dice that can be discarded: of equal ones the first in the order rolled."""
    dice = top.dice
    return [index for index, face in enumerate(dice) if face != NONE and dice.index(face) == index]


def discard_die(state: AzerlandState, seat: int, player: Player, action: DiscardDie, sink: Sink | None) -> None:
    """Efficiency: one die less; with the second the others are gained (AZE-POT-39)."""
    top = state.pending[-1]
    where = action.die_index
    dice = (*top.dice[:where], NONE, *top.dice[where + 1 :])
    if sink:
        sink(EVERYONE, DieDiscarded(seat, where))
    if top.left > 1:
        swap_top(state, frame(DISCARD_DIE, top.left - 1, dice=dice))
    else:
        pop(state)
        _collect(state, seat, player, dice, sink)
