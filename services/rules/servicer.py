# ruff: noqa: N802 - methods are called as in the schema
"""The RulesService: translates calls into what the desk does. Decides nothing itself but who may do what."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import grpc

from arena.pb.rules.v1 import rules_service_pb2_grpc as stubs
from arena.pb.rules.v1.catalogue_pb2 import (
    CatalogueEntry,
    DescribeGameRequest,
    DescribeGameResponse,
    GetCatalogueRequest,
    GetCatalogueResponse,
)
from arena.pb.rules.v1.data_sets_pb2 import (
    ListDataSetsRequest,
    ListDataSetsResponse,
    StoreDataSetRequest,
    StoreDataSetResponse,
)
from arena.pb.rules.v1.matches_pb2 import AbortMatchRequest, AbortMatchResponse, CreateMatchRequest, CreateMatchResponse
from arena.pb.rules.v1.play_pb2 import (
    PlayRequest,
    ResignRequest,
    ResignResponse,
    SubmitRequest,
    SubmitResponse,
)
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, GetRecordResponse
from arena.pb.rules.v1.views_pb2 import GetViewRequest, GetViewResponse, SeatView, WatchRequest, WatchResponse
from services.common.rpc import EVERYBODY, SIGNED_IN, Access, caller, roles
from services.rules import refusals
from services.rules.archive import Archive
from services.rules.descriptions import catalogue_entries, catalogue_page, describe_game
from services.rules.desk import Desk
from services.rules.play_stream import PlayStream
from services.rules.table import Table
from services.rules.watch_stream import WatchStream

ACCESS: Final[dict[str, Access]] = {
    "DescribeGame": EVERYBODY,
    "GetCatalogue": EVERYBODY,
    "StoreDataSet": roles("service", "host", "operator"),
    "ListDataSets": EVERYBODY,
    "CreateMatch": roles("service", "host"),
    "AbortMatch": roles("service", "operator"),
    "GetView": SIGNED_IN,
    "Submit": SIGNED_IN,
    "Play": SIGNED_IN,
    "Watch": SIGNED_IN,
    "GetRecord": SIGNED_IN,
    "Resign": SIGNED_IN,
}
"""Who may call what. That a seat token fits the seat is checked per request."""

DATA_SETS_LISTED: Final = 1000
"""Data sets that one answer lists at most."""

PlayContext = grpc.aio.ServicerContext[PlayRequest, bytes]


class RulesServicer(stubs.RulesServiceServicer):
    """All calls of one replica."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._archive = Archive()
        self._catalogues: dict[str, Sequence[CatalogueEntry]] = {}

    async def DescribeGame(self, request: DescribeGameRequest, context: object) -> DescribeGameResponse:
        """What a game is, with its own card tables or with stored ones."""
        served = self._desk.game(request.game)
        if request.data_digest:
            served = await self._desk.data_sets.served_with(served, request.data_digest)
        return describe_game(served, with_data=request.with_data)

    async def GetCatalogue(self, request: GetCatalogueRequest, context: object) -> GetCatalogueResponse:
        """A page of the catalogue of actions."""
        served = self._desk.game(request.game)
        entries = self._catalogues.get(served.name)
        if entries is None:
            entries = self._catalogues[served.name] = catalogue_entries(served)
        return catalogue_page(served, entries, request.first_id, request.limit)

    async def StoreDataSet(self, request: StoreDataSetRequest, context: object) -> StoreDataSetResponse:
        """Store card tables."""
        digest, stored = await self._desk.data_sets.store(self._desk.game(request.game), request.files)
        return StoreDataSetResponse(data_digest=digest, stored=stored)

    async def ListDataSets(self, request: ListDataSetsRequest, context: object) -> ListDataSetsResponse:
        """A page of the stored card tables."""
        served = self._desk.game(request.game)
        found = await self._desk.data_sets.listed(served, request.after_digest, request.limit or DATA_SETS_LISTED)
        return ListDataSetsResponse(data_digests=found, default_digest=served.data_digest)

    async def CreateMatch(self, request: CreateMatchRequest, context: object) -> CreateMatchResponse:
        """Create a match."""
        return await self._desk.create(request)

    async def AbortMatch(self, request: AbortMatchRequest, context: object) -> AbortMatchResponse:
        """Stop a match before its end."""
        table = await self._desk.table(request.match_id)
        return AbortMatchResponse(result=await table.abort(caller().subject))

    async def GetView(self, request: GetViewRequest, context: object) -> GetViewResponse:
        """The seat's own view, or the public one."""
        seat = request.seat if request.HasField("seat") else None
        if seat is not None:
            caller().require_seat(request.match_id, seat)
        table = await self._desk.table(request.match_id)
        await table.caught_up(request.known_ply)
        if seat is not None:
            _check_seat(table, seat)
        return GetViewResponse(view=SeatView.FromString(table.view(seat)))

    async def Submit(self, request: SubmitRequest, context: object) -> SubmitResponse:
        """Play without a stream."""
        caller().require_seat(request.match_id, request.seat)
        table = await self._desk.table(request.match_id)
        await table.caught_up()
        _check_seat(table, request.seat)
        answer = await table.submit(request.seat, request.submission)
        if request.with_view:
            answer.view.ParseFromString(table.view(request.seat))
        return SubmitResponse(answer=answer)

    async def Resign(self, request: ResignRequest, context: object) -> ResignResponse:
        """Give a seat up without a stream."""
        caller().require_seat(request.match_id, request.seat)
        table = await self._desk.table(request.match_id)
        await table.caught_up()
        _check_seat(table, request.seat)
        return ResignResponse(answer=await table.resign(request.seat, request.resignation))

    async def Play(  # type: ignore[override]  # answers through context.write, which the stubs do not know
        self, requests: AsyncIterator[PlayRequest], context: PlayContext
    ) -> None:
        """Play a whole match."""
        first = await self._desk.opening(requests)
        if first is None:
            return
        if first.WhichOneof("message") != "open":
            raise refusals.malformed("open", "the first message of a stream opens a seat")
        opened = first.open
        caller().require_seat(opened.match_id, opened.seat)
        table = await self._desk.table(opened.match_id)
        await table.caught_up(opened.known_ply)
        _check_seat(table, opened.seat)
        stream = PlayStream(table, opened.seat, always_full_views=opened.always_full_views)
        async with self._desk.following(table, stream, "play"):
            await stream.run(requests, context.write)

    async def Watch(self, request: WatchRequest, context: object) -> AsyncIterator[WatchResponse]:
        """Follow a match from outside."""
        table = await self._desk.table(request.match_id)
        await table.caught_up(request.known_ply)
        stream = WatchStream(table, with_events=request.with_events)
        async with self._desk.following(table, stream, "watch"):
            async for message in stream.run():
                yield message

    async def GetRecord(self, request: GetRecordRequest, context: object) -> GetRecordResponse:
        """The record, or what the caller may know of a running match."""
        table = await self._desk.table(request.match_id)
        return GetRecordResponse(record=await self._archive.record(table, caller(), request.known_ply))


def add_to_server(servicer: RulesServicer, server: Any) -> None:
    """Register the service with a gRPC server; Play sends what it has already serialized."""
    proxy: Any = _SerializedPlay(server)
    stubs.add_RulesServiceServicer_to_server(servicer, proxy)


class _SerializedPlay:
    """A server as the generated code sees it, but for the serializer of one method."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Left out: handlers that are registered by method name are found first."""

    def add_registered_method_handlers(self, service: str, handlers: dict[str, Any]) -> None:
        """Registers all methods."""
        play = handlers["Play"]._replace(response_serializer=bytes)
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, handlers | {"Play": play}),)
        )


def _check_seat(table: Table, seat: int) -> None:
    hosted = table.hosted
    if hosted is not None and seat >= len(hosted.created.seats):
        raise refusals.bad_seat_count(f"the match has {len(hosted.created.seats)} seats")
