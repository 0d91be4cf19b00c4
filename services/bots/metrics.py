"""What the bots service tells Prometheus. Labels are game and bot, never a match."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

SEATS_PLAYING: Final = Gauge("arena_bots_seats_playing", "Seats that house bots play now.", ("game", "bot"))
SEATS_ENDED: Final = Counter(
    "arena_bots_seats_ended_total",
    "Seats that came to an end, by how: finished, refused or unreachable.",
    ("game", "bot", "how"),
)
DECISION_SECONDS: Final = Histogram(
    "arena_bots_decision_seconds",
    "Time that a house bot thinks about one decision.",
    ("game", "bot"),
    buckets=(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0),
)
ERRORS: Final = Counter(
    "arena_bots_errors_total", "Faults of house bots and seats that had to be tried again.", ("game", "bot")
)

__all__ = ["DECISION_SECONDS", "ERRORS", "SEATS_ENDED", "SEATS_PLAYING"]
