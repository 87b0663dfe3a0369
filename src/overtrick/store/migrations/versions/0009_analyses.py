"""Analyses that somebody has asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table for analyses."""
    op.create_table(
        "analyses",
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("moment", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("found", sa.Text),
        sa.PrimaryKeyConstraint("about", name="pk_analyses"),
    )
    op.create_index("ix_analyses_moment", "analyses", ["moment"])
