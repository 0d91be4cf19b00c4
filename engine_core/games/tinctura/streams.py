"""The random streams of a game, one per purpose; so no draw depends on how many others came before (TIN-RUL-06)."""

from __future__ import annotations

from typing import Final

STREAMS: Final = (
    "tea_order",
    "bag",
    "items",
    "patients",
    "apprentices_tablets",
    "apprentices_ointment",
    "apprentices_tincture",
    "apprentices_special",
    "blocked",
    "courses",
    "opening_hours",
    "die",
    "personalities",
    "events",
    "event_type",
    "private_goals",
    "open_goals",
    "solo_cards",
    "merchant_cards",
    "solo_die",
)
(
    TEA_ORDER_STREAM,
    BAG_STREAM,
    ITEMS_STREAM,
    PATIENTS_STREAM,
    APPRENTICES_STREAM,
    _OINTMENT_STREAM,
    _TINCTURE_STREAM,
    _SPECIAL_STREAM,
    BLOCKED_STREAM,
    COURSES_STREAM,
    OPENING_HOURS_STREAM,
    DIE_STREAM,
    PERSONALITIES_STREAM,
    EVENTS_STREAM,
    EVENT_TYPE_STREAM,
    PRIVATE_GOALS_STREAM,
    OPEN_GOALS_STREAM,
    SOLO_CARDS_STREAM,
    MERCHANT_CARDS_STREAM,
    SOLO_DIE_STREAM,
) = range(len(STREAMS))
"""The stack of apprentices of a medication has the stream ``APPRENTICES_STREAM + medication``."""
