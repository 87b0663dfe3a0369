"""The report of a tournament: one file of HTML that needs nothing else, and no script."""

import base64
import hashlib
import html
from importlib.resources import files

from overtrick import __version__
from overtrick.core.printable import printable
from overtrick.tournament.report.about import headline, numbers_section, verify_section
from overtrick.tournament.report.details import curves_section, faults_section, game_section
from overtrick.tournament.report.markup import node, written
from overtrick.tournament.report.tables import bracket_section, crosstable_section, leaderboard_section
from overtrick.tournament.report.value import FaultLine, Report

__all__ = ["FaultLine", "Report", "report_html"]

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{digest}'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


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
    return PAGE.format(
        # Only this very style is allowed, so a stranger's word that got past all else could still load and run nothing.
        digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        title=html.escape(printable(report.tournament.name)),
        style=style,
        body="\n".join(written(part) for part in body),
    )
