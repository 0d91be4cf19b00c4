"""What callers are told about faults behind this service: one place that knows both sides."""

import contextlib
from collections.abc import Iterator
from typing import cast

from arena.errors import Refused, Unreachable
from arena.pb.rules.v1 import reasons_pb2
from services.common.bus import Fenced, Unavailable
from services.common.errors import ArenaError, BusUnavailable, NotActive
from services.common.sql import DatabaseUnavailable

RETRY_SECONDS = 1.0


@contextlib.contextmanager
def told_to_callers() -> Iterator[None]:
    """Turn faults of bus, database and other services into errors that a client may see."""
    try:
        yield
    except Fenced:
        raise NotActive from None
    except Unavailable:
        raise BusUnavailable from None
    except DatabaseUnavailable:
        raise _unavailable("The platform's database does not answer; repeat the request.") from None
    except Refused as refusal:
        reason = cast("reasons_pb2.Reason.ValueType", refusal.reason or reasons_pb2.REASON_INTERNAL)
        raise ArenaError(reason, str(refusal), subject=refusal.subject) from None
    except Unreachable:
        raise _unavailable("Another service of the platform does not answer; repeat the request.") from None


def _unavailable(sentence: str) -> ArenaError:
    return ArenaError(reasons_pb2.REASON_BUS_UNAVAILABLE, sentence, retry_after=RETRY_SECONDS)
