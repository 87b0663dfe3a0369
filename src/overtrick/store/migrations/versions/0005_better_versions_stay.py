"""Versions of a bot that come back if the new one ranks lower."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Note which version comes back, and for which submissions that was asked."""
    with op.batch_alter_table("bots") as batch:
        batch.add_column(sa.Column("rival", sa.Integer))
        batch.add_column(sa.Column("rival_worth", sa.Float))
    with op.batch_alter_table("submissions") as batch:
        batch.add_column(sa.Column("keep", sa.Integer, nullable=False, server_default="0"))
