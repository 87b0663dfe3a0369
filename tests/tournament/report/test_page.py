"""The report: everything is told, nothing is loaded, no stranger's word is more than a word, and it can be read."""

import csv
import io
import json
import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from overtrick.bots.fence.limits import parse_limits
from overtrick.core.ending import Ending
from overtrick.tournament.rating.ratings import Estimate, Pair, Ratings
from overtrick.tournament.rating.results import Results
from overtrick.tournament.records.stored import Played
from overtrick.tournament.report.charts import Scale, interval, scale_of
from overtrick.tournament.report.curves import complete, curves
from overtrick.tournament.report.export import crosstable_rows, match_rows, standings_rows, write_csv
from overtrick.tournament.report.page import FaultLine, report_html
from overtrick.tournament.report.words import MEASURES, digits_for, number, percent, stars, summary
from overtrick.tournament.stated.tournament import STATED, Format, RankBy
from tests.support.browser import LOWEST_CONTRAST, Colours, open_file
from tests.support.reports import KEY, NAMES, NOWHERE, made_up_ratings, made_up_report

EVIL = ("<script>window.hacked = 1</script>", '"><img src=x onerror=alert(1)>', "‮evil\x1b[31m\x00", "&amp;")
GAMES = ("wizard", "duel", "figgie")


def text_of(html: str) -> str:
    """Return the words of a page in their order."""
    return " ".join("".join(part + " " for part in body_of(html).itertext()).split())


def body_of(html: str) -> ElementTree.Element:
    """Return the body, which must be well-formed."""
    return ElementTree.fromstring(html[html.index("<body>") : html.index("</html>")])


# What it tells


def test_the_report_tells_what_was_played_and_who_leads() -> None:
    text = text_of(report_html(made_up_report()))
    assert "Wizard · round robin · 15 November 2026 Autumn cup" in text
    assert "classic stands first with +24.0 points a match above the mean of the table" in text
    assert "but cannot be told apart from search 2." in text
    assert "options hook on" in text
    assert "bidding" not in text.split("Leaderboard")[0], "options as usual are not worth a word"


@pytest.mark.parametrize(
    "words",
    [
        "+19.9 to +28.1",
        "−31.2 to −23.0",
        "* p < 0.05",
        "Score curves",
        "no answer after 1.0 s of CPU",
        f"overtrick show 'autumn cup.db' {KEY}",
        "Every two entrants met 51 or 52 times",
        "bootstrap",
        "Holm's correction",
        "A+, built-in",
        "c0" * 32,
        "5e" * 32,
        "overtrick verify 'autumn cup.db'",
        "more than 20 faults",
    ],
)
def test_the_report_holds(words: str) -> None:
    assert words in text_of(report_html(made_up_report()))


def test_a_secret_is_told_only_once_it_is_revealed() -> None:
    text = text_of(report_html(made_up_report(secret=None)))
    assert "not revealed yet" in text
    assert "5e5e" not in text


def test_each_game_tells_what_only_it_knows() -> None:
    wizard, duel, figgie = (text_of(report_html(made_up_report(game))) for game in GAMES)
    assert "Exact bids" in wizard and "64.0" in wizard
    assert "Mean tricks of a match" in duel
    assert "trading" in figgie and "−89.0 +17.5 +47.0 −24.5" in figgie
    assert "Exact bids" not in figgie and "trading" not in wizard
    assert "given away" not in duel


def test_a_duel_tells_what_was_given_away_if_that_is_known() -> None:
    report = made_up_report("duel")
    name = report.ratings.ratings[0].name
    told = text_of(report_html(replace(report, facts={name: {"regret": 0.25}})))
    assert "Given away: tricks of a match that perfect play would have kept." in told and "0.25" in told


def test_rank_groups_are_groups_of_rows() -> None:
    body = body_of(report_html(made_up_report()))
    board = next(table for table in body.iter("table") if table.get("aria-label") == "Leaderboard")
    assert [len(group.findall("tr")) for group in board.findall("tbody")] == [2, 2, 2, 2]


def test_cells_of_the_cross_table_are_shaded_by_significance_and_direction() -> None:
    body = body_of(report_html(made_up_report()))
    table = next(table for table in body.iter("table") if table.get("class") == "crosstable")
    first = [cell.get("class") for cell in table.findall("tbody/tr[1]/td")]
    last = [cell.get("class") for cell in table.findall("tbody/tr[8]/td")]
    assert first == ["self", "", "better1", "better2", "better3", "better3", "better3", "better3"]
    assert last == ["worse3", "worse3", "worse3", "worse3", "worse2", "worse1", "", "self"]


