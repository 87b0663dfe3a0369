"""The duel for OpenSpiel: ``overtrick_duel``, in which the utility is the margin of tricks, so that it is zero-sum."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from overtrick.adapters.openspiel.deal import Deal, DealGame
from overtrick.adapters.openspiel.state import game_type
from overtrick.core.cards import RANKS
from overtrick.games.contract import settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.tricks import CARDS

PARAMETERS = {option.name: option.default for option in duel.OPTIONS}
TYPE = game_type("overtrick_duel", duel, pyspiel.GameType.Utility.ZERO_SUM, PARAMETERS)


class DuelDeal(Deal):
    """A deal of the duel."""

    rulebook = duel
    allowed = staticmethod(duel.legal)

    def utilities(self, scores: list[int]) -> list[float]:
        """Return the margins."""
        return [float(scores[0] - scores[1]), float(scores[1] - scores[0])]


class DuelGame(DealGame):
    """The duel."""

    rulebook = duel
    state = DuelDeal

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        rules = duel.rules(2, settled(duel, 2, given))
        self.seats, self.setup = 2, duel.next_deal(rules, [])
        self.deck = [RANKS * suit + value for suit in range(4) for value in range(self.setup[duel.VALUES])]
        self.max_events = 2 * self.setup[CARDS]
        top = float(self.setup[CARDS])
        info = pyspiel.GameInfo(duel.ACTIONS, 4 * RANKS, 2, -top, top, 0.0, self.max_events)
        super().__init__(TYPE, info, given)


pyspiel.register_game(TYPE, DuelGame)
