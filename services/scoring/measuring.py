"""The figures that are looked up now and then: how far behind the counting is, and how many ratings there are."""

import asyncio
from typing import Final

import structlog

from services.common.bus import Bus, BusError
from services.common.sql import Database, DatabaseUnavailable
from services.scoring.metrics import ScoringMetrics
from services.scoring.store.boards import boards
from services.scoring.store.checkpoint import read_checkpoint
from services.scoring.stream import extent

log = structlog.get_logger(__name__)

EVERY_SECONDS: Final = 5.0


async def measure(bus: Bus, database: Database, metrics: ScoringMetrics, every: float = EVERY_SECONDS) -> None:
    """Measure for ever."""
    while True:
        try:
            stream = await extent(bus, budget=every)
            checkpoint = await database.read(read_checkpoint)
            metrics.sequence.set(checkpoint.sequence)
            metrics.lag.set(max(0, stream.last - checkpoint.sequence))
            for game, seats, ratings in await database.read(boards):
                metrics.ratings.labels(game, str(seats)).set(ratings)
        except (BusError, DatabaseUnavailable) as error:
            log.info("not measured", why=str(error))
        await asyncio.sleep(every)
