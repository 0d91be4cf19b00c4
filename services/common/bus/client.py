"""nats-py's client with a short way for what every append brings: its headers, its acknowledgement, its live echo.

nats-py checks each header by a pattern, and for each message that comes in it parses all headers, builds an object and wakes a
task; that is more than everything else an append costs (124 us of CPU for an append with its echo, half of it this way). A
subscription taken by `subscribe_direct` skips it: its messages are handed over raw, at once, on the reader's own turn.
"""

from collections.abc import Awaitable, Callable

import structlog
from nats.aio.client import Client
from nats.errors import BadHeaderError

log = structlog.get_logger(__name__)

RawReceiver = Callable[[bytes, bytes, bytes | None], bool]
"""`receive(subject, data, headers)`: the raw header block or None; False to have it delivered the usual way instead."""


class DirectClient(Client):
    """A client whose subscriptions may receive raw messages."""

    def __init__(self) -> None:
        super().__init__()
        self._direct: dict[int, RawReceiver] = {}

    async def subscribe_direct(
        self, subject: str, receive: RawReceiver, usual: Callable[..., Awaitable[None]] | None = None
    ) -> Callable[[], Awaitable[None]]:
        """Hand every message under `subject` to `receive`, which must neither wait nor raise; returns the way to stop.

        `usual` gets, parsed, what `receive` did not want. Survives reconnects like any subscription.
        """

        async def nothing(_message: object) -> None:
            return None

        subscription = await self.subscribe(subject, cb=usual or nothing)
        number: int = subscription._id
        self._direct[number] = receive

        async def stop() -> None:
            self._direct.pop(number, None)
            await subscription.unsubscribe()

        return stop

    async def _send_publish(
        self, subject: str, reply: str, payload: bytes, payload_size: int, headers: dict[str, str] | None
    ) -> None:
        if not headers:
            await super()._send_publish(subject, reply, payload, payload_size, headers)
            return
        block = "".join(["NATS/1.0\r\n", *[f"{name}: {value}\r\n" for name, value in headers.items()], "\r\n"]).encode()
        # Names are constants of ours; a line break in a value would begin another header.
        if block.count(b"\n") != len(headers) + 2 or block.count(b"\r") != len(headers) + 2:
            raise BadHeaderError(", ".join(headers))
        total = len(block) + payload_size
        command = b"".join((f"HPUB {subject} {reply} {len(block)} {total}\r\n".encode(), block, payload, b"\r\n"))
        self.stats["out_msgs"] += 1
        self.stats["out_bytes"] += payload_size
        await self._send_command(command)
        if self._flush_queue is not None and self._flush_queue.empty():
            await self._flush_pending()

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes) -> None:
        receive = self._direct.get(sid)
        if receive is not None:
            try:
                if receive(subject, data, headers):
                    return
            except Exception:
                # An error here would end the reader, and with it the connection.
                log.exception("a raw receiver failed")
                return
        await super()._process_msg(sid, subject, reply, data, headers)
