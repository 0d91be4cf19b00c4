"""Visiting the merchant (chapter Visit the Merchant)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import BuyWare, FinishVisit, VisitMerchant
from engine_core.games.tinctura.state import Frame, Player, TincturaState


def is_open(state: TincturaState, player: Player) -> bool:
    """Within the opening hours, or after them for One Hand Washes the Other (TIN-VIL-23, TIN-PERS-07)."""
    return False


def marginal_price(state: TincturaState, bought: int) -> int:
    """Plants for the next ware of a visit in this hour after ``bought`` ones (TIN-VIL-25 to 27, TIN-RUL-18, TIN-RUL-19)."""
    raise NotImplementedError


def ware_left(state: TincturaState, ware: int) -> bool:
    """Whether the ware is displayed."""
    return state.mortars > 0 if ware == 4 else state.items[ware] > 0


def take_ware(state: TincturaState, ware: int) -> None:
    """A ware leaves the merchant: an item into the bag, a mortar is set aside (TIN-VIL-28, TIN-VIL-29)."""
    raise NotImplementedError


def offer_visit(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Open, a ware present and the first price affordable."""


def refuse_visit(state: TincturaState, seat: int, player: Player, action: VisitMerchant) -> Rejection | None:
    """See :func:`offer_visit`."""
    return Rejection("TIN-VIL-23", "The merchant cannot be visited.")


def visit_merchant(state: TincturaState, seat: int, player: Player, action: VisitMerchant, sink: Sink | None) -> None:
    """``begin_action``, then a ``merchant`` frame whose ``done`` counts the wares bought."""
    raise NotImplementedError


def resume_merchant(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked until the third ware (decomposition rule 4); a visit can always be finished after the first purchase."""
    raise NotImplementedError


def legal_merchant(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Wares that can be paid; after the first purchase also free actions and the end of the visit (TIN-RUL-18, TIN-RUL-40)."""
    raise NotImplementedError


def refuse_buy(state: TincturaState, seat: int, player: Player, action: BuyWare) -> Rejection | None:
    """Displayed, and affordable."""
    raise NotImplementedError


def buy_ware(state: TincturaState, seat: int, player: Player, action: BuyWare, sink: Sink | None) -> None:
    """Count it in the ``merchant`` frame, take the ware, push ``ware_gained`` and then the payment (``payments.demand``)."""
    raise NotImplementedError


def resume_ware_gained(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The ware is paid: the bonus track or the mortar level, Surplus (TIN-VIL-28, TIN-VIL-29, TIN-EVT-10). By ``source`` a purchase and
    a leftover, which draws nothing (TIN-RUL-21), are told apart."""
    raise NotImplementedError


def refuse_finish_visit(state: TincturaState, seat: int, player: Player, action: FinishVisit) -> Rejection | None:
    """After the first purchase."""
    raise NotImplementedError


def finish_visit(state: TincturaState, seat: int, player: Player, action: FinishVisit, sink: Sink | None) -> None:
    """Leave."""
    raise NotImplementedError
