"""The solo cards and merchant cards of the data tables (TIN-DAT-09)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine_core.games.tinctura.vocabulary import AREA, CARE, MOST_WARES, WARE
from engine_core.tables import Row, require_rows

SOLO_CARDS: Final = 12
MERCHANT_CARDS: Final = 9
NOTES: Final = (
    "produce_points",
    "take_draw",
    "tea_step",
    "course_lowest",
    "merchant_discount",
    "merchant_maximum",
    "apprentice_draw",
    "training_free",
    "training_points",
    "gather_plants",
    "gather_knowledge",
)
(
    NOTE_PRODUCE_POINTS,
    NOTE_TAKE_DRAW,
    NOTE_TEA_STEP,
    NOTE_COURSE_LOWEST,
    NOTE_MERCHANT_DISCOUNT,
    NOTE_MERCHANT_MAXIMUM,
    NOTE_APPRENTICE_DRAW,
    NOTE_TRAINING_FREE,
    NOTE_TRAINING_POINTS,
    NOTE_GATHER_PLANTS,
    NOTE_GATHER_KNOWLEDGE,
) = range(len(NOTES))
"""What a note of a solo card changes: the first word names the action, and so the area."""
NOTE_LEVELS: Final = ("level_2", "level_3", "level_4")


class SoloNote(NamedTuple):
    """A note: in force from its level on, if its action is the one performed (TIN-SOLO-46)."""

    note: int
    amount: int


class SoloCardData(NamedTuple):
    """One solo card."""

    areas: tuple[int, ...]
    """The three areas in the order in which they are tried (TIN-SOLO-07)."""
    notes: tuple[SoloNote, ...]
    """Of levels 2, 3 and 4."""

    def amount(self, note: int, level: int) -> int:
        """What the notes up to a level (0 is level 1) add up to for a kind of note; 0 if there is none."""
        return sum(found.amount for found in self.notes[:level] if found.note == note)


class MerchantCardData(NamedTuple):
    """One merchant card."""

    maximum: int
    wares: tuple[int, ...]
    """All five in the order in which Melanie buys them (TIN-SOLO-26)."""


def read_solo_cards(rows: Sequence[Row]) -> tuple[SoloCardData, ...]:
    """:class:`~engine_core.errors.BadData` names the row and what is wrong with it."""
    require_rows("solo_cards.csv", rows, SOLO_CARDS, SOLO_CARDS)
    cards = []
    for row in rows:
        areas = row.word_list("areas", AREA.words[:CARE])
        if sorted(areas) != list(range(CARE)):
            raise row.broken("areas names each of the three areas once")
        notes = []
        for column in NOTE_LEVELS:
            amounts = row.amounts(column, NOTES)
            if sum(amount > 0 for amount in amounts) != 1:
                raise row.broken(f"{column} is one note")
            note = next(note for note, amount in enumerate(amounts) if amount)
            notes.append(SoloNote(note, amounts[note]))
        cards.append(SoloCardData(areas, tuple(notes)))
    return tuple(cards)


def read_merchant_cards(rows: Sequence[Row]) -> tuple[MerchantCardData, ...]:
    """:class:`~engine_core.errors.BadData` names the row and what is wrong with it."""
    require_rows("merchant_cards.csv", rows, MERCHANT_CARDS, MERCHANT_CARDS)
    cards = []
    for row in rows:
        wares = row.word_list("wares", WARE.words)
        if sorted(wares) != list(range(len(WARE))):
            raise row.broken("wares names each of the five wares once")
        cards.append(MerchantCardData(row.count("maximum", 1, MOST_WARES), wares))
    return tuple(cards)
