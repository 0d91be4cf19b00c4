"""What matchmaking's tests run against: databases, and the whole service among fakes of the others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import grpc
import pytest

from arena.channel import bearer, open_channel
from arena.client import ArenaClient, Credentials
from arena.pb.matchmaking.v1 import players_pb2, services_pb2, services_pb2_grpc
from services.common.access import HOST, PLAYER, TokenIssuer, token_issuer
from services.common.bus import EmbeddedNats, EmbeddedNatsSettings
from services.common.ids import new_id
from services.matchmaking.bootstrap import running
from services.matchmaking.settings import MatchmakingSettings
from services.matchmaking.store.database import Database
from tests.services.matchmaking.fakes import FakeBots, FakeRules, Surroundings, surroundings

T = TypeVar("T")

Metadata = tuple[tuple[str, str], ...]


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database that has been claimed."""
    opened = Database(database_url)
    await opened.open()
    await opened.claim("test", 1)
    yield opened
    await opened.close()


@dataclass(slots=True)
class Service:
    """A running matchmaking service and ways to call it."""

    address: str
    around: Surroundings
    issuer: TokenIssuer
    players: services_pb2_grpc.PlayerServiceAsyncStub
    queues: services_pb2_grpc.MatchmakingServiceAsyncStub
    tournaments: services_pb2_grpc.TournamentServiceAsyncStub

    @property
    def rules(self) -> FakeRules:
        return self.around.rules

    @property
    def bots(self) -> FakeBots:
        return self.around.bots

    def host(self) -> Metadata:
        """Signs in as a host."""
        return bearer(self.issuer.issue("a host", (HOST,), lifetime=600))

    async def player(self, name: str = "") -> tuple[Credentials, Metadata]:
        """A fresh player, signed in."""
        made = await self.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=name or f"p {new_id()}"))
        # Issued here: the service would hash the secret once more, for which no test needs to wait.
        token = self.issuer.issue(made.player_id, (PLAYER,), lifetime=600)
        return Credentials(made.player_id, made.secret), bearer(token)

    def client(self, credentials: Credentials | None = None) -> ArenaClient:
        """A client as bot authors have it."""
        return ArenaClient(self.address, credentials, patience=20)


async def next_of(stream: grpc.aio.UnaryStreamCall[Any, T]) -> T:
    """The next message of a stream; fails the test if there is none within 10 s."""
    async with asyncio.timeout(10):
        message = await stream.read()
    assert message is not grpc.aio.EOF
    return cast("T", message)


@contextlib.asynccontextmanager
async def connected(address: str, around: Surroundings) -> AsyncIterator[Service]:
    """A service at an address."""
    channel = open_channel(address, services_pb2.DESCRIPTOR)
    try:
        yield Service(
            address,
            around,
            token_issuer(around.data_dir),
            services_pb2_grpc.PlayerServiceStub(channel),
            services_pb2_grpc.MatchmakingServiceStub(channel),
            services_pb2_grpc.TournamentServiceStub(channel),
        )
    finally:
        await channel.close()


@contextlib.asynccontextmanager
async def in_this_process(around: Surroundings, **settings: Any) -> AsyncIterator[Service]:
    """A matchmaking service in the test's own process."""
    loaded = MatchmakingSettings.load(data_dir=around.data_dir, nats_url=around.nats.url, grace_seconds=2, **settings)
    async with running(loaded) as server, connected(server.address, around) as service:
        yield service


@pytest.fixture(scope="module")
async def around(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Surroundings]:
    """Fakes of the other services on a bus that only this module's tests use."""
    data_dir = tmp_path_factory.mktemp("matchmaking")
    with EmbeddedNats(EmbeddedNatsSettings(data_dir)) as nats:
        async with surroundings(nats, data_dir) as others:
            yield others


@pytest.fixture(scope="module")
async def shared_service(around: Surroundings) -> AsyncIterator[Service]:
    """A running service for all tests of a module."""
    async with in_this_process(around) as served:
        yield served


@pytest.fixture
def service(shared_service: Service) -> Iterator[Service]:
    """The module's service; whatever the test did to the fakes, the next one finds them willing."""
    yield shared_service
    shared_service.rules.down = shared_service.bots.down = False
    shared_service.rules.refuses = shared_service.bots.play = None
