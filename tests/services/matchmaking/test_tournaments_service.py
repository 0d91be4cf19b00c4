"""Holding tournaments, over gRPC."""

import asyncio
from collections import Counter

import grpc
import pytest

from arena.errors import detail_of
from arena.pb.matchmaking.v1 import tickets_pb2, tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2, results_pb2
from services.matchmaking.domain.entry import house_bot_id
from services.matchmaking.domain.verdict import MAX_ATTEMPTS
from tests.services.conftest import eventually
from tests.services.matchmaking.conftest import Service, next_of
from tests.services.matchmaking.fakes import DEFAULTS
from tests.services.matchmaking.tournament_calls import (
    ABORTED,
    FINISHED,
    RUNNING,
    bots,
    followed,
    play_at_once,
    request,
    started,
    tables,
    watch,
)


async def test_a_tournament_of_house_bots_is_played_to_its_end(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("greedy", 3, "Greedy"), bots("random", 4), table_size=3, rounds=5)
    tournament_id = await started(service, wanted)
    updates = await followed(service, tournament_id)
    last = updates[-1]
    assert last.tournament.state == FINISHED
    assert (last.matches_done, last.matches_total) == (10, 10)
    assert [update.matches_done for update in updates] == sorted(update.matches_done for update in updates)
    assert list(last.tournament.placement_points) == [2, 1, 0]
    games = Counter(line.games for line in last.standings)
    assert sum(count * number for number, count in games.items()) == 30
    assert max(games) - min(games) <= 1
    assert [line.rank for line in last.standings] == sorted(line.rank for line in last.standings)
    assert {line.entrant.name for line in last.standings} == {
        *(f"Greedy {number}" for number in (1, 2, 3)),
        *(f"random {number}" for number in (1, 2, 3, 4)),
    }
    assert {house_bot_id("greedy", "Greedy", 2), house_bot_id("random", "random", 4)} < {
        line.entrant.player_id for line in last.standings
    }

    standings = await service.tournaments.GetStandings(
        tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id), metadata=service.host()
    )
    assert standings.standings == last.standings
    assert standings.tournament == last.tournament
    assert standings.tournament.HasField("started")
    assert standings.tournament.HasField("finished")

    played = await tables(service, tournament_id)
    assert [(table.round, table.table) for table in played] == [
        (round_, table) for round_ in range(1, 6) for table in (1, 2)
    ]
    points: Counter[str] = Counter()
    for table in played:
        created = service.rules.created[table.match_id]
        assert [seat.player_id for seat in created.seats] == list(table.player_ids)
        assert created.tournament == results_pb2.TournamentRef(
            tournament_id=tournament_id, round=table.round, table=table.table
        )
        assert (created.rated, created.HasField("seed")) == (True, False)
        assert created.options.medico == DEFAULTS
        for seat in table.result.seats:
            points[seat.player_id] += 3 - seat.place
    assert {line.entrant.player_id: line.points for line in last.standings} == dict(points) | {
        line.entrant.player_id: 0 for line in last.standings if line.entrant.player_id not in points
    }


async def test_a_solo_tournament_tells_games_won_from_games_lost(service: Service) -> None:
    wanted = request(bots("random", 1, "Loser"), bots("random", 1, "Winner"), table_size=1, rounds=2)
    wanted.game = "azerland"
    losers = {house_bot_id("random", "Loser", 1)}

    async def lose(match_id: str) -> None:
        lost = service.rules.created[match_id].seats[0].player_id in losers
        await service.rules.finish(match_id, order=lambda ids: ["the game", *ids] if lost else ids)

    service.bots.play = lose
    last = (await followed(service, await started(service, wanted)))[-1]
    assert list(last.tournament.placement_points) == [1, 0]
    assert [(line.entrant.name, line.rank, line.points, line.wins, list(line.places)) for line in last.standings] == [
        ("Winner", 1, 2, 2, [2, 0]),
        ("Loser", 2, 0, 0, [0, 2]),
    ]


