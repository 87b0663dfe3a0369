"""Bots that play well but for one weakness, so that a review can be asked what it is."""

from collections.abc import Sequence
from dataclasses import replace

from overtrick.bots.bot import Hello
from overtrick.bots.builtin import maker
from overtrick.bots.inside import BuiltIn, Chooser, Maker
from overtrick.core.cards import RANKS
from overtrick.core.luck import derive
from overtrick.games.contract import NOBODY
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.tricks import BEST, CARDS, JESTER, TRUMP, WON
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.block import block
from overtrick.match.play import play
from overtrick.match.record import Record, new_match
from overtrick.players.figgie.seat import knowledge
from overtrick.players.wizard.why import takes

LONG_HAND, MOST_PAID = 8, 20
JESTERS = range(JESTER, wizard.WIZARD)


def made(name: str, hello: Hello) -> Chooser:
    """Return a player of ours."""
    found = maker(name, hello.game)
    assert found is not None
    return found(hello)


def overbidder(hello: Hello) -> Chooser:
    """Bid one trick too many in long hands."""
    good = made("net", hello)

    def choose(view: View) -> int:
        action = good(view)
        if not wizard.FIRST_BID <= action < wizard.FIRST_TRUMP or view.row[CARDS] < LONG_HAND:
            return action
        return action + 1 if action + 1 in wizard.legal(view.row) else action

    return choose


def grasper(hello: Hello) -> Chooser:
    """Go on taking tricks after the bid is made."""
    good = made("net", hello)

    def choose(view: View) -> int:
        row, seat = view.row, view.seat
        if row[wizard.PHASE] != wizard.PLAYING or row[WON + seat] != row[wizard.BID + seat]:
            return good(view)
        winners = [card for card in wizard.legal(row) if card not in JESTERS and takes(view, card)]
        strength = {card: (card >= wizard.WIZARD, card // RANKS == row[TRUMP], card % RANKS) for card in winners}
        return max(winners, key=lambda card: strength[card]) if winners else good(view)

    return choose


def overpayer(hello: Hello) -> Chooser:
    """Buy whatever is offered of suits that are hardly the goal."""
    good = made("trader", hello)

    def choose(view: View) -> int:
        goals = knowledge(view).goals
        for suit in range(figgie.SUITS):
            action, price = figgie.FIRST_BUY + suit, view.row[figgie.OFFER + suit]
            if goals[suit] < 0.3 and price <= MOST_PAID and figgie.check(view.row, view.seat, action) == figgie.OK:
                return action
        return good(view)

    return choose


def sleeper(hello: Hello) -> Chooser:
    """Never take a quote, however good."""
    good = made("trader", hello)

    def choose(view: View) -> int:
        action = good(view)
        return figgie.PASS if figgie.FIRST_BUY <= action < figgie.FIRST_BID else action

    return choose


def thrower(hello: Hello) -> Chooser:
    """Throw the highest card on a trick that is lost."""
    good = made("sampler", hello)

    def choose(view: View) -> int:
        row = view.row
        if row[BEST] == NOBODY:
            return good(view)
        cards = duel.legal(row)
        if any(wins(view, card) for card in cards):
            return good(view)
        return max(cards, key=lambda card: card % RANKS)

    return choose


def wins(view: View, card: int) -> bool:
    """Return whether a card takes the trick."""
    row = view.row.copy()
    before = row[WON + view.seat]
    duel.play(row, card)
    return row[WON + view.seat] > before


def played(game: str, weak: Maker, others: Sequence[str], blocks: int, options: dict[str, object]) -> list[Record]:
    """Return matches of a weak bot against others, in all rotations; it is called ``mine``."""
    names = ["mine", *others]
    what = replace(new_match(game, names, options, derive(b"weak", game)))
    found = {"mine": weak} | {name: maker(name, game) for name in others}
    return [
        play(match, [BuiltIn(found[name]) for name in match.players])  # type: ignore[arg-type]
        for number in range(blocks)
        for match in block(what, number)
    ]
