"""Tables at which people play, who sits there, and what the site keeps for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of the site."""
    op.create_table(
        "site",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_site"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("sitting", sa.Text, nullable=False),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("key", sa.LargeBinary(32)),
        sa.Column("payload", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_key", "tables", ["key"])
    op.create_table(
        "guests",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("guest", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("table", "guest", name="pk_guests"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_guests_table"),
    )
    op.create_index("ix_guests_guest", "guests", ["guest"])
