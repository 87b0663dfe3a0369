"""How matches of people ended, and what they reported of a chat."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables for results and reports."""
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("moment", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_results"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_results_account"),
        sa.UniqueConstraint("table", "seat", name="uq_results_table"),
    )
    op.create_index("ix_results_account", "results", ["account", "game", "id"])
    op.create_index("ix_results_player", "results", ["player", "id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("moment", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.Integer),
        sa.Column("account", sa.Integer),
        sa.Column("lines", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["reporter"], ["accounts.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_reports_account"),
    )
