"""The database: SQLite in the data folder or PostgreSQL by URL, written by one thread and fenced."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from services.common.bus import Fenced
from services.common.startup import SettingsInvalid, StartFailed
from services.matchmaking.store.schema import FENCE

T = TypeVar("T")
P = ParamSpec("P")

MIGRATIONS = Path(__file__).with_name("migrations")
_READERS = 2
_WRITES = "arena_writes"


class DatabaseUnavailable(Exception):
    """The database did not answer or refused for a reason that may pass (locked, full, restarting)."""


class Database:
    """One database. `open` first; `claim` before the first write; `close` at the end.

    Work is a function of a connection and runs in a thread, all of it in one transaction: it commits when the
    function returns and rolls back when it raises. Work must not keep the connection.
    """

    def __init__(self, url: str) -> None:
        """`url` is SQLAlchemy's (`sqlite:///path`, `postgresql+psycopg://...`); raises SettingsInvalid."""
        self._url = _checked(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sql-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sql-read")
        self._engine = _engine(self._url)
        self._fence: tuple[str, int] | None = None

    async def open(self) -> None:
        """Bring the tables up to date; raises StartFailed, one line, if that is impossible."""
        where = self._url.render_as_string(hide_password=True)
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, migrate, self._engine)
        except DBAPIError as error:
            raise StartFailed(f"database {where}: {error.orig}") from error

    async def claim(self, fence: str, token: int) -> None:
        """From now on write with `token` under the fence `fence`; raises Fenced if a greater token has written."""
        self._fence = (fence, token)
        await self.write(lambda connection: None)

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work(connection, *args, **kwargs)` in the one writing thread, after all writes asked for before.

        Raises Fenced, and changes nothing, when another instance has claimed the database; DatabaseUnavailable when it
        does not answer, in which case the outcome is unknown: what is written must bear being written again.
        """
        fence = self._fence
        if fence is None:
            raise Fenced("the database has not been claimed")

        def fenced() -> T:
            with self._engine.execution_options(**{_WRITES: True}).begin() as connection:
                _hold(connection, *fence)
                return work(connection, *args, **kwargs)

        return await self._run(self._writer, fenced)

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work(connection, *args, **kwargs)`, which only reads. It sees every write that was awaited before."""

        def unfenced() -> T:
            with self._engine.begin() as connection:
                return work(connection, *args, **kwargs)

        return await self._run(self._readers, unfenced)

    async def close(self) -> None:
        """Wait for the work under way and close all connections."""
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._engine.dispose()

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except DBAPIError as error:
            if isinstance(error, sa.exc.IntegrityError | sa.exc.ProgrammingError | sa.exc.DataError):
                raise
            raise DatabaseUnavailable(str(error.orig)) from error


def migrate(engine: Engine) -> None:
    """Apply all migrations; harmless when repeated. SQLite: the file is made, its folder must exist."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.execution_options(**{_WRITES: True}).begin() as connection:
        if connection.dialect.name == "postgresql":
            # Two instances that start at once migrate one after the other.
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(4207112)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _checked(url: str) -> URL:
    try:
        parsed = make_url(url)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        raise SettingsInvalid(f"not a database URL: {error}") from error
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise SettingsInvalid(f"the database must be sqlite or postgresql, not {parsed.get_backend_name()}")
    return parsed


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return sa.create_engine(url, pool_pre_ping=True, pool_size=_READERS + 1, max_overflow=0)
    engine = sa.create_engine(url, pool_size=_READERS + 1, max_overflow=0, poolclass=sa.pool.QueuePool)

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: Any, record: object) -> None:
        # The driver's own transaction handling would commit before DDL and begin too late for reads.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("busy_timeout=5000", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        _to_wal(cursor)
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer that began as a reader cannot wait for another writer: it would have to give up its snapshot.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(_WRITES) else "BEGIN")

    return engine


def _to_wal(cursor: sqlite3.Cursor) -> None:
    """Let readers and the writer work at the same time; the mode is a property of the file."""
    deadline = time.monotonic() + 5
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            # Another instance changes the mode at this moment; the busy timeout does not cover that.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


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
