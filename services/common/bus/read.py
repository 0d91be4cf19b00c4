"""Reading a stream back, always at least as new as what its leader has acknowledged; and following it live."""

import asyncio
import base64
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import nats.errors
from nats.aio.msg import Msg

from services.common.bus import subjects
from services.common.bus.connection import DEFAULT_TIMEOUT, RETRY_BUDGET, Bus
from services.common.bus.errors import BusRefused, Unavailable

_NO_MESSAGE = 10037
_BATCH = 1000
_SEQUENCE_HEADER = b"\r\nNats-Sequence: "

T = TypeVar("T")


class Stored(NamedTuple):
    """A message of a stream: its stream sequence, the subject it is stored under, and its payload."""

    sequence: int
    subject: str
    payload: bytes


async def patiently(attempt: Callable[[], Awaitable[T]], *, budget: float = RETRY_BUDGET) -> T:
    """Repeat `attempt` while it raises Unavailable, for at most `budget` seconds. Only for what may be repeated."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + budget
    pause = 0.05
    while True:
        try:
            return await attempt()
        except Unavailable:
            if loop.time() + pause >= deadline:
                raise
        await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 - spreads retries, protects nothing
        pause = min(pause * 2, 1.0)


async def last(bus: Bus, stream: str, filter_subject: str, *, budget: float = RETRY_BUDGET) -> Stored | None:
    """The newest message under `filter_subject` (wildcards allowed), asked of the leader; None if there is none."""
    query: dict[str, object] = {"last_by_subj": filter_subject}
    return await patiently(lambda: _from_leader(bus, stream, query, min(budget, DEFAULT_TIMEOUT)), budget=budget)


async def read_after(
    bus: Bus, stream: str, filter_subject: str, after_sequence: int = 0, *, budget: float = RETRY_BUDGET
) -> list[Stored]:
    """Every message under `filter_subject` whose stream sequence is greater than `after_sequence`, in order.

    Contains everything that was acknowledged before the call. Raises Unavailable when the leader stays silent
    for `budget` seconds.
    """
    newest = await last(bus, stream, filter_subject, budget=budget)
    if newest is None or newest.sequence <= after_sequence:
        return []
    if newest.sequence == after_sequence + 1:
        return [newest]
    return await patiently(
        lambda: _read_up_to(bus, stream, filter_subject, after_sequence, newest.sequence), budget=budget
    )


async def follow_live(bus: Bus, live_filter: str, callback: Callable[[Stored], None]) -> Callable[[], Awaitable[None]]:
    """Call `callback` with every entry that is stored from now on under `live_filter` (see subjects.live_tree).

    Delivery is at most once: apply an entry only if it continues yours, else read the gap; `Bus.on_reconnect` tells
    when entries may have been missed. `subject` is the one the entry is stored under. Returns the way to stop.
    """

    def deliver(subject: bytes, data: bytes, headers: bytes | None) -> bool:
        # Without the server's own header it was not republished from a stream, so it was never stored.
        at = -1 if headers is None else headers.rfind(_SEQUENCE_HEADER)
        if headers is not None and at >= 0:
            sequence = int(headers[at + len(_SEQUENCE_HEADER) : headers.index(b"\r", at + 1)])
            callback(Stored(sequence, subjects.stored_subject(subject.decode()), data))
        return True

    try:
        stop = await bus.nc.subscribe_direct(live_filter, deliver)
    except (nats.errors.Error, OSError) as error:
        raise Unavailable(f"cannot follow {live_filter}: {error}") from error
    try:
        # The subscription must stand before the caller reads the log, or an entry could fall between the two.
        await bus.flush()
    except BaseException:
        with contextlib.suppress(nats.errors.Error, OSError):
            await stop()
        raise
    return stop


async def _from_leader(bus: Bus, stream: str, query: dict[str, object], wait: float = DEFAULT_TIMEOUT) -> Stored | None:
    try:
        answer = await bus.api(f"STREAM.MSG.GET.{stream}", query, timeout=wait)
    except BusRefused as error:
        if error.code == _NO_MESSAGE:
            return None
        raise
    return _stored(answer["message"])


def _stored(message: dict[str, Any]) -> Stored:
    return Stored(int(message["seq"]), message["subject"], base64.b64decode(message.get("data", "")))


async def _read_up_to(bus: Bus, stream: str, filter_subject: str, after: int, up_to: int) -> list[Stored]:
    # Direct gets are fast but any replica may answer them, also one that lags: what it lacks comes from the leader.
    found: list[Stored] = []
    while after < up_to:
        batch = await _direct_batch(bus, stream, filter_subject, after)
        found += batch
        if len(batch) == 0:
            break
        after = batch[-1].sequence
    while after < up_to:
        message = await _from_leader(bus, stream, {"seq": after + 1, "next_by_subj": filter_subject})
        if message is None:
            break  # purged meanwhile
        found.append(message)
        after = message.sequence
    return found


async def _direct_batch(bus: Bus, stream: str, filter_subject: str, after: int) -> list[Stored]:
    query = {"seq": after + 1, "next_by_subj": filter_subject, "batch": _BATCH}
    return await direct_get(bus, stream, query)


async def direct_get(bus: Bus, stream: str, query: dict[str, object], *, wait: float = DEFAULT_TIMEOUT) -> list[Stored]:
    """The messages a batched direct get yields; the caller must be content with an answer of a lagging replica."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    found: list[Stored] = []

    def receive(message: Msg) -> None:
        headers = message.headers or {}
        sequence = headers.get("Nats-Sequence")
        if sequence is not None:
            found.append(Stored(int(sequence), headers["Nats-Subject"], message.data))
        elif not done.done():
            status = headers.get("Status", "")
            if status in ("204", "404"):
                done.set_result(None)
            elif status == "503":
                done.set_exception(Unavailable(f"nobody serves direct gets of {stream}"))
            else:
                done.set_exception(BusRefused(f"direct get of {stream}: {status}", code=0))

    inbox, close = bus.open_inbox(receive)
    try:
        await bus.send(f"$JS.API.DIRECT.GET.{stream}", json.dumps(query).encode(), reply=inbox)
        async with asyncio.timeout(wait):
            await done
    except TimeoutError:
        raise Unavailable(f"a direct get of {stream} was not answered in full") from None
    finally:
        close()
    return found
