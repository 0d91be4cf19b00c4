"""Key-value buckets: small primary data of one owner, each write guarded by the revision that was read.

A bucket is a stream with one message per key (streams.py makes them); a revision is a stream sequence, so revisions
grow over the whole bucket and never repeat.
"""

import base64
import re
from typing import NamedTuple

from services.common.bus.appending import append
from services.common.bus.connection import DEFAULT_TIMEOUT, RETRY_BUDGET, Bus
from services.common.bus.errors import BusRefused, Conflict
from services.common.bus.read import direct_get, patiently

_NO_MESSAGE = 10037
_KEY = re.compile(r"[A-Za-z0-9_=/-]+(\.[A-Za-z0-9_=/-]+)*")


class Entry(NamedTuple):
    """The value of a key and the revision to name when it is replaced."""

    key: str
    value: bytes
    revision: int


class Bucket:
    """The bucket `name`, seen over `bus`. Every write may raise Conflict, Unavailable or TooLarge, as `append` does.

    Unavailable leaves the outcome of a write unknown: read the key before repeating it.
    """

    def __init__(self, bus: Bus, name: str) -> None:
        self.bus = bus
        self.name = name
        self.stream = f"KV_{name}"

    def subject(self, key: str) -> str:
        """The subject that holds `key`; raises ValueError for a key that is not dot-separated plain tokens."""
        if _KEY.fullmatch(key) is None:
            raise ValueError(f"not a key: {key!r}")
        return f"$KV.{self.name}.{key}"

    async def get(self, key: str, *, budget: float = RETRY_BUDGET) -> Entry | None:
        """The newest value, asked of the leader; None if there is none or it was deleted."""
        subject = self.subject(key)

        async def attempt() -> Entry | None:
            try:
                answer = await self.bus.api(
                    f"STREAM.MSG.GET.{self.stream}", {"last_by_subj": subject}, timeout=min(budget, DEFAULT_TIMEOUT)
                )
            except BusRefused as error:
                if error.code == _NO_MESSAGE:
                    return None
                raise
            return _entry(key, answer["message"])

        return await patiently(attempt, budget=budget)

    async def create(self, key: str, value: bytes, *, ttl: int | None = None) -> int:
        """Store `value` if the key has none; returns its revision. `ttl`: seconds after which the key disappears."""
        return await self._write(key, value, revision=0, ttl=ttl)

    async def update(self, key: str, value: bytes, revision: int, *, ttl: int | None = None) -> int:
        """Replace the value if its revision still is `revision`; returns the new one."""
        return await self._write(key, value, revision=revision, ttl=ttl)

    async def put(self, key: str, value: bytes) -> int:
        """Store `value` whatever was there. Only for keys whose value depends on nothing that was read."""
        return await append(self.bus, self.subject(key), value)

    async def delete(self, key: str, revision: int) -> None:
        """Remove the key with its past if its revision still is `revision`."""
        await append(
            self.bus,
            self.subject(key),
            b"",
            expected_last_sequence=revision,
            # A rollup leaves only this marker, and the marker expires: a deleted key takes no room for ever.
            headers={"KV-Operation": "PURGE", "Nats-Rollup": "sub", "Nats-TTL": "60s"},
        )

    async def all(self, prefix: str = "", *, budget: float = RETRY_BUDGET) -> list[Entry]:
        """Every key below `prefix` (whole tokens, as `tickets.medico`) with its value, oldest write first.

        At least as new as the leader at R1; with more replicas it may lag by milliseconds, so that a decision taken
        on it must be guarded by the revisions.
        """
        root = f"$KV.{self.name}."
        wanted = f"{self.subject(prefix)}.>" if prefix else f"{root}>"
        newest: dict[str, Entry] = {}
        after = 0
        while True:
            batch = await patiently(
                lambda after=after: direct_get(  # type: ignore[misc]
                    self.bus,
                    self.stream,
                    {"seq": after + 1, "next_by_subj": wanted, "batch": 1000},
                    wait=min(budget, DEFAULT_TIMEOUT),
                ),
                budget=budget,
            )
            if not batch:
                break
            for stored in batch:
                key = stored.subject[len(root) :]
                newest.pop(key, None)
                # An empty value is a deletion marker: we never store one.
                if stored.payload:
                    newest[key] = Entry(key, stored.payload, stored.sequence)
            after = batch[-1].sequence
        return list(newest.values())

    async def keys(self, prefix: str, *, budget: float = RETRY_BUDGET) -> list[str]:
        """The keys below `prefix` (whole tokens), in no order; those of deleted values too, until their markers expire."""
        root = f"$KV.{self.name}."
        query: dict[str, object] = {"subjects_filter": f"{self.subject(prefix)}.>"}
        found: list[str] = []
        while True:
            page = {**query, "offset": len(found)}
            info = await patiently(
                lambda page=page: self.bus.api(
                    f"STREAM.INFO.{self.stream}", page, timeout=min(budget, DEFAULT_TIMEOUT)
                ),  # type: ignore[misc]
                budget=budget,
            )
            named = info.get("state", {}).get("subjects") or {}
            found += [subject[len(root) :] for subject in named]
            if not named or len(found) >= int(info.get("total", 0)):
                return found

    async def _write(self, key: str, value: bytes, *, revision: int, ttl: int | None) -> int:
        if not value:
            raise ValueError("an empty value would read as a deleted key")
        headers = {"Nats-TTL": f"{ttl}s"} if ttl is not None else None
        try:
            return await append(self.bus, self.subject(key), value, expected_last_sequence=revision, headers=headers)
        except Conflict:
            if revision != 0:
                raise
            # A deletion marker still occupies the key: replace just that marker.
            marker = await self._deletion_marker(key)
            if marker is None:
                raise
        return await append(self.bus, self.subject(key), value, expected_last_sequence=marker, headers=headers)

    async def _deletion_marker(self, key: str) -> int | None:
        body = {"last_by_subj": self.subject(key)}
        try:
            answer = await self.bus.api(f"STREAM.MSG.GET.{self.stream}", body, timeout=DEFAULT_TIMEOUT)
        except BusRefused as error:
            if error.code == _NO_MESSAGE:
                return None
            raise
        message = answer["message"]
        return int(message["seq"]) if _entry(key, message) is None else None


def _entry(key: str, message: dict[str, object]) -> Entry | None:
    value = base64.b64decode(str(message.get("data", "")))
    return Entry(key, value, int(str(message["seq"]))) if value else None
