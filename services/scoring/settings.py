"""What scoring can be told from outside."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field, field_validator

from services.common.access import token_file
from services.common.settings import ServiceSettings


class ScoringSettings(ServiceSettings):
    """Settings of one instance."""

    service: ClassVar[str] = "scoring"

    scoring_database_url: str = Field(
        default="", description="SQLAlchemy URL, sqlite:/// or postgresql+psycopg://; default: <data>/scoring.sqlite"
    )
    rules_targets: str = Field(
        default="",
        description="rules replicas per game, to copy records from: game=address,address;game=address; default: all announced"
        " in the data folder",
    )
    scoring_token_file: Path | None = Field(
        default=None, description="token by which to call the rules service; default: <data>/keys/scoring.token"
    )
    scoring_keep_records: bool = Field(default=True, description="copy the records of finished matches")

    @field_validator("rules_targets")
    @classmethod
    def _are_targets(cls, value: str) -> str:
        parse_targets(value)
        return value

    @property
    def database_url(self) -> str:
        """Where the ratings are."""
        return self.scoring_database_url or f"sqlite:///{self.data_dir.absolute()}/scoring.sqlite"

    @property
    def service_token_file(self) -> Path:
        """Where the token for calls to the rules service is."""
        return self.scoring_token_file or token_file(self.data_dir, self.service)


def parse_targets(text: str) -> dict[str, str]:
    """`game=address,address;game=address` as a mapping; raises ValueError with a sentence."""
    targets: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        game, equals, address = part.partition("=")
        if not equals or not game.strip() or not address.strip():
            raise ValueError(f"{part!r} is not game=address,address")
        targets[game.strip()] = address.strip()
    return targets
