"""The stream of results as scoring reads it: which stream it is, how far it goes, and its messages in order."""

from typing import NamedTuple

from services.common.bus import Bus, Stored, patiently, read_after, subjects


class Extent(NamedTuple):
    """`identity` differs for every stream ever made; `last` is the sequence of its newest message, 0 when empty."""

    identity: str
    last: int


async def extent(bus: Bus, *, budget: float = 20.0) -> Extent:
    """What stream of results the bus has now; raises Unavailable after `budget` seconds without an answer."""
    info = await patiently(lambda: bus.api(f"STREAM.INFO.{subjects.RESULTS}", {}), budget=budget)
    return Extent(str(info["created"]), int(info["state"]["last_seq"]))


async def results_after(bus: Bus, sequence: int) -> list[Stored]:
    """Every result behind `sequence`, in stream order."""
    return await read_after(bus, subjects.RESULTS, subjects.results(), sequence)
