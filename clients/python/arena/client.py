"""The way to a seat: register, get a token, join a queue, wait for the assignment.

    async with ArenaClient("127.0.0.1:7000") as client:
        await client.register("my-first-bot")
        ticket = await client.join("medico", seats=4)
        assignment = await client.wait(ticket.ticket_id)

Every call is repeated while the platform is away, up to ``patience`` seconds; that is safe because every command carries an id that
the client chose.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeVar

import grpc

from arena.channel import Patience, bearer, open_channel
from arena.errors import ArenaError, Refused, error_of, garbled
from arena.ids import new_request_id
from arena.pb.matchmaking.v1 import players_pb2, services_pb2, services_pb2_grpc, tickets_pb2
from arena.pb.rules.v1 import reasons_pb2
from arena.seat import DEFAULT_PATIENCE, Seat
from arena.translate import options_to_proto
from engine_core import games

T = TypeVar("T")

CALL_SECONDS: Final = 10.0
"""Deadline of one try of a call."""
_RENEW_BEFORE_SECONDS: Final = 30.0
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{32,128}")


def kept_secret(file: str | Path) -> str:
    """The secret that a file keeps for a player; made and written, for its owner only, the first time.

    Raises :class:`ValueError` for a file that holds something else, :class:`OSError` for one that cannot be read or written.
    """
    path = Path(file)
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        secret = secrets.token_urlsafe(32)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as made:
            made.write(f"{secret}\n")
    if not _SECRET.fullmatch(secret):
        raise ValueError(f"{path} holds no secret: 32 to 128 characters of A-Z, a-z, 0-9, - and _")
    return secret


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a player signs in with. Keep the secret: the platform stores only a hash of it."""

    player_id: str
    secret: str


