"""The database of a service, written by one thread."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from services.common.sql.tables import Tables
from services.common.startup import SettingsInvalid, StartFailed

T = TypeVar("T")
P = ParamSpec("P")

_READERS: Final = 2
_WRITES: Final = "arena_writes"


class DatabaseUnavailable(Exception):
    """The database did not answer or refused for a reason that may pass (locked, full, restarting)."""


class Database:
    """One database: `open` it first, `close` it at the end.

    Work is a function of a connection and runs in a thread, all of it in one transaction: it commits when the function
    returns and rolls back when it raises. Work must not keep the connection.
    """

    def __init__(self, url: str, tables: Tables) -> None:
        """`url` is SQLAlchemy's (`sqlite:///path`, `postgresql+psycopg://...`); raises SettingsInvalid."""
        self._url = _checked(url)
        self._tables = tables
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sql-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sql-read")
        self._engine = _engine(self._url)

    async def open(self) -> None:
        """Bring the tables up to date; raises StartFailed, one line, if that is impossible.

        SQLite: the file is made, its folder must exist.
        """
        where = self._url.render_as_string(hide_password=True)
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, self._migrate)
        except DBAPIError as error:
            raise StartFailed(f"database {where}: {error.orig}") from error
        except StartFailed as error:
            raise StartFailed(f"database {where}: {error}") from error

    async def write(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work(connection, *args, **kwargs)` in the one writing thread, after all writes asked for before.

        Raises DatabaseUnavailable when the database does not answer, in which case the outcome is unknown: what is
        written must bear being written again.
        """

        def written() -> T:
            with self._engine.execution_options(**{_WRITES: True}).begin() as connection:
                return work(connection, *args, **kwargs)

        return await self._run(self._writer, written)

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do `work(connection, *args, **kwargs)`, which only reads. It sees every write that was awaited before."""

        def read() -> T:
            with self._engine.begin() as connection:
                return work(connection, *args, **kwargs)

        return await self._run(self._readers, read)

    async def close(self) -> None:
        """Wait for the work under way and close all connections."""
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._engine.dispose()

    def _migrate(self) -> None:
        with self._engine.begin() as connection:
            if self._tables.are_current(connection):
                return
        with self._engine.execution_options(**{_WRITES: True}).begin() as connection:
            self._tables.migrate(connection)

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except DBAPIError as error:
            if isinstance(error, sa.exc.IntegrityError | sa.exc.ProgrammingError | sa.exc.DataError):
                raise
            raise DatabaseUnavailable(str(error.orig)) from error


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
        # A write takes SQLite's lock at once: a writer that began as a reader would have to give up its snapshot, and what
        # it read first (a fence, a checkpoint) must still hold when it writes.
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
