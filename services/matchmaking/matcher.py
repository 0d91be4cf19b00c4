"""Makes tables of waiting tickets and sees each of them through to a running match."""

import asyncio
import random
from collections.abc import Callable, Coroutine

import structlog

from arena.errors import Refused
from arena.pb.events.v1 import stored_pb2
from arena.pb.rules.v1 import matches_pb2, results_pb2
from services.common import clock
from services.common.bus import Fenced
from services.common.ids import new_id
from services.matchmaking import gauges
from services.matchmaking.domain.grouping import Waiting, group
from services.matchmaking.peers import RulesPeer
from services.matchmaking.retry import until_done
from services.matchmaking.store import matches
from services.matchmaking.store.database import Database
from services.matchmaking.tickets import TicketBoard

log = structlog.get_logger(__name__)

SWEEP_SECONDS = 1.0
"""How often tickets are looked at for having waited too long."""


class Matcher:
    """The loop behind the queues, run by the active instance only."""

    def __init__(
        self, board: TicketBoard, rules: RulesPeer, database: Database, assigned: Callable[[str], None]
    ) -> None:
        """`assigned` is called with the id of each player who has been given a match."""
        self._board = board
        self._rules = rules
        self._database = database
        self._assigned = assigned
        self._order = random.SystemRandom()

    async def run(self, unfinished: list[stored_pb2.MatchProposal]) -> None:
        """Complete the tables that were found, then make new ones for ever. Raises Fenced when the lease is lost."""
        async with asyncio.TaskGroup() as tables:
            for proposal in unfinished:
                tables.create_task(self._contained(self.resume(proposal), proposal), name=f"table {proposal.match_id}")
            tables.create_task(self._sweep(), name="expire tickets")
            while True:
                await self._board.arrived.wait()
                self._board.arrived.clear()
                for table in group(self._board.waiting()):
                    proposal = self.proposal(table)
                    # Bound at once, or the next round would use the same tickets again.
                    if await self._board.bind(proposal):
                        tables.create_task(
                            self._contained(self.complete(proposal), proposal), name=f"table {proposal.match_id}"
                        )
                    else:
                        self._board.arrived.set()

    def proposal(self, table: tuple[Waiting, ...]) -> stored_pb2.MatchProposal:
        """What a table of tickets is to become: a new match, its seats in random order."""
        seated = [self._board.get(waiting.ticket_id) for waiting in table]
        self._order.shuffle(seated)
        tickets = [stored for stored in seated if stored is not None]
        first = tickets[0].ticket
        return stored_pb2.MatchProposal(
            match_id=new_id(),
            game=first.game,
            options=first.options,
            seats=[
                results_pb2.Seat(
                    player_id=stored.ticket.player_id, name=stored.player_name, kind=results_pb2.SEAT_KIND_PLAYER
                )
                for stored in tickets
            ],
            ticket_ids=[stored.ticket.ticket_id for stored in tickets],
            pool=first.pool,
            rated=True,
        )

    async def resume(self, proposal: stored_pb2.MatchProposal) -> None:
        """Go on with a table that another instance left behind."""
        log.info("table resumed", match_id=proposal.match_id, created=proposal.created)
        if not proposal.created and not self._board.is_complete(proposal):
            await until_done(lambda: self._board.dissolve(proposal), "dissolve a table")
            return
        await self.complete(proposal)

    async def complete(self, proposal: stored_pb2.MatchProposal) -> None:
        """All steps of a table (see tickets.py) from the first that is not done."""
        if not proposal.created:
            await until_done(lambda: self._board.propose(proposal), "propose a match")
            await until_done(lambda: self._board.claim(proposal), "claim the tickets of a match")
            request = create_request(proposal)
            try:
                created = await until_done(lambda: self._rules.create(request), "create a match")
            except Refused as refusal:
                log.error(
                    "match refused; its tickets are cancelled",
                    match_id=proposal.match_id,
                    game=proposal.game,
                    reason=refusal.reason_name,
                    why=str(refusal),
                )
                await until_done(lambda: self._board.give_up(proposal), "give up a match")
                return
            uncreated = proposal
            proposal = await until_done(
                lambda: self._board.note_created(uncreated, created.rules_version), "note a match"
            )
        players = [seat.player_id for seat in proposal.seats]
        await until_done(
            lambda: self._database.write(
                matches.insert_queued,
                proposal.match_id,
                proposal.game,
                proposal.rules_version,
                players,
                clock.now_ns(),
            ),
            "keep a match",
        )
        await until_done(lambda: self._board.assign(proposal), "assign a match")
        log.info("match assigned", match_id=proposal.match_id, game=proposal.game, pool=proposal.pool)
        for player in players:
            self._assigned(player)

    async def _contained(self, steps: Coroutine[None, None, None], proposal: stored_pb2.MatchProposal) -> None:
        try:
            await steps
        except Fenced:
            raise
        except Exception:
            # A fault of ours at one table must not stop the others; the proposal is kept and resumed by the next start.
            gauges.FAULTS.labels("table").inc()
            log.exception("table failed", match_id=proposal.match_id, game=proposal.game)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await until_done(self._board.expire, "expire tickets")


def create_request(proposal: stored_pb2.MatchProposal) -> matches_pb2.CreateMatchRequest:
    """The same request for the same proposal, whoever makes it: repeating it cannot conflict."""
    return matches_pb2.CreateMatchRequest(
        match_id=proposal.match_id,
        game=proposal.game,
        seats=proposal.seats,
        options=proposal.options,
        rated=proposal.rated,
        pool=proposal.pool,
    )
