"""What Alembic runs for a migration; the caller has opened the connection, and commits."""

from alembic import context

from overtrick.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # SQLite cannot change a column in place: Alembic then makes a new table and copies.
    render_as_batch=True,
)
context.run_migrations()
