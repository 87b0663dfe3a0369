"""Games from outside, which are known while a test runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.games import GAMES, add_game, outside
from overtrick.games.contract import Game

FILES = {
    "oh-hell": Path(__file__).parents[2] / "examples" / "oh_hell.py",
    "hearts": Path(__file__).parents[2] / "examples" / "hearts.py",
    "haggle": Path(__file__).parent / "haggle.py",
}


@pytest.fixture(params=("oh-hell", "haggle"))
def outside_game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give one of them after the other."""
    yield from known(request.param, monkeypatch)


@pytest.fixture
def oh_hell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give a game of tricks and bids."""
    yield from known("oh-hell", monkeypatch)


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give a game with secrets between two seats, in which fewer points are better, of as many deals as it takes."""
    yield from known("hearts", monkeypatch)


@pytest.fixture
def haggle(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give a game without cards and with very many actions."""
    yield from known("haggle", monkeypatch)


def known(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give a game that is known until this goes on."""
    monkeypatch.setenv(outside.VARIABLE, "")
    yield add_game(FILES[name])
    del GAMES[name]


@contextmanager
def here(name: str) -> Iterator[None]:
    """Let a game be known for a while, if it is none of ours."""
    if name in GAMES:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        for _ in known(name, patch):
            yield
