"""The three gRPC services of matchmaking: they translate, and decide who may call."""

# ruff: noqa: N802 - methods are named by the schema

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from arena.pb.matchmaking.v1 import (
    players_pb2,
    services_pb2,
    services_pb2_grpc,
    tickets_pb2,
    tournaments_pb2,
)
from services.common import clock
from services.common.access import HOST, OPERATOR, PLAYER, SERVICE
from services.common.errors import Malformed, WrongRole
from services.common.rpc import EVERYBODY, SIGNED_IN, Served, caller, roles
from services.matchmaking.faults import told_to_callers
from services.matchmaking.queues import QueueDesk
from services.matchmaking.tenure import Office
from services.matchmaking.tokens import Tokens
from services.matchmaking.tournament_desk import TournamentDesk

_ROLES = {
    PLAYER: players_pb2.ROLE_PLAYER,
    HOST: players_pb2.ROLE_HOST,
    SERVICE: players_pb2.ROLE_SERVICE,
    OPERATOR: players_pb2.ROLE_OPERATOR,
}
_PLAYERS = roles(PLAYER)
_HOSTS = roles(HOST, OPERATOR)
_LAST_MOMENT = 2**63 - 1
Context = Any


class PlayerServicer(services_pb2_grpc.PlayerServiceServicer):
    """Players and their tokens."""

    ACCESS = {"RegisterPlayer": EVERYBODY, "IssueToken": EVERYBODY, "GetPlayer": EVERYBODY}  # noqa: RUF012 - a table

    def __init__(self, office: Office, tokens: Tokens) -> None:
        self._office = office
        self._tokens = tokens

    async def RegisterPlayer(
        self, request: players_pb2.RegisterPlayerRequest, context: Context
    ) -> players_pb2.RegisterPlayerResponse:
        with told_to_callers():
            player_id, secret = await self._office.tenure().registry.register(request.name, request.secret)
        return players_pb2.RegisterPlayerResponse(player_id=player_id, secret=secret)

    async def IssueToken(
        self, request: players_pb2.IssueTokenRequest, context: Context
    ) -> players_pb2.IssueTokenResponse:
        with told_to_callers():
            player = await self._office.tenure().registry.sign_in(request.player_id, request.secret)
        issued = self._tokens.of_player(player)
        return players_pb2.IssueTokenResponse(
            token=issued.token,
            expires=clock.timestamp(issued.expires),
            roles=[_ROLES[role] for role in player.roles],
        )

    async def GetPlayer(self, request: players_pb2.GetPlayerRequest, context: Context) -> players_pb2.GetPlayerResponse:
        with told_to_callers():
            player = await self._office.tenure().registry.find(request.player_id)
        return players_pb2.GetPlayerResponse(
            player_id=player.player_id, name=player.name, registered=clock.timestamp(player.registered)
        )


class MatchmakingServicer(services_pb2_grpc.MatchmakingServiceServicer):
    """Queues and assignments."""

    ACCESS = {  # noqa: RUF012 - a table
        "JoinQueue": _PLAYERS,
        "LeaveQueue": _PLAYERS,
        "WatchTicket": _PLAYERS,
        "ListTickets": _PLAYERS,
        "WatchAssignments": _PLAYERS,
    }

    def __init__(self, desk: QueueDesk) -> None:
        self._desk = desk

    async def JoinQueue(self, request: tickets_pb2.JoinQueueRequest, context: Context) -> tickets_pb2.JoinQueueResponse:
        with told_to_callers():
            return tickets_pb2.JoinQueueResponse(ticket=await self._desk.join(_player(), request))

    async def LeaveQueue(
        self, request: tickets_pb2.LeaveQueueRequest, context: Context
    ) -> tickets_pb2.LeaveQueueResponse:
        with told_to_callers():
            return tickets_pb2.LeaveQueueResponse(ticket=await self._desk.leave(_player(), request.ticket_id))

    async def WatchTicket(
        self, request: tickets_pb2.WatchTicketRequest, context: Context
    ) -> AsyncIterator[tickets_pb2.WatchTicketResponse]:
        with told_to_callers():
            async with aclosing(self._desk.watch(_player(), request.ticket_id)) as tickets:
                async for ticket in tickets:
                    yield tickets_pb2.WatchTicketResponse(ticket=ticket)

    async def ListTickets(
        self, request: tickets_pb2.ListTicketsRequest, context: Context
    ) -> tickets_pb2.ListTicketsResponse:
        with told_to_callers():
            return tickets_pb2.ListTicketsResponse(tickets=await self._desk.tickets(_player(), request))

    async def WatchAssignments(
        self, request: tickets_pb2.WatchAssignmentsRequest, context: Context
    ) -> AsyncIterator[tickets_pb2.WatchAssignmentsResponse]:
        since = _since(request)
        with told_to_callers():
            async with aclosing(self._desk.assignments(_player(), since)) as assignments:
                async for assignment in assignments:
                    yield tickets_pb2.WatchAssignmentsResponse(assignment=assignment)


