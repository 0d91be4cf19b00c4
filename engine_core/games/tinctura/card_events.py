"""What happens with cards: patients, apprentices, courses, and what the merchant sells."""

from __future__ import annotations

from typing import Annotated

from engine_core.events import Event
from engine_core.games.tinctura.vocabulary import (
    Ability,
    Apprentice,
    ApprenticeSpace,
    Course,
    MaybePatientSpace,
    Medication,
    Patient,
    PatientSpace,
    Seat,
    Source,
    Ware,
)
from engine_core.vocabulary import Signed

Points = Annotated[int, Signed()]


class PatientTaken(Event):
    """A patient is active; ``space`` is unset for one from the deck (TIN-PHARM-02, TIN-PERS-09)."""

    participant: Seat
    patient: Patient
    space: MaybePatientSpace


class PatientDisplayed(Event):
    """A patient from the deck on display (TIN-PHARM-04)."""

    space: PatientSpace
    patient: Patient


class PatientsPeeked(Event):
    """Premonition: so many patients were looked at (TIN-PERS-11)."""

    participant: Seat
    number: int


class PeekedPatients(Event):
    """What Premonition showed, top first; only the own seat receives this."""

    participant: Seat
    patients: tuple[Patient, ...]


class PeekedReturned(Event):
    """All patients looked at went back (TIN-PERS-10)."""

    participant: Seat
    number: int


class PatientLeft(Event):
    """An active patient declined, expired or was not served (TIN-PHARM-09, TIN-PHARM-10)."""

    participant: Seat
    patient: Patient
    source: Source


class PatientServed(Event):
    """A production: the scored level and the RP of the card (TIN-PHARM-15)."""

    participant: Seat
    patient: Patient
    medication: Medication
    units: int
    mushrooms: int
    level: int
    points: int


class ApprenticeHired(Event):
    """An apprentice from the display (TIN-VIL-16)."""

    participant: Seat
    space: ApprenticeSpace
    apprentice: Apprentice


class ApprenticeTrained(Event):
    """An apprentice is a journeyman now (TIN-APP-01)."""

    participant: Seat
    apprentice: Apprentice


class CourseStarted(Event):
    """The first hour of a course (TIN-VIL-05)."""

    participant: Seat
    course: Course


class CourseCompleted(Event):
    """A course was completed (TIN-VIL-06)."""

    participant: Seat
    course: Course


class MerchantVisited(Event):
    """A visit begins."""

    participant: Seat


class WareBought(Event):
    """A ware and its marginal price (TIN-VIL-25)."""

    participant: Seat
    ware: Ware
    price: int


class LeftoverClaimed(Event):
    """A leftover by this ability (TIN-APP-10, TIN-PERS-02)."""

    participant: Seat
    ware: Ware
    ability: Ability
