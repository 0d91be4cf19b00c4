"""Where the other services are: as configured, else as they announce themselves in the data folder."""

import time
from pathlib import Path
from typing import Annotated

import structlog
from pydantic import AfterValidator

from services.common.announcement import announcements
from services.common.startup import SettingsInvalid

log = structlog.get_logger(__name__)

_BELIEVED_SECONDS = 1.0
_ANNOUNCED = ("rules", "bots")


def parse_targets(text: str) -> dict[str, str]:
    """`game=address,address;game=address` as a mapping; raises ValueError with a sentence."""
    targets: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        game, equals, address = part.partition("=")
        if not equals or not game.strip() or not address.strip():
            raise ValueError(f"{part!r} is not game=address,address")
        targets[game.strip()] = address.strip()
    return targets


def _are_targets(text: str) -> str:
    parse_targets(text)
    return text


Targets = Annotated[str, AfterValidator(_are_targets)]
"""The type of a setting that `parse_targets` understands; "" leaves it to what is announced."""


class Directory:
    """Addresses of the rules replicas and of the bots service, at the moment of asking."""

    def __init__(self, data_dir: Path, rules_targets: str, bots_target: str = "") -> None:
        self._data_dir = data_dir
        self._rules = parse_targets(rules_targets)
        self._bots = bots_target
        self._read = -_BELIEVED_SECONDS
        self._announced: dict[str, list[str]] = {service: [] for service in _ANNOUNCED}

    def rules(self, game: str) -> str:
        """One address for all rules replicas of a game (gRPC takes it as it is); "" if there are none."""
        if self._rules:
            return self._rules.get(game, "")
        return ",".join(self._found("rules"))

    def bots(self) -> str:
        """The address of the bots service; "" if it is not known."""
        return self._bots or next(iter(self._found("bots")), "")

    def _found(self, service: str) -> list[str]:
        now = time.monotonic()
        if now - self._read >= _BELIEVED_SECONDS:
            self._read = now
            try:
                self._announced = {
                    each: [announcement.grpc for announcement in announcements(self._data_dir, each)]
                    for each in _ANNOUNCED
                }
            except SettingsInvalid as error:
                # What was known goes on being believed: one damaged file must not stop every match.
                log.error("announcements cannot be read", why=str(error))
        return self._announced[service]