class TournamentServicer(services_pb2_grpc.TournamentServiceServicer):
    """Tournaments."""

    ACCESS = {  # noqa: RUF012 - a table
        "CreateTournament": _HOSTS,
        "StartTournament": _HOSTS,
        "AbortTournament": _HOSTS,
        "WatchTournament": SIGNED_IN,
        "GetStandings": SIGNED_IN,
        "ListTables": SIGNED_IN,
        "ListTournaments": SIGNED_IN,
    }

    def __init__(self, desk: TournamentDesk) -> None:
        self._desk = desk

    async def CreateTournament(
        self, request: tournaments_pb2.CreateTournamentRequest, context: Context
    ) -> tournaments_pb2.CreateTournamentResponse:
        with told_to_callers():
            return tournaments_pb2.CreateTournamentResponse(tournament=await self._desk.create(request))

    async def StartTournament(
        self, request: tournaments_pb2.StartTournamentRequest, context: Context
    ) -> tournaments_pb2.StartTournamentResponse:
        with told_to_callers():
            return tournaments_pb2.StartTournamentResponse(tournament=await self._desk.start(request.tournament_id))

    async def AbortTournament(
        self, request: tournaments_pb2.AbortTournamentRequest, context: Context
    ) -> tournaments_pb2.AbortTournamentResponse:
        with told_to_callers():
            return tournaments_pb2.AbortTournamentResponse(tournament=await self._desk.abort(request.tournament_id))

    async def WatchTournament(
        self, request: tournaments_pb2.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[tournaments_pb2.WatchTournamentResponse]:
        with told_to_callers():
            async with aclosing(self._desk.watch(request.tournament_id)) as updates:
                async for progress in updates:
                    yield progress

    async def GetStandings(
        self, request: tournaments_pb2.GetStandingsRequest, context: Context
    ) -> tournaments_pb2.GetStandingsResponse:
        with told_to_callers():
            return await self._desk.standings(request.tournament_id)

    async def ListTables(
        self, request: tournaments_pb2.ListTablesRequest, context: Context
    ) -> tournaments_pb2.ListTablesResponse:
        with told_to_callers():
            return await self._desk.tables(request)

    async def ListTournaments(
        self, request: tournaments_pb2.ListTournamentsRequest, context: Context
    ) -> tournaments_pb2.ListTournamentsResponse:
        with told_to_callers():
            return await self._desk.list(request)


def served(players: PlayerServicer, queues: MatchmakingServicer, tournaments: TournamentServicer) -> tuple[Served, ...]:
    """The services as the server takes them."""
    described = services_pb2.DESCRIPTOR.services_by_name
    return (
        Served(
            described["PlayerService"],
            services_pb2_grpc.add_PlayerServiceServicer_to_server,
            players,
            PlayerServicer.ACCESS,
        ),
        Served(
            described["MatchmakingService"],
            services_pb2_grpc.add_MatchmakingServiceServicer_to_server,
            queues,
            MatchmakingServicer.ACCESS,
        ),
        Served(
            described["TournamentService"],
            services_pb2_grpc.add_TournamentServiceServicer_to_server,
            tournaments,
            TournamentServicer.ACCESS,
        ),
    )


def _since(request: tickets_pb2.WatchAssignmentsRequest) -> int:
    """The moment in UTC nanoseconds; one that no clock of ours can show is moved to the first or last that it can."""
    since = request.since
    if not 0 <= since.nanos < 10**9:
        raise Malformed("since.nanos: must be from 0 to 999999999.", field="since.nanos")
    return min(max(0, clock.to_ns(since)), _LAST_MOMENT)


def _player() -> str:
    """Id of the player who calls. A seat token opens its seat and nothing else, so it joins no queue."""
    identity = caller()
    if identity.match is not None:
        raise WrongRole(PLAYER)
    return identity.subject
