"""What is left at the merchant after closing: Fell off the Cart and the journeyman for leftovers (TIN-RUL-23)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import CLAIM_LEFTOVER, PASS_LEFTOVER
from engine_core.games.tinctura.actions import ClaimLeftover, PassLeftover
from engine_core.games.tinctura.card_events import LeftoverClaimed
from engine_core.games.tinctura.days import opening_hours
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import use_ability
from engine_core.games.tinctura.melanie_choices import decide
from engine_core.games.tinctura.melanie_picks import useful_wares
from engine_core.games.tinctura.merchant import take_ware, ware_left
from engine_core.games.tinctura.module_words import FELL_OFF_THE_CART
from engine_core.games.tinctura.payments import demand
from engine_core.games.tinctura.state import Player, TincturaState, is_melanie, own_player
from engine_core.games.tinctura.tea_track import tea_order
from engine_core.games.tinctura.vocabulary import (
    ASK_WARE,
    CART_ABILITY,
    COLOURS,
    FROM_LEFTOVER,
    LEFTOVER,
    LEFTOVER_BONUS,
    MELANIE,
    MORTAR,
    WARE_GAINED,
)
from engine_core.stack import pop, push
from engine_core.vocabulary import NONE

LEFTOVER_PRICE = 1
"""Plants that a journeyman's claim costs (TIN-APP-10)."""


def begin_leftovers(state: TincturaState, sink: Sink | None) -> None:
    """At the end of an hour: if it is the last open one, push a ``leftover`` frame per claim (``ability`` says which), so that the first
    comes first: Fell off the Cart, then journeymen in tea order (TIN-APP-10, TIN-APP-13, TIN-PERS-02, TIN-RUL-85).

    Apprentices come behind the journeymen of their seat: a service of the powder set that an earlier claim brings can train them.
    """
    first, last = opening_hours(state)
    if state.hour != last or last < first:
        return
    cards = state.data.apprentices
    claims: list[Frame] = []
    for seat in tea_order(state):
        player = state.players[seat]
        if player.personality == FELL_OFF_THE_CART:
            claims.insert(0, frame(LEFTOVER, seat, ability=CART_ABILITY))
        for owned in (player.journeymen, player.apprentices):
            abilities = [cards[card].medication for card in owned if cards[card].bonus == LEFTOVER_BONUS]
            claims += [frame(LEFTOVER, seat, ability=ability) for ability in sorted(abilities)]
    push(state, *reversed(claims))


def claimable(state: TincturaState, player: Player, ability: int) -> list[int]:
    """The wares that a claim by this ability may take: what is left, mortars where the option says so, if the price can be paid
    (TIN-APP-10, TIN-RUL-22)."""
    if ability != CART_ABILITY and sum(player.plants) < LEFTOVER_PRICE:
        return []
    wares = [colour for colour in range(COLOURS) if state.items[colour]]
    if state.mortars and state.options.leftover_includes_mortar:
        wares.append(MORTAR)
    return wares


def resume_leftover(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if something is left that can be claimed and, for a journeyman, paid; Melanie's claims: TIN-RUL-114. An apprentice who is not
    trained by now claims nothing (TIN-VIL-21, TIN-APP-03)."""
    cards, player = state.data.apprentices, state.players[seat]
    if any(cards[card].medication == top.ability for card in player.apprentices):
        pop(state)
        return False
    wares = claimable(state, player, top.ability)
    if is_melanie(state, seat):
        return _resume_for_melanie(state, top, wares, sink)
    if wares:
        return True
    pop(state)
    return False


def _resume_for_melanie(state: TincturaState, top: Frame, wares: list[int], sink: Sink | None) -> bool:
    """She claims on every day on which something useful is left; with several such wares the human picks (TIN-RUL-114)."""
    melanie = own_player(state, MELANIE)
    useful = useful_wares(state, melanie, wares)
    ware = decide(state, top, ASK_WARE, useful, FROM_LEFTOVER) if useful else NONE
    if ware != NONE or not useful:
        pop(state)
    if ware != NONE:
        claim(state, MELANIE, melanie, ware, top.ability, sink)
    return False


def legal_leftover(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Wares left, or none of them (TIN-RUL-22)."""
    legal: list[Action] = [CLAIM_LEFTOVER[ware] for ware in claimable(state, player, top.ability)]
    legal.append(PASS_LEFTOVER)
    return legal


def refuse_claim(state: TincturaState, seat: int, player: Player, action: ClaimLeftover) -> Rejection | None:
    """A ware that is left, and the plant of a journeyman's claim."""
    ability = state.pending[-1].ability
    if not ware_left(state, action.ware):
        return Rejection("TIN-RUL-22", "This ware is not left at the merchant.")
    if action.ware in claimable(state, player, ability):
        return None
    if action.ware == MORTAR and not state.options.leftover_includes_mortar:
        return Rejection("TIN-RUL-22", "A mortar is no leftover in this game.")
    return Rejection("TIN-APP-10", "A leftover costs a plant.")


def claim_leftover(state: TincturaState, seat: int, player: Player, action: ClaimLeftover, sink: Sink | None) -> None:
    """Take it: ``ware_gained`` with source ``leftover``, and for a journeyman the payment of 1 plant above it."""
    ability = state.pending[-1].ability
    pop(state)
    claim(state, seat, player, action.ware, ability, sink)


def claim(state: TincturaState, seat: int, player: Player, ware: int, ability: int, sink: Sink | None) -> None:
    """A participant takes a leftover by an ability, whose frame is done (Melanie's too)."""
    use_ability(state, seat, player, ability, sink)
    take_ware(state, ware)
    if sink:
        sink(EVERYONE, LeftoverClaimed(seat, ware, ability))
    push(state, frame(WARE_GAINED, seat, ware=ware, source=FROM_LEFTOVER))
    if ability != CART_ABILITY:
        demand(state, seat, player, LEFTOVER_PRICE, FROM_LEFTOVER, sink)


def refuse_pass(state: TincturaState, seat: int, player: Player, action: PassLeftover) -> Rejection | None:
    """Always possible."""
    return None


def pass_leftover(state: TincturaState, seat: int, player: Player, action: PassLeftover, sink: Sink | None) -> None:
    """Leave it."""
    pop(state)
