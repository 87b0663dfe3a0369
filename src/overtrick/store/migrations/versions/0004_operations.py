"""Who organises which competition, what organisers did, webhooks, and rounds that are halted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables for operations."""
    op.create_table(
        "organisers",
        sa.Column("competition", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("account", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("competition", "account", name="pk_organisers"),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_organisers_competition"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_organisers_account"),
    )
    op.create_index("ix_organisers_account", "organisers", ["account"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("moment", sa.BigInteger, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("competition", sa.Integer),
        sa.Column("did", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_audit_account"),
    )
    op.create_index("ix_audit_competition", "audit", ["competition"])
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("webhook", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.ForeignKeyConstraint(["webhook"], ["webhooks.id"], name="fk_deliveries_webhook"),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    with op.batch_alter_table("rounds") as batch:
        batch.add_column(sa.Column("halted", sa.Text, nullable=False, server_default=""))
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("ban_reason", sa.Text, nullable=False, server_default=""))
