"""Registered players."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from services.matchmaking.domain import names
from services.matchmaking.store.schema import PLAYERS


@dataclass(frozen=True, slots=True)
class Player:
    """A player as it is kept. `registered` is in UTC nanoseconds."""

    player_id: str
    name: str
    secret_hash: str
    roles: tuple[str, ...]
    registered: int


def by_id(connection: Connection, player_id: str) -> Player | None:
    """The player, or None."""
    return _one(connection, PLAYERS.c.player_id == player_id)


def by_name(connection: Connection, name: str) -> Player | None:
    """Who has this name, however it is written; or None."""
    return _one(connection, PLAYERS.c.name_key == names.compared(name))


def by_ids(connection: Connection, player_ids: list[str]) -> dict[str, Player]:
    """The players that exist, by id."""
    rows = connection.execute(sa.select(PLAYERS).where(PLAYERS.c.player_id.in_(player_ids)))
    return {player.player_id: player for player in map(_player, rows)}


def insert(connection: Connection, player: Player) -> None:
    """Keep a new player; raises IntegrityError when its name or id is taken."""
    connection.execute(
        sa.insert(PLAYERS).values(
            player_id=player.player_id,
            name=player.name,
            name_key=names.compared(player.name),
            secret_hash=player.secret_hash,
            roles=",".join(player.roles),
            registered=player.registered,
        )
    )


def set_roles(connection: Connection, player_id: str, roles: tuple[str, ...]) -> bool:
    """Replace the roles of a player; False if there is none."""
    done = connection.execute(sa.update(PLAYERS).where(PLAYERS.c.player_id == player_id).values(roles=",".join(roles)))
    return bool(done.rowcount)


def _one(connection: Connection, condition: sa.ColumnElement[bool]) -> Player | None:
    row = connection.execute(sa.select(PLAYERS).where(condition)).one_or_none()
    return None if row is None else _player(row)


def _player(row: sa.Row[tuple[object, ...]]) -> Player:
    return Player(row.player_id, row.name, row.secret_hash, tuple(row.roles.split(",")), row.registered)
