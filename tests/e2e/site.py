"""The whole platform for a test: the embedded stack with two rules replicas, stubs for its services, and the rights to use them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc

from arena.channel import bearer, open_channel
from arena.pb.bots.v1 import bots_pb2
from arena.pb.bots.v1.bots_pb2_grpc import BotServiceStub
from arena.pb.matchmaking.v1 import services_pb2
from arena.pb.matchmaking.v1.services_pb2_grpc import TournamentServiceStub
from arena.pb.rules.v1 import rules_service_pb2
from arena.pb.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from arena.pb.scoring.v1 import scoring_service_pb2
from arena.pb.scoring.v1.scoring_service_pb2_grpc import ScoringServiceStub
from services.cli.stack import Stack
from services.common.access import token_issuer
from services.common.ids import new_id

Metadata = tuple[tuple[str, str], ...]

RULES_REPLICAS = 2


class Site:
    """Made by :func:`opened`. What was killed comes back at the address that it had."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.issuer = token_issuer(stack.data_dir)
        self.rules: Any = None
        """A stub that reaches both replicas; so are the others, of their service."""
        self.bots: Any = None
        self.tournaments: Any = None
        self.scoring: Any = None
        self._killed: set[tuple[str, int]] = set()

    def kill9(self, service: str, replica: int = 0) -> None:
        """Kill a process without warning, ``nats`` too; it is gone when this returns."""
        self.stack.kill9(service, replica)
        self._killed.add((service, replica))

    async def start(self, service: str, replica: int = 0) -> None:
        """Start what was killed; returns when it serves."""
        self._killed.discard((service, replica))
        if service == "nats":
            self.stack.nats.start()
            return
        process = self.stack.process(service, replica)
        process.launch()
        await asyncio.to_thread(process.await_ready)

    async def heal(self) -> None:
        """Start again what was killed, so that the next test finds everything. Fails if anything else died of it."""
        if self.stack.nats.pid is None:
            await self.start("nats")
        dead = [process for process in self.stack.services if process.pid is None]
        killed = set(self._killed)
        await asyncio.gather(*(self.start(process.service, process.replica) for process in dead))
        fallen = [process.log_file for process in dead if (process.service, process.replica) not in killed]
        assert not fallen, f"died although nobody killed it; see {fallen}"

    def environment(self) -> dict[str, str]:
        """The settings of a further process of a service."""
        return os.environ | {"ARENA_DATA_DIR": str(self.stack.data_dir), "ARENA_NATS_URL": self.stack.nats.url}

    def log_of(self, service: str, replica: int = 0) -> str:
        """Everything that a process and its forerunners have logged."""
        return self.stack.process(service, replica).log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def rules_target(self) -> str:
        """One address for all rules replicas."""
        return self.stack.address("rules")

    @property
    def matchmaking(self) -> str:
        """The address that players are told."""
        return self.stack.address("matchmaking")

    def as_(self, role: str) -> Metadata:
        """Metadata with a fresh token."""
        return bearer(self.issuer.issue(new_id(), (role,), lifetime=3600))

    def seat_token(self, match_id: str, seat: int) -> str:
        """A token that opens a seat."""
        return self.issuer.issue(new_id(), ("player",), lifetime=3600, match=match_id, seat=seat)


@asynccontextmanager
async def opened(stack: Stack) -> AsyncIterator[Site]:
    """A running stack with channels to its services."""
    site = Site(stack)
    async with (
        open_channel(stack.address("rules"), rules_service_pb2.DESCRIPTOR) as rules,
        open_channel(stack.address("bots"), bots_pb2.DESCRIPTOR) as bots,
        open_channel(stack.address("matchmaking"), services_pb2.DESCRIPTOR) as matchmaking,
        open_channel(stack.address("scoring"), scoring_service_pb2.DESCRIPTOR) as scoring,
    ):
        site.rules = RulesServiceStub(rules)
        site.bots = BotServiceStub(bots)
        site.tournaments = TournamentServiceStub(matchmaking)
        site.scoring = ScoringServiceStub(scoring)
        yield site


async def patiently(call: Any, request: Any, metadata: Metadata, *, within: float = 30.0) -> Any:
    """The answer to a repeatable call that may meet a service which is just coming back."""
    deadline = asyncio.get_running_loop().time() + within
    while True:
        try:
            return await call(request, metadata=metadata, timeout=10)
        except grpc.aio.AioRpcError as error:
            passing = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
            if error.code() not in passing or asyncio.get_running_loop().time() >= deadline:
                raise
        await asyncio.sleep(0.1)
