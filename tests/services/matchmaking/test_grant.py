"""Roles that an operator grants."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.common.startup import SettingsInvalid
from services.matchmaking.grant import grant
from services.matchmaking.store import players
from services.matchmaking.store.database import Database
from services.matchmaking.store.players import Player
from tests.services.matchmaking.events import NOW, identifier

ROOT = Path(__file__).parents[3]
ANNA = Player(identifier("anna"), "Anna", "hash", ("player",), NOW)


async def roles(database: Database) -> tuple[str, ...]:
    anna = await database.read(players.by_id, ANNA.player_id)
    assert anna is not None
    return anna.roles


async def test_roles_are_granted_and_taken_while_the_service_holds_the_database(
    database: Database, database_url: str
) -> None:
    await database.write(players.insert, ANNA)
    await grant(database_url, ANNA.player_id, ("host",))
    assert await roles(database) == ("player", "host")
    await grant(database_url, ANNA.player_id, ("player",))
    assert await roles(database) == ("player",)
    await database.write(players.insert, Player(identifier("berta"), "Berta", "hash", ("player",), NOW))


@pytest.mark.parametrize(
    ("player_id", "wanted", "says"),
    [
        (ANNA.player_id, ("service",), "not service"),
        (ANNA.player_id, ("king",), "not king"),
        (ANNA.player_id, (), "none"),
        (identifier("nobody"), ("host",), "no player"),
    ],
)
async def test_what_cannot_be_granted_is_refused(
    database: Database, database_url: str, player_id: str, wanted: tuple[str, ...], says: str
) -> None:
    await database.write(players.insert, ANNA)
    with pytest.raises(SettingsInvalid, match=says):
        await grant(database_url, player_id, wanted)
    assert await roles(database) == ("player",)


def test_the_command_says_how_it_is_used() -> None:
    command = [sys.executable, "-m", "services.matchmaking.grant"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.startswith("usage: ")
