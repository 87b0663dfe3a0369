"""A knock-out as lines: who met whom, and who went on."""

from overtrick.tournament.report.words import tie_text
from overtrick.tournament.run import Contest


def bracket_lines(contest: Contest) -> list[str]:
    """Return a line for each tie so far, and an empty one behind each round; nothing for other formats."""
    lines, last = [], 1
    for tie in contest.ties():
        if tie.round > last:
            lines.append("")
            last = tie.round
        lines.append(f"{tie.name}: {tie_text(tie, contest.registered.names, contest.measured_by)}")
    return [*lines, ""] if lines else []
