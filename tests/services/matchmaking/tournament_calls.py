"""Tournaments as a host asks for them and a spectator follows them, over gRPC."""

import asyncio

import grpc

from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import results_pb2
from services.common.ids import new_id
from tests.services.matchmaking.conftest import Service

FINISHED = tournaments_pb2.TOURNAMENT_STATE_FINISHED
RUNNING = tournaments_pb2.TOURNAMENT_STATE_RUNNING
ABORTED = results_pb2.MATCH_ENDING_ABORTED
WITHIN = 20.0


def bots(bot: str, count: int, label: str = "") -> tournaments_pb2.EntrantSpec:
    return tournaments_pb2.EntrantSpec(house_bot=tournaments_pb2.HouseBotEntry(bot=bot, count=count, label=label))


def request(
    *entrants: tournaments_pb2.EntrantSpec, table_size: int = 2, rounds: int = 2, **fields: object
) -> tournaments_pb2.CreateTournamentRequest:
    return tournaments_pb2.CreateTournamentRequest(
        tournament_id=new_id(),
        name="Night",
        game="medico",
        table_size=table_size,
        rounds=rounds,
        entrants=entrants or [bots("random", 4)],
        rated=True,
        **fields,  # type: ignore[arg-type]  # fields of the request
    )


async def started(service: Service, wanted: tournaments_pb2.CreateTournamentRequest) -> str:
    """Create and start a tournament; returns its id."""
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    answer = await service.tournaments.StartTournament(start, metadata=service.host())
    assert answer.tournament.state == RUNNING
    return wanted.tournament_id


def watch(
    service: Service, tournament_id: str
) -> grpc.aio.UnaryStreamCall[tournaments_pb2.WatchTournamentRequest, tournaments_pb2.WatchTournamentResponse]:
    asked = tournaments_pb2.WatchTournamentRequest(tournament_id=tournament_id)
    return service.tournaments.WatchTournament(asked, metadata=service.host())


async def followed(service: Service, tournament_id: str) -> list[tournaments_pb2.WatchTournamentResponse]:
    """Everything that a watcher is told, to the end."""
    async with asyncio.timeout(WITHIN):
        return [update async for update in watch(service, tournament_id)]


async def tables(service: Service, tournament_id: str) -> list[tournaments_pb2.Table]:
    """All tables, page by page."""
    found: list[tournaments_pb2.Table] = []
    page_token = ""
    while True:
        asked = tournaments_pb2.ListTablesRequest(tournament_id=tournament_id, page_size=3, page_token=page_token)
        page = await service.tournaments.ListTables(asked, metadata=service.host())
        found += page.tables
        page_token = page.next_page_token
        if not page_token:
            return found


async def play_at_once(service: Service) -> None:
    """From now on every match ends as soon as its bots sit down."""
    service.bots.play = service.rules.finish
