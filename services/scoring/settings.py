"""What scoring can be told from outside."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field

from services.common.access import token_file
from services.common.directory import Targets
from services.common.settings import ServiceSettings


class ScoringSettings(ServiceSettings):
    """Settings of one instance."""

    service: ClassVar[str] = "scoring"

    scoring_database_url: str = Field(
        default="", description="SQLAlchemy URL, sqlite:/// or postgresql+psycopg://; default: <data>/scoring.sqlite"
    )
    rules_targets: Targets = Field(
        default="",
        description="rules replicas per game, to copy records from: game=address,address;game=address; default: all announced"
        " in the data folder",
    )
    scoring_token_file: Path | None = Field(
        default=None, description="token by which to call the rules service; default: <data>/keys/scoring.token"
    )
    scoring_keep_records: bool = Field(default=True, description="copy the records of finished matches")

    @property
    def database_url(self) -> str:
        """Where the ratings are."""
        return self.scoring_database_url or f"sqlite:///{self.data_dir.absolute()}/scoring.sqlite"

    @property
    def service_token_file(self) -> Path:
        """Where the token for calls to the rules service is."""
        return self.scoring_token_file or token_file(self.data_dir, self.service)
