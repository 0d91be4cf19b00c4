"""`arena scenario`: positions written by hand, tried."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from engine_core.errors import BadScenario
from engine_core.expectations import Difference
from engine_core.scenario import load, run
from services.cli.failures import CommandFailed, UsageError
from services.cli.plain_text import plain


def scenario(file: Annotated[list[Path], Parameter(negative="")], /) -> int:
    """Try scenario files; see docs/scenarios.md for the format.

    Parameters
    ----------
    file
        Scenario files, .toml or .json.
    """
    worst = 0
    for path in file:
        try:
            print(_try(path))
        except CommandFailed as failed:
            print(plain(str(failed)), file=sys.stderr)
            worst = max(worst, failed.exit_code)
    return worst


def _try(path: Path) -> str:
    try:
        outcome = run(load(path))
    except BadScenario as error:
        text = str(error)
        raise UsageError(text if text.startswith(f"{path}:") else f"{path}: {text}") from None
    if isinstance(outcome, Difference):
        raise CommandFailed(f"{path}: {outcome}")
    title = f" ({outcome.title})" if outcome.title else ""
    for warning in outcome.warnings:
        print(f"{path}: note: {warning}", file=sys.stderr)
    return plain(f"{path}: passed, {outcome.steps} steps{title}")
