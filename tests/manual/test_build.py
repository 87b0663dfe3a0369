"""The manual: docs, rules and reference as one site, with links that lead somewhere, without a network."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.commands.main import cli
from overtrick.manual.build import Manual, build, headings, rendered
from overtrick.manual.sources import DOCS, Page, pages, sections
from tests.support.browser import LOWEST_CONTRAST, Colours, open_browser, open_file


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("manual")
    assert build(folder, cli) == [], "links that lead nowhere"
    yield folder


def test_every_page_of_the_docs_is_in_the_manual_and_in_its_contents(manual: Path) -> None:
    names = list(pages(cli))
    for path in DOCS.rglob("*.md"):
        name = str(path.relative_to(DOCS).with_suffix(""))
        assert (manual / f"{'index' if name == 'README' else name}.html").exists()
    listed = [name for _, entries in sections(names) for name in entries]
    assert sorted(listed) == sorted(names)
    assert "More" not in dict(sections(names)), "a page has no place in the table of contents"


def test_all_links_of_the_files_lead_to_files(manual: Path) -> None:
    count = 0
    for page in manual.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#]+)', page.read_text()):
            assert "://" not in target, f"{page} leads to {target}"
            assert (page.parent / target).exists(), f"{page} leads to {target}"
            count += 1
    assert count > 1000


def test_the_reference_names_every_command_with_its_flags(manual: Path) -> None:
    text = (manual / "reference" / "commands.html").read_text()
    for name, command in cli.commands.items():
        assert f"overtrick {name}</h2>" in text
        for param in command.params:
            for flag in param.opts if param.param_type_name == "option" else []:
                assert flag in text, f"{name} {flag}"


def test_a_link_that_leads_nowhere_is_told() -> None:
    page = Page(
        "x",
        "x",
        "# X\n[a](nowhere.md) [b](#no-heading) [c](fence.md#no-such) [d](fence.md) ![e](no.png)",
        DOCS / "x.md",
    )
    made = Manual({**pages(cli), "x": page})
    rendered(made, page, "x.html")
    assert made.broken == [
        "x.html: nowhere.md leads nowhere",
        "x.html: there is no heading #no-heading",
        "x.html: fence.md has no heading #no-such",
        "x.html: there is no picture no.png",
    ]


def test_marks_in_code_are_no_headings() -> None:
    assert headings("# One `x`\n```sh\n# no\n```\n## Two, too\n") == ["one-x", "two-too"]


def test_text_of_a_page_cannot_bring_marks_of_its_own() -> None:
    page = Page("x", "x", "<script>alert(1)</script>", DOCS / "x.md")
    assert "<script>" not in rendered(Manual({"x": page}), page, "x.html")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_browser_shows_it_from_disk_at_every_width(manual: Path, colours: Colours) -> None:
    with open_browser() as browser:
        for width in (360, 800, 1440):
            with open_file(browser, manual / "tournaments.html", width, colours) as opened:
                assert opened.complaints == []
                assert all(request.startswith("file:") for request in opened.requests)
                assert opened.value("document.documentElement.scrollWidth") <= width
                assert opened.value(LOWEST_CONTRAST)[0] >= 4.5
