"""The whole platform as processes of one machine: started, found, killed, started again, stopped."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from services.cli import stack as stack_module
from services.cli.service_process import ServiceProcess, await_all_ready
from services.cli.stack import Footprint, Stack, StackSettings, nats_of, running_stack
from services.common.announcement import announcements
from services.common.bus import BusError, EmbeddedNats
from services.common.bus.server import BINARY_VARIABLE
from services.common.bus.users import seed_file
from services.common.startup import DataFolderInUse, MissingBinary, PortInUse, SettingsInvalid, StartFailed
from tests.cli.conftest import ROOT, SCRIPT, Arena, script, until

pytestmark = pytest.mark.xdist_group("platform")

SERVICES = [("bots", 0), ("matchmaking", 0), ("rules", 0), ("rules", 1), ("scoring", 0)]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def free_base() -> int:
    """A base port with free ports where a stack with one replica wants them.

    Below the ports that systems hand out, and in a region of this worker's own: another test that looks, or a server of another test,
    would take one between the look and the use.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    region = 11_000 // workers
    for base in range(21000 + worker * region, 21000 + (worker + 1) * region - 110, 111):
        try:
            for offset in (0, 1, 2, 3, 10, 100, 101, 102, 110):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", base + offset))
        except OSError:
            continue
        return base
    raise AssertionError("no free ports")


def test_every_service_is_a_process_of_its_own_and_announces_itself(stack: Stack) -> None:
    found = announcements(stack.data_dir)
    assert sorted((each.service, each.replica) for each in found) == SERVICES
    pids = {each.pid for each in found} | {stack.nats.pid}
    assert len(pids) == 6
    assert os.getpid() not in pids
    assert stack.address("rules").count(",") == 1
    assert running_stack(stack.data_dir) == Footprint(stack.nats.url, os.getpid())
    with pytest.raises(KeyError):
        stack.address("referee")


def test_keys_and_tokens_are_readable_by_their_owner_only(stack: Stack) -> None:
    keys = stack.data_dir / "keys"
    assert keys.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in keys.iterdir()} == {0o600}
    assert stack.token().count(".") == 2
    assert len({stack.token(name) for name in ("cli", "rules", "bots", "scoring", "matchmaking")}) == 5


def test_what_is_killed_comes_back_at_the_same_address(stack: Stack) -> None:
    before = {each.service + str(each.replica): each for each in announcements(stack.data_dir)}
    stack.kill9("rules", 1)
    stack.kill9("nats")
    lines = stack.tend()
    assert lines[0] == "the NATS server died and was started again"
    assert lines[1].startswith("rules-1 died (exit code -9) and was started again; see ")
    assert stack.tend() == []
    after = {each.service + str(each.replica): each for each in announcements(stack.data_dir)}
    assert after["rules1"].grpc == before["rules1"].grpc
    assert after["rules1"].metrics == before["rules1"].metrics
    assert after["rules1"].pid != before["rules1"].pid
    assert after["rules0"] == before["rules0"]
    assert stack.process("rules", 1).pid == after["rules1"].pid
    with pytest.raises(KeyError):
        stack.process("rules", 2)


def test_another_stack_on_the_same_data_is_refused_and_does_not_disturb_the_first(stack: Stack) -> None:
    second = Stack(StackSettings(stack.data_dir))
    with pytest.raises(DataFolderInUse, match="another NATS server works on"):
        second.start()
    second.stop()  # as `arena up` does at its end, however that comes about
    assert running_stack(stack.data_dir) is not None
    assert len(announcements(stack.data_dir)) == len(SERVICES)
    assert stack.tend() == []


def test_the_bus_of_a_data_folder_is_that_of_its_stack_or_one_for_the_moment(stack: Stack, tmp_path: Path) -> None:
    with nats_of(stack.data_dir) as url:
        assert url == stack.nats.url
    assert stack.nats.pid is not None
    assert running_stack(tmp_path) is None
    with nats_of(tmp_path) as url:
        assert url != stack.nats.url


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"pid": 1}', b'{"nats_url": "x", "pid": "y"}', b'{"nats_url": "x", "pid": -1}', b"[" * 9999],
)
def test_a_damaged_footprint_is_one_clear_line_and_no_hindrance_to_a_start(
    arena: Arena, tmp_path: Path, content: bytes
) -> None:
    file = Footprint.file(tmp_path)
    file.parent.mkdir()
    file.write_bytes(content)
    said = arena("status", "--data", tmp_path)
    assert said.code == SettingsInvalid.exit_code
    assert str(file) in said.line


