"""Who has tried which puzzles, and how difficult these are."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables for puzzles."""
    op.create_table(
        "puzzle_tries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("moment", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_puzzle_tries"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_puzzle_tries_account"),
        sa.UniqueConstraint("account", "puzzle", name="uq_puzzle_tries_account"),
    )
    op.create_index("ix_puzzle_tries_account", "puzzle_tries", ["account", "game", "id"])
    op.create_table(
        "puzzles",
        sa.Column("puzzle", sa.Text, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzles"),
    )
