"""The one wall clock: every service takes the time from here, so that tests can move it in one place."""

import time
from datetime import UTC, datetime

from google.protobuf.timestamp_pb2 import Timestamp


def now_ns() -> int:
    """Nanoseconds since the Unix epoch, UTC."""
    return time.time_ns()


def now() -> datetime:
    """The current instant, timezone aware (UTC)."""
    return datetime.fromtimestamp(now_ns() / 1e9, UTC)


def timestamp(ns: int | None = None) -> Timestamp:
    """The instant `ns` (default: now) as a protobuf Timestamp."""
    seconds, nanos = divmod(now_ns() if ns is None else ns, 1_000_000_000)
    return Timestamp(seconds=seconds, nanos=nanos)


def to_ns(stamp: Timestamp) -> int:
    """Nanoseconds since the Unix epoch of a protobuf Timestamp."""
    return stamp.seconds * 1_000_000_000 + stamp.nanos
