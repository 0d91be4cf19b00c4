"""kill -9 of rules replicas in the middle of twenty matches: the same games come out, entry by entry."""

from __future__ import annotations

import asyncio

import pytest

from tests.e2e.seeded import assert_undisturbed, deal, host, records, under_way
from tests.e2e.site import Site

pytestmark = pytest.mark.xdist_group("e2e")

RUNNING = 20
"""So many matches are in their middle when the replica dies."""
SPARE = 8
"""So many more are dealt: a short one may be over before the slowest of a busy machine has begun."""


async def test_undisturbed_matches_are_those_played_at_home(site: Site) -> None:
    matches = deal(4)
    await host(site, matches)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_a_replica_that_dies_and_stays_away_changes_no_match(site: Site) -> None:
    matches = deal(RUNNING + SPARE)
    await host(site, matches)
    assert await under_way(site, matches, 30) >= RUNNING
    site.kill9("rules", 0)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_replicas_that_die_in_turn_and_come_back_change_no_match(site: Site) -> None:
    matches = []
    for replica in (0, 1, 0):
        batch = deal(5)  # the earlier ones may be over when a busy machine has started the last replica again
        await host(site, batch)
        matches += batch
        assert await under_way(site, batch, 30) >= 3
        site.kill9("rules", replica)
        await site.start("rules", replica)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_matches_wait_while_no_replica_is_there_and_go_on_with_the_first(site: Site) -> None:
    matches = deal(8)
    await host(site, matches)
    assert await under_way(site, matches, 30) >= 4
    site.kill9("rules", 0)
    site.kill9("rules", 1)
    await asyncio.sleep(0.5)
    await site.start("rules", 1)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)
