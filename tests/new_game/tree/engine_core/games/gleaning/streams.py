"""The random streams of a game, one per purpose; so no draw depends on how many others came before."""

from __future__ import annotations

from typing import Final

STREAMS: Final = ("bag", "start_seat")
BAG_STREAM, START_SEAT_STREAM = range(len(STREAMS))
