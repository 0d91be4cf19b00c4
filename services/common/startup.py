"""Errors that end a start: each is one clear line for the person at the terminal, never a traceback.

    StartupError
    ├── SettingsInvalid     a setting is missing or malformed
    ├── MissingBinary       nats-server was not found
    ├── PortInUse           another process holds the address
    ├── DataFolderInUse     another NATS server works on the same data
    ├── BusUnreachable      no NATS server answered in time
    └── StartFailed         a child process ended or did not become ready

The exit code of each is the `exit_code` of its class.
"""


class StartupError(Exception):
    """A start that cannot succeed; `str()` is one line that says what to change."""

    exit_code = 1

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class SettingsInvalid(StartupError):
    exit_code = 2


class MissingBinary(StartupError):
    exit_code = 3


class PortInUse(StartupError):
    exit_code = 4


class DataFolderInUse(StartupError):
    exit_code = 5


class BusUnreachable(StartupError):
    exit_code = 6


class StartFailed(StartupError):
    exit_code = 7
