"""The book of filled seats in the bots' bucket. Only the holder of the lease can write in it."""

from __future__ import annotations

from typing import Final

from services.bots.seats import PREFIX, FilledSeat, from_bytes
from services.common.bus import Bucket, Lease

LEASE: Final = "active"
"""Name of the lease that makes an instance the active one."""


class BucketBook:
    """A :class:`~services.bots.house.SeatBook`; every write raises ``Fenced`` once the lease is lost."""

    def __init__(self, bucket: Bucket, lease: Lease) -> None:
        self._bucket = bucket
        self._lease = lease

    async def read(self) -> list[FilledSeat]:
        """All seats whose match was not over when they were last heard of."""
        return [from_bytes(entry.value) for entry in await self._bucket.all(PREFIX)]

    async def add(self, seat: FilledSeat) -> None:
        """Keep a seat."""
        await self._lease.write(seat.key, seat.to_bytes())

    async def remove(self, seat: FilledSeat) -> None:
        """Forget a seat."""
        await self._lease.remove(seat.key)


__all__ = ["LEASE", "BucketBook"]
