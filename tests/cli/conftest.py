"""The command line called in this process, and one platform for all tests that need one."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.cli.__main__ import run
from services.cli.stack import Stack, StackSettings

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(sys.executable).with_name("arena")


@dataclass(frozen=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """Standard error, which must be exactly one line."""
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


Arena = Callable[..., Said]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str]) -> Arena:
    """Call the command line: `arena("play", "medico", ...)`."""

    def call(*arguments: object) -> Said:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return call


def script(*arguments: object, timeout: float = 100.0) -> Said:
    """The installed command as a process of its own."""
    command = [str(SCRIPT), *(str(argument) for argument in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, cwd=ROOT)
    return Said(done.returncode, done.stdout, done.stderr)


def until(condition: Callable[[], bool], within: float = 30.0) -> None:
    """Wait until `condition` holds; fails the test if it does not within so many seconds."""
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A running platform with two rules replicas. A test that kills something starts it again (`tend`)."""
    with Stack(StackSettings(tmp_path_factory.mktemp("platform"), rules_replicas=2)) as running:
        yield running
