"""Durable consumers: each message of a stream handed to one service until it says that it is done with it.

A pull loop of our own with one outstanding request: nats-py's `fetch` of several can wait out its time-out although
messages are there.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import nats.errors
from nats.aio.msg import Msg

from services.common.bus.connection import Bus
from services.common.bus.errors import Unavailable
from services.common.bus.read import Stored, patiently

_EXPIRES = 5.0
_ACKNOWLEDGE = b"+ACK"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to work on. It comes again, to whomever asks, unless acknowledged within the consumer's ack_wait."""

    message: Stored
    deliveries: int
    _bus: Bus
    _reply: str

    async def acknowledge(self) -> None:
        """Say that the message is dealt with, once that is durable. A lost acknowledgement means a redelivery."""
        # Double acknowledgement: the server confirms, so that a restart right after this does not see it again.
        with contextlib.suppress(Unavailable):
            await self._bus.request(self._reply, _ACKNOWLEDGE)


async def consume(
    bus: Bus,
    stream: str,
    durable: str,
    filter_subject: str,
    *,
    batch: int = 64,
    ack_wait: float = 30.0,
) -> AsyncIterator[list[Delivery]]:
    """Batches of 1 to `batch` messages under `filter_subject`, from the first in the stream, in order, for ever.

    The consumer `durable` is created if need be. Deliveries are at least once (a server that is killed forgets the latest
    acknowledgements), so what is done with a message must be idempotent. Ends only when the caller leaves the loop;
    survives outages of the server.
    """
    config = {
        "durable_name": durable,
        "name": durable,
        "filter_subject": filter_subject,
        "deliver_policy": "all",
        "ack_policy": "explicit",
        "ack_wait": int(ack_wait * 1e9),
        "max_deliver": -1,
        "max_ack_pending": max(batch * 4, 256),
    }
    body: dict[str, object] = {"stream_name": stream, "config": config, "action": ""}
    create = f"CONSUMER.CREATE.{stream}.{durable}.{filter_subject}"
    arrived: asyncio.Queue[Msg | None] = asyncio.Queue()

    async def arrive(message: Msg) -> None:
        arrived.put_nowait(message)

    # A subscription of its own: deliveries keep the subject that they were stored under. One for all requests, so that
    # a message which a request brought late is still worked on and not lost until ack_wait.
    inbox = bus.nc.new_inbox()
    subscription = await bus.nc.subscribe(inbox, cb=arrive)
    undo = bus.on_reconnect(lambda: arrived.put_nowait(None))
    request = json.dumps({"batch": batch, "expires": int(_EXPIRES * 1e9)}).encode()
    next_message = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}"
    left = 0
    created = False
    try:
        while True:
            if not created:
                await patiently(lambda: bus.api(create, body), budget=float("inf"))
                created = True
            if left <= 0:
                try:
                    await bus.send(next_message, request, reply=inbox)
                except Unavailable:
                    await asyncio.sleep(0.5)
                    continue
                left = batch
            messages = await _next(arrived)
            deliveries = [_delivery(bus, message) for message in messages if message is not None and message.reply]
            left -= len(deliveries)
            if None in messages:
                # The connection was renewed or the request forgotten: the consumer may need to be made again.
                left, created = 0, False
            elif len(deliveries) < len(messages):
                left = 0  # a status message: the request is used up or has expired
            if deliveries:
                yield deliveries
    finally:
        undo()
        with contextlib.suppress(nats.errors.Error):  # the connection may be closed already
            await subscription.unsubscribe()


async def _next(arrived: "asyncio.Queue[Msg | None]") -> list[Msg | None]:
    """What has arrived; waits for the first. A None in it means that the request is not to be relied on."""
    try:
        async with asyncio.timeout(_EXPIRES + 2):
            messages = [await arrived.get()]
    except TimeoutError:
        return [None]
    while not arrived.empty():
        messages.append(arrived.get_nowait())
    return messages


def _delivery(bus: Bus, message: Msg) -> Delivery:
    meta = message.metadata
    stored = Stored(meta.sequence.stream, message.subject, message.data)
    return Delivery(stored, meta.num_delivered or 1, bus, message.reply)
