"""The deal of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables for days, their sets of cards and tries."""
    op.create_table(
        "days",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("committed", sa.BigInteger, nullable=False),
        sa.Column("choice", sa.LargeBinary(32)),
        sa.Column("secret", sa.LargeBinary(32)),
        sa.PrimaryKeyConstraint("day", name="pk_days"),
    )
    op.create_table(
        "card_sets",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("par", sa.Text),
        sa.PrimaryKeyConstraint("day", "game", "name", name="pk_card_sets"),
        sa.ForeignKeyConstraint(["day"], ["days.day"], name="fk_card_sets_day"),
    )
    op.create_table(
        "tries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("guest", sa.LargeBinary(32)),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("scores", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_tries"),
        sa.ForeignKeyConstraint(["day"], ["days.day"], name="fk_tries_day"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tries_account"),
        sa.UniqueConstraint("table", name="uq_tries_table"),
        sa.UniqueConstraint("account", "day", "game", "number", name="uq_tries_account"),
        sa.UniqueConstraint("guest", "day", "game", "number", name="uq_tries_guest"),
    )
    op.create_index("ix_tries_day", "tries", ["day", "game"])
