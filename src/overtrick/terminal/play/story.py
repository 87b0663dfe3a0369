"""The story of a sitting: everything that became public, in sentences, as one seat knows it."""

from collections.abc import Sequence

from overtrick.bots.bot import Answer
from overtrick.games.contract import NOBODY, Row
from overtrick.games.sentences import closing_sentence, hidden_sentence, refusal_words
from overtrick.games.view import view
from overtrick.match.progress import Progress
from overtrick.match.record import Match
from overtrick.scenes.scene import said, told


class Story:
    """Sentences with the step of the match that each belongs to; it grows as the match goes on."""

    def __init__(self, match: Match, seat: int, names: Sequence[str], done: Sequence[tuple[int, str]] = ()) -> None:
        self.lines: list[tuple[int, str]] = []
        self._seat, self._names = seat, names
        self._deals = 0
        self._events = -1  # of the deal on the table; less than none until the deal itself is told
        going = Progress(match)
        self.follow(going)
        for _, name in done:
            going.play(Answer(going.game.parse(going.row, name)))
            if going.to_move == NOBODY:
                going.end_deal()
            self.follow(going)

    def follow(self, going: Progress) -> list[str]:
        """Add what the latest action made public, and return it."""
        fresh: list[str] = []
        if len(going.deals) > self._deals:
            fresh += self._ending(going)
            self._deals, self._events = len(going.deals), -1
        if going.row:
            fresh += self._refused(going, going.row) if going.actions else []
            seen = going.view(self._seat)
            if len(seen.events) > self._events:
                count = going.history.fresh_to(self._seat) if going.actions else None
                fresh += said(going.game, seen.row, seen.events, self._names, count)
                self._events = len(seen.events)
            elif hidden := hidden_sentence(going.game, going.row, self._names):
                fresh.append(hidden)
        step = sum(len(deal.actions) for deal in going.deals) + len(going.actions)
        self.lines += [(step, line) for line in fresh]
        return fresh

    def _ending(self, going: Progress) -> list[str]:
        """Return how the latest deal ended."""
        game, row, deal = going.game, going.finished[-1], going.deals[-1]
        fresh = self._refused(going, row)
        seen = view(game, row, going.history_before.heard(self._seat), self._seat)
        if len(seen.events) > self._events:
            fresh += said(game, seen.row, seen.events, self._names, going.history_before.fresh_to(self._seat))
        elif closing := closing_sentence(game, row, self._names):
            fresh.append(closing)
        scores = ", ".join(f"{name} {score:+d}" for name, score in zip(self._names, deal.scores, strict=True))
        return [*fresh, f"The deal is over: {scores}.", *(f"{told(note, self._names)}." for note in deal.notes)]

    def _refused(self, going: Progress, row: Row) -> list[str]:
        """Return what came of the seat's own action, if nothing did where all choose at once."""
        game = going.game
        latest = going.actions or going.deals[-1].actions
        return [
            f"Nothing came of your action: {refusal_words(game, code, game.name(row, action))}."
            for actor, action, code in game.refused(row, latest[-1][0])
            if actor == self._seat
        ]
