"""The tables of one service: what they are, and the migrations that make them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from services.common.startup import StartFailed

ENVIRONMENT: Final = Path(__file__).with_name("environment")
"""Alembic's script folder, the same for every service: what differs is handed over by `migrate`."""

ID: Final = sa.String(26)
"""The type of a column of ids."""

_CONVENTION: Final = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def table_set() -> sa.MetaData:
    """An empty set of tables whose constraints get names that migrations can rely on."""
    return sa.MetaData(naming_convention=_CONVENTION)


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a service.

    `versions` is the folder of its migrations, each in a file `<revision>_<words>.py` with revisions that sort; `version_table`
    says in the database how far it is; `lock` is a number by which instances on PostgreSQL exclude each other while migrating.
    """

    metadata: sa.MetaData
    versions: Path
    version_table: str
    lock: int

    @property
    def newest(self) -> str:
        """The revision at which a database is up to date."""
        return max(file.name.partition("_")[0] for file in self.versions.glob("[0-9]*_*.py"))

    def are_current(self, connection: Connection) -> bool:
        """Whether the database needs no migration."""
        if not sa.inspect(connection).has_table(self.version_table):
            return False
        return connection.scalar(sa.select(sa.table(self.version_table, sa.column("version_num")))) == self.newest

    def migrate(self, connection: Connection) -> None:
        """Apply the migrations that are missing, in the connection's transaction; harmless when repeated.

        Raises StartFailed for a database that a later version of the platform has migrated.
        """
        # Not imported by a process that finds its tables as they should be: it costs a quarter of a service's start.
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        if connection.dialect.name == "postgresql":
            # Two instances that start at once migrate one after the other; SQLite's write lock does the same.
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self.lock)))
        config = Config()
        for option, folder in (("script_location", ENVIRONMENT), ("version_locations", self.versions)):
            config.set_main_option(option, str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "newline")
        config.attributes.update(connection=connection, tables=self)
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StartFailed(f"the tables are not of this version of the platform: {error}") from error
