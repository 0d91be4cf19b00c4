"""What every service can be told from outside: environment variables with the prefix `ARENA_`."""

import importlib.metadata
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.common.bus import BusAddress
from services.common.bus.users import seed_file
from services.common.startup import SettingsInvalid


def version() -> str:
    """The version of this distribution."""
    return importlib.metadata.version("apothecary-arena")


def split_address(address: str) -> tuple[str, int]:
    """Host and port of `host:port` (IPv6 in brackets); raises ValueError with a sentence."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ValueError(f"{address!r} is not host:port with a port of 0 (any free one) to 65535")
    return host, int(port)


class ServiceSettings(BaseSettings):
    """Base of each service's settings; subclasses set `service` and add fields.

    Addresses are `host:port`; port 0 takes a free one, announced in `<data>/run/<service>-<replica>.json`.
    """

    model_config = SettingsConfigDict(env_prefix="ARENA_", frozen=True, extra="ignore")

    service: ClassVar[str]

    data_dir: Path = Field(default=Path(".arena"), description="folder for keys, logs and announcements")
    replica: int = Field(default=0, ge=0, description="number of this process among those of its service")
    listen: str = Field(default="127.0.0.1:0", description="where gRPC listens")
    advertise: str = Field(default="", description="gRPC address to give to clients; default: what is bound")
    metrics_listen: str = Field(default="127.0.0.1:0", description="where Prometheus scrapes")
    nats_url: str = Field(description="NATS servers, separated by commas")
    nats_seed_file: Path | None = Field(default=None, description="nkey seed; default: <data>/keys/<service>.nk")
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    grace_seconds: float = Field(default=5.0, ge=0, le=300, description="time for running calls at a stop")

    @field_validator("listen", "metrics_listen")
    @classmethod
    def _is_address(cls, value: str) -> str:
        split_address(value)
        return value

    @classmethod
    def load(cls, **overrides: Any) -> Self:
        """Settings from the environment, `overrides` first; raises SettingsInvalid, one line that names the variable."""
        try:
            return cls(**overrides)
        except ValidationError as error:
            raise SettingsInvalid("; ".join(_explain(cls, dict(part)) for part in error.errors())) from None

    @property
    def bus_address(self) -> BusAddress:
        """How this service enters the bus, as the user of its own name."""
        seed = self.nats_seed_file or seed_file(self.data_dir, self.service)
        return BusAddress(self.nats_url, self.service, seed, f"{self.service}-{self.replica}")


def _explain(settings: type[ServiceSettings], part: dict[str, Any]) -> str:
    # The value itself is left out: it might be a secret.
    name = str(settings.model_config.get("env_prefix", "")) + "_".join(str(piece) for piece in part["loc"])
    return f"{name.upper()}: {part['msg']}"
