"""What ``--trust`` costs: our own work per Figgie turn, and whole games, beside a straightforward engine.

    python -m benchmarks.trust_bench

The reference below is the loop that one writes first: for each call it builds the
whole state and the whole history of trades anew. Both play the very same deals with
the same bots, measured in turn, and must come to the same scores.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.row import Row

import overtrick
from overtrick.bots.inside import Trusted
from overtrick.bots.kit import load
from overtrick.core import luck
from overtrick.familiar.rounds import Plan, Run, play_rounds
from overtrick.games.contract import Row as Position
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.figgie.messages import write
from overtrick.match.record import new_match, start_deal

STARTER = Path(overtrick.__file__).parent / "starters" / "figgie_python" / "main.py"
SEED = bytes(luck.SEED_BYTES)
ROUNDS, REPETITIONS, SEATS = 20, 15, 4
SUITS = ("spades", "clubs", "hearts", "diamonds")
State = dict[str, Any]
Player = Callable[[State], Any]
Result = TypeVar("Result")

# A bot that thinks nothing: it gives the answers that others gave. They stand in its code, since words read from a
# file are slower to look up than the words in a bot's own code.
SCRIPTED = """
answers = [iter(seat) for seat in {answers}]

def get_action(state):
    return next(answers[state["position"]])
"""


# A bot that looks at all trades in every call, as authors do first, and then does as the starter.
WALKER = """
starter = get_action

def get_action(state):
    paid = dict.fromkeys(MATE, 0)
    for trade in state["trades"]:
        suit = trade["suit"]
        paid[suit] = paid.get(suit, 0) + trade["price"]
    return starter(state)
"""


def rows() -> list[Row]:
    """Measure own work per question, and whole games with dealing and thinking, in both models."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for model, target in (("turn", 1 / 1.5), ("tick", 1 / 2)):
            for players, answers in (("random players", random_answers), ("starters", starters_answers)):
                scripted = Path(folder) / f"{model}-{players.split()[0]}.py"
                asked = write_script(scripted, answers(model))
                what = f"own work per question, {players}, {model} model"
                found.append(compared(what, partial(own_work, scripted, model), asked, 0.5))
            walker = Path(folder) / "walker.py"
            walker.write_text(STARTER.read_text() + WALKER)
            for bots, file in (("starters", STARTER), ("who walk through all trades", walker)):
                what = f"game of four {bots}, {model} model"
                found.append(compared(what, partial(whole_games, file, model), ROUNDS, target))
    return found


def compared(what: str, measure: Callable[[], tuple[float, float]], parts: int, target: float) -> Row:
    """Measure ours and the reference again and again, in turn, and return the medians."""
    pairs = [measure() for _ in range(REPETITIONS)]
    ours, peer = (statistics.median(times) / parts for times in zip(*pairs, strict=True))
    return Row(what, ours, peer, target, paired=statistics.median(ours / peer for ours, peer in pairs))


def own_work(scripted: Path, model: str) -> tuple[float, float]:
    """Return the CPU times of rounds in which no bot thinks, from the first question to the last answer."""
    table, players = seated(scripted, model)
    positions = [position(model, number) for number in range(ROUNDS)]
    engines = [Engine(row, players) for row in positions]
    ours, done = timed(lambda: [table.play_deal(row, number) for number, row in enumerate(positions)])
    peer, played = timed(lambda: [engine.play() for engine in engines])
    assert [one.scores() for one in done] == [engine.scores() for engine in played], "the two engines disagree"
    return ours, peer


def whole_games(bot: Path, model: str) -> tuple[float, float]:
    """Return the CPU times of rounds of four of a bot, from the shuffling to the scores."""
    table, players = seated(bot, model)
    engines = [Engine(position(model, number), players) for number in range(ROUNDS)]
    ours, scores = timed(lambda: [table.play_round(number).scores() for number in range(ROUNDS)])
    peer, expected = timed(lambda: [engine.play_game() for engine in engines])
    assert scores == expected, "the two engines disagree"
    return ours, peer


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return how much CPU time some work took, and what came out."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def seated(bot: Path, model: str) -> tuple[Run, list[Player]]:
    """Return our table, and players for the reference, with the same bot in every seat."""
    table = Run(Plan((str(bot),) * SEATS, SEED, ROUNDS, model, trust=True), [Trusted(bot) for _ in range(SEATS)])
    return table, [load(str(bot)).get_action for _ in range(SEATS)]


