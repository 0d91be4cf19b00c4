"""The embedded NATS server: a child process with JetStream, its own keys and the users of users.py."""

import asyncio
import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from services.common.bus import streams, users
from services.common.bus.connection import BusAddress, connect
from services.common.files import private_folder, write_atomically
from services.common.ports import lasting_port
from services.common.startup import DataFolderInUse, MissingBinary, PortInUse, StartFailed

BINARY_VARIABLE = "ARENA_NATS_SERVER_BIN"
MAX_PAYLOAD = 1024 * 1024
_READY_WITHIN = 30.0
_STOP_WITHIN = 10.0
_LOOK_EVERY = 0.02


def find_nats_server() -> Path:
    """The nats-server beside the interpreter, on the PATH, or named by ARENA_NATS_SERVER_BIN, in this order.

    Raises MissingBinary.
    """
    beside = Path(sys.executable).with_name("nats-server")
    if os.access(beside, os.X_OK):
        return beside
    on_path = shutil.which("nats-server")
    if on_path is not None:
        return Path(on_path)
    named = os.environ.get(BINARY_VARIABLE)
    if named and os.access(named, os.X_OK) and Path(named).is_file():
        return Path(named)
    raise MissingBinary(
        "nats-server was not found beside the Python interpreter or on the PATH; "
        f"install the package nats-server-bin or set {BINARY_VARIABLE}"
    )


@dataclass(frozen=True, slots=True)
class EmbeddedNatsSettings:
    """How the embedded server runs.

    `port` 0 takes a free one. `sync_always` makes an acknowledgement survive a power cut, not only the death of the
    process; it costs about 40 % of the append rate.
    """

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 0
    sync_always: bool = False


