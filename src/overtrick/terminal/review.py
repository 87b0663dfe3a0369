"""Reviews as text: where a player loses, with bars and colours in a terminal, and as plain lines elsewhere."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from overtrick.core.intervals import PLUS_MINUS
from overtrick.core.printable import printable
from overtrick.review.judged import Cost, Judged, Opens, Part, Review, Slow, Theme, Trouble, percent
from overtrick.review.themes import cost_words, share_words
from overtrick.review.troubles import SLOW_MS
from overtrick.terminal.columns import PLAIN_WIDTH, Column, fitted, is_terminal, plain_lines, rich_table, shortened
from overtrick.terminal.faces import BAD, QUIET, STRONG, bar

BAR = 16  # cells
MOST_WIDE = 110  # cells of a line: longer ones are hard to read
Line = tuple[str, str]  # a text, and its style


def print_reviews(found: Sequence[Review], opens: Opens, console: Console | None = None) -> None:
    """Print reviews as suits where they are printed: of one player all, of several a line each and what is worst."""
    console = console or Console()
    width = min(console.width, MOST_WIDE) if is_terminal(console) else PLAIN_WIDTH
    if len(found) > 1:
        columns = overview(found)
        if is_terminal(console):
            console.print(rich_table(fitted(columns, width - 2)))
        else:
            show(console, [(line, "") for line in plain_lines(fitted(columns, width))])
    for review in found:
        show(console, brief(review, width) if len(found) > 1 else whole(review, opens, width))
    if len(found) > 1:
        label = [] if all(review.cost.half is None for review in found) else [(PLUS_MINUS, QUIET)]
        show(console, [("", ""), *label, ("--player BOT tells all of one", QUIET)])


def show(console: Console, lines: Iterator[Line] | Sequence[Line]) -> None:
    """Print lines in which a stranger's words cannot disturb the terminal."""
    for text, style in lines:
        console.print(Text(printable(text), style=style), soft_wrap=True)


def overview(found: Sequence[Review]) -> list[Column]:
    """Return a line for each player."""
    return [
        Column("player", tuple(shortened(review.player) for review in found), left=True, gives_way=True),
        Column("matches", tuple(f"{review.matches:,}" for review in found)),
        Column("points", tuple(f"{review.points:.1f}" for review in found)),
        Column("decisions", tuple(f"{review.decisions:,}" if review.judge else "–" for review in found)),
        Column("given away a match", tuple(given_away(review) for review in found)),
        Column("faults", tuple(str(sum(fault.count for fault in review.faults)) for review in found)),
    ]


def given_away(review: Review) -> str:
    """Return what a player gave away in a match."""
    return cost_words(review.cost, review.unit) if review.judge else "nobody can tell"


def brief(review: Review, width: int) -> Iterator[Line]:
    """Yield what cost a player most, in a sentence."""
    yield "", ""
    told = (
        f"{review.why_not}."
        if review.why_not
        else (review.themes[0].sentence if review.themes else "nothing that it did was clearly worse.")
    )
    yield from paragraph(f"{review.player}: {told}", width)


def whole(review: Review, opens: Opens, width: int) -> Iterator[Line]:
    """Yield all of a review."""
    yield from paragraph(headline(review), width, style=STRONG)
    yield from paragraph(summary(review), width)
    if review.themes:
        yield from (("", ""), ("What they have in common", STRONG))
        for theme in review.themes:
            yield from theme_lines(theme, review.unit, width)
    if review.worst:
        yield from (("", ""), ("The decisions that cost most", STRONG))
        for number, judged in enumerate(review.worst, start=1):
            yield from judged_lines(number, judged, review.unit, opens, width)
    if review.faults:
        yield from (("", ""), ("Faults", STRONG))
        for fault in review.faults:
            yield from fault_lines(fault, opens, width)
    if slow := [slow for slow in review.slowest if slow.cpu_ms >= SLOW_MS]:
        yield from (("", ""), ("Slowest moves", STRONG))
        yield from (slow_line(one, opens) for one in slow)


def headline(review: Review) -> str:
    """Return whose matches these are, and what they came to."""
    facts = "".join(f", {name} {value:.1f}" for name, value in review.facts.items())
    some = f" (a sample; {review.left_out:,} more were left out)" if review.left_out else ""
    seats = f"{review.matches:,} match{'es' * (review.matches != 1)}"
    return f"{review.player} in {seats} of {review.game}{some}: {review.points:.1f} points a match{facts}"


def summary(review: Review) -> str:
    """Return what was given away in all, and who says so."""
    if review.why_not:
        return f"{review.why_not[:1].upper()}{review.why_not[1:]}."
    if not review.themes:
        return f"None of its {review.decisions:,} decisions was clearly worse than another, by {review.judge}."
    label = "" if review.cost.half is None else f" {PLUS_MINUS}."
    return (
        f"It gave away {cost_words(review.cost, review.unit)} a match in {review.decisions:,} decisions, "
        f"by {review.judge}.{label}"
    )


def theme_lines(theme: Theme, unit: str, width: int) -> Iterator[Line]:
    """Yield a theme with its share as a bar, and where it cost most."""
    head = f"{bar(theme.share, BAR)} {percent(theme.share):>5}  "
    yield from paragraph(theme.sentence, width, head, style="" if theme.cost.is_sure else QUIET)
    for part in theme.parts if theme.cost.is_sure else ():
        yield part_text(part, theme.cost), QUIET


def part_text(part: Part, cost: Cost) -> str:
    """Return a part of a theme below it."""
    of = f" of {part.of}" if part.of > part.times else ""
    return f"{'':{BAR}} {share_words(part, cost):>5}  {part.value}, {part.times}{of}"


def judged_lines(number: int, judged: Judged, unit: str, opens: Opens, width: int) -> Iterator[Line]:
    """Yield a decision: what it cost, what was played, the position, why, and how to see it."""
    told = f"{judged.played} instead of {judged.better} cost {cost_words(judged.cost, unit)} ({judged.what})."
    yield from paragraph(told, width, f"{number:>3}. ", style=BAD)
    for text in (judged.position, judged.why):
        if text:
            yield from paragraph(text, width, "     ")
    yield f"     {opens(judged.place)}", QUIET


def fault_lines(fault: Trouble, opens: Opens, width: int) -> Iterator[Line]:
    """Yield a kind of fault with its first example."""
    yield from paragraph(f"{fault.count} × {fault.ending}: {fault.sentence}", width, "     ", style=BAD)
    yield f"     {opens(fault.place)}", QUIET


def slow_line(slow: Slow, opens: Opens) -> Line:
    """Return a slow move."""
    return f"     {slow.cpu_ms:,.1f} ms of CPU, {slow.wall_ms:,.1f} ms in all: {slow.played}  {opens(slow.place)}", ""


def paragraph(text: str, width: int, head: str = "", style: str = "") -> Iterator[Line]:
    """Yield a text in lines of a width, which begin below each other behind a head."""
    lines = wrap(text, max(width - len(head), 20), break_long_words=False, break_on_hyphens=False) or [""]
    for number, line in enumerate(lines):
        yield f"{' ' * len(head) if number else head}{line}", style
