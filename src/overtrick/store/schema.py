"""The schema of a store: its tables and their columns, said once.

Numbers of seats stand in one column as little-endian ints, so that a hundred
thousand rows become columns of arrays without a loop over their numbers.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0009"  # of this schema; revisions are counted, so a store's is older, the same or newer
VERSION_TABLE = "overtrick_version"  # where a store says which revision it has

# Every constraint has a name, because a migration can only change what it can name.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the game's rules
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("commitment", Text, nullable=False),
    Column("created", BigInteger, nullable=False),  # seconds since 1970
    Column("details", Text, nullable=False),  # JSON: all that was stated, as of the latest run
)

# A table of its own, so that a database can deny it to those who only show results.
secrets = Table(
    "secrets",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("secret", LargeBinary, nullable=False),
)

entrants = Table(
    "entrants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament", Integer, ForeignKey("tournaments.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("content", Text, nullable=False),  # hash of the program: a new version is a new entrant, a new name is not
    Column("bot", Text, nullable=False),
    UniqueConstraint("tournament", "content"),
)

records = Table(
    "records",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("key", LargeBinary(32), primary_key=True),
    Column("stage", Text, nullable=False),
    Column("cluster", Integer, nullable=False),
    Column("seating", LargeBinary, nullable=False),  # ids of the entrants, 4 bytes a seat
    Column("totals", LargeBinary, nullable=False),  # 4 bytes a seat
    Column("places", LargeBinary, nullable=False),  # 1 byte a seat
    Column("faults", LargeBinary, nullable=False),  # 2 bytes a seat
    Column("ending", Text, nullable=False),
    Column("at_fault", Integer),
    Column("facts", Text, nullable=False),  # JSON
    Column("played", BigInteger, nullable=False),  # seconds since 1970
    Column("payload", LargeBinary, nullable=False),  # what overtrick.tournament.records.packed makes
    Index("ix_records_in_order", "tournament", "stage", "cluster", "key"),
    Index("ix_records_played", "tournament", "played"),  # the latest matches, and how many came since a moment
)

# What the site keeps for itself, such as the key of its forms.
site = Table(
    "site",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# A table at which people play, as it stands; at its end also what the record is made of.
tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("sitting", Text, nullable=False),  # JSON: match, chairs and all actions
    Column("setting", Text, nullable=False),  # JSON: who may do what
    Column("version", BigInteger, nullable=False),  # one more with every change
    Column("changed", BigInteger, nullable=False),  # seconds since 1970
    Column("key", LargeBinary(32), index=True),  # of the match, once it is over
    Column("payload", LargeBinary),  # what overtrick.tournament.records.packed makes of it
)

# Which guests sit at which tables, so that everybody finds their own again. A guest is known by a hash alone.
guests = Table(
    "guests",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("guest", LargeBinary(32), primary_key=True, index=True),
)

# How matches at tables of people ended, a row for each seat; kept longer than their tables.
results = Table(
    "results",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("account", Integer, ForeignKey("accounts.id")),  # nothing for guests and players of ours
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),  # which of ours; empty for people
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Integer, nullable=False),  # whether it counts
    Column("mean", Float, nullable=False),  # of the rating after this match
    Column("spread", Float, nullable=False),
    Column("facts", Text, nullable=False),  # JSON: what overtrick.arena.people.results counts
    UniqueConstraint("table", "seat"),
    Index("ix_results_account", "account", "game", "id"),
    Index("ix_results_player", "player", "id"),
)

# First tries of people with an account at puzzles, each with the rating after it.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("mean", Float, nullable=False),
    Column("spread", Float, nullable=False),
    UniqueConstraint("account", "puzzle"),
    Index("ix_puzzle_tries_account", "account", "game", "id"),
)

# What became of puzzles that somebody has tried: their ratings, and how many did how.
puzzles = Table(
    "puzzles",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("mean", Float, nullable=False),
    Column("spread", Float, nullable=False),
    Column("tries", Integer, nullable=False),  # first ones, also of guests, who do not change the rating
    Column("solved", Integer, nullable=False),
)

# The deal of the day. A day is told as 2026-01-31, by UTC; its secret lies in the vault until the day is over.
days = Table(
    "days",
    metadata,
    Column("day", Text, primary_key=True),
    Column("commitment", Text, nullable=False),  # to the secret of the day
    Column("committed", BigInteger, nullable=False),  # when
    Column("choice", LargeBinary(32)),  # what chooses the sets of accounts; nothing until the day begins
    Column("secret", LargeBinary(32)),  # published when the day is over
)

# Sets of cards, there once their day has begun: pages need their seeds to deal.
card_sets = Table(
    "card_sets",
    metadata,
    Column("day", Text, ForeignKey("days.day"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("par", Text),  # JSON: what overtrick.arena.daily.par.Par holds; nothing until somebody has tried it
)

# Tries: a row for each table of one. Nobody can have two of a day and game.
tries = Table(
    "tries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("day", Text, ForeignKey("days.day"), nullable=False),
    Column("game", Text, nullable=False),
    Column("number", Integer, nullable=False),  # of the table, from 0
    Column("cards", Text, nullable=False),  # the name of the set
    Column("account", Integer, ForeignKey("accounts.id")),  # nothing for guests
    Column("guest", LargeBinary(32)),  # the hash of a guest; nothing for accounts
    Column("table", Text, nullable=False, unique=True),
    Column("begun", BigInteger, nullable=False),  # the try
    Column("ended", BigInteger),  # the table
    Column("scores", Text),  # JSON: of its deals
    UniqueConstraint("account", "day", "game", "number"),
    UniqueConstraint("guest", "day", "game", "number"),
    Index("ix_tries_day", "day", "game"),
)

# Analyses that somebody has asked for, worked out or not yet.
analyses = Table(
    "analyses",
    metadata,
    Column("about", Text, primary_key=True),  # which match and seat
    Column("moment", BigInteger, nullable=False, index=True),  # when it was asked for
    Column("asked", Text, nullable=False),  # JSON: what it is worked out from; empty once it is
    Column("found", Text),  # JSON: what came out
)

# Lines of a chat that somebody wants organisers to see.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", Text, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("reporter", Integer, ForeignKey("accounts.id")),  # nothing for guests
    Column("account", Integer, ForeignKey("accounts.id")),  # who said it
    Column("lines", Text, nullable=False),  # JSON: names and texts, the reported one last
)

# The cards of matches that were played while the secret of their tournament is kept elsewhere: what pages may know.
dealt = Table(
    "dealt",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("stage", Text, primary_key=True),
    Column("cluster", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary(32), nullable=False),
)

# The arena: people, competitions, what they submit and where they stand. Moments are seconds since 1970.

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # the name as it is compared: without case
    Column("password", Text, nullable=False),  # an argon2id hash; empty until one is chosen
    Column("role", Text, nullable=False),  # "author" or "organiser"
    Column("created", BigInteger, nullable=False),
    Column("banned", BigInteger),  # since when
    Column("ban_reason", Text, nullable=False, server_default=""),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),  # of the cookie
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

# Links that can be used once: to register, to choose a new password, to enter a competition.
invitations = Table(
    "invitations",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),  # of the code in the link
    Column("purpose", Text, nullable=False),  # "register", "password" or "enter"
    Column("account", Integer, ForeignKey("accounts.id")),  # whose password
    Column("competition", Integer, ForeignKey("competitions.id")),  # which to enter
    Column("role", Text, nullable=False),  # of who registers with it
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("scopes", Text, nullable=False),  # words with spaces between: "read", "submit", "organise"
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),  # when last
)

competitions = Table(
    "competitions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("slug", Text, nullable=False, unique=True),  # its word in addresses
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("entry", Text, nullable=False),  # "anyone" or "invited"
    Column("state", Text, nullable=False),  # "draft", "open" or "archived"
    Column("created", BigInteger, nullable=False),
)

# Who was invited to a competition that not everybody may enter.
invited = Table(
    "invited",
    metadata,
    Column("competition", Integer, ForeignKey("competitions.id"), primary_key=True, autoincrement=False),
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
)

# Who may organise a competition without being an organiser of the whole site.
organisers = Table(
    "organisers",
    metadata,
    Column("competition", Integer, ForeignKey("competitions.id"), primary_key=True, autoincrement=False),
    Column("account", Integer, ForeignKey("accounts.id"), primary_key=True, autoincrement=False, index=True),
)

# What organisers did.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("moment", BigInteger, nullable=False),
    Column("account", Integer, ForeignKey("accounts.id")),  # nothing for who has the store itself at hand
    Column("competition", Integer, index=True),  # which it was about; drafts may be gone
    Column("did", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("why", Text, nullable=False),
)

# Addresses of other programs that want to hear of events, and what is still to be told them.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("address", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),  # with which what is told is signed
    Column("events", Text, nullable=False),  # words with commas between
    Column("created", BigInteger, nullable=False),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("webhook", Integer, ForeignKey("webhooks.id"), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, index=True),  # when to try next; nothing once it has arrived or was given up
    Column("tries", Integer, nullable=False),
    Column("answer", Text, nullable=False),  # the latest, in a few words
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("competition", Integer, ForeignKey("competitions.id"), nullable=False, index=True),
    Column("posted", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("link", Text, nullable=False),  # an http(s) address, or nothing
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("competition", Integer, ForeignKey("competitions.id"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("details", Text, nullable=False),  # JSON: what overtrick.arena.competitions.competition.RoundDetails holds
    Column("opens", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
    Column("state", Text, nullable=False),  # "planned", "open", "final" or "over"
    Column("released", Integer, nullable=False),  # places of the final that may be seen, from the last one up; -1: all
    Column("commitment", Text, nullable=False),  # to the secret of the round; empty until the worker has drawn it
    Column("secret", LargeBinary(32)),  # published when the round is over
    Column("entries", Text, nullable=False),  # JSON: who is in the final, once the round is closed
    Column("provisional", Integer, ForeignKey("tournaments.id")),
    Column("final", Integer, ForeignKey("tournaments.id")),
    Column("halted", Text, nullable=False, server_default=""),  # why it is paused or cancelled; empty if it is neither
    UniqueConstraint("competition", "number"),
)

# A bot is what an account has in a round; its versions are submissions.
bots = Table(
    "bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("round", Integer, ForeignKey("rounds.id"), nullable=False),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),  # on the leaderboard
    Column("active", Integer),  # the submission that plays; nothing if it was withdrawn or none ever passed
    Column("removed", Text, nullable=False),  # why an organiser took it out; empty if nobody did
    Column("rival", Integer),  # the submission that comes back if the active one ranks lower; nothing if none does
    Column("rival_worth", Float),  # what that one was worth when it last played
    UniqueConstraint("account", "round"),
    UniqueConstraint("round", "name"),
)

sources = Table(
    "sources",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("files", LargeBinary, nullable=False),  # what overtrick.arena.submissions.archive makes of an upload
)

# Programs as they were built, so that a round is played by the same bytes to its end, wherever it is played.
programs = Table(
    "programs",
    metadata,
    Column("content", Text, primary_key=True),  # hash of the program
    Column("built", LargeBinary, nullable=False),  # what overtrick.arena.submissions.programs makes of it
)

# A program that somebody sent: to enter it, or only to try it against the test player.
submissions = Table(
    "submissions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("round", Integer, ForeignKey("rounds.id"), nullable=False, index=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("purpose", Text, nullable=False),  # "enter" or "try"
    Column("number", Integer, nullable=False),  # the version, from 1; 0 for a try
    Column("name", Text, nullable=False),  # of the bot
    Column("filename", Text, nullable=False),
    Column("source", LargeBinary(32), ForeignKey("sources.hash"), nullable=False),
    Column("language", Text, nullable=False),  # empty until it is built
    Column("content", Text, nullable=False),  # hash of the program; empty until it is built
    Column("state", Text, nullable=False),  # see overtrick.arena.submissions.submission.State
    Column("log", Text, nullable=False),  # of the build
    Column("verdict", Text, nullable=False),  # one sentence
    Column("report", Text, nullable=False),  # JSON: what the check found, how to reproduce it
    Column("record", LargeBinary),  # the match against the test player, as compressed JSON
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),  # until when a worker has it; 0 if none
    Column("tries", Integer, nullable=False),
    Column("keep", Integer, nullable=False, server_default="0"),  # 1 if a version before that ranks higher stays
    Index("ix_submissions_waiting", "state", "created"),
)

# The latest leaderboard of each tournament; the trends are in its lines.
boards = Table(
    "boards",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("made", BigInteger, primary_key=True),  # milliseconds since 1970
    Column("records", Integer, nullable=False),
    Column("data", Text, nullable=False),  # JSON: what overtrick.arena.boards.board.Board holds
)
