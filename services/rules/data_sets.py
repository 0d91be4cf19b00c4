"""Card tables other than a game's own: validated by the game, stored under their digest on the bus, kept in memory up to a bound.

    <game>.<digest in hex>      a StoredDataSet, in the bucket arena_data; written once, never changed

A replica holds no tables of its own but the built-in ones: whatever a match names is read from the bus by whichever replica serves it.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import structlog
from google.protobuf.message import DecodeError

from arena.pb.events.v1.stored_pb2 import StoredDataSet
from arena.pb.rules.v1.data_sets_pb2 import DataFile
from engine_core.errors import BadData
from services.common.bus import Bucket, Bus, Conflict, Unavailable, subjects
from services.common.clock import now_ns, timestamp
from services.rules import refusals
from services.rules.served_game import ServedGame, tables_json

log = structlog.get_logger(__name__)

DATA_SET_BYTES: Final = 512 << 10
"""All tables of a data set as JSON: what a record may carry of them, and well below what a message may have."""

SETS_KEPT: Final = 32
"""Data sets that are kept in memory beside those of the matches in memory."""


class DataSets:
    """The data sets of one bus as this replica sees them. Raises the service's errors (see refusals)."""

    def __init__(self, bus: Bus) -> None:
        self._bucket = Bucket(bus, subjects.DATA_BUCKET)
        self._kept: OrderedDict[tuple[str, bytes], ServedGame] = OrderedDict()
        self._judging = asyncio.Lock()
        """Held while a host's tables are judged: threads that do it side by side would leave the players next to nothing."""

    async def store(self, served: ServedGame, files: Iterable[DataFile]) -> tuple[bytes, bool]:
        """The digest of these tables, and whether they were stored now. Raises BAD_DATA_SET or BUS_UNAVAILABLE."""
        try:
            texts = _texts(served, files)
            async with self._judging:
                # In a thread: a hundred kilobytes of tables take longer than players should wait.
                variant = _variant(served, await asyncio.to_thread(served.game.parse_data, texts))
            data = _storable(variant)
        except BadData as error:
            raise refusals.bad_data_set(error) from None
        digest = variant.data_digest
        if digest == served.data_digest:
            return digest, False
        stored = StoredDataSet(game=served.name, data=data, stored=timestamp(now_ns()))
        key = _key(served, digest)
        try:
            await self._bucket.create(key, stored.SerializeToString())
        except Conflict:
            return digest, False
        except Unavailable:
            raise refusals.bus_unavailable() from None
        log.info("data set stored", game=served.name, data_digest=digest.hex())
        self._keep(variant)
        return digest, True

    async def served_with(self, served: ServedGame, digest: bytes) -> ServedGame:
        """The game with the tables of this digest. Raises UNKNOWN_DATA_SET or BUS_UNAVAILABLE."""
        if digest == served.data_digest:
            return served
        variant = self._kept.get((served.name, digest))
        if variant is None:
            variant = await self._load(served, digest)
            self._keep(variant)
        self._kept.move_to_end((served.name, digest))
        return variant

    async def listed(self, served: ServedGame, after: bytes, limit: int) -> list[bytes]:
        """At most ``limit`` stored digests of the game, ascending, greater than ``after``. Raises BUS_UNAVAILABLE."""
        try:
            keys = await self._bucket.keys(served.name)
        except Unavailable:
            raise refusals.bus_unavailable() from None
        digests = sorted(bytes.fromhex(key.partition(".")[2]) for key in keys)
        return [digest for digest in digests if digest > after][:limit]

    async def _load(self, served: ServedGame, digest: bytes) -> ServedGame:
        try:
            entry = await self._bucket.get(_key(served, digest))
        except Unavailable:
            raise refusals.bus_unavailable() from None
        if entry is None:
            raise refusals.unknown_data_set(served.name, digest)
        try:
            texts = json.loads(StoredDataSet.FromString(entry.value).data)
            variant = _variant(served, await asyncio.to_thread(served.game.parse_data, texts))
        except (DecodeError, ValueError, BadData) as error:
            # Stored by a replica of another rules version whose tables have other constraints, or damaged: nobody can play with it.
            log.error("a stored data set cannot be used", game=served.name, data_digest=digest.hex(), why=str(error))
            raise refusals.unknown_data_set(served.name, digest) from None
        if variant.data_digest != digest:
            log.error("a stored data set has another digest", game=served.name, data_digest=digest.hex())
            raise refusals.unknown_data_set(served.name, digest)
        return variant

    def _keep(self, variant: ServedGame) -> None:
        self._kept[variant.name, variant.data_digest] = variant
        if len(self._kept) > SETS_KEPT:
            self._kept.popitem(last=False)


def _key(served: ServedGame, digest: bytes) -> str:
    return f"{served.name}.{digest.hex()}"


def _variant(served: ServedGame, data: Any) -> ServedGame:
    return replace(served, data=data, data_digest=bytes.fromhex(served.game.data_digest(data)))


def _storable(variant: ServedGame) -> bytes:
    """The tables as they are stored; BadData for too much of them."""
    data = tables_json(variant.data)
    if len(data) > DATA_SET_BYTES:
        texts = variant.data.texts
        largest = max(texts, key=lambda table: len(texts[table]))
        raise BadData(f"{largest}.csv", 0, f"the tables together have at most {DATA_SET_BYTES} bytes, not {len(data)}")
    return data


def _texts(served: ServedGame, files: Iterable[DataFile]) -> dict[str, str]:
    """The text of each table by its name. BadData for a file that is none of the game's or comes twice.

    That none is missing, how much it is, and what is in them, the game itself checks.
    """
    tables = served.game.load_data().texts
    texts: dict[str, str] = {}
    for file in files:
        table = file.name.removesuffix(".csv")
        if table not in tables:
            raise BadData(file.name, 0, f"is none of the tables of {served.name}: {', '.join(sorted(tables))}")
        if table in texts:
            raise BadData(file.name, 0, "comes once")
        texts[table] = file.text
    return texts
