"""kill -9 of matchmaking, bots and scoring in the middle of a tournament: nobody's match, ticket, seat or result is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter

import pytest

from arena.client import ArenaClient
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import results_pb2
from arena.pb.scoring.v1 import finished_matches_pb2, ratings_pb2
from arena.runner import play_assignment, play_assignments
from engine_core.playing import random_bot
from services.common.bus import connect, subjects
from services.common.bus.read import read_after
from services.common.ids import new_id
from tests.e2e import events
from tests.e2e.seeded import assert_nothing_lost_or_doubled, assert_undisturbed, deal, host, records, under_way
from tests.e2e.site import Site, patiently

pytestmark = pytest.mark.xdist_group("e2e")

TABLE_SIZE, ROUNDS, TABLES = 3, 3, 6


async def test_a_tournament_survives_the_death_of_every_other_service(site: Site) -> None:
    async with ArenaClient(site.matchmaking) as first, ArenaClient(site.matchmaking) as second:
        players = [(await client.register(f"Player {new_id()}")).player_id for client in (first, second)]
        played: list[results_pb2.MatchResult] = []
        entered = [
            asyncio.create_task(play_assignments(random_bot, client, on_result=played.append))
            for client in (first, second)
        ]
        try:
            tournament_id = await events.start(
                site, table_size=TABLE_SIZE, rounds=ROUNDS, bots={"greedy": 2, "random": 2}, players=players
            )
            # While the first tables are being set up.
            site.kill9("matchmaking")
            await site.start("matchmaking")
            # While matches are played, and away until they are over: nobody hears of their results.
            playing = await events.playing(site, tournament_id)
            for service in ("matchmaking", "scoring", "bots"):
                site.kill9(service)
            await site.start("bots")
            await events.over(site, playing)
            await asyncio.gather(site.start("matchmaking"), site.start("scoring"))
            # While the last results are being taken over.
            await events.scored(site, tournament_id, TABLES - 1)
            site.kill9("matchmaking")
            site.kill9("scoring")
            await asyncio.gather(site.start("matchmaking"), site.start("scoring"))
            end = await events.finished(site, tournament_id)
        finally:
            for task in entered:
                task.cancel()
            await asyncio.wait(entered)
    tables = await events.tables(site, tournament_id)
    assert [(table.round, table.table) for table in tables] == [(r, t) for r in (1, 2, 3) for t in (1, 2)]
    kept = [await events.record(site, table.match_id) for table in tables]
    for table, record in zip(tables, kept, strict=True):
        assert_nothing_lost_or_doubled(record)
        assert record.result == table.result
    events.assert_standings(end.standings, events.standings_by(kept, range(TABLE_SIZE - 1, -1, -1)))
    assert Counter(result.match_id for result in played) == Counter(
        table.match_id for table in tables for player in table.player_ids if player in players
    )
    await assert_counted_once(site, [record.result for record in kept], players)


async def assert_counted_once(site: Site, results: list[results_pb2.MatchResult], players: list[str]) -> None:
    """Each result is on the bus once and in every player's history once; counting all results anew gives the same ratings."""
    async with await connect(site.stack.nats.address("matchmaking")) as bus:
        published = Counter(
            subjects.match_id_of(message.subject)
            for message in await read_after(bus, subjects.RESULTS, subjects.results(), 0)
        )
    assert all(published[result.match_id] == 1 for result in results)
    anybody = site.as_("player")
    tournament = finished_matches_pb2.ListMatchesRequest(
        tournament_id=results[0].tournament.tournament_id, page_size=500
    )
    async with asyncio.timeout(20):
        while True:
            known = (await patiently(site.scoring.ListMatches, tournament, anybody)).results
            if len(known) >= len(results):
                break
            await asyncio.sleep(0.1)
    assert sorted(each.match_id for each in known) == sorted(result.match_id for result in results)
    for player_id in {seat.player_id for result in results for seat in result.seats}:
        history = ratings_pb2.GetHistoryRequest(player_id=player_id, page_size=500)
        rows = (await patiently(site.scoring.GetHistory, history, anybody)).rows
        mine = [result for result in results if player_id in {seat.player_id for seat in result.seats}]
        counted = Counter(row.match_id for row in rows)
        assert all(counted[result.match_id] == 1 for result in mine)
        if player_id in players:  # copies of a house bot share one rating
            rating = ratings_pb2.GetRatingRequest(player_id=player_id, game="medico", seats=TABLE_SIZE)
            assert (await patiently(site.scoring.GetRating, rating, anybody)).rating.games == len(mine)
    before = await leaderboard(site)
    await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "services.scoring", "rebuild"],
        env=site.environment(),
        check=True,
        timeout=30,
        stdout=subprocess.DEVNULL,
    )
    assert await leaderboard(site) == before


async def leaderboard(site: Site) -> list[bytes]:
    """Every row of the leaderboard, serialized."""
    request = ratings_pb2.GetLeaderboardRequest(game="medico", seats=TABLE_SIZE, page_size=500)
    response = await patiently(site.scoring.GetLeaderboard, request, site.as_("player"))
    return [row.SerializeToString(deterministic=True) for row in response.rows]


async def test_house_bots_take_their_seats_again_and_play_the_same_matches(site: Site) -> None:
    matches = deal(8)
    await host(site, matches)
    assert await under_way(site, matches, 30) >= 4
    site.kill9("bots")
    await site.start("bots")
    for match, record in zip(matches, await records(site, matches), strict=True):
        assert_undisturbed(match, record)


async def test_no_ticket_is_lost_when_matchmaking_dies(site: Site) -> None:
    """Two wait when it dies, a third comes while it is away: all three sit down at one table and play."""
    clients = [ArenaClient(site.matchmaking) for _ in range(3)]
    try:
        for client in clients:
            await client.register(f"Queued {new_id()}")
            await client.token()
        pool = f"pool-{new_id()}"
        early = [await client.join("medico", 3, pool=pool) for client in clients[:2]]
        waiting = [
            asyncio.create_task(client.wait(ticket.ticket_id)) for client, ticket in zip(clients, early, strict=False)
        ]
        site.kill9("matchmaking")
        late = asyncio.create_task(clients[2].join("medico", 3, pool=pool))
        await site.start("matchmaking")
        waiting.append(asyncio.create_task(clients[2].wait((await late).ticket_id)))
        assignments: list[tickets_pb2.Assignment] = await asyncio.wait_for(asyncio.gather(*waiting), 30)
        assert len({assignment.match_id for assignment in assignments}) == 1
        assert sorted(assignment.seat for assignment in assignments) == [0, 1, 2]
        site.kill9("matchmaking")
        playing = [
            asyncio.create_task(play_assignment(random_bot, client, assignment))
            for client, assignment in zip(clients, assignments, strict=True)
        ]
        await site.start("matchmaking")
        results = await asyncio.wait_for(asyncio.gather(*playing), 60)
        assert all(result == results[0] for result in results)
        assert_nothing_lost_or_doubled(await events.record(site, assignments[0].match_id))
        # The tickets were used up by the match: the next one is a new one, and waits.
        again = await clients[0].join("medico", 3, pool=pool)
        assert again.ticket_id != early[0].ticket_id
        assert again.state == tickets_pb2.TICKET_STATE_WAITING
        await clients[0].leave(again.ticket_id)
    finally:
        for client in clients:
            await client.close()
