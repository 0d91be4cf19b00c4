"""The gRPC server of a service: how it listens, reports its health, and stops without hurting anybody."""

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]

from services.common import logs
from services.common.announcement import Announcement
from services.common.metrics import MetricsServer, serve_metrics
from services.common.ports import lasting_port
from services.common.rpc.guard import Guard, Verify
from services.common.rpc.health import Health
from services.common.rpc.policy import Access, policy
from services.common.settings import ServiceSettings, split_address, version
from services.common.startup import PortInUse, StartFailed

log = structlog.get_logger(__name__)

MAX_RECEIVE_BYTES: Final = 1 << 20
"""Longer requests are refused by gRPC itself with RESOURCE_EXHAUSTED."""

MIN_PING_SECONDS: Final = 20
"""Clients may ping this often (ours do every 30 s, arena.channel.KEEPALIVE_SECONDS); more often gets GOAWAY."""

KEEPALIVE_SECONDS: Final = 60
KEEPALIVE_TIMEOUT_SECONDS: Final = 20

_OPTIONS: Final = (
    # Without this a second server silently shares the port.
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MAX_RECEIVE_BYTES),
    ("grpc.max_send_message_length", 64 << 20),
    ("grpc.keepalive_time_ms", KEEPALIVE_SECONDS * 1000),
    ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT_SECONDS * 1000),
    ("grpc.http2.min_ping_interval_without_data_ms", MIN_PING_SECONDS * 1000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", MIN_PING_SECONDS * 1000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_ping_strikes", 2),
)


@dataclass(frozen=True, slots=True)
class Served:
    """One gRPC service: its descriptor, the generated `add_...Servicer_to_server`, the servicer, and who may call."""

    descriptor: ServiceDescriptor
    add: Callable[[Any, Any], None]
    servicer: object
    access: Mapping[str, Access]


@dataclass(slots=True)
class RpcServer:
    """The server of one process.

    `draining` is set when the stop begins: streams that would go on for ever must watch it and end, or they cost the
    whole grace period. `health` is told by the service when it stands by for another instance. `address` and `metrics_address`
    are known once started.
    """

    settings: ServiceSettings
    served: Iterable[Served]
    verify: Verify
    draining: asyncio.Event = field(default_factory=asyncio.Event)
    health: Health = field(default_factory=Health)
    address: str = ""
    metrics_address: str = ""
    _server: grpc.aio.Server | None = None
    _metrics: MetricsServer | None = None
    _announcement: Announcement | None = None

    async def start(self) -> None:
        """Listen on gRPC and metrics, report SERVING, and announce the addresses.

        Raises PortInUse or StartFailed, one line each; then nothing is left open.
        """
        try:
            await self._start()
        except BaseException:
            await self.stop(grace=0)
            raise

    async def stop(self, *, grace: float | None = None) -> None:
        """Report NOT_SERVING, set `draining`, let running calls finish for `grace` seconds, close everything."""
        if self._announcement is not None:
            self._announcement.withdraw(self.settings.data_dir)
            self._announcement = None
        self.health.shut_down()
        self.draining.set()
        if self._server is not None:
            await self._server.stop(self.settings.grace_seconds if grace is None else grace)
            self._server = None
        if self._metrics is not None:
            self._metrics.close()
            self._metrics = None

    async def run_until_stopped(self) -> None:
        """Serve until SIGTERM or SIGINT, then stop in order. A second signal ends the grace period."""
        loop = asyncio.get_running_loop()
        stopping = asyncio.Event()
        hurry = asyncio.Event()

        def on_signal() -> None:
            (hurry if stopping.is_set() else stopping).set()

        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, on_signal)
        try:
            await stopping.wait()
            log.info("stopping", grace=self.settings.grace_seconds)
            gentle = asyncio.create_task(self.stop())
            impatient = asyncio.create_task(hurry.wait())
            await asyncio.wait((gentle, impatient), return_when=asyncio.FIRST_COMPLETED)
            if not gentle.done() and self._server is not None:
                await self._server.stop(0)
            impatient.cancel()
            await gentle
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)
        log.info("stopped")

    async def _start(self) -> None:
        table: dict[str, Access] = {}
        served = tuple(self.served)
        for each in served:
            table |= policy(each.descriptor, each.access)
        names = [each.descriptor.full_name for each in served]
        server = grpc.aio.server(interceptors=[Guard(table, self.verify)], options=_OPTIONS)
        self._server = server
        for each in served:
            each.add(each.servicer, server)
        self.health.serve(names)
        health_pb2_grpc.add_HealthServicer_to_server(self.health, server)
        own = (health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME)
        reflection.enable_server_reflection((*own, *names), server)
        self._metrics = serve_metrics(self.settings.metrics_listen)
        self.metrics_address = self._metrics.address
        self.address = self._bind(server)
        await server.start()
        advertised = self.settings.advertise or self.address
        self._announcement = Announcement(
            self.settings.service, self.settings.replica, advertised, self.metrics_address, os.getpid(), version()
        )
        self._announcement.publish(self.settings.data_dir)
        log.info("serving", grpc=self.address, metrics=self.metrics_address, advertised=advertised)

    def _bind(self, server: grpc.aio.Server) -> str:
        listen = self.settings.listen
        host, port = split_address(listen)
        port = port or lasting_port(host)
        _probe(host, port, listen)
        try:
            bound = server.add_insecure_port(f"{host}:{port}")
        except RuntimeError as error:
            raise StartFailed(f"gRPC cannot listen on {listen}; choose another ARENA_LISTEN") from error
        if not bound:
            raise StartFailed(f"gRPC cannot listen on {listen}")
        return f"{host}:{bound if port == 0 else port}"


def _probe(host: str, port: int, listen: str) -> None:
    # gRPC's core would print lines of its own before it raises, and say less.
    bare = host.strip("[]")
    try:
        family = socket.getaddrinfo(bare, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((bare, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"{listen} is in use by another process; choose another ARENA_LISTEN, or --port of `arena up`"
            ) from None
        raise StartFailed(f"gRPC cannot listen on {listen}: {error.strerror or error}") from None
    except UnicodeError:
        raise StartFailed(f"gRPC cannot listen on {listen}: this is no name of a host") from None


async def serve(
    settings: ServiceSettings,
    served: Iterable[Served],
    verify: Verify,
    *,
    draining: asyncio.Event | None = None,
    after_start: Callable[[RpcServer], None] | None = None,
) -> None:
    """Start, serve until a signal comes, stop: the usual life of a service process."""
    server = RpcServer(settings, served, verify, draining=draining or asyncio.Event())
    await server.start()
    if after_start is not None:
        after_start(server)
    await server.run_until_stopped()


def configure_logs(settings: ServiceSettings) -> None:
    """Logs of this process as its settings say; call before anything else."""
    logs.configure(f"{settings.service}-{settings.replica}", level=settings.log_level, version=version())
