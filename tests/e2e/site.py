"""The whole platform for a test: every service a process of its own on one bus, and the rights to use it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

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
from services.common.access import TokenIssuer, mint_service_token, token_issuer
from services.common.announcement import announcement_file, read_announcement
from services.common.bus import EmbeddedNats, EmbeddedNatsSettings
from services.common.ids import new_id

Metadata = tuple[tuple[str, str], ...]

PROCESSES: Final = (("rules", 0), ("rules", 1), ("matchmaking", 0), ("bots", 0), ("scoring", 0))
"""Two rules replicas, one of everything else."""
START_SECONDS: Final = 40


class Site:
    """Made by :func:`processes`, entered by :func:`opened`. What was killed comes back at the address that it had."""

    def __init__(self, nats: EmbeddedNats, data_dir: Path) -> None:
        self.nats = nats
        self.data_dir = data_dir
        self.issuer: TokenIssuer = token_issuer(data_dir)
        self.rules: Any = None
        """A stub that reaches both replicas; so are the others, of their service."""
        self.bots: Any = None
        self.tournaments: Any = None
        self.scoring: Any = None
        self._processes: dict[tuple[str, int], subprocess.Popen[bytes]] = {}
        self._addresses: dict[tuple[str, int], str] = {}

    # -- processes -------------------------------------------------------------------------------------------------------------

    def environment(self, service: str, replica: int = 0) -> dict[str, str]:
        """The settings of a process."""
        return os.environ | {
            "ARENA_DATA_DIR": str(self.data_dir),
            "ARENA_NATS_URL": self.nats.url,
            "ARENA_REPLICA": str(replica),
            "ARENA_LISTEN": self._addresses.get((service, replica), "127.0.0.1:0"),
            "ARENA_GRACE_SECONDS": "1",
        }

    async def start(self, service: str, replica: int = 0) -> None:
        """Start a process; returns when it serves."""
        with (self.data_dir / f"{service}-{replica}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"services.{service}"], env=self.environment(service, replica), stderr=log
            )
        self._processes[service, replica] = process
        announced = announcement_file(self.data_dir, service, replica)
        async with asyncio.timeout(START_SECONDS):
            while (found := read_announcement(announced)) is None or found.pid != process.pid:
                assert process.poll() is None, self.log_of(service, replica)[-2000:]
                await asyncio.sleep(0.02)
        self._addresses[service, replica] = found.grpc

    def kill9(self, service: str, replica: int = 0) -> None:
        """Kill a process without warning; it is gone when this returns."""
        process = self._processes.pop((service, replica))
        process.kill()
        process.wait()

    def stop(self) -> None:
        """Stop what runs."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.wait()

    async def heal(self) -> None:
        """Start again whatever does not run, so that the next test finds everything."""
        if self.nats.pid is None:
            self.nats.start()
        missing = [each for each in PROCESSES if each not in self._processes]
        await asyncio.gather(*(self.start(*each) for each in missing))

    def log_of(self, service: str, replica: int = 0) -> str:
        """Everything that the process and its forerunners have logged."""
        return (self.data_dir / f"{service}-{replica}.log").read_text(encoding="utf-8", errors="replace")

    def address(self, service: str, replica: int = 0) -> str:
        """Where a process listens."""
        return self._addresses[service, replica]

    @property
    def rules_target(self) -> str:
        """One address for both rules replicas."""
        return ",".join(self._addresses["rules", replica] for replica in (0, 1))

    # -- rights ----------------------------------------------------------------------------------------------------------------

    def as_(self, role: str) -> Metadata:
        """Metadata with a fresh token."""
        return bearer(self.issuer.issue(new_id(), (role,), lifetime=3600))

    def seat_token(self, match_id: str, seat: int) -> str:
        """A token that opens a seat."""
        return self.issuer.issue(new_id(), ("player",), lifetime=3600, match=match_id, seat=seat)


@contextmanager
def bus_in(data_dir: Path) -> Iterator[Site]:
    """A site whose bus runs and nothing else yet; all its processes are stopped at the end."""
    with EmbeddedNats(EmbeddedNatsSettings(data_dir)) as nats:
        mint_service_token(data_dir, "scoring")
        site = Site(nats, data_dir)
        try:
            yield site
        finally:
            site.stop()


@asynccontextmanager
async def opened(site: Site) -> AsyncIterator[Site]:
    """All processes started, and channels to them."""
    await asyncio.gather(*(site.start(*each) for each in PROCESSES))
    async with (
        open_channel(site.rules_target, rules_service_pb2.DESCRIPTOR) as rules,
        open_channel(site.address("bots"), bots_pb2.DESCRIPTOR) as bots,
        open_channel(site.address("matchmaking"), services_pb2.DESCRIPTOR) as matchmaking,
        open_channel(site.address("scoring"), scoring_service_pb2.DESCRIPTOR) as scoring,
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
