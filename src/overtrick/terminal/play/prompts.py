"""What the screen of a table says to its person: the line that asks, the keys and the rules."""

from rich.console import Group
from rich.markdown import Markdown
from rich.text import Text
from textual.binding import Binding, BindingType

from overtrick.games.rules_text import rules_text
from overtrick.scenes.scene import Scene
from overtrick.terminal.faces import suits_of
from overtrick.terminal.play.table import OwnTable, characters, opponents, winner
from overtrick.terminal.tables.screen import screen_of
from overtrick.terminal.tables.tricks import turn_of

KEYS = """\
← → ↑ ↓       choose           Enter   do it         mouse   click
{more}h             hint             u       take back     r       do it again
s             save             p       {p:<13} n       new game
o             open hands, where they may be seen
PgUp PgDn     scroll the log   q       leave

"""
BINDINGS: list[BindingType] = [
    Binding("h", "hint", "Hint"),
    Binding("u", "take_back", "Back"),
    Binding("r", "redo", "Redo"),
    Binding("s", "save", "Save"),
    Binding("p", "pad", "Pad"),
    Binding("o", "open", "Open"),
    Binding("n", "again", "New"),
    Binding("question_mark", "help", "Help", key_display="?"),
    Binding("q", "leave", "Leave"),
    Binding("pageup", "scroll(-5)", show=False),
    Binding("pagedown", "scroll(5)", show=False),
    Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
]


def prompt(scene: Scene, moment: Scene, stage: str, seat: int) -> str:
    """Return what there is to do; the stage is over, ended, mine or theirs."""
    if stage == "over":
        return f"The match is over. {winner(scene, seat)}"
    if stage == "ended":
        notes = " ".join(f"{note}." for note in moment["notes"])
        return f"The round is over. {notes}".rstrip()
    if stage == "mine":
        return screen_of(scene["game"]).question(moment)
    turn = turn_of(moment)
    return "" if turn is None else f"{scene['names'][turn]} is thinking …"


def sentence(reason: str) -> str:
    """Return a reason as a sentence."""
    return f"{reason[:1].upper()}{reason[1:]}."


def help_page(table: OwnTable) -> Group:
    """Return the keys, who plays, and the rules."""
    against = "\n".join([f"Against you: {opponents(table)}", *characters(table), ""])
    return Group(Text(f"{key_lines(table.game)}{against}"), Markdown(rules_text(table.game)))


def key_lines(game: str) -> str:
    """Return what the keys do in a game."""
    screen = screen_of(game)
    usual = f"{' '.join(letters(game)):<13} next such card   0-9     that number\n"
    return KEYS.format(more=screen.keys or usual, p="pass" if screen.no_pad else "score pad")


def letters(game: str) -> str:
    """Return the capital letters that go to the next card of a suit."""
    return "".join(suit.letter for suit in suits_of(game) if suit.letter.isupper())
