"""Wires matchmaking together; the only place that knows all its parts."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import structlog

from services.common.access import KeyRing, TokenIssuer, TokenVerifier, keyring_file, token_issuer
from services.common.bus import Bucket, Bus, Fenced, connect, ensure_streams
from services.common.bus.lease import Lease
from services.common.bus.subjects import KEYS_BUCKET, MATCHMAKING_BUCKET
from services.common.changes import Changes
from services.common.directory import Directory
from services.common.files import private_folder
from services.common.rpc import Health, RpcServer
from services.matchmaking import gauges
from services.matchmaking.director import Director
from services.matchmaking.matcher import Matcher
from services.matchmaking.peers import BotsPeer, RulesPeer
from services.matchmaking.players import HashBench, Registry
from services.matchmaking.queues import QueueDesk
from services.matchmaking.results import ResultIntake
from services.matchmaking.retry import until_done
from services.matchmaking.servicers import MatchmakingServicer, PlayerServicer, TournamentServicer, served
from services.matchmaking.settings import MatchmakingSettings
from services.matchmaking.signing_keys import KEYS_LOOKED_AT_EVERY, keep_current
from services.matchmaking.store import matches, tournaments
from services.matchmaking.store.database import Database
from services.matchmaking.store.matches import Recorded
from services.matchmaking.tenure import Office, Tenure
from services.matchmaking.tickets import TicketBoard
from services.matchmaking.tokens import Tokens
from services.matchmaking.tournament_desk import TournamentDesk

log = structlog.get_logger(__name__)

LEASE_AWAITED = 2.0
"""Seconds for which a start waits for the lease before it serves as a standby."""
_GAUGED_EVERY = 5.0
_PAUSE_AFTER_FAULT = 1.0


class Matchmaking:
    """One process of the service: stands by, and works while it holds the lease."""

    def __init__(self, settings: MatchmakingSettings, bus: Bus, database: Database, issuer: TokenIssuer) -> None:
        self.draining = asyncio.Event()
        self.health = Health(standby=True)
        self.office = Office(self.draining)
        self._settings = settings
        self._bus = bus
        self._database = database
        self._issuer = issuer
        self._tokens = Tokens(issuer, settings)
        directory = Directory(settings.data_dir, settings.rules_targets, settings.bots_target)
        self._rules = RulesPeer(directory.rules, self._tokens.own)
        self._bots = BotsPeer(directory.bots, self._tokens.own)
        self._bench = HashBench()
        self._bucket = Bucket(bus, MATCHMAKING_BUCKET)
        # Named after the process, not at random: restarted after a crash it need not wait for its own old lease.
        self._instance = f"{socket.gethostname()}-{settings.replica}"
        self.served = served(
            PlayerServicer(self.office, self._tokens),
            MatchmakingServicer(QueueDesk(self.office, self._rules, self._tokens, settings)),
            TournamentServicer(TournamentDesk(self.office, self._rules, self._bots)),
        )

    async def lead(self) -> None:
        """Wait for the lease, work while it is held, and again, for ever."""
        while True:
            lease = Lease(self._bucket, "active", instance=self._instance)
            try:
                async with lease.held() as token:
                    await self._work(lease, token)
            except* Fenced as lost:
                log.warning("no longer the active instance", why=str(lost.exceptions[0]))
            except* Exception:
                log.exception("the active instance failed; it starts anew")
            finally:
                self.office.leave()
                self.health.stand_by(True)
                gauges.ACTIVE.set(0)
            await asyncio.sleep(_PAUSE_AFTER_FAULT)

    async def close(self) -> None:
        """Hang up on the others."""
        self._bench.close()
        await self._rules.close()
        await self._bots.close()

    async def _work(self, lease: Lease, token: int) -> None:
        await until_done(lambda: self._claim_database(token), "claim the database")
        assigned = Changes[str]()
        board = TicketBoard(self._bucket, lease)
        director = Director(
            self._database, self._rules, self._bots, lambda *seat: self._tokens.of_seat(*seat).token, assigned.notify
        )
        over: set[str] = set()

        def recorded(result: Recorded) -> None:
            gauges.RESULTS.labels(result.verdict.value).inc()
            over.add(result.match_id)
            director.recorded(result)

        intake = ResultIntake(self._bus, self._database, recorded)
        matcher = Matcher(board, self._rules, self._database, assigned.notify)
        proposals = await until_done(board.load, "load tickets")
        running = set(await intake.catch_up())
        running |= {proposal.match_id for proposal in proposals}
        await until_done(lambda: board.release(lambda match_id: match_id in running), "release tickets")
        over.clear()
        tenure = Tenure(self._database, Registry(self._database, self._bench), board, director, assigned)
        async with asyncio.TaskGroup() as work:
            work.create_task(matcher.run(proposals), name="matcher")
            work.create_task(director.run(), name="director")
            work.create_task(intake.run(), name="results")
            work.create_task(self._keep_keys(), name="keys")
            work.create_task(self._watch(tenure, over), name="gauges")
            self.office.take(tenure)
            self.health.stand_by(False)
            gauges.ACTIVE.set(1)
            log.info("active", token=token, tables=len(proposals), unfinished=len(running))

    async def _claim_database(self, token: int) -> None:
        # Fencing tokens grow over the life of one bucket; with a new bus they begin anew.
        born = (await self._bus.api(f"STREAM.INFO.{self._bucket.stream}", {}))["created"]
        await self._database.claim(str(born)[:64], token)

    async def _keep_keys(self) -> None:
        bucket = Bucket(self._bus, KEYS_BUCKET)
        ring = KeyRing(keyring_file(self._settings.data_dir))
        while True:
            await until_done(lambda: keep_current(ring, self._issuer, bucket), "publish keys")
            await asyncio.sleep(KEYS_LOOKED_AT_EVERY)

    async def _watch(self, tenure: Tenure, over: set[str]) -> None:
        """Let tickets of ended matches go, and keep the gauges true."""
        while True:
            if over:
                ended = set(over)
                over.clear()
                await until_done(
                    lambda ended=ended: tenure.board.release(lambda match_id: match_id not in ended),  # type: ignore[misc]
                    "release tickets",
                )
            tenure.board.gauge()
            unfinished = await until_done(lambda: self._database.read(matches.counts), "count matches")
            gauges.MATCHES_UNFINISHED.clear()
            for (game, source), number in unfinished.items():
                gauges.MATCHES_UNFINISHED.labels(game, source).set(number)
            events = await until_done(lambda: self._database.read(tournaments.running), "count tournaments")
            gauges.TOURNAMENTS_RUNNING.set(len(events))
            await asyncio.sleep(_GAUGED_EVERY)


@contextlib.asynccontextmanager
async def running(settings: MatchmakingSettings) -> AsyncIterator[RpcServer]:
    """An instance that serves; stopped in order when the block is left. Raises StartupError, one line."""
    private_folder(settings.data_dir)
    async with contextlib.AsyncExitStack() as stack:
        bus = await stack.enter_async_context(await connect(settings.bus_address))
        await ensure_streams(bus, settings.service)
        database = Database(settings.database_url)
        stack.push_async_callback(database.close)
        await database.open()
        issuer = token_issuer(settings.data_dir)
        await issuer.publish(Bucket(bus, KEYS_BUCKET))
        verifier = TokenVerifier(bus)
        await verifier.start()
        stack.push_async_callback(verifier.stop)
        matchmaking = Matchmaking(settings, bus, database, issuer)
        stack.push_async_callback(matchmaking.close)
        server = RpcServer(settings, matchmaking.served, verifier.verify, matchmaking.draining, matchmaking.health)
        leading = asyncio.create_task(matchmaking.lead(), name="lead")
        try:
            # Usually there is no other instance: whoever finds the announcement can then be served at once.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEASE_AWAITED):
                    await matchmaking.office.taken.wait()
            await server.start()
            yield server
        finally:
            await server.stop()
            # The lease is given back, so that a standby takes over at once.
            leading.cancel()
            await asyncio.wait([leading])


async def serve_matchmaking(settings: MatchmakingSettings) -> None:
    """The life of a process: until SIGTERM or SIGINT. Raises StartupError, one line, if it cannot start."""
    async with running(settings) as server:
        await server.run_until_stopped()
