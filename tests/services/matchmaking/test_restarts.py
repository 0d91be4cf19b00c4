"""The process itself: killed, replaced, cut off from the bus; nothing is lost and nothing counts twice."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import grpc
import pytest

from arena.client import ArenaClient
from arena.errors import detail_of
from arena.pb.matchmaking.v1 import players_pb2, services_pb2, services_pb2_grpc, tickets_pb2, tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2
from services.cli.survey import health_of
from services.common.bus import BusError, EmbeddedNats, EmbeddedNatsSettings
from services.common.ids import new_id
from services.common.startup import PortInUse, SettingsInvalid
from services.matchmaking.bootstrap import running
from services.matchmaking.settings import MatchmakingSettings
from tests.services.conftest import eventually
from tests.services.matchmaking.conftest import Service, connected, in_this_process, next_of
from tests.services.matchmaking.fakes import Surroundings, announced, surroundings
from tests.services.matchmaking.tournament_calls import bots, followed, request, started, tables

ROOT = Path(__file__).parents[3]


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[EmbeddedNats]:
    with EmbeddedNats(EmbeddedNatsSettings(tmp_path)) as server:
        yield server


@pytest.fixture
async def around(nats: EmbeddedNats, tmp_path: Path) -> AsyncIterator[Surroundings]:
    async with surroundings(nats, tmp_path) as others:
        yield others


class Process:
    """`python -m services.matchmaking`, on one address over all its lives."""

    def __init__(self, around: Surroundings, replica: int = 0) -> None:
        self._around = around
        self._replica = replica
        self._listen = "127.0.0.1:0"
        self._child: subprocess.Popen[bytes] | None = None
        self.log = around.data_dir / f"matchmaking-{replica}.log"

    async def start(self) -> str:
        """Start; returns the address once it is announced."""
        path = self._around.data_dir / "run" / f"matchmaking-{self._replica}.json"
        path.unlink(missing_ok=True)
        environment = os.environ | self._around.environment
        environment |= {"ARENA_LISTEN": self._listen, "ARENA_REPLICA": str(self._replica)}
        with self.log.open("ab") as sink:
            self._child = subprocess.Popen(  # noqa: ASYNC220 - takes a millisecond
                [sys.executable, "-m", "services.matchmaking"], cwd=ROOT, env=environment, stdout=sink, stderr=sink
            )
        child = self._child
        await eventually(lambda: path.exists() or child.poll() is not None, within=30)
        assert child.poll() is None, self.log.read_text()
        address = announced(self._around.data_dir, self._replica)
        assert address is not None
        self._listen = address
        return address

    def kill9(self) -> None:
        assert self._child is not None
        self._child.kill()
        self._child.wait()

    async def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        assert self._child is not None
        self._child.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self._child.wait, 20)

    def end(self) -> None:
        """Whatever happened, leave nothing behind."""
        if self._child is not None and self._child.poll() is None:
            self.kill9()


@pytest.fixture
async def process(around: Surroundings) -> AsyncIterator[Process]:
    made = Process(around)
    yield made
    made.end()


async def keep_finishing(around: Surroundings) -> None:
    """End every match a moment after it was created, for ever."""
    while True:
        await asyncio.sleep(0.03)
        await around.rules.finish_running()


def expected_points(around: Surroundings, tournament_id: str, final: list[tournaments_pb2.Table]) -> Counter[str]:
    """Points by the places that the rules service gave, counted independently."""
    points: Counter[str] = Counter()
    for table in final:
        order = sorted(seat.player_id for seat in around.rules.created[table.match_id].seats)
        for place, player_id in enumerate(order):
            points[player_id] += len(order) - 1 - place
    return points


def check_event(
    around: Surroundings, last: tournaments_pb2.WatchTournamentResponse, final: list[tournaments_pb2.Table], rounds: int
) -> None:
    """The standings are those of exactly the matches that were created, each counted once."""
    tournament_id = last.tournament.tournament_id
    created = [
        match_id for match_id, made in around.rules.created.items() if made.tournament.tournament_id == tournament_id
    ]
    assert sorted(created) == sorted(table.match_id for table in final)
    assert (last.matches_done, last.matches_total) == (len(final), len(final))
    assert {line.games for line in last.standings} == {rounds}
    points = expected_points(around, tournament_id, final)
    assert {line.entrant.player_id: line.points for line in last.standings if line.points} == {
        player_id: number for player_id, number in points.items() if number
    }


async def test_killed_again_and_again_in_the_middle_of_an_event(around: Surroundings, process: Process) -> None:
    address = await process.start()
    async with connected(address, around) as service, asyncio.TaskGroup() as helpers:
        rounds = 12
        tournament_id = await started(service, request(bots("random", 8), table_size=2, rounds=rounds))
        finishing = helpers.create_task(keep_finishing(around))
        clients = [ArenaClient(address, patience=60) for _ in range(4)]
        pool = new_id()
        tickets: list[tickets_pb2.Ticket] = []
        for client in clients:
            await client.register(f"p {new_id()}")
            if len(tickets) < 3:
                tickets.append(await client.join("medico", 4, pool=pool))
        for _ in range(3):
            await asyncio.sleep(0.15)
            process.kill9()
            assert await process.start() == address
        tickets.append(await clients[3].join("medico", 4, pool=pool))
        async with asyncio.timeout(30):
            assignments = await asyncio.gather(
                *(client.wait(ticket.ticket_id) for client, ticket in zip(clients, tickets, strict=True))
            )
        assert len({assignment.match_id for assignment in assignments}) == 1
        assert {assignment.seat for assignment in assignments} == {0, 1, 2, 3}
        last = (await followed(service, tournament_id))[-1]
        final = await tables(service, tournament_id)
        finishing.cancel()
        for client in clients:
            await client.close()
    check_event(around, last, final, rounds)
    of_pool = [made for made in around.rules.created.values() if made.pool == pool]
    assert len(of_pool) == 1


async def test_results_published_while_it_was_dead_count_once(around: Surroundings, process: Process) -> None:
    address = await process.start()
    async with connected(address, around) as service:
        tournament_id = await started(service, request(bots("random", 6), table_size=2, rounds=1))
        await eventually(lambda: len(around.bots.filled) == 6)
        process.kill9()
        assert len(await around.rules.finish_running()) == 3
        await process.start()
        last = (await followed(service, tournament_id))[-1]
        check_event(around, last, await tables(service, tournament_id), 1)


def read_database(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.glob("matchmaking.sqlite*")}


def write_database(folder: Path, copies: dict[Path, bytes]) -> None:
    for path in folder.glob("matchmaking.sqlite*"):
        path.unlink()
    for path, content in copies.items():
        path.write_bytes(content)


async def test_a_database_that_is_older_than_the_consumer_catches_up(
    around: Surroundings, process: Process, tmp_path: Path
) -> None:
    address = await process.start()
    async with connected(address, around) as service:
        tournament_id = await started(service, request(bots("random", 2), rounds=1))
        await eventually(lambda: len(around.bots.filled) == 2)
        assert await process.stop() == 0
        copies = read_database(tmp_path)
        await process.start()
        await around.rules.finish_running()
        assert (await followed(service, tournament_id))[-1].matches_done == 1
        process.kill9()
        write_database(tmp_path, copies)
        await process.start()
        last = (await followed(service, tournament_id))[-1]
        check_event(around, last, await tables(service, tournament_id), 1)


async def test_stopped_in_order_it_ends_its_streams_and_exits_with_zero(around: Surroundings, process: Process) -> None:
    address = await process.start()
    async with connected(address, around) as service:
        _, signed_in = await service.player()
        assignments = service.queues.WatchAssignments(tickets_pb2.WatchAssignmentsRequest(), metadata=signed_in)
        join = tickets_pb2.JoinQueueRequest(request_id=new_id(), game="medico", seats=2)
        ticket = (await service.queues.JoinQueue(join, metadata=signed_in)).ticket
        watch = service.queues.WatchTicket(
            tickets_pb2.WatchTicketRequest(ticket_id=ticket.ticket_id), metadata=signed_in
        )
        await next_of(watch)
        began = asyncio.get_running_loop().time()
        code = await process.stop()
        assert code == 0, process.log.read_text()
        assert asyncio.get_running_loop().time() - began < 4  # not the whole grace period
        for stream in (assignments.read, watch.read):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await stream()
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
        await process.start()
        again = service.queues.WatchTicket(
            tickets_pb2.WatchTicketRequest(ticket_id=ticket.ticket_id), metadata=signed_in
        )
        assert (await next_of(again)).ticket == ticket
        again.cancel()


async def test_a_standby_says_so_and_takes_over_when_the_active_instance_goes(around: Surroundings) -> None:
    async with contextlib.AsyncExitStack() as active:
        first = await active.enter_async_context(in_this_process(around, replica=0))
        credentials, _ = await first.player()
        async with in_this_process(around, replica=1) as second:
            asked = players_pb2.GetPlayerRequest(player_id=credentials.player_id)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                # Not through the stub's channel, which would repeat the call until the other is gone.
                await _once(second, asked)
            detail = detail_of(caught.value)
            assert detail is not None
            assert detail.reason == reasons_pb2.REASON_NOT_ACTIVE
            assert detail.HasField("retry_after")
            for name in services_pb2.DESCRIPTOR.services_by_name.values():
                assert await health_of(second.address, name.full_name) == "NOT_SERVING"
                assert await health_of(first.address, name.full_name) == "SERVING"
            assert await health_of(second.address) == "SERVING"
            await active.aclose()
            async with asyncio.timeout(10):
                while True:
                    with contextlib.suppress(grpc.aio.AioRpcError):
                        found = await _once(second, asked)
                        break
                    await asyncio.sleep(0.05)
            assert found.player_id == credentials.player_id
            assert await health_of(second.address, "arena.matchmaking.v1.PlayerService") == "SERVING"


async def _once(service: Service, asked: players_pb2.GetPlayerRequest) -> players_pb2.GetPlayerResponse:
    async with grpc.aio.insecure_channel(service.address) as channel:
        return await services_pb2_grpc.PlayerServiceStub(channel).GetPlayer(asked)


async def test_the_bus_dies_and_comes_back_in_the_middle_of_an_event(around: Surroundings, nats: EmbeddedNats) -> None:
    async with in_this_process(around) as service, asyncio.TaskGroup() as helpers:
        rounds = 8
        tournament_id = await started(service, request(bots("random", 4), table_size=2, rounds=rounds))
        finishing = helpers.create_task(finish_patiently(around))
        async with service.client() as anna, service.client() as berta:
            await anna.register(f"p {new_id()}")
            await berta.register(f"p {new_id()}")
            pool = new_id()
            ticket = await anna.join("medico", 2, pool=pool)
            await asyncio.sleep(0.2)
            nats.kill9()
            await asyncio.sleep(0.3)
            nats.restart()
            other = await berta.join("medico", 2, pool=pool)
            async with asyncio.timeout(30):
                both = [await anna.wait(ticket.ticket_id), await berta.wait(other.ticket_id)]
            assert len({assignment.match_id for assignment in both}) == 1
        async with asyncio.timeout(40):
            while True:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    last = (await followed(service, tournament_id))[-1]
                    if last.tournament.state == tournaments_pb2.TOURNAMENT_STATE_FINISHED:
                        break
                await asyncio.sleep(0.1)
        finishing.cancel()
        check_event(around, last, await tables(service, tournament_id), rounds)


async def finish_patiently(around: Surroundings) -> None:
    """End matches for ever, also when the bus is away for a while."""
    while True:
        with contextlib.suppress(BusError):
            await keep_finishing(around)


async def test_a_ticket_that_waits_too_long_expires(around: Surroundings) -> None:
    async with in_this_process(around, ticket_seconds=1) as service:
        _, signed_in = await service.player()
        join = tickets_pb2.JoinQueueRequest(request_id=new_id(), game="medico", seats=2)
        ticket = (await service.queues.JoinQueue(join, metadata=signed_in)).ticket
        async with asyncio.timeout(10):
            watch = service.queues.WatchTicket(
                tickets_pb2.WatchTicketRequest(ticket_id=ticket.ticket_id), metadata=signed_in
            )
            states = [update.ticket.state async for update in watch]
        assert states == [tickets_pb2.TICKET_STATE_WAITING, tickets_pb2.TICKET_STATE_EXPIRED]
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await service.queues.LeaveQueue(
                tickets_pb2.LeaveQueueRequest(ticket_id=ticket.ticket_id), metadata=signed_in
            )
        detail = detail_of(caught.value)
        assert detail is not None
        assert detail.reason == reasons_pb2.REASON_TICKET_EXPIRED
        # The queue is free again.
        join.request_id = new_id()
        await service.queues.JoinQueue(join, metadata=signed_in)


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("rules_targets", "medico", "ARENA_RULES_TARGETS"),
        ("ticket_seconds", 0, "ARENA_TICKET_SECONDS"),
        ("seat_token_seconds", 60, "ARENA_SEAT_TOKEN_SECONDS"),
        ("matchmaking_database_url", "mysql://x", "sqlite or postgresql"),
    ],
)
async def test_a_bad_setting_is_named(
    nats: EmbeddedNats, tmp_path: Path, setting: str, value: object, says: str
) -> None:
    with pytest.raises(SettingsInvalid, match=says):
        async with running(MatchmakingSettings.load(data_dir=tmp_path, nats_url=nats.url, **{setting: value})):
            pytest.fail("it started")


def test_a_start_that_cannot_succeed_is_one_line(nats: EmbeddedNats, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'missing' / 'x.sqlite'}"
    environment = {"ARENA_DATA_DIR": str(tmp_path), "ARENA_NATS_URL": nats.url}
    ended = subprocess.run(
        [sys.executable, "-m", "services.matchmaking"],
        cwd=ROOT,
        env=os.environ | environment | {"ARENA_MATCHMAKING_DATABASE_URL": database},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 7, ended.stderr
    assert "database" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


async def test_a_start_that_fails_ends_at_once_and_gives_its_lease_back(around: Surroundings) -> None:
    """What runs in the background by then has to stop, whatever it is waiting for at that moment."""
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    host, port = taken.sockets[0].getsockname()
    settings = MatchmakingSettings.load(
        data_dir=around.data_dir, nats_url=around.environment["ARENA_NATS_URL"], listen=f"{host}:{port}"
    )
    async with taken:
        for _ in range(5):
            async with asyncio.timeout(10):
                with pytest.raises(PortInUse):
                    async with running(settings):
                        raise AssertionError("it serves on a port that is taken")
