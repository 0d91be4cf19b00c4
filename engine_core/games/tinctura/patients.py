"""Taking on patients, declining them, deadlines, Premonition (chapter Take on Patients)."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import (
    DECLINE_PATIENT,
    PREMONITION_PEEK,
    PREMONITION_RETURN,
    PREMONITION_TAKE,
    TAKE_PATIENT,
)
from engine_core.games.tinctura.actions import (
    DeclinePatient,
    PremonitionPeek,
    PremonitionReturn,
    PremonitionTake,
    TakePatient,
)
from engine_core.games.tinctura.card_events import (
    PatientLeft,
    PatientsPeeked,
    PatientTaken,
    PeekedPatients,
    PeekedReturned,
)
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import use_ability
from engine_core.games.tinctura.gains import gain_points
from engine_core.games.tinctura.main_actions import begin_pharmacy_action
from engine_core.games.tinctura.melanie_plants import add_card, remove_card
from engine_core.games.tinctura.module_words import PREMONITION
from engine_core.games.tinctura.refill import leave_display
from engine_core.games.tinctura.state import Player, TincturaState, hour_index, is_melanie, own_player
from engine_core.games.tinctura.vocabulary import (
    FROM_DEADLINE,
    FROM_DECLINE,
    HOURS,
    MAIN_TAKE,
    MELANIE,
    PEEKED,
    PREMONITION_ABILITY,
)
from engine_core.games.tinctura.vocabulary import PREMONITION_PEEK as PREMONITION_PEEK_FRAME
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

MOST_PATIENTS: Final = 2
"""Active at the same time (TIN-PHARM-03)."""
PATIENT_LOST: Final = -1
"""RP for a patient declined, expired or unserved (TIN-PHARM-09, TIN-PHARM-10, TIN-END-08)."""
_ORDERS: Final = tuple(tuple(permutations(range(seen))) for seen in range(PEEKED + 1))
"""By number of cards looked at, the orders in which they can go back."""


def remove_patient(state: TincturaState, player: Player, patient: int) -> None:
    """A patient leaves a player's board and the game; its time marker is free again (TIN-PHARM-14)."""
    at = player.patients.index(patient)
    if state.solo is not None and player is state.players[MELANIE]:
        remove_card(state, player, at)
    player.patients = (*player.patients[:at], *player.patients[at + 1 :])
    player.stamps = (*player.stamps[:at], *player.stamps[at + 1 :])
    state.patients = evolve(state.patients, gone=tuple(sorted((*state.patients.gone, patient))))


def lose_patient(state: TincturaState, seat: int, player: Player, patient: int, source: int, sink: Sink | None) -> None:
    """A patient that is not served leaves, -1 RP (TIN-PHARM-09, TIN-PHARM-10)."""
    remove_patient(state, player, patient)
    if sink:
        sink(EVERYONE, PatientLeft(seat, patient, source))
    gain_points(state, seat, player, PATIENT_LOST, source, sink)


def expire(state: TincturaState, sink: Sink | None) -> None:
    """At the start of an hour every patient past its deadline leaves, in turn order; Melanie's have none
    (TIN-PHARM-08, TIN-PHARM-09, TIN-RUL-30, TIN-SOLO-12)."""
    oldest = hour_index(state) - HOURS
    if oldest <= 0:
        return
    for seat in state.order:
        stamps = state.players[seat].stamps
        if stamps and min(stamps) < oldest and not is_melanie(state, seat):
            player = own_player(state, seat)
            for patient, stamp in zip(player.patients, stamps, strict=True):
                if stamp < oldest:
                    lose_patient(state, seat, player, patient, FROM_DEADLINE, sink)


# -- declining -----------------------------------------------------------------------------------------------------------------


def offer_declines(player: Player, legal: list[Action]) -> None:
    """The own active patients; in the pre-window only (TIN-PHARM-11)."""
    legal += [DECLINE_PATIENT[patient] for patient in sorted(player.patients)]


def refuse_decline(state: TincturaState, seat: int, player: Player, action: DeclinePatient) -> Rejection | None:
    """An own patient."""
    if action.patient not in player.patients:
        return Rejection("TIN-PHARM-10", "This is no active patient of the seat.")
    return None


