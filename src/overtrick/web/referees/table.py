"""A table of the site: a sitting, the guests who play or watch there, and what each of them may see and do."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from overtrick.arena.people.names import check_name
from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row
from overtrick.games.face import Face, at_once, face_of, plays_on
from overtrick.games.sentences import refusal_words
from overtrick.games.view import View, view
from overtrick.match.sitting import Sitting
from overtrick.web.referees.store import Setting

Clock = Callable[[], float]
FORGET_S = 120.0  # so long a table is remembered that nobody looks at; after that the store has it
MOST_ONLOOKERS = 200
PATIENCE_S = 60.0  # after so long without a connection a player of ours stands in, if others wait


@dataclass
class Onlooker:
    """One open page at a table: whose it is, and what it shows."""

    guest: str
    lifted: int | None = None  # the seat whose cards it shows, where several people share the screen
    open_hands: bool = False


class Table:
    """A table while people are there. It raises Mistake for whatever somebody may not do."""

    def __init__(
        self, name: str, sitting: Sitting, setting: Setting, version: int = 0, clock: Clock = time.monotonic
    ) -> None:
        self.name, self.sitting, self.setting, self.clock = name, sitting, setting, clock
        self.version = version  # as the store has it
        self.onlookers: dict[int, Onlooker] = {}
        self.unseen_since: dict[str, float] = {guest: clock() for guest in setting.owners if guest}
        self.turn_since = self.empty_since = clock()
        self.thinking = False  # one of our players is being asked, so nothing may change
        self.pondered = 0.0  # how long the latest action seems to have been thought about, in usual pauses
        # Where all act at once, tick by tick:
        self.wishes: dict[int, str] = {}
        self.failed: dict[int, str] = {}  # why an action named for the latest tick did not happen, by seat
        self.running = False
        self.ticking = False
        self.next_tick = clock()

    # Who is here

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats of a guest."""
        return [seat for seat, owner in enumerate(self.setting.owners) if guest and owner == guest]

    def is_here(self, guest: str) -> bool:
        """Return whether a guest has a page open."""
        return any(onlooker.guest == guest for onlooker in self.onlookers.values())

    @property
    def awake(self) -> bool:
        """Whether the match goes on: somebody who plays is here, or somebody watches a table of our players alone."""
        people = {owner for owner in self.setting.owners if owner}
        return any(onlooker.guest in people or not people for onlooker in self.onlookers.values())

    def enter(self, number: int, guest: str) -> bool:
        """Let somebody in; return whether they had left and are now back in their seats."""
        if len(self.onlookers) >= MOST_ONLOOKERS:
            raise Mistake(f"{MOST_ONLOOKERS} pages are open at this table already; come back later")
        self.onlookers[number] = Onlooker(guest)
        self.unseen_since.pop(guest, None)
        back = [chair for chair in map(self.sitting.chairs.__getitem__, self.seats_of(guest)) if chair.away]
        for chair in back:
            chair.away = False
        self.begin_if_complete()
        return bool(back)

    def begin_if_complete(self) -> None:
        """Let a match that waited begin once all seats are taken and everybody has come."""
        away = any(chair.person and chair.away for chair in self.sitting.chairs)
        self.setting.waiting = self.setting.waiting and (bool(self.setting.free) or away)

    def begin(self, guest: str) -> None:
        """Let a match that waits begin as its host wishes; our players sit in the free seats until somebody comes."""
        if guest != self.setting.host:
            raise Mistake("only the host can begin before all seats are taken")
        self.setting.waiting = False
        self.turn_since = self.clock()

    def exit(self, number: int) -> None:
        """Note that a page was closed."""
        guest = self.onlookers.pop(number).guest
        if self.seats_of(guest) and not self.is_here(guest):
            self.unseen_since[guest] = self.clock()
        self.empty_since = self.clock()

    @property
    def forgotten(self) -> bool:
        """Whether nobody has looked at this table for so long that the store alone may remember it."""
        return not self.onlookers and not self.thinking and self.clock() >= self.empty_since + FORGET_S

    def leave(self, guest: str) -> None:
        """Let our players stand in for a guest."""
        if not self.seats_of(guest):
            raise Mistake("you do not sit at this table")
        for seat in self.seats_of(guest):
            self.sitting.chairs[seat].away = True
            self.wishes.pop(seat, None)

    def send_away_the_unseen(self) -> bool:
        """Let our players stand in for those who were not seen for long while others wait; return whether any were."""
        changed = False
        for guest, since in self.unseen_since.items():
            if not self.awake or self.sitting.over or self.clock() < since + PATIENCE_S:
                continue
            for seat in self.seats_of(guest):
                changed |= not self.sitting.chairs[seat].away
                self.sitting.chairs[seat].away = True
        return changed

    def join(self, guest: str, name: str, invitation: str, seat: int | None) -> int:
        """Give somebody with the invitation a free seat, the wished one if possible."""
        if not secrets.compare_digest(invitation.encode(), self.setting.invitation.encode()):
            raise Mistake("this invitation does not fit the table; ask your host for the link")
        if self.seats_of(guest):
            raise Mistake("you sit at this table already")
        if not self.setting.free:
            raise Mistake("all seats are taken; you may watch")
        name = check_name(name)
        chosen = seat if seat in self.setting.free else self.setting.free[0]
        self.setting.free.remove(chosen)
        self.setting.owners[chosen] = guest
        chair = self.sitting.chairs[chosen]
        chair.name, chair.person, chair.away = name, True, not self.is_here(guest)
        players = list(self.sitting.match.players)
        players[chosen] = chair.name
        self.sitting.match = self.sitting.going.match = replace(self.sitting.match, players=tuple(players))
        self.sitting.undone.clear()
        self.begin_if_complete()
        return chosen

    # What somebody sees

    def curtain(self, onlooker: Onlooker) -> int | None:
        """Return the seat that is to move behind the curtain of a screen that several people share."""
        mine, seat = self.seats_of(onlooker.guest), self.sitting.to_move
        return seat if len(mine) > 1 and seat in mine and seat != onlooker.lifted else None

    def seat_shown(self, onlooker: Onlooker) -> int:
        """Return the seat from which somebody sees the table, NOBODY for a spectator."""
        mine = self.seats_of(onlooker.guest)
        if len(mine) == 1:
            return mine[0]
        return NOBODY if onlooker.lifted is None or self.curtain(onlooker) is not None else onlooker.lifted

    def may_open(self, onlooker: Onlooker) -> bool:
        """Return whether somebody may see all hands: in learning mode, after the match, or if their seats are out."""
        if self.setting.learning or self.sitting.over:
            return True
        mine = self.seats_of(onlooker.guest)
        return bool(mine) and not any(map(self.still_in, mine))

    def still_in(self, seat: int) -> bool:
        """Return whether a seat still plays."""
        return plays_on(self.sitting.going.game, self.sitting.going.row, seat)

    def alone(self, guest: str) -> bool:
        """Return whether nobody but this guest plays here, now or, invited to a free seat, later."""
        return bool(self.seats_of(guest)) and not self.setting.free and not {*self.setting.owners} - {guest, ""}

    # What somebody does

    @property
    def face(self) -> Face:
        """What the game says of itself besides its rules."""
        return face_of(self.sitting.going.game)

    @property
    def in_ticks(self) -> bool:
        """Whether all seats act at once, tick by tick; not when the match is over."""
        return not self.sitting.over and at_once(self.sitting.going.game, self.sitting.going.row)

    def acting_seat(self, onlooker: Onlooker) -> int:
        """Return the seat for which somebody acts now."""
        mine, seat = self.seats_of(onlooker.guest), self.sitting.to_move
        if not mine:
            raise Mistake("you only watch this table")
        if self.sitting.over:
            raise Mistake("the match is over")
        if self.setting.waiting:
            raise Mistake("the match has not begun: it waits until all seats are taken or the host begins")
        if self.in_ticks:
            return mine[0]
        if self.thinking and seat in mine:
            raise Mistake("one of our players just acts for you, as you had left; wait a moment")
        if seat not in mine:
            raise Mistake(f"it is the turn of {self.sitting.chairs[seat].name}")
        if self.curtain(onlooker) is not None:
            raise Mistake(f"lift the curtain first: it is the turn of {self.sitting.chairs[seat].name}")
        return seat

    def act(self, onlooker: Onlooker, action: str, step: int) -> None:
        """Do what somebody wants, who must mean the present step."""
        seat = self.acting_seat(onlooker)
        self.sitting.act(seat, action, step, Answer(0, 0.0, self.clock() - self.turn_since))
        self.turn_since, self.pondered = self.clock(), 0.0

    def did(self, seat: int, answer: Answer, pondered: float = 0.0) -> None:
        """Do what one of our players answered, who shall seem to think so many usual pauses long."""
        self.sitting.did(seat, answer)
        self.turn_since, self.pondered = self.clock(), pondered

    def lift(self, onlooker: Onlooker) -> None:
        """Show a shared screen to the one who is to move."""
        curtain = self.curtain(onlooker)
        if curtain is None:
            raise Mistake("there is no curtain to lift")
        onlooker.lifted = curtain

    def open(self, onlooker: Onlooker) -> None:
        """Show all hands, or hide them again."""
        if not self.may_open(onlooker):
            raise Mistake("the hands are open only in learning mode, after the match, and for those who are out")
        onlooker.open_hands = not onlooker.open_hands

    def may_take_back(self, guest: str) -> bool:
        """Return whether a guest may take something back."""
        mine = self.seats_of(guest)
        return len(mine) == 1 and self.alone(guest) and self.sitting.may_take_back(mine[0])

    def take_back(self, onlooker: Onlooker) -> None:
        """Return to the latest decision of somebody who plays against our players alone."""
        if not self.may_take_back(onlooker.guest):
            raise Mistake("nothing can be taken back: you have not acted yet, or other people play too")
        self.sitting.take_back(self.seats_of(onlooker.guest)[0])
        if unfinished := self.named:  # where all act at once: back to before anybody named an action
            earlier = self.sitting.done[-unfinished:][::-1]
            self.sitting.retrace(self.sitting.done[:-unfinished], self.sitting.times)
            self.sitting.undone += earlier
        self.stop_clock()
        self.turn_since = self.clock()

    def redo(self, onlooker: Onlooker) -> None:
        """Do again what was taken back last."""
        mine = self.seats_of(onlooker.guest)
        if len(mine) != 1 or not self.alone(onlooker.guest):
            raise Mistake("nothing can be done again where other people play too")
        self.sitting.redo(mine[0])
        while self.in_ticks and self.named and self.sitting.undone:
            self.sitting.do(*self.sitting.undone.pop())
        self.stop_clock()
        self.turn_since = self.clock()

    def may_hint(self, onlooker: Onlooker) -> bool:
        """Return whether somebody may ask the strong player: it is their turn, and no other person would be harmed."""
        seat = self.sitting.to_move
        mine = self.seats_of(onlooker.guest)
        return (
            bool(mine)
            and not self.setting.waiting
            and (seat in mine or self.in_ticks)
            and bool(self.face.explainers)
            and self.curtain(onlooker) is None
            and (self.setting.learning or self.alone(onlooker.guest))
        )

    def view_to_explain(self, onlooker: Onlooker) -> View:
        """Return what the strong player may know to give somebody a hint."""
        if not self.may_hint(onlooker):
            raise Mistake("a hint is given when it is your turn and no other person plays")
        return self.view_to_keep(self.acting_seat(onlooker))

    def view_for_odds(self, onlooker: Onlooker) -> View | None:
        """Return what the exact odds of what is hidden are counted from, for who learns; None for all others."""
        seat = self.seat_shown(onlooker)
        learns = "odds" in self.face.parts and self.setting.learning and not self.sitting.over
        return self.view_to_keep(seat) if learns and seat != NOBODY else None

    def view_to_keep(self, seat: int) -> View:
        """Return a view of a seat that stays as it is while the match goes on."""
        going = self.sitting.going
        row = self.turned_to(seat) if self.in_ticks else going.row
        return view(going.game, row, list(going.history.heard(seat)), seat, going.number)

    def turned_to(self, seat: int) -> Row:
        """Return the row as it is for a seat that acts at once with others: those asked before it do what is harmless.

        What others have named for the present tick is not in it.
        """
        game, row = self.sitting.going.game, self.row_before_tick()
        while game.to_move(row) not in (seat, NOBODY):
            game.play(row, game.legal(row)[0])
        return row

    def row_before_tick(self) -> Row:
        """Return the row as it was before anybody named an action for the present tick."""
        going, game = self.sitting.going, self.sitting.going.game
        if not self.named:
            return going.row.copy()
        row = game.deal(game.next_deal(going.match.rules(), going.finished), going.draws)
        for _, name in going.actions[: -self.named]:
            game.play(row, game.parse(row, name))
        return row

    # Where all act at once: everybody names an action, and then they happen

    @property
    def named(self) -> int:
        """How many actions of the present tick have been named; 0 where seats act in turn."""
        if not self.in_ticks:
            return 0
        playing = sum(map(self.still_in, range(self.sitting.match.seats)))
        return len(self.sitting.going.actions) % playing

    def present(self, seat: int) -> bool:
        """Return whether a person, and none of our players, acts in a seat."""
        chair = self.sitting.chairs[seat]
        return chair.person and not chair.away

    def wish(self, onlooker: Onlooker, action: str, step: int) -> tuple[str, str]:
        """Keep what somebody wants to do at the next tick; return its full name, and why it would fail now."""
        seat, game = self.acting_seat(onlooker), self.sitting.going.game
        if step != len(self.sitting.done) or self.ticking:
            raise Mistake(f"this was meant for step {step}, but the table is at step {len(self.sitting.done)}")
        row = self.view_to_keep(seat).row
        number = game.parse(row, action)
        code = game.doubt(row, number)
        self.wishes[seat] = game.name(row, number)
        return self.wishes[seat], refusal_words(game, code, self.wishes[seat]) if code else ""

    def start_clock(self, onlooker: Onlooker) -> None:
        """Let the ticks come by themselves."""
        if not self.in_ticks or not self.seats_of(onlooker.guest):
            raise Mistake("only players who act at once have a clock to start")
        if self.setting.waiting:
            raise Mistake("the clock cannot start: the match waits until all seats are taken or the host begins")
        self.running = True
        self.next_tick = self.clock() + self.setting.pace_s

    def stop_clock(self) -> None:
        """Let no tick come by itself."""
        self.running = False
        self.wishes.clear()

    def tick_is_due(self) -> bool:
        """Return whether the tick happens now: its time has come, or everybody has named an action."""
        if not self.in_ticks or self.ticking or self.sitting.over or not self.awake or self.setting.waiting:
            return False
        people = [seat for seat in range(self.sitting.match.seats) if self.present(seat)]
        if people and all(seat in self.wishes for seat in people):
            return True
        return self.running and self.clock() >= self.next_tick

    def name_wishes(self) -> None:
        """Within a tick, name the actions of people until one of our players has to be asked or the tick is over."""
        while self.ticking and not self.sitting.over and self.present(self.sitting.to_move):
            seat, going = self.sitting.to_move, self.sitting.going
            wish = self.wishes.pop(seat, None)
            self.did(
                seat, Answer(going.game.legal(going.row)[0] if wish is None else going.game.parse(going.row, wish))
            )
            self.end_tick()

    def end_tick(self) -> None:
        """If the tick is over, note what failed, and wait for the next."""
        if not self.named:
            going, game = self.sitting.going, self.sitting.going.game
            row = going.row if going.actions else going.finished[-1]
            self.failed = {
                seat: refusal_words(game, code, game.name(row, action))
                for seat, action, code in game.refused(row, self.sitting.done[-1][0])
            }
            self.ticking = False
            self.wishes.clear()
            self.next_tick = self.clock() + self.setting.pace_s

    # What comes next

    def bot_is_due(self) -> bool:
        """Return whether one of our players has to be asked now."""
        if self.thinking or self.sitting.over or self.setting.waiting:
            return False
        if self.in_ticks:
            return self.ticking and not self.present(self.sitting.to_move)
        return self.awake and self.sitting.bot_is_due

    def next_time(self) -> float | None:
        """Return when to look at this table again although nobody does anything."""
        if not self.onlookers:
            return self.empty_since + FORGET_S
        if not self.awake or self.sitting.over:
            return None
        times = [since + PATIENCE_S for guest, since in self.unseen_since.items() if self.holds_up(guest)]
        if self.running and not self.ticking:
            times.append(self.next_tick)
        return min(times, default=None)

    def holds_up(self, guest: str) -> bool:
        """Return whether a guest still counts as a player."""
        return any(not self.sitting.chairs[seat].away for seat in self.seats_of(guest))
