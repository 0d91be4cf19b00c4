"""What the rules service's tests play with: a NATS server, replicas in this process, tokens, and calls with little ceremony."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from prometheus_client import CollectorRegistry

from arena.pb.rules.v1.games_pb2 import GameAction
from arena.pb.rules.v1.matches_pb2 import CreateMatchRequest, CreateMatchResponse
from arena.pb.rules.v1.play_pb2 import Open, PlayRequest, PlayResponse, ResignRequest, SubmitRequest
from arena.pb.rules.v1.reasons_pb2 import ErrorDetail, Reason
from arena.pb.rules.v1.records_pb2 import GetRecordRequest, MatchRecord
from arena.pb.rules.v1.results_pb2 import SEAT_KIND_PLAYER, Seat
from arena.pb.rules.v1.rules_service_pb2_grpc import RulesServiceStub
from arena.pb.rules.v1.submissions_pb2 import Resignation, Submission, SubmissionAnswer
from arena.pb.rules.v1.views_pb2 import GetViewRequest, SeatView
from services.common.access import TokenIssuer, token_issuer
from services.common.bus import Bucket, Bus, EmbeddedNats, connect, subjects
from services.common.ids import new_id
from services.common.rpc import RpcServer
from services.rules.bootstrap import running
from services.rules.metrics import RulesMetrics
from services.rules.settings import RulesSettings

Metadata = tuple[tuple[str, str], ...]


@dataclass
class Replica:
    """A running replica and a stub that talks to it alone."""

    address: str
    rpc: Any
    rpc_server: RpcServer
    metrics: RulesMetrics
    registry: CollectorRegistry
    channel: grpc.aio.Channel


@dataclass
class House:
    """A NATS server with its keys, and whatever was started on it."""

    server: EmbeddedNats
    data_dir: Path
    issuer: TokenIssuer
    _numbers: int = field(default=0)

    @asynccontextmanager
    async def replica(self, **settings: Any) -> AsyncIterator[Replica]:
        """A replica in this process, with a number of its own unless one is given."""
        self._numbers += 1
        settings.setdefault("replica", self._numbers)
        registry = CollectorRegistry()
        metrics = RulesMetrics(registry)
        chosen = RulesSettings.load(data_dir=self.data_dir, nats_url=self.server.url, grace_seconds=1.0, **settings)
        async with (
            running(chosen, metrics) as served,
            grpc.aio.insecure_channel(served.address, [("grpc.use_local_subchannel_pool", 1)]) as channel,
        ):
            yield Replica(served.address, RulesServiceStub(channel), served, metrics, registry, channel)

    def token(self, *roles: str, match: str | None = None, seat: int | None = None, lifetime: int = 3600) -> Metadata:
        """Metadata with a fresh token."""
        token = self.issuer.issue(new_id(), roles or ("player",), lifetime=lifetime, match=match, seat=seat)
        return (("authorization", f"Bearer {token}"),)

    @asynccontextmanager
    async def rules_bus(self) -> AsyncIterator[Bus]:
        """A connection with the rights of the rules service."""
        async with await connect(self.server.address("rules")) as bus:
            yield bus


def create_request(seats: int = 2, **fields: Any) -> CreateMatchRequest:
    """A well-formed request for a Medico match."""
    fields.setdefault("match_id", new_id())
    fields.setdefault("game", "medico")
    players = fields.pop("players", None) or [
        Seat(player_id=new_id(), name=f"Player {n}", kind=SEAT_KIND_PLAYER) for n in range(seats)
    ]
    return CreateMatchRequest(seats=players, **fields)


class Hosted:
    """One match at one replica, with a token for every seat; ``at`` moves it to another replica."""

    def __init__(self, house: House, replica: Replica, created: CreateMatchResponse, seats: int) -> None:
        self.house = house
        self.replica = replica
        self.created = created
        self.match_id = created.match_id
        self.seats = seats
        self.tokens = [house.token(match=created.match_id, seat=seat) for seat in range(seats)]
        self.ply = 0

    @classmethod
    async def create(cls, house: House, replica: Replica, seats: int = 2, **fields: Any) -> Hosted:
        """Create a match."""
        request = create_request(seats, **fields)
        created = await replica.rpc.CreateMatch(request, metadata=house.token("service"))
        return cls(house, replica, created, seats)

    def at(self, replica: Replica) -> Hosted:
        """The same match seen through another replica."""
        other = Hosted(self.house, replica, self.created, self.seats)
        other.tokens = self.tokens
        other.ply = self.ply
        return other

    async def view(self, seat: int | None = None, known_ply: int | None = None) -> SeatView:
        """A view; without a seat the public one."""
        request = GetViewRequest(
            match_id=self.match_id, seat=seat, known_ply=self.ply if known_ply is None else known_ply
        )
        metadata = self.house.token() if seat is None else self.tokens[seat]
        answer = await self.replica.rpc.GetView(request, metadata=metadata)
        view: SeatView = answer.view
        self.ply = max(self.ply, view.ply)
        return view

    async def submit(self, seat: int, submission: Submission, **fields: Any) -> SubmissionAnswer:
        """Submit as it is."""
        request = SubmitRequest(match_id=self.match_id, seat=seat, submission=submission, **fields)
        answer = await self.replica.rpc.Submit(request, metadata=self.tokens[seat])
        self.ply = max(self.ply, answer.answer.ply)
        got: SubmissionAnswer = answer.answer
        return got

    async def resign(self, seat: int, request_id: str | None = None) -> SubmissionAnswer:
        """Give up."""
        request = ResignRequest(
            match_id=self.match_id,
            seat=seat,
            resignation=Resignation(request_id=request_id or new_id(), known_ply=self.ply),
        )
        answer = await self.replica.rpc.Resign(request, metadata=self.tokens[seat])
        self.ply = max(self.ply, answer.answer.ply)
        got: SubmissionAnswer = answer.answer
        return got

    async def record(self, metadata: Metadata | None = None) -> MatchRecord:
        """The record as the caller may see it."""
        request = GetRecordRequest(match_id=self.match_id, known_ply=self.ply)
        answer = await self.replica.rpc.GetRecord(request, metadata=metadata or self.house.token())
        record: MatchRecord = answer.record
        return record

    async def first(self) -> SeatView:
        """The view of the seat that is asked (the first of them)."""
        public = await self.view()
        return await self.view(public.seats_to_act[0])

    async def play(self, plies: int, rng: random.Random | None = None) -> SeatView:
        """So many random actions, or to the end; the view of the seat to act then (the public one at the end)."""
        rng = rng or random.Random(0)
        for _ in range(plies):
            view = await self.view()
            if view.finished:
                return view
            view = await self.view(view.seats_to_act[0])
            answer = await self.submit(view.seat, submission(view, rng.choice(list(view.legal_action_ids))))
            assert answer.HasField("accepted"), answer
        view = await self.view()
        return view if view.finished else await self.view(view.seats_to_act[0])


def submission(view: SeatView, *actions: int | GameAction, **fields: Any) -> Submission:
    """A submission at the decision of ``view``."""
    fields.setdefault("request_id", new_id())
    fields.setdefault("decision", view.decision)
    fields.setdefault("known_ply", view.ply)
    return Submission(actions=[GameAction(id=a) if isinstance(a, int) else a for a in actions], **fields)


class Stream:
    """A Play stream with its first message sent."""

    def __init__(self, hosted: Hosted, seat: int, **fields: Any) -> None:
        self.seat = seat
        self.call = hosted.replica.rpc.Play(metadata=hosted.tokens[seat])
        self._opening = PlayRequest(open=Open(match_id=hosted.match_id, seat=seat, **fields))

    async def __aenter__(self) -> Stream:
        await self.call.write(self._opening)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.call.cancel()

    async def send(self, what: Submission | Resignation | PlayRequest) -> None:
        """Send one message."""
        if isinstance(what, Submission):
            what = PlayRequest(submission=what)
        elif isinstance(what, Resignation):
            what = PlayRequest(resignation=what)
        await self.call.write(what)

    async def read(self) -> PlayResponse | None:
        """The next message; None at the end of the stream."""
        message = await self.call.read()
        return None if message is grpc.aio.EOF else message

    async def until(self, kind: str, wanted: Callable[[Any], bool] = lambda _: True) -> Any:
        """The next message of a kind (that is wanted), whatever comes before it."""
        while (message := await self.read()) is not None:
            if message.WhichOneof("message") == kind and wanted(getattr(message, kind)):
                return getattr(message, kind)
        raise AssertionError(f"the stream ended before a {kind}: {await self.call.code()}")


def detail_of(error: grpc.aio.AioRpcError) -> ErrorDetail:
    """The platform's detail of a status."""
    detail = ErrorDetail()
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            status = Status.FromString(value)
            assert status.details[0].Unpack(detail)
    return detail


async def end_of(call: Any) -> grpc.aio.AioRpcError:
    """How a stream ends, whatever it sends before."""
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error
    return grpc.aio.AioRpcError(
        await call.code(), grpc.aio.Metadata(), await call.trailing_metadata(), await call.details()
    )


def name_of(reason: int) -> str:
    """``STALE_DECISION``."""
    return Reason.Name(Reason.ValueType(reason)).removeprefix("REASON_")


@asynccontextmanager
async def house_on(server: EmbeddedNats, data_dir: Path) -> AsyncIterator[House]:
    """A server of the test's own, with token keys published."""
    async with await connect(server.address("matchmaking")) as bus:
        issuer = token_issuer(data_dir)
        await issuer.publish(Bucket(bus, subjects.KEYS_BUCKET))
        yield House(server, data_dir, issuer)
