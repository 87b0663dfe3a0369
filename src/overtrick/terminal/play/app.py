"""A table on the whole screen: everything by keys or mouse, at 80 by 24 and without colours too."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import face_of
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.scenes.scene import Scene
from overtrick.terminal import styles
from overtrick.terminal.aside import aside
from overtrick.terminal.board import Board
from overtrick.terminal.choices import Asking
from overtrick.terminal.dialogs import Page, Question
from overtrick.terminal.play.hints import COMPILING, THINKING, exact_odds, hint, hint_panel
from overtrick.terminal.play.idle_keys import keys_now, why_idle
from overtrick.terminal.play.offered import offered
from overtrick.terminal.play.prompts import BINDINGS, help_page, letters, prompt, sentence
from overtrick.terminal.play.review import review
from overtrick.terminal.play.table import OwnTable, characters, opponents
from overtrick.terminal.screen_app import ScreenApp
from overtrick.terminal.tables.score_pad import pad_heading, pad_lines
from overtrick.terminal.tables.screen import screen_of
from overtrick.terminal.tables.tricks import trick_is_over

if TYPE_CHECKING:
    from overtrick.players.explanation import Explanation


Answer = TypeVar("Answer")
LINES = 60  # of the log that are shown


class PlayApp(ScreenApp[str]):
    """A person at a table; it returns what is to be said afterwards."""

    CSS = styles.PLAY
    HORIZONTAL_BREAKPOINTS = styles.WIDTHS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, table: OwnTable, pace_s: float) -> None:
        super().__init__()
        self.table, self.pace_s = table, pace_s
        self.drawing = screen_of(table.game)
        self.lock = asyncio.Lock()  # held while a bot thinks, so that nothing is taken back under it
        self.running = False
        self.records: dict[str, Record] = {}  # of the matches that were played to their end
        self.possible: dict[str, bool | None] = {}  # which of the keys that sometimes do nothing do something
        self.opened = table.learning
        self.seen_deals = len(table.sitting.going.deals)  # whose end the person has seen
        self.forget()

    def forget(self) -> None:
        """Forget what was shown about a moment that is over."""
        self.note = self.typed = self.digits = self.brushed = ""
        self.told: Explanation | None = None
        self.odds: dict[str, float] | None = None
        self.reviewed: Text | None = None

    def compose(self) -> ComposeResult:
        """Yield the screen: the table, the log beside it, and below what can be chosen."""
        self.places = {name: Static(id=name) for name in ("title", "table", "log", "last", "prompt")}
        self.board = Board(id="choices")
        self.side = VerticalScroll(self.places["log"], id="side", can_focus=False)
        yield self.places["title"]
        with Horizontal(id="middle"):
            yield VerticalScroll(self.places["table"], id="left", can_focus=False)
            yield self.side
        yield self.places["last"]
        yield self.places["prompt"]
        yield self.board
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin."""
        self.title = f"overtrick {self.table.game}"
        self.board.typing = self.type_key
        self.board.focus()
        self.draw()
        self.wake()

    def put(self, place: str, text: Text | str) -> None:
        """Show a text in a place of the screen."""
        self.places[place].update(text)

    # What is seen

    def look(self) -> tuple[Scene, Scene, str]:
        """Return the scene, the moment of it to be drawn, and the stage: over, ended, mine or theirs."""
        scene = self.table.scene(self.opened and self.table.may_open())
        if scene["places"] is not None:
            return scene, scene["ended"], "over"
        if scene["ended"] is not None and len(scene["pad"]) > self.seen_deals:
            return scene, scene["ended"], "ended"
        return scene, scene["now"], "mine" if self.table.mine else "theirs"

    def draw(self) -> None:
        """Draw everything as it is now."""
        scene, moment, stage = self.look()
        self.put("title", self.drawing.title(scene, moment))
        self.put("table", self.drawing.table(scene, moment, self.opened and self.table.may_open()))
        self.put("last", self.drawing.last(scene, moment))
        self.put("prompt", self.asking(scene, moment, stage))
        self.board.show(offered(Asking(scene, moment, self.odds, self.typed), stage))
        self.draw_side(stage)
        self.draw_keys()

    def draw_keys(self) -> None:
        """Show which keys do something now; the line of keys is costly, so only when that has changed."""
        possible = keys_now(self.table)
        if possible != self.possible:
            self.possible = possible
            self.refresh_bindings()

    def draw_side(self, stage: str) -> None:
        """Draw the panel beside the table: the log, a hint, or at the end what it came to."""
        if stage == "over" and self.reviewed is not None:
            text = self.reviewed
        elif self.told is not None:
            text = hint_panel(self.told)
        else:
            against = f"Against you: {opponents(self.table)}."
            lines = [against, *characters(self.table), *(line for _, line in self.table.story.lines)]
            self.put("log", Text("\n".join(lines[-LINES:])))
            self.side.scroll_end(animate=False)
            return
        self.put("log", text)
        self.side.scroll_home(animate=False)

    def asking(self, scene: Scene, moment: Scene, stage: str) -> Text:
        """Return the line that says what to do."""
        if self.typed:
            return Text(self.drawing.typing.words(self.typed))
        if self.note:
            return Text(self.note)
        return Text(prompt(scene, moment, stage, self.table.seat))

    # What happens

    def wake(self) -> None:
        """Let the bots act until the person has something to do or to see."""
        if not self.running:
            self.running = True
            self.run_worker(self.let_bots_act())

    async def let_bots_act(self) -> None:
        """Ask the bots one by one, at a pace that eyes can follow."""
        try:
            pause_s = self.pause_s()
            while self.bots_turn():
                thought = await aside(self.table.pondering) if pause_s else 0.0
                await asyncio.sleep(max(pause_s, self.pace_s * thought))
                async with self.lock:
                    if not self.bots_turn():  # somebody took something back
                        break
                    told = self.table.did(*await aside(self.table.ask))
                pause_s = self.pause_s() if told else 0
                self.note = "" if self.note == self.brushed else self.note
                self.draw()
        except Mistake as mistake:
            self.say(sentence(str(mistake)))
        finally:
            self.running = False
        self.find_more()

    def bots_turn(self) -> bool:
        """Return whether a bot is to move and the person has nothing to look at first."""
        return self.table.sitting.bot_is_due and self.look()[2] == "theirs"

    def find_more(self) -> None:
        """Find what takes its time: the odds for who learns, and what a finished match came to."""
        if self.table.learning and "odds" in face_of(GAMES[self.table.game]).parts and self.table.mine:
            self.run_worker(self.find_odds())
        if self.table.sitting.over and self.reviewed is None:
            self.run_worker(self.find_review())

    def pause_s(self) -> float:
        """Return how long to wait after an action; a finished trick stays a little longer."""
        now = self.table.scene()["now"]
        return self.pace_s * (2.5 if now and trick_is_over(now) else 1)

    def say(self, note: str) -> None:
        """Show a sentence in the prompt."""
        self.note = note
        self.draw()

    async def on_board_chosen(self, event: Board.Chosen) -> None:
        """Do what was chosen."""
        choice = event.choice
        if choice.reason:
            self.say(sentence(choice.reason))
        elif choice.name == "go on":
            self.seen_deals = len(self.table.sitting.going.deals)
            self.forget()
            self.draw()
            self.wake()
        elif choice.name in ("again", "leave", "pad"):
            await self.run_action(choice.name)
        else:
            self.act(choice.name)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Say why what the cursor stands on is refused."""
        reason = event.choice.reason
        self.put("prompt", Text(sentence(reason)) if reason else self.asking(*self.look()))

    def act(self, name: str) -> None:
        """Do what the person wants, or say why not."""
        if begun := self.drawing.typing.begun(name):
            self.typed = begun
            self.draw()
            return
        try:
            self.table.act(name)
        except Mistake as mistake:
            self.say(sentence(str(mistake)))
            return
        self.forget()
        self.draw()
        self.wake()

    def type_key(self, event: events.Key) -> bool:
        """Take a key that begins or goes on with something typed; return whether it was one."""
        self.note = ""
        return (self.look()[2] == "mine" and self.type_action(event)) or self.brush_off(event.character or "")

    def brush_off(self, letter: str) -> bool:
        """Say why a key does nothing, until something happens; return whether that was so."""
        _, moment, stage = self.look()
        phase = moment["state"].get("phase", "") if stage == "mine" else ""
        if reason := why_idle(letter, self.table, phase):
            self.say(reason)
            self.brushed = reason
        return bool(reason)

    def type_action(self, event: events.Key) -> bool:
        """Take a key that begins or goes on with an action; return whether it was one."""
        scene, moment, _ = self.look()
        pressed = self.drawing.typing.press(Asking(scene, moment, typed=self.typed), event.key)
        if pressed is None:
            return self.drawing.jumps and self.jump(event.character or "")
        self.typed, action = pressed
        if action:
            self.act(action)
        else:
            self.draw()
        return True

    def jump(self, letter: str) -> bool:
        """Move the cursor to a suit or a number that a key names."""
        if letter and letter in letters(self.table.game):
            return self.board.jump(letter)
        if not letter.isdigit():
            return False
        for digits in (self.digits + letter, letter):
            if self.board.point_last(digits):
                self.digits = digits
                return True
        return False

    # The keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a key does something now: False hides it, None shows that it does not."""
        return keys_now(self.table).get(action, True)

    async def action_hint(self) -> None:
        """Ask the strong player; or hide what it said."""
        if self.told is not None:
            self.told = None
            self.draw()
        elif self.look()[2] == "mine":
            self.say(COMPILING if self.table.compiling else THINKING)
            self.run_worker(self.find_hint())

    async def ask_strong(self, question: Callable[[View], Answer]) -> Answer | None:
        """Return what the strong player says about the person's view, unless the table has gone on meanwhile."""
        table, step = self.table, self.table.step
        try:
            answer = await aside(lambda: table.ask_strong(question))
        except Mistake as mistake:
            self.say(sentence(str(mistake)))
            return None
        return answer if table is self.table and step == table.step else None

    async def find_hint(self) -> None:
        """Show what the strong player would do."""
        if told := await self.ask_strong(hint):
            self.told, self.note = told, ""
            self.draw()

    async def find_odds(self) -> None:
        """Show the exact odds of what is hidden, to who learns."""
        if odds := await self.ask_strong(exact_odds):
            self.odds = odds
            self.draw()

    async def find_review(self) -> None:
        """Find what the finished match came to, and what could have been better."""
        self.reviewed = Text("…")
        table = self.table
        record = self.records[table.sitting.match.key()] = table.sitting.record()
        self.reviewed = await aside(lambda: review(table, record))
        if table is self.table:
            self.draw()

    def action_take_back(self) -> None:
        """Take the latest action back."""
        self.run_worker(self.turn_time(self.table.take_back))

    def action_redo(self) -> None:
        """Do it again."""
        self.run_worker(self.turn_time(self.table.redo))

    async def turn_time(self, turn: Callable[[], None]) -> None:
        """Go back or forth, as soon as no bot is thinking."""
        async with self.lock:
            try:
                turn()
            except Mistake as mistake:
                self.say(sentence(str(mistake)))
                return
            self.seen_deals = len(self.table.sitting.going.deals)
            self.forget()
        self.draw()
        self.wake()

    def action_save(self) -> None:
        """Save the game."""
        try:
            self.say(self.table.save())
        except Mistake as mistake:
            self.say(sentence(str(mistake)))

    def action_open(self) -> None:
        """Show all hands, or hide them again."""
        self.opened = not self.opened
        self.draw()

    def action_pad(self) -> None:
        """Show the score pad."""
        scene = self.table.scene()
        self.push_screen(Page(pad_heading(scene), Text("\n".join(pad_lines(scene)))))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.push_screen(Page("Keys and rules", help_page(self.table)))

    def action_scroll(self, lines: int) -> None:
        """Scroll the panel beside the table."""
        self.side.scroll_relative(y=lines, animate=False)

    def action_again(self) -> None:
        """Begin another match with the same players, after asking if this one goes on."""
        if self.table.sitting.over:
            self.begin("yes")
        else:
            self.push_screen(Question("Give this match up and begin another?", {"yes": "yes", "no": "no"}), self.begin)

    def begin(self, answer: str | None) -> None:
        """Begin another match."""
        if answer == "yes":
            self.run_worker(self.turn_time(self.deal_anew))

    def deal_anew(self) -> None:
        """Leave this match and sit down to another."""
        self.table.sitting.close()
        self.table = self.table.again()

    def action_leave(self) -> None:
        """Leave, after asking if the match goes on."""
        if self.table.sitting.over or not self.table.sitting.done:
            self.exit("")
            return
        answers = {"save": "save and leave", "leave": "leave", "stay": "stay"}
        self.push_screen(Question("The match is not over.", answers), self.leave)

    def leave(self, answer: str | None) -> None:
        """Leave as the person wishes."""
        if answer == "leave":
            self.exit("")
        elif answer == "save":
            try:
                self.exit(self.table.save())
            except Mistake as mistake:
                self.say(sentence(str(mistake)))
