"""Competitions, rounds and bots as values: what organisers state, and what becomes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from overtrick.bots.fence.limits import Limits
from overtrick.games.options import Value
from overtrick.tournament.stated.tournament import Format, RankBy

ALL = -1  # places of a final that may be seen
MOST_ROUNDS = 100


class CompetitionState(StrEnum):
    """How far a competition is."""

    DRAFT = "draft"  # only organisers see it
    OPEN = "open"
    ARCHIVED = "archived"  # everybody sees it, nothing changes


class Entry(StrEnum):
    """Who may enter a competition."""

    ANYONE = "anyone"
    INVITED = "invited"


class RoundState(StrEnum):
    """How far a round is; the worker moves it on when its time comes."""

    PLANNED = "planned"
    OPEN = "open"  # submissions are taken, and play for a provisional ranking
    FINAL = "final"  # closed: the final is played on fresh deals
    OVER = "over"
    CANCELLED = "cancelled"  # ended by its organisers, without a result


class Release(StrEnum):
    """How the final results are shown."""

    AT_ONCE = "at once"
    STAGED = "staged"  # an organiser shows them place by place, from the last one up


@dataclass(frozen=True)
class RoundDetails:
    """What an organiser states about a round beside its game and dates."""

    seats: int
    options: Mapping[str, Value]  # settled
    limits: Limits = field(default_factory=Limits)
    rank_by: RankBy = RankBy.SCORE
    languages: tuple[str, ...] = ()  # empty for all
    blocks: int = 10  # sets of cards of the provisional ranking
    final_blocks: int = 50  # sets of cards of the final; if it is focused, at most
    format: Format = Format.ROUND_ROBIN  # or focused
    top: int = 10  # if focused: the places whose order is asked for
    budget: int | None = None  # if focused: the most matches of the final
    hours: float | None = None  # if focused: how long the final may take
    pace: float | None = None  # matches a second, as they were when the round closed: what makes matches of the hours
    max_faults: int | None = None
    players: tuple[str, ...] = ()  # players we ship that take part, such as GAME:easy
    publish_sources: bool = True  # after the round
    release: Release = Release.AT_ONCE
    adjust: bool = False
    uploads_a_day: int = 20  # of an account
    thinned: int = 0  # if not 0: of so many sets of cards one has whole records, of the others only numbers are left


@dataclass(frozen=True)
class Round:
    """A round of a competition."""

    id: int
    competition: int
    slug: str  # of the competition
    number: int
    title: str
    game: str
    details: RoundDetails
    opens: int
    closes: int
    state: RoundState
    released: int  # places of the final that may be seen, from the last one up, or ALL
    commitment: str
    secret: bytes | None = field(repr=False)  # once the round is over
    entries: tuple["Entered", ...]  # of the final
    provisional: int | None  # tournament in the store
    final: int | None
    halted: str = ""  # why it is paused or cancelled; empty if it is neither

    @property
    def is_paused(self) -> bool:
        """Whether nothing is played in it for now, and it moves on no further."""
        return bool(self.halted) and self.state is not RoundState.CANCELLED

    @property
    def path(self) -> str:
        """Its address on the site."""
        return f"/c/{self.slug}/{self.number}"


@dataclass(frozen=True)
class Entered:
    """Who takes part in a round: a bot's active version, or a player we ship."""

    name: str  # on the leaderboard
    bot: int | None  # None for a player we ship
    submission: int | None
    content: str  # hash of the program, or the name of a player we ship
    owner: int | None


@dataclass(frozen=True)
class Announcement:
    """What an organiser has posted."""

    id: int
    posted: int
    text: str
    link: str


@dataclass(frozen=True)
class Competition:
    """A competition with its rounds and announcements."""

    id: int
    slug: str
    title: str
    text: str
    entry: Entry
    state: CompetitionState
    created: int
    rounds: tuple[Round, ...]
    announcements: tuple[Announcement, ...]  # the latest first

    @property
    def path(self) -> str:
        """Its address on the site."""
        return f"/c/{self.slug}"
