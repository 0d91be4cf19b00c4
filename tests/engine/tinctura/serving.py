"""A table whose seat 0 has a patient that it could serve, and what the tests' tables print on patient cards."""

from __future__ import annotations

from typing import Any, Final

from engine_core.games.tinctura.actions import ProduceMedication
from engine_core.games.tinctura.card_events import PatientServed
from engine_core.games.tinctura.vocabulary import MEDICATION, PLANT, SKILL
from tests.engine.tinctura.cards import knowledge_space, rows
from tests.engine.tinctura.table import Table, table

REQUIRED_SKILL: Final = [SKILL.words.index(row["skill"]) for row in rows("medications")]
"""By medication."""
CARDS: Final = {int(row["id"]): row for row in rows("patients")}


def plants_of(patient: int, medication: int, units: int = 1) -> dict[str, int]:
    """The plants that a card shows for a medication, by word."""
    row = CARDS[patient]
    place = "upper" if row["upper"] == MEDICATION.words[medication] else "lower"
    assert row[place] == MEDICATION.words[medication]
    shown = row[f"{place}_plants"].split()
    return {word: units * shown.count(word) for word in PLANT.words if word in shown}


def only_of(patient: int) -> int:
    """The medication of a card that offers one, or the upper one."""
    return MEDICATION.words.index(CARDS[patient]["upper"])


def levels(t: Table, medication: int, knowledge: int, skill: int, *, others: int = 1) -> Table:
    """The levels of plant knowledge and of the skill that a medication requires; all other skills are ``others``."""
    t.me.knowledge = knowledge_space(knowledge)
    skills = [others] * 4
    skills[REQUIRED_SKILL[medication]] = skill
    t.me.skills = (skills[0], skills[1], skills[2], skills[3])
    return t


def serving(
    patient: int,
    medication: int | None = None,
    *,
    knowledge: int = 9,
    skill: int = 9,
    taken: int = 9,
    seats: int = 3,
    tables: Any = None,
    options: Any = None,
    **plants: int,
) -> Table:
    """Seat 0 took the patient on Monday at that hour and can serve it now, at 10: it has the plants that the card shows, or the given
    ones, and the levels. ``tables`` and ``options`` are mappings, as for :func:`~tests.engine.tinctura.table.table`."""
    medication = only_of(patient) if medication is None else medication
    t = table(seats, tables=tables, **(options or {})).patient(patient, hour=taken)
    t.supply(**(plants or plants_of(patient, medication)))
    return levels(t, medication, knowledge, skill)


def produce(patient: int, units: int = 1, medication: int | None = None) -> ProduceMedication:
    """The action for the card's only or upper medication, or the given one."""
    return ProduceMedication(patient, only_of(patient) if medication is None else medication, units)


def served(t: Table) -> list[PatientServed]:
    """The productions so far."""
    return t.happened(PatientServed)
