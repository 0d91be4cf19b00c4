"""What the replicas doubt: logs that they cannot fold, told to each other in a bucket that only rules replicas may read or write.

    doubt.<match_id>.<replica>      a Doubt
    lease.replica-<number>.*        which process has a replica number now (services.common.bus.lease)

A doubt counts as that of its replica *number*: a process that is started again, with the same fault, has the same number and is no second
opinion. So a number must belong to one process at a time; a doubt is written under the lease of the number, and the server refuses it
from a process that does not hold it.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import structlog
from google.protobuf.message import DecodeError

from arena.pb.events.v1.stored_pb2 import Doubt
from services.common.bus import Bucket, Bus, BusError, Fenced, Lease, newest_token, subjects
from services.common.clock import now_ns, timestamp
from services.rules.hosted_match import BrokenLog
from services.rules.journal import Location

log = structlog.get_logger(__name__)

_AGAIN_SECONDS: Final = 1.0


class Noted(NamedTuple):
    """A doubt as it lies in the bucket."""

    key: str
    revision: int
    doubt: Doubt


class Doubts:
    """The doubts of all replicas, and the number under which this one writes its own. Raises what services.common.bus raises."""

    def __init__(self, bus: Bus, replica: int) -> None:
        self.replica = replica
        self._bucket = Bucket(bus, subjects.DOUBTS_BUCKET)
        self._lease = Lease(self._bucket, _lease_name(replica))

    @property
    def announced(self) -> bool:
        """Whether this process has its replica number: only then it has a voice."""
        return self._lease.is_held

    async def hold_number(self) -> None:
        """For ever: have the replica number, or wait for it while another process has it."""
        while True:
            try:
                async with self._lease.held():
                    await asyncio.Event().wait()
            except (Fenced, BusError) as error:
                log.warning("replica number lost", replica=self.replica, why=str(error))
            await asyncio.sleep(_AGAIN_SECONDS)

    async def note(self, where: Location, broken: BrokenLog) -> None:
        """Tell the others. Raises Fenced without the number, which is tried again as everything else is."""
        key = f"doubt.{where.match_id}.{self.replica}"
        known = await self._bucket.get(key)
        if known is not None:
            before = _parse(known.value)
            if before is not None and before.broken_sequence == broken.sequence:
                return
        doubt = Doubt(
            match_id=where.match_id,
            game=where.game,
            rules_version=where.rules,
            broken_sequence=broken.sequence,
            kind=broken.kind,
            replica=self.replica,
            fence=self._lease.token,
            noted=timestamp(now_ns()),
        )
        await self._lease.write(key, doubt.SerializeToString())

    async def all(self) -> list[Noted]:
        """Every doubt, oldest first."""
        found = []
        for entry in await self._bucket.all("doubt"):
            doubt = _parse(entry.value)
            # The key names who wrote it; what is no doubt, or another's, is nobody's voice.
            if doubt is not None and entry.key == f"doubt.{doubt.match_id}.{doubt.replica}":
                found.append(Noted(entry.key, entry.revision, doubt))
        return found

    async def is_of_another(self, doubt: Doubt) -> bool:
        """Whether it is a second opinion to ours: of another replica number, announced on this bus when it was written."""
        if doubt.replica == self.replica or doubt.fence == 0:
            return False
        return doubt.fence <= await newest_token(self._bucket, _lease_name(doubt.replica))

    async def withdraw(self, noted: Noted) -> None:
        """Take a doubt away whose match is over, or which is ours and was wrong; Conflict if it was renewed meanwhile."""
        await self._bucket.delete(noted.key, noted.revision)


def _lease_name(replica: int) -> str:
    return f"replica-{replica}"


def _parse(value: bytes) -> Doubt | None:
    try:
        return Doubt.FromString(value)
    except DecodeError:
        return None
