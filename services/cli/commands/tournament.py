"""`arena tournament run`: a tournament from its file to verified records; `arena tournament abort` stops one."""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from arena.pb.matchmaking.v1.tournaments_pb2 import (
    TOURNAMENT_STATE_FINISHED,
    Tournament,
    WatchTournamentResponse,
)
from engine_core.record import save as save_record
from services.cli import console
from services.cli.card_tables import CardTables, read_tables
from services.cli.commands.record import verify_file
from services.cli.failures import CommandFailed, UsageError
from services.cli.interruption import Interruption, run_to_signal
from services.cli.plain_text import plain
from services.cli.platform import DEFAULT_DATA, Platform
from services.cli.record_files import record_of_message
from services.cli.remote_tournament import PATIENCE_SECONDS, RemoteTournaments
from services.cli.stack import MOST_REPLICAS, Stack, StackSettings
from services.cli.standings import Progress, standings_table
from services.common.ids import new_id
from services.common.tournament_file import BadTournamentFile, TournamentFile, parse

Tables = Mapping[tuple[str, str], CardTables]
"""Card tables by game and folder, as the tournament file names it."""

_TEND_SECONDS: Final = 0.5
_SILENT_SECONDS: Final = 3.0
"""After so long without an answer to the first call the host is told; a wrong address looks like a platform that restarts."""
_AT_ONCE: Final = 8
"""Records fetched at once."""


def run(
    file: Path,
    /,
    *,
    connect: str = "",
    token_file: Path | None = None,
    data: Path | None = None,
    records: Path = Path("records"),
    rules_replicas: Annotated[int, Parameter(validator=Number(gte=1, lte=MOST_REPLICAS))] = 1,
) -> None:
    """Hold the tournament that a file describes, and verify the record of every match.

    Parameters
    ----------
    file
        The tournament file; docs/tournaments.md describes it.
    connect
        Address of a running platform's matchmaking service. Without it a platform is started for the tournament.
    token_file
        With --connect: a file with a token of the role host. Default: the one in the data folder.
    data
        Data folder of the platform that is started, kept afterwards. Default: a temporary one. With --connect: where the token
        lies, .arena unless given.
    records
        Folder for the records; the tournament gets a folder of its own in it.
    rules_replicas
        How many rules replicas are started.
    """
    tournament = read_file(file)
    tables = read_tables_of(tournament, file)
    if connect:
        platform = Platform(data or DEFAULT_DATA, connect, token_file)
        run_to_signal(hold(tournament, tables, platform.address("matchmaking"), platform.token(), records))
        return
    if token_file:
        raise UsageError("--token-file belongs to --connect")
    with Interruption() as interruption, contextlib.ExitStack() as block:
        folder = data or Path(block.enter_context(tempfile.TemporaryDirectory(prefix="arena-")))
        console.err().print("starting the platform", markup=False)
        settings = StackSettings(folder, rules_replicas=rules_replicas)
        stack = block.enter_context(Stack(settings, look=interruption.check))
        asyncio.run(_hold_tended(tournament, tables, records, stack, interruption.check))


def abort(
    tournament_id: str,
    /,
    *,
    connect: str = "",
    token_file: Path | None = None,
    data: Path = DEFAULT_DATA,
) -> None:
    """Stop a tournament before its end: its matches that run are stopped, the standings stay as they are.

    Parameters
    ----------
    tournament_id
        The tournament's id.
    connect
        Address of a running platform's matchmaking service. Default: that of the platform that runs on the data folder.
    token_file
        A file with a token of the role host. Default: the one in the data folder.
    data
        Data folder of a platform that runs on this machine.
    """
    platform = Platform(data, connect, token_file)
    run_to_signal(_abort(tournament_id, platform.address("matchmaking"), platform.token()))


async def _abort(tournament_id: str, matchmaking: str, token: str) -> None:
    async with RemoteTournaments(matchmaking, token) as remote:
        aborted = await remote.abort(tournament_id)
        updates = [update async for update in remote.follow(tournament_id)]
    out = console.out()
    out.print(standings_table(updates[-1].standings, f"{aborted.name}: standings when it was aborted"))
    out.print(f"{aborted.name} is aborted; no match of it runs any more", markup=False)


