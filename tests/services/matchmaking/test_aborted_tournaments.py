"""Tournaments that are stopped, over gRPC."""

import asyncio

import grpc
import pytest

from arena.errors import detail_of
from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2, results_pb2
from tests.services.conftest import eventually
from tests.services.matchmaking.conftest import Service, next_of
from tests.services.matchmaking.tournament_calls import (
    ABORTED,
    WITHIN,
    bots,
    followed,
    play_at_once,
    request,
    started,
    watch,
)


async def last_of(
    watching: grpc.aio.UnaryStreamCall[tournaments_pb2.WatchTournamentRequest, tournaments_pb2.WatchTournamentResponse],
) -> tournaments_pb2.WatchTournamentResponse:
    """The last message of a stream, once it has ended."""
    last = None
    while (message := await watching.read()) is not grpc.aio.EOF:
        last = message
    assert isinstance(last, tournaments_pb2.WatchTournamentResponse)
    return last


async def abort(service: Service, tournament_id: str) -> tournaments_pb2.Tournament:
    asked = tournaments_pb2.AbortTournamentRequest(tournament_id=tournament_id)
    return (await service.tournaments.AbortTournament(asked, metadata=service.host())).tournament


async def test_an_aborted_tournament_keeps_its_standings_and_stops_the_matches_that_run(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 4), rounds=3))

    def of_tournament() -> list[str]:
        created = service.rules.created.items()
        return [match_id for match_id, made in created if made.tournament.tournament_id == tournament_id]

    await eventually(lambda: len(of_tournament()) == 2)
    over, running = of_tournament()
    await service.rules.finish(over)
    watching = watch(service, tournament_id)
    while (await next_of(watching)).matches_done != 1:
        pass
    aborted = await abort(service, tournament_id)
    assert aborted.state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
    assert aborted.HasField("finished")
    async with asyncio.timeout(WITHIN):
        last = await last_of(watching)
    assert last.tournament == aborted == await abort(service, tournament_id)
    assert service.rules.aborted.count(running) == 1
    assert over not in service.rules.aborted
    assert {table.match_id: table.result.ending for table in last.tables} == {
        over: results_pb2.MATCH_ENDING_COMPLETED,
        running: ABORTED,
    }
    assert sorted((line.games, line.points) for line in last.standings) == [(0, 0), (0, 0), (1, 0), (1, 1)]
    standings = await service.tournaments.GetStandings(
        tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id), metadata=service.host()
    )
    assert (standings.standings, standings.tournament) == (last.standings, aborted)
    await asyncio.sleep(0.2)
    assert of_tournament() == [over, running], "nothing is played again, no round is opened"
    start = tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await service.tournaments.StartTournament(start, metadata=service.host())
    detail = detail_of(refused.value)
    assert detail is not None
    assert (detail.reason, detail.subject) == (reasons_pb2.REASON_TOURNAMENT_STATE, tournament_id)


async def test_a_tournament_is_aborted_while_the_rules_service_is_away_and_stopped_when_it_is_back(
    service: Service,
) -> None:
    tournament_id = await started(service, request(bots("random", 2), rounds=1))
    await eventually(
        lambda: any(made.tournament.tournament_id == tournament_id for made in service.rules.created.values())
    )
    service.rules.down = True
    try:
        assert (await abort(service, tournament_id)).state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
        watching = watch(service, tournament_id)
        assert (await next_of(watching)).matches_done == 0
    finally:
        service.rules.down = False
    async with asyncio.timeout(WITHIN):
        assert (await last_of(watching)).matches_done == 1


async def test_a_tournament_that_was_not_started_can_be_aborted_and_one_that_has_finished_cannot(
    service: Service,
) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    assert (await abort(service, wanted.tournament_id)).state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
    assert (await followed(service, wanted.tournament_id))[-1].tournament.current_round == 0
    finished = await started(service, request(bots("random", 2), rounds=1))
    await followed(service, finished)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await abort(service, finished)
    detail = detail_of(refused.value)
    assert detail is not None
    assert (refused.value.code(), detail.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        reasons_pb2.REASON_TOURNAMENT_STATE,
    )
