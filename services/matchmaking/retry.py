"""Going on until something works, when there is nobody to give the failure to."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from arena.errors import Unreachable
from services.common.bus import Unavailable
from services.common.sql import DatabaseUnavailable
from services.matchmaking import gauges

T = TypeVar("T")

log = structlog.get_logger(__name__)

PASSING = (Unreachable, Unavailable, DatabaseUnavailable)
"""What may be better the next time: the other service, the bus or the database did not answer."""


async def until_done(
    step: Callable[[], Awaitable[T]],
    what: str,
    *,
    also: tuple[type[Exception], ...] = (),
    first: float = 0.1,
    longest: float = 5.0,
) -> T:
    """Repeat `step` until it neither raises one of PASSING nor of `also`; the pauses double from `first` to `longest` seconds.

    Everything else goes through. `what` is for the log, which has the first failure and those at the longest pause.
    """
    passing: tuple[type[Exception], ...] = (*PASSING, *also)
    pause = first
    failures = 0
    while True:
        try:
            return await step()
        except passing as error:
            failures += 1
            gauges.TRIES_FAILED.labels(type(error).__name__).inc()
            if failures == 1 or pause >= longest:
                log.warning("trying again", what=what, failures=failures, why=str(error), kind=type(error).__name__)
        await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - spreads retries, protects nothing
        pause = min(pause * 2, longest)
