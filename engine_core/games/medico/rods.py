"""Rods of Asclepius: who fulfils which condition, and what is taken for it."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.data import APPRENTICES, MedicoData
from engine_core.games.medico.events import RodTaken
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import ROD

ALL_RODS: Final = (1 << len(ROD)) - 1


def rod_counts(player: Player) -> tuple[int, ...]:
    """What counts towards each condition, in the order of the rods (MED-ROD-05 to 11, MED-RUL-26, MED-RUL-30)."""
    return (
        len(player.letters),
        player.prestige,
        player.abilities.bit_count(),
        len(player.instruments),
        len(player.fulfilled_books),
        len(player.markets),
        APPRENTICES - player.apprentices_left,
    )


def rods_reached(data: MedicoData, player: Player, fewer: int = 0) -> int:
    """The rods, as flags, whose count is at least the threshold minus ``fewer``."""
    reached = 0
    for rod, count in enumerate(rod_counts(player)):
        if count >= data.thresholds[rod] - fewer:
            reached |= 1 << rod
    return reached


def rods_within_one(state: MedicoState, player: Player) -> int:
    """The rods, as flags, that Favor 3 could take: one short at most, one left, none owned (MED-FAV-3, MED-RUL-35)."""
    open_rods = (state.gold_rods_left | state.silver_rods_left) & ~(player.gold_rods | player.silver_rods)
    return rods_reached(state.data, player, 1) & open_rods


def claim_rods(state: MedicoState, seat: int, player: Player, sink: Sink | None) -> None:
    """The check at the end of the turn: a rod for each condition fulfilled, none twice, all kept (MED-ROD-01 to 04, MED-EOT-03)."""
    owned = player.gold_rods | player.silver_rods
    due = (state.gold_rods_left | state.silver_rods_left) & ~owned
    if due:
        due &= rods_reached(state.data, player)
        rod = 0
        while due:
            if due & 1:
                take_rod(state, seat, player, rod, sink)
            due >>= 1
            rod += 1


def take_rod(state: MedicoState, seat: int, player: Player, rod: int, sink: Sink | None) -> None:
    """Gold if it is still there, otherwise silver (MED-ROD-01)."""
    bit = 1 << rod
    gold = bool(state.gold_rods_left & bit)
    if gold:
        state.gold_rods_left &= ~bit
        player.gold_rods |= bit
    else:
        state.silver_rods_left &= ~bit
        player.silver_rods |= bit
    if sink:
        sink(EVERYONE, RodTaken(seat, rod, gold))
