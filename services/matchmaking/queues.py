"""Joining queues, leaving them, and hearing of the match."""

from collections.abc import AsyncGenerator

from arena.pb.events.v1 import stored_pb2
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import reasons_pb2
from services.common import clock
from services.common.errors import ArenaError, Overloaded
from services.matchmaking.games import checked_options
from services.matchmaking.messages import assignment_message, ticket_message
from services.matchmaking.peers import RulesPeer
from services.matchmaking.settings import MatchmakingSettings
from services.matchmaking.store import matches
from services.matchmaking.tenure import Office
from services.matchmaking.tickets import AlreadyWaits, TicketBoard, queue_of, ticket_id_for
from services.matchmaking.tokens import Tokens

MAX_WAITING = 32
"""Queues in which one player may wait at the same time."""

MAX_LISTED = 500
"""Tickets in one answer."""

_WAITING = tickets_pb2.TICKET_STATE_WAITING
_ASSIGNED = tickets_pb2.TICKET_STATE_ASSIGNED


class QueueDesk:
    """What a player can do with tickets."""

    def __init__(self, office: Office, rules: RulesPeer, tokens: Tokens, settings: MatchmakingSettings) -> None:
        self._office = office
        self._rules = rules
        self._tokens = tokens
        self._settings = settings

    async def join(self, player_id: str, request: tickets_pb2.JoinQueueRequest) -> tickets_pb2.Ticket:
        """The ticket of this request, now or from before."""
        tenure = self._office.tenure()
        player = await tenure.registry.find(player_id)
        options = await checked_options(
            self._rules, request.game, request.seats, request.options if request.HasField("options") else None
        )
        now = clock.now_ns()
        wanted = tickets_pb2.Ticket(
            ticket_id=ticket_id_for(player_id, request.request_id),
            player_id=player_id,
            game=request.game,
            seats=request.seats,
            options=options,
            pool=request.pool,
            state=_WAITING,
            created=clock.timestamp(now),
            expires=clock.timestamp(now + self._settings.ticket_seconds * 1_000_000_000),
        )
        known = tenure.board.get(wanted.ticket_id)
        if known is None:
            if len(tenure.board.waiting_of(player_id)) >= MAX_WAITING:
                raise Overloaded(retry_after=30)
            try:
                known = await tenure.board.add(
                    stored_pb2.StoredTicket(ticket=wanted, player_name=player.name, request_id=request.request_id)
                )
            except AlreadyWaits as other:
                raise ArenaError(
                    reasons_pb2.REASON_ALREADY_QUEUED, "You wait in this queue already.", subject=other.ticket_id
                ) from None
        if queue_of(known.ticket) != queue_of(wanted):
            raise ArenaError(
                reasons_pb2.REASON_REQUEST_ID_REUSED,
                "You joined another queue under this request id.",
                subject=request.request_id,
            )
        return self._shown(known)

    async def leave(self, player_id: str, ticket_id: str) -> tickets_pb2.Ticket:
        """Take a ticket back; one that was taken back before stays so."""
        board = self._office.tenure().board
        _own_ticket(board, player_id, ticket_id)
        stored = await board.take_back(ticket_id)
        state = stored.ticket.state
        if state == tickets_pb2.TICKET_STATE_EXPIRED:
            raise ArenaError(reasons_pb2.REASON_TICKET_EXPIRED, "The ticket has expired.", subject=ticket_id)
        if state != tickets_pb2.TICKET_STATE_CANCELLED:
            raise ArenaError(reasons_pb2.REASON_TICKET_ASSIGNED, "The ticket has a match already.", subject=ticket_id)
        return self._shown(stored)

    async def tickets(self, player_id: str, request: tickets_pb2.ListTicketsRequest) -> list[tickets_pb2.Ticket]:
        """The player's tickets of a queue that wait or whose match still runs, oldest first."""
        tenure = self._office.tenure()
        options = await checked_options(
            self._rules, request.game, request.seats, request.options if request.HasField("options") else None
        )
        queue = queue_of(tickets_pb2.Ticket(game=request.game, seats=request.seats, options=options, pool=request.pool))
        # Before the matches: a ticket that is given its match in between is listed as one that waits, and is not lost.
        found = tenure.board.of_player(player_id, queue)
        running = {given.match_id for given in await tenure.database.read(matches.given_to, player_id, 0)}
        left = [stored for stored in found if stored.ticket.state == _WAITING or stored.match_id in running]
        return [self._shown(stored) for stored in left[:MAX_LISTED]]

    async def watch(self, player_id: str, ticket_id: str) -> AsyncGenerator[tickets_pb2.Ticket, None]:
        """The ticket now and after every change, until it waits no longer."""
        tenure = self._office.tenure()
        _own_ticket(tenure.board, player_id, ticket_id)
        with tenure.board.changes.watch(ticket_id) as stirred:
            while True:
                stirred.clear()
                stored = _own_ticket(tenure.board, player_id, ticket_id)
                yield self._shown(stored)
                if stored.ticket.state != _WAITING:
                    return
                await self._office.wait(stirred, tenure)

    async def assignments(self, player_id: str, since: int) -> AsyncGenerator[tickets_pb2.Assignment, None]:
        """Every match that the player has been given at `since` (UTC nanoseconds) or later and that runs; each once."""
        tenure = self._office.tenure()
        told: set[str] = set()
        with tenure.assigned.watch(player_id) as stirred:
            while True:
                stirred.clear()
                running = await tenure.database.read(matches.given_to, player_id, since)
                for given in running:
                    if given.match_id not in told:
                        issued = self._tokens.of_seat(player_id, given.match_id, given.seat)
                        yield assignment_message(given, self._rules.target(given.game), issued)
                told = {given.match_id for given in running}
                await self._office.wait(stirred, tenure)

    def _shown(self, stored: stored_pb2.StoredTicket) -> tickets_pb2.Ticket:
        ticket = stored.ticket
        if ticket.state != _ASSIGNED:
            return ticket_message(ticket)
        issued = self._tokens.of_seat(ticket.player_id, ticket.assignment.match_id, ticket.assignment.seat)
        return ticket_message(ticket, self._rules.target(ticket.game), issued)


def _own_ticket(board: TicketBoard, player_id: str, ticket_id: str) -> stored_pb2.StoredTicket:
    """The ticket; raises UNKNOWN_TICKET if there is none or it is somebody else's, without telling which."""
    stored = board.get(ticket_id)
    if stored is None or stored.ticket.player_id != player_id:
        raise ArenaError(reasons_pb2.REASON_UNKNOWN_TICKET, "You have no such ticket.", subject=ticket_id)
    return stored
