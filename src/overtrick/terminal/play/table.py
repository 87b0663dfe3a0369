"""A person at a table in a terminal: the sitting, its story, and what bots do there; for the screen and plain lines."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from overtrick.bots.bot import Answer, Fault
from overtrick.bots.builtin import character_of, full_name, maker, names, sparring_partner
from overtrick.bots.find import find
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.contract import NOBODY, check_seats, usual_seats
from overtrick.games.face import plays_on
from overtrick.games.sentences import YOU, why_not
from overtrick.games.view import View
from overtrick.match.sitting import Chair, Sitting, sit_down
from overtrick.players.pondering import pondering
from overtrick.players.warm import Warming
from overtrick.scenes.scene import NAMES, Scene, scene
from overtrick.terminal.play.saved import free_path, save
from overtrick.terminal.play.story import Story

USUAL = "medium"
Told = TypeVar("Told")


class OwnTable:
    """A sitting at which one person plays, and all that is told about it."""

    def __init__(self, sitting: Sitting, seat: int, path: Path | None = None) -> None:
        self.sitting, self.seat, self.path = sitting, seat, path
        self.names = [chair.name for chair in sitting.chairs]
        self.learning = False  # whether hands are open
        self.warming: Warming | None = None  # what compiles the strong players meanwhile
        self.retell()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.sitting.match.game

    @property
    def step(self) -> int:
        """How many actions were done."""
        return len(self.sitting.done)

    @property
    def mine(self) -> bool:
        """Whether the person is to move."""
        return self.sitting.to_move == self.seat

    def retell(self) -> None:
        """Tell the story anew, from the first deal on."""
        self.story = Story(self.sitting.match, self.seat, self.names, self.sitting.done)

    def scene(self, open_hands: bool = False) -> Scene:
        """Return the table as the person sees it."""
        return scene(self.sitting.going, self.seat, self.names, open_hands)

    def may_open(self) -> bool:
        """Return whether the hands may be open: to who learns, and to who is out and only watches."""
        row = self.sitting.going.row
        if self.learning or not row:
            return True
        return not plays_on(self.sitting.going.game, row, self.seat)

    def act(self, name: str) -> list[str]:
        """Do what the person wants, or raise Mistake; return what is to be told."""
        self.sitting.act(self.seat, name, self.step)
        return self.story.follow(self.sitting.going)

    def ask(self) -> tuple[int, Answer, str]:
        """Return the bot to move, its answer, and the sentence about a fault, after which another player sits there."""
        sitting, seat = self.sitting, self.sitting.to_move
        try:
            _, answer = sitting.ask()
            row = sitting.view(seat).row
            if not (reason := why_not(sitting.going.game, row, answer.action)):
                return seat, answer, ""
        except Fault as fault:
            reason = fault.sentence
        stand_in = simple_player(self.game)
        told = f"{self.names[seat]} has committed a fault: {reason}. From now on {stand_in} plays there."
        sitting.change_player(seat, stand_in)
        _, answer = sitting.ask()
        return seat, answer, told

    def pondering(self) -> float:
        """Return how long the bot to move seems to think, in usual pauses; it takes strong players to know."""
        if self.compiling:
            return 1.0
        return pondering(self.sitting.view(self.sitting.to_move), self.sitting.chairs[self.sitting.to_move].player)

    def did(self, seat: int, answer: Answer, fault: str = "") -> list[str]:
        """Do what a bot answered; return what is to be told."""
        self.sitting.did(seat, answer)
        if fault:
            self.story.lines.append((self.step, fault))
        return [*([fault] if fault else []), *self.story.follow(self.sitting.going)]

    def take_back(self) -> None:
        """Return to the person's latest decision."""
        self.sitting.take_back(self.seat)
        self.retell()

    def redo(self) -> None:
        """Do again what was taken back."""
        self.sitting.redo(self.seat)
        self.retell()

    def save(self, path: Path | None = None) -> str:
        """Write the game to a file and tell how to go on."""
        self.path = path or self.path or free_path(self.game)
        return save(self.sitting, self.path)

    def again(self) -> "OwnTable":
        """Return another table with the same people, players and options, and other cards."""
        match = self.sitting.match
        sitting = sit_down(match.game, self.sitting.chairs, match.options, allowed=known)
        table = OwnTable(sitting, self.seat)
        table.learning, table.warming = self.learning, self.warming
        return table

    @property
    def compiling(self) -> bool:
        """Whether the strong players are still being compiled."""
        return self.warming is not None and self.warming.going

    def ask_strong(self, question: Callable[[View], Told]) -> Told:
        """Return what a strong player says about the person's view, as soon as it is compiled."""
        view = self.sitting.view(self.seat)
        if self.warming is not None:
            self.warming.wait()
        return question(view)