def position(model: str, number: int) -> Position:
    """Return the deal that a run on our seed begins its round with."""
    match = new_match("figgie", ["starter"] * SEATS, {"model": model}, luck.derive(SEED, f"round/{number}"))
    return start_deal(match, [])[0]


def write_script(path: Path, answers: list[list[Any]]) -> int:
    """Write a bot that repeats what others answered, by seat; return how many answers that are."""
    path.write_text(SCRIPTED.format(answers=answers))
    return sum(map(len, answers))


def starters_answers(model: str) -> list[list[Any]]:
    """Return what starters answer, by seat."""
    answers: list[list[Any]] = [[] for _ in range(SEATS)]
    _, starters = seated(STARTER, model)

    def heard(state: State) -> Any:
        seat = state["position"]
        answers[seat].append(starters[seat](state))
        return answers[seat][-1]

    for number in range(ROUNDS):
        Engine(position(model, number), [heard] * SEATS).play()
    return answers


def random_answers(model: str) -> list[list[Any]]:
    """Return what random players answer, by seat: they trade to the end."""
    answers: list[list[Any]] = [[] for _ in range(SEATS)]
    for done in play_rounds(Plan(("figgie:random",) * SEATS, SEED, ROUNDS, model)):
        row = done.start.copy()
        for action in done.actions:
            answers[row[figgie.TURN]].append(write(row, action))
            figgie.play(row, action)
    return answers


# The reference


@dataclass
class Quote:
    """A price that somebody would pay or take."""

    price: int
    player: int


@dataclass
class Trade:
    """A card that changed hands."""

    suit: str
    price: int
    buyer: int
    seller: int
    clock: int