def test_a_lower_place_is_the_better_one_in_the_cross_table() -> None:
    body = body_of(report_html(made_up_report(rank_by=RankBy.PLACE)))
    table = next(table for table in body.iter("table") if table.get("class") == "crosstable")
    cell = table.findall("tbody/tr[1]/td")[-1]
    assert cell.get("class") == "better3"
    assert "".join(cell.itertext()) == "−1.47***"


@pytest.mark.parametrize("rank_by", STATED)
def test_every_way_to_rank_makes_a_report(rank_by: RankBy) -> None:
    text = text_of(report_html(made_up_report(rank_by=rank_by)))
    assert {"score": "+24.0", "matches": "61.0", "matchups": "61.0", "place": "1.60"}[rank_by] in text


def test_a_gauntlet_names_its_candidate_and_what_is_special_is_told() -> None:
    report = made_up_report("figgie")
    special = replace(
        report.tournament,
        format=Format.GAUNTLET,
        candidate="greedy",
        adjust=True,
        max_faults=None,
        limits=parse_limits("cpu=500ms"),
    )
    text = text_of(report_html(replace(report, tournament=special, fences=())))
    assert "Figgie · gauntlet" in text and "candidate greedy" in text
    assert "taken out by regression" in text
    assert "the usual ones, but cpu=500ms" in text
    assert "Fault limit" not in text and "Fences" not in text


def test_without_faults_the_report_says_so() -> None:
    assert "Nobody committed a fault." in text_of(report_html(made_up_report(faults=[])))


def test_tables_have_headings_and_pictures_have_titles() -> None:
    body = body_of(report_html(made_up_report()))
    for table in body.iter("table"):
        assert table.findall("thead/tr/th[@scope='col']") and table.findall("tbody/tr/th[@scope='row']")
    pictures = [svg for svg in body.iter("svg") if svg.get("role") == "img"]
    assert len(pictures) == len(NAMES) * 3
    assert all(svg.findtext("title") for svg in pictures)
    assert len(body.findall(".//figure/figcaption")) == len(NAMES)


# What it must not do


@pytest.mark.parametrize("game", GAMES)
def test_the_report_is_one_file_without_scripts_or_addresses(game: str) -> None:
    html = report_html(made_up_report(game))
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|<img|<iframe|srcset|javascript:|\sstyle=", html)
    assert not re.search(r"\s(src|href|on\w+)=", html)


def test_words_of_strangers_stay_words() -> None:
    faults = [FaultLine(EVIL[0], Ending.CRASH, 1, EVIL[1] + EVIL[2], EVIL[0])]
    report = made_up_report(names=EVIL, faults=faults, imbalance=EVIL[0], store=EVIL[1], date=EVIL[0], fences=EVIL)
    report = replace(report, tournament=replace(report.tournament, name="</title>" + EVIL[0]))
    html = report_html(report)
    assert "<script" not in html and "<img" not in html
    assert html.split("</head>")[0].count("</title>") == 1
    assert not {"\x1b", "\x00", "‮"} & set(html)
    assert EVIL[0] in text_of(html) and "&amp;" in text_of(html)
    assert {element.tag for element in body_of(html).iter()}.isdisjoint({"script", "img"})


# Degenerate tournaments


def unknown_ratings(names: tuple[str, ...], value: float, end: float) -> Ratings:
    """Return ratings of which hardly anything is known."""
    worth = Estimate(value, -end, end)
    ratings = made_up_ratings(names)
    lines = tuple(
        replace(line, group=0, worth=worth, score=worth, strength=NOWHERE, place=math.nan, won=math.nan, needed=None)
        for line in ratings.ratings
    )
    pairs = {pair: Pair(worth, math.nan, 0) for pair in ratings.pairs}
    return Ratings(RankBy.SCORE, lines, pairs, matches=0, clusters=0)