def known(game: str, player: str) -> object:
    """Return the player of a name or path, or raise Mistake: at one's own table any program may sit."""
    return find(player, game)


def simple_player(game: str) -> str:
    """Return who stands in for others: a player that needs nothing which may not be installed."""
    return sparring_partner(game)


def usual_player(game: str) -> str:
    """Return who plays against a person if nobody says."""
    try:
        return f"{game}:{USUAL}" if maker(USUAL, game) is not None else simple_player(game)
    except Mistake:  # it needs what is not installed
        return simple_player(game)


def new_table(
    game: str, seats: int | None, seat: int, against: Sequence[str], options: dict[str, object], seed: bytes | None
) -> OwnTable:
    """Return a table with a person in a seat; ``against`` names one player for all other seats, or one for each."""
    found = find_game(game)
    players = [seated(game, name) for name in against] or [usual_player(game)]
    count = seats if seats is not None else usual_seats(found) if len(players) == 1 else len(players) + 1
    check_seats(found, count)
    if not 0 <= seat < count:
        raise Mistake(f"seat is {seat}; allowed: 0 to {count - 1}")
    if len(players) not in (1, count - 1):
        raise Mistake(f"{len(players)} players are named for {count - 1} other seats; allowed: one, or one for each")
    others = iter(players * (count - 1) if len(players) == 1 else players)
    chairs = [
        Chair(YOU, simple_player(game), person=True) if place == seat else Chair(NAMES[place], next(others))
        for place in range(count)
    ]
    return OwnTable(sit_down(game, chairs, options, seed, known), seat)


def seated(game: str, name: str) -> str:
    """Return the full name of a player that we ship, or the path as it was given."""
    full, setting = full_name(name, game)
    if full not in names(game):
        return name
    return f"{full}@{setting}" if setting else full


def continued(sitting: Sitting, path: Path) -> OwnTable:
    """Return the table of a saved game, at which one person sits."""
    people = [seat for seat, chair in enumerate(sitting.chairs) if chair.person and not chair.away]
    if len(people) != 1:
        raise Mistake(f"{len(people)} people sit at this table; allowed in a terminal: one")
    return OwnTable(sitting, people[0], path)


def opponents(table: OwnTable) -> str:
    """Return who sits in the other seats."""
    own = f"{table.game}:"
    bots = (chair for chair in table.sitting.chairs if not chair.person)
    return ", ".join(f"{chair.name} ({chair.player.removeprefix(own)})" for chair in bots)


def characters(table: OwnTable) -> list[str]:
    """Return what is said of the levels that sit in the other seats, a line for each."""
    players = dict.fromkeys(chair.player for chair in table.sitting.chairs if not chair.person)
    told = {player: character_of(player, table.game) for player in players}
    return [f"{player.partition(':')[2].capitalize()}: {sentence}" for player, sentence in told.items() if sentence]


def winner(scene: Scene, seat: int) -> str:
    """Return how a match has ended for a seat, in a sentence."""
    places = scene["places"]
    first = [scene["names"][other] for other, place in enumerate(places) if place == 1]
    if seat != NOBODY and places[seat] == 1:
        return "You win!" if len(first) == 1 else f"You share the first place with {len(first) - 1} more."
    return f"{' and '.join(first)} {'wins' if len(first) == 1 else 'share the first place'}."
