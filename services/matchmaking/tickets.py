"""The tickets of all queues, kept in the bucket on the bus and mirrored in the active instance's memory.

    tickets.<ticket_id>     StoredTicket
    proposals.<match_id>    MatchProposal: a table that has been decided on and is not complete yet

Every write is fenced by the lease, so there is one writer; a key is changed in the bucket first and in memory after. A
table goes forward only, and each step bears being repeated:

1. the proposal is written, with everything that the match needs;
2. its match id is written into each ticket: from here on the ticket is not free;
3. the match is created (idempotent by its id), then noted in the proposal;
4. each ticket gets its assignment;
5. the proposal is removed.

Whoever takes over after a death finds the proposal and goes on with the first step that is not done.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from arena.pb.events.v1 import stored_pb2
from arena.pb.matchmaking.v1 import tickets_pb2
from services.common import clock
from services.common.bus import patiently
from services.common.bus.bucket import Bucket
from services.common.changes import Changes
from services.matchmaking import gauges
from services.matchmaking.domain.derived_ids import derived_id
from services.matchmaking.domain.grouping import Queue, Waiting

ENDED_KEPT = 3600
"""Seconds for which a ticket stays readable after it expired, was taken back, or its match ended."""

_NEVER_SWEPT = 600
"""Seconds after its expiry at which the bus drops a waiting ticket even if no instance is there to do it."""

_TICKETS = "tickets"
_PROPOSALS = "proposals"
_SECOND = 1_000_000_000

_WAITING = tickets_pb2.TICKET_STATE_WAITING
_ENDED = (tickets_pb2.TICKET_STATE_EXPIRED, tickets_pb2.TICKET_STATE_CANCELLED)


class AlreadyWaits(Exception):
    """The player waits in this queue already; `ticket_id` is the ticket."""

    def __init__(self, ticket_id: str) -> None:
        super().__init__(ticket_id)
        self.ticket_id = ticket_id


class FencedWrites(Protocol):
    """What the board needs of a lease."""

    async def write(self, key: str, value: bytes, *, headers: dict[str, str] | None = None) -> int:
        """Store a value, if the lease is still held."""

    async def remove(self, key: str) -> None:
        """Delete a key, if the lease is still held."""


def ticket_id_for(player_id: str, request_id: str) -> str:
    """The id of the ticket for one request to join: a repeated request can only ever make the same ticket."""
    return derived_id("ticket", player_id, request_id)


def queue_of(ticket: tickets_pb2.Ticket) -> Queue:
    """The queue in which a ticket waits."""
    return Queue(ticket.game, ticket.seats, ticket.options.SerializeToString(deterministic=True), ticket.pool)


class TicketBoard:
    """All tickets that are kept. Only for the instance that holds the lease; `load` before anything else.

    Writes raise Fenced when the lease is lost, and Unavailable when the bus was silent for 20 s; then they may be repeated.
    The messages handed out are the board's own: they must not be changed.
    """

    def __init__(self, bucket: Bucket, lease: FencedWrites) -> None:
        self.changes = Changes[str]()
        """Told the ticket id at every change of a ticket."""
        self.arrived = asyncio.Event()
        """Set when a ticket began to wait."""
        self._bucket = bucket
        self._lease = lease
        self._tickets: dict[str, stored_pb2.StoredTicket] = {}
        self._forget_at: dict[str, int] = {}
        self._bound: set[str] = set()
        # Whoever ends or binds a ticket looks first and writes after: two of them must not cross.
        self._changing = asyncio.Lock()

    async def load(self) -> list[stored_pb2.MatchProposal]:
        """Read everything that is kept; returns the tables to complete, oldest first."""
        for entry in await self._bucket.all(_TICKETS):
            stored = stored_pb2.StoredTicket.FromString(entry.value)
            self._tickets[stored.ticket.ticket_id] = stored
            if stored.ticket.state in _ENDED:
                self._forget_in(stored.ticket.ticket_id, ENDED_KEPT)
        proposals = [stored_pb2.MatchProposal.FromString(entry.value) for entry in await self._bucket.all(_PROPOSALS)]
        for proposal in proposals:
            self._bound.update(proposal.ticket_ids)
        for stored in list(self._tickets.values()):
            # Left by a death in the middle of `dissolve`.
            orphaned = stored.match_id and stored.ticket.ticket_id not in self._bound
            if stored.ticket.state == _WAITING and orphaned:
                await self._store(_changed(stored, match_id=""))
        self.arrived.set()
        return proposals

    def get(self, ticket_id: str) -> stored_pb2.StoredTicket | None:
        """The ticket, or None if there is none (any more)."""
        return self._tickets.get(ticket_id)

    def waiting(self) -> list[Waiting]:
        """The tickets that are free, in order of arrival."""
        free = sorted(
            (stored.ticket for ticket_id, stored in self._tickets.items() if self._is_free(ticket_id)),
            key=lambda ticket: (clock.to_ns(ticket.created), ticket.ticket_id),
        )
        return [Waiting(ticket.ticket_id, ticket.player_id, queue_of(ticket)) for ticket in free]

    def waiting_of(self, player_id: str) -> list[tickets_pb2.Ticket]:
        """The tickets with which a player waits, in any queue."""
        return [
            stored.ticket
            for stored in self._tickets.values()
            if stored.ticket.state == _WAITING and stored.ticket.player_id == player_id
        ]

    def of_player(self, player_id: str, queue: Queue) -> list[stored_pb2.StoredTicket]:
        """A player's tickets of one queue that wait or have been given a match, running or not; in order of arrival."""
        return sorted(
            (
                stored
                for stored in self._tickets.values()
                if stored.ticket.player_id == player_id
                and stored.ticket.state in (_WAITING, tickets_pb2.TICKET_STATE_ASSIGNED)
                and queue_of(stored.ticket) == queue
            ),
            key=lambda stored: (clock.to_ns(stored.ticket.created), stored.ticket.ticket_id),
        )

    async def add(self, stored: stored_pb2.StoredTicket) -> stored_pb2.StoredTicket:
        """Keep a new ticket; returns the one that is kept under its id, which may be an earlier one.

        Raises AlreadyWaits if the player has another ticket in the same queue.
        """
        async with self._changing:
            known = self._tickets.get(stored.ticket.ticket_id)
            if known is not None:
                return known
            for ticket in self.waiting_of(stored.ticket.player_id):
                if queue_of(ticket) == queue_of(stored.ticket):
                    raise AlreadyWaits(ticket.ticket_id)
            seconds = (clock.to_ns(stored.ticket.expires) - clock.now_ns()) // _SECOND + _NEVER_SWEPT
            await self._store(stored, ttl=max(1, seconds))
            self.arrived.set()
            return stored

    async def take_back(self, ticket_id: str) -> stored_pb2.StoredTicket:
        """Cancel a ticket if it is still free; returns it as it is now. Raises KeyError if there is none."""
        return await self._end(ticket_id, tickets_pb2.TICKET_STATE_CANCELLED)

    async def expire(self) -> int:
        """End the tickets that have waited too long and forget those that ended long ago; returns how many expired."""
        now = clock.now_ns()
        for ticket_id, moment in list(self._forget_at.items()):
            if moment <= now:
                del self._forget_at[ticket_id]
                self._tickets.pop(ticket_id, None)
        late = [
            stored.ticket.ticket_id
            for stored in self._tickets.values()
            if self._is_free(stored.ticket.ticket_id) and clock.to_ns(stored.ticket.expires) <= now
        ]
        for ticket_id in late:
            await self._end(ticket_id, tickets_pb2.TICKET_STATE_EXPIRED)
        return len(late)

    async def bind(self, proposal: stored_pb2.MatchProposal) -> bool:
        """Decide on a table, in memory only; False, and nothing changed, if one of its tickets is not free any more.

        From here on the table is either completed by this instance, or unknown to the next one and decided anew.
        """
        async with self._changing:
            if not all(self._is_free(ticket_id) for ticket_id in proposal.ticket_ids):
                return False
            self._bound.update(proposal.ticket_ids)
            return True

    async def propose(self, proposal: stored_pb2.MatchProposal) -> None:
        """Step 1: write down a table that has been bound."""
        await self._write_proposal(proposal)

    async def claim(self, proposal: stored_pb2.MatchProposal) -> None:
        """Step 2: write the match id into the tickets that do not have it yet."""
        for ticket_id in proposal.ticket_ids:
            stored = self._tickets.get(ticket_id)
            if stored is not None and stored.ticket.state == _WAITING and not stored.match_id:
                # Without a time to live: a ticket that has a match must not disappear before it is told.
                await self._store(_changed(stored, match_id=proposal.match_id))

    async def note_created(self, proposal: stored_pb2.MatchProposal, rules_version: int) -> stored_pb2.MatchProposal:
        """End of step 3: the match exists; returns the proposal as it is now."""
        created = stored_pb2.MatchProposal()
        created.CopyFrom(proposal)
        created.created = True
        created.rules_version = rules_version
        await self._write_proposal(created)
        return created

    async def assign(self, proposal: stored_pb2.MatchProposal) -> None:
        """Steps 4 and 5: hand out the seats of a match that exists."""
        for seat, stored in self._tickets_of(proposal):
            if stored.ticket.state != _WAITING:
                continue
            assigned = _changed(stored, state=tickets_pb2.TICKET_STATE_ASSIGNED)
            assigned.ticket.assignment.CopyFrom(
                tickets_pb2.Assignment(
                    match_id=proposal.match_id,
                    seat=seat,
                    game=proposal.game,
                    rules_version=proposal.rules_version,
                    seats=len(proposal.seats),
                )
            )
            await self._store(assigned)
        await self._remove_proposal(proposal)

    async def give_up(self, proposal: stored_pb2.MatchProposal) -> None:
        """End a table that can never be created: its tickets are cancelled."""
        for _, stored in self._tickets_of(proposal):
            if stored.ticket.state == _WAITING:
                cancelled = _changed(stored, state=tickets_pb2.TICKET_STATE_CANCELLED, match_id="")
                await self._store(cancelled, ttl=ENDED_KEPT)
        await self._remove_proposal(proposal)

    def is_complete(self, proposal: stored_pb2.MatchProposal) -> bool:
        """Whether all its tickets are still kept. After a very long outage one may have expired on the bus.

        Claimed tickets do not expire, so the match of an incomplete table has never been created.
        """
        return all(ticket_id in self._tickets for ticket_id in proposal.ticket_ids)

    async def dissolve(self, proposal: stored_pb2.MatchProposal) -> None:
        """Take back a table that is not complete: the tickets that are left wait again."""
        await self._remove_proposal(proposal)
        for _, stored in self._tickets_of(proposal):
            await self._store(_changed(stored, match_id=""))
        self._bound.difference_update(proposal.ticket_ids)
        self.arrived.set()

    async def release(self, still_running: Callable[[str], bool]) -> None:
        """Let the tickets disappear after a while whose match has ended."""
        async with self._changing:
            for stored in list(self._tickets.values()):
                ticket = stored.ticket
                ended = ticket.state == tickets_pb2.TICKET_STATE_ASSIGNED and not still_running(stored.match_id)
                if ended and ticket.ticket_id not in self._forget_at:
                    await self._store(stored, ttl=ENDED_KEPT)

    def gauge(self) -> None:
        """Bring the gauges of the queues up to date."""
        waiting = [stored.ticket for stored in self._tickets.values() if stored.ticket.state == _WAITING]
        gauges.TICKETS_WAITING.clear()
        for game, number in Counter(ticket.game for ticket in waiting).items():
            gauges.TICKETS_WAITING.labels(game).set(number)
        now = clock.now_ns()
        oldest = min((clock.to_ns(ticket.created) for ticket in waiting), default=now)
        gauges.OLDEST_TICKET_SECONDS.set((now - oldest) / _SECOND)
        gauges.TICKETS_BOUND.set(len(self._bound))

    def _tickets_of(self, proposal: stored_pb2.MatchProposal) -> Iterable[tuple[int, stored_pb2.StoredTicket]]:
        for seat, ticket_id in enumerate(proposal.ticket_ids):
            stored = self._tickets.get(ticket_id)
            if stored is not None and stored.match_id == proposal.match_id:
                yield seat, stored

    def _is_free(self, ticket_id: str) -> bool:
        stored = self._tickets.get(ticket_id)
        return (
            stored is not None
            and stored.ticket.state == _WAITING
            and not stored.match_id
            and ticket_id not in self._bound
        )

    async def _end(self, ticket_id: str, state: tickets_pb2.TicketState.ValueType) -> stored_pb2.StoredTicket:
        async with self._changing:
            stored = self._tickets[ticket_id]
            if not self._is_free(ticket_id):
                return stored
            ended = _changed(stored, state=state)
            await self._store(ended, ttl=ENDED_KEPT)
            return ended

    async def _store(self, stored: stored_pb2.StoredTicket, *, ttl: int | None = None) -> None:
        ticket_id = stored.ticket.ticket_id
        headers = None if ttl is None else {"Nats-TTL": f"{ttl}s"}
        await patiently(
            lambda: self._lease.write(f"{_TICKETS}.{ticket_id}", stored.SerializeToString(), headers=headers)
        )
        self._tickets[ticket_id] = stored
        if stored.ticket.state != _WAITING:
            self._bound.discard(ticket_id)
        if ttl is not None and stored.ticket.state != _WAITING:
            self._forget_in(ticket_id, ttl)
        self.changes.notify(ticket_id)

    async def _write_proposal(self, proposal: stored_pb2.MatchProposal) -> None:
        key = f"{_PROPOSALS}.{proposal.match_id}"
        await patiently(lambda: self._lease.write(key, proposal.SerializeToString()))

    async def _remove_proposal(self, proposal: stored_pb2.MatchProposal) -> None:
        await patiently(lambda: self._lease.remove(f"{_PROPOSALS}.{proposal.match_id}"))

    def _forget_in(self, ticket_id: str, seconds: int) -> None:
        self._forget_at[ticket_id] = clock.now_ns() + seconds * _SECOND


def _changed(stored: stored_pb2.StoredTicket, **fields: object) -> stored_pb2.StoredTicket:
    """A copy with another `state` or `match_id`."""
    copy = stored_pb2.StoredTicket()
    copy.CopyFrom(stored)
    for name, value in fields.items():
        setattr(copy.ticket if name == "state" else copy, name, value)
    return copy
