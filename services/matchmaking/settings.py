"""What matchmaking can be told from outside."""

from typing import ClassVar

from pydantic import Field

from services.common.directory import Targets
from services.common.settings import ServiceSettings


class MatchmakingSettings(ServiceSettings):
    """Settings of the matchmaking service, each as `ARENA_<NAME>` in the environment."""

    service: ClassVar[str] = "matchmaking"

    matchmaking_database_url: str = Field(
        default="", description="SQLAlchemy URL of players and tournaments; default: SQLite in the data folder"
    )
    rules_targets: Targets = Field(
        default="",
        description="rules replicas per game: game=address,address;game=address; default: all announced in the data folder",
    )
    bots_target: str = Field(default="", description="address of the bots service; default: as announced")
    ticket_seconds: int = Field(default=900, ge=1, le=86_400, description="how long a ticket waits for a match")
    player_token_seconds: int = Field(default=86_400, ge=60, le=31_536_000, description="how long a token is good")
    seat_token_seconds: int = Field(
        default=604_800, ge=3_600, le=31_536_000, description="how long a seat token is good: longer than any match"
    )

    @property
    def database_url(self) -> str:
        """The URL of the database that is used."""
        return self.matchmaking_database_url or f"sqlite:///{self.data_dir / 'matchmaking.sqlite'}"