def read_file(path: Path) -> TournamentFile:
    """The tournament that a file describes; UsageError names file, line and key."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: no UTF-8 text") from None
    except BadTournamentFile as error:
        raise UsageError(f"{path}: {error}") from None


def read_tables_of(tournament: TournamentFile, file: Path) -> Tables:
    """The card tables of the folders that a tournament file names, as seen from the file; UsageError says what is wrong with them."""
    tables = {}
    for game, folder in sorted(tournament.folders):
        try:
            tables[game, folder] = read_tables(game, file.parent / folder)
        except UsageError as error:
            raise UsageError(f"{file}: data: {error}") from None
    return tables


async def hold(tournament: TournamentFile, tables: Tables, matchmaking: str, token: str, folder: Path) -> None:
    """Hold it: progress on standard error, final standings and the records' folder on standard output.

    CommandFailed unless it came to its end and every record verified.
    """
    async with RemoteTournaments(matchmaking, token) as remote:
        waits = f"no answer from {matchmaking} yet; trying for {PATIENCE_SECONDS:g} s in all"
        say = partial(console.err().print, plain(waits), markup=False)
        notice = asyncio.get_running_loop().call_later(_SILENT_SECONDS, say)
        try:
            digests = {named: each.digest for named, each in tables.items()}
            started = await remote.start(tournament.request(new_id(), digests), tables.values())
        finally:
            notice.cancel()
        last = WatchTournamentResponse()
        with Progress() as progress:
            progress.say(f"{started.name}: {_number(len(started.entrants), 'entrant')}, {_programme(started)}")
            progress.say(f"tournament {started.tournament_id}")
            async for last in remote.follow(started.tournament_id):
                progress.show(last)
        out = console.out()
        out.print(standings_table(last.standings, f"{started.name}: final standings"))
        if last.tournament.state != TOURNAMENT_STATE_FINISHED:
            raise CommandFailed(f"the tournament {started.tournament_id} was stopped before its end")
        kept = folder / _folder_name(started)
        _make_folder(kept)
        paths = [path async for path in _fetch(remote, started, kept)]
    out.print(f"{_number(len(paths), 'record')} in {kept}", markup=False)
    await _verify(paths)
    out.print("all records verified", markup=False)


def _programme(tournament: Tournament) -> str:
    """`3 rounds of medico, 1 round of azerland`."""
    return ", ".join(f"{_number(leg.rounds, 'round')} of {leg.game}" for leg in tournament.legs)


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


async def _hold_tended(
    tournament: TournamentFile, tables: Tables, folder: Path, stack: Stack, look: Callable[[], None]
) -> None:
    holding = asyncio.create_task(hold(tournament, tables, stack.address("matchmaking"), stack.token(), folder))
    try:
        while not (await asyncio.wait((holding,), timeout=_TEND_SECONDS))[0]:
            # In this thread, although it blocks: children die with the thread that started them.
            for line in stack.tend():
                console.err().print(line, markup=False)
            look()
    finally:
        holding.cancel()
        await asyncio.wait((holding,))
    holding.result()


async def _fetch(remote: RemoteTournaments, tournament: Tournament, folder: Path) -> AsyncIterator[Path]:
    matches = [table for table in await remote.tables(tournament.tournament_id) if table.match_id]
    where = await remote.rules_targets(tournament.tournament_id)
    gate = asyncio.Semaphore(_AT_ONCE)

    async def fetch(name: str, round_number: int, match_id: str) -> Path:
        async with gate:
            record = record_of_message(await remote.record(match_id, where[round_number - 1]))
        path = folder / name
        save_record(record, path)
        return path

    fetching = [
        asyncio.create_task(
            fetch(f"round-{table.round:02}-table-{table.table:02}-{table.match_id}.json", table.round, table.match_id)
        )
        for table in matches
    ]
    try:
        for each in fetching:
            yield await each
    finally:
        for each in fetching:
            each.cancel()
        await asyncio.gather(*fetching, return_exceptions=True)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--records: {folder}: {error.strerror}") from None


async def _verify(paths: list[Path]) -> None:
    broken = []
    with console.progress("verifying", len(paths)) as advance:
        for path in paths:
            try:
                verify_file(path)
            except CommandFailed as failed:
                broken.append(failed)
            advance()
            await asyncio.sleep(0)  # to be stopped, if that is wanted
    for other in broken[1:]:
        console.err().print(str(other), markup=False)
    if broken:
        raise CommandFailed(f"{len(broken)} of {len(paths)} records do not verify: {broken[0]}")


def _folder_name(tournament: Tournament) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", tournament.name.lower()).strip("-")[:40]
    return f"{words}-{tournament.tournament_id}" if words else tournament.tournament_id
