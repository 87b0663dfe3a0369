"""A site over a filled arena. What it takes is imported when a test asks for it, since most tests do not."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from litestar import Litestar
    from litestar.testing import TestClient

    from tests.support.filled_arena import Filled


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> "Filled":
    from tests.support.filled_arena import fill

    return fill(tmp_path_factory.mktemp("arena") / "arena.db")


@pytest.fixture(scope="module")
def client(filled: "Filled") -> "Iterator[TestClient[Litestar]]":
    from tests.support.web_people import site_of_people

    with site_of_people(Path(filled.where)) as opened:
        yield opened
