"""What the plays of recorded matches gave away, as text."""

from collections.abc import Iterator, Sequence

from overtrick.match.regret import Play, Regret, Total
from overtrick.terminal.columns import Column, plain_lines, shortened


def regret_lines(regret: Regret) -> Iterator[str]:
    """Yield a match trick by trick, with what each play gave away."""
    yield f"seat 0 {regret.players[0]}, seat 1 {regret.players[1]}"
    plays = regret.plays
    for first in range(0, len(plays), 2):
        told = "   ".join(play_text(play) for play in plays[first : first + 2])
        yield f"trick {plays[first].trick:>2}   {told}".rstrip()
    for seat, player in enumerate(regret.players):
        taken = f"{regret.tricks[seat]}" if regret.tricks else "none yet"
        yield f"seat {seat} {player}: promised {regret.promised[seat]}, gave away {regret.lost[seat]}, took {taken}"


def play_text(play: Play) -> str:
    """Return a play, and what would have been better."""
    told = f"seat {play.seat} {play.card}"
    if not play.lost:
        return f"{told:<10}"
    return f"{told} gave away {play.lost} (best: {' '.join(play.better)})"


def total_lines(totals: Sequence[Total]) -> Iterator[str]:
    """Yield a table of the players, the one who gave least away first."""
    yield from plain_lines(
        [
            Column("player", tuple(shortened(total.player) for total in totals), left=True),
            Column("matches", tuple(f"{total.matches:,}" for total in totals)),
            Column("plays", tuple(f"{total.plays:,}" for total in totals)),
            Column("slips", tuple(f"{total.slips:,}" for total in totals)),
            Column("tricks given away", tuple(f"{total.lost:,}" for total in totals)),
            Column("a match", tuple(f"{total.mean:.3f}" for total in totals)),
        ]
    )
