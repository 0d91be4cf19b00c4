"""What is left at the merchant after closing: Fell off the Cart and the journeyman for leftovers (TIN-RUL-23)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import ClaimLeftover, PassLeftover
from engine_core.games.tinctura.state import Frame, Player, TincturaState


def begin_leftovers(state: TincturaState, sink: Sink | None) -> None:
    """At the end of an hour: if it is the last open one, push a ``leftover`` frame per claim (``ability`` says which), so that the first
    comes first: Fell off the Cart, then journeymen in tea order (TIN-APP-10, TIN-APP-13, TIN-PERS-02, TIN-RUL-85)."""


def resume_leftover(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if something is left that can be claimed and, for a journeyman, paid; Melanie's claims: TIN-RUL-114."""
    raise NotImplementedError


def legal_leftover(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Wares left, or none of them (TIN-RUL-22)."""
    raise NotImplementedError


def refuse_claim(state: TincturaState, seat: int, player: Player, action: ClaimLeftover) -> Rejection | None:
    """A ware that is left."""
    raise NotImplementedError


def claim_leftover(state: TincturaState, seat: int, player: Player, action: ClaimLeftover, sink: Sink | None) -> None:
    """Take it: ``ware_gained`` with source ``leftover``, and for a journeyman the payment of 1 plant above it."""
    raise NotImplementedError


def refuse_pass(state: TincturaState, seat: int, player: Player, action: PassLeftover) -> Rejection | None:
    """Always possible."""
    return None


def pass_leftover(state: TincturaState, seat: int, player: Player, action: PassLeftover, sink: Sink | None) -> None:
    """Leave it."""
    raise NotImplementedError
