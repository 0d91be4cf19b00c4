"""Everything dies at once, as when a machine loses power, and is started again on the same data: at other addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.cli.stack import Stack, StackSettings
from tests.e2e import events
from tests.e2e.seeded import assert_nothing_lost_or_doubled
from tests.e2e.site import RULES_REPLICAS, opened

pytestmark = pytest.mark.xdist_group("e2e")

TABLE_SIZE, ROUNDS = 4, 2


async def test_a_tournament_goes_on_when_everything_is_started_again(tmp_path: Path) -> None:
    settings = StackSettings(tmp_path / "data", rules_replicas=RULES_REPLICAS)
    with Stack(settings) as stack:
        async with opened(stack) as site:
            tournament_id = await events.start(
                site, table_size=TABLE_SIZE, rounds=ROUNDS, bots={"greedy": 4, "random": 4}
            )
            interrupted = await events.playing(site, tournament_id)
            old = stack.address("rules")
            for process in stack.services:
                process.kill9()
            stack.kill9("nats")
    with Stack(settings) as stack:
        assert not set(old.split(",")) & set(stack.address("rules").split(","))
        async with opened(stack) as site:
            end = await events.finished(site, tournament_id)
            tables = await events.tables(site, tournament_id)
            kept = [await events.record(site, table.match_id) for table in tables]
    assert len(tables) == 4
    assert set(interrupted) <= {table.match_id for table in tables}
    for table, record in zip(tables, kept, strict=True):
        assert_nothing_lost_or_doubled(record)
        assert record.result == table.result
    events.assert_standings(end.standings, events.standings_by(kept, range(TABLE_SIZE - 1, -1, -1)))
