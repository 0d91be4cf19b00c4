"""kill -9 of rules replicas in the middle of twenty matches: the same games come out, entry by entry."""

from __future__ import annotations

import asyncio
from itertools import cycle

import pytest

from tests.e2e.seeded import assert_undisturbed, deal, host, plies, records, under_way
from tests.e2e.site import Site

pytestmark = pytest.mark.xdist_group("e2e")

MATCHES = 20


async def test_undisturbed_matches_are_those_played_at_home(site: Site) -> None:
    matches = deal(4)
    await host(site, matches)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_a_replica_that_dies_and_stays_away_changes_no_match(site: Site) -> None:
    matches = deal(MATCHES)
    await host(site, matches)
    assert await under_way(site, matches, 60) == MATCHES
    site.kill9("rules", 0)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_replicas_that_die_in_turn_and_come_back_change_no_match(site: Site) -> None:
    matches = deal(12)
    await host(site, matches)
    assert await under_way(site, matches, 30) == len(matches)
    killed = 0
    for replica in cycle((0, 1)):
        if killed >= 4 or max(await plies(site, matches)) < 0:
            break
        site.kill9("rules", replica)
        killed += 1
        await site.start("rules", replica)
    assert killed >= 2
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_matches_wait_while_no_replica_is_there_and_go_on_with_the_first(site: Site) -> None:
    matches = deal(8)
    await host(site, matches)
    assert await under_way(site, matches, 60) == len(matches)
    site.kill9("rules", 0)
    site.kill9("rules", 1)
    await asyncio.sleep(0.5)
    await site.start("rules", 1)
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)
