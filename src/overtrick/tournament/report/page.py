"""The report of a tournament: one file of HTML that needs nothing else, and no script."""

from importlib.resources import files

from overtrick import __version__
from overtrick.core.printable import printable
from overtrick.tournament.report.about import headline, numbers_section, verify_section
from overtrick.tournament.report.details import curves_section, faults_section, game_section
from overtrick.tournament.report.document import digest, document
from overtrick.tournament.report.markup import node, written
from overtrick.tournament.report.tables import bracket_section, crosstable_section, leaderboard_section
from overtrick.tournament.report.value import FaultLine, Report

__all__ = ["FaultLine", "Report", "report_html"]


def report_html(report: Report) -> str:
    """Return the report as one page."""
    sections = [
        *bracket_section(report),
        leaderboard_section(report),
        crosstable_section(report),
        curves_section(report),
        *game_section(report),
        faults_section(report),
        numbers_section(report),
        verify_section(report),
    ]
    footer = node("footer", node("p", f"Written by overtrick {__version__} on {report.date}."))
    body = [headline(report), node("main", *sections), footer]
    style = files("overtrick.tournament.report").joinpath("report.css").read_text(encoding="utf-8")
    # Only this very style is allowed, so a stranger's word that got past all else could still load and run nothing.
    policy = f"default-src 'none'; style-src '{digest(style)}'"
    text = "\n".join(written(part) for part in body)
    return document(printable(report.tournament.name), policy, style, f"<body>\n{text}\n</body>")
