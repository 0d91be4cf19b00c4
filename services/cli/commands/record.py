"""`arena record verify`: proof that records say what happened."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from engine_core.errors import BadRecord, RecordNotComplete
from engine_core.replay import Verified
from engine_core.replay import verify as replay_and_compare
from services.cli.failures import CommandFailed, EndedByFault, StillRunning, UsageError
from services.cli.plain_text import plain
from services.cli.record_files import load_record

_GRAVEST_FIRST: Final = (
    CommandFailed.exit_code,
    UsageError.exit_code,
    EndedByFault.exit_code,
    StillRunning.exit_code,
)


def verify(
    file: Annotated[list[Path], Parameter(negative="")], /, *, quiet: Annotated[bool, Parameter(negative="")] = False
) -> int:
    """Replay records and compare.

    Parameters
    ----------
    file
        Record files.
    quiet
        Say nothing about records that verify.
    """
    codes = {0}
    for path in file:
        try:
            verified = verify_file(path)
        except CommandFailed as failed:
            print(plain(str(failed)), file=sys.stderr)
            codes.add(failed.exit_code)
        else:
            if not quiet:
                print(
                    f"{plain(str(path))}: verified, {verified.entries} entries, {verified.plies} actions{_places(verified)}"
                )
    # A broken record weighs more than a file that is none, then comes a match without a result, then one that still runs.
    return next((code for code in _GRAVEST_FIRST if code in codes), 0)


def verify_file(path: Path) -> Verified:
    """Replay a record file. CommandFailed with what differs first; UsageError without a file.

    StillRunning if its match has not ended, EndedByFault if its platform could not bring it to an end.
    """
    if path.is_dir():
        raise UsageError(f"{path}: a folder; name the record files in it")
    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    try:
        verified = replay_and_compare(load_record(path))
    except RecordNotComplete as error:
        raise StillRunning(f"{path}: not verified: {error}") from None
    except BadRecord as error:
        raise CommandFailed(f"{path}: broken: {error}") from None
    if verified.fault is not None:
        where = "its set-up" if verified.fault < 0 else f"entry {verified.fault}"
        raise EndedByFault(
            f"{path}: no result: the platform could not play the match on from {where} and ended it; "
            f"{verified.entries} entries replay here"
        )
    return verified


def _places(verified: Verified) -> str:
    if verified.outcome is None:
        return ", not played to its end"
    points = ", ".join(str(seat.points) for seat in verified.outcome.seats)
    winners = ", ".join(str(seat.seat) for seat in verified.outcome.seats if seat.place == 1)
    # A solo game can be lost: then the game itself has won.
    return f", points {points}, won by seat {winners}" if winners else f", points {points}, lost"
