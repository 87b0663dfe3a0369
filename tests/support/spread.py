"""How the tests are spread over processes: a file stays in one, and what takes longest begins first."""

import os

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadfile import LoadFileScheduling

PER_CORE = 2  # most tests wait a good part of their time: for programs, pages and clocks
FIRST = (
    "tests/compiled",
    "tests/players",
    "tests/test_readme.py",
    "tests/web",
    "tests/bots/fence",
    "tests/commands",
    "tests/arena",
    "tests/terminal",
)
"""Where the longest files are, in this order; all others are short enough to fill the gaps at the end."""


class Spread(LoadFileScheduling):  # type: ignore[misc]
    """Gives each process one file after the other, in the order of the tests."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False  # by the number of tests, which says little about their time
        super().__init__(config, log)


def place(nodeid: str) -> int:
    """Return when the file of a test begins."""
    return next((number for number, start in enumerate(FIRST) if nodeid.startswith(start)), len(FIRST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Spread:
    return Spread(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    return PER_CORE * len(os.sched_getaffinity(0))
