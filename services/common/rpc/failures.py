"""From an exception to what the client sees: a status, one public sentence and an `ErrorDetail`."""

import grpc
import structlog
from google.protobuf import any_pb2
from google.rpc import status_pb2  # type: ignore[import-untyped]

from arena.pb.rules.v1 import reasons_pb2 as reasons
from services.common import trace
from services.common.bus import BusError, Fenced, TooLarge, Unavailable
from services.common.errors import ArenaError, BusUnavailable, NotActive

log = structlog.get_logger(__name__)

DETAILS_KEY = "grpc-status-details-bin"

Context = grpc.aio.ServicerContext[object, object]


def public_error(error: Exception, method: str) -> ArenaError:
    """The error to show for `error`. What is no ArenaError and no known fault of the bus is logged with its traceback.

    Its text never gets out: it may hold what a seat must not know.
    """
    match error:
        case ArenaError():
            return error
        case Unavailable():
            log.warning("bus unavailable", method=method, why=str(error))
            return BusUnavailable()
        case Fenced():
            log.warning("lease lost during a call", method=method, why=str(error))
            return NotActive()
        case TooLarge():
            return ArenaError(reasons.REASON_MESSAGE_TOO_LARGE, "The message is larger than the platform stores.")
        case BusError() | _:
            trace_id = trace.trace_id()
            log.error("unexpected error in a call", method=method, trace=trace_id, exc_info=error)
            return ArenaError(
                reasons.REASON_INTERNAL, "The platform failed; its log has more under this id.", subject=trace_id
            )


def trailing(error: ArenaError) -> tuple[tuple[str, bytes], ...]:
    """The trailing metadata that carries the detail (the convention of google.rpc.Status)."""
    packed = any_pb2.Any()
    packed.Pack(error.detail())
    status = status_pb2.Status(code=error.status.value[0], message=error.sentence, details=[packed])
    return ((DETAILS_KEY, status.SerializeToString()),)


async def abort(context: Context, error: ArenaError) -> None:
    """End the call with `error`; raises grpc.aio.AbortError."""
    await context.abort(error.status, error.sentence, trailing(error))
