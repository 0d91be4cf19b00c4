"""The tournament director: plays the rounds of every running tournament, each in a task of its own.

The database is the truth. Whatever happens to a table (it is drawn, created, seated, scored) is written there before it
counts here, so a director that starts anew goes on where the last one stopped; creating matches and filling seats are
repeated for every table without a result, which changes nothing where it had been done.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import structlog

from arena.errors import Refused, Unreachable
from arena.pb.bots.v1 import bots_pb2
from arena.pb.rules.v1 import matches_pb2, reasons_pb2, results_pb2
from engine_core.rng import derive_key
from services.common import clock
from services.common.bus import Fenced
from services.common.changes import Changes
from services.matchmaking import gauges
from services.matchmaking.domain.event import UNFINISHED, Event, EventState, EventTable, MatchState
from services.matchmaking.live_event import LiveEvent
from services.matchmaking.peers import BotsPeer, RulesPeer
from services.matchmaking.retry import until_done
from services.matchmaking.store import matches, tournaments
from services.matchmaking.store.database import Database

T = TypeVar("T")

log = structlog.get_logger(__name__)

LAUNCHED_AT_ONCE = 32
"""Calls under way to create and seat tables of all tournaments."""

_KEPT = 64
"""Tournaments that are not running and are kept in memory for readers."""

_PAUSE_AFTER_FAULT = 10.0

SeatToken = Callable[[str, str, int], str]
"""Gives the token of a player for a seat of a match: (player id, match id, seat)."""


class _NoMatch(Exception):
    """A match that was created is not there."""


class Director:
    """All tournaments, for the instance that holds the lease."""

    def __init__(
        self,
        database: Database,
        rules: RulesPeer,
        bots: BotsPeer,
        seat_token: SeatToken,
        assigned: Callable[[str], None],
    ) -> None:
        """`assigned` is called with the id of each player who has been given a match."""
        self.changes = Changes[str]()
        """Told the tournament id at every change of a tournament."""
        self._database = database
        self._rules = rules
        self._bots = bots
        self._seat_token = seat_token
        self._assigned = assigned
        self._running: dict[str, LiveEvent] = {}
        self._kept: OrderedDict[str, LiveEvent] = OrderedDict()
        self._launching = asyncio.Semaphore(LAUNCHED_AT_ONCE)
        self._started: asyncio.Queue[str] = asyncio.Queue()

    async def run(self) -> None:
        """Play everything that is running or gets started, for ever. Raises Fenced when the lease is lost."""
        async with asyncio.TaskGroup() as events:
            for tournament_id in await until_done(
                lambda: self._database.read(tournaments.unsettled), "find tournaments to direct"
            ):
                self._started.put_nowait(tournament_id)
            taken: set[str] = set()
            while True:
                tournament_id = await self._started.get()
                if tournament_id not in taken:
                    taken.add(tournament_id)
                    events.create_task(self._direct(tournament_id), name=f"tournament {tournament_id}")

    async def start(self, tournament_id: str) -> None:
        """Start a tournament that has been created; changes nothing in one that runs or is over."""
        await self._database.write(tournaments.start, tournament_id, clock.now_ns())
        self._kept.pop(tournament_id, None)
        self._started.put_nowait(tournament_id)
        self.changes.notify(tournament_id)

    async def abort(self, tournament_id: str) -> None:
        """Stop a tournament that was created or runs; changes nothing in one that is over. Its matches are stopped after this."""
        await self._database.write(tournaments.abort, tournament_id, clock.now_ns())
        live = self._running.get(tournament_id)
        if live is not None:
            known = await self._database.read(tournaments.load, tournament_id)
            assert known is not None
            # Only that: tables and round are taken over together, by whoever plays it.
            live.progress = replace(live.progress, state=known[1].state, finished=known[1].finished)
            live.stirred.set()
        self._kept.pop(tournament_id, None)
        self.changes.notify(tournament_id)

    async def find(self, tournament_id: str) -> LiveEvent | None:
        """The tournament as it stands, or None if there is none."""
        live = self._running.get(tournament_id) or self._kept.get(tournament_id)
        if live is None:
            live = await self._load(tournament_id)
            # It may have been started while it was read: only what cannot change any more is kept.
            if live is not None and live.is_settled:
                self._keep(live)
        return live

    def recorded(self, result: matches.Recorded) -> None:
        """Hear of a result that has been written to the database."""
        live = self._running.get(result.tournament_id or "")
        if live is not None:
            live.stirred.set()

    async def _direct(self, tournament_id: str) -> None:
        while True:
            try:
                live = await until_done(lambda: self._load(tournament_id), "load a tournament")
                if live is None or live.progress.state is EventState.CREATED or live.is_settled:
                    return
                self._running[tournament_id] = live
                # Results that were recorded while it was read found nobody to tell.
                live.stirred.set()
                self.changes.notify(tournament_id)
                await self._play(live)
            except* Fenced:
                raise
            except* Exception:
                # A fault of ours in one event must not stop the others. Everything that counts is in the database.
                gauges.FAULTS.labels("tournament").inc()
                log.exception("tournament failed; it is loaded again", tournament_id=tournament_id)
            else:
                return
            await asyncio.sleep(_PAUSE_AFTER_FAULT)

    async def _play(self, live: LiveEvent) -> None:
        event = live.event
        await self._play_rounds(live)
        await until_done(
            lambda: self._database.write(tournaments.finish, event.tournament_id, clock.now_ns()),
            "finish a tournament",
        )
        await self._refresh(live)
        if live.progress.state is EventState.ABORTED:
            await self._stop_tables(live)
        del self._running[event.tournament_id]
        self._keep(live)
        state = live.progress.state.value
        log.info("tournament over", tournament_id=event.tournament_id, state=state, matches=live.matches_done)
        self.changes.notify(event.tournament_id)

    async def _play_rounds(self, live: LiveEvent) -> None:
        """All rounds, or until the tournament is aborted."""
        launched: dict[str, asyncio.Task[None]] = {}
        async with asyncio.TaskGroup() as tables:
            while live.progress.state is EventState.RUNNING:
                if live.round_is_over:
                    if live.progress.current_round == live.event.rounds:
                        return
                    await self._open_round(live)
                    continue
                for table in live.current_tables:
                    if table.state in UNFINISHED and table.match_id not in launched:
                        launched[table.match_id] = tables.create_task(
                            self._launch(live, table), name=f"table {table.match_id}"
                        )
                await live.stirred.wait()
                await self._refresh(live)
            for launch in launched.values():
                launch.cancel()

    async def _stop_tables(self, live: LiveEvent) -> None:
        """Stop the matches of an aborted tournament that run, and wait for their results."""
        stopping: set[str] = set()
        async with asyncio.TaskGroup() as tables:
            while not live.round_is_over:
                for table in live.current_tables:
                    if table.state in UNFINISHED and table.match_id not in stopping:
                        stopping.add(table.match_id)
                        tables.create_task(self._stop(live, table), name=f"stop {table.match_id}")
                await live.stirred.wait()
                await self._refresh(live)

    async def _stop(self, live: LiveEvent, table: EventTable) -> None:
        what = f"{live.event.name!r} round {table.round} table {table.table}"
        create = create_request(live.event, table)
        if table.state is MatchState.DRAWN:
            # Created first: a call to create it may still be under way, and would otherwise come after the abort.
            try:
                await until_done(lambda: self._in_turn(self._make_sure_of(create)), f"create, to stop it, {what}")
            except Refused as refusal:
                await self._give_up(live, table, what, refusal)
                return
        try:
            await until_done(lambda: self._stop_match(create), f"stop {what}", also=(Refused,), longest=30)
        except _NoMatch as gone:
            # It was there: a power cut took it from the bus, and not from the database.
            await self._give_up(live, table, what, gone)

    async def _make_sure_of(self, create: matches_pb2.CreateMatchRequest) -> None:
        """The match is there, now or from before; one that its replicas cannot fold is."""
        try:
            await self._rules.create(create)
        except Unreachable as away:
            if away.reason != reasons_pb2.REASON_MATCH_QUARANTINED:
                raise

    async def _stop_match(self, create: matches_pb2.CreateMatchRequest) -> None:
        try:
            await self._in_turn(self._rules.abort(create.game, create.match_id))
        except Refused as refusal:
            if refusal.reason == reasons_pb2.REASON_UNKNOWN_MATCH:
                raise _NoMatch(str(refusal)) from refusal
            raise

    async def _give_up(self, live: LiveEvent, table: EventTable, what: str, why: Exception) -> None:
        log.info("table given up", table=what, match_id=table.match_id, why=str(why))
        await until_done(
            lambda: self._database.write(matches.give_up, table.match_id, clock.now_ns()), f"give up {what}"
        )
        live.stirred.set()

    async def _open_round(self, live: LiveEvent) -> None:
        drawn = live.draw_next()
        await until_done(
            lambda: self._database.write(tournaments.open_round, live.event, drawn, clock.now_ns()),
            "open a round",
        )
        await self._refresh(live)
        log.info(
            "round opened",
            tournament_id=live.event.tournament_id,
            round=live.progress.current_round,
            tables=len(drawn),
        )

    async def _refresh(self, live: LiveEvent) -> None:
        """Take over what the database has now. Cleared first: what is recorded during the read stirs again."""
        live.stirred.clear()
        tournament_id = live.event.tournament_id
        known = await until_done(
            lambda: self._database.read(tournaments.load, tournament_id),
            "read a tournament",
        )
        assert known is not None
        current = known[1].current_round
        tables = await until_done(
            lambda: self._database.read(matches.tables, tournament_id, round_number=current),
            "read the tables of a round",
        )
        # In one step: a round without its tables would look like one that is over.
        live.enter(known[1])
        live.take(tables)
        self.changes.notify(tournament_id)

    async def _launch(self, live: LiveEvent, table: EventTable) -> None:
        """Create the match of a table and seat its house bots; goes on until both are done."""
        event = live.event
        what = f"{event.name!r} round {table.round} table {table.table}"
        create = create_request(event, table)
        # An answer no is repeated too, less often: a host cannot do more about it than an operator can.
        created = await until_done(
            lambda: self._create(live, table, create), f"create {what}", also=(Refused,), longest=30
        )
        if created is None:
            return
        await self._advance(table, MatchState.CREATED, created.rules_version)
        live.stirred.set()
        for player_id in table.player_ids:
            self._assigned(player_id)
        if any(seat.kind == results_pb2.SEAT_KIND_HOUSE_BOT for seat in create.seats):
            await until_done(
                lambda: self._seat_bots(live, table), f"seat house bots at {what}", also=(Refused,), longest=30
            )
        await self._advance(table, MatchState.PLAYING, created.rules_version)

    async def _create(
        self, live: LiveEvent, table: EventTable, create: matches_pb2.CreateMatchRequest
    ) -> matches_pb2.CreateMatchResponse | None:
        # A table that is resumed may turn out to be over while the rules service is away.
        return await self._in_turn(self._rules.create(create)) if live.is_played(table) else None

    async def _seat_bots(self, live: LiveEvent, table: EventTable) -> None:
        # A match can end without its bots (its host stops it): then nobody has to be seated any more.
        if live.is_played(table):
            await self._in_turn(self._bots.fill(self._fill_request(live.event, table)))

    async def _in_turn(self, call: Awaitable[T]) -> T:
        """One call, not its repetitions: an event whose bots are away must not use up the turns of the others."""
        async with self._launching:
            return await call

    async def _advance(self, table: EventTable, state: MatchState, rules_version: int) -> None:
        await until_done(
            lambda: self._database.write(matches.advance, table.match_id, state, rules_version),
            "note how far a table is",
        )

    def _fill_request(self, event: Event, table: EventTable) -> bots_pb2.FillSeatsRequest:
        entrants = {entrant.player_id: entrant for entrant in event.entrants}
        game = event.leg_of(table.round).game
        return bots_pb2.FillSeatsRequest(
            match_id=table.match_id,
            game=game,
            rules_target=self._rules.target(game),
            seats=[
                bots_pb2.BotSeat(
                    seat=seat,
                    bot=entrants[player_id].bot,
                    token=self._seat_token(player_id, table.match_id, seat),
                    bot_seed=derive_key(event.bot_key, table.round, table.table, table.attempt, seat),
                )
                for seat, player_id in enumerate(table.player_ids)
                if entrants[player_id].bot
            ],
        )

    async def _load(self, tournament_id: str) -> LiveEvent | None:
        known = await self._database.read(tournaments.load, tournament_id)
        if known is None:
            return None
        tables = await self._database.read(matches.tables, tournament_id)
        return LiveEvent(*known, tables)

    def _keep(self, live: LiveEvent) -> None:
        self._kept[live.event.tournament_id] = live
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)


def create_request(event: Event, table: EventTable) -> matches_pb2.CreateMatchRequest:
    """The same request for the same table and attempt, whoever makes it: repeating it cannot conflict."""
    entrants = {entrant.player_id: entrant for entrant in event.entrants}
    seated = [entrants[player_id] for player_id in table.player_ids]
    leg = event.leg_of(table.round)
    return matches_pb2.CreateMatchRequest(
        match_id=table.match_id,
        game=leg.game,
        seats=[
            results_pb2.Seat(player_id=entrant.player_id, name=entrant.name, kind=entrant.kind, bot=entrant.bot)
            for entrant in seated
        ],
        options=leg.options,
        data_digest=leg.data_digest or None,
        rated=event.rated,
        pool="tournament",
        tournament=results_pb2.TournamentRef(tournament_id=event.tournament_id, round=table.round, table=table.table),
    )
