"""Sites that know games from outside, by their files."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from overtrick.games import GAMES, add_game, outside
from tests.support.running_site import RunningSite, running_site


@contextmanager
def knowing(files: Sequence[Path]) -> Iterator[None]:
    """Know games of files, here and in programs that are started meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(outside.VARIABLE, "")
        games = [add_game(file) for file in files]
        try:
            yield
        finally:
            for game in games:
                del GAMES[game.NAME]
    assert os.environ.get(outside.VARIABLE, "") == ""


@contextmanager
def site_with(files: Sequence[Path], store: Path, *, worker: bool = False) -> Iterator[RunningSite]:
    """Give a site that knows games of files."""
    with knowing(files), running_site(store, worker=worker) as site:
        yield site
