"""The database: SQLite in the data folder or PostgreSQL by URL, written by one thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from services.common.startup import SettingsInvalid, StartFailed

T = TypeVar("T")
Work = Callable[[Connection], T]

MIGRATIONS = Path(__file__).with_name("migrations")
_READERS = 2
_WRITES = "arena_writes"
_MIGRATION_LOCK = 4207113


class DatabaseUnavailable(Exception):
    """The database did not answer or refused for a reason that may pass (locked, full, restarting)."""


class Database:
    """One database: `open` it first, `close` it at the end.

    Work is a function of a connection and runs in a thread, all of it in one transaction: it commits when the function
    returns and rolls back when it raises. Work must not keep the connection.
    """

    def __init__(self, url: str) -> None:
        """`url` is SQLAlchemy's (`sqlite:///path`, `postgresql+psycopg://...`); raises SettingsInvalid."""
        self._url = _checked(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="sql-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="sql-read")
        self._engine = _engine(self._url)

    async def open(self) -> None:
        """Bring the tables up to date; raises StartFailed, one line, if that is impossible."""
        where = self._url.render_as_string(hide_password=True)
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, migrate, self._engine)
        except DBAPIError as error:
            raise StartFailed(f"database {where}: {error.orig}") from error

    async def write(self, work: Work[T]) -> T:
        """Do `work` in the one writing thread, after all writes asked for before.

        Raises DatabaseUnavailable when the database does not answer; then the outcome is unknown.
        """

        def written() -> T:
            with self._engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
                return work(connection)

        return await self._run(self._writer, written)

    async def read(self, work: Work[T]) -> T:
        """Do `work`, which only reads. It sees every write that was awaited before."""

        def read() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await self._run(self._readers, read)

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
    with engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            # Two instances that start at once migrate one after the other; SQLite's write lock does the same.
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
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
        for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A write takes SQLite's lock at once: what it reads first (the checkpoint) must still hold when it writes.
        immediate = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine
