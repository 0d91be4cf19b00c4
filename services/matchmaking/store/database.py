"""The database of matchmaking: written under a fence, so that an instance that lost its lease changes nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from services.common import sql
from services.common.bus import Fenced
from services.matchmaking.store.schema import FENCE, METADATA

T = TypeVar("T")
P = ParamSpec("P")

TABLES: Final = sql.Tables(
    METADATA, Path(__file__).with_name("migrations"), version_table="matchmaking_schema_version", lock=4207112
)


class Database(sql.Database):
    """As services.common.sql.Database; besides, `claim` it before the first write."""

    def __init__(self, url: str) -> None:
        super().__init__(url, TABLES)
        self._fence: tuple[str, int] | None = None

    async def claim(self, fence: str, token: int) -> None:
        """From now on write with `token` under the fence `fence`; raises Fenced if a greater token has written."""
        self._fence = (fence, token)
        await self.write(lambda connection: None)

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As the base class says; raises Fenced, and changes nothing, when another instance has claimed the database."""
        fence = self._fence
        if fence is None:
            raise Fenced("the database has not been claimed")

        def fenced(connection: Connection) -> T:
            _hold(connection, *fence)
            return work(connection, *args, **kwargs)

        return await super().write(fenced)


def _hold(connection: Connection, name: str, token: int) -> None:
    claimed = connection.execute(
        sa.update(FENCE).where(FENCE.c.name == name, FENCE.c.token <= token).values(token=token)
    )
    if claimed.rowcount:
        return
    newest = connection.scalar(sa.select(FENCE.c.token).where(FENCE.c.name == name))
    if newest is not None:
        raise Fenced(f"token {token} is stale: the database has been claimed with {newest}")
    connection.execute(sa.insert(FENCE).values(name=name, token=token))
