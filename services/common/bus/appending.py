"""The one way to write to a stream: append if unchanged."""

import json
from collections.abc import Mapping

from services.common.bus.connection import DEFAULT_TIMEOUT, Bus
from services.common.bus.errors import BusRefused, Conflict, TooLarge, Unavailable

_WRONG_LAST_SEQUENCE = (10071, 10164)
_TOO_LARGE = (10054, 10136)


async def append(
    bus: Bus,
    subject: str,
    payload: bytes,
    *,
    expected_last_sequence: int | None = None,
    over: str | None = None,
    message_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - passed on to `request`
) -> int:
    """Store `payload` under `subject`; returns its stream sequence once the server acknowledged it.

    `expected_last_sequence`: stream sequence of the last message under `over` (a subject or a filter with
    wildcards; default: `subject` itself), 0 when there is none yet. `message_id` must be unique in the whole stream.

    Raises Conflict when something else came first or the id was seen before; Unavailable when no acknowledgement
    came, in which case the message may have been stored, or may still be: fold everything after
    `expected_last_sequence` and look the request up before trying again. Never retries by itself.
    """
    fields = dict(headers) if headers else {}
    if expected_last_sequence is not None:
        fields["Nats-Expected-Last-Subject-Sequence"] = str(expected_last_sequence)
        if over is not None and over != subject:
            fields["Nats-Expected-Last-Subject-Sequence-Subject"] = over
    elif over is not None:
        raise ValueError("`over` means nothing without `expected_last_sequence`")
    if message_id is not None:
        fields["Nats-Msg-Id"] = message_id
    message = await bus.request(subject, payload, headers=fields or None, timeout=timeout)
    answer = json.loads(message.data)
    error = answer.get("error")
    if error is None:
        if answer.get("duplicate"):
            raise Conflict(f"message id {message_id!r} was used before", duplicate=True)
        return int(answer["seq"])
    code, text = error.get("err_code", 0), error.get("description", "")
    if code in _WRONG_LAST_SEQUENCE:
        raise Conflict(f"{subject}: {text}")
    if code in _TOO_LARGE:
        raise TooLarge(f"{subject}: {text}")
    if error.get("code") in (500, 503):
        raise Unavailable(f"{subject}: {text}")
    raise BusRefused(f"{subject}: {text}", code=code)
