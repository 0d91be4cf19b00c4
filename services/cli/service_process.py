"""One service as a child process: started by `python -m services.<name>`, found by what it announces."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from services.common import startup
from services.common.announcement import Announcement, announcement_file, read_announcement
from services.common.files import private_folder

READY_WITHIN: Final = 60.0
"""Seconds for a service to announce itself: a busy machine compiles and migrates meanwhile."""
STOP_WITHIN: Final = 15.0
"""Seconds from SIGTERM to the end; the grace period of calls (5 s by default) is inside."""
LARGEST_LOG: Final = 16_000_000
"""A longer log is put aside at the next launch (`<label>.log.1`)."""
_OF_ONE_PROCESS: Final = ("ARENA_ADVERTISE", "ARENA_NATS_SEED_FILE", "ARENA_SCORING_TOKEN_FILE")
"""Settings that mean one process and would be wrong for the others of a stack."""
_SLOWS_STARTS: Final = ("PYTHONDONTWRITEBYTECODE",)
"""A stack starts the same modules again and again; compiling them anew each time would double what a start costs."""
_BY_EXIT_CODE: Final = {cls.exit_code: cls for cls in startup.StartupError.__subclasses__()}


class ServiceProcess:
    """Replica number `replica` of a service on `data_dir`, with `environment` on top of ours.

    Launch it from the main thread: it is told to stop when the thread that launched it ends, however that comes about.
    """

    def __init__(self, service: str, replica: int, data_dir: Path, environment: Mapping[str, str]) -> None:
        self.service = service
        self.replica = replica
        self.announcement: Announcement | None = None
        self._data_dir = data_dir
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0

    @property
    def label(self) -> str:
        """`rules-0`."""
        return f"{self.service}-{self.replica}"

    @property
    def log_file(self) -> Path:
        """What it writes: one JSON object a line."""
        return self._data_dir / "log" / f"{self.label}.log"

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def exit_code(self) -> int | None:
        """How it ended; None while it runs or before it was launched."""
        return None if self._process is None else self._process.poll()

    def launch(self) -> None:
        """Start the process; see `await_ready`. The addresses of an earlier life are taken again, so that clients find it."""
        command = [sys.executable, "-m", f"services.{self.service}"]
        setpriv = shutil.which("setpriv")
        if setpriv is not None:
            command = [setpriv, "--pdeathsig", "TERM", "--", *command]
        environment = {
            **{name: value for name, value in os.environ.items() if name not in (*_OF_ONE_PROCESS, *_SLOWS_STARTS)},
            **self._environment,
            "ARENA_DATA_DIR": str(self._data_dir),
            "ARENA_REPLICA": str(self.replica),
        }
        if self.announcement is not None:
            environment["ARENA_METRICS_LISTEN"] = self.announcement.metrics
            environment["ARENA_LISTEN"] = self.announcement.grpc
        private_folder(self.log_file.parent)
        if self.log_file.exists() and self.log_file.stat().st_size > LARGEST_LOG:
            self.log_file.replace(self.log_file.with_suffix(".log.1"))
        self._log_start = self.log_file.stat().st_size if self.log_file.exists() else 0
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C at the terminal is for the parent, which stops us in order
            )

    def await_ready(self, within: float = READY_WITHIN) -> Announcement:
        """Wait until it serves; raises the StartupError that it ended with, or StartFailed."""
        await_all_ready([self], within)
        assert self.announcement is not None
        return self.announcement

    def is_ready(self) -> bool:
        """Whether it has announced itself; raises the StartupError that it ended with."""
        code = self.exit_code
        if code is not None:
            raise _BY_EXIT_CODE.get(code, startup.StartFailed)(f"{self.label}: {self.last_words()}")
        announced = read_announcement(announcement_file(self._data_dir, self.service, self.replica))
        if announced is None or announced.pid != self.pid:
            return False
        self.announcement = announced
        return True

    def last_words(self) -> str:
        """The last line of its log in this life, or how it ended."""
        with self.log_file.open("rb") as log:
            log.seek(self._log_start)
            lines = [line for line in log.read().decode(errors="replace").splitlines() if line.strip()]
        if lines and not lines[-1].startswith("{"):
            return lines[-1]
        return f"ended with exit code {self.exit_code}; see {self.log_file}"

    def terminate(self) -> None:
        """Ask it to stop; harmless when it does not run."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def await_end(self, within: float = STOP_WITHIN) -> None:
        """Wait for its end after `terminate`; kills it when that takes too long."""
        if self._process is None:
            return
        try:
            self._process.wait(within)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def kill9(self) -> None:
        """End it without warning, as a crash would."""
        if self.pid is None or self._process is None:
            raise RuntimeError(f"{self.label} does not run")
        self._process.kill()
        self._process.wait()


def await_all_ready(
    processes: Sequence[ServiceProcess], within: float = READY_WITHIN, look: Callable[[], None] = lambda: None
) -> None:
    """Wait until all serve; raises as soon as one of them has ended: its StartupError, or StartFailed.

    `look` is called again and again; what it raises ends the waiting.
    """
    deadline = time.monotonic() + within
    waiting = list(processes)
    while waiting := [process for process in waiting if not process.is_ready()]:
        if time.monotonic() >= deadline:
            late = waiting[0]
            raise startup.StartFailed(f"{late.label} was not ready within {within:g} s; see {late.log_file}")
        look()
        time.sleep(0.02)
