"""What a finished match came to: the places, and what could have been better."""

from collections.abc import Iterator

from rich.text import Text

from overtrick.games import GAMES
from overtrick.games.sentences import in_words
from overtrick.match.record import Record
from overtrick.terminal.play.hints import judged
from overtrick.terminal.play.table import OwnTable
from overtrick.terminal.tables.score_pad import final_lines
from overtrick.terminal.tables.screen import screen_of


def review(table: OwnTable, record: Record) -> Text:
    """Return what the match came to, for a panel."""
    return Text("\n".join(review_lines(table, record)))


def review_lines(table: OwnTable, record: Record) -> Iterator[str]:
    """Yield the places, then what the game has to tell, and where it is solved the plays that lost tricks."""
    scene = table.scene()
    yield from final_lines(scene)
    for part in (screen_of(table.game).review(scene, record), perfect_lines(record, table.names)):
        if lines := list(part):
            yield from ("", *lines)


def perfect_lines(record: Record, names: list[str]) -> Iterator[str]:
    """Yield what perfect play would have scored, and the plays that lost tricks."""
    found, game = judged(record), GAMES[record.match.game]
    if found is None:
        return
    promised = " to ".join(map(str, found.promised))
    yield f"With perfect play from both sides: {promised}."
    slips = [play for play in found.plays if play.lost]
    for play in slips:
        better = in_words(game, " or ".join(play.better))
        card = in_words(game, play.card)
        yield f"Trick {play.trick}: {names[play.seat]}, {card}: lost {play.lost}; better {better}."
    if not slips:
        yield "No play lost a trick."
