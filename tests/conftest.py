"""What all tests may ask for."""

import signal

from tests.support.browser import browser
from tests.support.filled_site import client, filled
from tests.support.outside_games import haggle, hearts, oh_hell, outside_game
from tests.support.postgres import server, where
from tests.support.spread import (
    pytest_collection_modifyitems,
    pytest_xdist_auto_num_workers,
    pytest_xdist_make_scheduler,
)

__all__ = [
    "browser",
    "client",
    "filled",
    "haggle",
    "hearts",
    "oh_hell",
    "outside_game",
    "pytest_collection_modifyitems",
    "pytest_xdist_auto_num_workers",
    "pytest_xdist_make_scheduler",
    "server",
    "where",
]

# A shell has its background jobs ignore Ctrl-C, and so would all programs that the tests start and stop with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