async def test_house_bots_get_seats_with_seeds_that_differ_from_seat_to_seat(service: Service) -> None:
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 4), rounds=3))
    await followed(service, tournament_id)
    matches = {table.match_id for table in await tables(service, tournament_id)}
    seeds = {seat.bot_seed for (match_id, _), seat in service.bots.filled.items() if match_id in matches}
    assert len(seeds) == 3 * 2 * 2
    assert {len(seed) for seed in seeds} == {32}
    assert all(service.bots.targets)


async def test_a_registered_player_hears_of_its_tables_and_the_next_round_waits_for_it(service: Service) -> None:
    credentials, signed_in = await service.player()
    wanted = request(bots("random", 1), tournaments_pb2.EntrantSpec(player_id=credentials.player_id), rounds=2)
    stream = service.queues.WatchAssignments(tickets_pb2.WatchAssignmentsRequest(), metadata=signed_in)
    tournament_id = await started(service, wanted)
    for number in (1, 2):
        assignment = (await next_of(stream)).assignment
        assert assignment.tournament == results_pb2.TournamentRef(tournament_id=tournament_id, round=number, table=1)
        created = service.rules.created[assignment.match_id]
        assert created.seats[assignment.seat].player_id == credentials.player_id
        assert created.seats[assignment.seat].kind == results_pb2.SEAT_KIND_PLAYER
        bot_seat = (assignment.match_id, 1 - assignment.seat)
        await eventually(lambda bot_seat=bot_seat: bot_seat in service.bots.filled)  # type: ignore[misc]
        assert (assignment.match_id, assignment.seat) not in service.bots.filled
        await service.rules.finish(assignment.match_id)
    stream.cancel()
    assert (await followed(service, tournament_id))[-1].tournament.state == FINISHED


async def test_progress_is_told_result_by_result(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 4), rounds=1))
    stream = watch(service, tournament_id)
    update = await next_of(stream)
    while len([table for table in update.tables if table.match_id]) < 2:
        update = await next_of(stream)
    assert (update.matches_done, update.matches_total, update.tournament.current_round) == (0, 2, 1)
    first, second = update.tables
    await service.rules.finish(second.match_id)
    while update.matches_done == 0:
        update = await next_of(stream)
    assert update.tables[1].result.match_id == second.match_id
    assert not update.tables[0].HasField("result")
    assert update.tournament.state == RUNNING
    assert sorted(line.games for line in update.standings) == [0, 0, 1, 1]
    await service.rules.finish(first.match_id)
    while update.tournament.state != FINISHED:
        update = await next_of(stream)
    assert update.matches_done == 2


async def test_a_stopped_match_is_replayed_and_a_table_that_is_stopped_too_often_is_void(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 2), rounds=1))

    def of_tournament() -> list[str]:
        created = service.rules.created.items()
        return [match_id for match_id, made in created if made.tournament.tournament_id == tournament_id]

    seats: list[list[str]] = []
    for attempt in range(1, MAX_ATTEMPTS + 1):
        await eventually(lambda attempt=attempt: len(of_tournament()) == attempt)  # type: ignore[misc]
        match_id = of_tournament()[-1]
        seats.append([seat.player_id for seat in service.rules.created[match_id].seats])
        await service.rules.finish(match_id, ABORTED)
    last = (await followed(service, tournament_id))[-1]
    assert seats[0] == seats[1] == seats[2]
    assert last.matches_done == 1
    assert [line.games for line in last.standings] == [0, 0]
    assert last.tables[0].result.ending == ABORTED
    assert last.tables[0].match_id == of_tournament()[-1]


async def test_an_event_whose_bots_are_away_waits_and_holds_up_nobody_else(service: Service) -> None:
    await play_at_once(service)
    waiting = request(bots("random", 40), table_size=2, rounds=2)
    await service.tournaments.CreateTournament(waiting, metadata=service.host())
    credentials = [await service.player() for _ in range(2)]
    players = [tournaments_pb2.EntrantSpec(player_id=each.player_id) for each, _ in credentials]
    service.bots.down = True
    start = tournaments_pb2.StartTournamentRequest(tournament_id=waiting.tournament_id)
    await service.tournaments.StartTournament(start, metadata=service.host())
    await eventually(lambda: service.bots.refused >= 40)
    other = await started(service, request(*players, rounds=1))
    await eventually(lambda: any(made.tournament.tournament_id == other for made in service.rules.created.values()))
    await service.rules.finish_running(order=sorted)
    # All that ran are over now, with them the first round of the event whose bots never came.
    assert (await followed(service, other))[-1].tournament.state == FINISHED
    service.bots.down = False
    assert (await followed(service, waiting.tournament_id))[-1].tournament.state == FINISHED


