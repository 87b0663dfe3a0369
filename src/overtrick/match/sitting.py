"""A sitting: a match of people and of players that we ship, which goes on as they act.

A sitting is its match, who sits where, and the names of all actions so far: that
is all it takes to save it, to go on, or to take something back.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from overtrick.bots.bot import Answer, Bot, Hello
from overtrick.bots.builtin import maker
from overtrick.bots.find import find
from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, whose
from overtrick.games.sentences import why_not
from overtrick.games.view import View
from overtrick.match.progress import Progress
from overtrick.match.record import Match, Record, new_match

FORMAT = "overtrick sitting 1"
Times = Sequence[tuple[int, int]]  # CPU and wall time of actions, in microseconds
LONGEST_US = 1 << 50
Check = Callable[[str, str], object]  # told a game and a player, it raises Mistake if that player may not sit there


@dataclass
class Chair:
    """Who sits in a seat: a person, or a player that we ship; a player also stands in for a person who is away."""

    name: str
    player: str  # the built-in that plays here, or that stands in
    person: bool = False
    away: bool = False


class Sitting:
    """A match that goes on as people and players act."""

    def __init__(
        self, match: Match, chairs: Sequence[Chair], actions: Sequence[tuple[int, str]] = (), times: Times = ()
    ) -> None:
        self.match = match
        self.chairs = list(chairs)
        self.undone: list[tuple[int, str]] = []  # what was taken back and may be done again, the next one last
        self.faithful = False  # whether players that sit down again go on as if they had never left
        self._bots: dict[int, Bot] = {}
        self.retrace(actions, times)

    def retrace(self, actions: Sequence[tuple[int, str]], times: Times = ()) -> None:
        """Begin anew and do these actions, which took these times; players forget what they remember of it."""
        self.going = Progress(self.match)
        self.done: list[tuple[int, str]] = []
        self.close()
        for place, (seat, name) in enumerate(actions):
            cpu, wall = times[place] if place < len(times) else (0, 0)
            self.do(seat, name, Answer(0, cpu / 1e6, wall / 1e6))

    @property
    def times(self) -> list[tuple[int, int]]:
        """CPU and wall time of every action so far, in microseconds."""
        return [time for deal in self.going.deals for time in deal.times] + self.going.times

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return not self.going.row

    @property
    def to_move(self) -> int:
        """The seat to move, or NOBODY when the match is over."""
        return self.going.to_move

    @property
    def bot_is_due(self) -> bool:
        """Whether a player of ours is to move, and no person."""
        seat = self.to_move
        return seat != NOBODY and (not self.chairs[seat].person or self.chairs[seat].away)

    def act(self, seat: int, action: str | int, step: int, answer: Answer = Answer(0)) -> None:  # noqa: B008
        """Do what a seat wants, if the table is still at this step, it is its turn, and the rules allow it.

        ``answer`` tells what it cost to find the action. What was taken back is forgotten.
        """
        if step != len(self.done):
            raise Mistake(f"this was meant for step {step}, but the table is at step {len(self.done)}")
        self.do(seat, action, answer)
        self.undone.clear()

    def do(self, seat: int, action: str | int, answer: Answer = Answer(0)) -> None:  # noqa: B008
        """Do what a seat wants, if it is its turn and the rules allow it."""
        going, game = self.going, self.going.game
        if self.over:
            raise Mistake("the match is over")
        number = game.parse(going.row, action) if isinstance(action, str) else action
        if seat != whose(game, going.row, number):
            raise Mistake(f"it is the turn of {self.chairs[self.to_move].name}")
        if reason := why_not(game, going.view(seat).row, number):
            raise Mistake(reason)
        going.play(answer._replace(action=number))
        self.done.append(going.actions[-1])
        if going.to_move == NOBODY:
            going.end_deal()

    def ask(self, seen: View | None = None) -> tuple[int, Answer]:
        """Return the seat to move and what the player there wants to do; this may take its time.

        Whoever lets the match go on meanwhile brings the view, which then stays as it is.
        """
        seat = self.to_move if seen is None else seen.seat
        if seat not in self._bots:
            self._bots[seat] = find(self.chairs[seat].player, self.match.game)()
            own = luck.derive(self.match.seed, f"bot/{seat}").hex()
            version = self.going.game.VERSION
            self._bots[seat].open(Hello(self.match.game, version, self.match.seats, seat, self.match.options, own))
            if self.faithful:
                self._remind(seat)
        return seat, self._bots[seat].ask(self.going.view(seat) if seen is None else seen)

    def _remind(self, seat: int) -> None:
        """Ask a player again all that was asked of its seat, so that its memory and its luck are where they were."""
        before = Progress(self.match)
        for actor, name in self.done:
            if actor == seat:
                self._bots[seat].ask(before.view(seat))
            before.play(Answer(before.game.parse(before.row, name)))
            if before.to_move == NOBODY:
                before.end_deal()

    def close(self) -> None:
        """Let the players leave; they sit down again, without memories, when they are next asked."""
        for bot in self._bots.values():
            bot.close([])
        self._bots.clear()

    def change_player(self, seat: int, player: str) -> None:
        """Let another player sit in a seat from now on."""
        if seat in self._bots:
            self._bots.pop(seat).close([])
        self.chairs[seat].player = player

    def let_bots_act(self) -> None:
        """Let our players act until a person is to move or the match is over."""
        while self.bot_is_due:
            self.did(*self.ask())

    def did(self, seat: int, answer: Answer) -> None:
        """Do what a player answered."""
        self.act(seat, answer.action, len(self.done), answer)

    def may_take_back(self, seat: int) -> bool:
        """Return whether a person has acted and nobody else would be harmed by taking that back."""
        others = any(chair.person for other, chair in enumerate(self.chairs) if other != seat)
        return not others and any(actor == seat for actor, _ in self.done)

    def take_back(self, seat: int) -> None:
        """Return to the latest decision of a person who plays against our players alone."""
        if not self.may_take_back(seat):
            raise Mistake("nothing can be taken back: you have not acted yet, or other people play too")
        last = max(place for place, (actor, _) in enumerate(self.done) if actor == seat)
        undone = self.done[last:][::-1]
        self.retrace(self.done[:last], self.times)
        self.undone += undone

    def redo(self, seat: int) -> None:
        """Do again what was taken back last, and what the players answered to it."""
        if not self.undone:
            raise Mistake("there is nothing to do again")
        again = [self.undone.pop()]
        while self.undone and self.undone[-1][0] != seat:
            again.append(self.undone.pop())
        for actor, name in again:
            self.do(actor, name)

    def view(self, seat: int) -> View:
        """Return what a seat may know; NOBODY stands for whoever only watches."""
        return self.going.view(seat)

    def record(self) -> Record:
        """Return the record of the match, which is over."""
        if not self.over:
            raise Mistake("the match is not over yet, so it has no record")
        played = {seat: bot.fence for seat, bot in self._bots.items()}
        fences = tuple(
            "person" if chair.person else played.get(seat, "built-in") for seat, chair in enumerate(self.chairs)
        )
        return self.going.record([], fences)


def shipped(game: str, player: str) -> None:
    """Raise Mistake if a player is none of those that we ship for a game."""
    if player.partition(":")[0] != game or maker(player, game) is None:
        raise Mistake(f"the player is {player[:40]!r}; allowed: one of {game} that we ship, such as {game}:easy")


def sit_down(
    game: str,
    chairs: Sequence[Chair],
    options: Mapping[str, object],
    seed: bytes | None = None,
    allowed: Check = shipped,
) -> Sitting:
    """Return a fresh sitting, or raise Mistake with a sentence if game, seats, options or players are not allowed."""
    for chair in chairs:
        allowed(game, chair.player)
    players = tuple(chair.name if chair.person else chair.player for chair in chairs)
    match = new_match(game, players, options, luck.new_seed() if seed is None else seed)
    return Sitting(match, chairs)


def sit_down_at(record: Record, deal: int, step: int, chairs: Sequence[Chair]) -> Sitting:
    """Return a sitting that has come to a position of a match: its cards, and what was done in the steps up to there.

    It raises Mistake if there is no such position, or nothing proves which cards came next.
    """
    match, most = record.match, len(record.deals)
    if not match.seed:
        raise Mistake("the seed of this match is not known, so nobody can deal its cards again")
    if not 1 <= deal <= most:
        raise Mistake(f"deal is {deal}; allowed: 1 to {most}")
    actions = record.deals[deal - 1].actions
    if not 0 <= step < len(actions):
        raise Mistake(f"step is {step}; allowed in deal {deal}: 0 to {len(actions) - 1}")
    before = [action for earlier in record.deals[: deal - 1] for action in earlier.actions]
    players = tuple(chair.name if chair.person else chair.player for chair in chairs)
    return Sitting(replace(match, players=players, contents=()), chairs, [*before, *actions[:step]])


def to_json(sitting: Sitting) -> str:
    """Return a sitting as text, to go on later."""
    match = sitting.match
    data = {
        "format": FORMAT,
        "game": match.game,
        "options": dict(match.options),
        "seed": match.seed.hex(),
        "players": list(match.players),
        "chairs": [asdict(chair) for chair in sitting.chairs],
        "done": sitting.done,
        "times_us": sitting.times,
        "undone": sitting.undone,
    }
    return json.dumps(data)


def from_json(text: str, allowed: Check = shipped) -> Sitting:
    """Return the sitting of such a text, or raise Mistake with a sentence."""
    try:
        data: dict[str, Any] = json.loads(text)
        if data["format"] != FORMAT:
            raise Mistake(f"this is no saved game: its format is {data['format']!r}, not {FORMAT!r}")
        match = new_match(data["game"], data["players"], data["options"], bytes.fromhex(data["seed"]))
        chairs = [Chair(**chair) for chair in data["chairs"]]
        if len(chairs) != match.seats:
            raise Mistake(f"this is no saved game: it has {len(chairs)} chairs for {match.seats} seats")
        for chair in chairs:
            allowed(match.game, chair.player)
        times = [(cpu, wall) for cpu, wall in data.get("times_us", [])]
        if any(type(time) is not int or not 0 <= time < LONGEST_US for pair in times for time in pair):
            raise Mistake("this is no saved game: its times are no numbers of microseconds")
        sitting = Sitting(match, chairs, [(seat, name) for seat, name in data["done"]], times)
        sitting.undone = [(seat, name) for seat, name in data["undone"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, Mistake):
            raise
        reason = "it is no JSON" if isinstance(error, json.JSONDecodeError) else str(error)
        raise Mistake(f"this is no saved game: {reason}") from None
    return sitting
