"""A tournament seen from outside: created, started, followed to its end, its records fetched. Only public calls are made.

Everything may be repeated, so that a service that is restarted meanwhile costs time and nothing else.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from types import TracebackType
from typing import Any, Final, Self

import grpc

from arena.channel import Patience, bearer, open_channel
from arena.errors import ArenaError, Refused, error_of, garbled
from arena.pb.matchmaking.v1 import services_pb2, services_pb2_grpc
from arena.pb.matchmaking.v1.tournaments_pb2 import (
    TOURNAMENT_STATE_ABORTED,
    TOURNAMENT_STATE_FINISHED,
    AbortTournamentRequest,
    CreateTournamentRequest,
    GetStandingsRequest,
    ListTablesRequest,
    StartTournamentRequest,
    Table,
    Tournament,
    WatchTournamentRequest,
    WatchTournamentResponse,
)
from arena.pb.rules.v1 import rules_service_pb2, rules_service_pb2_grpc
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, MatchRecord
from services.cli.card_tables import CardTables

CALL_SECONDS: Final = 15.0
PATIENCE_SECONDS: Final = 60.0
"""How long nobody may answer before the command gives up."""
_OVER: Final = (TOURNAMENT_STATE_FINISHED, TOURNAMENT_STATE_ABORTED)


class RemoteTournaments:
    """Calls to the tournament service and, for records, to the rules service that it names."""

    def __init__(self, matchmaking: str, token: str) -> None:
        self._metadata = bearer(token)
        self._matchmaking = open_channel(matchmaking, services_pb2.DESCRIPTOR)
        self._rules: dict[str, grpc.aio.Channel] = {}
        # The stubs' types differ between the two kinds of channels in a way that only stub files know.
        self._tournaments: Any = services_pb2_grpc.TournamentServiceStub(self._matchmaking)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._matchmaking.close()
        for channel in self._rules.values():
            await channel.close()

    async def start(self, request: CreateTournamentRequest, tables: Iterable[CardTables] = ()) -> Tournament:
        """Create the tournament, store the card tables that it names, and start it.

        Raises arena.errors.Refused for one that cannot be held; it is aborted then, if it was created.
        """
        await self._call(lambda: self._tournaments.CreateTournament(request, **self._how()))
        begin = StartTournamentRequest(tournament_id=request.tournament_id)
        try:
            # Only the tournament tells where its matches will be; before it starts there are none.
            for each in tables:
                await self._store(each, request.tournament_id)
            started = await self._call(lambda: self._tournaments.StartTournament(begin, **self._how()))
        except Refused:
            with contextlib.suppress(Refused):
                await self.abort(request.tournament_id)
            raise
        tournament: Tournament = started.tournament
        return tournament

    async def _store(self, tables: CardTables, tournament_id: str) -> None:
        target = next(target for game, target in await self._rules_targets(tournament_id) if game == tables.game)
        await self._call(lambda: self._rules_stub(target).StoreDataSet(tables.request(), **self._how()))

    async def abort(self, tournament_id: str) -> Tournament:
        """Stop the tournament; raises arena.errors.Refused for one that has finished or does not exist."""
        request = AbortTournamentRequest(tournament_id=tournament_id)
        answer = await self._call(lambda: self._tournaments.AbortTournament(request, **self._how()))
        tournament: Tournament = answer.tournament
        return tournament

    async def follow(self, tournament_id: str) -> AsyncIterator[WatchTournamentResponse]:
        """Where the tournament stands, now and after changes, to its end; over as many streams as it takes."""
        request = WatchTournamentRequest(tournament_id=tournament_id)
        patience = Patience(PATIENCE_SECONDS)
        over = False
        while True:
            stream = self._tournaments.WatchTournament(request, metadata=self._metadata)
            try:
                error: ArenaError = ArenaError("the stream ended before the tournament")
                async for update in stream:
                    if update is None:
                        error = garbled()
                        break
                    patience.reset()
                    yield update
                    over = update.tournament.state in _OVER
                if over:
                    # Not at the first message that says so: the matches of an aborted one take a moment to stop.
                    return
            except grpc.aio.AioRpcError as failed:
                error = error_of(failed)
                if isinstance(error, Refused):
                    raise error from failed
            finally:
                stream.cancel()
            await patience.wait(error)

    async def tables(self, tournament_id: str) -> list[Table]:
        """All tables of all rounds."""
        found: list[Table] = []
        token = ""
        while True:
            request = ListTablesRequest(tournament_id=tournament_id, page_size=500, page_token=token)
            page = await self._call(lambda request=request: self._tournaments.ListTables(request, **self._how()))  # type: ignore[misc]
            found += page.tables
            token = page.next_page_token
            if not token:
                return found

    async def rules_targets(self, tournament_id: str) -> list[str]:
        """Round by round, where its matches and their records are; waits for a rules service while one is missing."""
        return [target for _, target in await self._rules_targets(tournament_id)]

    async def _rules_targets(self, tournament_id: str) -> list[tuple[str, str]]:
        request = GetStandingsRequest(tournament_id=tournament_id)
        patience = Patience(PATIENCE_SECONDS)
        while True:
            answer = await self._call(lambda: self._tournaments.GetStandings(request, **self._how()))
            legs = answer.tournament.legs
            missing = [leg.game for leg in legs if not leg.rules_target]
            if not missing:
                return [(leg.game, leg.rules_target) for leg in legs for _ in range(leg.rounds)]
            await patience.wait(ArenaError(f"the platform knows no rules service of {missing[0]}"))

    async def record(self, match_id: str, rules_target: str) -> MatchRecord:
        """The record of a match, from a rules service."""
        request = GetRecordRequest(match_id=match_id)
        answer = await self._call(lambda: self._rules_stub(rules_target).GetRecord(request, **self._how()))
        record: MatchRecord = answer.record
        return record

    def _rules_stub(self, target: str) -> Any:
        if target not in self._rules:
            self._rules[target] = open_channel(target, rules_service_pb2.DESCRIPTOR)
        return rules_service_pb2_grpc.RulesServiceStub(self._rules[target])

    def _how(self) -> dict[str, Any]:
        return {"metadata": self._metadata, "timeout": CALL_SECONDS}

    async def _call(self, call: Callable[[], Awaitable[Any]]) -> Any:
        patience = Patience(PATIENCE_SECONDS)
        while True:
            error: ArenaError = garbled()
            try:
                answer = await call()
                if answer is not None:
                    return answer
            except grpc.aio.AioRpcError as failed:
                error = error_of(failed)
            if isinstance(error, Refused):
                raise error
            await patience.wait(error)
