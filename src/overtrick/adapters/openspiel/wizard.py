"""A deal of Wizard for OpenSpiel: ``overtrick_wizard``, in which the utility is the score."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from overtrick.adapters.openspiel.deal import Deal, DealGame
from overtrick.adapters.openspiel.state import game_type
from overtrick.games.contract import settled
from overtrick.games.tricks import DECK_SIZE
from overtrick.games.wizard import rulebook as wizard

PARAMETERS = {
    "players": 4,
    "cards": 5,
    **{option.name: option.default for option in wizard.OPTIONS if option.name != "series"},
}
TYPE = game_type("overtrick_wizard", wizard, pyspiel.GameType.Utility.GENERAL_SUM, PARAMETERS)


class WizardDeal(Deal):
    """A deal of Wizard."""

    rulebook = wizard
    allowed = staticmethod(wizard.legal)

    def cards_needed(self) -> int:
        """Return how many cards chance deals: also the one turned up, if one is left."""
        return min(self.in_hands + 1, DECK_SIZE)

    def draws_suit(self) -> bool:
        """Return whether a Wizard is turned up and chance names the trump."""
        turned = len(self.order) > self.in_hands
        return turned and bool(self.setup[wizard.RANDOM_TRUMP]) and self.order[self.in_hands] >= wizard.WIZARD

    def secret_bid(self, seat: int) -> int | None:
        """Return the bid of a seat that the others do not know yet, if there is one."""
        if not self.row or not self.row[wizard.HIDDEN_BIDS] or self.row[wizard.PHASE] != wizard.BIDDING:
            return None
        bid = self.row[wizard.BID + seat]
        return None if bid == wizard.NO_BID else bid


class WizardGame(DealGame):
    """A deal of Wizard with a number of cards, as the first round of a match; seat 0 deals."""

    rulebook = wizard
    state = WizardDeal

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        seats, cards = int(given["players"]), int(given["cards"])
        options = {name: given[name] for name in PARAMETERS if name not in ("players", "cards")}
        rules = wizard.rules(seats, settled(wizard, seats, {**options, "series": [cards]}))
        self.seats, self.setup = seats, wizard.next_deal(rules, [])
        self.deck = list(range(DECK_SIZE))
        self.max_events = seats * (cards + 1) + 1
        info = pyspiel.GameInfo(
            wizard.ACTIONS, DECK_SIZE, seats, -10.0 * cards, 20.0 + 10 * cards, None, self.max_events
        )
        super().__init__(TYPE, info, given)


pyspiel.register_game(TYPE, WizardGame)
