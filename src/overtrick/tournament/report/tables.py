"""The two tables of a report: the leaderboard and the cross table."""

from itertools import groupby
from xml.etree.ElementTree import Element

from overtrick.tournament.rating.ratings import Rating, Ratings
from overtrick.tournament.report.charts import Scale, axis, ends, interval, minus, scale_of
from overtrick.tournament.report.markup import Child, node
from overtrick.tournament.report.value import Report
from overtrick.tournament.report.words import (
    MEASURES,
    UNKNOWN,
    Measure,
    digits_for,
    digits_of,
    legend,
    number,
    pair_of,
    percent,
    stars,
)
from overtrick.tournament.stated.tournament import RankBy


def section(title: str, *children: Child, **attributes: str) -> Element:
    """Return a part of the report under its title."""
    return node("section", node("h2", title), *children, **attributes)


def name_of(name: str) -> Element:
    """Return the name of an entrant, which cannot turn the direction of what stands beside it."""
    return node("bdi", name)


# Tables whose rows become cards on a narrow page say their roles themselves, because browsers forget them then.


def head(*cells: Element) -> Element:
    """Return the head of a table."""
    return node("thead", node("tr", *cells, role="row"), role="rowgroup")


def column(title: Child, **attributes: str) -> Element:
    """Return the heading of a column."""
    return node("th", title, scope="col", role="columnheader", **attributes)


def cell(content: Child, **attributes: str) -> Element:
    """Return a cell of a table."""
    return node("td", content, role="cell", **attributes)


def row_head(content: Child, **attributes: str) -> Element:
    """Return the heading of a row."""
    return node("th", content, scope="row", role="rowheader", **attributes)


# Leaderboard


def leaderboard_section(report: Report) -> Element:
    """Return the leaderboard: everybody's worth with its interval, in rank groups."""
    ratings = report.ratings
    measure, digits = MEASURES[ratings.rank_by], digits_of(ratings)
    scale = scale_of(value * measure.factor for value in ends(rating.worth for rating in ratings.ratings))
    cells = [column("rank", class_="rank"), column("name", class_="name"), column(measure.heading, class_="worth")]
    cells += [column("95 % interval", class_="span"), node("th", axis(scale), class_="chart", role="columnheader")]
    cells += (
        [column(title, class_="detail") for title, _ in details(ratings, ratings.ratings[0])] if ratings.ratings else []
    )
    groups = [
        node("tbody", *(_line(ratings, rating, scale, digits, measure) for rating in group), role="rowgroup")
        for _, group in groupby(ratings.ratings, key=lambda rating: rating.group)
    ]
    note = (
        f"In the order of the knock-out; every tie was decided by {measure.meaning}."
        if ratings.knocked_out
        else f"Ranked by {measure.meaning}. Who cannot be told apart shares a rank group; a line parts the groups. "
        "“To next” is how many more sets of cards would probably tell an entrant from the one below."
    )
    table = node("table", head(*cells), *groups, class_="leaderboard cards", role="table", aria_label="Leaderboard")
    return section("Leaderboard", node("p", note, class_="note"), table)


def details(ratings: Ratings, rating: Rating) -> list[tuple[str, str]]:
    """Return what else is known of an entrant; what is ranked by is not told twice."""
    points = digits_for(other.score for other in ratings.ratings)
    told = [
        ("points", number(rating.score.value, points)),
        ("place", number(rating.place, 2)),
        ("won", percent(rating.won)),
        ("strength", number(rating.strength.value, 2, sign=True)),
        ("matches", str(rating.matches)),
        ("faults", str(rating.faults)),
        ("to next", UNKNOWN if rating.needed is None else str(rating.needed)),
    ]
    twice = {RankBy.PLACE: "place", RankBy.MATCHES: "won"}.get(ratings.rank_by)
    return [(title, text) for title, text in told if title != twice]


def _line(ratings: Ratings, rating: Rating, scale: Scale, digits: int, measure: Measure) -> Element:
    span = minus(measure.span(rating.worth, digits))
    drawn = rating.worth.times(measure.factor)
    label = f"{minus(measure.text(rating.worth.value, digits))}, interval {span}"
    cells = [
        cell(str(rating.group) if rating.group else node("abbr", UNKNOWN, title="not ranked"), class_="rank"),
        row_head(name_of(rating.name), class_="name"),
        cell(minus(measure.text(rating.worth.value, digits)), class_="worth"),
        cell(span, class_="span"),
        cell(interval(drawn, scale, label), class_="chart"),
    ]
    for title, text in details(ratings, rating):
        mark = " empty" if text == UNKNOWN else " warning" if title == "faults" and rating.faults else ""
        cells.append(cell(minus(text), class_=f"detail{mark}", data_label=title))
    return node("tr", *cells, role="row")


# Cross table

SHADES = {1: ("", "better1", "better2", "better3"), -1: ("", "worse1", "worse2", "worse3"), 0: ("",) * 4}


def bracket_section(report: Report) -> list[Element]:
    """Return who met whom in a knock-out, round by round; nothing for other formats."""
    lines = [node("div", node("dt", name), node("dd", node("bdi", text))) for name, text in report.ties]
    return [section("Ties", node("dl", *lines, class_="facts"), class_="about")] if lines else []


def crosstable_section(report: Report) -> Element:
    """Return the cross table, shaded by how sure the differences are, in a box of its own that scrolls."""
    ratings = report.ratings
    names = [rating.name for rating in ratings.ratings]
    digits = min(digits_of(ratings), 2)
    columns = [
        node("th", node("abbr", str(place), title=name), scope="col") for place, name in enumerate(names, start=1)
    ]
    lines = [
        node(
            "tr",
            node("th", node("span", str(place), class_="number"), name_of(name), scope="row", title=name),
            *(_difference(ratings, name, other, digits) for other in names),
        )
        for place, name in enumerate(names, start=1)
    ]
    corner = node("td", class_="corner")
    table = node("table", node("thead", node("tr", corner, *columns)), node("tbody", *lines), class_="crosstable")
    box = node("div", table, class_="scroll", role="region", aria_label="Cross table", tabindex="0")
    return section(
        "Cross table",
        node("p", f"{legend(ratings)} Columns have the numbers of the rows.", class_="note"),
        shades_legend(),
        box,
    )


def shades_legend() -> Element:
    """Return what the shades of the cross table mean."""
    items = [
        node("li", node("span", f"{sign}1{'*' * count}", class_=f"swatch {SHADES[better][count]}"), f" {word}{limit}")
        for better, sign, word in ((1, "+", "better"), (-1, "−", "worse"))
        for count, limit in ((3, ", p < 0.001"), (2, ", p < 0.01"), (1, ", p < 0.05"))
    ]
    return node("ul", *items, class_="legend shades", aria_label="Shades")


def _difference(ratings: Ratings, name: str, other: str, digits: int) -> Element:
    if name == other:
        return node("td", class_="self")
    pair = pair_of(ratings, name, other)
    if pair is None:
        return node("td", node("abbr", UNKNOWN, title="never met"))
    measure = MEASURES[ratings.rank_by]
    count = stars(pair.p)
    better = measure.better(pair.difference.value)
    text = minus(measure.difference(pair.difference.value, digits))
    span = minus(measure.span(pair.difference, digits))
    return node(
        "td",
        text,
        node("b", "*" * count),
        class_=SHADES[better][count],
        title=f"{span}, p {number(pair.p, 3)}, {pair.blocks} blocks",
    )