@pytest.mark.parametrize("names", [("alone",), ("one", "two"), NAMES])
@pytest.mark.parametrize(("value", "end"), [(math.nan, math.nan), (3.0, math.inf), (0.0, 0.0)])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_unknown_is_never_printed_as_a_number(
    game: str, names: tuple[str, ...], value: float, end: float
) -> None:
    ratings = unknown_ratings(names, value, end)
    full = made_up_report(game, (*names, "somebody"))
    empty = Results(*(getattr(full.results, column)[:0] for column in Results.__dataclass_fields__))
    tournament = replace(full.tournament, entrants=full.tournament.entrants[: len(names)])
    html = report_html(replace(full, tournament=tournament, ratings=ratings, results=empty, facts={}))
    assert not re.search(r"\b(nan|inf)\b", html, re.IGNORECASE)
    assert "No block is complete yet, so nobody is ranked." in text_of(html)
    assert json.loads(json.dumps(standings_rows(ratings), allow_nan=False))
    json.dumps(crosstable_rows(ratings), allow_nan=False)


def test_a_tournament_without_anybody_makes_a_report() -> None:
    full = made_up_report(names=NAMES)
    ratings = Ratings(RankBy.SCORE, (), {}, matches=0, clusters=0)
    assert "Leaderboard" in report_html(replace(full, ratings=ratings, faults=[]))


def test_who_never_met_has_a_dash_in_the_cross_table() -> None:
    ratings = replace(made_up_ratings(("one", "two")), pairs={})
    text = text_of(report_html(replace(made_up_report("duel", ("one", "two")), ratings=ratings)))
    assert "1 one – 2 two –" in text


def test_a_hundred_entrants_have_eight_curves() -> None:
    html = report_html(made_up_report(names=tuple(f"bot {index}" for index in range(100))))
    assert html.count('class="panel"') == 8
    assert "the first 8 of 100" in html
    assert len(html) < 2_000_000


# Words and numbers


def test_numbers_are_written_for_people() -> None:
    assert number(-0.001, 2) == "0.00"
    assert number(3.14159, 2, sign=True) == "+3.14"
    assert number(math.inf, 2) == number(math.nan, 0) == percent(math.nan) == "–"
    assert percent(0.376) == "38 %"
    assert [stars(p) for p in (0.0009, 0.009, 0.049, 0.05, math.nan)] == [3, 2, 1, 0, 0]
    assert digits_for([Estimate(100, 80, 120)]) == 0
    assert digits_for([Estimate(1, 0.98, 1.02)]) == 3
    assert digits_for([NOWHERE]) == 2


def test_a_worth_below_zero_is_told_as_below_the_mean() -> None:
    measure = MEASURES[RankBy.SCORE]
    assert measure.told(1.25, 1) == "+1.2 points a match above the mean of the table"
    assert measure.told(-0.4, 1) == "0.4 points a match below the mean of the table"
    assert measure.told(-0.04, 1) == "0.0 points a match above the mean of the table"
    assert measure.told(math.nan, 1) == "– points a match above the mean of the table"
    assert MEASURES[RankBy.MATCHES].told(0.5, 0) == "50 % of the matches won"


def test_the_summary_says_whether_the_leader_leads() -> None:
    ratings = made_up_ratings()
    assert "cannot be told apart from search 2" in summary(ratings)
    alone = replace(ratings, ratings=(ratings.ratings[0], *(replace(r, group=2) for r in ratings.ratings[1:])))
    assert "leads" in summary(alone) and "that is no chance" in summary(alone)
    together = replace(ratings, ratings=tuple(replace(r, group=1) for r in ratings.ratings))
    assert "search 2, greedy, cautious_bidder and 4 more" in summary(together)
    nobody = replace(ratings, ratings=tuple(replace(r, group=0) for r in ratings.ratings))
    assert summary(nobody) == "Nobody is ranked."
    assert "is the only one ranked" in summary(replace(nobody, ratings=(*nobody.ratings[1:], ratings.ratings[0])))


# Curves


def results_of(*matches: tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]) -> Results:
    """Return results of one stage from cluster, table, seating, totals and places."""
    cluster, table, seating, totals, places = (np.array(column) for column in zip(*matches, strict=True))
    return Results(np.zeros(len(matches), np.int16), cluster, table, seating, totals, places, np.zeros_like(totals))


DUELS = results_of(
    (0, 0, (0, 1), (7, 3), (1, 2)),
    (0, 0, (1, 0), (5, 5), (1, 1)),
    (1, 0, (0, 1), (2, 8), (2, 1)),
    (1, 0, (1, 0), (5, 5), (1, 1)),
    (2, 0, (0, 1), (10, 0), (1, 2)),  # its other rotation is missing
)


