"""A fresh database for each test, on every backend that can be had."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from services.scoring.store.database import Database
from tests.services.scoring.postgres import NoPostgres, postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server; skips with the reason where there is none."""
    server = postgres()
    try:
        url = server.__enter__()
    except NoPostgres as missing:
        pytest.skip(str(missing))
    try:
        yield url
    finally:
        server.__exit__(None, None, None)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/scoring.sqlite"
    server: str = request.getfixturevalue("postgres_server")
    name = f"test_{uuid4().hex}"  # a schema of its own: a hundred times cheaper than a database
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"')
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database."""
    opened = Database(database_url)
    await opened.open()
    yield opened
    await opened.close()