def decline_patient(state: TincturaState, seat: int, player: Player, action: DeclinePatient, sink: Sink | None) -> None:
    """Give a patient up, -1 RP (TIN-PHARM-10, TIN-PHARM-12)."""
    lose_patient(state, seat, player, action.patient, FROM_DECLINE, sink)


# -- taking --------------------------------------------------------------------------------------------------------------------


def _blocks_taking(state: TincturaState, player: Player) -> bool:
    """A patient in its deadline hour holds the time marker of this hour (TIN-PHARM-13, TIN-RUL-32)."""
    return not state.options.deadline_hour_auto_decline and hour_index(state) - HOURS in player.stamps


def has_slot(state: TincturaState, player: Player) -> bool:
    """Whether another patient may be taken now, whichever it is (TIN-PHARM-02, TIN-PHARM-03, TIN-PHARM-13)."""
    active = len(player.patients)
    if state.options.deadline_hour_auto_decline:
        active -= player.stamps.count(hour_index(state) - HOURS)
    return active < MOST_PATIENTS and not _blocks_taking(state, player)


def offer_patients(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """The displayed patients, whatever they need (TIN-PHARM-02 to 07)."""
    if has_slot(state, player):
        legal += [TAKE_PATIENT[space] for space, card in enumerate(state.patients.display) if card != NONE]


def refuse_take(state: TincturaState, seat: int, player: Player, action: TakePatient) -> Rejection | None:
    """A card there, a free slot, the time marker of the hour; with Premonition, the cards looked at have to go back first."""
    top = state.pending[-1]
    if top.kind == PREMONITION_PEEK_FRAME and top.left:
        return Rejection("TIN-PERS-10", "The patients looked at go back before a displayed one is taken.")
    display = state.patients.display
    if action.space >= len(display) or display[action.space] == NONE:
        return Rejection("TIN-PHARM-07", "There is no patient on this space.")
    if has_slot(state, player):
        return None
    return _no_slot(state, player)


def _no_slot(state: TincturaState, player: Player) -> Rejection:
    """Why there is no slot (:func:`has_slot`)."""
    if _blocks_taking(state, player):
        return Rejection(
            "TIN-PHARM-13", "The time marker of this hour lies on a patient that has to be declined first."
        )
    return Rejection("TIN-PHARM-03", "There are two active patients already.")


def take_patient(state: TincturaState, seat: int, player: Player, action: TakePatient, sink: Sink | None) -> None:
    """A displayed patient becomes active; the display is refilled at once (TIN-PHARM-02, TIN-PHARM-04)."""
    begin_pharmacy_action(state, seat, player, MAIN_TAKE)
    patient = state.patients.display[action.space]
    receive_patient(state, seat, player, patient, action.space, sink)
    leave_display(state, action.space, sink)


def receive_patient(
    state: TincturaState, seat: int, player: Player, patient: int, space: int, sink: Sink | None
) -> None:
    """Stamp a card with the current hour and put it on the board; ``space`` is NONE for a card from the deck. The card has still to be
    removed from where it came (TIN-PHARM-02; with ``deadline_hour_auto_decline`` the patient in its deadline hour is declined first)."""
    now = hour_index(state)
    if state.options.deadline_hour_auto_decline and not is_melanie(state, seat):
        for old, stamp in zip(player.patients, player.stamps, strict=True):
            if stamp == now - HOURS:
                lose_patient(state, seat, player, old, FROM_DECLINE, sink)
    player.patients = (*player.patients, patient)
    player.stamps = (*player.stamps, now)
    if sink:
        sink(EVERYONE, PatientTaken(seat, patient, space))
    if is_melanie(state, seat):
        add_card(state, player, sink)


# -- Premonition (TIN-PERS-09 to 11, TIN-RUL-59) ---------------------------------------------------------------------------------


def _may_peek(state: TincturaState, player: Player) -> bool:
    """A holder who has not used it today."""
    return player.personality == PREMONITION and not player.used >> PREMONITION_ABILITY & 1


def offer_peek(state: TincturaState, seat: int, player: Player, legal: list[Action]) -> None:
    """The holder, once a day, where a patient may be taken and deck and display are not empty (TIN-RUL-59)."""
    if (
        _may_peek(state, player)
        and state.patients.deck
        and any(card != NONE for card in state.patients.display)
        and has_slot(state, player)
    ):
        legal.append(PREMONITION_PEEK)


def refuse_peek(state: TincturaState, seat: int, player: Player, action: PremonitionPeek) -> Rejection | None:
    """See :func:`offer_peek`."""
    if player.personality != PREMONITION:
        return Rejection("TIN-PERS-09", "This seat does not hold Premonition.")
    if not _may_peek(state, player):
        return Rejection("TIN-PERS-09", "Premonition has been used today.")
    if not state.patients.deck:
        return Rejection("TIN-RUL-59", "The deck of patients is empty.")
    if all(card == NONE for card in state.patients.display):
        return Rejection("TIN-PHARM-07", "There is no patient on display.")
    return None if has_slot(state, player) else _no_slot(state, player)


def premonition_peek(
    state: TincturaState, seat: int, player: Player, action: PremonitionPeek, sink: Sink | None
) -> None:
    """Look at the top cards of the deck: a ``premonition`` frame whose ``left`` is the number of cards seen. The cards stay on the deck,
    and ``patients.known`` becomes that number, or stays if it is more; only the own seat learns which they are (TIN-PERS-09, 11)."""
    begin_pharmacy_action(state, seat, player, MAIN_TAKE)
    use_ability(state, seat, player, PREMONITION_ABILITY, sink)
    patients = state.patients
    seen = min(PEEKED, len(patients.deck))
    state.patients = evolve(patients, known=max(patients.known, seen))
    state._revealed = True
    if sink:
        sink(EVERYONE, PatientsPeeked(seat, seen))
        sink(seat, PeekedPatients(seat, patients.deck[:seen]))
    push(state, frame(PREMONITION_PEEK_FRAME, seat, seen))


def legal_premonition(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """``left`` > 0: take one of the cards seen, or return them; ``left`` 0, after the return: the displayed patients."""
    legal: list[Action] = []
    if top.left:
        for index in range(top.left):
            legal += PREMONITION_TAKE[index][: 1 + (top.left == PEEKED)]
        legal += PREMONITION_RETURN[: len(_ORDERS[top.left])]
    else:
        offer_patients(state, player, legal)
    return legal


def _refuse_returned() -> Rejection:
    return Rejection("TIN-PERS-10", "The patients looked at have gone back: a displayed one is taken.")


def refuse_premonition_take(
    state: TincturaState, seat: int, player: Player, action: PremonitionTake
) -> Rejection | None:
    """An index below the number seen; ``swap_rest`` only if two cards go back."""
    seen = state.pending[-1].left
    if not seen:
        return _refuse_returned()
    if action.index >= seen:
        return Rejection("TIN-RUL-59", f"Only {seen} patients were looked at.")
    if action.swap_rest and seen < PEEKED:
        return Rejection("TIN-PERS-09", "There are no two patients to be put back in another order.")
    return None


def premonition_take(
    state: TincturaState, seat: int, player: Player, action: PremonitionTake, sink: Sink | None
) -> None:
    """Take one; the others go back on top. The display is not touched (TIN-PERS-09, TIN-RUL-59)."""
    seen = state.pending[-1].left
    pop(state)
    patients, index = state.patients, action.index
    rest = (*patients.deck[:index], *patients.deck[index + 1 : seen])
    if action.swap_rest:
        rest = rest[::-1]
    patient = patients.deck[index]
    state.patients = evolve(patients, deck=(*rest, *patients.deck[seen:]), known=patients.known - 1)
    state._revealed = True
    receive_patient(state, seat, player, patient, NONE, sink)


def refuse_premonition_return(
    state: TincturaState, seat: int, player: Player, action: PremonitionReturn
) -> Rejection | None:
    """A permutation of the number seen."""
    seen = state.pending[-1].left
    if not seen:
        return _refuse_returned()
    if action.order >= len(_ORDERS[seen]):
        return Rejection("TIN-RUL-59", f"Only {seen} patients were looked at.")
    return None


def premonition_return(
    state: TincturaState, seat: int, player: Player, action: PremonitionReturn, sink: Sink | None
) -> None:
    """All go back in this order; a displayed patient is taken next (TIN-PERS-10)."""
    seen = state.pending[-1].left
    deck = state.patients.deck
    ordered = tuple([deck[at] for at in _ORDERS[seen][action.order]])
    state.patients = evolve(state.patients, deck=(*ordered, *deck[seen:]))
    if sink:
        sink(EVERYONE, PeekedReturned(seat, seen))
    swap_top(state, frame(PREMONITION_PEEK_FRAME, seat))