def test_a_bus_that_is_killed_while_a_service_starts_is_no_reason_to_give_up(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, scoring = stack.process("bots"), stack.process("scoring")
    launch = ServiceProcess.launch
    launched = []

    def launch_and_kill(process: ServiceProcess) -> None:
        launch(process)
        launched.append(process.label)
        if len(launched) == 1:
            stack.nats.kill9()
        if len(launched) == 2:
            process.kill9()

    monkeypatch.setattr(ServiceProcess, "launch", launch_and_kill)
    bots.kill9()
    scoring.kill9()
    lines = stack.tend()
    assert len(launched) == 3, "the one that was killed while it started is started again"
    assert set(launched) == {"bots-0", "scoring-0"}
    assert [line for line in lines if "NATS" in line] == ["the NATS server died and was started again"]
    assert all(each.pid is not None and each.is_ready() for each in (bots, scoring))
    assert stack.tend() == []


def test_a_bus_that_dies_while_it_is_provisioned_is_started_once_more(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = EmbeddedNats.start
    failures = [StartFailed("killed before it was ready"), BusError("killed while it was provisioned")]

    def start_in_the_end(nats: EmbeddedNats) -> None:
        if failures:
            raise failures.pop(0)
        start(nats)

    monkeypatch.setattr(EmbeddedNats, "start", start_in_the_end)
    stack.nats.kill9()
    assert stack.tend() == ["the NATS server died and was started again"] * 3
    assert stack.nats.pid is not None


def test_a_footprint_of_a_process_that_cannot_be_is_no_running_stack(tmp_path: Path) -> None:
    file = Footprint.file(tmp_path)
    file.parent.mkdir()
    file.write_text('{"nats_url": "nats://127.0.0.1:1", "pid": 99999999999999999999}')
    assert running_stack(tmp_path) is None


def test_a_damaged_announcement_is_one_clear_line(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "rules-0.json").write_bytes(b"junk")
    said = arena("status", "--data", tmp_path)
    assert said.code == SettingsInvalid.exit_code
    assert "rules-0.json is not an announcement" in said.line


@pytest.mark.parametrize("where", ["a-file", "a-file/below", "/proc/nowhere", "x" * 300])
def test_a_data_folder_that_cannot_be_one_is_one_clear_line(arena: Arena, tmp_path: Path, where: str) -> None:
    (tmp_path / "a-file").write_bytes(b"")
    said = arena("up", "--data", tmp_path / where)
    assert said.code == SettingsInvalid.exit_code
    assert "cannot be our folder" in said.line
    assert (tmp_path / "a-file").read_bytes() == b""


def test_a_disk_that_cannot_be_written_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(path: Path, content: bytes, *, mode: int = 0o644) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(stack_module, "write_atomically", full)
    stack = Stack(StackSettings(tmp_path / "data"))
    with pytest.raises(StartFailed, match=r"stack\.json: No space left on device"):
        stack.start()
    assert stack.nats.pid is None


def test_a_damaged_seed_is_one_clear_line(tmp_path: Path) -> None:
    seed = seed_file(tmp_path / "data", "bots")
    seed.parent.mkdir(parents=True)
    seed.write_bytes(b"rubbish")
    seed.chmod(0o600)
    stack = Stack(StackSettings(tmp_path / "data"))
    with pytest.raises(SettingsInvalid, match=r"bots\.nk is no seed of an nkey"):
        stack.start()
    assert stack.nats.pid is None
    assert seed.read_bytes() == b"rubbish", "a key is never replaced unasked"


@pytest.mark.parametrize(("host", "shown"), [("::1", "[::1]"), ("[::1]", "[::1]"), ("localhost", "localhost")])
def test_the_host_may_be_an_ipv6_address_or_a_name(tmp_path: Path, host: str, shown: str) -> None:
    stack = Stack(StackSettings(tmp_path, host=host, port=20000))
    assert stack.nats.url == f"nats://{shown}:20003"
    assert stack._environment("rules", 1)["ARENA_LISTEN"] == f"{shown}:20011"


@pytest.mark.parametrize(
    "settings",
    [{"rules_replicas": 0}, {"rules_replicas": 65}, {"port": 80}, {"port": 65500}, {"host": ""}, {"host": "[]"}],
)
def test_settings_that_make_no_sense_are_one_clear_line(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsInvalid) as invalid:
        Stack(StackSettings(tmp_path, **settings))
    assert "\n" not in str(invalid.value)


def test_what_dies_again_and_again_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stack = Stack(StackSettings(tmp_path))
    monkeypatch.setattr(stack_module, "MOST_RESTARTS", 2)
    for _ in range(2):
        stack._note_death("rules-0", "boom")
    with pytest.raises(StartFailed, match=r"rules-0 died 3 times within 0 s: boom"):
        stack._note_death("rules-0", "boom")


def test_a_service_that_cannot_start_ends_the_start_with_its_own_line_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARENA_SCORING_DATABASE_URL", "rubbish")
    stack = Stack(StackSettings(tmp_path / "data"))
    with pytest.raises(SettingsInvalid, match="scoring-0: not a database URL"):
        stack.start()
    assert stack.nats.pid is None
    assert stack.services == ()
    assert running_stack(tmp_path / "data") is None
    until(lambda: announcements(tmp_path / "data") == [])


class Scripted(ServiceProcess):
    """A process that answers what it is told to each time it is asked whether it is ready."""

    def __init__(self, label: str, *answers: bool | StartFailed) -> None:
        super().__init__(label, 0, Path("data"), {})
        self._answers = list(answers)

    def is_ready(self) -> bool:
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, StartFailed):
            raise answer
        return answer


def test_who_cannot_start_is_told_at_once_however_long_the_others_take() -> None:
    slow, broken = Scripted("rules", False), Scripted("scoring", False, StartFailed("scoring-0: no"))
    with pytest.raises(StartFailed, match="scoring-0: no"):
        await_all_ready([slow, broken])
    with pytest.raises(StartFailed, match=r"rules-0 was not ready within 0\.1 s; see data/log/rules-0\.log"):
        await_all_ready([Scripted("bots", True), slow], within=0.1)
    await_all_ready([Scripted("bots", True), Scripted("rules", False, False, True)])


class Up:
    """`arena up` as a process of its own."""

    def __init__(self, *arguments: object) -> None:
        command = [str(SCRIPT), "up", *(str(argument) for argument in arguments)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: list[str] = []

    def read_until(self, end: str) -> list[str]:
        """Its output up to the line that says `end`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if end in line:
                return self.lines
        raise AssertionError(f"it ended: {self.lines} {self.process.stderr.read() if self.process.stderr else ''}")

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Exit code and standard error after a signal."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


@pytest.fixture
def up() -> Iterator[Callable[..., Up]]:
    started: list[Up] = []

    def start(*arguments: object) -> Up:
        started.append(Up(*arguments))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.communicate()


def test_up_prints_the_addresses_tends_what_dies_and_ctrl_c_stops_everything(
    up: Callable[..., Up], tmp_path: Path
) -> None:
    base = free_base()
    running = up("--data", tmp_path / "data", "--port", base)
    lines = running.read_until("Ctrl-C stops everything")
    found = announcements(tmp_path / "data")
    ports = {"matchmaking": 0, "scoring": 1, "bots": 2, "rules": 10}
    assert {each.service: int(each.grpc.split(":")[1]) - base for each in found} == ports
    for each in found:
        assert any(each.grpc in line and each.metrics in line and each.service in line for line in lines)
    assert any(f"127.0.0.1:{base + 3}" in line and "nats" in line for line in lines)
    pids = [each.pid for each in found]
    nats = running_stack(tmp_path / "data")
    assert nats is not None
    os.kill(pids[0], signal.SIGKILL)
    until(lambda: pids[0] not in [each.pid for each in announcements(tmp_path / "data")])
    until(lambda: len(announcements(tmp_path / "data")) == 4)
    pids = [each.pid for each in announcements(tmp_path / "data")]
    code, err = running.end(signal.SIGINT)
    assert code == 0
    assert "died (exit code -9) and was started again" in err.splitlines()[0]
    assert err.splitlines()[1:] == ["stopping", "stopped"]
    assert not any(alive(pid) for pid in pids)
    assert announcements(tmp_path / "data") == []
    assert running_stack(tmp_path / "data") is None


NEVER_READY = """
import sys
from services.cli.__main__ import main
from services.cli.service_process import ServiceProcess
ServiceProcess.is_ready = lambda self: False
main(sys.argv[1:])
"""


@pytest.mark.parametrize(("number", "second"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
@pytest.mark.parametrize("command", ["up", "tournament"])
def test_a_signal_while_the_platform_starts_stops_it_at_once_and_in_order(
    tmp_path: Path, command: str, number: signal.Signals, second: bool
) -> None:
    data = tmp_path / "data"
    event = ROOT / "deploy" / "examples" / "medico-night.toml"
    arguments = {"up": ["up"], "tournament": ["tournament", "run", str(event)]}[command]
    process = subprocess.Popen(
        [sys.executable, "-c", NEVER_READY, *arguments, "--data", str(data)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        until(lambda: len(announcements(data)) == len(SERVICES) - 1)
        pids = [each.pid for each in announcements(data)]
        begun = time.monotonic()
        process.send_signal(number)
        if second:
            process.send_signal(number)  # impatience changes nothing
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.communicate()
    assert time.monotonic() - begun < 15, "the start alone would have been waited for a minute"
    said = {"up": ["stopping", "stopped"], "tournament": ["starting the platform"]}[command]
    assert err.splitlines() == said
    assert process.returncode == (0 if command == "up" else 128 + number)
    assert not any(alive(pid) for pid in pids)
    assert announcements(data) == []
    assert running_stack(data) is None


@pytest.mark.parametrize("looks", [0, 3, 30, 100])
def test_a_start_can_be_ended_wherever_it_waits_and_leaves_nothing(tmp_path: Path, looks: int) -> None:
    class Enough(BaseException):
        pass

    left = iter(range(looks))

    def look() -> None:
        if next(left, None) is None:
            raise Enough

    stack = Stack(StackSettings(tmp_path / "data"), look=look)
    with pytest.raises(Enough):
        stack.start()
    assert stack.nats.pid is None
    assert stack.services == ()
    assert announcements(tmp_path / "data") == []
    assert running_stack(tmp_path / "data") is None


def test_kill_9_of_up_takes_everything_with_it_and_the_data_can_be_used_again(
    up: Callable[..., Up], tmp_path: Path
) -> None:
    running = up("--data", tmp_path / "data")
    running.read_until("Ctrl-C stops everything")
    pids = [each.pid for each in announcements(tmp_path / "data")]
    running.end(signal.SIGKILL)
    until(lambda: not any(alive(pid) for pid in pids))
    again = up("--data", tmp_path / "data")
    again.read_until("Ctrl-C stops everything")
    pids = [each.pid for each in announcements(tmp_path / "data")]
    assert again.end(signal.SIGTERM) == (0, "stopping\nstopped\n")
    assert not any(alive(pid) for pid in pids)


def test_a_port_in_use_is_one_clear_line_with_its_exit_code(tmp_path: Path) -> None:
    base = free_base()
    for offset, who in ((3, "NATS"), (1, "ARENA_LISTEN")):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", base + offset))
            taken.listen()
            said = script("up", "--data", tmp_path / str(offset), "--port", base)
        assert said.code == PortInUse.exit_code == 4
        assert f"{base + offset}" in said.line
        assert who in said.line
        assert announcements(tmp_path / str(offset)) == []


def test_a_missing_binary_is_one_clear_line_with_its_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A folder with nothing but the interpreter: no server beside it, none on the path.
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(BINARY_VARIABLE, raising=False)
    with pytest.raises(MissingBinary, match="nats-server was not found") as missing:
        Stack(StackSettings(tmp_path / "data")).start()
    assert "\n" not in str(missing.value)
    assert MissingBinary.exit_code == 3
