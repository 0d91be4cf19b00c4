"""Run by alembic: applies a service's migrations over the connection that `Tables.migrate` hands in."""

from alembic import context

from services.common.sql.tables import Tables

tables: Tables = context.config.attributes["tables"]

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.metadata,
    version_table=tables.version_table,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
