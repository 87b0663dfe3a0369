"""The arena: accounts, competitions with rounds, bots and their versions, leaderboards."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of the arena."""
    op.create_index("ix_records_played", "records", ["tournament", "played"])
    op.create_table(
        "dealt",
        sa.Column("tournament", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("cluster", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "stage", "cluster", name="pk_dealt"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_dealt_tournament"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("banned", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_sessions_account"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "competitions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("slug", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_competitions"),
        sa.UniqueConstraint("slug", name="uq_competitions_slug"),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("account", sa.Integer),
        sa.Column("competition", sa.Integer),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_invitations"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_invitations_account"),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_invitations_competition"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tokens_account"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_table(
        "invited",
        sa.Column("competition", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("account", sa.Integer, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("competition", "account", name="pk_invited"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_invited_account"),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_invited_competition"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("competition", sa.Integer, nullable=False),
        sa.Column("posted", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_announcements_competition"),
    )
    op.create_index("ix_announcements_competition", "announcements", ["competition"])
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("competition", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("released", sa.Integer, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary(32)),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("provisional", sa.Integer),
        sa.Column("final", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.ForeignKeyConstraint(["competition"], ["competitions.id"], name="fk_rounds_competition"),
        sa.ForeignKeyConstraint(["final"], ["tournaments.id"], name="fk_rounds_final"),
        sa.ForeignKeyConstraint(["provisional"], ["tournaments.id"], name="fk_rounds_provisional"),
        sa.UniqueConstraint("competition", "number", name="uq_rounds_competition"),
    )
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("active", sa.Integer),
        sa.Column("removed", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bots"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_bots_account"),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name="fk_bots_round"),
        sa.UniqueConstraint("account", "round", name="uq_bots_account"),
        sa.UniqueConstraint("round", "name", name="uq_bots_round"),
    )
    op.create_index("ix_bots_account", "bots", ["account"])
    op.create_table(
        "sources",
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("files", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_sources"),
    )
    op.create_table(
        "programs",
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("built", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("content", name="pk_programs"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("filename", sa.Text, nullable=False),
        sa.Column("source", sa.LargeBinary(32), nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("log", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_submissions_account"),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name="fk_submissions_round"),
        sa.ForeignKeyConstraint(["source"], ["sources.hash"], name="fk_submissions_source"),
    )
    op.create_index("ix_submissions_account", "submissions", ["account"])
    op.create_index("ix_submissions_round", "submissions", ["round"])
    op.create_index("ix_submissions_waiting", "submissions", ["state", "created"])
    op.create_table(
        "boards",
        sa.Column("tournament", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "made", name="pk_boards"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_boards_tournament"),
    )
