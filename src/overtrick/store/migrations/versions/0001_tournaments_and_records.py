"""Tournaments, their secrets, entrants and records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of an empty store."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("name", name="uq_tournaments_name"),
    )
    op.create_table(
        "secrets",
        sa.Column("tournament", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament", name="pk_secrets"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_secrets_tournament"),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entrants"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entrants_tournament"),
        sa.UniqueConstraint("tournament", "content", name="uq_entrants_tournament"),
    )
    op.create_table(
        "records",
        sa.Column("tournament", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("cluster", sa.Integer, nullable=False),
        sa.Column("seating", sa.LargeBinary, nullable=False),
        sa.Column("totals", sa.LargeBinary, nullable=False),
        sa.Column("places", sa.LargeBinary, nullable=False),
        sa.Column("faults", sa.LargeBinary, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("at_fault", sa.Integer),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "key", name="pk_records"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_records_tournament"),
    )
    op.create_index("ix_records_in_order", "records", ["tournament", "stage", "cluster", "key"])
