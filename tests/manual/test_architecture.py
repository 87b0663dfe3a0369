"""The page about the architecture lists the folders that are there, and stays short enough to read."""

from scripts.folders import PAGE, page

LONGEST = 140


def test_the_page_lists_every_folder_with_what_it_says_of_itself() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m scripts.folders writes it anew"


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= LONGEST
