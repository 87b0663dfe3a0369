"""What a finished match came to: the places, and what could have been better."""

from collections.abc import Iterator
from importlib.util import find_spec

from rich.text import Text

from overtrick.core.mistake import Mistake
from overtrick.games.duel import rulebook as duel
from overtrick.games.sentences import in_words
from overtrick.match.record import Record
from overtrick.terminal.play.table import Table
from overtrick.terminal.tables.score_pad import final_lines


def review(table: Table, record: Record) -> Text:
    """Return what the match came to, for a panel."""
    return Text("\n".join(review_lines(table, record)))


def review_lines(table: Table, record: Record) -> Iterator[str]:
    """Yield the places, then for the duel the plays that lost tricks and for Figgie where the money came from."""
    yield from final_lines(table.scene())
    yield ""
    if table.game == "duel":
        yield from perfect_lines(record, table.names)
    if table.game == "figgie":
        yield from money_lines(record, table.names)


def perfect_lines(record: Record, names: list[str]) -> Iterator[str]:
    """Yield what perfect play would have scored, and the plays that lost tricks."""
    if find_spec("numba") is None:
        return
    from overtrick.players.duel.regret import regret

    try:
        found = regret(record)
    except Mistake:  # a larger game, or one with hidden cards: nobody has solved it
        return
    promised = " to ".join(map(str, found.promised))
    yield f"With perfect play from both sides: {promised}."
    slips = [play for play in found.plays if play.lost]
    for play in slips:
        better = in_words(duel, " or ".join(play.better))
        card = in_words(duel, play.card)
        yield f"Trick {play.trick}: {names[play.seat]}, {card}: lost {play.lost}; better {better}."
    if not slips:
        yield "No play lost a trick."


def money_lines(record: Record, names: list[str]) -> Iterator[str]:
    """Yield where the money of each seat came from."""
    for seat, name in enumerate(names):
        parts = ", ".join(f"{fact} {values[seat]:+d}" for fact, values in record.facts.items())
        yield f"{name}: {parts}."
