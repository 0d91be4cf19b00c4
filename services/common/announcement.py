"""Where a running service can be found: `<data>/run/<service>-<replica>.json`, written whole or not at all."""

import json
import os
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

from services.common.files import private_folder, write_atomically
from services.common.startup import SettingsInvalid


@dataclass(frozen=True, slots=True)
class Announcement:
    """A process of a service: the addresses to reach it and its process id."""

    service: str
    replica: int
    grpc: str
    metrics: str
    pid: int
    version: str

    def publish(self, data_dir: Path) -> Path:
        """Write the file, replacing what an earlier process of this replica left."""
        path = announcement_file(data_dir, self.service, self.replica)
        private_folder(path.parent)
        write_atomically(path, json.dumps(asdict(self)).encode())
        return path

    def withdraw(self, data_dir: Path) -> None:
        """Remove the file, unless a later process has replaced it."""
        path = announcement_file(data_dir, self.service, self.replica)
        if read_announcement(path) == self:
            path.unlink(missing_ok=True)

    def is_alive(self) -> bool:
        """Whether the process still exists (on this machine)."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return not _is_zombie(self.pid)


_KINDS = (str, int, str, str, int, str)


def _is_zombie(pid: int) -> bool:
    # A killed process that nobody has waited for yet still answers signals.
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


def announcement_file(data_dir: Path, service: str, replica: int) -> Path:
    """Path of one announcement."""
    return data_dir / "run" / f"{service}-{replica}.json"


def read_announcement(path: Path) -> Announcement | None:
    """What the file says; None if there is none. Raises SettingsInvalid if it is not an announcement."""
    try:
        announced = Announcement(**json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except (OSError, TypeError, ValueError, RecursionError) as error:
        raise SettingsInvalid(f"{path} is not an announcement ({error}); remove it") from None
    if not all(type(value) is kind for value, kind in zip(astuple(announced), _KINDS, strict=True)):
        raise SettingsInvalid(f"{path} is not an announcement (a value is of the wrong kind); remove it")
    return announced


def announcements(data_dir: Path, service: str | None = None) -> list[Announcement]:
    """All processes announced that are still alive, of one service or of all; raises as `read_announcement` does."""
    found = [read_announcement(path) for path in sorted((data_dir / "run").glob(f"{service or '*'}-*.json"))]
    return [each for each in found if each is not None and each.is_alive()]
