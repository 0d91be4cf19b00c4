"""A bots service on a bus of its own, with a rules service that tests can kill."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from arena.channel import bearer
from arena.pb.bots.v1 import bots_pb2, bots_pb2_grpc
from services.bots.bootstrap import running
from services.bots.settings import BotsSettings
from services.common.access import SERVICE, TokenIssuer, token_issuer
from services.common.bus import Bucket, EmbeddedNats, Entry, connect
from services.common.bus.subjects import BOTS_BUCKET, KEYS_BUCKET
from tests.client.fake_host import FakeHost, Table

KEY = bytes(range(32))
SEED = b"seed of these bots"


@dataclass
class Stack:
    """The bus, the keys and a rules service; bots instances are started by the tests."""

    nats: EmbeddedNats
    data_dir: Path
    issuer: TokenIssuer
    rules: FakeHost

    def settings(self, replica: int = 0) -> BotsSettings:
        return BotsSettings.load(data_dir=self.data_dir, nats_url=self.nats.url, replica=replica, grace_seconds=0.2)

    @asynccontextmanager
    async def bots(self, replica: int = 0) -> AsyncIterator[str]:
        """An instance; its address. The lease is short, so that tests need not wait for it."""
        async with running(self.settings(replica), lease_ttl=1) as server:
            yield server.address

    async def process(
        self, service: str, number: int = 0, listen: str = "127.0.0.1:0"
    ) -> tuple[asyncio.subprocess.Process, str]:
        """A service as a process of its own, to be killed, and its address."""
        announced = self.data_dir / "run" / f"{service}-{number}.json"
        announced.unlink(missing_ok=True)
        environment = os.environ | {
            "ARENA_DATA_DIR": str(self.data_dir),
            "ARENA_NATS_URL": self.nats.url,
            "ARENA_REPLICA": str(number),
            "ARENA_LISTEN": listen,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"services.{service}", env=environment, stderr=asyncio.subprocess.DEVNULL
        )
        async with asyncio.timeout(30):
            while not announced.exists():
                assert process.returncode is None
                await asyncio.sleep(0.02)
        return process, str(json.loads(announced.read_text(encoding="utf-8"))["grpc"])

    def token(self, roles: tuple[str, ...] = (SERVICE,)) -> str:
        return self.issuer.issue("tests", roles, lifetime=60)

    def seat_token(self, match_id: str, seat: int, lifetime: int = 60) -> str:
        return self.issuer.issue("tests", ("player",), lifetime=lifetime, match=match_id, seat=seat)

    def deal(self, seats: int) -> Table:
        """A new match."""
        table = Table("medico", seats, KEY)
        self.rules.tables[table.match_id] = table
        return table

    def request(self, table: Table, *bots: str, first: int = 0) -> bots_pb2.FillSeatsRequest:
        """Fill the seats from ``first`` on with these bots."""
        seats = [
            bots_pb2.BotSeat(seat=n, bot=bot, token=self.seat_token(table.match_id, n), bot_seed=SEED)
            for n, bot in enumerate(bots, first)
        ]
        return bots_pb2.FillSeatsRequest(
            match_id=table.match_id, game="medico", rules_target=self.rules.target, seats=seats
        )

    async def book(self) -> list[Entry]:
        """The seats that the bots service remembers."""
        async with await connect(self.nats.address("bots")) as bus:
            return await Bucket(bus, BOTS_BUCKET).all("seat")


@pytest.fixture
async def stack(own_nats: EmbeddedNats, tmp_path: Path) -> AsyncIterator[Stack]:
    data_dir = tmp_path / "data"
    issuer = token_issuer(data_dir)
    async with await connect(own_nats.address("matchmaking")) as bus:
        await issuer.publish(Bucket(bus, KEYS_BUCKET))
    rules = await FakeHost().start()
    yield Stack(own_nats, data_dir, issuer, rules)
    await rules.stop()


@asynccontextmanager
async def stub(address: str) -> AsyncIterator[bots_pb2_grpc.BotServiceAsyncStub]:
    """A bare client: no retries, so that every refusal is seen."""
    async with grpc.aio.insecure_channel(address) as channel:
        yield bots_pb2_grpc.BotServiceStub(channel)


async def fill(address: str, request: bots_pb2.FillSeatsRequest, token: str) -> list[int]:
    """FillSeats once the instance is active."""
    async with stub(address) as bots:
        for _ in range(200):
            try:
                response = await bots.FillSeats(request, metadata=bearer(token), timeout=5)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.05)
            else:
                return list(response.filled)
    raise AssertionError("no instance became active")
