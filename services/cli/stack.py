"""The whole platform on one machine: the NATS server and every service, each as its own process.

    with Stack(StackSettings(Path(".arena"), rules_replicas=2)) as stack:
        while ...:
            stack.tend()            # starts again what died
            time.sleep(0.2)

Everything is started from, and dies with, the thread that enters the block (the main thread). For fault tests: `kill9`.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from services.cli.service_process import READY_WITHIN, ServiceProcess, await_all_ready
from services.common.access import HOST, OPERATOR, PLAYER, SERVICE, mint_service_token, token_file
from services.common.bus import BusError, EmbeddedNats, EmbeddedNatsSettings
from services.common.files import private_folder, write_atomically
from services.common.startup import SettingsInvalid, StartFailed, StartupError

MOST_RESTARTS: Final = 5
"""A process that dies more often than this within RESTARTS_WITHIN seconds is not started again: the stack gives up."""
RESTARTS_WITHIN: Final = 60.0
_LOOK_AGAIN: Final = 0.02

CLI: Final = "cli"
"""Whose token the command line uses (`<data>/keys/cli.token`): host and operator."""
_ROLES: Final = {
    "rules": (SERVICE,),
    "bots": (SERVICE,),
    "scoring": (SERVICE,),
    "matchmaking": (SERVICE,),
    CLI: (HOST, OPERATOR, PLAYER),
}
_PORT_OF: Final = {"matchmaking": 0, "scoring": 1, "bots": 2, "nats": 3, "rules": 10}
"""With a base port: how far each service is above it; rules replicas follow one another."""
_METRICS_ABOVE: Final = 100
MOST_REPLICAS: Final = 64


@dataclass(frozen=True, slots=True)
class StackSettings:
    """How a stack runs. `port` 0: free ports; else matchmaking there and the others above it, metrics 100 higher.

    `sync_always`: an acknowledged append survives a power cut, not only the death of a process.
    """

    data_dir: Path
    rules_replicas: int = 1
    host: str = "127.0.0.1"
    port: int = 0
    sync_always: bool = False


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a running stack leaves in its data folder (`<data>/run/stack.json`) for other commands to find."""

    nats_url: str
    pid: int

    @staticmethod
    def file(data_dir: Path) -> Path:
        """Where it lies."""
        return data_dir / "run" / "stack.json"


