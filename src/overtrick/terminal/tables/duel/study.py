"""The study of the duel, as text and as a picture."""

from collections.abc import Iterator, Mapping

from overtrick.games.options import Value
from overtrick.players.duel.picture import picture
from overtrick.players.duel.study import Study
from overtrick.players.duel.study import study as made
from overtrick.players.duel.table import check_served

__all__ = ["lines", "picture", "study"]

BAR = 40  # letters of the longest bar
EIGHTHS = " ▏▎▍▌▋▊▉"


def study(options: Mapping[str, Value]) -> Study:
    """Return the study of the game with some options, or raise Mistake if it is not solved with them."""
    check_served(options)
    return made(int(str(options["ranks"])))


def lines(study: Study) -> Iterator[str]:
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
