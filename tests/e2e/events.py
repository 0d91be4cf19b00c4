"""Tournaments as a host runs them through the public calls, and what their standings have to be by the records alone."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import records_pb2, views_pb2
from services.common.ids import new_id
from tests.e2e.site import Site, patiently

FINISHED: Final = -1
BEGUN: Final = 10
"""By this ply every seat has chosen its start place."""


@dataclass(slots=True)
class Line:
    """What the records say about one entrant."""

    games: int = 0
    points: int = 0
    wins: int = 0
    places: list[int] = field(default_factory=list)
    game_points: int = 0


def standings_by(records: Iterable[records_pb2.MatchRecord], placement_points: Sequence[int]) -> dict[str, Line]:
    """Player id -> line, added up from the results in the records."""
    lines: dict[str, Line] = defaultdict(Line)
    for record in records:
        for seat in record.result.seats:
            line = lines[seat.player_id]
            line.games += 1
            line.points += placement_points[seat.place - 1]
            line.wins += seat.place == 1
            line.game_points += seat.points
            line.places += [0] * (len(placement_points) - len(line.places))
            line.places[seat.place - 1] += 1
    return dict(lines)


async def start(site: Site, *, table_size: int, rounds: int, bots: dict[str, int], players: Sequence[str] = ()) -> str:
    """Create a rated Medico tournament and start it; its id."""
    tournament_id, host = new_id(), site.as_("host")
    entrants = [
        tournaments_pb2.EntrantSpec(
            house_bot=tournaments_pb2.HouseBotEntry(bot=bot, count=count, label=bot.capitalize())
        )
        for bot, count in bots.items()
    ]
    entrants += [tournaments_pb2.EntrantSpec(player_id=player) for player in players]
    create = tournaments_pb2.CreateTournamentRequest(
        tournament_id=tournament_id,
        name="A stormy night",
        game="medico",
        table_size=table_size,
        rounds=rounds,
        entrants=entrants,
        rated=True,
    )
    await patiently(site.tournaments.CreateTournament, create, host)
    await patiently(
        site.tournaments.StartTournament, tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id), host
    )
    return tournament_id


async def tables(site: Site, tournament_id: str) -> list[tournaments_pb2.Table]:
    """All tables drawn so far."""
    request = tournaments_pb2.ListTablesRequest(tournament_id=tournament_id, page_size=500)
    return list((await patiently(site.tournaments.ListTables, request, site.as_("player"))).tables)


async def playing(site: Site, tournament_id: str, *, within: float = 60.0) -> list[str]:
    """Wait until a match is in its middle; the ids of all whose every seat has begun to play.

    Those go on without matchmaking; at others somebody may still have to be told of the match.
    """
    async with asyncio.timeout(within):
        while True:
            # A table has no match id before its match is created.
            created = [
                each for each in await tables(site, tournament_id) if each.match_id and not each.HasField("result")
            ]
            far = {each.match_id: await ply(site, each.match_id) for each in created}
            if any(BEGUN <= now < 60 for now in far.values()):
                return [match_id for match_id, now in far.items() if now >= BEGUN or now == FINISHED]
            await asyncio.sleep(0.02)


async def over(site: Site, match_ids: Iterable[str], *, within: float = 60.0) -> None:
    """Wait until these matches have been played."""
    left = list(match_ids)
    async with asyncio.timeout(within):
        while True:
            left = [match_id for match_id in left if await ply(site, match_id) != FINISHED]
            if not left:
                return
            await asyncio.sleep(0.1)


async def ply(site: Site, match_id: str) -> int:
    """How far a match is; FINISHED once it is over."""
    request = views_pb2.GetViewRequest(match_id=match_id)
    view = (await patiently(site.rules.GetView, request, site.as_("player"))).view
    return FINISHED if view.finished else int(view.ply)


async def scored(site: Site, tournament_id: str, results: int, *, within: float = 60.0) -> list[tournaments_pb2.Table]:
    """Wait until so many tables have a result; all tables then."""
    async with asyncio.timeout(within):
        while True:
            now = await tables(site, tournament_id)
            if sum(table.HasField("result") for table in now) >= results:
                return now
            await asyncio.sleep(0.1)


async def finished(site: Site, tournament_id: str, *, within: float = 90.0) -> tournaments_pb2.GetStandingsResponse:
    """The standings once the tournament is over; fails the test if that takes too long."""
    request = tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id)
    async with asyncio.timeout(within):
        while True:
            now: tournaments_pb2.GetStandingsResponse = await patiently(
                site.tournaments.GetStandings, request, site.as_("player")
            )
            if now.tournament.state == tournaments_pb2.TOURNAMENT_STATE_FINISHED:
                return now
            await asyncio.sleep(0.2)


async def record(site: Site, match_id: str) -> records_pb2.MatchRecord:
    """The record of a match, from the rules service."""
    request = records_pb2.GetRecordRequest(match_id=match_id)
    got: records_pb2.MatchRecord = (await patiently(site.rules.GetRecord, request, site.as_("player"))).record
    return got


def assert_standings(standings: Iterable[tournaments_pb2.Standing], expected: dict[str, Line]) -> None:
    """The standings are those of the records, and in order."""
    rows = list(standings)
    assert {row.entrant.player_id for row in rows} == set(expected)
    for row in rows:
        line = expected[row.entrant.player_id]
        assert (row.games, row.points, row.wins, list(row.places)) == (line.games, line.points, line.wins, line.places)
        assert row.mean_game_points == line.game_points / line.games
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
