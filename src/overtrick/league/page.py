"""The page of a league: one file of HTML with the curves of its entrants, and the report on its last generation."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from overtrick.league.edit import Outcome
from overtrick.league.export import short
from overtrick.league.results import Change, Line, Results
from overtrick.tournament.cost import duration_text
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.report.about import facts, minus_in_numbers, numbers_section
from overtrick.tournament.report.charts import Along, Chart, Scale, axis, ends, interval, minus, panel, scale_of
from overtrick.tournament.report.curves import Curve
from overtrick.tournament.report.details import faults_section
from overtrick.tournament.report.markup import Child, node
from overtrick.tournament.report.page import single_page
from overtrick.tournament.report.tables import (
    cell,
    column,
    crosstable_section,
    head,
    leaderboard_section,
    name_of,
    row_head,
    section,
)
from overtrick.tournament.report.value import Report
from overtrick.tournament.report.words import (
    MEASURES,
    UNKNOWN,
    Measure,
    difference_text,
    digits_of,
    listed,
    stars,
    summary,
)

GENERATIONS = Along(0, "generation", "generation 0", dots=True)


def league_html(results: Results, report: Report) -> str:
    """Return the page of a league; the report is that on its last generation."""
    sections = [
        _curves(results),
        _entrants(results),
        _edits(results),
        leaderboard_section(report),
        crosstable_section(report),
        faults_section(report),
        _allowed(results),
        _numbers(),
        numbers_section(report),
        _verify(results),
    ]
    return single_page(results.league.name, [_headline(results), node("main", *sections)], report.date)


def _headline(results: Results) -> Element:
    league = results.league
    told: list[tuple[str, Child]] = [
        ("generations", f"{results.generation} of {league.generations}"),
        ("entrants", str(len(league.contenders))),
        ("versions", str(results.played[-1].versions)),
        ("seats", str(league.rules.seats)),
        ("sets of cards", f"{league.blocks} in each generation"),
        ("matches", f"{sum(one.matches for one in results.played):,}".replace(",", " ")),
        ("sources shown", str(league.sources)),
        ("commands ran for", duration_text(sum(line.seconds for line in results.lines))),
    ]
    lead = f"{summary(results.ratings)} {_improved(results)}"
    return node(
        "header",
        node("p", f"{league.rules.game.capitalize()} · league", class_="kicker"),
        node("h1", node("bdi", league.name)),
        node("p", minus_in_numbers(lead), class_="lead"),
        facts(told),
    )


def _improved(results: Results) -> str:
    """Return in a sentence who is better than it was at first."""
    measure = MEASURES[results.ratings.rank_by]
    asked = [line for line in results.lines if line.improvement]
    better = [line.contender.name for line in asked if line.improvement and _verdict(line.improvement, measure) > 0]
    if not better:
        return "Nobody is clearly better than its own first version."
    return f"Better than its own first version, beyond chance: {listed(better)} ({len(better)} of {len(asked)})."


def _verdict(change: Change, measure: Measure) -> int:
    """Return 1 if a version is better beyond chance, -1 if worse, 0 if that cannot be said."""
    return measure.better(change.difference.value) if stars(change.p) else 0


# Curves


def _curves(results: Results) -> Element:
    measure, digits = MEASURES[results.ratings.rank_by], digits_of(results.ratings)
    curves = [_curve(line) for line in results.lines]
    scale = scale_of(value * measure.factor for line in results.lines for value in ends(_worths(line)))
    room = (scale.high - scale.low) / 20
    chart = Chart(curves, Scale(scale.low - room, scale.high + room), measure.factor, GENERATIONS)
    panels = []
    for place, line in enumerate(results.lines):
        texts = [minus(measure.text(worth.value, digits)) for worth in _worths(line)]
        caption = node("figcaption", name_of(line.contender.name), " ", node("span", texts[-1], class_="value"))
        label = f"{line.contender.name}, generation by generation: {', '.join(texts)}"
        panels.append(node("figure", caption, panel(chart, place, label)))
    note = (
        f"How the version that each entrant had in a generation stands ({measure.meaning}), with 95 % intervals. All "
        f"versions sit at common tables in the tournament of generation {results.generation}, on cards that were "
        "fresh for everybody: so all points of all curves are on one scale. The thin lines are the others."
    )
    return section("Rating by generation", node("p", note, class_="note"), node("div", *panels, class_="panels"))


def _worths(line: Line) -> list[Estimate]:
    nothing = Estimate(np.nan, np.nan, np.nan)
    return [step.rating.worth if step.rating else nothing for step in line.steps]


def _curve(line: Line) -> Curve:
    worths = [(number, worth) for number, worth in enumerate(_worths(line)) if np.isfinite(worth.value)]
    value, low, high = (
        np.array([getattr(worth, part) for _, worth in worths], float) for part in ("value", "low", "high")
    )
    return Curve(np.array([number for number, _ in worths], np.int64), value, low, high)


# Tables


def _entrants(results: Results) -> Element:
    measure = MEASURES[results.ratings.rank_by]
    changes = [line.improvement.difference for line in results.lines if line.improvement]
    scale = scale_of([0.0, *(value * measure.factor for value in ends(changes))])
    titles = ("improved", "learned", "edits", "faults", "time")
    heads = [column("entrant", class_="name"), node("th", axis(scale), class_="chart", role="columnheader")]
    heads += [column(title, class_="detail") for title in titles]
    rows = [_row(line, scale, results, dict.fromkeys(titles, UNKNOWN)) for line in results.lines]
    table = node(
        "table",
        head(*heads),
        node("tbody", *rows, role="rowgroup"),
        class_="cards",
        role="table",
        aria_label="Entrants",
    )
    note = (
        f"Improved: the latest version less the first, in {measure.differences}, with a 95 % interval (drawn) and "
        "stars for how sure the sign is: * p < 0.05, ** p < 0.01, *** p < 0.001. Learned: the latest version less that "
        "of its twin, who has the same command but never sees a program of others. Edits: changed, unchanged, refused."
    )
    return section("Improvement and learning", node("p", note, class_="note"), table)


def _row(line: Line, scale: Scale, results: Results, told: dict[str, str]) -> Element:
    measure, one = MEASURES[results.ratings.rank_by], line.contender
    drawn: Child = ""
    if line.improvement:
        text = change_text(line.improvement, results)
        drawn = interval(line.improvement.difference.times(measure.factor), scale, f"improved by {text}")
        edits = [step.edit.outcome for step in line.steps if step.edit]
        counts = (edits.count(kind) for kind in (Outcome.CHANGED, Outcome.UNCHANGED, Outcome.REFUSED))
        told |= {"improved": text, "edits": ", ".join(map(str, counts)), "time": duration_text(line.seconds)}
    if line.learning:
        told["learned"] = change_text(line.learning, results)
    told["faults"] = str(line.faults)
    kind = f"twin of {one.twin_of}" if one.twin_of else "" if one.command else "stays as it is"
    name = node("div", name_of(one.name), node("p", kind, class_="note")) if kind else name_of(one.name)
    cells = [
        cell(minus_in_numbers(text), class_=f"detail{_mark(title, text)}", data_label=title)
        for title, text in told.items()
    ]
    return node("tr", row_head(name, class_="name"), cell(drawn, class_="chart"), *cells, role="row")


def _mark(title: str, text: str) -> str:
    if text == UNKNOWN:
        return " empty"
    return " warning" if title == "faults" and text != "0" else ""


def change_text(change: Change, results: Results) -> str:
    """Return by how much one version is better than another, and how sure that is."""
    if change.version == change.than:
        return "0, the same program"
    return difference_text(results.ratings.rank_by, change.difference) + "*" * stars(change.p)


def _edits(results: Results) -> Element:
    titles = ("generation", "version", "time", "faults")
    heads = [column("entrant", class_="name"), *(column(title, class_="detail") for title in titles)]
    heads.append(column("what became of it", class_="example"))
    rows = []
    for line in results.lines:
        for number, step in enumerate(line.steps):
            edit = step.edit
            if edit is None or not line.contender.command:
                continue
            numbers = (
                str(number),
                step.version,
                duration_text(edit.seconds) if edit.ended else UNKNOWN,
                str(step.faults),
            )
            cells = [cell(text, class_="detail", data_label=title) for title, text in zip(titles, numbers, strict=True)]
            words = f"{edit.outcome}; {edit.ended}" if edit.ended else f"{edit.outcome}, as it was entered"
            why = [node("p", node("bdi", edit.why.splitlines()[0]))] if edit.why else []
            hashes = node("code", f"content {edit.content[:12]}, commit {step.commit[:12]}")
            cells.append(cell(node("div", node("p", words), *why, hashes), class_="example"))
            rows.append(node("tr", row_head(name_of(line.contender.name), class_="name"), *cells, role="row"))
    table = node("table", head(*heads), node("tbody", *rows, role="rowgroup"), class_="faults cards", role="table")
    table.set("aria-label", "Edits")
    return section(
        "Edits",
        node(
            "p",
            "What each command did in each generation. Who was refused played on with the version before.",
            class_="note",
        ),
        table,
    )


# What it rests on


def _allowed(results: Results) -> Element:
    told: list[tuple[str, Child]] = []
    for line in results.lines:
        if line.contender.command:
            told.append((line.contender.name, node("div", *(node("p", text) for text in _rights(line)))))
    note = "Each command ran in a room of its own, with a copy of its folder and what it was told. Beyond that it had:"
    return section("What commands were allowed", node("p", note, class_="note"), facts(told), class_="about")


def _rights(line: Line) -> Iterator[str]:
    one, allowed = line.contender, line.contender.allowed
    yield f"command: {shlex.join(one.command)}; {duration_text(allowed.time_s)} for each generation"
    yield f"{'the network' if allowed.network else 'no network'}; programs of others: {one.sources}"
    if allowed.terminal:
        yield "the terminal of whoever ran the league"
    yield f"files read besides: {', '.join(map(short, allowed.read)) or 'none'}"
    yield f"variables: {', '.join(allowed.environment) or 'none'}"
    rooms = sorted({step.edit.room for step in line.steps if step.edit and step.edit.room})
    yield f"room: {', '.join(rooms) or 'not used yet'}" + (
        "; none means all rights of the organiser" * ("none" in rooms)
    )


def _numbers() -> Element:
    told: list[tuple[str, Child]] = [
        (
            "One scale",
            "In the tournament of each generation all versions so far play, with the fixed players, on the same fresh "
            "cards. What is shown comes from the last one alone, so nobody gains by having met weaker versions before.",
        ),
        (
            "Improvement",
            "The latest version less the entrant's own first one, cards by cards, by Student's t. All questions about "
            "improvement and learning of a league are corrected together (Holm).",
        ),
        (
            "Learning from others",
            "The latest version less that of the twin. Both began with the same folder and command; only one was shown "
            "programs of others. It is one run: a command that draws lots may differ from its twin by chance alone.",
        ),
        ("Time", "How long the command ran, on the clock; a kill of the league may have made it begin again."),
    ]
    return section("How improvement is measured", facts(told), class_="about")


def _verify(results: Results) -> Element:
    told: list[tuple[str, Child]] = [
        (f"Generation {number}", node("code", one.commitment)) for number, one in enumerate(results.played)
    ]
    told.append(("Verify", node("code", f"overtrick verify {shlex.quote(Path(results.store).name)}")))
    note = (
        "All cards of a generation follow from one secret. Its commitment, the SHA-256 hash of the secret, was fixed "
        "before the first command began, and stands in every edit that came after it. This deals every match anew, "
        "replays every action, and says what differs."
    )
    return section("Verify it yourself", node("p", note, class_="note"), facts(told), class_="about")
