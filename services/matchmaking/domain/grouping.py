"""Which waiting tickets make a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Queue(NamedTuple):
    """What has to be equal for two tickets to meet. `options` are canonical bytes (see options.py)."""

    game: str
    seats: int
    options: bytes
    pool: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ticket that has no match yet."""

    ticket_id: str
    player_id: str
    queue: Queue


def group(waiting: Iterable[Waiting]) -> list[tuple[Waiting, ...]]:
    """All full tables, first come first served; `waiting` is in order of arrival.

    A player never has two seats at a table: a second ticket of the same player waits for the next one.
    """
    queues: dict[Queue, list[Waiting]] = {}
    for ticket in waiting:
        queues.setdefault(ticket.queue, []).append(ticket)
    tables: list[tuple[Waiting, ...]] = []
    for queue, tickets in queues.items():
        while (table := _first_table(tickets, queue.seats)) is not None:
            tables.append(table)
            seated = {ticket.ticket_id for ticket in table}
            tickets = [ticket for ticket in tickets if ticket.ticket_id not in seated]
    return tables


def _first_table(tickets: list[Waiting], seats: int) -> tuple[Waiting, ...] | None:
    chosen: dict[str, Waiting] = {}
    for ticket in tickets:
        chosen.setdefault(ticket.player_id, ticket)
        if len(chosen) == seats:
            return tuple(chosen.values())
    return None
