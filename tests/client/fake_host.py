"""A small platform in one process: players, queues and matches of the real engine, without bus, tokens and persistence.

Tables outlive the replicas that serve them, as they do on the bus; so replicas can be stopped and started at will.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from arena.channel import MAX_SEND_BYTES
from arena.ids import new_request_id
from arena.pb.matchmaking.v1 import players_pb2, tickets_pb2
from arena.pb.rules.v1 import play_pb2, reasons_pb2, results_pb2, submissions_pb2, views_pb2
from arena.translate import Untranslatable, action_from_proto, view_to_proto
from engine_core.games import game
from engine_core.match import Match


class Table:
    """One hosted match and everything accepted in it."""

    def __init__(self, game_name: str, seats: int, key: bytes, match_id: str | None = None) -> None:
        rules = game(game_name)
        self.match_id = match_id or new_request_id()
        self.match: Match[Any, Any] = Match.new(rules, seats, rules.options_type(), key)
        self.log: list[tuple[int, int, int]] = []
        """(seat, decision, action id) in the order in which they were accepted."""
        self.answers: dict[tuple[int, str], submissions_pb2.SubmissionAnswer] = {}
        self.followers: set[asyncio.Queue[play_pb2.PlayResponse | None]] = set()

    def view(self, seat: int) -> views_pb2.SeatView:
        match, rules = self.match, self.match.game
        return views_pb2.SeatView(
            match_id=self.match_id,
            game=rules.name,
            seat=seat,
            ply=match.ply,
            decision=match.decisions[seat],
            seats_to_act=rules.to_act(match.state),
            legal_action_ids=[action.id for action in rules.legal(match.state, seat)],
            decision_point=rules.decision_point(match.state, seat),
            view=view_to_proto(rules, rules.view(match.state, seat)),
            finished=match.over,
        )

    def result(self) -> results_pb2.MatchResult:
        seats = [results_pb2.SeatResult(seat=o.seat, place=o.place, points=o.points) for o in self.match.places()]
        return results_pb2.MatchResult(match_id=self.match_id, game=self.match.game.name, seats=seats)

    def submit(self, seat: int, submission: submissions_pb2.Submission) -> submissions_pb2.SubmissionAnswer:
        before = self.answers.get((seat, submission.request_id))
        if before is not None:
            return before
        answer = submissions_pb2.SubmissionAnswer(request_id=submission.request_id)
        rejection = self._judge(seat, submission)
        if rejection is not None:
            answer.rejection.MergeFrom(rejection)
        else:
            action = action_from_proto(self.match.game, submission.actions[0])
            self.match.apply(seat, action)
            self.log.append((seat, submission.decision, action.id))
            answer.accepted.accepted_count = answer.accepted.sent_count = 1
            self.answers[seat, submission.request_id] = answer
            for follower in self.followers:
                follower.put_nowait(None)
        answer.ply = self.match.ply
        answer.next_decision = self.match.decisions[seat]
        return answer

    def _judge(self, seat: int, submission: submissions_pb2.Submission) -> reasons_pb2.Rejection | None:
        try:
            action = action_from_proto(self.match.game, submission.actions[0])
        except Untranslatable as error:
            return reasons_pb2.Rejection(reason=error.reason, sentence=str(error))
        if submission.decision != self.match.decisions[seat]:
            return reasons_pb2.Rejection(reason=reasons_pb2.REASON_STALE_DECISION, sentence="Answered already.")
        refused = self.match.check(seat, action)
        if refused is not None:
            return reasons_pb2.Rejection(
                reason=reasons_pb2.REASON_AGAINST_THE_RULES, rule_id=refused.rule_id, sentence=refused.sentence
            )
        return None


class FakeHost:
    """One replica of everything; ``tables`` may be shared between replicas."""

    def __init__(self, tables: dict[str, Table] | None = None, *, lose_every: int = 0) -> None:
        """``lose_every``: of so many accepted submissions one is not answered, its stream breaks instead."""
        self.tables = tables if tables is not None else {}
        self.port = 0
        self.target = ""
        self._lose_every = lose_every
        self._accepted = 0
        self._server: grpc.aio.Server | None = None
        self._players: dict[str, str] = {}
        self._tickets: dict[str, tickets_pb2.Ticket] = {}
        self._queue_moved = asyncio.Condition()

    async def start(self, port: int = 0) -> FakeHost:
        self._server = grpc.aio.server(
            options=[("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", MAX_SEND_BYTES)]
        )
        self._server.add_generic_rpc_handlers((_rules(self), _players(self), _queues(self)))
        self.port = self._server.add_insecure_port(f"127.0.0.1:{port}")
        self.target = self.target or f"127.0.0.1:{self.port}"
        await self._server.start()
        return self

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)
            self._server = None

    async def play(self, requests: AsyncIterator[play_pb2.PlayRequest], context: Any) -> AsyncIterator[Any]:
        opening = (await anext(requests)).open
        if opening.match_id not in self.tables:
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such match")
        table, seat = self.tables[opening.match_id], opening.seat
        outbox: asyncio.Queue[play_pb2.PlayResponse | None] = asyncio.Queue()
        outbox.put_nowait(None)
        table.followers.add(outbox)
        reading = asyncio.ensure_future(self._read(requests, table, seat, outbox))
        try:
            while True:
                message = await outbox.get()
                if message is not None:
                    if message.answer.request_id == "":
                        await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")
                    yield message
                elif table.match.over:
                    break
                elif seat in table.match.game.to_act(table.match.state):
                    yield play_pb2.PlayResponse(view=table.view(seat))
                else:
                    yield play_pb2.PlayResponse(notice=views_pb2.Notice(ply=table.match.ply))
            while not outbox.empty():
                message = outbox.get_nowait()
                if message is not None:
                    yield message
            yield play_pb2.PlayResponse(ended=table.result())
        finally:
            table.followers.discard(outbox)
            reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reading

    async def _read(
        self,
        requests: AsyncIterator[play_pb2.PlayRequest],
        table: Table,
        seat: int,
        outbox: asyncio.Queue[play_pb2.PlayResponse | None],
    ) -> None:
        async for request in requests:
            if request.WhichOneof("message") == "submission":
                answer = table.submit(seat, request.submission)
                self._accepted += answer.HasField("accepted")
                if self._lose_every and self._accepted % self._lose_every == self._lose_every - 1:
                    self._accepted += 1
                    answer = submissions_pb2.SubmissionAnswer()
                outbox.put_nowait(play_pb2.PlayResponse(answer=answer))
            else:
                outbox.put_nowait(None)

    async def register(self, request: players_pb2.RegisterPlayerRequest, context: Any) -> Any:
        player_id = self._players.setdefault(request.name, new_request_id())
        return players_pb2.RegisterPlayerResponse(player_id=player_id, secret=request.secret)

    async def issue(self, request: players_pb2.IssueTokenRequest, context: Any) -> Any:
        response = players_pb2.IssueTokenResponse(token=request.player_id)
        response.expires.seconds = 1 << 40
        return response

    async def join(self, request: tickets_pb2.JoinQueueRequest, context: Any) -> Any:
        player_id = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        ticket = tickets_pb2.Ticket(
            ticket_id=request.request_id,
            player_id=player_id,
            game=request.game,
            seats=request.seats,
            state=tickets_pb2.TICKET_STATE_WAITING,
        )
        self._tickets[ticket.ticket_id] = ticket
        waiting = [t for t in self._tickets.values() if t.state == tickets_pb2.TICKET_STATE_WAITING]
        if len(waiting) == request.seats:
            table = Table(request.game, request.seats, key=bytes(range(32)))
            self.tables[table.match_id] = table
            for seat, one in enumerate(waiting):
                one.state = tickets_pb2.TICKET_STATE_ASSIGNED
                one.assignment.MergeFrom(
                    tickets_pb2.Assignment(
                        match_id=table.match_id, seat=seat, rules_target=self.target, token="t", game=request.game
                    )
                )
            async with self._queue_moved:
                self._queue_moved.notify_all()
        return tickets_pb2.JoinQueueResponse(ticket=ticket)

    async def tickets(self, request: tickets_pb2.ListTicketsRequest, context: Any) -> Any:
        player_id = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        left = [
            ticket
            for ticket in self._tickets.values()
            if (ticket.player_id, ticket.game, ticket.seats) == (player_id, request.game, request.seats)
            and not (ticket.HasField("assignment") and self.tables[ticket.assignment.match_id].match.over)
        ]
        return tickets_pb2.ListTicketsResponse(tickets=left)

    async def watch(self, request: tickets_pb2.WatchTicketRequest, context: Any) -> AsyncIterator[Any]:
        ticket = self._tickets[request.ticket_id]
        yield tickets_pb2.WatchTicketResponse(ticket=ticket)
        async with self._queue_moved:
            await self._queue_moved.wait_for(lambda: ticket.state != tickets_pb2.TICKET_STATE_WAITING)
        yield tickets_pb2.WatchTicketResponse(ticket=ticket)

    async def assignments(self, request: tickets_pb2.WatchAssignmentsRequest, context: Any) -> AsyncIterator[Any]:
        player_id = dict(context.invocation_metadata())["authorization"].removeprefix("Bearer ")
        for ticket in list(self._tickets.values()):
            if ticket.player_id == player_id and ticket.HasField("assignment"):
                yield tickets_pb2.WatchAssignmentsResponse(assignment=ticket.assignment)


Call = Callable[[Any, Any], Awaitable[Any]]


def _unary(call: Call, request: Any) -> Any:
    return grpc.unary_unary_rpc_method_handler(call, request.FromString, lambda message: message.SerializeToString())


def _stream(call: Callable[[Any, Any], AsyncIterator[Any]], request: Any) -> Any:
    return grpc.unary_stream_rpc_method_handler(call, request.FromString, lambda message: message.SerializeToString())


def _rules(host: FakeHost) -> Any:
    play = grpc.stream_stream_rpc_method_handler(
        host.play, play_pb2.PlayRequest.FromString, play_pb2.PlayResponse.SerializeToString
    )
    return grpc.method_handlers_generic_handler("arena.rules.v1.RulesService", {"Play": play})


def _players(host: FakeHost) -> Any:
    methods = {
        "RegisterPlayer": _unary(host.register, players_pb2.RegisterPlayerRequest),
        "IssueToken": _unary(host.issue, players_pb2.IssueTokenRequest),
    }
    return grpc.method_handlers_generic_handler("arena.matchmaking.v1.PlayerService", methods)


def _queues(host: FakeHost) -> Any:
    methods = {
        "JoinQueue": _unary(host.join, tickets_pb2.JoinQueueRequest),
        "ListTickets": _unary(host.tickets, tickets_pb2.ListTicketsRequest),
        "WatchTicket": _stream(host.watch, tickets_pb2.WatchTicketRequest),
        "WatchAssignments": _stream(host.assignments, tickets_pb2.WatchAssignmentsRequest),
    }
    return grpc.method_handlers_generic_handler("arena.matchmaking.v1.MatchmakingService", methods)
