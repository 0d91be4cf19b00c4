"""The platform as a command reaches it: where its services are, and with which token.

In this order: what the command line says (`--connect`, `--token-file`), else the stack that runs on the data folder. The token of
that stack (`<data>/keys/cli.token`) makes its holder host and operator, so only somebody who may read the data folder is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.cli.failures import Unavailable, UsageError
from services.common.access import token_file
from services.common.announcement import announcements

DEFAULT_DATA: Final = Path(".arena")
"""Where `arena up` keeps its data unless told otherwise."""
CLI: Final = "cli"


@dataclass(frozen=True, slots=True)
class Platform:
    """What is known of where the platform is."""

    data_dir: Path
    connect: str = ""
    token_path: Path | None = None

    def address(self, service: str) -> str:
        """The gRPC target of a service: the address given, else every replica announced; Unavailable if there is none."""
        if self.connect:
            return self.connect
        found = [each.grpc for each in announcements(self.data_dir, service)]
        if not found:
            raise Unavailable(
                f"no {service} service runs on the data folder {self.data_dir}; start one with `arena up`, or name an"
                " address with --connect"
            )
        return ",".join(found)

    def token(self) -> str:
        """The token for calls; UsageError if there is none."""
        path = self.token_path or token_file(self.data_dir, CLI)
        try:
            token = path.read_text().strip()
        except OSError as error:
            raise UsageError(
                f"no token: {path}: {error.strerror}; give one with --token-file, or the data folder with --data"
            ) from None
        if not token:
            raise UsageError(f"no token: {path} is empty")
        return token
