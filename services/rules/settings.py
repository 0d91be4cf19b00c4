"""What a rules replica can be told from outside."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, field_validator
from pydantic_settings import NoDecode

from engine_core.games import GAMES
from services.common.settings import ServiceSettings


class RulesSettings(ServiceSettings):
    """Settings of one replica."""

    service: ClassVar[str] = "rules"

    rules_games: Annotated[tuple[str, ...], NoDecode] = Field(
        default=tuple(GAMES), min_length=1, description="the games of this replica, separated by commas; default: all"
    )
    rules_matches_cached: int = Field(
        default=2000,
        ge=16,
        le=1_000_000,
        description="matches whose fold is kept in memory; more only while streams follow them",
    )

    rules_streams_most: int = Field(
        default=20_000, ge=1, le=1_000_000, description="open Play and Watch streams; more are told OVERLOADED"
    )

    @field_validator("rules_games", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(name.strip() for name in value.split(",") if name.strip())
        return value
