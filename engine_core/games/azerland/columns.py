"""Phase 4: the reveal, wages, ranks and ties (chapters Phase 4 - Actions, Effect of priorities on actions, Priority ties)."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import SplitWages
from engine_core.games.azerland.events import CauldronsExchanged, ColumnStarted, PlaquetteRevealed
from engine_core.games.azerland.frames import frame
from engine_core.games.azerland.gains import gain
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.serve import STAYER, reward_no_work
from engine_core.games.azerland.state import AzerlandState, Player, own_player
from engine_core.games.azerland.vocabulary import (
    AI,
    FROM_WAGES,
    GOLD_SIDE,
    HARVEST_COLUMN,
    NUMBER_SIDE,
    PERSUASION,
    REVEAL,
    SPLIT_WAGES,
)
from engine_core.stack import pop, push

_PERSUASION_BIT: Final = 1 << PERSUASION


def reveal_plaquettes(state: AzerlandState, sink: Sink | None) -> None:
    """All plaquettes are turned over; tiles replaced by 0 tiles change hands, visitor 8 is checked, wages come next by cauldron
    (AZE-ACT-01, AZE-POT-22, AZE-RUL-19, AZE-RUL-30, AZE-RUL-53)."""
    state.phase = REVEAL
    state.order = state.cauldrons
    state.turns_left = len(state.order)
    state._revealed = True
    for seat, player in enumerate(state.players):
        if player.tiles_replaced:
            player = own_player(state, seat)
            owned = tuple(sorted(player.placed_numbers))
            returned = player.tiles.count(0) + player.tiles_replaced - owned.count(0)
            state.zero_tiles += returned
            player.tiles = owned
            player.tiles_replaced = 0
        if sink:
            sink(EVERYONE, PlaquetteRevealed(seat, player.placed_numbers, player.placed_sides))
    if sink and AI in state.cauldrons:
        row = state.data.ai_plaquettes[state.sheet][state.day - 1]
        sink(EVERYONE, PlaquetteRevealed(AI, row.numbers, row.sides))
    for holder in state.cauldrons:
        if holder != AI and STAYER in state.players[holder].display:
            reward_no_work(state, holder, own_player(state, holder), sink)


def wages_of(state: AzerlandState, player: Player) -> int:
    """The gold shown in the windows of the plaquette (AZE-PRIO-08)."""
    gold = state.data.tile_gold
    placed = zip(player.placed_numbers, player.placed_sides, strict=True)
    return sum(gold[number] for number, side in placed if side == GOLD_SIDE)


def pay_wages(state: AzerlandState, seat: int, sink: Sink | None) -> None:
    """Gold; an owner of Persuasion says first how much of it comes as apprentices (AZE-PRIO-08, AZE-POT-26, AZE-POT-27)."""
    wages = wages_of(state, state.players[seat])
    if not wages:
        return
    player = own_player(state, seat)
    if player.abilities & _PERSUASION_BIT:
        push(state, frame(SPLIT_WAGES, wages))
    else:
        gain(state, seat, player, Reward(gold=wages), FROM_WAGES, sink)


def split_wages(state: AzerlandState, seat: int, player: Player, action: SplitWages, sink: Sink | None) -> None:
    """Persuasion: a part of the wages as apprentices, the rest as gold (AZE-POT-26)."""
    wages = state.pending[-1].left
    pop(state)
    taken = action.apprentices
    gain(state, seat, player, Reward(gold=wages - taken, apprentices=taken), FROM_WAGES, sink)


# -- ranks and ties ------------------------------------------------------------------------------------------------------------


def tile_of(state: AzerlandState, participant: int, column: int) -> tuple[int, int]:
    """Number and side of what a player or the AI has in a column, once revealed."""
    if participant == AI:
        row = state.data.ai_plaquettes[state.sheet][state.day - 1]
        return row.numbers[column], row.sides[column]
    player = state.players[participant]
    return player.placed_numbers[column], player.placed_sides[column]


def start_column(state: AzerlandState, column: int, sink: Sink | None) -> None:
    """Who takes part, by number and, among equals, by cauldron; fixed for the whole column
    (AZE-PRIO-06, AZE-PRIO-07, AZE-ACT-06, AZE-ACT-07, AZE-RUL-11 to 13, AZE-RUL-17)."""
    state.phase = HARVEST_COLUMN + column
    taking_part = []
    for position, holder in enumerate(state.cauldrons):
        number, side = tile_of(state, holder, column)
        if side == NUMBER_SIDE:
            taking_part.append((number, position, holder))
    taking_part.sort()
    state.order = ranking = tuple([holder for _, _, holder in taking_part])
    state.turns_left = len(ranking)
    for rank, holder in enumerate(ranking, start=1):
        if holder != AI:
            player = own_player(state, holder)
            ranks = player.ranks
            player.ranks = (*ranks[:column], rank, *ranks[column + 1 :])  # type: ignore[assignment]  # 5 again
    if sink:
        sink(EVERYONE, ColumnStarted(column, ranking))


def exchange_cauldrons(state: AzerlandState, column: int, sink: Sink | None) -> None:
    """After the column those with equal numbers exchange: first with last, second with last but one
    (AZE-ACT-08 to 13, AZE-ACT-19, AZE-RUL-14, AZE-RUL-15)."""
    for _, group in groupby(state.order, key=lambda holder: tile_of(state, holder, column)[0]):
        tied = list(group)
        for first, second in zip(tied[: len(tied) // 2], reversed(tied), strict=False):
            _exchange(state, first, second, sink)


def _exchange(state: AzerlandState, first: int, second: int, sink: Sink | None) -> None:
    before = state.cauldrons
    held = {first: before.index(first) + 1, second: before.index(second) + 1}
    other = {first: second, second: first}
    state.cauldrons = tuple([other.get(holder, holder) for holder in before])
    if sink:
        sink(EVERYONE, CauldronsExchanged(first, held[second], second, held[first]))
