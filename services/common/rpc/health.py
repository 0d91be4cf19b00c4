"""Health as gRPC's own protocol tells it (grpc.health.v1), with watchers that do not hold up a stop.

The stock servicer keeps its Watch streams open through a shutdown, so that one load balancer that watches would cost the
whole grace period.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

SERVING: Final = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN: Final = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN


class Health(health_pb2_grpc.HealthServicer):  # type: ignore[misc]
    """What this process answers to health checks.

    The empty name asks whether the process lives: SERVING until `shut_down`. The name of a service asks whether calls to it
    belong here: SERVING unless this instance stands by (another one is active) or goes down.
    """

    def __init__(self, *, standby: bool = False) -> None:
        self._names: frozenset[str] = frozenset()
        self._standby = standby
        self._down = False
        self._turned = asyncio.Event()

    def serve(self, names: Iterable[str]) -> None:
        """These services are here."""
        self._names = frozenset(names)

    def stand_by(self, standby: bool) -> None:
        """Whether another instance is the one to call."""
        self._standby = standby
        self._turn()

    def shut_down(self) -> None:
        """Report NOT_SERVING from now on and end all watches."""
        self._down = True
        self._turn()

    def _turn(self) -> None:
        self._turned.set()
        self._turned = asyncio.Event()

    def _status(self, name: str) -> int:
        if name and name not in self._names:
            return int(SERVICE_UNKNOWN)
        return int(NOT_SERVING if self._down or (name and self._standby) else SERVING)

    async def Check(self, request: Any, context: Any) -> Any:  # noqa: N802 - the protocol's name
        """The status now; NOT_FOUND for a service that is not here."""
        status = self._status(request.service)
        if status == SERVICE_UNKNOWN:
            await context.abort(grpc.StatusCode.NOT_FOUND, "No such service here.")
        return health_pb2.HealthCheckResponse(status=status)

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802 - the protocol's name
        """The status now and whenever it changes; ends with the server."""
        told: int | None = None
        while True:
            turned, status = self._turned, self._status(request.service)
            if status != told:
                told = status
                await context.write(health_pb2.HealthCheckResponse(status=status))
            elif self._down:
                return
            else:
                await turned.wait()
