"""Registering players and letting them in."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import sqlalchemy as sa

from arena.house import HOUSE_BOTS
from arena.pb.rules.v1 import reasons_pb2
from services.common import clock
from services.common.access import PLAYER
from services.common.errors import ArenaError, Malformed, Overloaded
from services.common.ids import new_id
from services.matchmaking import credentials
from services.matchmaking.domain import names
from services.matchmaking.store import players
from services.matchmaking.store.database import Database
from services.matchmaking.store.players import Player

T = TypeVar("T")

HASHED_AT_ONCE = 2
HASHES_WAITING = 64
"""Beyond these callers are asked to come back: each hash costs about 50 ms of a core."""


class HashBench:
    """Where secrets are hashed and compared, off the event loop and a few at a time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(HASHED_AT_ONCE, thread_name_prefix="scrypt")
        self._waiting = 0

    async def do(self, work: Callable[..., T], *args: str) -> T:
        """Run a hash function; raises Overloaded when too many wait already."""
        if self._waiting >= HASHES_WAITING:
            raise Overloaded
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Give the threads back."""
        self._pool.shutdown(cancel_futures=True)


class Registry:
    """All registered players."""

    def __init__(self, database: Database, bench: HashBench) -> None:
        self._database = database
        self._bench = bench

    async def register(self, name: str, secret: str) -> tuple[str, str]:
        """Make a player; returns id and secret. An empty `secret` means that one is made.

        The same name with the same secret is the same player again. Raises NAME_TAKEN for somebody else's name, or one that
        looks like it, or like a house bot's; Malformed for one that nobody can read.
        """
        name = names.shown(name)
        if not names.is_readable(name):
            raise Malformed("name: has to be readable, and not too long once it is spelled out.", field="name")
        if names.is_of_the_house(name, HOUSE_BOTS):
            raise ArenaError(reasons_pb2.REASON_NAME_TAKEN, "Names like that are kept for house bots.", subject=name)
        known = await self._database.read(players.by_name, name)
        if known is None:
            secret = secret or credentials.new_secret()
            secret_hash = await self._bench.do(credentials.hash_secret, secret)
            player = Player(new_id(), name, secret_hash, (PLAYER,), clock.now_ns())
            try:
                await self._database.write(players.insert, player)
            except sa.exc.IntegrityError:
                # Somebody was faster; it may have been the same request.
                known = await self._database.read(players.by_name, name)
            else:
                return player.player_id, secret
        if known is None or not secret or not await self._bench.do(credentials.matches, secret, known.secret_hash):
            raise ArenaError(
                reasons_pb2.REASON_NAME_TAKEN,
                "Another player has this name; if it is yours, give its secret.",
                subject=name,
            )
        return known.player_id, secret

    async def sign_in(self, player_id: str, secret: str) -> Player:
        """The player to whom id and secret belong; raises BAD_CREDENTIALS, the same for a wrong id and a wrong secret."""
        player = await self._database.read(players.by_id, player_id)
        kept = credentials.nobodys_hash() if player is None else player.secret_hash
        if not await self._bench.do(credentials.matches, secret, kept) or player is None:
            raise ArenaError(reasons_pb2.REASON_BAD_CREDENTIALS, "Player id and secret do not belong together.")
        return player

    async def find(self, player_id: str) -> Player:
        """The player with an id; raises UNKNOWN_PLAYER."""
        player = await self._database.read(players.by_id, player_id)
        if player is None:
            raise ArenaError(reasons_pb2.REASON_UNKNOWN_PLAYER, "There is no player with this id.", subject=player_id)
        return player
