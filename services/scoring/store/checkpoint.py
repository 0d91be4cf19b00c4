"""How far the stream of results has been counted: read and moved in the same transaction as what was counted."""

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from services.common.bus import Fenced
from services.scoring.store.schema import CHECKPOINT

_NAME: Final = "results"


class Checkpoint(NamedTuple):
    """`stream` is "" before the first result; `sequence` is the last one counted."""

    stream: str
    sequence: int


class OtherStream(Exception):
    """The database has counted results of another stream than the one that the bus has now."""


def read_checkpoint(connection: Connection) -> Checkpoint:
    """The checkpoint as it is."""
    row = connection.execute(sa.select(CHECKPOINT.c.stream, CHECKPOINT.c.sequence)).one()
    return Checkpoint(row.stream, row.sequence)


def check_stream(connection: Connection, stream: str) -> None:
    """Raises OtherStream if the checkpoint belongs to another stream than `stream`."""
    _check(read_checkpoint(connection).stream, stream)


def lock_checkpoint(connection: Connection, stream: str, fence: int | None = None) -> Checkpoint:
    """The checkpoint, locked until the transaction ends: whoever else counts waits here.

    Raises Fenced when a greater token than `fence` has written, OtherStream when it belongs to another stream. A writer
    without a lease (`fence` None) is held by the lock alone.
    """
    row = connection.execute(sa.select(CHECKPOINT).where(CHECKPOINT.c.name == _NAME).with_for_update()).one()
    if fence is not None and row.fence > fence:
        raise Fenced(f"token {fence} is stale: the ratings have been claimed with {row.fence}")
    _check(row.stream, stream)
    if fence is not None and row.fence < fence:
        connection.execute(sa.update(CHECKPOINT).where(CHECKPOINT.c.name == _NAME).values(fence=fence))
    return Checkpoint(row.stream, row.sequence)


def forget_checkpoint(connection: Connection) -> None:
    """Back to the start of whatever stream; waits for whoever counts now."""
    # Fencing tokens grow over the life of one bus only: those of another would shut everybody out.
    connection.execute(sa.update(CHECKPOINT).where(CHECKPOINT.c.name == _NAME).values(stream="", sequence=0, fence=0))


def move_checkpoint(connection: Connection, checkpoint: Checkpoint) -> None:
    """Everything up to it has been counted."""
    connection.execute(
        sa.update(CHECKPOINT)
        .where(CHECKPOINT.c.name == _NAME)
        .values(stream=checkpoint.stream, sequence=checkpoint.sequence)
    )


def _check(counted: str, stream: str) -> None:
    if counted not in ("", stream):
        raise OtherStream(
            "the database has counted results of another stream than the one on this bus (another data folder, or a stream"
            " made anew); `arena scoring rebuild` counts this one from its start"
        )
