"""A table of the site: a sitting, the guests who play or watch there, and what each of them may see and do."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from overtrick.arena.people.names import check_name
from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.games.face import Face, Live, at_once, face_of, live_of, plays_on
from overtrick.games.lesson import lesson_of, teach
from overtrick.games.view import View, view
from overtrick.match.sitting import Sitting
from overtrick.web.messages import Line, Talk, checked_text, phrase
from overtrick.web.referees import live, ticks
from overtrick.web.referees.live import LiveClock
from overtrick.web.referees.store import Setting
from overtrick.web.referees.timing import MoveClock

Clock = Callable[[], float]
FORGET_S = 120.0  # so long a table is remembered that nobody looks at; after that the store has it
MOST_ONLOOKERS = 200
PATIENCE_S = 60.0  # after so long without a connection a player of ours stands in, if others wait
GONE_S = 1.2  # after so long without a connection somebody counts as gone; a line that falls comes back sooner
LOADING_S = 5.0  # so much longer whoever has just asked for the page has until it is there
NUDGED_S = 10.0  # so long somebody who was nudged has before a player of ours may take over
MARK_S = 15.0  # so often what a move has taken so far is kept


@dataclass
class Onlooker:
    """One open page at a table: whose it is, and what it shows."""

    guest: str
    account: int = 0  # of who is logged in
    lifted: int | None = None  # the seat whose cards it shows, where several people share the screen
    open_hands: bool = False
    result_told: bool = False


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
        # Where people act in turn and wait for each other, see patience.py:
        self.move_clock = MoveClock(setting.timing, clock)
        self.marked = clock()  # when its state was last kept
        self.lapsed = -1  # the step at which a player of ours acts, as the time was up
        self.nudged: float | None = None  # when whoever is to move was nudged
        self.told_nudge = True  # that others may now do more about it
        self.votes: set[str] = set()  # the guests who wish that a player of ours takes that seat
        self.seen_gone: set[str] = set()  # the guests of whom everybody was told that they are gone
        # Where time runs, see live.py:
        self.live_clock = LiveClock(clock)
        if self.live is not None:
            self.live_clock.reset(self.live.now(sitting.going.row))
        self.told_step = len(sitting.done)  # after which nothing has happened that anybody was shown
        self.talk = Talk(clock)
        # Where all act at once, see ticks.py:
        self.wishes: dict[int, str] = {}
        self.failed: dict[int, str] = {}  # why an action named for the latest tick did not happen, by seat
        self.running = False
        self.ticking = False
        self.next_tick = clock()
        self.teach()

    # Who is here

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats of a guest."""
        return [seat for seat, owner in enumerate(self.setting.owners) if guest and owner == guest]

    def is_here(self, guest: str) -> bool:
        """Return whether a guest has a page open."""
        return any(onlooker.guest == guest for onlooker in self.onlookers.values())

    def is_gone(self, guest: str) -> bool:
        """Return whether a guest who plays has had no page open for a moment."""
        since = self.unseen_since.get(guest)
        return since is not None and self.clock() >= since + GONE_S

    def expect(self, guest: str) -> None:
        """Note that a guest has asked for the page of the table, and so will open a connection in a moment."""
        if guest in self.unseen_since and guest not in self.seen_gone:
            self.unseen_since[guest] = self.clock() + LOADING_S

    def note_the_gone(self) -> bool:
        """Notice who is gone and who is back since this was last asked; return whether anybody is."""
        gone = {guest for guest in self.unseen_since if self.is_gone(guest)}
        changed, self.seen_gone = gone != self.seen_gone, gone
        return changed

    @property
    def sealed(self) -> bool:
        """Whether it is a deal of the day that others still play, so that nobody may be told of it."""
        return time.time() < self.setting.closes

    @property
    def awake(self) -> bool:
        """Whether the match goes on: somebody who plays is here, or somebody watches a table of our players alone."""
        people = {owner for owner in self.setting.owners if owner}
        return any(onlooker.guest in people or not people for onlooker in self.onlookers.values())

    def account_in(self, seat: int) -> int:
        """Return the account of who sits somewhere, 0 if they have none."""
        return self.setting.accounts[seat] if self.setting.accounts else 0

    def enter(self, number: int, guest: str, account: int = 0) -> bool:
        """Let somebody in; return whether they had left and are now back in their seats."""
        if len(self.onlookers) >= MOST_ONLOOKERS:
            raise Mistake(f"{MOST_ONLOOKERS} pages are open at this table already; come back later")
        if self.setting.closes and account and account in self.setting.accounts:  # on whatever device it is
            guest = self.setting.owners[self.setting.accounts.index(account)]
        if self.sealed and not self.seats_of(guest):
            raise Mistake("this is somebody's deal of the day; it can be looked at when the day is over")
        self.onlookers[number] = Onlooker(guest, account)
        self.unseen_since.pop(guest, None)
        mine = [seat for seat in self.seats_of(guest) if seat not in self.setting.taken]
        back = [self.sitting.chairs[seat] for seat in mine if self.sitting.chairs[seat].away]
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
        if self.setting.closes:
            raise Mistake("nobody plays your deal of the day for you: it waits until you come back")
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

    def join(self, guest: str, name: str, invitation: str, seat: int | None, account: int = 0) -> int:
        """Give somebody with the invitation, or anybody where it is open, a free seat, the wished one if possible."""
        invited = secrets.compare_digest(invitation.encode(), self.setting.invitation.encode())
        if not invited and not self.setting.public:
            raise Mistake("this invitation does not fit the table; ask your host for the link")
        if self.seats_of(guest) or (account and account in self.setting.accounts):
            raise Mistake("you sit at this table already")
        if not self.setting.free:
            raise Mistake("all seats are taken; you may watch")
        name = check_name(name)
        chosen = seat if seat in self.setting.free else self.setting.free[0]
        self.setting.free.remove(chosen)
        self.setting.owners[chosen] = guest
        self.setting.accounts = self.setting.accounts or [0] * self.sitting.match.seats
        self.setting.accounts[chosen] = account
        chair = self.sitting.chairs[chosen]
        chair.name, chair.person, chair.away = name, True, not self.is_here(guest)
        players = list(self.sitting.match.players)
        players[chosen] = chair.name
        self.sitting.match = self.sitting.going.match = replace(self.sitting.match, players=tuple(players))
        self.sitting.undone.clear()
        self.begin_if_complete()
        return chosen

    # What people tell each other

    def say_phrase(self, onlooker: Onlooker, number: object) -> Line:
        """Say one of the phrases."""
        return self._say(onlooker, phrase(number))

    def say_words(self, onlooker: Onlooker, text: object) -> Line:
        """Say something in one's own words, for which one has to be known."""
        if not self.may_chat(onlooker):
            raise Mistake("chat is for players who are logged in, at tables whose host wants it")
        return self._say(onlooker, checked_text(text), onlooker.account)

    def may_chat(self, onlooker: Onlooker) -> bool:
        """Return whether somebody may say what they like here."""
        return self.setting.chat and onlooker.account > 0 and bool(self.seats_of(onlooker.guest))

    def _say(self, onlooker: Onlooker, text: str, account: int = 0) -> Line:
        if not (mine := self.seats_of(onlooker.guest)):
            raise Mistake("you only watch this table")
        return self.talk.add(onlooker.guest, mine[0], self.sitting.chairs[mine[0]].name, text, account)

    def hush(self, onlooker: Onlooker) -> None:
        """Switch the chat off or on again, as the host wishes."""
        if onlooker.guest != self.setting.host:
            raise Mistake("only the host can switch the chat off or on")
        self.setting.chat = not self.setting.chat
        self.talk.kept.clear()

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
        """Return whether somebody may see all hands: in learning mode, after the match, or if their seats are out.

        Who is out could tell others who still play, so with such people the table must have agreed on it.
        """
        if self.sealed:
            return False
        if self.setting.learning or self.sitting.over:
            return True
        mine = self.seats_of(onlooker.guest)
        if not mine or any(map(self.still_in, mine)):
            return False
        others = [seat for seat, chair in enumerate(self.sitting.chairs) if chair.person and seat not in mine]
        return self.setting.out_sees or not any(map(self.still_in, others))

    def still_in(self, seat: int) -> bool:
        """Return whether a seat still plays."""
        return plays_on(self.sitting.going.game, self.sitting.going.row, seat)

    def alone(self, guest: str) -> bool:
        """Return whether nobody but this guest plays here, now or, invited to a free seat, later.

        With a deal of the day nobody is alone: others play the same cards elsewhere.
        """
        others = self.setting.free or {*self.setting.owners} - {guest, ""} or self.setting.closes
        return bool(self.seats_of(guest)) and not others

    # What somebody does

    @property
    def face(self) -> Face:
        """What the game says of itself besides its rules."""
        return face_of(self.sitting.going.game)

    @property
    def in_ticks(self) -> bool:
        """Whether all seats act at once, tick by tick; not when the match is over."""
        going = self.sitting.going
        return not self.sitting.over and self.live is None and at_once(going.game, going.row)

    @property
    def live(self) -> Live | None:
        """How time runs here; None where it does not, and when the match is over."""
        return live_of(self.sitting.going.game, self.sitting.going.row)

    def acting_seat(self, onlooker: Onlooker) -> int:
        """Return the seat for which somebody acts now."""
        mine, seat = self.seats_of(onlooker.guest), self.sitting.to_move
        if not mine:
            raise Mistake("you only watch this table")
        if self.sitting.over:
            raise Mistake("the match is over")
        if self.setting.closes and not self.sealed:
            raise Mistake("the day is over, and nothing that is left open counts any more")
        if self.setting.waiting:
            raise Mistake("the match has not begun: it waits until all seats are taken or the host begins")
        if self.in_ticks or self.live is not None:
            return mine[0]
        if self.thinking and seat in mine:
            raise Mistake("one of our players just acts for you; wait a moment")
        if seat not in mine:
            raise Mistake(f"it is the turn of {self.sitting.chairs[seat].name}")
        if self.curtain(onlooker) is not None:
            raise Mistake(f"lift the curtain first: it is the turn of {self.sitting.chairs[seat].name}")
        return seat

    def act(self, onlooker: Onlooker, action: str, step: int) -> None:
        """Do what somebody wants, who must mean the present step."""
        seat = self.acting_seat(onlooker)
        self.sitting.act(seat, action, step, Answer(0, 0.0, self.clock() - self.turn_since))
        self.moved(seat, in_time=True)

    def did(self, seat: int, answer: Answer, pondered: float = 0.0) -> None:
        """Do what one of our players answered, who shall seem to think so many usual pauses long."""
        self.sitting.did(seat, answer)
        self.moved(seat, pondered, in_time=False)

    def moved(self, seat: int, pondered: float = 0.0, *, in_time: bool) -> None:
        """Note that a seat has moved, and begin to wait for the next."""
        self.turn_since, self.pondered = self.clock(), pondered
        self.move_clock.moved(seat, in_time=in_time)
        self.nudged = None
        self.votes.clear()
        self.teach()

    def teach(self) -> None:
        """In a guided first game, tell the learner what shows in the decision before them."""
        told, sitting = self.setting.lesson, self.sitting
        lesson = lesson_of(sitting.going.game) if told is not None else None
        if told is None or lesson is None or sitting.over or not self.present(sitting.to_move):
            return
        seen = sitting.view(sitting.to_move)
        self.setting.lesson = teach(lesson, told, len(sitting.done), seen, sitting.going.finished)

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
        return len(mine) == 1 and self.live is None and self.alone(guest) and self.sitting.may_take_back(mine[0])

    def take_back(self, onlooker: Onlooker) -> None:
        """Return to the latest decision of somebody who plays against our players alone."""
        if not self.may_take_back(onlooker.guest):
            raise Mistake("nothing can be taken back: you have not acted yet, or other people play too")
        self.sitting.take_back(self.seats_of(onlooker.guest)[0])
        self.setting.counts = False
        if unfinished := ticks.named(self):  # where all act at once: back to before anybody named an action
            earlier = self.sitting.done[-unfinished:][::-1]
            self.sitting.retrace(self.sitting.done[:-unfinished], self.sitting.times)
            self.sitting.undone += earlier
        ticks.stop(self)
        self.turn_since = self.clock()
        self.teach()

    def redo(self, onlooker: Onlooker) -> None:
        """Do again what was taken back last."""
        mine = self.seats_of(onlooker.guest)
        if len(mine) != 1 or self.live is not None or not self.alone(onlooker.guest):
            raise Mistake("nothing can be done again where other people play too")
        self.sitting.redo(mine[0])
        while self.in_ticks and ticks.named(self) and self.sitting.undone:
            self.sitting.do(*self.sitting.undone.pop())
        ticks.stop(self)
        self.turn_since = self.clock()

    def may_hint(self, onlooker: Onlooker) -> bool:
        """Return whether somebody may ask the strong player: it is their turn, and no other person would be harmed."""
        seat = self.sitting.to_move
        mine = self.seats_of(onlooker.guest)
        return (
            bool(mine)
            and not self.setting.waiting
            and (seat in mine or self.in_ticks or self.live is not None)
            and bool(self.face.explainers)
            and self.curtain(onlooker) is None
            and (self.setting.learning or self.alone(onlooker.guest))
        )

    def view_to_explain(self, onlooker: Onlooker) -> View:
        """Return what the strong player may know to give somebody a hint."""
        if not self.may_hint(onlooker):
            raise Mistake("a hint is given when it is your turn and no other person plays")
        seen = self.view_to_keep(self.acting_seat(onlooker))
        self.setting.counts = False
        return seen

    def view_for_odds(self, onlooker: Onlooker) -> View | None:
        """Return what the exact odds of what is hidden are counted from, for who learns; None for all others."""
        seat = self.seat_shown(onlooker)
        learns = "odds" in self.face.parts and self.setting.learning and not self.sitting.over
        return self.view_to_keep(seat) if learns and seat != NOBODY else None

    def view_to_keep(self, seat: int) -> View:
        """Return a view of a seat that stays as it is while the match goes on."""
        going = self.sitting.going
        row = ticks.turned_to(self, seat) if self.in_ticks else going.row
        if self.live is not None and seat not in (NOBODY, self.sitting.to_move):
            row = self.live.turned(row, seat)
        return view(going.game, row, list(going.history.heard(seat)), seat, going.number)

    def present(self, seat: int) -> bool:
        """Return whether a person, and none of our players, acts in a seat."""
        chair = self.sitting.chairs[seat]
        return chair.person and not chair.away

    # What comes next

    def bot_is_due(self) -> bool:
        """Return whether one of our players has to be asked now."""
        if self.thinking or self.sitting.over or self.setting.waiting:
            return False
        if self.live is not None:
            return self.awake and live.is_due(self, self.live) and live.asks_player(self, self.live)
        if self.in_ticks:
            return self.ticking and not self.present(self.sitting.to_move)
        return self.awake and (self.sitting.bot_is_due or self.lapsed == len(self.sitting.done))

    def next_time(self) -> float | None:
        """Return when to look at this table again although nobody does anything."""
        if not self.onlookers:
            return self.empty_since + FORGET_S
        times = [since + GONE_S for guest, since in self.unseen_since.items() if guest not in self.seen_gone]
        if not self.awake or self.sitting.over:
            return min(times, default=None)
        times += [since + PATIENCE_S for guest, since in self.unseen_since.items() if self.holds_up(guest)]
        if self.nudged is not None and not self.told_nudge:
            times.append(self.nudged + NUDGED_S)
        if (ends := self.move_clock.ends) is not None:
            times.append(min(ends, self.marked + MARK_S))
        if self.running and not self.ticking:
            times.append(self.next_tick)
        if self.live is not None and not self.thinking and (when := live.next_time(self, self.live)) is not None:
            times.append(when)
        return min(times, default=None)

    def holds_up(self, guest: str) -> bool:
        """Return whether a guest still counts as a player."""
        return any(not self.sitting.chairs[seat].away for seat in self.seats_of(guest))
