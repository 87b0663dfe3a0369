"""What the screen of a table says to its person: the line that asks, the keys and the rules."""

from rich.console import Group
from rich.markdown import Markdown
from rich.text import Text
from textual.binding import Binding, BindingType

from overtrick.games.rules_text import rules_text
from overtrick.scenes.scene import Scene
from overtrick.terminal.play.table import Table, opponents, winner

LETTERS = {"wizard": "RYGBWJ", "duel": "SHDC", "figgie": ""}  # capital letters that go to the next such card
KEYS = """\
← → ↑ ↓       choose           Enter   do it         mouse   click
{more}h             hint             u       take back     r       do it again
s             save             p       {p:<13} n       new game
o             open hands, where they may be seen
PgUp PgDn     scroll the log   q       leave

"""
CARD_KEYS = {
    "wizard": "R Y G B W J   next such card   0-9     that bid\n",
    "duel": "S H D C       next such card\n",
}
FIGGIE_KEYS = """\
b s 8 Enter   bid 8 for spades             a s 8 Enter   offer spades at 8
f f s         buy spades                   a a s         sell spades
s c d h       spades, clubs, diamonds, hearts
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
PHASES = {"bid": "How many tricks do you bid?", "name trump": "Which suit is trump?", "play": "Play a card."}


def prompt(scene: Scene, moment: Scene, stage: str, seat: int) -> str:
    """Return what there is to do; the stage is over, ended, mine or theirs."""
    if stage == "over":
        return f"The match is over. {winner(scene, seat)}"
    if stage == "ended":
        notes = " ".join(f"{note}." for note in moment["notes"])
        return f"The round is over. {notes}".rstrip()
    if stage == "mine":
        return PHASES.get(moment["state"].get("phase"), "Your turn: trade, quote or pass.")
    return f"{scene['names'][moment['state']['to_move']]} is thinking …"


def sentence(reason: str) -> str:
    """Return a reason as a sentence."""
    return f"{reason[:1].upper()}{reason[1:]}."


def help_page(table: Table) -> Group:
    """Return the keys, who plays, and the rules."""
    figgie = table.game == "figgie"
    more = FIGGIE_KEYS if figgie else CARD_KEYS[table.game]
    keys = KEYS.format(more=more, p="pass" if figgie else "score pad")
    return Group(Text(f"{keys}Against you: {opponents(table)}\n"), Markdown(rules_text(table.game)))
