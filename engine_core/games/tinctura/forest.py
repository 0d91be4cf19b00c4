"""Gathering plants, plant knowledge, the share at 16 o'clock (chapter Actions in the Forest)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import (
    GatherPlants,
    StopGathering,
    TakeForestPlant,
    TakeRapidGrowth,
    UseExtraPlant,
)
from engine_core.games.tinctura.state import Frame, Player, TincturaState

PLANTS_OF_HOUR = (1, 1, 1, 2, 2, 2, 3, 4)
"""From 8 to 15 o'clock (TIN-FOR-02 to 05)."""


def offer_gathering(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """If the forest holds a plant (TIN-RUL-45)."""


def refuse_gathering(state: TincturaState, seat: int, player: Player, action: GatherPlants) -> Rejection | None:
    """See :func:`offer_gathering`."""
    return Rejection("TIN-RUL-45", "The forest is empty.")


def gather_plants(state: TincturaState, seat: int, player: Player, action: GatherPlants, sink: Sink | None) -> None:
    """``begin_action``; before 16 o'clock ``watch_knowledge`` and a ``gather`` frame (``left`` picks, ``done`` ones), at 16 ``gathering``
    is set (TIN-RUL-46)."""
    raise NotImplementedError


def resume_gather(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked while picks are left and the forest is not empty; then Green 3 (TIN-RUL-25)."""
    raise NotImplementedError


def legal_gather(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Displayed plants with the modes that fit the next image; the end of gathering after the first pick (TIN-FOR-08 to 16)."""
    raise NotImplementedError


def refuse_pick(state: TincturaState, seat: int, player: Player, action: TakeForestPlant) -> Rejection | None:
    """See :func:`legal_gather`; ``gather`` and ``share_16`` alike."""
    raise NotImplementedError


def take_forest_plant(
    state: TincturaState, seat: int, player: Player, action: TakeForestPlant, sink: Sink | None
) -> None:
    """One pick of the innermost frame, a ``gather`` or a ``share_16`` (TIN-FOR-12 to 15)."""
    raise NotImplementedError


def refuse_stop(state: TincturaState, seat: int, player: Player, action: StopGathering) -> Rejection | None:
    """After the first pick."""
    raise NotImplementedError


def stop_gathering(state: TincturaState, seat: int, player: Player, action: StopGathering, sink: Sink | None) -> None:
    """No more picks, Green 3 included (TIN-RUL-25)."""
    raise NotImplementedError


def resume_extra_plant(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked while Green 3 is unused and a plant is left (TIN-BON-13)."""
    raise NotImplementedError


def legal_extra_plant(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no."""
    raise NotImplementedError


def refuse_extra_plant(state: TincturaState, seat: int, player: Player, action: UseExtraPlant) -> Rejection | None:
    """Both answers are legal."""
    return None


def use_extra_plant(state: TincturaState, seat: int, player: Player, action: UseExtraPlant, sink: Sink | None) -> None:
    """One more pick that counts as gathered."""
    raise NotImplementedError


def resume_rapid_growth(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if one more of the type lies in discard or bag (TIN-EVT-09, TIN-RUL-64)."""
    raise NotImplementedError


def legal_rapid_growth(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no."""
    raise NotImplementedError


def refuse_rapid_growth(state: TincturaState, seat: int, player: Player, action: TakeRapidGrowth) -> Rejection | None:
    """Both answers are legal."""
    return None


def take_rapid_growth(
    state: TincturaState, seat: int, player: Player, action: TakeRapidGrowth, sink: Sink | None
) -> None:
    """One more of the type, from the discard or else the bag; plant knowledge does not move."""
    raise NotImplementedError


def begin_share(state: TincturaState, sink: Sink | None) -> None:
    """After the last turn of 16 o'clock: ``knowledge_end`` for a gatherer with Green Thumb, above it ``share_16`` for the first gatherer in
    the frozen order; Melanie picks by herself (TIN-FOR-06, TIN-RUL-46, TIN-RUL-78)."""


def resume_share(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next pick of the share, always asked; over when the forest is empty (TIN-FOR-06, TIN-FOR-07)."""
    raise NotImplementedError


def legal_share(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Displayed plants with the modes that fit; nobody may refuse (TIN-RUL-45)."""
    raise NotImplementedError


def next_share(state: TincturaState, picker: int, sink: Sink | None) -> None:
    """A participant has picked: its ``share_16`` frame, the innermost one, gives way to that of the next gatherer in the frozen order, or
    is done when the forest is empty (TIN-FOR-06). Green 3 and Rapid Growth are pushed above it (TIN-RUL-25, TIN-RUL-64)."""
    raise NotImplementedError