class EmbeddedNats:
    """A NATS server on `<data>/nats`. Start it from the main thread: it dies with the thread that started it.

        with EmbeddedNats(EmbeddedNatsSettings(data)) as server:
            bus = await connect(server.address("rules"))

    Synchronous on purpose, for the command line and for tests. Starting again on the same data, also after `kill9`,
    keeps every acknowledged message. After the first start the port stays the same, so that clients find it again.

    `look` is called again and again while a start waits; what it raises ends the start.
    """

    def __init__(self, settings: EmbeddedNatsSettings, *, look: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._look = look
        self._folder = settings.data_dir / "nats"
        self._port = settings.port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Client URL, known once started."""
        if self._port == 0:
            raise RuntimeError("the server has not been started")
        return f"nats://{self._settings.host}:{self._port}"

    @property
    def pid(self) -> int | None:
        """Process id while the server runs."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def log_file(self) -> Path:
        """The server's own log."""
        return self._folder / "nats-server.log"

    def address(self, user: str, *, name: str = "") -> BusAddress:
        """How `user` (see users.USERS) enters this server."""
        return BusAddress(self.url, user, users.seed_file(self._settings.data_dir, user), name)

    def start(self) -> None:
        """Start and wait until the server is ready and every stream exists.

        Raises MissingBinary, PortInUse, DataFolderInUse or StartFailed; then nothing is left running.
        """
        self._launch()
        try:
            self._provision()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop gracefully; harmless when it does not run."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(_STOP_WITHIN)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._process = None

    def kill9(self) -> None:
        """Kill without warning, as a crash would."""
        if self._process is None:
            raise RuntimeError("the server does not run")
        self._process.kill()
        self._process.wait()
        self._process = None

    def restart(self) -> None:
        """Start again on the same data and port, after `kill9` or in place of `stop` and `start`."""
        self.stop()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _provision(self) -> None:
        given_up = threading.Event()
        with ThreadPoolExecutor(1) as pool:  # also callable where an event loop already runs
            provisioning = pool.submit(asyncio.run, self._make_streams(given_up))
            try:
                while not wait((provisioning,), timeout=_LOOK_EVERY).done:
                    self._look()
            except BaseException:
                given_up.set()  # or the pool would wait for it at its end
                raise
            provisioning.result()

    async def _make_streams(self, given_up: threading.Event) -> None:
        async def make() -> None:
            async with await connect(self.address("provisioner"), budget=10.0) as bus:
                await streams.provision(bus)

        making = asyncio.create_task(make())
        while not (await asyncio.wait((making,), timeout=_LOOK_EVERY))[0]:
            if given_up.is_set():
                making.cancel()
        await making

    def _launch(self) -> None:
        if self.pid is not None:
            raise RuntimeError("the server already runs")
        binary = find_nats_server()
        private_folder(self._settings.data_dir)
        private_folder(self._folder)
        for stale in self._folder.glob("*.ports"):
            stale.unlink()
        first = self._port == 0
        if first:
            self._port = lasting_port(self._settings.host)
        write_atomically(self._folder / "nats.conf", self._config().encode(), mode=0o600)
        command = [str(binary), "-c", str(self._folder / "nats.conf")]
        setpriv = shutil.which("setpriv")
        if setpriv is not None:
            command = [setpriv, "--pdeathsig", "KILL", "--", *command]
        output = self._folder / "output.log"
        try:
            with self._lock() as lock, output.open("wb") as sink:
                # The child inherits the lock, so it is held exactly as long as the server lives.
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=sink,
                    stderr=subprocess.STDOUT,
                    pass_fds=(lock,),
                    start_new_session=True,  # Ctrl-C at the terminal is for the parent, which stops us in order
                )
            self._port = self._await_port(self._process)
        except BaseException:
            if first:
                self._port = 0
            self.stop()
            raise

    @contextlib.contextmanager
    def _lock(self) -> Iterator[int]:
        descriptor = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._await_lock(descriptor)
            yield descriptor
        finally:
            os.close(descriptor)

    def _await_lock(self, descriptor: int) -> None:
        # A server that was just killed holds it for some milliseconds more.
        deadline = time.monotonic() + 2
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise DataFolderInUse(
                        f"another NATS server works on {self._folder}; stop it or choose another data folder"
                    ) from None
                self._look()
                time.sleep(0.02)
            else:
                return

    def _await_port(self, process: subprocess.Popen[bytes]) -> int:
        ports_file = self._folder / f"nats-server_{process.pid}.ports"
        deadline = time.monotonic() + _READY_WITHIN
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise self._why_it_ended(process.returncode)
            if ports_file.exists():
                # The server writes the file in place: it may be seen half written.
                with contextlib.suppress(json.JSONDecodeError, LookupError):
                    return int(json.loads(ports_file.read_text())["nats"][0].rsplit(":", 1)[1])
            self._look()
            time.sleep(0.01)
        raise StartFailed(f"nats-server was not ready within {_READY_WITHIN:g} s; see {self.log_file}")

    def _why_it_ended(self, code: int) -> StartFailed | PortInUse:
        lines = self.log_file.read_text(errors="replace").splitlines() if self.log_file.exists() else []
        lines += (self._folder / "output.log").read_text(errors="replace").splitlines()
        fatal = [line for line in lines if "[FTL]" in line or "nats-server:" in line]
        why = fatal[-1].rsplit("[FTL]", 1)[-1].strip() if fatal else f"exit code {code}"
        if "address already in use" in why:
            return PortInUse(
                f"port {self._port} on {self._settings.host} is in use by another process; choose another for NATS (`arena up --port`)"
            )
        return StartFailed(f"nats-server did not start: {why}; see {self.log_file}")

    def _config(self) -> str:
        public_keys = {user.name: users.ensure_seed(self._settings.data_dir, user.name) for user in users.USERS}
        if self.log_file.exists():
            self.log_file.replace(self.log_file.with_suffix(".log.1"))
        quoted = {
            "store": json.dumps(str(self._folder / "jetstream")),
            "ports": json.dumps(str(self._folder)),
            "log": json.dumps(str(self.log_file)),
        }
        sync = "  sync_interval: always\n" if self._settings.sync_always else ""
        return (
            "# Generated at every start; edits are lost.\n"
            f'server_name: "arena"\n'
            f'listen: "{self._settings.host}:{self._port or -1}"\n'
            f"ports_file_dir: {quoted['ports']}\n"
            f"log_file: {quoted['log']}\n"
            "logfile_size_limit: 16MB\n"
            "logfile_max_num: 3\n"
            f"max_payload: {MAX_PAYLOAD}\n"
            f"jetstream {{\n  store_dir: {quoted['store']}\n{sync}}}\n" + users.authorization(public_keys)
        )
