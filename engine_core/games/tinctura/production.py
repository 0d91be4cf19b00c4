"""Producing medication: payment, mushrooms, quality, rewards, journeymen (chapters Produce Medication, Training an Apprentice).

A production is data on the stack: ``produce_medication`` pushes a ``production`` frame (patient, medication, ``amount`` units) and above it
the ``omit`` decision of Secret Ingredient or the payment; ``resume_production`` goes through the stages of TIN-RUL-29, ``done`` being the
number of the next one and ``left`` the extra mushrooms. The same steps serve the main action, a quick patient from the display, a service
of the powder set and the final production.
"""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura.actions import AddMushrooms, OmitPlant, ProduceMedication
from engine_core.games.tinctura.state import Frame, Player, TincturaState


def offer_productions(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """What can be produced as a main action: own active patients and displayed quick ones, in catalogue order (TIN-PHARM-15 to 39)."""


def offer_services(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Own active patients only: services of the powder set (TIN-RUL-68)."""


def offer_final_productions(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Own active patients, one unit each (TIN-END-02, TIN-RUL-54)."""


def refuse_production(state: TincturaState, seat: int, player: Player, action: ProduceMedication) -> Rejection | None:
    """Whose patient, which medication, plants, levels, mortar; the innermost frame says which of the three offers it is."""
    return Rejection("TIN-PHARM-15", "This medication cannot be produced.")


def produce_medication(
    state: TincturaState, seat: int, player: Player, action: ProduceMedication, sink: Sink | None
) -> None:
    """Begin a production: ``begin_pharmacy_action``, ``watch_knowledge``, then the frames (see the module)."""
    raise NotImplementedError


def resume_production(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next stage (TIN-RUL-29)."""
    raise NotImplementedError


def serve(
    state: TincturaState,
    seat: int,
    player: Player,
    patient: int,
    medication: int,
    units: int,
    mushrooms: int,
    points: int,
    level: int,
    sink: Sink | None,
) -> None:
    """What follows once everything is paid and the reward of the card is known (TIN-RUL-29): ``points`` RP (Gratitude on top), training,
    production bonuses, counts for goals, the card leaves board or display. Used by the stages above and by Melanie's production."""
    raise NotImplementedError


def resume_omit(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if there is a choice (TIN-EVT-13, TIN-RUL-66)."""
    raise NotImplementedError


def legal_omit(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Omissions after which the rest and the mushrooms needed can be paid."""
    raise NotImplementedError


def refuse_omit(state: TincturaState, seat: int, player: Player, action: OmitPlant) -> Rejection | None:
    """See :func:`legal_omit`."""
    raise NotImplementedError


def omit_plant(state: TincturaState, seat: int, player: Player, action: OmitPlant, sink: Sink | None) -> None:
    """Leave a plant out."""
    raise NotImplementedError


def resume_mushrooms(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if more than one number is legal (TIN-RUL-35)."""
    raise NotImplementedError


def legal_mushrooms(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The range of TIN-RUL-35."""
    raise NotImplementedError


def refuse_mushrooms(state: TincturaState, seat: int, player: Player, action: AddMushrooms) -> Rejection | None:
    """See :func:`legal_mushrooms`."""
    raise NotImplementedError


def add_mushrooms(state: TincturaState, seat: int, player: Player, action: AddMushrooms, sink: Sink | None) -> None:
    """So many mushrooms to the discard, as many RP less (TIN-PHARM-23)."""
    raise NotImplementedError
