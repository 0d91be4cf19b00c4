"""SQL as services keep their tables: SQLite in the data folder or PostgreSQL by URL."""

from services.common.sql.database import Database, DatabaseUnavailable
from services.common.sql.tables import ID, Tables, table_set

__all__ = ["ID", "Database", "DatabaseUnavailable", "Tables", "table_set"]
