"""kill -9 of the NATS server in the middle of twenty matches, and its restart on the same data."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.seeded import assert_undisturbed, deal, host, records, under_way
from tests.e2e.site import Site

pytestmark = pytest.mark.xdist_group("e2e")

MATCHES = 20
"""So many are running when the server dies first."""
SPARE = 8
"""So many more are dealt: a short one may be over before the slowest of a busy machine has begun."""


async def test_a_bus_that_dies_twice_and_comes_back_changes_no_match(site: Site) -> None:
    matches = deal(MATCHES + SPARE)
    await host(site, matches)
    for ply, running in ((30, MATCHES), (120, 1)):
        assert await under_way(site, matches, ply) >= running
        site.kill9("nats")
        await asyncio.sleep(0.5)
        await site.start("nats")
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)