async def test_matches_are_created_once_the_rules_service_is_back(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    service.rules.down = True
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    before = service.rules.calls
    await service.tournaments.StartTournament(start, metadata=service.host())
    await eventually(lambda: service.rules.calls > before)
    table = (await tables(service, wanted.tournament_id))[0]
    assert table.match_id == ""
    service.rules.down = False
    assert (await followed(service, wanted.tournament_id))[-1].tournament.state == FINISHED


async def test_creating_and_starting_again_changes_nothing(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    answers = await asyncio.gather(
        *(service.tournaments.CreateTournament(wanted, metadata=service.host()) for _ in range(4))
    )
    assert len({answer.SerializeToString(deterministic=True) for answer in answers}) == 1
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    await asyncio.gather(*(service.tournaments.StartTournament(start, metadata=service.host()) for _ in range(4)))
    await followed(service, wanted.tournament_id)
    assert len(await tables(service, wanted.tournament_id)) == 1
    again = await service.tournaments.CreateTournament(wanted, metadata=service.host())
    assert again.tournament.state == FINISHED
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.tournaments.StartTournament(start, metadata=service.host())
    detail = detail_of(caught.value)
    assert detail is not None
    assert detail.reason == reasons_pb2.REASON_TOURNAMENT_STATE


async def test_the_pairing_seed_decides_the_tables(service: Service) -> None:
    await play_at_once(service)
    drawn = []
    for seed in (7, 7, 8):
        tournament_id = await started(service, request(bots("random", 8), table_size=4, rounds=2, pairing_seed=seed))
        await followed(service, tournament_id)
        drawn.append([tuple(table.player_ids) for table in await tables(service, tournament_id)])
    assert drawn[0] == drawn[1] != drawn[2]


async def test_everybody_is_told_where_the_matches_are(service: Service) -> None:
    """Whoever sees a match id can watch the match and have its record without knowing more than this service's address."""
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 2), rounds=1))
    told = {update.tournament.legs[0].rules_target for update in await followed(service, tournament_id)}
    asked = tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id)
    standings = await service.tournaments.GetStandings(asked, metadata=service.host())
    listed = await service.tournaments.ListTournaments(
        tournaments_pb2.ListTournamentsRequest(page_size=1), metadata=service.host()
    )
    told |= {standings.tournament.legs[0].rules_target, listed.tournaments[0].legs[0].rules_target}
    assert told == service.bots.targets
    assert len(told) == 1


async def test_points_for_places_can_be_chosen(service: Service) -> None:
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 2), rounds=1, placement_points=[7, 3]))
    last = (await followed(service, tournament_id))[-1]
    assert [line.points for line in last.standings] == [7, 3]
    assert [list(line.places) for line in last.standings] == [[1, 0], [0, 1]]
    assert [line.wins for line in last.standings] == [1, 0]
    assert [line.mean_game_points for line in last.standings] == [50, 40]


async def test_tournaments_are_listed_newest_first_without_entrants(service: Service) -> None:
    made = [request(bots("random", 2)) for _ in range(5)]
    for wanted in made:
        await service.tournaments.CreateTournament(wanted, metadata=service.host())
    found: list[str] = []
    page_token = ""
    while len(found) < 5:
        asked = tournaments_pb2.ListTournamentsRequest(game="medico", page_size=2, page_token=page_token)
        page = await service.tournaments.ListTournaments(asked, metadata=service.host())
        assert not any(tournament.entrants for tournament in page.tournaments)
        found += [tournament.tournament_id for tournament in page.tournaments]
        page_token = page.next_page_token
    assert found[:5] == [wanted.tournament_id for wanted in made[::-1]]