def running_stack(data_dir: Path) -> Footprint | None:
    """The stack that runs on a data folder; None if there is none. SettingsInvalid if what it left there is damaged."""
    path = Footprint.file(data_dir)
    try:
        found = Footprint(**json.loads(path.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, TypeError, ValueError, RecursionError) as error:
        raise SettingsInvalid(f"{path} does not say which stack runs ({error}); remove it if none does") from None
    if type(found.pid) is not int or found.pid < 1 or type(found.nats_url) is not str:
        raise SettingsInvalid(f"{path} does not say which stack runs; remove it if none does")
    try:
        os.kill(found.pid, 0)
    except (ProcessLookupError, OverflowError):
        return None
    except PermissionError:
        return found  # it runs, as somebody else
    return found


class Stack:
    """See the module. `report` of every restart is returned by `tend`; addresses are known once started.

    `look` is called again and again while `start` and `tend` wait. What it raises ends them: a start leaves nothing running then.
    """

    def __init__(self, settings: StackSettings, *, look: Callable[[], None] = lambda: None) -> None:
        if not 1 <= settings.rules_replicas <= MOST_REPLICAS:
            raise SettingsInvalid(f"1 to {MOST_REPLICAS} rules replicas, not {settings.rules_replicas}")
        if settings.port and not 1024 <= settings.port <= 65535 - _METRICS_ABOVE - _PORT_OF["rules"] - MOST_REPLICAS:
            raise SettingsInvalid(f"a base port of 1024 or more with room above it, not {settings.port}")
        if not settings.host.strip("[]"):
            raise SettingsInvalid("an address to listen on, not an empty one")
        self.data_dir = settings.data_dir.absolute()
        self._settings = settings
        self._look = look
        self._host = settings.host if ":" not in settings.host else f"[{settings.host.strip('[]')}]"
        nats_port = self._port("nats") if settings.port else 0
        self.nats = EmbeddedNats(
            EmbeddedNatsSettings(self.data_dir, host=self._host, port=nats_port, sync_always=settings.sync_always),
            look=look,
        )
        self.services: tuple[ServiceProcess, ...] = ()
        self._deaths: dict[str, deque[float]] = {}
        self._killed: set[str] = set()
        self._holds_data = False
        self._nats_words = ""

    def start(self) -> None:
        """Start everything and wait until it serves; raises a StartupError, one line, and then nothing is left running."""
        try:
            self._start()
        except OSError as error:
            # A disk that is full or may not be written: what the operator has to see is which file.
            raise StartFailed(f"{error.filename or self.data_dir}: {error.strerror or error}") from error

    def _start(self) -> None:
        private_folder(self.data_dir)
        self.nats.start()
        self._holds_data = True
        try:
            self._clear_announcements()
            for name, roles in _ROLES.items():
                mint_service_token(self.data_dir, name, roles)
            footprint = Footprint(self.nats.url, os.getpid())
            private_folder(Footprint.file(self.data_dir).parent)
            write_atomically(Footprint.file(self.data_dir), json.dumps(asdict(footprint)).encode())
            wanted = [("rules", replica) for replica in range(self._settings.rules_replicas)]
            wanted += [("bots", 0), ("scoring", 0), ("matchmaking", 0)]
            self.services = tuple(
                ServiceProcess(service, replica, self.data_dir, self._environment(service, replica))
                for service, replica in wanted
            )
            for process in self.services:
                self._look()
                process.launch()
            await_all_ready(self.services, look=self._look)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop everything in order, who calls before who is called and the NATS server last; harmless when it does not run."""
        rules = [process for process in self.services if process.service == "rules"]
        for together in ([process for process in self.services if process not in rules], rules):
            for process in together:
                process.terminate()
            for process in together:
                process.await_end()
        self.services = ()
        if self._holds_data:
            # Else another stack does, and the footprint is its own.
            Footprint.file(self.data_dir).unlink(missing_ok=True)
            self._holds_data = False
        self.nats.stop()

    def tend(self) -> list[str]:
        """Start again what died, and wait until it serves; returns a line for each death.

        What dies meanwhile (a service whose bus is killed while it starts, say) is started again too. Raises StartFailed when
        something dies again and again, or does not become ready.
        """
        lines: list[str] = []
        starting: set[ServiceProcess] = set()
        deadline = time.monotonic() + READY_WITHIN
        while True:
            started = self._start_again(starting)
            if started:
                deadline = time.monotonic() + READY_WITHIN
            lines += started
            starting = {process for process in starting if not _serves(process)}
            if not starting and self.nats.pid is not None:
                return lines
            if time.monotonic() >= deadline:
                labels = ", ".join(sorted(process.label for process in starting)) or "nats"
                raise StartFailed(f"{labels}: not ready again within {READY_WITHIN:g} s")
            self._look()
            time.sleep(_LOOK_AGAIN)

    def _start_again(self, starting: set[ServiceProcess]) -> list[str]:
        """One look at everything: what is dead is started and, if a service, added to `starting`."""
        lines = []
        if self.nats.pid is None:
            self._note_death("nats", self._nats_words or f"see {self.nats.log_file}")
            self._nats_words = ""
            lines.append("the NATS server died and was started again")
            try:
                self.nats.start()
            except (StartupError, BusError) as error:
                # It may have been killed while it was provisioned: the next look counts one more death.
                self._nats_words = str(error)
                return lines
        for process in self.services:
            if process.pid is None:
                ending = f"exit code {process.exit_code}"
                self._note_death(process.label, process.last_words())
                process.launch()
                starting.add(process)
                lines.append(f"{process.label} died ({ending}) and was started again; see {process.log_file}")
        return lines

    def address(self, service: str) -> str:
        """The gRPC target of a service: every replica, separated by commas."""
        found = [
            process.announcement.grpc
            for process in self.services
            if process.service == service and process.announcement is not None
        ]
        if not found:
            raise KeyError(service)
        return ",".join(found)

    def token(self, name: str = CLI) -> str:
        """The token of a service, or of the command line."""
        return token_file(self.data_dir, name).read_text().strip()

    def kill9(self, service: str, replica: int = 0) -> None:
        """Kill a process without warning: a service's, or `nats`. `tend` starts it again, and does not hold it against it."""
        self._killed.add("nats" if service == "nats" else f"{service}-{replica}")
        if service == "nats":
            self.nats.kill9()
            return
        self.process(service, replica).kill9()

    def process(self, service: str, replica: int = 0) -> ServiceProcess:
        """A service's process; raises KeyError if there is none."""
        for process in self.services:
            if (process.service, process.replica) == (service, replica):
                return process
        raise KeyError(f"{service}-{replica}")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _port(self, service: str, replica: int = 0) -> int:
        return self._settings.port + _PORT_OF[service] + replica

    def _environment(self, service: str, replica: int) -> dict[str, str]:
        host = self._host
        port = self._port(service, replica) if self._settings.port else 0
        return {
            "ARENA_NATS_URL": self.nats.url,
            "ARENA_LISTEN": f"{host}:{port}",
            "ARENA_METRICS_LISTEN": f"{host}:{port + _METRICS_ABOVE if port else 0}",
        }

    def _clear_announcements(self) -> None:
        # We hold the data folder now (the NATS server's lock), so whatever announced itself before is gone.
        for left in (self.data_dir / "run").glob("*-*.json"):
            left.unlink()

    def _note_death(self, label: str, why: str) -> None:
        if label in self._killed:
            self._killed.discard(label)
            return
        deaths = self._deaths.setdefault(label, deque(maxlen=MOST_RESTARTS + 1))
        deaths.append(time.monotonic())
        if len(deaths) > MOST_RESTARTS and deaths[-1] - deaths[0] < RESTARTS_WITHIN:
            raise StartFailed(f"{label} died {len(deaths)} times within {deaths[-1] - deaths[0]:.0f} s: {why}")


def _serves(process: ServiceProcess) -> bool:
    try:
        return process.pid is not None and process.is_ready()
    except StartupError:
        return False  # it ended just now: the next look starts it again


@contextlib.contextmanager
def nats_of(data_dir: Path) -> Iterator[str]:
    """The URL of the NATS server on a data folder: of the stack that runs there, else of one started for the block."""
    found = running_stack(data_dir)
    if found is not None:
        yield found.nats_url
        return
    with EmbeddedNats(EmbeddedNatsSettings(data_dir.absolute())) as nats:
        yield nats.url
