"""The report of a tournament: one file of HTML that needs nothing else, and no script."""

from collections.abc import Sequence
from importlib.resources import files
from xml.etree.ElementTree import Element

from overtrick import __version__
from overtrick.core.printable import printable
from overtrick.tournament.report.about import headline, numbers_section, verify_section
from overtrick.tournament.report.details import curves_section, faults_section, game_section
from overtrick.tournament.report.document import digest, document
from overtrick.tournament.report.markup import node, written
from overtrick.tournament.report.tables import bracket_section, crosstable_section, leaderboard_section
from overtrick.tournament.report.value import FaultLine, Report

__all__ = ["FaultLine", "Report", "report_html", "single_page"]


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
    return single_page(report.tournament.name, [headline(report), node("main", *sections)], report.date)


def single_page(title: str, parts: Sequence[Element], date: str) -> str:
    """Return parts of a report as one file with all that it needs."""
    footer = node("footer", node("p", f"Written by overtrick {__version__} on {date}."))
    style = files("overtrick.tournament.report").joinpath("report.css").read_text(encoding="utf-8")
    # Only this very style is allowed, so a stranger's word that got past all else could still load and run nothing.
    policy = f"default-src 'none'; style-src '{digest(style)}'"
    text = "\n".join(written(part) for part in (*parts, footer))
    return document(printable(title), policy, style, f"<body>\n{text}\n</body>")
