"""The schema of a store: its tables and their columns, said once.

Numbers of seats stand in one column as little-endian ints, so that a hundred
thousand rows become columns of arrays without a loop over their numbers.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0002"  # of this schema; revisions are counted, so a store's is older, the same or newer
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
    Column("payload", LargeBinary, nullable=False),  # what overtrick.tournament.packed makes
    Index("ix_records_in_order", "tournament", "stage", "cluster", "key"),
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
    Column("payload", LargeBinary),  # what overtrick.tournament.packed makes of it
)

# Which guests sit at which tables, so that everybody finds their own again. A guest is known by a hash alone.
guests = Table(
    "guests",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("guest", LargeBinary(32), primary_key=True, index=True),
)