@pytest.mark.parametrize(
    ("rank_by", "means"),
    [
        (RankBy.SCORE, [1.0, -0.25]),
        (RankBy.MATCHES, [0.75, 0.5]),
        (RankBy.MATCHUPS, [1.0, 0.5]),
        (RankBy.PLACE, [1.0, 1.25]),
    ],
)
def test_a_curve_is_the_running_mean_over_complete_blocks(rank_by: RankBy, means: list[float]) -> None:
    (curve,) = curves(DUELS, rank_by, [0])
    assert curve.mean.tolist() == means
    assert curve.clusters.tolist() == [1, 2]
    assert math.isinf(curve.high[0]) and curve.high[1] > curve.mean[1] > curve.low[1]


def test_a_block_is_complete_with_its_distinct_rotations() -> None:
    assert complete(DUELS).tolist() == [True, True, True, True, False]
    twice = results_of(
        (0, 0, (0, 1, 0, 1), (1, 2, 3, 4), (4, 3, 2, 1)), (0, 0, (1, 0, 1, 0), (1, 2, 3, 4), (4, 3, 2, 1))
    )
    assert complete(twice).tolist() == [True, True]


def test_the_band_is_that_of_student() -> None:
    (curve,) = curves(DUELS, RankBy.SCORE, [0])
    # Two values, 1 and -1.5: their mean has the standard error 1.25, and t with one degree of freedom is 12.7062.
    assert curve.high[1] - curve.mean[1] == pytest.approx(12.7062 * 1.25, rel=1e-4)


def test_one_set_of_cards_is_a_dot() -> None:
    report = made_up_report("duel", ("one", "two"))
    one = Results(*(getattr(report.results, column)[:2] for column in Results.__dataclass_fields__))
    body = body_of(report_html(replace(report, results=one)))
    panels = [svg for svg in body.iter("svg") if svg.get("class") == "panel"]
    assert [len(panel.findall("svg/circle")) for panel in panels] == [1, 1]
    assert "1 set of cards" in [text.text for text in panels[0].findall("text")]


def test_long_curves_are_thinned_but_keep_their_ends() -> None:
    (curve,) = curves(made_up_report("duel", ("one", "two")).results, RankBy.SCORE, [0], most=7)
    assert len(curve.mean) == 7
    assert curve.clusters[[0, -1]].tolist() == [1, 60]


def test_scales_are_never_empty_and_have_round_ticks() -> None:
    assert scale_of([]) == Scale(-1, 1)
    assert scale_of([3.0, 3.0, math.inf]) == Scale(2, 4)
    assert [label for _, label in Scale(-31.2, 28.1).ticks()] == ["−20", "0", "20"]
    assert [label for _, label in Scale(0.0, 0.1).ticks()] == ["0.00", "0.05", "0.10"]
    assert [label for _, label in Scale(12.6, 28.1).ticks()] == ["15", "20", "25"]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(3, 6))
def test_a_scale_always_has_some_ticks_but_not_too_many(low: float, width: float, room: int) -> None:
    scale = Scale(low, low + width, room)
    ticks = scale.ticks()
    assert 1 <= len(ticks) <= room
    assert all(-0.001 <= scale.at(tick) <= 1.001 for tick, _ in ticks)
    assert len({label for _, label in ticks}) == len(ticks)


def test_an_interval_of_which_only_the_value_is_known_is_a_dot() -> None:
    drawn = interval(Estimate(1, -math.inf, math.inf), Scale(0, 2), "one")
    assert [part.get("class") for part in drawn if part.tag in ("line", "circle")].count("whisker") == 0
    assert drawn.findall("circle")[0].get("cx") == "50.00%"


# Export


def test_every_match_and_seat_is_a_line_of_csv() -> None:
    played = Played(KEY, "main", 3, 1, ("a,b", "c"), (7, -3), (1, 2), (0, 2), Ending.CRASH, 1)
    out = io.StringIO()
    write_csv(match_rows([played]), out)
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert rows[0]["entrant"] == "a,b" and rows[1]["total"] == "-3"
    assert [list(row.values())[:5] for row in rows] == [[KEY, "main", "3", "1", "0"], [KEY, "main", "3", "1", "1"]]
    assert [row["ending"] for row in rows] == ["crash", "crash"]
    assert [row["at_fault"] for row in rows] == ["False", "True"]


