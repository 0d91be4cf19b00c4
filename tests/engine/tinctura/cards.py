"""The card tables of the rule tests, and what is on the cards.

``data/`` beside this module holds tables of our own, so that no test rests on a number that the rulebook does not state: other recipes,
rewards, courses, hours, tracks, capacities and values than the built-in tables. The rows are read here a second time, without the engine.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.vocabulary import MEDICATION, PLANT
from tests.engine.card_tables import built_in_folder, read_rows

FOLDER: Final = Path(__file__).parent / "data"
BUILT_IN_FOLDER: Final = built_in_folder(TINCTURA)


def rows(table: str, folder: Path = FOLDER) -> list[dict[str, str]]:
    """The rows of one table as the file spells them."""
    return read_rows(folder, table)


DATA: Final[TincturaData] = TINCTURA.load_data(str(FOLDER))
NUMBERS: Final = {row["id"]: int(row["value"]) for row in rows("numbers")}
FOREST: Final = {int(row["id"]): int(row["forest"]) for row in rows("player_counts")}
"""Capacity by number of players."""
PATIENT_SPACES: Final = {int(row["id"]): int(row["patient_spaces"]) for row in rows("player_counts")}
SPACE_TYPE: Final = [MEDICATION.words.index(row["type"]) for row in rows("apprentice_spaces")]
KNOWLEDGE_LEVEL: Final = [int(row["level"]) for row in rows("knowledge_track")]
KNOWLEDGE_IMAGE: Final = [PLANT.words.index(row["image"]) if row["image"] else None for row in rows("knowledge_track")]
KNOWLEDGE_END: Final = len(KNOWLEDGE_LEVEL) - 1
ILLNESS: Final = {int(row["id"]): int(row["illness"]) for row in rows("patients")}
COURSES: Final = {int(row["id"]): row for row in rows("courses")}
OPENING: Final = [(int(row["first"]), int(row["last"])) for row in rows("opening_hours")]
APPRENTICES: Final = rows("apprentices")


def knowledge_space(level: int) -> int:
    """The first space of a level."""
    return KNOWLEDGE_LEVEL.index(level)


def of_illness(illness: int) -> list[int]:
    """The patients of an illness value."""
    return [patient for patient, value in ILLNESS.items() if value == illness]


def patients_with(reward: str, *medications: str) -> list[int]:
    """The patients with a kind of reward and exactly these medications."""
    return [
        int(row["id"])
        for row in rows("patients")
        if row["reward"] == reward and [word for word in (row["upper"], row["lower"]) if word] == list(medications)
    ]


def apprentices_with(bonus: str, medication: str | None = None) -> list[int]:
    """The apprentice cards with a kind of bonus, of one medication or of any, by row."""
    return [
        number for number, row in enumerate(APPRENTICES) if row["bonus"] == bonus and medication in (None, row["type"])
    ]


def apprentices_of(medication: int) -> list[int]:
    """The apprentice cards of a medication, by row."""
    return [number for number, row in enumerate(APPRENTICES) if row["type"] == MEDICATION.words[medication]]
