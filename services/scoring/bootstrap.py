"""Wires scoring together, for the service and for a rebuild."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import structlog
from prometheus_client import REGISTRY, CollectorRegistry

from arena.pb.scoring.v1 import scoring_service_pb2, scoring_service_pb2_grpc
from services.common.access import TokenVerifier
from services.common.bus import Bucket, Bus, Lease, Unavailable, connect, ensure_streams, subjects
from services.common.changes import Changes
from services.common.directory import Directory
from services.common.files import private_folder, read_secret
from services.common.rpc import RpcServer, Served, configure_logs
from services.common.sql import DatabaseUnavailable
from services.common.startup import BusUnreachable, StartFailed
from services.scoring.counter import ResultCounter
from services.scoring.measuring import measure
from services.scoring.metrics import ScoringMetrics
from services.scoring.record_keeper import RecordKeeper
from services.scoring.servicer import ACCESS, ScoringServicer
from services.scoring.settings import ScoringSettings
from services.scoring.store.boards import Board
from services.scoring.store.checkpoint import OtherStream, check_stream
from services.scoring.store.database import Database
from services.scoring.store.ledger import Counted, recount
from services.scoring.stream import extent, results_after

log = structlog.get_logger(__name__)


@contextlib.asynccontextmanager
async def opened(settings: ScoringSettings) -> AsyncIterator[tuple[Database, Bus]]:
    """The database with its tables and the bus with its streams; raises StartupErrors, one line each."""
    private_folder(settings.data_dir)
    database = Database(settings.database_url)
    try:
        await database.open()
        async with await connect(settings.bus_address) as bus:
            await ensure_streams(bus, "scoring")
            yield database, bus
    finally:
        await database.close()


@contextlib.asynccontextmanager
async def running(settings: ScoringSettings, registry: CollectorRegistry = REGISTRY) -> AsyncIterator[RpcServer]:
    """An instance that serves and, while it holds the lease, counts; stopped in order when the block is left.

    Raises StartupErrors, one line each. If the work in the background fails, the block is cancelled and the failure raised.
    """
    async with opened(settings) as (database, bus):
        await _check_stream(database, bus)
        verifier = TokenVerifier(bus)
        await verifier.start()
        try:
            with _first_failure():
                async with _working(settings, database, bus, verifier, ScoringMetrics(registry)) as server:
                    yield server
        finally:
            await verifier.stop()


async def serve(settings: ScoringSettings) -> None:
    """Serve until a signal comes."""
    configure_logs(settings)
    async with running(settings) as server:
        await server.run_until_stopped()


async def rebuild(settings: ScoringSettings) -> Counted:
    """Count the whole stream from its start, in one transaction: whoever reads sees the tables before or after.

    May be done while the service runs. All results are in memory meanwhile, about 1 kB each.
    """
    async with opened(settings) as (database, bus):
        try:
            stream = await extent(bus)
            messages = await results_after(bus, 0)
            return await database.write(lambda connection: recount(connection, stream.identity, messages))
        except Unavailable as error:
            raise BusUnreachable(f"the results cannot be read: {error}") from error
        except DatabaseUnavailable as error:
            raise StartFailed(f"the ratings cannot be written: {error}") from error


@contextlib.asynccontextmanager
async def _working(
    settings: ScoringSettings, database: Database, bus: Bus, verifier: TokenVerifier, metrics: ScoringMetrics
) -> AsyncIterator[RpcServer]:
    watchers = Changes[Board]()
    draining = asyncio.Event()
    keeper = RecordKeeper(
        database, Directory(settings.data_dir, settings.rules_targets).rules, _token(settings), metrics
    )
    # Named after the process, not at random: started again after a crash it need not wait for its own old lease.
    instance = f"{socket.gethostname()}-{settings.replica}"
    lease = Lease(Bucket(bus, subjects.SCORING_BUCKET), "active", instance=instance)
    counter = ResultCounter(bus, lease, database, metrics, watchers, keeper.look)
    served = Served(
        scoring_service_pb2.DESCRIPTOR.services_by_name["ScoringService"],
        scoring_service_pb2_grpc.add_ScoringServiceServicer_to_server,
        ScoringServicer(database, watchers, draining),
        ACCESS,
    )
    server = RpcServer(settings, [served], verifier.verify, draining=draining)
    async with asyncio.TaskGroup() as group:
        # The work never ends by itself: if some of it fails, the process goes with it instead of serving what is stale.
        work = [group.create_task(counter.run()), group.create_task(measure(bus, database, metrics))]
        if settings.scoring_keep_records:
            work.append(group.create_task(keeper.run()))
        await server.start()
        try:
            yield server
        finally:
            await server.stop()
            for task in work:
                task.cancel()


@contextlib.contextmanager
def _first_failure() -> Iterator[None]:
    """The failure itself in place of the group that it comes in."""
    try:
        yield
    except ExceptionGroup as group:
        error: Exception = group
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, OtherStream):
            raise StartFailed(str(error)) from error
        raise error from None


async def _check_stream(database: Database, bus: Bus) -> None:
    try:
        stream = await extent(bus)
        await database.read(lambda connection: check_stream(connection, stream.identity))
    except OtherStream as error:
        raise StartFailed(str(error)) from error
    except Unavailable as error:
        raise BusUnreachable(f"the stream of results does not answer: {error}") from error
    except DatabaseUnavailable as error:
        raise StartFailed(f"the ratings cannot be read: {error}") from error


def _token(settings: ScoringSettings) -> Callable[[], str]:
    return lambda: read_secret(settings.service_token_file).decode().strip()
