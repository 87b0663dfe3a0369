"""What a review says, as values: judged decisions, what they have in common, and what went wrong besides.

A cost is what a decision was worth less than a better one, in the unit of its game and as the seat could know. It is an
estimate: where it comes from sampled worlds it has an interval, and is called a mistake only if that lies above zero.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = "overtrick review 1"
Json = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Where a decision stands: the number of its match in what is reviewed, from 1, its key, and where in it."""

    match: int
    key: str
    deal: int  # from 1
    step: int  # of the deal, from 1
    seat: int

    @property
    def fragment(self) -> str:
        """What opens the position before the decision on a page that replays the match, as the seat saw it."""
        return f"deal={self.deal}&step={self.step - 1}&seat={self.seat}"


Opens = Callable[[Place], str]  # the command or address with which a place is looked at in the replay


@dataclass(frozen=True)
class Cost:
    """An estimate of what something cost, with half of its 95 % interval: 0 if it is exact, None if nobody knows."""

    value: float
    half: float | None = 0.0

    @property
    def least(self) -> float:
        """What it cost without much doubt."""
        return self.value - (self.half or 0.0)

    @property
    def is_sure(self) -> bool:
        """Whether it is more than chance."""
        return self.least > 0


@dataclass(frozen=True)
class Judged:
    """One decision: what was played, what would have been better, by how much, and why; a first look does not say why.

    ``what`` is the kind of mistake it would be, in words, and is empty where nothing better is known. ``tags`` say in
    which circumstances it was made. ``expected`` is what the seat could expect of the deal before it, with the best
    choice, and ``chance`` what choosing by chance would cost, where the judge says so.
    """

    place: Place
    kind: str  # what it is one of: "bids", "cards"
    played: str
    cost: Cost = Cost(0.0)
    what: str = ""
    better: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    position: str = ""
    why: str = ""
    expected: float | None = None
    chance: float | None = None

    @property
    def is_mistake(self) -> bool:
        """Whether something better is known, without much doubt."""
        return bool(self.what) and self.cost.is_sure


@dataclass(frozen=True)
class Part:
    """What a theme cost in some circumstances."""

    tag: str
    value: str
    times: int
    of: int  # decisions of the kind in these circumstances
    cost: Cost  # a match


@dataclass(frozen=True)
class Theme:
    """What many decisions have in common: a kind of mistake, how often it came up, and what it cost a match."""

    what: str
    kind: str
    times: int
    of: int  # decisions of the kind
    cost: Cost  # a match
    share: float  # of all that was given away
    parts: tuple[Part, ...]  # where it cost most, the worst first
    sentence: str
    example: Place | None = None  # the worst decision of it that was looked at closely


@dataclass(frozen=True)
class Trouble:
    """A kind of fault, how often it came up, and its first example."""

    ending: str
    count: int
    sentence: str
    place: Place


@dataclass(frozen=True)
class Slow:
    """A decision that took long."""

    place: Place
    played: str
    cpu_ms: float
    wall_ms: float


@dataclass(frozen=True)
class Review:
    """Where a player loses."""

    game: str
    player: str
    judge: str  # who says so; empty if nobody can
    why_not: str  # why nobody can, in a sentence
    unit: str  # of all costs
    matches: int  # looked at, each seat of the player counted
    left_out: int  # matches of the player that were not looked at
    decisions: int
    mistakes: int  # decisions that cost something by the first look, most of which nobody looked at closely
    cost: Cost  # of all decisions, a match
    points: float  # a match
    facts: Mapping[str, float]  # a match, where the game tells more than scores
    worst: tuple[Judged, ...]
    themes: tuple[Theme, ...]
    faults: tuple[Trouble, ...]
    slowest: tuple[Slow, ...]

    def data(self, opens: Opens | None = None) -> Json:
        """Return the review as plain data, fit for JSON; with what opens its places in the replay, if that is known."""
        told = asdict(self)
        if opens is not None:
            for one in (*told["worst"], *told["faults"], *told["slowest"]):
                one["replay"] = opens(Place(**one["place"]))
        return told


def third_words(done: int, whole: int) -> str:
    """Return in which third of a deal a moment is."""
    return ("early in the deal", "in the middle of the deal", "late in the deal")[3 * done // whole]


def percent(share: float) -> str:
    """Return a share in words."""
    return f"{100 * share:.0f} %"