class ArenaClient:
    """A player's connection to matchmaking. Seats are played through :meth:`seat`, straight at the rules service."""

    def __init__(
        self, address: str, credentials: Credentials | None = None, *, patience: float | None = DEFAULT_PATIENCE
    ) -> None:
        """``address`` is that of matchmaking; without ``credentials`` call :meth:`register` first."""
        self.credentials = credentials
        self._patience = patience
        self._channel = open_channel(address, services_pb2.DESCRIPTOR)
        self._players = services_pb2_grpc.PlayerServiceStub(self._channel)
        self._queues = services_pb2_grpc.MatchmakingServiceStub(self._channel)
        self._token = ""
        self._token_good_until = 0.0

    async def __aenter__(self) -> ArenaClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up. Tickets stay in their queues until they expire."""
        await self._channel.close()

    async def register(self, name: str, secret: str | None = None) -> Credentials:
        """Make a player of this name and sign in as it; the same name and secret give the same player again.

        A secret has 32 to 128 characters of A-Z, a-z, 0-9, - and _; :func:`kept_secret` makes one and keeps it in a file.
        :class:`~arena.errors.Refused` with ``NAME_TAKEN`` if somebody else has the name.
        """
        request = players_pb2.RegisterPlayerRequest(name=name, secret=secret or secrets.token_urlsafe(32))
        response = await self._call(lambda: self._players.RegisterPlayer(request, timeout=CALL_SECONDS))
        self.credentials = Credentials(response.player_id, request.secret)
        self._token_good_until = 0.0
        return self.credentials

    async def token(self) -> str:
        """A player token, renewed before it expires. ``BAD_CREDENTIALS`` if id and secret do not belong together."""
        if self._token_good_until <= time.time():
            if self.credentials is None:
                raise Refused("register first, or give credentials", reason=reasons_pb2.REASON_UNAUTHENTICATED_NO_TOKEN)
            request = players_pb2.IssueTokenRequest(
                player_id=self.credentials.player_id, secret=self.credentials.secret
            )
            response = await self._call(lambda: self._players.IssueToken(request, timeout=CALL_SECONDS))
            self._token = response.token
            self._token_good_until = response.expires.seconds - _RENEW_BEFORE_SECONDS
        return self._token

    async def join(
        self, game: str, seats: int, options: Any = None, *, pool: str = "", request_id: str | None = None
    ) -> tickets_pb2.Ticket:
        """Wait in a queue; ``options`` is the game's options object, ``None`` its defaults."""
        metadata = bearer(await self.token())
        request = tickets_pb2.JoinQueueRequest(
            request_id=request_id or new_request_id(),
            game=game,
            seats=seats,
            options=None if options is None else options_to_proto(games.game(game), options),
            pool=pool,
        )
        response = await self._call(lambda: self._queues.JoinQueue(request, metadata=metadata, timeout=CALL_SECONDS))
        return response.ticket

    async def tickets(self, game: str, seats: int, options: Any = None, *, pool: str = "") -> list[tickets_pb2.Ticket]:
        """This player's tickets of a queue that wait or whose match still runs, oldest first; arguments as in :meth:`join`."""
        metadata = bearer(await self.token())
        request = tickets_pb2.ListTicketsRequest(
            game=game,
            seats=seats,
            options=None if options is None else options_to_proto(games.game(game), options),
            pool=pool,
        )
        response = await self._call(lambda: self._queues.ListTickets(request, metadata=metadata, timeout=CALL_SECONDS))
        return list(response.tickets)

    async def leave(self, ticket_id: str) -> tickets_pb2.Ticket:
        """Take a ticket back; ``TICKET_ASSIGNED`` if it has a match already."""
        metadata = bearer(await self.token())
        request = tickets_pb2.LeaveQueueRequest(ticket_id=ticket_id)
        response = await self._call(lambda: self._queues.LeaveQueue(request, metadata=metadata, timeout=CALL_SECONDS))
        return response.ticket

    async def wait(self, ticket_id: str) -> tickets_pb2.Assignment:
        """The ticket's assignment as soon as there is one; a ticket that expired or was taken back is ``TICKET_EXPIRED``."""
        request = tickets_pb2.WatchTicketRequest(ticket_id=ticket_id)
        async for update in self._follow(lambda metadata: self._queues.WatchTicket(request, metadata=metadata)):
            ticket: tickets_pb2.Ticket = update.ticket
            if ticket.state == tickets_pb2.TICKET_STATE_ASSIGNED:
                return ticket.assignment
            if ticket.state in (tickets_pb2.TICKET_STATE_EXPIRED, tickets_pb2.TICKET_STATE_CANCELLED):
                raise Refused(
                    f"ticket {ticket_id} waits no longer", reason=reasons_pb2.REASON_TICKET_EXPIRED, subject=ticket_id
                )
        raise AssertionError("a ticket's stream ends with one of these states")

    async def assignments(self) -> AsyncIterator[tickets_pb2.Assignment]:
        """Every match that this player is given, from queues and tournaments, each once; those still running come first."""
        seen: set[str] = set()
        request = tickets_pb2.WatchAssignmentsRequest()
        async for update in self._follow(lambda metadata: self._queues.WatchAssignments(request, metadata=metadata)):
            if update.assignment.match_id not in seen:
                seen.add(update.assignment.match_id)
                yield update.assignment

    def seat(self, assignment: tickets_pb2.Assignment) -> Seat:
        """The seat of an assignment, to be played (``async with``)."""
        return Seat(
            assignment.rules_target, assignment.match_id, assignment.seat, assignment.token, patience=self._patience
        )

    async def _call(self, call: Callable[[], Awaitable[T]]) -> T:
        patience = Patience(self._patience)
        while True:
            error: ArenaError = garbled()
            try:
                answer = await call()
                if answer is not None:
                    return answer
            except grpc.aio.AioRpcError as failed:
                error = error_of(failed)
            await _wait_or_raise(patience, error)

    async def _follow(self, watch: Callable[[tuple[tuple[str, str], ...]], Any]) -> AsyncIterator[Any]:
        """The messages of a watch stream, over as many streams as it takes; the first message of each is the present state."""
        patience = Patience(self._patience)
        while True:
            stream = watch(bearer(await self.token()))
            try:
                error: ArenaError = ArenaError("the stream ended")
                async for message in stream:
                    if message is None or not message.ByteSize():
                        error = garbled()
                        break
                    patience.reset()
                    yield message
            except grpc.aio.AioRpcError as failed:
                error = error_of(failed)
                if error.reason == reasons_pb2.REASON_TOKEN_EXPIRED:
                    self._token_good_until = 0.0
                    error = ArenaError(str(error), reason=error.reason)
            finally:
                stream.cancel()
            await _wait_or_raise(patience, error)


async def _wait_or_raise(patience: Patience, error: ArenaError) -> None:
    if isinstance(error, Refused):
        raise error
    await patience.wait(error)


__all__ = ["ArenaClient", "Credentials", "kept_secret"]
