"""Health as gRPC's own protocol tells it (grpc.health.v1), with watchers that do not hold up a stop.

The stock servicer keeps its Watch streams open through a shutdown, so that one load balancer that watches would cost the
whole grace period.
"""

import asyncio
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

SERVING: Final = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING: Final = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN: Final = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN


class Health(health_pb2_grpc.HealthServicer):  # type: ignore[misc]
    """Serves SERVING for every name of `names` (and for the empty name: the whole server) until `shut_down`."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names | {""}
        self._down = asyncio.Event()

    def shut_down(self) -> None:
        """Report NOT_SERVING from now on and end all watches."""
        self._down.set()

    def _status(self, name: str) -> int:
        if name not in self._names:
            return int(SERVICE_UNKNOWN)
        return int(NOT_SERVING if self._down.is_set() else SERVING)

    async def Check(self, request: Any, context: Any) -> Any:  # noqa: N802 - the protocol's name
        """The status now; NOT_FOUND for a service that is not here."""
        status = self._status(request.service)
        if status == SERVICE_UNKNOWN:
            await context.abort(grpc.StatusCode.NOT_FOUND, "No such service here.")
        return health_pb2.HealthCheckResponse(status=status)

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802 - the protocol's name
        """The status now and when it changes; ends with the server."""
        await context.write(health_pb2.HealthCheckResponse(status=self._status(request.service)))
        if not self._down.is_set():
            await self._down.wait()
            await context.write(health_pb2.HealthCheckResponse(status=self._status(request.service)))
