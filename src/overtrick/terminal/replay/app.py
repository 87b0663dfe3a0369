"""A match looked at again on the whole screen: step by step, trick by trick, with all hands or one seat's view."""

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable, printable_lines
from overtrick.match.record import Record
from overtrick.scenes.replay import Frame, frames, frames_of
from overtrick.terminal import styles
from overtrick.terminal.aside import aside
from overtrick.terminal.dialogs import Page
from overtrick.terminal.faces import BAD, QUIET
from overtrick.terminal.play.hints import THINKING, hint_panel, solved, thoughts
from overtrick.terminal.screen_app import ScreenApp
from overtrick.terminal.tables.score_pad import pad_heading, pad_lines
from overtrick.terminal.tables.screen import screen_of
from overtrick.terminal.tables.tricks import moment_of
from overtrick.terminal.transcript import stderr_lines

if TYPE_CHECKING:
    from overtrick.players.explanation import Explanation

PACE_S = 1.0  # of the match that plays by itself
KEYS = """\
← →          an action back or on     [ ]      a trick or trade
{ }          a deal                   Home End the first and the last action
Space        plays by itself          v        all hands, or what one seat saw
t            what the strong player thinks here
p            the score pad            e        what the bots wrote to stderr
click        a line of the log        q        leave
"""


def short_names(record: Record) -> list[str]:
    """Return how to call the seats in a narrow table: by seat and player, without the game."""
    game = f"{record.match.game}:"
    return [f"{seat} {printable(name.removeprefix(game))}" for seat, name in enumerate(record.match.players)]


