"""Wiring of a rules replica: the only place that knows how its parts come together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arena.pb.rules.v1 import rules_service_pb2
from engine_core.errors import EngineError
from services.common.access import TokenVerifier
from services.common.bus import connect, ensure_streams
from services.common.rpc import RpcServer, Served, configure_logs
from services.common.startup import SettingsInvalid
from services.rules.desk import Desk
from services.rules.doubts import Doubts
from services.rules.ends import complete_results
from services.rules.journal import Journal
from services.rules.metrics import RulesMetrics
from services.rules.second_opinion import SecondOpinion
from services.rules.served_game import serve_games
from services.rules.servicer import ACCESS, RulesServicer, add_to_server
from services.rules.settings import RulesSettings


@asynccontextmanager
async def running(settings: RulesSettings, metrics: RulesMetrics | None = None) -> AsyncIterator[RpcServer]:
    """A replica that serves; stopped in order when the block is left. Raises StartupError."""
    try:
        games = serve_games(settings.rules_games)
    except EngineError as error:
        raise SettingsInvalid(f"ARENA_RULES_GAMES: {error}") from error
    async with await connect(settings.bus_address) as bus:
        await ensure_streams(bus, settings.service)
        verifier = TokenVerifier(bus)
        await verifier.start()
        try:
            desk = Desk(
                Journal(bus),
                games,
                metrics or RulesMetrics(),
                most_tables=settings.rules_matches_cached,
                most_streams=settings.rules_streams_most,
            )
            async with desk:
                for served in games.values():
                    desk.spawn(complete_results(desk, served))
                doubts = Doubts(bus, settings.replica)
                desk.spawn(doubts.hold_number())
                desk.spawn(SecondOpinion(desk, doubts).run())
                server = RpcServer(
                    settings,
                    [
                        Served(
                            rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"],
                            add_to_server,
                            RulesServicer(desk),
                            ACCESS,
                        )
                    ],
                    verifier.verify,
                )
                desk.spawn(_drain(server.draining, desk))
                await server.start()
                try:
                    yield server
                finally:
                    await server.stop()
        finally:
            await verifier.stop()


async def main(settings: RulesSettings) -> None:
    """Serve until a signal comes."""
    configure_logs(settings)
    async with running(settings) as server:
        # What is loaded by now lives as long as the process: the collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        await server.run_until_stopped()


async def _drain(draining: asyncio.Event, desk: Desk) -> None:
    await draining.wait()
    desk.drain()
