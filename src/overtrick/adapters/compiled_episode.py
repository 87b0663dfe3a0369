"""An episode at native speed: the same match as in ``overtrick.adapters.episode``, played by compiled code.

Only what a step needs is there at once. The row, the events and the memory of a deal are worked out when somebody asks.
"""

from overtrick.adapters.episode import PER_DEAL, Episode
from overtrick.adapters.observations.encoding import Mask, Numbers
from overtrick.compiled.tables.stepping import EVERYBODY, REFUSED, as_number
from overtrick.compiled.tables.table import Table
from overtrick.compiled.tables.tables import Kind, Seating
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Row, merit, refusal
from overtrick.games.view import History


class CompiledEpisode(Episode):
    """An episode whose state lies in the arrays of a table; some seats may play by themselves."""

    def __init__(self, plain: Episode, seating: Seating | None = None) -> None:
        vars(self).update(plain.agreed())
        lanes = self.encoding.lanes
        self._all_seats = list(range(self.seats))
        self.table = Table(Kind(self.game, lanes, self.seats, self.options), seating or Seating())

    def begin(self, cards: int, choices: int, agent: int = EVERYBODY) -> None:
        """Begin a match from two states of luck, with the agent in a seat if there is one."""
        self.origin, self._agent = (cards, choices), agent
        self.owed = [0] * self.seats
        self.seated = self._all_seats
        self._told: History | None = None
        self._told_deal = 0
        self.table.begin(cards, choices, agent)

    # What there is to know

    @property
    def to_move(self) -> int:
        """The seat that is asked, or NOBODY after the match."""
        return self.table.asked

    @property
    def over(self) -> bool:  # type: ignore[override]
        """Whether the match is over."""
        return self.table.over

    @property
    def deals(self) -> int:
        """How many deals are finished."""
        return self.table.deals

    @property
    def row(self) -> Row:  # type: ignore[override]
        """The deal under way, or the last one."""
        return self.table.row

    @property
    def memory(self) -> Row:  # type: ignore[override]
        """What is remembered of it for observations."""
        return self.table.memory

    @property
    def finished(self) -> list[Row]:  # type: ignore[override]
        """The finished deals."""
        return self.table.finished

    @property
    def totals(self) -> list[int]:  # type: ignore[override]
        """The points of every seat."""
        return [merit(self.game, earned) for earned in self.table.totals]

    @property
    def history(self) -> History:  # type: ignore[override]
        """What every seat has heard of this deal: its actions are played once more."""
        log, deal = self.table.log, self.deals - self.over
        if self._told is None or deal != self._told_deal:
            self._told, self._told_deal, self._told_row = History(self.game, self.seats), deal, self.table.start
            self._told_actions = 0
        for action in log[self._told_actions :]:
            seat = self.game.to_move(self._told_row)
            self.game.play(self._told_row, action)
            self._told.add(self._told_row, seat, action)
        self._told_actions = len(log)
        return self._told

    def look(self, seat: int) -> tuple[Numbers, Mask]:
        """Return what a seat sees and may do, as arrays."""
        if seat == self.table.asked or (seat == self._agent and self.over):
            return self.table.seen.copy(), self.table.allowed.copy()
        return super().look(seat)

    # What happens

    def answer(self, number: int) -> int:
        """Play an action of the action space, or raise Mistake; return how many deals it has ended."""
        ended = self.table.play(number)
        if ended:
            if ended == REFUSED:
                lanes = self.encoding.lanes
                action = lanes.game_action(number) if 0 <= number < lanes.ACTIONS else as_number(number)
                raise Mistake(refusal(self.game, self.row, action if number < lanes.ACTIONS else number))
            if self.rewards == PER_DEAL:
                self.owed = [owed + more for owed, more in zip(self.owed, self.table.earned, strict=True)]
            self._pay()
        return ended

    def play(self, action: int) -> None:
        """Play a legal action of the rulebook for the seat that is asked, or raise Mistake; then perhaps deal again."""
        if action < 0:
            raise Mistake(refusal(self.game, self.row, action))
        self.answer(as_number(action))
