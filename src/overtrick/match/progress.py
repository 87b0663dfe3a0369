"""A match while it is played: the deal on the table, and all that was done so far."""

from dataclasses import replace

from overtrick.bots.bot import Answer
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, Row, deal_count, whose
from overtrick.games.view import History, View, view
from overtrick.match.record import Deal, FaultNote, Match, Record, concluded, notes_of, scores_of, start_deal


class Progress:
    """The finished deals of a match and the one on the table; who plays, and whether that is legal, others decide."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = GAMES[match.game]
        self.finished: list[Row] = []
        self.deals: list[Deal] = []
        self.history_before = self.history = History(self.game, match.seats)
        self.begin_deal()

    def begin_deal(self) -> None:
        """Deal the next cards; after the last deal there is no row any more."""
        self.history_before, self.history = self.history, History(self.game, self.match.seats)
        self.row, self.draws = self.cards()
        self.start = self.game.state(self.row) if self.row else {}
        self.actions: list[tuple[int, str]] = []
        self.times: list[tuple[int, int]] = []

    def cards(self) -> tuple[Row, list[int]]:
        """Return the row of the next deal and its draws, or empty lists after the last."""
        return start_deal(self.match, self.finished)

    @property
    def number(self) -> int:
        """Which deal is on the table, from 1."""
        return len(self.deals) + 1

    @property
    def length(self) -> int:
        """How many deals the match has, or UNKNOWN."""
        return deal_count(self.game, self.match.rules())

    @property
    def to_move(self) -> int:
        """The seat to move, or NOBODY when the deal is over."""
        return self.game.to_move(self.row) if self.row else NOBODY

    def view(self, seat: int) -> View:
        """Return what a seat may know; NOBODY stands for whoever only watches."""
        return view(self.game, self.row, self.history.heard(seat), seat, self.number)

    def play(self, answer: Answer) -> None:
        """Apply a legal action of the seat to move, or of one that comes in."""
        seat = whose(self.game, self.row, answer.action)
        self.actions.append((seat, self.game.name(self.row, answer.action)))
        self.times.append((round(answer.cpu_s * 1e6), round(answer.wall_s * 1e6)))
        self.game.play(self.row, answer.action)
        self.history.add(self.row, seat, answer.action)

    def end_deal(self, forfeit: int | None = None) -> Deal:
        """Score the deal, which is over or forfeited by a seat, and deal the next."""
        self.finished.append(self.row)
        scores = scores_of(self.game, self.row, self.match.seats, forfeit)
        notes = notes_of(self.match, self.finished, forfeit)
        deal = Deal(tuple(self.draws), self.start, tuple(self.actions), scores, notes, forfeit, tuple(self.times))
        self.deals.append(deal)
        self.begin_deal()
        return deal

    def record(self, faults: list[FaultNote], fences: tuple[str, ...]) -> Record:
        """Return the record of the match, all deals of which are over."""
        return replace(concluded(self.match, self.finished, self.deals, faults), fences=fences)
