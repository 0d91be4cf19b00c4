"""A death between any two steps of a table: the next instance completes what was proposed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import TypeVar

import pytest

from arena.pb.events.v1 import stored_pb2
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import matches_pb2
from services.common import clock
from services.common.bus import Bucket, EmbeddedNats, connect
from services.common.bus.lease import Lease
from services.common.bus.subjects import MATCHMAKING_BUCKET
from services.common.ids import new_id
from services.matchmaking.matcher import Matcher
from services.matchmaking.store import matches
from services.matchmaking.store.database import Database
from services.matchmaking.tickets import ENDED_KEPT, TicketBoard
from tests.services.conftest import eventually
from tests.services.matchmaking.events import OPTIONS, identifier

T = TypeVar("T")

STEPS = 9
"""Propose, claim two tickets, create, note that, keep in the database, assign two tickets, remove the proposal."""


class Death(BaseException):
    """The process is gone. No code of the service may catch it."""


class Fate:
    """Lets the process die at one of its steps: before it took effect, or after, when nobody hears of it."""

    def __init__(self, dies_at: int = 0, *, after: bool = False) -> None:
        self.dies_at = dies_at
        self.after = after
        self.steps = 0

    async def step(self, do: Callable[[], Awaitable[T]]) -> T:
        self.steps += 1
        if self.steps == self.dies_at and not self.after:
            raise Death
        result = await do()
        if self.steps == self.dies_at:
            raise Death
        return result


class MortalLease:
    """A lease whose holder may die at a write."""

    def __init__(self, lease: Lease, fate: Fate) -> None:
        self._lease = lease
        self._fate = fate

    async def write(self, key: str, value: bytes, *, headers: Mapping[str, str] | None = None) -> int:
        return await self._fate.step(lambda: self._lease.write(key, value, headers=headers))

    async def remove(self, key: str) -> None:
        await self._fate.step(lambda: self._lease.remove(key))


class MortalDatabase(Database):
    """A database whose user may die at a write."""

    fate = Fate()

    async def write(self, work, *args, **kwargs):  # type: ignore[no-untyped-def]  # passes everything on
        return await self.fate.step(lambda: Database.write(self, work, *args, **kwargs))


class Rules:
    """The rules service: what it has it keeps, whoever died."""

    def __init__(self) -> None:
        self.created: dict[str, matches_pb2.CreateMatchRequest] = {}
        self.fate = Fate()

    async def create(self, request: matches_pb2.CreateMatchRequest) -> matches_pb2.CreateMatchResponse:
        async def do() -> matches_pb2.CreateMatchResponse:
            assert self.created.setdefault(request.match_id, request) == request
            return matches_pb2.CreateMatchResponse(match_id=request.match_id, rules_version=1)

        return await self.fate.step(do)


def ticket(name: str, pool: str, *, seconds: float = 600) -> stored_pb2.StoredTicket:
    now = clock.now_ns()
    return stored_pb2.StoredTicket(
        ticket=tickets_pb2.Ticket(
            ticket_id=new_id(),
            player_id=identifier(name),
            game="medico",
            seats=2,
            options=OPTIONS,
            pool=pool,
            state=tickets_pb2.TICKET_STATE_WAITING,
            created=clock.timestamp(now),
            expires=clock.timestamp(now + int(seconds * 10**9)),
        ),
        player_name=name,
    )


class Lives:
    """Instances that follow one another on the same bucket, database and rules service."""

    def __init__(self, bucket: Bucket, folder: Path) -> None:
        self.bucket = bucket
        self.rules = Rules()
        self.url = f"sqlite:///{folder / 'matchmaking.sqlite'}"
        self.told: list[str] = []

    async def live(self, fate: Fate, until: Callable[[TicketBoard], Coroutine[None, None, None]]) -> None:
        """One instance, from taking the lease to its death or until `until` returns."""
        lease = Lease(self.bucket, "active", instance="the one")
        database = MortalDatabase(self.url)
        database.fate = Fate()
        await database.open()
        try:
            async with lease.held() as token:
                await database.claim("bus", token)
                board = TicketBoard(self.bucket, MortalLease(lease, fate))
                database.fate = self.rules.fate = fate
                proposals = await board.load()
                matcher = Matcher(board, self.rules, database, self.told.append)  # type: ignore[arg-type]  # a fake
                running = asyncio.create_task(matcher.run(proposals))
                ending = asyncio.create_task(until(board))
                try:
                    await asyncio.wait((running, ending), return_when=asyncio.FIRST_COMPLETED)
                    await (running if running.done() else ending)
                finally:
                    for task in (running, ending):
                        task.cancel()
                    await asyncio.wait((running, ending))
        except* Death:
            pass  # that is what the test is about
        finally:
            await database.close()

    async def kept(self) -> tuple[list[stored_pb2.StoredTicket], list[stored_pb2.MatchProposal]]:
        """What lies in the bucket."""
        tickets = [stored_pb2.StoredTicket.FromString(each.value) for each in await self.bucket.all("tickets")]
        proposals = [stored_pb2.MatchProposal.FromString(each.value) for each in await self.bucket.all("proposals")]
        return tickets, proposals


@pytest.fixture
async def lives(tmp_path: Path, own_nats: EmbeddedNats) -> AsyncIterator[Lives]:
    async with await connect(own_nats.address("matchmaking")) as bus:
        yield Lives(Bucket(bus, MATCHMAKING_BUCKET), tmp_path)


async def everybody_assigned(board: TicketBoard) -> None:
    await eventually(lambda: not board.waiting_of(identifier("anna")) and not board.waiting_of(identifier("berta")))
    await asyncio.sleep(0.05)  # the last step, removing the proposal, follows


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_a_death_at_any_step_loses_no_ticket_and_makes_one_match(lives: Lives, step: int, after: bool) -> None:
    tickets = [ticket("anna", "p"), ticket("berta", "p")]
    fate = Fate()

    async def join_then_die(board: TicketBoard) -> None:
        for each in tickets:
            await board.add(each)
        fate.steps, fate.dies_at, fate.after = 0, step, after
        await asyncio.sleep(10)
        pytest.fail("nobody died")

    await lives.live(fate, join_then_die)
    assert fate.steps == step
    peaceful = Fate()
    await lives.live(peaceful, everybody_assigned)

    kept, proposals = await lives.kept()
    assert proposals == []
    assert {each.ticket.ticket_id for each in kept} == {each.ticket.ticket_id for each in tickets}
    assert {each.ticket.state for each in kept} == {tickets_pb2.TICKET_STATE_ASSIGNED}
    assert {each.ticket.assignment.seat for each in kept} == {0, 1}
    match_ids = {each.ticket.assignment.match_id for each in kept}
    assert match_ids == set(lives.rules.created)
    assert len(match_ids) == 1
    for each in kept:
        seat = lives.rules.created[each.match_id].seats[each.ticket.assignment.seat]
        assert seat.player_id == each.ticket.player_id
    database = Database(lives.url)
    await database.open()
    assert {match_id for _, match_id in await database.read(matches.unfinished)} == match_ids
    await database.close()


async def test_the_steps_are_as_many_as_the_test_above_goes_through(lives: Lives) -> None:
    fate = Fate()

    async def join(board: TicketBoard) -> None:
        for each in (ticket("anna", "p"), ticket("berta", "p")):
            await board.add(each)
        fate.steps = 0
        await everybody_assigned(board)

    await lives.live(fate, join)
    assert fate.steps == STEPS
    assert sorted(lives.told) == [identifier("anna"), identifier("berta")]


async def test_a_table_that_lost_a_ticket_in_a_long_outage_is_dissolved_and_the_others_wait_on(lives: Lives) -> None:
    anna, berta = ticket("anna", "p"), ticket("berta", "p")
    fate = Fate()

    async def join_then_die(board: TicketBoard) -> None:
        await board.add(anna)
        await board.add(berta)
        fate.steps, fate.dies_at, fate.after = 0, 2, True  # one of the two is claimed
        await asyncio.sleep(10)

    await lives.live(fate, join_then_die)
    kept, proposals = await lives.kept()
    assert len(proposals) == 1
    gone = next(each for each in kept if not each.match_id)
    left = next(each for each in kept if each.match_id)
    entry = await lives.bucket.get(f"tickets.{gone.ticket.ticket_id}")
    assert entry is not None
    await lives.bucket.delete(entry.key, entry.revision)

    async def waits_again(board: TicketBoard) -> None:
        await eventually(lambda: [each.ticket_id for each in board.waiting()] == [left.ticket.ticket_id])

    await lives.live(Fate(), waits_again)
    assert lives.rules.created == {}
    kept, proposals = await lives.kept()
    assert proposals == []
    assert [each.match_id for each in kept] == [""]


async def test_a_ticket_expires_and_is_forgotten(lives: Lives) -> None:
    late = ticket("anna", "p", seconds=0.2)

    async def expire(board: TicketBoard) -> None:
        await board.add(late)
        await eventually(lambda: not board.waiting())
        stored = board.get(late.ticket.ticket_id)
        assert stored is not None
        assert stored.ticket.state == tickets_pb2.TICKET_STATE_EXPIRED
        again = await board.take_back(late.ticket.ticket_id)
        assert again.ticket.state == tickets_pb2.TICKET_STATE_EXPIRED
        board._forget_at[late.ticket.ticket_id] -= ENDED_KEPT * 10**9
        await board.expire()
        assert board.get(late.ticket.ticket_id) is None

    await lives.live(Fate(), expire)


async def test_a_ticket_with_a_table_does_not_expire(lives: Lives) -> None:
    tickets = [ticket("anna", "p", seconds=0.3), ticket("berta", "p", seconds=0.3)]
    fate = Fate(dies_at=0)

    async def join_then_die(board: TicketBoard) -> None:
        for each in tickets:
            await board.add(each)
        fate.steps, fate.dies_at = 0, 4  # proposed and claimed, not created
        await asyncio.sleep(10)

    await lives.live(fate, join_then_die)
    await asyncio.sleep(0.5)
    await lives.live(Fate(), everybody_assigned)
    kept, _ = await lives.kept()
    assert {each.ticket.state for each in kept} == {tickets_pb2.TICKET_STATE_ASSIGNED}


async def test_tickets_of_ended_matches_are_let_go(lives: Lives) -> None:
    async def play(board: TicketBoard) -> None:
        for each in (ticket("anna", "p"), ticket("berta", "p")):
            await board.add(each)
        await everybody_assigned(board)
        await board.release(lambda match_id: True)
        assert board._forget_at == {}
        await board.release(lambda match_id: False)
        assert len(board._forget_at) == 2

    await lives.live(Fate(), play)
