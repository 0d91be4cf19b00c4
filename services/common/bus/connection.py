"""The connection of a service to the bus, and the one way in which it asks the server anything."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import nats.errors
import structlog
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from services.common.bus.client import DirectClient
from services.common.bus.errors import BusRefused, TooLarge, Unavailable
from services.common.bus.users import check_seed, inbox_root
from services.common.startup import BusUnreachable

log = structlog.get_logger(__name__)

DEFAULT_TIMEOUT = 5.0
"""Seconds that one request waits for its answer."""

RETRY_BUDGET = 20.0
"""Seconds over which reads are repeated: a cluster that lost its leader is silent for about seven."""


# A single server says 500 to more than one replica, and will for ever.
_REPLICAS_NOT_SUPPORTED = 10074

Receiver = Callable[[Msg], None]


@dataclass(frozen=True, slots=True)
class BusAddress:
    """Where the bus is and as whom to enter: `url` may list several servers, separated by commas."""

    url: str
    user: str
    seed_file: Path
    name: str = ""


class Bus:
    """A connection that survives restarts of the server. Made by `connect`, closed by `close` or `async with`.

    `nc` and `js` are nats-py's client and JetStream context; appends, reads and buckets go through the functions of
    this package, which keep one long-lived inbox and fail at once (Unavailable) when the connection drops.
    """

    def __init__(self, nc: DirectClient, js: JetStreamContext, user: str) -> None:
        self.nc = nc
        self.js = js
        self.user = user
        self.closing = False
        self._loop = asyncio.get_running_loop()
        self._inbox = f"{nc.new_inbox()}."
        self._receivers: dict[str, Receiver] = {}
        self._waiting: dict[str, asyncio.Future[Msg]] = {}
        self._next_token = 0
        self._reconnected: list[Callable[[], None]] = []

    @property
    def connected(self) -> bool:
        """Whether the server is reachable right now."""
        return self.nc.is_connected

    def on_reconnect(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after every reconnect, when messages may have been missed; returns the way to undo it."""
        self._reconnected.append(callback)
        return lambda: self._reconnected.remove(callback)

    async def request(
        self,
        subject: str,
        payload: bytes = b"",
        *,
        headers: Mapping[str, str] | None = None,
        timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - one timer per request is much cheaper than a scope
    ) -> Msg:
        """The answer to one request; raises Unavailable if there is none in time, TooLarge if it cannot be sent."""
        token = self._token()
        future: asyncio.Future[Msg] = self._loop.create_future()
        self._waiting[token] = future
        timer = self._loop.call_later(timeout, self._give_up, token, subject, timeout)
        try:
            await self._publish(subject, payload, self._inbox + token, headers)
            message = await future
        finally:
            timer.cancel()
            self._waiting.pop(token, None)
        if not message.data and message.headers and message.headers.get("Status") == "503":
            raise Unavailable(f"nobody answers on {subject}")
        return message

    def open_inbox(self, receive: Receiver) -> tuple[str, Callable[[], None]]:
        """A reply subject whose messages all go to `receive`, and the way to close it. Survives reconnects."""
        token = self._token()
        self._receivers[token] = receive
        return self._inbox + token, lambda: self._close_inbox(token)

    async def send(
        self, subject: str, payload: bytes, *, reply: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """Publish without waiting; raises Unavailable or TooLarge if the message cannot even be buffered."""
        await self._publish(subject, payload, reply, headers)

    async def api(
        self,
        subject: str,
        body: Mapping[str, object],
        *,
        timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - passed on to `request`
    ) -> dict[str, Any]:
        """Call `$JS.API.<subject>`; raises BusRefused with the server's error code, or Unavailable."""
        message = await self.request(f"$JS.API.{subject}", json.dumps(body).encode(), timeout=timeout)
        answer: dict[str, Any] = json.loads(message.data)
        error = answer.get("error")
        if error is None:
            return answer
        if error["code"] in (500, 503) and error.get("err_code") != _REPLICAS_NOT_SUPPORTED:
            raise Unavailable(f"{subject}: {error.get('description', '')}")
        raise BusRefused(f"{subject}: {error.get('description', '')}", code=error.get("err_code", 0))

    async def flush(self) -> None:
        """Return once the server has what was sent before, subscriptions too; raises Unavailable if it does not say so."""
        # Shielded: nats-py waits by `asyncio.wait_for`, which in Python 3.11 can swallow the cancellation of its caller.
        try:
            await asyncio.shield(asyncio.ensure_future(self.nc.flush(int(DEFAULT_TIMEOUT))))
        except (nats.errors.Error, OSError) as error:
            raise Unavailable(f"the bus does not answer: {error}") from error

    async def close(self) -> None:
        """Close the connection; what waits for an answer gets Unavailable."""
        self.closing = True
        self._fail_waiting("the connection was closed")
        if not self.nc.is_closed:
            if not self.nc.is_connected:
                # nats-py would try to flush what waits for a server that is gone, and fail half closed.
                self.nc._pending.clear()
                self.nc._pending_data_size = 0
            await self.nc.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _close_inbox(self, token: str) -> None:
        self._receivers.pop(token, None)

    def _token(self) -> str:
        self._next_token += 1
        return str(self._next_token)

    async def _publish(self, subject: str, payload: bytes, reply: str, headers: Mapping[str, str] | None) -> None:
        try:
            await self.nc.publish(subject, payload, reply=reply, headers=headers)  # type: ignore[arg-type]
        except nats.errors.MaxPayloadError as error:
            raise TooLarge(f"{len(payload)} bytes on {subject} exceed the server's limit") from error
        except (nats.errors.Error, OSError) as error:
            raise Unavailable(f"cannot send to {subject}: {error}") from error

    def _give_up(self, token: str, subject: str, timeout: float) -> None:
        future = self._waiting.get(token)
        if future is not None and not future.done():
            future.set_exception(Unavailable(f"no answer on {subject} within {timeout:g} s"))

    def _fail_waiting(self, why: str) -> None:
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(Unavailable(why))

    async def _answer(self, message: Msg) -> None:
        token = message.subject[len(self._inbox) :]
        future = self._waiting.get(token)
        if future is not None:
            if not future.done():
                future.set_result(message)
            return
        receive = self._receivers.get(token)
        if receive is not None:
            receive(message)

    def _answer_raw(self, subject: bytes, data: bytes, headers: bytes | None) -> bool:
        # Headers mean a status or a message of a stream: rare, and parsed the usual way.
        if headers:
            return False
        text = subject.decode()
        future = self._waiting.get(text[len(self._inbox) :])
        if future is None:
            return False
        if not future.done():
            future.set_result(Msg(_client=self.nc, subject=text, data=data))
        return True

    async def _listen(self) -> None:
        await self.nc.subscribe_direct(f"{self._inbox}*", self._answer_raw, self._answer)

    def _on_disconnect(self) -> None:
        # Their answers went to a connection that is gone: the sooner the callers fold, the better.
        self._fail_waiting("the connection to the bus was lost")

    def _on_reconnect(self) -> None:
        for callback in list(self._reconnected):
            callback()


async def connect(address: BusAddress, *, budget: float = RETRY_BUDGET) -> Bus:
    """Enter the bus; raises BusUnreachable (one line) when no server lets us in within `budget` seconds, SettingsInvalid without a
    seed to enter with.

    Afterwards the connection is re-established for ever; a request during an outage waits, then raises Unavailable.
    """
    check_seed(address.seed_file)
    nc = DirectClient()
    bus: Bus | None = None
    last_error: list[str] = []

    async def on_error(error: Exception) -> None:
        last_error[:] = [str(error) or type(error).__name__]
        if bus is None or bus.closing:
            return
        if isinstance(error, OSError) and not bus.connected:
            log.debug("bus still away", error=last_error[0], user=address.user)
        else:
            # A forbidden publish shows only here; its caller sees a time-out.
            log.warning("bus error", error=last_error[0], user=address.user)

    async def on_disconnect() -> None:
        if bus is not None and not bus.closing:
            log.warning("bus disconnected", user=address.user)
            bus._on_disconnect()

    async def on_reconnect() -> None:
        if bus is not None:
            log.info("bus reconnected", user=address.user)
            bus._on_reconnect()

    connecting: Awaitable[None] = nc.connect(
        servers=[url.strip() for url in address.url.split(",") if url.strip()],
        name=address.name or address.user,
        nkeys_seed=str(address.seed_file),
        inbox_prefix=inbox_root(address.user),
        ping_interval=10,
        max_outstanding_pings=2,
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,  # type: ignore[arg-type]  # seconds; fractions work
        connect_timeout=2,
        error_cb=on_error,
        disconnected_cb=on_disconnect,
        reconnected_cb=on_reconnect,
    )
    try:
        async with asyncio.timeout(budget):
            await connecting
    except BaseException as error:
        await nc.close()
        if not isinstance(error, TimeoutError):
            raise
        why = last_error[0] if last_error else "no answer"
        raise BusUnreachable(f"no NATS server at {address.url} let user {address.user} in: {why}") from None
    bus = Bus(nc, nc.jetstream(timeout=DEFAULT_TIMEOUT), address.user)
    await bus._listen()
    return bus
