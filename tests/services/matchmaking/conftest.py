"""Databases for matchmaking's tests: SQLite always, PostgreSQL when it can be had."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from services.common.ids import new_id
from services.matchmaking.store.database import Database
from tests.services.matchmaking import postgres


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    if why := postgres.missing():
        pytest.skip(why)
    with postgres.server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matchmaking.sqlite'}"
    server: str = request.getfixturevalue("postgres_url")
    name = f"d{new_id()}"
    admin = sa.create_engine(server.format(database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    admin.dispose()
    return server.format(database=name)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database that has been claimed."""
    opened = Database(database_url)
    await opened.open()
    await opened.claim("test", 1)
    yield opened
    await opened.close()
