"""Logs: one JSON object a line on standard error, or readable lines when that is a terminal.

Secrets never get in: keys that name one are masked, and so is anything that looks like a token or a seed.
"""

import logging
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRET_KEYS = re.compile(r"(?i)(token|secret|seed|password|authorization|private|credential)s?$|^key$")
_SECRET_VALUES = re.compile(r"eyJ[\w-]{8,}\.[\w-]+\.[\w-]+|\bS[UAONCX][A-Z2-7]{56}\b")
_MASK = "[secret]"
_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def mask_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace what must not be logged."""
    for name, value in event.items():
        # A lease's or a bus revision "token" is a number and no secret.
        if _SECRET_KEYS.search(name) and isinstance(value, str | bytes):
            event[name] = _MASK
        elif isinstance(value, str):
            event[name] = _SECRET_VALUES.sub(_MASK, value)
    return event


def configure(service: str, *, level: str = "info", version: str = "", stream: TextIO | None = None) -> None:
    """Set up structlog and the standard library's logging for this process. `stream`: default standard error."""
    out = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _stamp(service, version),
    ]
    rendering: list[Processor]
    if out.isatty():
        rendering = [mask_secrets, structlog.dev.ConsoleRenderer()]
    else:
        rendering = [structlog.processors.format_exc_info, mask_secrets, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*shared, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(_LEVELS[level])
    # asyncio's own debug lines and nats-py's tracebacks of reconnects say nothing that ours do not.
    for noisy in ("asyncio", "nats"):
        logging.getLogger(noisy).setLevel(logging.ERROR)


def match_context(match_id: str) -> AbstractContextManager[None]:
    """Every line logged inside names the match."""
    return structlog.contextvars.bound_contextvars(match=match_id)


def _stamp(service: str, version: str) -> Callable[[WrappedLogger, str, EventDict], EventDict]:
    fixed: dict[str, Any] = {"service": service} | ({"version": version} if version else {})

    def add(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {**fixed, **event}

    return add
