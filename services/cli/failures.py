"""What ends a command early: one clear line on standard error and an exit code.

    CommandFailed      1   the command did its work and the answer is no (a record that does not verify, a scenario that differs)
    ├── UsageError     2   called wrongly: an unknown game, a file that is none
    ├── StillRunning   3   the match of a record still runs: there is nothing to verify yet
    ├── Unavailable    4   the platform cannot be reached, or refused
    └── EndedByFault   5   the match of a record was ended as a fault of its platform: it has no result that could be verified

Errors of starting a stack keep the exit codes of services.common.startup; 130 after Ctrl-C.
"""

from __future__ import annotations

from typing import ClassVar


class CommandFailed(Exception):
    """The answer is no."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class UsageError(CommandFailed):
    """Called wrongly."""

    exit_code = 2


class StillRunning(CommandFailed):
    """A record without a key."""

    exit_code = 3


class Unavailable(CommandFailed):
    """The platform cannot be reached, or refused."""

    exit_code = 4


class EndedByFault(CommandFailed):
    """A record that says itself that the platform could not bring its match to an end."""

    exit_code = 5
