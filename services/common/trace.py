"""The trace that a call belongs to, in the form of W3C `traceparent`; it travels in gRPC metadata and bus headers."""

import re
import secrets
from contextvars import ContextVar

_PATTERN = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")

_current: ContextVar[str | None] = ContextVar("traceparent", default=None)


def begin(incoming: str | None) -> str:
    """Enter the caller's trace, or a new one if it names none that is well formed; returns the trace id."""
    match = _PATTERN.fullmatch(incoming) if incoming else None
    trace_id = match[1] if match else secrets.token_hex(16)
    _current.set(f"00-{trace_id}-{secrets.token_hex(8)}-01")
    return trace_id


def traceparent() -> str:
    """The header to send along; begins a trace where none is."""
    current = _current.get()
    if current is None:
        begin(None)
        current = _current.get()
    assert current is not None
    return current


def trace_id() -> str:
    """The id under which the logs of this call are found."""
    return traceparent().split("-")[1]
