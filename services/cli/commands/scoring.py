"""`arena scoring rebuild`: the ratings counted anew from the stream of results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from services.cli.failures import UsageError
from services.cli.platform import DEFAULT_DATA
from services.cli.stack import nats_of


def rebuild(*, data: Path = DEFAULT_DATA) -> int:
    """Count all results anew, in one transaction; may be done while the platform runs.

    Parameters
    ----------
    data
        Data folder. Elsewhere `python -m services.scoring rebuild` does the same with the settings of the scoring service.
    """
    if not (data / "nats").is_dir():
        raise UsageError(f"{data} is no data folder of a platform: it has no streams")
    with nats_of(data) as url:
        environment = {**os.environ, "ARENA_DATA_DIR": str(data.absolute()), "ARENA_NATS_URL": url}
        command = [sys.executable, "-m", "services.scoring", "rebuild"]
        return subprocess.run(command, env=environment, check=False).returncode