@dataclass
class Engine:
    """A round of Figgie as one writes it first; it begins with the cards, and the orders, of a row of ours."""

    row: Position
    players: Sequence[Player]
    trades: list[Trade] = field(default_factory=list)
    log: list[State] = field(default_factory=list)
    clock: int = 0

    def __post_init__(self) -> None:
        start = figgie.state(self.row)
        self.model = str(start["model"])
        self.orders: list[list[int]] | None = start["orders"]
        self.goal = str(start["goal_suit"])
        self.hands: list[dict[str, int]] = [dict(hand) for hand in start["hands"]]
        self.money: list[int] = list(start["money"])
        self.last: dict[str, int | None] = dict.fromkeys(SUITS)
        self.clear()

    def clear(self) -> None:
        """Empty the books."""
        self.bids: dict[str, Quote | None] = dict.fromkeys(SUITS)
        self.offers: dict[str, Quote | None] = dict.fromkeys(SUITS)

    def play_game(self) -> list[int]:
        """Deal, play and return the scores."""
        self.deal()
        self.play()
        return self.scores()

    def deal(self) -> None:
        """Shuffle and deal a deck, then forget it for the cards of the row: both sides shall play the same."""
        sizes = [8, 10, 10, 12]
        random.shuffle(sizes)
        deck = [suit for suit, size in zip(SUITS, sizes, strict=True) for _ in range(size)]
        random.shuffle(deck)
        hands = [dict.fromkeys(SUITS, 0) for _ in self.players]
        for place, suit in enumerate(deck):
            hands[place % len(hands)][suit] += 1

    def play(self) -> "Engine":
        """Play to the end."""
        (self.play_turns if self.model == "turn" else self.play_ticks)()
        return self

    def play_turns(self) -> None:
        """One seat after the other."""
        seats, passes = len(self.players), 0
        while self.clock < 50 * seats and passes < 2 * seats:
            seat = self.clock % seats
            action = self.ask(seat)
            passes = 0 if self.act(seat, action, "offer") else passes + 1
            self.clock += 1

    def play_ticks(self) -> None:
        """All seats on the same book, then one after the other in the order of the tick."""
        assert self.orders is not None
        quiet = 0
        while self.clock < 200 and quiet < 3:
            actions = [self.ask(seat) for seat in range(len(self.players))]
            random.shuffle(
                list(enumerate(actions))
            )  # such an engine draws the order now; as with the deck, ours counts
            acted = [self.act(seat, actions[seat], "ask") for seat in self.orders[self.clock]]
            quiet = 0 if any(acted) else quiet + 1
            self.clock += 1

    def ask(self, seat: int) -> Any:
        """Return what a player gives."""
        try:
            return self.players[seat](self.state(seat))
        except Exception:
            return {"type": "pass"}

    def state(self, seat: int) -> State:
        """Return all that a player is shown, built from nothing."""
        bids: dict[str, State | None] = {}
        offers: dict[str, State | None] = {}
        for suit in SUITS:
            bid, offer = self.bids[suit], self.offers[suit]
            bids[suit] = None if bid is None else {"price": bid.price, "player": bid.player}
            offers[suit] = None if offer is None else {"price": offer.price, "player": offer.player}
        state: State = {
            "position": seat,
            "hand": dict(self.hands[seat]),
            "money": self.money[seat],
            "trades": [
                {
                    "suit": trade.suit,
                    "price": trade.price,
                    "buyer": trade.buyer,
                    "seller": trade.seller,
                    self.model: trade.clock,
                }
                for trade in self.trades
            ],
            "num_players": len(self.players),
            self.model: self.clock,
        }
        if self.model == "turn":
            state["bids"], state["offers"] = bids, offers
        else:
            state["books"] = {
                suit: {"bid": bids[suit], "ask": offers[suit], "last_trade": self.last[suit]} for suit in SUITS
            }
        return state

    def act(self, seat: int, action: Any, word: str) -> bool:
        """Log an action and execute it if it is valid; return whether something happened."""
        error = self.refusal(seat, action, word)
        entry = {"type": "action", "clock": self.clock, "player": seat, "action": action, "valid": not error}
        if error:
            entry["error"] = error
        self.log.append(entry)
        if error or action["type"] == "pass":
            return False
        self.execute(seat, action)
        return True

    def refusal(self, seat: int, action: Any, word: str) -> str:
        """Return why an action is not valid, or nothing."""
        if type(action) is not dict:
            return "not a dictionary"
        kind, suit, price = action.get("type"), action.get("suit"), action.get("price")
        if kind not in ("bid", word, "buy", "sell", "pass"):
            return f"unknown type {kind}"
        if kind == "pass":
            return ""
        if suit not in SUITS:
            return f"unknown suit {suit}"
        if kind in ("buy", "sell"):
            return self.trade_refusal(seat, kind, suit)
        if type(price) is not int or not 1 <= price <= 1_000_000:
            return f"bad price {price}"
        return self.quote_refusal(seat, kind, suit, price)

    def quote_refusal(self, seat: int, kind: str, suit: str, price: int) -> str:
        """Return why a quote is not valid, or nothing."""
        bid, offer = self.bids[suit], self.offers[suit]
        if kind == "bid":
            if price > self.money[seat]:
                return "not enough money"
            if bid is not None and price <= bid.price:
                return f"not above {bid.price}"
            return f"crosses {offer.price}" if offer is not None and price >= offer.price else ""
        if self.hands[seat][suit] == 0:
            return "no such card"
        if offer is not None and price >= offer.price:
            return f"not below {offer.price}"
        return f"crosses {bid.price}" if bid is not None and price <= bid.price else ""

    def trade_refusal(self, seat: int, kind: str, suit: str) -> str:
        """Return why a trade is not valid, or nothing."""
        quote = self.offers[suit] if kind == "buy" else self.bids[suit]
        if quote is None:
            return "nothing there"
        if quote.player == seat:
            return "your own"
        if kind == "buy":
            return "not enough money" if quote.price > self.money[seat] else ""
        return "no such card" if self.hands[seat][suit] == 0 else ""

    def execute(self, seat: int, action: State) -> None:
        """Apply a valid action."""
        kind, suit = action["type"], action["suit"]
        if kind == "bid":
            self.bids[suit] = Quote(action["price"], seat)
        elif kind in ("offer", "ask"):
            self.offers[suit] = Quote(action["price"], seat)
        else:
            quote = self.offers[suit] if kind == "buy" else self.bids[suit]
            assert quote is not None
            buyer, seller = (seat, quote.player) if kind == "buy" else (quote.player, seat)
            self.money[buyer] -= quote.price
            self.money[seller] += quote.price
            self.hands[buyer][suit] += 1
            self.hands[seller][suit] -= 1
            self.trades.append(Trade(suit, quote.price, buyer, seller, self.clock))
            self.last[suit] = quote.price
            self.clear()

    def scores(self) -> list[int]:
        """Return the score of each seat."""
        goal = [hand[self.goal] for hand in self.hands]
        winners = [seat for seat, cards in enumerate(goal) if cards == max(goal)]
        share, odd = divmod(200 - 10 * sum(goal), len(winners))
        extra = {seat: share + (place < odd) for place, seat in enumerate(winners)}
        return [money - 350 + 10 * goal[seat] + extra.get(seat, 0) for seat, money in enumerate(self.money)]


def main() -> None:
    """Print the figures."""
    for row in rows():
        print(f"{row.what:<54} {row.times()}")


if __name__ == "__main__":
    main()
