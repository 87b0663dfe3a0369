"""The parts of a report below the tables: curves, what the game itself tells, and faults."""

import math
import shlex
from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from overtrick.games import GAMES
from overtrick.games.contract import less_is_better
from overtrick.games.face import games_with
from overtrick.tournament.report.charts import (
    FILLS,
    Chart,
    Scale,
    axis,
    bar,
    curve_scale,
    ends,
    interval,
    minus,
    panel,
    scale_of,
    stack_ends,
    stacked,
)
from overtrick.tournament.report.curves import curves
from overtrick.tournament.report.markup import node
from overtrick.tournament.report.tables import cell, column, head, name_of, row_head, section
from overtrick.tournament.report.value import Report
from overtrick.tournament.report.words import MEASURES, digits_for, digits_of, number

MOST_CURVES = 8


def curves_section(report: Report) -> Element:
    """Return how the worth of the first few settled, each in a panel of its own with the others behind it."""
    ratings, measure, digits = report.ratings, MEASURES[report.ratings.rank_by], digits_of(report.ratings)
    numbers = {entrant.name: index for index, entrant in enumerate(report.tournament.entrants)}
    shown = [rating for rating in ratings.ratings if rating.name in numbers][:MOST_CURVES]
    results = report.results.merits() if less_is_better(GAMES[report.tournament.game]) else report.results
    drawn = curves(results, ratings.rank_by, [numbers[rating.name] for rating in shown])
    chart = Chart(drawn, curve_scale(drawn, measure.factor), measure.factor)
    panels = []
    for place, rating in enumerate(shown):
        worth = minus(measure.text(rating.worth.value, digits))
        label = f"{rating.name}: mean worth after each set of cards, at the end {worth}"
        caption = node("figcaption", name_of(rating.name), " ", node("span", worth, class_="value"))
        panels.append(node("figure", caption, panel(chart, place, label)))
    first = f"the first {len(shown)} of {len(ratings.ratings)}" if len(shown) < len(ratings.ratings) else "everybody"
    note = (
        f"The mean over the cards played so far ({measure.meaning}), of {first}: the line settles and its 95 % band "
        "narrows as cards are added. The thin lines are the others; the wild beginning is cut off."
    )
    return section("Score curves", node("p", note, class_="note"), node("div", *panels, class_="panels"))


# What the game itself tells


def game_section(report: Report) -> list[Element]:
    """Return what only this game tells, if anything is known."""
    known = {name for facts in report.facts.values() for name in facts}
    if {"exact bids", "rounds"} <= known:
        return [_exact_bids(report)]
    if {"trading", "cards", "bonus"} <= known:
        return [_money(report)]
    if report.tournament.game in games_with("regret") and report.ratings.ratings:
        return [_tricks(report)]
    return []


def _facts(report: Report) -> dict[str, Mapping[str, float]]:
    return {rating.name: report.facts.get(rating.name, {}) for rating in report.ratings.ratings}


def _table(title: str, scale: Scale, headings: list[str], lines: list[Element]) -> Element:
    heading = head(
        column("name", class_="name"),
        node("th", axis(scale), class_="chart", role="columnheader"),
        *(column(text, class_="detail") for text in headings),
    )
    body = node("tbody", *lines, role="rowgroup")
    kind = "cards" if len(headings) > 1 else "compact"
    return node("table", heading, body, class_=kind, role="table", aria_label=title)


def _row(name: str, drawn: Element, numbers: Mapping[str, str]) -> Element:
    cells = [cell(minus(text), class_="detail", data_label=label) for label, text in numbers.items()]
    return node("tr", row_head(name_of(name), class_="name"), cell(drawn, class_="chart"), *cells, role="row")


def _exact_bids(report: Report) -> Element:
    scale, lines = Scale(0, 100, room=3), []
    for name, facts in _facts(report).items():
        rounds = facts.get("rounds", 0)
        share = 100 * facts.get("exact bids", 0) / rounds if rounds else float("nan")
        text = f"{number(share, 1)} %" if rounds else "unknown"
        lines.append(_row(name, bar(share, scale, f"{text} of the bids exact"), {"exact": text}))
    note = "How often an entrant took exactly as many tricks as it had bid, in per cent of its rounds."
    table = _table("Exact bids", scale, ["exact"], lines)
    return section("Exact bids", node("p", note, class_="note"), table)


MONEY = ("trading", "cards", "bonus")


def _money(report: Report) -> Element:
    parts = {name: {part: facts.get(part, 0.0) for part in MONEY} for name, facts in _facts(report).items()}
    scale = scale_of(value for some in parts.values() for value in stack_ends(some))
    lines = []
    for name, some in parts.items():
        numbers = {part: number(value, 1, sign=True) for part, value in {**some, "sum": sum(some.values())}.items()}
        label = minus(", ".join(f"{part} {text}" for part, text in numbers.items()))
        lines.append(_row(name, stacked(some, scale, label), numbers))
    keys = [node("li", node("span", class_=f"key {fill}"), f" {part}") for part, fill in zip(MONEY, FILLS, strict=True)]
    keys.append(node("li", node("span", class_="key total"), " sum"))
    note = (
        "Dollars a match from trading (what was earned by selling less what was paid, and the ante), from goal cards "
        "held at the end, and from the bonus for holding the most of them. Losses go to the left of zero."
    )
    legend = node("ul", *keys, class_="legend", aria_label="Colours")
    table = _table("Money", scale, [*MONEY, "sum"], lines)
    return section("Where the money came from", node("p", note, class_="note"), legend, table)


def _tricks(report: Report) -> Element:
    ratings = report.ratings.ratings
    digits = digits_for(rating.score for rating in ratings)
    scale = replace(scale_of(ends(rating.score for rating in ratings)), room=3)
    regrets = {name: told["regret"] for name, told in report.facts.items() if "regret" in told}
    lines = [
        _row(
            rating.name,
            interval(rating.score, scale, f"{number(rating.score.value, digits)} tricks a match"),
            {
                "tricks": number(rating.score.value, digits),
                **({"given away": number(regrets.get(rating.name, math.nan), 2)} if regrets else {}),
            },
        )
        for rating in ratings
    ]
    note = "Mean tricks of a match, with 95 % interval. Each set of cards is played from both sides."
    if regrets:
        note += " Given away: tricks of a match that perfect play would have kept."
    headings = ["tricks", *(["given away"] if regrets else [])]
    return section("Tricks", node("p", note, class_="note"), _table("Tricks", scale, headings, lines))


# Faults


def faults_section(report: Report) -> Element:
    """Return who did what wrong how often, with an example and the command that shows it."""
    if not report.faults:
        return section("Faults", node("p", "Nobody committed a fault."))
    lines = [
        node(
            "tr",
            row_head(name_of(fault.name), class_="name"),
            cell(str(fault.ending), class_="detail", data_label="kind"),
            cell(str(fault.count), class_="detail", data_label="times"),
            cell(
                node(
                    "div",
                    node("p", node("bdi", fault.sentence)),
                    node("code", f"overtrick show {shlex.quote(report.store)} {shlex.quote(fault.key)}"),
                ),
                class_="example",
            ),
            role="row",
        )
        for fault in report.faults
    ]
    columns = [column("name", class_="name"), column("kind", class_="detail"), column("times", class_="detail")]
    columns.append(column("an example, and the command that shows its match", class_="example"))
    body = node("tbody", *lines, role="rowgroup")
    table = node("table", head(*columns), body, class_="faults cards", role="table", aria_label="Faults")
    return section("Faults", table)
