"""Players that sign in, queue and play over the network, and come back in the middle of the match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from arena.client import ArenaClient, Credentials
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import results_pb2
from arena.runner import choose, play_assignment, play_match
from arena.seat import Seat
from engine_core.playing import random_bot
from services.common.ids import new_id
from tests.e2e import events
from tests.e2e.seeded import assert_nothing_lost_or_doubled
from tests.e2e.site import Site

pytestmark = pytest.mark.xdist_group("e2e")


class Line:
    """A connection to one address that can be cut: what a bad network is to a player."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def busy(self) -> int:
        """How many ends of connections are open."""
        return len(self._writers)

    def cut(self) -> None:
        """Break every connection; new ones can be made."""
        for writer in self._writers:
            writer.transport.abort()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """The address to use instead."""
        listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            host, port = listener.sockets[0].getsockname()[:2]
            yield f"{host}:{port}"
        finally:
            listener.close()
            self.cut()
            await listener.wait_closed()

    async def _serve(self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter) -> None:
        host, port = self._address.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        pair = {client_writer, writer}
        self._writers |= pair
        try:
            await asyncio.gather(self._pump(client_reader, writer), self._pump(reader, client_writer))
        finally:
            self._writers -= pair

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            return  # cut, or hung up
        finally:
            writer.close()


async def play_some(seat: Seat, decisions: int, bot_seed: bytes) -> int:
    """Answer so many decisions; returns how many there were before the match was over."""
    for answered in range(decisions):
        view = await seat.next_decision()
        if view is None:
            return answered
        await seat.submit(choose(random_bot, view, bot_seed), decision=view.decision)
    return decisions


async def test_players_meet_over_the_queue_and_one_comes_back_in_the_middle(site: Site) -> None:
    pool, seed = f"pool-{new_id()}", b"the player who comes back"
    async with ArenaClient(site.matchmaking) as leaver, ArenaClient(site.matchmaking) as stayer:
        clients = (leaver, stayer)
        for client in clients:
            await client.register(f"Guest {new_id()}")
        tickets = [await client.join("medico", 2, pool=pool) for client in clients]
        assert tickets[0].state == tickets_pb2.TICKET_STATE_WAITING
        assignments = await asyncio.gather(
            *(client.wait(ticket.ticket_id) for client, ticket in zip(clients, tickets, strict=True))
        )
        assert {assignment.match_id for assignment in assignments} == {assignments[0].match_id}
        staying = asyncio.create_task(play_assignment(random_bot, stayer, assignments[1]))
        async with leaver.seat(assignments[0]) as seat:
            assert await play_some(seat, 25, seed) == 25
            gone_at = seat.ply
        credentials: Credentials | None = leaver.credentials
    # Everything but the credentials is gone with the process: who comes back asks which of its matches still run.
    async with ArenaClient(site.matchmaking, credentials) as back:
        async for again in back.assignments():
            assert (again.match_id, again.seat) == (assignments[0].match_id, assignments[0].seat)
            break
        async with back.seat(again) as seat:
            result = await play_match(random_bot, seat, bot_seed=seed)
    assert seat.ply > gone_at
    assert await asyncio.wait_for(staying, 30) == result
    record = await events.record(site, assignments[0].match_id)
    assert_nothing_lost_or_doubled(record)
    assert {(each.player_id, each.kind) for each in record.seats} == {
        (ticket.player_id, results_pb2.SEAT_KIND_PLAYER) for ticket in tickets
    }
    assert record.result == result
    assert (record.rated, record.pool) == (True, pool)


async def test_a_line_that_breaks_again_and_again_costs_a_player_nothing(site: Site) -> None:
    pool, breaks = f"pool-{new_id()}", 5
    async with ArenaClient(site.matchmaking) as first, ArenaClient(site.matchmaking) as second:
        clients = (first, second)
        for client in clients:
            await client.register(f"Guest {new_id()}")
        tickets = [await client.join("medico", 2, pool=pool) for client in clients]
        mine, other = await asyncio.gather(
            *(client.wait(ticket.ticket_id) for client, ticket in zip(clients, tickets, strict=True))
        )
        playing = asyncio.create_task(play_assignment(random_bot, second, other))
        line = Line(site.rules_target.split(",")[0])
        async with line.open() as address, Seat(address, mine.match_id, mine.seat, mine.token) as seat:
            for _ in range(breaks):
                assert await play_some(seat, 5, b"over a bad line") == 5
                assert line.busy
                line.cut()
            result = await play_match(random_bot, seat, bot_seed=b"over a bad line")
            assert seat.reconnects >= breaks
        assert await asyncio.wait_for(playing, 30) == result
    assert_nothing_lost_or_doubled(await events.record(site, mine.match_id))