class ReplayApp(ScreenApp[None]):
    """A recorded match and the frame of it that is looked at."""

    CSS = styles.REPLAY
    HORIZONTAL_BREAKPOINTS = styles.WIDTHS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", "Step", key_display="← →", priority=True),
        Binding("left_square_bracket", "stop(-1)", show=False),
        Binding("right_square_bracket", "stop(1)", "Trick", key_display="[ ]"),
        Binding("left_curly_bracket", "deal(-1)", show=False),
        Binding("right_curly_bracket", "deal(1)", "Deal", key_display="{ }"),
        Binding("home", "end(-1)", show=False, priority=True),
        Binding("end", "end(1)", show=False, priority=True),
        Binding("space", "run", "Play", priority=True),
        Binding("v", "view", "View"),
        Binding("t", "thoughts", "Thoughts"),
        Binding("p", "pad", "Pad"),
        Binding("e", "stderr", "Stderr"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Leave"),
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, record: Record, deal: int = 1, step: int = 1) -> None:
        super().__init__()
        self.record, self.names = record, short_names(record)
        self.drawing = screen_of(record.match.game)
        self.frames = frames(record, self.names)
        self.place = sum(frames_of(before) for before in record.deals[: deal - 1]) + step - 1
        self.seat: int | None = None  # whose view is shown; None for all hands
        self.timer: Timer | None = None
        self.lost: dict[int, str] = {}  # by step, what a play gave away, where the game is solved
        self.shown: tuple[int, int | None] = (0, None)  # the deal whose log is shown, and for whom
        self.note = ""

    def compose(self) -> ComposeResult:
        """Yield the screen: the table, the log of the deal, and below what happened and the hands."""
        self.places = {name: Static(id=name) for name in ("title", "where", "table", "happened", "hands")}
        self.log_list = OptionList(id="log")
        yield self.places["title"]
        yield self.places["where"]
        with Horizontal(id="middle"):
            yield VerticalScroll(self.places["table"], id="left", can_focus=False)
            yield self.log_list
        yield self.places["happened"]
        yield self.places["hands"]
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Begin with the first frame."""
        self.title = f"overtrick replay {self.record.match.game}"
        self.log_list.focus()
        self.draw()
        self.run_worker(self.find_losses())

    @property
    def frame(self) -> Frame:
        """What is looked at."""
        return self.frames[self.place]

    def put(self, place: str, text: Text) -> None:
        """Show a text in a place of the screen."""
        self.places[place].update(text)

    def draw(self) -> None:
        """Draw the frame."""
        frame = self.frame
        scene = frame.scene if self.seat is None else frame.views[self.seat]
        moment = moment_of(scene)
        self.put("title", self.drawing.title(scene, moment))
        self.put("where", self.where(frame))
        self.put("table", self.drawing.table(scene, moment, False))
        self.put("happened", self.happened(frame))
        self.put("hands", self.drawing.below(scene, moment, self.size.width - 2))
        self.draw_log(frame)

    def where(self, frame: Frame) -> Text:
        """Return in one line which frame of the match this is, and whose view."""
        deal = self.record.deals[frame.deal - 1]
        view = "all hands" if self.seat is None else f"as {self.names[self.seat]} saw it"
        text = f"deal {frame.deal} of {len(self.record.deals)}, action {frame.step} of {frames_of(deal) - 1}, {view}"
        return Text(text + (", playing" if self.timer else ""))

    def happened(self, frame: Frame) -> Text:
        """Return what was just done, how long it took, and what was wrong with it."""
        if self.note:
            return Text(self.note)
        text = Text(self.lines_of(frame))
        if frame.time_us is not None and frame.time_us[0] > 0:  # only programs take CPU time
            text.append(f"  ({frame.time_us[0] / 1000:.2f} ms of CPU)", style=QUIET)
        if frame.step in self.lost:
            text.append(f"  {self.lost[frame.step]}", style=BAD)
        return text

    def lines_of(self, frame: Frame) -> str:
        """Return the lines of a frame that may be seen; some are only for the seat that knew."""
        known = [line.text for line in frame.lines if self.seat is None or line.seat in (None, self.seat)]
        return " ".join(known)

    def draw_log(self, frame: Frame) -> None:
        """Show the log of the deal with the line of the frame marked."""
        log = self.log_list
        first = self.place - frame.step
        mine = self.frames[first : first + frames_of(self.record.deals[frame.deal - 1])]
        with log.prevent(OptionList.OptionHighlighted):  # that tells of where a person went, not of where we are
            if self.shown != (frame.deal, self.seat):
                self.shown = (frame.deal, self.seat)
                log.clear_options()
                texts = [self.lines_of(one) or "…" for one in mine]
                log.add_options([Option(Text(text), id=str(first + number)) for number, text in enumerate(texts)])
            log.highlighted = frame.step
        log.scroll_to_highlight()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the line that was clicked."""
        self.go(int(event.option_id or self.place))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Go to the line that the cursor keys chose."""
        if int(event.option_id or self.place) != self.place:
            self.go(int(event.option_id or self.place))

    # Going about

    def go(self, place: int) -> None:
        """Look at another frame; beyond the ends there is none."""
        self.place = max(0, min(place, len(self.frames) - 1))
        self.note = ""
        self.draw()

    def action_step(self, count: int) -> None:
        """Go some actions on or back."""
        self.go(self.place + count)

    def action_stop(self, side: int) -> None:
        """Go to the next or previous end of a trick, a tick or a trade."""
        place = self.place + side
        while 0 < place < len(self.frames) - 1 and not self.frames[place].stop:
            place += side
        self.go(place)

    def action_deal(self, side: int) -> None:
        """Go to the beginning of the next or previous deal; first to the beginning of this one."""
        begin = self.place - self.frame.step
        if side > 0:
            self.go(begin + frames_of(self.record.deals[self.frame.deal - 1]))
        elif self.place > begin or begin == 0:
            self.go(begin)
        else:
            self.go(begin - frames_of(self.record.deals[self.frame.deal - 2]))

    def action_end(self, side: int) -> None:
        """Go to the beginning or the end of the match."""
        self.go(0 if side < 0 else len(self.frames) - 1)

    def action_run(self) -> None:
        """Let the match play by itself, or stop that."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        else:
            self.timer = self.set_interval(PACE_S, self.run_on)
        self.draw()

    def run_on(self) -> None:
        """Go on by one, and stop at the end."""
        self.action_step(1)
        if self.place == len(self.frames) - 1:
            self.action_run()

    def action_view(self) -> None:
        """Show what the next seat saw, or after the last one all hands again."""
        seats = self.record.match.seats
        self.seat = 0 if self.seat is None else self.seat + 1 if self.seat + 1 < seats else None
        self.draw()

    def action_pad(self) -> None:
        """Show the score pad."""
        scene = self.frame.scene
        self.push_screen(Page(pad_heading(scene), Text("\n".join(pad_lines(scene)))))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Return whether a key does something: there may be nothing that the bots said."""
        return action != "stderr" or bool(self.record.stderr)

    def action_stderr(self) -> None:
        """Show what the bots said to their authors."""
        said = [printable_lines(line) for line in stderr_lines(self.record)]
        self.push_screen(Page("What the bots said to their authors", Text("\n".join(said))))

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Page("Keys", Text(KEYS)))

    # What a strong player thinks of it

    async def find_losses(self) -> None:
        """Find what each play gave away, where the game is solved."""
        if lost := await aside(lambda: solved(self.record)):
            self.lost = lost
            self.draw()

    def action_thoughts(self) -> None:
        """Ask the strong player what it would do here."""
        self.note = f"{THINKING} (the first time takes longer)"
        self.draw()
        self.run_worker(self.find_thoughts())

    async def find_thoughts(self) -> None:
        """Show what the strong player would do at this place, and what was done."""
        frame = self.frame
        try:
            told: Explanation = await aside(lambda: thoughts(self.record, frame.deal, frame.step + 1))
        except Mistake as mistake:
            self.note = str(mistake)
            self.draw()
            return
        if frame is self.frame:
            self.note = ""
            self.draw()
            seat, action = self.record.deals[frame.deal - 1].actions[frame.step]
            done = Text(f"{self.names[seat]} is to move, and will choose {action}.\n")
            self.push_screen(Page("Thoughts of the strong player", Group(done, hint_panel(told))))
