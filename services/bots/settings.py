"""What the bots service can be told from outside."""

from __future__ import annotations

from typing import ClassVar

from services.common.settings import ServiceSettings


class BotsSettings(ServiceSettings):
    """Settings of one instance; there is nothing beyond what every service has."""

    service: ClassVar[str] = "bots"


__all__ = ["BotsSettings"]
