"""Positions by hand: frames of production, payment, Premonition and powder that the rules could not play on from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.options import POWDER_TRACKS
from engine_core.games.tinctura.patient_cards import NO_CARD
from engine_core.games.tinctura.patients import has_slot
from engine_core.games.tinctura.production import legal_mushrooms, legal_omit
from engine_core.games.tinctura.recipes import may_omit
from engine_core.games.tinctura.state import (
    TincturaState,
    is_innermost,
)
from engine_core.games.tinctura.vocabulary import (
    BLOSSOMS,
    CHOOSE_SKIP,
    MOST_UNITS,
    MULTIPLE_REWARD,
    MUSHROOMS,
    OMIT,
    PAYMENT,
    PEEKED,
    PENDING,
    POWDER,
    PREMONITION_PEEK,
    PRODUCTION,
    QUICK_REWARD,
    SPECIAL,
    TINCTURE,
)
from engine_core.vocabulary import NONE


def _payment(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    plants = state.players[waiting.seat].plants
    if not waiting.left or sum(n for kind, n in enumerate(plants) if waiting.plants >> kind & 1) < waiting.left:
        yield f"left: what a {PENDING.words[PAYMENT]} demands is owned"


def _production(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    """A patient that can be served by the seat, and a decision that has an answer. A production waits for nothing but its own choices
    and the payment of a special recipe, which leaves the plants to the player."""
    player = state.players[waiting.seat]
    card = state.data.patients[waiting.patient] if waiting.patient != NONE else NO_CARD
    is_waiting = waiting.kind == PRODUCTION
    if place != len(state.pending) - 1 - is_waiting or (
        is_waiting and (waiting.medication != SPECIAL or state.pending[-1].kind != PAYMENT)
    ):
        yield "kind: the innermost frame, or the payment of a special recipe follows"
        return
    if waiting.patient not in player.patients and (
        waiting.patient not in state.patients.display or card.reward != QUICK_REWARD
    ):
        yield "patient: active, or a quick one on display"
        return
    if card.recipe(waiting.medication) is None:
        yield "medication: one that the patient needs"
        return
    if not 1 <= waiting.amount <= (MOST_UNITS if card.reward == MULTIPLE_REWARD else 1):
        yield f"amount: 1 unit, of a multiple recipe {MOST_UNITS} at most"
    if waiting.kind == OMIT and (not may_omit(state) or not legal_omit(state, waiting.seat, player, waiting)):
        yield "kind: a plant is left out with Secret Ingredient, and what remains can be paid"
    if waiting.kind == MUSHROOMS and (
        waiting.medication != TINCTURE or not legal_mushrooms(state, waiting.seat, player, waiting)
    ):
        yield "kind: extra mushrooms are for a tincture, and those that it needs are owned"


def _premonition(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    """The patients looked at lie on the deck, and one can be taken."""
    patients = state.patients
    if waiting.left > min(PEEKED, patients.known):
        yield f"left: the patients looked at, {PEEKED} at most, are known"
    if all(card == NONE for card in patients.display) or not has_slot(state, state.players[waiting.seat]):
        yield "kind: a patient can be taken"


def _powder(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.options.bonus_tracks != POWDER_TRACKS:
        yield "kind: with the powder set only"
    if waiting.choice == CHOOSE_SKIP:
        yield "choice: powder, service, or none yet"
    if is_innermost(state, place) and not waiting.left:
        yield "left: powders or services to come"


def _blossoms(state: TincturaState, waiting: Frame, place: int) -> Iterator[str]:
    if state.options.bonus_tracks != POWDER_TRACKS or not waiting.left:
        yield "left: blossoms of the powder set"


FAULTS: Final[Mapping[int, Callable[[TincturaState, Frame, int], Iterator[str]]]] = MappingProxyType(
    {
        PAYMENT: _payment,
        OMIT: _production,
        MUSHROOMS: _production,
        PRODUCTION: _production,
        PREMONITION_PEEK: _premonition,
        POWDER: _powder,
        BLOSSOMS: _blossoms,
    }
)
"""By kind of frame."""
