"""The database of a service: migrated at its start, by whoever starts first, and left alone when it is as it should be."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from services.common.sql import ID, Database, Tables, table_set
from services.common.sql.tables import ENVIRONMENT
from services.common.startup import StartFailed
from services.matchmaking.store.database import TABLES as MATCHMAKING
from services.scoring.store.database import TABLES as SCORING
from tests.services.conftest import schema_differences

METADATA = table_set()
POTIONS = sa.Table("potions", METADATA, sa.Column("potion_id", ID, primary_key=True), sa.Column("name", sa.String(10)))

FIRST = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade():
    op.create_table("potions", sa.Column("potion_id", sa.String(26), primary_key=True))
    op.bulk_insert(sa.table("potions", sa.column("potion_id")), [{"potion_id": "p"}])
"""
SECOND = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade():
    op.add_column("potions", sa.Column("name", sa.String(10)))
"""
TWICE = SECOND.replace('"0002", "0001"', '"0003", "0002"')
"""Adds what is there already, and fails."""


def tables(folder: Path, **versions: str) -> Tables:
    folder.mkdir()
    for name, text in versions.items():
        (folder / f"{name.removeprefix('v')}_words.py").write_text(text)
    return Tables(METADATA, folder, version_table="potions_version", lock=4207199)


async def opened(url: str, wanted: Tables) -> Database:
    database = Database(url, wanted)
    try:
        await database.open()
    except BaseException:
        await database.close()
        raise
    return database


def potions(connection: Connection) -> list[str]:
    return list(connection.scalars(sa.text("SELECT potion_id FROM potions")))


async def test_a_database_goes_from_version_to_version_and_keeps_what_it_has(database_url: str, tmp_path: Path) -> None:
    early = await opened(database_url, tables(tmp_path / "early", v0001=FIRST))
    assert await early.read(potions) == ["p"]
    await early.close()
    wanted = tables(tmp_path / "late", v0001=FIRST, v0002=SECOND)
    late = await opened(database_url, wanted)
    assert await late.read(schema_differences(wanted)) == []
    assert await late.read(potions) == ["p"]
    await late.close()


async def test_a_database_of_a_later_version_is_one_clear_line(database_url: str, tmp_path: Path) -> None:
    late = await opened(database_url, tables(tmp_path / "late", v0001=FIRST, v0002=SECOND))
    with pytest.raises(StartFailed, match=r"the tables are not of this version of the platform: .*0002") as failed:
        await opened(database_url, tables(tmp_path / "early", v0001=FIRST))
    assert "\n" not in str(failed.value)
    assert await late.read(potions) == ["p"]
    await late.close()


async def test_a_migration_that_fails_leaves_nothing_half_done(database_url: str, tmp_path: Path) -> None:
    with pytest.raises(StartFailed, match=r"database .*: .*name"):
        await opened(database_url, tables(tmp_path / "broken", v0001=FIRST, v0002=SECOND, v0003=TWICE))
    mended = await opened(database_url, tables(tmp_path / "mended", v0001=FIRST))
    assert await mended.read(potions) == ["p"]
    await mended.close()


async def test_instances_that_start_at_once_migrate_once(database_url: str, tmp_path: Path) -> None:
    wanted = tables(tmp_path / "versions", v0001=FIRST, v0002=SECOND)
    both = await asyncio.gather(*(opened(database_url, wanted) for _ in range(2)))
    for each in both:
        assert await each.read(potions) == ["p"]
        await each.close()


@pytest.mark.parametrize("wanted", [MATCHMAKING, SCORING], ids=["matchmaking", "scoring"])
def test_the_newest_file_is_the_newest_revision(wanted: Tables) -> None:
    config = Config()
    config.set_main_option("script_location", str(ENVIRONMENT))
    config.set_main_option("version_locations", str(wanted.versions))
    config.set_main_option("path_separator", "newline")
    assert ScriptDirectory.from_config(config).get_heads() == [wanted.newest]


START = """
import asyncio, sys
from services.scoring.store.database import Database

async def start(url):
    database = Database(url)
    await database.open()
    await database.close()

asyncio.run(start(sys.argv[1]))
print("alembic" in sys.modules)
"""


def test_a_start_on_tables_that_are_current_does_without_the_migration_tool(tmp_path: Path) -> None:
    """It costs a quarter of a service's start."""
    command = [sys.executable, "-c", START, f"sqlite:///{tmp_path}/scoring.sqlite"]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() for _ in range(2)]
    assert said == ["True", "False"]
