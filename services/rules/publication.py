"""Results on the bus: each written exactly once, by whoever stored the last entry or by the consumer that completes it."""

from __future__ import annotations

import structlog

from arena.pb.events.v1.log_pb2 import ResultPublished
from arena.pb.rules.v1.results_pb2 import MatchResult
from services.common.bus import Bus, Conflict, append, last, subjects
from services.rules.journal import message_headers

log = structlog.get_logger(__name__)


async def publish(bus: Bus, result: MatchResult) -> bool:
    """Write the result unless it is there; whether it was written now. Raises what the bus raises."""
    subject = subjects.result(result.game, result.match_id)
    payload = ResultPublished(result=result).SerializeToString(deterministic=True)
    try:
        await append(
            bus,
            subject,
            payload,
            expected_last_sequence=0,
            message_id=f"{result.match_id}.result",
            headers=message_headers(ResultPublished),
        )
    except Conflict:
        stored = await last(bus, subjects.RESULTS, subject)
        if stored is not None and stored.payload != payload:
            # Both were built from the same log, so one replica folds it wrongly. The first stays: it may have been rated.
            log.error("a different result is stored", match_id=result.match_id)
        return False
    return True
