"""The consumer of last entries: completes a result that the replica that stored the last entry did not live to write."""

from __future__ import annotations

import asyncio

import structlog

from services.common.bus import BusError, consume, subjects
from services.common.errors import ArenaError
from services.rules.desk import Desk
from services.rules.publication import publish
from services.rules.served_game import ServedGame

log = structlog.get_logger(__name__)

_AGAIN_AFTER = 30.0
"""Seconds after which an end that could not be dealt with is handed out again, to any replica."""


async def complete_results(desk: Desk, served: ServedGame) -> None:
    """For ever: every match of the game and rules version that ended has its result on the bus."""
    ends = consume(
        desk.bus,
        subjects.MATCHES,
        f"results-{served.name}-{served.rules_version}",
        subjects.match_ends(served.name, served.rules_version),
        ack_wait=_AGAIN_AFTER,
    )
    async for deliveries in ends:
        for delivery in deliveries:
            match_id = subjects.match_id_of(delivery.message.subject)
            try:
                table = await desk.table(match_id)
                await table.caught_up(sequence=delivery.message.sequence)
                if await publish(desk.bus, table.result()):
                    desk.metrics.results.labels("completed").inc()
            except (ArenaError, BusError, ValueError) as error:
                # Not acknowledged: it comes again, here or at another replica.
                log.warning("result not completed", match_id=match_id, why=str(error))
                continue
            await delivery.acknowledge()
            await asyncio.sleep(0)
