"""Run by alembic: applies the migrations over the connection that `Database` hands in."""

from alembic import context

from services.scoring.store.schema import METADATA

VERSION_TABLE = "scoring_schema_version"

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
