"""One active instance at a time, fenced: who lost the lease cannot write any more, however late it notices.

Two keys in the owner's own bucket make a lease:

    lease.<name>.beat    refreshed by the holder, disappears when it stops: then others may try
    lease.<name>.epoch   written once per tenure; its revision is the token, and it grows with every tenure

The epoch lies in the same stream as what the holder writes, so one write can be made conditional on it
(`Nats-Expected-Last-Subject-Sequence-Subject`): the server itself refuses a stale holder. What is kept elsewhere (SQL)
stores the token with each write and refuses a smaller one.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping

import structlog

from arena.pb.events.v1 import stored_pb2
from services.common.bus.appending import append
from services.common.bus.bucket import Bucket, Entry
from services.common.bus.errors import BusError, Conflict, Fenced, Unavailable
from services.common.clock import timestamp
from services.common.ids import new_id

log = structlog.get_logger(__name__)

TTL = 5
"""Seconds without a beat after which another instance may take over."""


class Lease:
    """The lease `name` in `bucket`, wanted by this instance.

        lease = Lease(bucket, "active")
        async with lease.held():          # waits for its turn
            ...                           # cancelled, and Fenced raised, when the lease is lost

    While held, `token` is the fencing token and `write`/`remove` are writes that only the holder can make.
    """

    def __init__(
        self, bucket: Bucket, name: str, *, ttl: int = TTL, instance: str | None = None, address: str = ""
    ) -> None:
        if ttl < 1:
            raise ValueError("the time to live is at least one second")
        self._bucket = bucket
        self._beat = f"lease.{name}.beat"
        self._epoch = f"lease.{name}.epoch"
        self._ttl = ttl
        self._token: int | None = None
        self._writing = asyncio.Lock()
        self.instance = instance or new_id()
        self.address = address

    @property
    def token(self) -> int:
        """The fencing token of this tenure; every later tenure, of whomever, has a greater one."""
        if self._token is None:
            raise Fenced("the lease is not held")
        return self._token

    @property
    def is_held(self) -> bool:
        """Whether this instance believes that it holds the lease. The server has the last word."""
        return self._token is not None

    async def holder(self) -> str | None:
        """The instance that holds the lease now, or None."""
        entry = await self._bucket.get(self._beat)
        return None if entry is None else _holder(entry)

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[int]:
        """Wait for the lease and hold it; yields the token.

        If it is lost, the block is cancelled and Fenced is raised in its place. Released at the end.
        """
        revision = await self._acquire()
        task = asyncio.current_task()
        assert task is not None
        lost = False

        async def keep() -> None:
            nonlocal lost
            try:
                await self._keep_alive(revision)
            except Exception:
                log.exception("lease no longer kept", lease=self._beat)
            lost = True
            self._token = None
            task.cancel()

        keeper = asyncio.create_task(keep(), name=f"keep {self._beat}")
        try:
            yield self.token
        except asyncio.CancelledError:
            if lost and task.uncancel() == 0:
                raise Fenced(f"{self._beat} was lost") from None
            raise
        finally:
            keeper.cancel()
            self._token = None
            await asyncio.wait([keeper])
            if not lost:
                await self._release()

    async def write(self, key: str, value: bytes, *, headers: Mapping[str, str] | None = None) -> int:
        """Store `value` under `key` if this instance still holds the lease; returns the revision.

        Raises Fenced if it does not, Unavailable when the outcome is unknown (the write may be repeated).
        """
        if not value:
            raise ValueError("an empty value would read as a deleted key")
        return await self._fenced(key, value, headers)

    async def remove(self, key: str) -> None:
        """Delete `key` if this instance still holds the lease; raises as `write` does."""
        await self._fenced(key, b"", {"KV-Operation": "PURGE", "Nats-Rollup": "sub", "Nats-TTL": "60s"})

    async def _fenced(self, key: str, value: bytes, headers: Mapping[str, str] | None) -> int:
        subject = self._bucket.subject(key)
        epoch = self._bucket.subject(self._epoch)
        # A cluster refuses a second write over the same guard while the first is under way, hence one at a time.
        async with self._writing:
            while True:
                token = self.token
                try:
                    return await append(
                        self._bucket.bus,
                        subject,
                        value,
                        expected_last_sequence=token,
                        over=epoch,
                        headers=headers,
                    )
                except Conflict:
                    entry = await self._bucket.get(self._epoch)
                    if entry is None or entry.revision != token:
                        self._token = None
                        raise Fenced(f"token {token} of {self._epoch} is stale; {key} was not written") from None
                    await asyncio.sleep(0.01)

    async def _acquire(self) -> int:
        waiting = False
        while True:
            try:
                # The epoch is read first: whoever begins a tenure after this makes our own update below fail.
                epoch = await self._bucket.get(self._epoch)
                revision = await self._take_beat()
                known = 0 if epoch is None else epoch.revision
                self._token = await self._bucket.update(self._epoch, self._content(), known)
            except (Conflict, Unavailable) as error:
                if not waiting:
                    waiting = True
                    log.info("waiting for the lease", lease=self._beat, why=str(error))
                await asyncio.sleep(self._ttl / 10)
            else:
                log.info("lease taken", lease=self._beat, token=self._token)
                return revision

    async def _take_beat(self) -> int:
        """The revision of our own beat, which may be left from an attempt whose acknowledgement was lost."""
        entry = await self._bucket.get(self._beat)
        if entry is not None and _holder(entry) == self.instance:
            return await self._bucket.update(self._beat, self._content(), entry.revision, ttl=self._ttl)
        return await self._bucket.create(self._beat, self._content(), ttl=self._ttl)

    def _content(self) -> bytes:
        lease = stored_pb2.Lease(
            holder=self.instance, fence=self._token or 0, renewed=timestamp(), address=self.address
        )
        return lease.SerializeToString()

    async def _keep_alive(self, revision: int) -> None:
        """Returns when the lease is lost."""
        loop = asyncio.get_running_loop()
        renewed = loop.time()
        while True:
            await asyncio.sleep(self._ttl / 3)
            asked = loop.time()
            try:
                revision = await self._bucket.update(self._beat, self._content(), revision, ttl=self._ttl)
                renewed = asked
                continue
            except Unavailable as error:
                log.warning("lease not renewed", lease=self._beat, why=str(error))
            except Conflict:
                pass
            # Either an earlier renewal was stored without our hearing of it, or the beat expired in an outage in
            # which nobody could take over: the epoch tells whether the tenure is still ours.
            try:
                revision, mine = await self._resume()
            except BusError as error:
                log.warning("lease unclear", lease=self._beat, why=str(error))
                continue
            if not mine:
                log.warning("lease lost", lease=self._beat, silence=round(loop.time() - renewed, 1))
                return
            renewed = loop.time()

    async def _resume(self) -> tuple[int, bool]:
        try:
            revision = await self._take_beat()
        except Conflict:
            return 0, False
        # Asked after the beat is ours again: now nobody else can begin a tenure.
        epoch = await self._bucket.get(self._epoch)
        return revision, epoch is not None and epoch.revision == self._token

    async def _release(self) -> None:
        try:
            entry = await self._bucket.get(self._beat, budget=2.0)
            if entry is not None and _holder(entry) == self.instance:
                await self._bucket.delete(self._beat, entry.revision)
        except BusError as error:
            log.info("lease left to expire", lease=self._beat, why=str(error))


async def newest_token(bucket: Bucket, name: str) -> int:
    """The token of the newest tenure of the lease `name`, held now or not; 0 if nobody ever held it."""
    entry = await bucket.get(f"lease.{name}.epoch")
    return 0 if entry is None else entry.revision


def _holder(entry: Entry) -> str:
    return stored_pb2.Lease.FromString(entry.value).holder
