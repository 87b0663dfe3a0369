"""The page of a league: it is told, loads nothing, can be read at every width, and no word of a stranger is markup."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from overtrick.league.run import Place
from tests.support.browser import LOWEST_CONTRAST, Colours, open_file
from tests.support.leagues import CLIMB, play_league, write_league

EVIL = 'open("main.py", "w").write("<script>window.hacked = 1</script>")'


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a small league."""
    file = write_league(tmp_path_factory.mktemp("league"), {"Ann": CLIMB, "Bob": EVIL})
    file.write_text(file.read_text().replace("Small league", "<b>Small</b> league"))
    play_league(file)
    return Place(file.with_suffix(".league")).page


def test_a_browser_reads_it_at_every_width_and_colour(browser: Browser, page: Path) -> None:
    for width, colours in ((360, "light"), (800, "dark"), (1440, "light"), (1440, "dark")):
        chosen: Colours = "dark" if colours == "dark" else "light"
        with open_file(browser, page, width, chosen) as opened:
            assert opened.complaints == []
            assert opened.requests == [page.as_uri()]
            assert opened.value("document.documentElement.scrollWidth") <= width
            assert opened.value("window.hacked") is None
            assert opened.value("document.querySelectorAll('h1 b').length") == 0
            assert opened.value(LOWEST_CONTRAST)[0] >= 4.5
            text = opened.page.inner_text("main")
            for words in ("Rating by generation", "Improvement and learning", "Edits", "What commands were allowed"):
                assert words in text
            assert opened.value("document.querySelectorAll('figure svg .dot').length") == 3 * 2
