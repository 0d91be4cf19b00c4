"""How a client reaches the platform: addresses, retries, keepalive. One place, so that every caller behaves the same.

An address is what gRPC calls a target: ``host:port``, ``dns:///name:port`` (all its addresses are used, round robin), or several
replicas in one, ``ipv4:127.0.0.1:7001,127.0.0.1:7002``. Calls that may be repeated safely (``idempotency_level`` in the schema) are
repeated by gRPC itself while a replica restarts; what has to survive longer goes through :class:`Patience`.

Keepalive: the client pings an idle connection every :data:`KEEPALIVE_SECONDS` and gives it up after
:data:`KEEPALIVE_TIMEOUT_SECONDS` without an answer. A server has to allow pings at least that often (its minimum must be the smaller
number), or it closes the connection with "too many pings".
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterable
from typing import Final

import grpc
from google.protobuf.descriptor import FileDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions

from arena.errors import ArenaError, Refused, Unreachable
from arena.pb.rules.v1 import reasons_pb2

KEEPALIVE_SECONDS: Final = 30
KEEPALIVE_TIMEOUT_SECONDS: Final = 10
MAX_SEND_BYTES: Final = 1 << 20
"""The platform refuses longer messages."""
MAX_RECEIVE_BYTES: Final = 64 << 20
"""Records of long matches are larger than anything a client sends."""

FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 2.0


def target(address: str) -> str:
    """The gRPC target of an address: a comma-separated list of IPv4 addresses gets its scheme, everything else stays."""
    address = address.strip()
    if "," in address and not address.startswith(("ipv4:", "ipv6:", "dns:", "unix:")):
        return "ipv4:" + ",".join(part.strip().replace("localhost", "127.0.0.1") for part in address.split(","))
    return address


def service_config(services: Iterable[ServiceDescriptor]) -> str:
    """gRPC's JSON: round robin over all addresses, and retries for every method that the schema declares repeatable."""
    repeatable = [
        {"service": service.full_name, "method": method.name}
        for service in services
        for method in service.methods
        if method.GetOptions().idempotency_level != MethodOptions.IDEMPOTENCY_UNKNOWN
    ]
    config: dict[str, object] = {"loadBalancingConfig": [{"round_robin": {}}]}
    if repeatable:
        config["methodConfig"] = [
            {
                "name": repeatable,
                "retryPolicy": {
                    "maxAttempts": 5,
                    "initialBackoff": "0.2s",
                    "maxBackoff": "2s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    return json.dumps(config)


def open_channel(address: str, *schemas: FileDescriptor) -> grpc.aio.Channel:
    """A plain-text channel to an address; ``schemas`` are the files whose services will be called through it."""
    services = [service for schema in schemas for service in schema.services_by_name.values()]
    return grpc.aio.insecure_channel(
        target(address),
        options=[
            ("grpc.service_config", service_config(services)),
            ("grpc.enable_retries", 1),
            ("grpc.keepalive_time_ms", KEEPALIVE_SECONDS * 1000),
            ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT_SECONDS * 1000),
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 1000),
            ("grpc.max_reconnect_backoff_ms", int(LONGEST_WAIT * 1000)),
            ("grpc.max_send_message_length", MAX_SEND_BYTES),
            ("grpc.max_receive_message_length", MAX_RECEIVE_BYTES),
            ("grpc.use_local_subchannel_pool", 1),
        ],
    )


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token; ``TOKEN_INVALID`` (:class:`~arena.errors.Refused`) for a text that metadata cannot carry."""
    if not (token.isascii() and token.isprintable()):
        raise Refused("this is no token: a token is one line of ASCII", reason=reasons_pb2.REASON_TOKEN_INVALID)
    return (("authorization", f"Bearer {token}"),)


class Patience:
    """How long a caller goes on trying while nobody answers; any answer resets it.

    ``seconds`` is ``None`` for a caller that never gives up (the platform's own bots).
    """

    __slots__ = ("_gives_up", "_wait", "seconds")

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._wait = FIRST_WAIT
        self._gives_up: float | None = None

    def reset(self) -> None:
        """Somebody answered."""
        self._gives_up = None
        self._wait = FIRST_WAIT

    async def wait(self, error: ArenaError) -> None:
        """Sleep before the next try; raises :class:`~arena.errors.Unreachable` once the patience is used up."""
        now = time.monotonic()
        if self._gives_up is None and self.seconds is not None:
            self._gives_up = now + self.seconds
        pause = self._wait * random.uniform(0.5, 1.0)  # noqa: S311 - spreads reconnects, nothing secret
        self._wait = min(self._wait * 2, LONGEST_WAIT)
        if error.retry_after is not None:
            pause = max(pause, error.retry_after)
        if self._gives_up is not None and now + pause > self._gives_up:
            raise Unreachable(
                f"no answer for {self.seconds:g} s: {error}", reason=error.reason, status=error.status
            ) from error
        await asyncio.sleep(pause)


__all__ = [
    "KEEPALIVE_SECONDS",
    "KEEPALIVE_TIMEOUT_SECONDS",
    "MAX_RECEIVE_BYTES",
    "MAX_SEND_BYTES",
    "Patience",
    "bearer",
    "open_channel",
    "service_config",
    "target",
]
