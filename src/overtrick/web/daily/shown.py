"""What somebody is shown of a day: their own try, and of others only what tells nothing about cards that are played."""

from dataclasses import dataclass

from overtrick.arena.arena import Arena
from overtrick.arena.daily.days import Day, closes, ends, find_day
from overtrick.arena.daily.par import Par, luck_free
from overtrick.arena.daily.ranking import ABOVE, BELOW, NEAR, Line, Ranking, marks, pars_of, ranking
from overtrick.arena.daily.sets import GUESTS, NEW, SETS, daily_games, daily_of
from overtrick.arena.daily.tries import Try, Who, tries_of
from overtrick.games.face import Daily
from overtrick.web.titles import game_title

SQUARES = {ABOVE: "▲", NEAR: "●", BELOW: "▼"}  # which every font has
WORDS = {ABOVE: "better than par", NEAR: "about par", BELOW: "worse than par"}
MOST_LINES = 100


@dataclass(frozen=True)
class Result:
    """What a try brought, in words that spoil nothing but its points."""

    at: Try
    par: Par | None  # None until it is worked out
    line: Line | None  # its place in the ranking; None for guests
    among: int  # how many are ranked with it in its set
    across: int  # and across sets

    @property
    def marks(self) -> list[str]:
        """How each deal went beside par."""
        return [] if self.par is None else marks(self.at.scores, self.par)

    @property
    def luck_free(self) -> float | None:
        """The points without the luck of the cards."""
        if self.par is None:
            return None
        return round(luck_free(daily_of(self.at.game), self.at.points, self.par), 1)

    @property
    def address(self) -> str:
        """Where others can look at it; the page of today for guests, whose results nobody else can see."""
        return "/today" if self.at.account is None else f"/days/{self.at.day}/{self.at.game}/{self.at.account}"

    def sentence(self) -> str:
        """Return it in words: squares, the points without luck, and the rank."""
        parts = [f"{game_title(self.at.game)}, {self.at.day}"]
        if self.par is not None:
            parts = [f"{parts[0]}  {''.join(SQUARES[mark] for mark in self.marks)}"]
            parts.append(f"{self.luck_free:g} points without the luck of the cards")
        if self.line is not None and self.line.across is not None:
            parts.append(f"place {self.line.across} of {self.across}")
        return " · ".join(parts)


@dataclass(frozen=True)
class Game:
    """A game of a day, for somebody."""

    name: str
    title: str
    daily: Daily
    mine: Try | None
    result: Result | None  # of a try that is finished
    within: dict[str, list[Line]]  # the sets whose points they may see
    across: list[Line]
    unfinished: tuple[Try, ...]  # of others too, once the day is closed
    pars: dict[str, Par]  # likewise
    players: int  # how many accounts have finished it


def set_title(name: str) -> str:
    """Return what a set is called."""
    return {NEW: "Newcomers", GUESTS: "Guests"}.get(name, f"Set {name}")


def result_of(found: Try, ranks: Ranking, arena: Arena) -> Result:
    """Return the result of a finished try."""
    line = None if found.account is None else ranks.of(found.account)
    pars = ranks.pars if found.account is not None else pars_of(arena, found.day, found.game)
    among = len(ranks.within(found.cards))
    return Result(found, pars.get(found.cards), line, among, len(ranks.across))


def shown_game(arena: Arena, day: str, game: str, mine: Try | None) -> Game:
    """Return a game of a day as somebody may see it: sets that they may still play, or tell others of, stay closed."""
    ranks = ranking(arena, day, game)
    closed = arena.now() >= closes(day)
    done = mine is not None and mine.is_finished
    visible = [name for name in SETS if closed or (done and mine is not None and name == mine.cards)]
    return Game(
        game,
        game_title(game),
        daily_of(game),
        mine,
        result_of(mine, ranks, arena) if mine is not None and done else None,
        {name: found[:MOST_LINES] for name in visible if (found := ranks.within(name))},
        ranks.across[:MOST_LINES],
        ranks.unfinished if closed else (),
        {name: par for name, par in ranks.pars.items() if name in visible},
        len(ranks.lines),
    )


def shown_day(arena: Arena, day: str, who: Who) -> tuple[Day | None, list[Game]]:
    """Return a day and its games as somebody may see them."""
    found = find_day(arena, day)
    if found is None or found.choice is None:
        return found, []
    mine = tries_of(arena, who, day)
    return found, [shown_game(arena, day, game, mine.get(game)) for game in daily_games()]


def is_over(arena: Arena, day: str) -> bool:
    """Return whether no try of a day can begin any more."""
    return arena.now() >= ends(day)
