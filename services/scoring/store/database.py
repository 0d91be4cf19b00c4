"""The database of scoring."""

from pathlib import Path
from typing import Final

from services.common import sql
from services.scoring.store.schema import METADATA

TABLES: Final = sql.Tables(
    METADATA, Path(__file__).with_name("migrations"), version_table="scoring_schema_version", lock=4207113
)


class Database(sql.Database):
    """As services.common.sql.Database."""

    def __init__(self, url: str) -> None:
        super().__init__(url, TABLES)
