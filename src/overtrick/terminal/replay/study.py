"""The study of the duel, and the regret of recorded matches, as text."""

from collections.abc import Iterator, Sequence

from overtrick.match.regret import Play, Regret, Total
from overtrick.players.duel.study import Study
from overtrick.terminal.columns import Column, plain_lines, shortened

BAR = 40  # letters of the longest bar
EIGHTHS = " ▏▎▍▌▋▊▉"


def study_lines(study: Study) -> Iterator[str]:
    """Yield the study with a bar for every number of tricks."""
    yield f"The duel with {4 * study.ranks} cards, solved: {study.positions:,} positions, {study.deals:,} deals"
    yield ""
    yield "Deals by the tricks of the leader, with perfect play from both sides:"
    yield from bars({str(tricks): deals for tricks, deals in enumerate(study.by_tricks)})
    yield ""
    yield f"mean of the leader   {study.mean:.4f} of {study.tricks} tricks"
    yield f"the leader wins      {study.won:7.2%} of the deals".replace("%", " %")
    yield f"           draws     {study.drawn:7.2%}".replace("%", " %")
    yield f"           loses     {study.lost:7.2%}".replace("%", " %")
    yield ""
    yield f"The lead is worth {study.lead_worth:.4f} tricks. Deals by the tricks a hand takes more if it leads:"
    yield from bars({f"{tricks:+d}" if tricks else "0": deals for tricks, deals in study.by_lead.items()})


def bars(counts: dict[str, int]) -> Iterator[str]:
    """Yield a line with a bar for every count."""
    most, total, width = max(counts.values()), sum(counts.values()), max(map(len, counts))
    digits = len(f"{most:,}")
    for name, count in counts.items():
        yield f"{name:>{width}}  {count:>{digits},}  {100 * count / total:5.2f} %  {bar(count / most)}".rstrip()


def bar(part: float) -> str:
    """Return a bar of a part of the full length, in eighths of a letter."""
    full, rest = divmod(round(8 * BAR * part), 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


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
