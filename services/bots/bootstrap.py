"""Wiring of a bots instance: the only place that knows how its parts come together.

Instances may be as many as one likes; one holds the lease and plays, the others wait for it and answer NOT_ACTIVE.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import structlog

from arena.pb.bots.v1 import bots_pb2, bots_pb2_grpc
from services.bots.book import LEASE, BucketBook
from services.bots.house import House
from services.bots.servicer import ACCESS, BotsServicer
from services.bots.settings import BotsSettings
from services.common.access import TokenVerifier
from services.common.bus import Bucket, BusError, Lease, connect, ensure_streams
from services.common.bus.subjects import BOTS_BUCKET
from services.common.rpc import Health, RpcServer, Served, configure_logs

log = structlog.get_logger(__name__)

PAUSE_AFTER_FAULT: Final = 0.5


@asynccontextmanager
async def running(settings: BotsSettings, *, lease_ttl: int = 5) -> AsyncIterator[RpcServer]:
    """An instance that serves; stopped in order when the block is left. Raises StartupError."""
    async with await connect(settings.bus_address) as bus:
        await ensure_streams(bus, settings.service)
        verifier = TokenVerifier(bus)
        await verifier.start()
        try:
            servicer = BotsServicer(verifier.verify)
            server = RpcServer(
                settings,
                [
                    Served(
                        bots_pb2.DESCRIPTOR.services_by_name["BotService"],
                        bots_pb2_grpc.add_BotServiceServicer_to_server,
                        servicer,
                        ACCESS,
                    )
                ],
                verifier.verify,
                health=Health(standby=True),
            )
            bucket = Bucket(bus, BOTS_BUCKET)
            # Named after the process, not at random: started again after a crash it need not wait for its own old lease.
            instance = f"{socket.gethostname()}-{settings.replica}"
            await server.start()
            playing = asyncio.create_task(
                keep_house(bucket, Lease(bucket, LEASE, ttl=lease_ttl, instance=instance), servicer, server.health)
            )
            try:
                yield server
            finally:
                playing.cancel()
                await asyncio.wait([playing])
                await server.stop()
        finally:
            await verifier.stop()


async def keep_house(bucket: Bucket, lease: Lease, servicer: BotsServicer, health: Health) -> None:
    """Wait for the lease, play every seat of the book while it is held, begin again when it is lost."""
    while True:
        try:
            async with lease.held():
                await _keep_open(House(BucketBook(bucket, lease)), servicer, health)
        except BusError as error:
            log.warning("house closed", why=str(error))
        except Exception:
            log.exception("house closed by a fault")
        await asyncio.sleep(PAUSE_AFTER_FAULT)


async def _keep_open(house: House, servicer: BotsServicer, health: Health) -> None:
    try:
        left = await house.resume()
        log.info("house open", seats_taken_up=left)
        servicer.house = house
        health.stand_by(False)
        await asyncio.Event().wait()
    finally:
        servicer.house = None
        health.stand_by(True)
        await house.stop()


async def main(settings: BotsSettings) -> None:
    """Serve until a signal comes."""
    configure_logs(settings)
    async with running(settings) as server:
        await server.run_until_stopped()


__all__ = ["keep_house", "main", "running"]