def test_standings_and_cross_table_are_rows_of_values() -> None:
    ratings = made_up_ratings()
    first = standings_rows(ratings)[0]
    assert (first["rank"], first["name"], first["worth"], first["deals_to_next"]) == (1, "classic", 24.0, 35)
    pairs = crosstable_rows(ratings)
    assert len(pairs) == 8 * 7
    assert pairs[0]["against"] == "search 2" and pairs[0]["difference"] == pytest.approx(7.3)


# In a real browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a report of every game, one of strangers and one of many."""
    folder = tmp_path_factory.mktemp("reports")
    long = tuple(f"{name} of the_very_long_name_without_any_gap" for name in NAMES)
    reports = {game: made_up_report(game) for game in GAMES}
    reports["evil"] = made_up_report(names=EVIL, imbalance=EVIL[1])
    reports["long"] = made_up_report("figgie", long)
    reports["many"] = made_up_report(names=tuple(f"bot {index}" for index in range(100)))
    for name, report in reports.items():
        (folder / f"{name}.html").write_text(report_html(report), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", [*GAMES, "evil", "many"])
def test_a_browser_opens_it_without_complaint_and_asks_nobody(browser: Browser, folder: Path, name: str) -> None:
    file = folder / f"{name}.html"
    with open_file(browser, file) as opened:
        assert opened.value("document.querySelectorAll('svg.panel').length") == min(
            8, opened.value("document.querySelectorAll('.leaderboard tbody tr').length")
        )
        assert opened.value("window.hacked") is None
        # The style is allowed by its hash; if that were wrong, nothing would be styled.
        assert opened.value("getComputedStyle(document.querySelector('table')).borderCollapse") == "collapse"
        assert opened.requests == [file.as_uri()]
        assert opened.complaints == []


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "long", "many"])
def test_the_page_never_scrolls_sideways(browser: Browser, folder: Path, name: str) -> None:
    outside = """[...document.querySelectorAll('section > *')].filter(part => part.getBoundingClientRect().right >
        part.parentElement.getBoundingClientRect().right).map(part => part.className)"""
    with open_file(browser, folder / f"{name}.html") as opened:
        for width in (360, 575, 577, 800, 1247, 1249, 1440):
            opened.page.set_viewport_size({"width": width, "height": 900})
            assert opened.value("document.documentElement.scrollWidth") <= width
            assert (width, opened.value(outside)) == (width, [])


def test_the_cross_table_of_many_scrolls_in_its_box_by_keyboard(browser: Browser, folder: Path) -> None:
    with open_file(browser, folder / "many.html", 360) as opened:
        opened.page.focus(".scroll")
        opened.page.keyboard.press("ArrowRight")
        for _ in range(100):  # not wait_for_function, whose waiting the page's policy forbids
            if opened.value("document.querySelector('.scroll').scrollLeft") > 0:
                break
            opened.page.wait_for_timeout(100)
        assert opened.value("document.querySelector('.scroll').scrollLeft") > 0
        sticky = opened.value("document.querySelector('.crosstable tbody th').getBoundingClientRect().left")
        assert sticky == pytest.approx(
            opened.value("document.querySelector('.scroll').getBoundingClientRect().left"), abs=2
        )


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_every_text_stands_out(browser: Browser, folder: Path, colours: Colours, width: int) -> None:
    with open_file(browser, folder / "figgie.html", width, colours) as opened:
        ratio, text = opened.value(LOWEST_CONTRAST)
        assert 4.5 <= ratio < 99, text


def test_dark_mode_is_dark_and_paper_is_white(browser: Browser, folder: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    with (
        open_file(browser, folder / "wizard.html") as light,
        open_file(browser, folder / "wizard.html", colours="dark") as dark,
    ):
        assert light.value(colour) == "rgb(250, 250, 247)"
        assert dark.value(colour) == "rgb(20, 24, 28)"
        dark.page.emulate_media(media="print", color_scheme="dark")
        assert dark.value(colour) == "rgb(255, 255, 255)"
        assert dark.value("getComputedStyle(document.body).color") == "rgb(28, 35, 41)"


def test_a_screen_reader_finds_a_table_on_a_narrow_page_too(browser: Browser, folder: Path) -> None:
    with open_file(browser, folder / "wizard.html", 360) as opened:
        board = opened.page.get_by_role("table", name="Leaderboard")
        assert board.get_by_role("row").count() == len(NAMES) + 1
        assert board.get_by_role("rowheader", name="classic").count() == 1
        assert board.get_by_role("columnheader", name="faults").count() == 1
