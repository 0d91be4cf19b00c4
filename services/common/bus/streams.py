"""Which streams and buckets there are, and how they are made.

Only the user `provisioner` may create them (see users.py), so this happens once per installation: the embedded
server does it when it starts, production by `python -m services.common.bus provision`. Services only check that what
they need is there.
"""

import asyncio
from dataclasses import dataclass

from services.common.bus import subjects
from services.common.bus.connection import RETRY_BUDGET, Bus
from services.common.bus.errors import BusRefused, Unavailable
from services.common.bus.read import patiently
from services.common.startup import StartFailed

_NOT_FOUND = 10059
_NAME_IN_USE = 10058

DEDUPLICATION_WINDOW = 120
"""Seconds for which a stream remembers message ids."""


@dataclass(frozen=True, slots=True)
class StreamPlan:
    """One stream. `republish` is (source, destination); `permanent` streams can neither be purged nor pruned."""

    name: str
    subjects: tuple[str, ...]
    republish: tuple[str, str] | None = None
    permanent: bool = False
    per_subject: int = -1
    expiring_messages: bool = False

    def config(self, replicas: int) -> dict[str, object]:
        """The server's stream configuration. What may not change later is stated here too."""
        config: dict[str, object] = {
            "name": self.name,
            "subjects": list(self.subjects),
            "storage": "file",
            "retention": "limits",
            "discard": "new" if self.permanent else "old",
            "num_replicas": replicas,
            "max_msgs_per_subject": self.per_subject,
            "duplicate_window": DEDUPLICATION_WINDOW * 1_000_000_000,
            "allow_direct": True,
            "deny_delete": self.permanent,
            "deny_purge": self.permanent,
            "allow_rollup_hdrs": not self.permanent,
            "allow_msg_ttl": self.expiring_messages,
        }
        if self.republish is not None:
            config["republish"] = {"src": self.republish[0], "dest": self.republish[1]}
        return config


def _bucket(name: str, *, republish: str | None = None) -> StreamPlan:
    tree = f"$KV.{name}.>"
    return StreamPlan(
        name=f"KV_{name}",
        subjects=(tree,),
        republish=None if republish is None else (tree, f"{republish}.>"),
        per_subject=1,
        expiring_messages=True,
    )


MATCHES = StreamPlan(
    subjects.MATCHES,
    (f"{subjects.MATCH_ROOT}.>",),
    republish=(f"{subjects.MATCH_ROOT}.>", f"{subjects.LIVE_ROOT}.>"),
)
RESULTS = StreamPlan(subjects.RESULTS, (f"{subjects.RESULT_ROOT}.>",), permanent=True)
KEYS = _bucket(subjects.KEYS_BUCKET, republish=subjects.KEYS_ROOT)
DATA = _bucket(subjects.DATA_BUCKET)
DOUBTS = _bucket(subjects.DOUBTS_BUCKET)
MATCHMAKING = _bucket(subjects.MATCHMAKING_BUCKET)
BOTS = _bucket(subjects.BOTS_BUCKET)
SCORING = _bucket(subjects.SCORING_BUCKET)

ALL: tuple[StreamPlan, ...] = (MATCHES, RESULTS, KEYS, DATA, DOUBTS, MATCHMAKING, BOTS, SCORING)

NEEDED_BY: dict[str, tuple[StreamPlan, ...]] = {
    "rules": (MATCHES, RESULTS, KEYS, DATA, DOUBTS),
    "matchmaking": (RESULTS, KEYS, MATCHMAKING),
    "bots": (KEYS, BOTS),
    "scoring": (RESULTS, KEYS, SCORING),
}


async def provision(bus: Bus, *, replicas: int = 1, plans: tuple[StreamPlan, ...] = ALL, budget: float = 60.0) -> None:
    """Create or bring up to date every stream of `plans`; harmless when repeated or when two do it at once.

    A cluster that has just started refuses for some seconds, hence the budget. Raises BusRefused when a stream
    exists in a form that cannot be changed to ours.
    """
    for plan in plans:
        config = plan.config(replicas)
        await patiently(lambda config=config: _create_or_update(bus, config), budget=budget)  # type: ignore[misc]


async def _create_or_update(bus: Bus, config: dict[str, object]) -> None:
    name = config["name"]
    try:
        await bus.api(f"STREAM.CREATE.{name}", config, timeout=10.0)
    except BusRefused as error:
        if error.code != _NAME_IN_USE:
            raise
        await bus.api(f"STREAM.UPDATE.{name}", config, timeout=10.0)


async def ensure_streams(bus: Bus, service: str, *, budget: float = RETRY_BUDGET) -> None:
    """Wait until every stream that `service` needs is there; raises StartFailed, one line, after `budget` seconds."""
    deadline = asyncio.get_running_loop().time() + budget
    for plan in NEEDED_BY[service]:
        while not await _exists(bus, plan.name, budget):
            if asyncio.get_running_loop().time() >= deadline:
                raise StartFailed(
                    f"the bus has no stream {plan.name}; provision it: python -m services.common.bus provision"
                )
            await asyncio.sleep(0.1)


async def _exists(bus: Bus, stream: str, budget: float) -> bool:
    try:
        await patiently(lambda: bus.api(f"STREAM.INFO.{stream}", {}, timeout=min(budget, 5.0)), budget=budget)
    except BusRefused as error:
        if error.code == _NOT_FOUND:
            return False
        raise
    except Unavailable as error:
        raise StartFailed(f"the bus does not answer about stream {stream}: {error}") from error
    return True
