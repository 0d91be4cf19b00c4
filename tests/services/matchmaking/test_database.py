"""The database: migrations, transactions, the fence."""

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from services.common.bus import Fenced
from services.common.sql import DatabaseUnavailable
from services.common.startup import SettingsInvalid, StartFailed
from services.matchmaking.store.database import TABLES, Database
from services.matchmaking.store.schema import PLAYERS
from tests.services.conftest import schema_differences

ROW = {
    "player_id": "p" * 26,
    "name": "Anna",
    "name_key": "anna",
    "secret_hash": "x",
    "roles": "player",
    "registered": 1_900_000_000_000_000_000,
}


def insert_player(connection: Connection) -> None:
    connection.execute(sa.insert(PLAYERS).values(ROW))


def count_players(connection: Connection) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(PLAYERS)) or 0


async def test_the_migrations_make_exactly_the_tables_that_the_code_uses(database: Database) -> None:
    assert await database.read(schema_differences(TABLES)) == []


async def test_opening_again_keeps_what_is_there(database_url: str) -> None:
    for expected in (0, 1):
        opened = Database(database_url)
        await opened.open()
        await opened.claim("test", 1)
        assert await opened.read(count_players) == expected
        if not expected:
            await opened.write(insert_player)
        await opened.close()


async def test_two_instances_may_open_at_once(database_url: str) -> None:
    both = [Database(database_url), Database(database_url)]
    await asyncio.gather(*(one.open() for one in both))
    for one in both:
        await one.close()


async def test_nanoseconds_survive(database: Database) -> None:
    await database.write(insert_player)
    assert await database.read(lambda c: c.scalar(sa.select(PLAYERS.c.registered))) == ROW["registered"]


async def test_work_that_raises_changes_nothing(database: Database) -> None:
    def half(connection: Connection) -> None:
        insert_player(connection)
        raise LookupError("in the middle")

    with pytest.raises(LookupError):
        await database.write(half)
    assert await database.read(count_players) == 0


async def test_a_stale_holder_is_refused_and_writes_nothing(database: Database, database_url: str) -> None:
    newer = Database(database_url)
    await newer.open()
    await newer.claim("test", 2)
    with pytest.raises(Fenced, match="stale"):
        await database.write(insert_player)
    assert await newer.read(count_players) == 0
    await newer.write(insert_player)
    with pytest.raises(Fenced):
        await database.claim("test", 1)
    await newer.close()


async def test_another_bus_has_another_fence(database: Database) -> None:
    await database.claim("a new bus", 1)
    await database.write(insert_player)
    await database.claim("test", 1)


async def test_nothing_is_written_before_the_database_is_claimed(database_url: str) -> None:
    opened = Database(database_url)
    await opened.open()
    with pytest.raises(Fenced):
        await opened.write(insert_player)
    await opened.close()


async def test_a_taken_name_is_an_integrity_error(database: Database) -> None:
    await database.write(insert_player)
    with pytest.raises(sa.exc.IntegrityError):
        await database.write(lambda c: c.execute(sa.insert(PLAYERS).values(ROW | {"player_id": "q" * 26})))


async def test_a_server_that_is_away_is_unavailable() -> None:
    away = Database("postgresql+psycopg://arena@/arena?host=/nonexistent")
    with pytest.raises(StartFailed, match="database postgresql"):
        await away.open()
    with pytest.raises(DatabaseUnavailable):
        await away.read(count_players)
    await away.close()


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://x/y", "nosuchdialect://x"])
def test_other_urls_are_refused_in_one_line(url: str) -> None:
    with pytest.raises(SettingsInvalid) as caught:
        Database(url)
    assert "\n" not in str(caught.value)
