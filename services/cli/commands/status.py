"""`arena status`: services, streams, running matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from services.cli import console
from services.cli.failures import Unavailable
from services.cli.platform import DEFAULT_DATA, Platform
from services.cli.stack import running_stack
from services.cli.survey import (
    MOST_MATCHES,
    SERVING,
    STANDBY,
    RunningMatch,
    ServiceState,
    StreamState,
    health_of,
    running_matches,
    services_of,
    streams_of,
    with_progress,
)
from services.common.announcement import announcements
from services.common.bus import BusAddress, BusError
from services.common.bus import connect as enter_bus
from services.common.bus.users import seed_file
from services.common.startup import StartupError

_BUS_SECONDS = 5.0


@dataclass(slots=True)
class Survey:
    """Everything that was found; `bus` says why streams and matches are missing, "" when they are not."""

    services: list[ServiceState] = field(default_factory=list)
    streams: list[StreamState] = field(default_factory=list)
    matches: list[RunningMatch] = field(default_factory=list)
    matches_left_out: int = 0
    bus: str = ""


def status(
    *,
    connect: str = "",
    data: Path = DEFAULT_DATA,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Show how a platform is. Exit code 0 if everything answers, 4 if something does not.

    Parameters
    ----------
    connect
        Addresses of services, separated by commas: only their health is shown.
    data
        Data folder of a platform that runs on this machine.
    json
        One JSON document instead of tables.
    """
    if connect:
        return _show_health([address.strip() for address in connect.split(",") if address.strip()], json=json)
    if running_stack(data) is None and not announcements(data):
        raise Unavailable(f"no platform runs on the data folder {data}; start one with `arena up`")
    survey = asyncio.run(_survey(data))
    if json:
        console.print_json(asdict(survey))
    else:
        _show(survey)
    return 0 if not survey.bus and _well(survey.services) else Unavailable.exit_code


def _well(services: Sequence[ServiceState]) -> bool:
    """Whether every process answers, and none of those on standby waits for nobody."""
    working = {each.label.rpartition("-")[0] for each in services if each.health == SERVING}
    return all(
        each.health == SERVING or (each.health == STANDBY and each.label.rpartition("-")[0] in working)
        for each in services
    )


async def _survey(data: Path) -> Survey:
    survey = Survey()
    survey.services = await services_of(announcements(data))
    found = running_stack(data)
    if found is None:
        survey.bus = "the NATS server is not of this data folder: its streams are not shown"
        return survey
    try:
        operator = BusAddress(found.nats_url, "operator", seed_file(data, "operator"))
        async with await enter_bus(operator, budget=_BUS_SECONDS) as bus:
            survey.streams = await streams_of(bus)
            running = await running_matches(bus)
    except (StartupError, BusError) as error:
        survey.bus = str(error)
        return survey
    survey.matches_left_out = max(0, len(running) - MOST_MATCHES)
    survey.matches = await _progress(Platform(data), running[:MOST_MATCHES])
    return survey


async def _progress(platform: Platform, running: list[RunningMatch]) -> list[RunningMatch]:
    try:
        rules = platform.address("rules")
    except Unavailable:
        return running
    return await with_progress(running, rules, platform.token()) if running else []


def _show(survey: Survey) -> None:
    out = console.out()
    rows = [(each.label, each.address, each.metrics, each.pid, each.health) for each in survey.services]
    columns = ("service", "gRPC", "metrics", "pid", "health")
    out.print(console.table("Services", columns, rows, left=("service", "gRPC", "metrics", "health")))
    if survey.bus:
        out.print(f"bus: {survey.bus}", markup=False)
        return
    out.print(_streams_table(survey.streams))
    if not survey.matches:
        out.print("no match runs")
        return
    out.print(_matches_table(survey.matches))
    if survey.matches_left_out:
        out.print(f"and {survey.matches_left_out} younger matches", markup=False)


def _streams_table(streams: Sequence[StreamState]) -> Table:
    rows = [
        (
            each.name,
            each.messages,
            _size(each.size),
            each.subjects,
            ", ".join(f"{name}: {number}" for name, number in each.waiting) or "-",
        )
        for each in streams
    ]
    columns = ("stream", "messages", "size", "subjects", "not consumed yet")
    return console.table("Streams", columns, rows, left=("stream", "not consumed yet"))


def _matches_table(matches: Sequence[RunningMatch]) -> Table:
    rows = [
        (
            each.match_id,
            each.game,
            each.entries,
            _age(each.age),
            _age(each.still_for),
            ", ".join(each.players) or each.why,
        )
        for each in matches
    ]
    columns = ("match", "game", "entries", "age", "last progress", "players")
    return console.table("Running matches", columns, rows, left=("match", "game", "players"))


def _show_health(addresses: Sequence[str], *, json: bool) -> int:
    async def ask() -> list[str]:
        return list(await asyncio.gather(*(health_of(address) for address in addresses)))

    answers = asyncio.run(ask())
    if json:
        console.print_json(dict(zip(addresses, answers, strict=True)))
    else:
        rows = list(zip(addresses, answers, strict=True))
        console.out().print(console.table("Services", ("address", "health"), rows, left=("address", "health")))
    return 0 if all(answer == SERVING for answer in answers) else Unavailable.exit_code


def _size(size: float) -> str:
    units = ["B", "kB", "MB", "GB"]
    while size >= 1000 and len(units) > 1:
        size /= 1000
        units.pop(0)
    return f"{size:.0f} B" if units[0] == "B" else f"{size:.1f} {units[0]}"


def _age(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"
