"""The powder set: powder or service, blossoms or plants (chapter The Powder Set)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import FinishPowder, MakePowder, PowderOrService, TakeBlossomsOrPlants
from engine_core.games.tinctura.state import Frame, Player, TincturaState


def resume_powder(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """White advanced: ``left`` powders or services, ``choice`` once it is made, ``done`` ones (TIN-ALT-06, TIN-ALT-09, TIN-RUL-68)."""
    raise NotImplementedError


def legal_powder(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The choice, or powders or services, and the end; free actions in the own turn (TIN-RUL-40)."""
    raise NotImplementedError


def refuse_powder_or_service(
    state: TincturaState, seat: int, player: Player, action: PowderOrService
) -> Rejection | None:
    """POWDER with a plant or blossom in hand, SERVICE with an own patient that can be served, SKIP always."""
    raise NotImplementedError


def powder_or_service(
    state: TincturaState, seat: int, player: Player, action: PowderOrService, sink: Sink | None
) -> None:
    """Make the choice."""
    raise NotImplementedError


def refuse_make_powder(state: TincturaState, seat: int, player: Player, action: MakePowder) -> Rejection | None:
    """The ingredient is owned (TIN-ALT-08)."""
    raise NotImplementedError


def make_powder(state: TincturaState, seat: int, player: Player, action: MakePowder, sink: Sink | None) -> None:
    """One powder (TIN-ALT-07)."""
    raise NotImplementedError


def refuse_finish_powder(state: TincturaState, seat: int, player: Player, action: FinishPowder) -> Rejection | None:
    """After the choice."""
    raise NotImplementedError


def finish_powder(state: TincturaState, seat: int, player: Player, action: FinishPowder, sink: Sink | None) -> None:
    """No more."""
    raise NotImplementedError


def resume_blossoms(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Green advanced: ``left`` blossoms or as many plants (TIN-ALT-12)."""
    raise NotImplementedError


def legal_blossoms(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The two."""
    raise NotImplementedError


def refuse_blossoms(state: TincturaState, seat: int, player: Player, action: TakeBlossomsOrPlants) -> Rejection | None:
    """Both are legal."""
    return None


def take_blossoms_or_plants(
    state: TincturaState, seat: int, player: Player, action: TakeBlossomsOrPlants, sink: Sink | None
) -> None:
    """Take them."""
    raise NotImplementedError
