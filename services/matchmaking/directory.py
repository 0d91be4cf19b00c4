"""Where the other services are: as configured, else as they announce themselves in the data folder."""

import time
from pathlib import Path

from services.common.announcement import announcements
from services.matchmaking.settings import MatchmakingSettings, parse_targets

_BELIEVED_SECONDS = 1.0


class Directory:
    """Addresses of the rules replicas and of the bots service, at the moment of asking."""

    def __init__(self, settings: MatchmakingSettings) -> None:
        self._data_dir: Path = settings.data_dir
        self._rules = parse_targets(settings.rules_targets)
        self._bots = settings.bots_target
        self._read = -_BELIEVED_SECONDS
        self._announced: dict[str, list[str]] = {}

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
            self._announced = {
                each: [announcement.grpc for announcement in announcements(self._data_dir, each)]
                for each in ("rules", "bots")
            }
            self._read = now
        return self._announced[service]
