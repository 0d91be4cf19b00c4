"""Producing tea (chapter Produce Tea)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import TEAS
from engine_core.games.tinctura.actions import ProduceTea
from engine_core.games.tinctura.bonus_tracks import offer_tea_steps
from engine_core.games.tinctura.events import TeaProduced
from engine_core.games.tinctura.gains import give_up
from engine_core.games.tinctura.main_actions import begin_pharmacy_action
from engine_core.games.tinctura.module_words import BIG_BREW
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tea_track import move_tea, tea_room
from engine_core.games.tinctura.vocabulary import FROM_PERSONALITY, FROM_TEA, HERB, MAIN_TEA, MOST_TEAS, ROOT

BIG_BREW_TEAS: Final = 2
"""In one action (TIN-PERS-04)."""


def offer_tea(state: TincturaState, seat: int, player: Player, legal: list[Action]) -> None:
    """1 tea up to the mortar level, from roots and herbs, as far as the track has room (TIN-TEA-01, TIN-TEA-02, TIN-TEA-09 to 11)."""
    plants = player.plants
    roots, herbs = plants[ROOT], plants[HERB]
    if roots or herbs:
        most = min(player.mortar, tea_room(state, seat, player))
        legal += TEAS[min(roots, MOST_TEAS)][min(herbs, MOST_TEAS)][most]


def refuse_tea(state: TincturaState, seat: int, player: Player, action: ProduceTea) -> Rejection | None:
    """Mortars, plants, room on the track."""
    teas = action.roots + action.herbs
    if teas > player.mortar:
        return Rejection("TIN-TEA-01", "There are fewer mortars than teas.")
    if action.roots > player.plants[ROOT] or action.herbs > player.plants[HERB]:
        return Rejection("TIN-TEA-02", "Each tea costs a root or a herb of the own supply.")
    room = tea_room(state, seat, player)
    if teas > room:
        rule = "TIN-TEA-10" if player.tea == state.data.tea_end else "TIN-TEA-09"
        return Rejection(rule, f"The tea track has room for {room} only.")
    return None


def produce_tea(state: TincturaState, seat: int, player: Player, action: ProduceTea, sink: Sink | None) -> None:
    """Pay, move, and Big Brew (TIN-TEA-03 to 08, TIN-PERS-04)."""
    begin_pharmacy_action(state, seat, player, MAIN_TEA)
    brew(state, seat, player, action.roots, action.herbs, sink)
    if player.personality == BIG_BREW and action.roots + action.herbs >= BIG_BREW_TEAS:
        offer_tea_steps(state, seat, 1, FROM_PERSONALITY)


def brew(
    state: TincturaState, seat: int, player: Player, roots: int, herbs: int, sink: Sink | None, *, more_steps: int = 0
) -> None:
    """One tea action: so many roots and herbs become teas (TIN-OG-08 counts them). A note of Melanie's adds steps to the same move."""
    give_up(state, seat, player, (herbs, 0, 0, roots), FROM_TEA, sink)
    teas = roots + herbs
    player.most_teas = max(player.most_teas, teas)
    if sink:
        sink(EVERYONE, TeaProduced(seat, teas, False))
    move_tea(state, seat, player, teas + more_steps, FROM_TEA, sink)
