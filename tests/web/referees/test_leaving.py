"""Somebody closes the page in the middle of a match: after a real minute one of our players stands in."""

import time
from pathlib import Path

import pytest

from overtrick.web.referees.table import PATIENCE_S
from tests.support.running_site import Person, running_site

pytestmark = pytest.mark.long

SLACK_S = 15.0  # a busy machine may be late, but never early


def test_after_a_minute_without_a_sign_a_player_stands_in_until_the_person_returns(tmp_path: Path) -> None:
    assert PATIENCE_S == 60
    with running_site(tmp_path / "site.db") as site:
        ann, ben = Person(site), Person(site)
        table = ann.new_table("duel", kind_1="open")
        with ann.sit(table) as first:
            first.hear()
            assert ben.post(first.table["invite"], {"name": "Ben"}).status_code == 303
            with ben.sit(table) as second:
                first.act(first.wait()[0])
                second.wait()
                step = second.scene["step"]
                left = time.monotonic()
            while not first.table["chairs"][1]["away"]:
                first.hear(PATIENCE_S + SLACK_S)
            waited = time.monotonic() - left
            assert PATIENCE_S - 0.5 < waited < PATIENCE_S + SLACK_S
            assert first.scene["step"] == step  # nobody played for Ben before
            while first.scene["step"] == step:
                first.hear()
            with ben.sit(table) as second:
                second.hear()
                assert (second.scene["seat"], second.table["chairs"][1]["away"]) == (1, False)
                while first.table["chairs"][1]["away"]:
                    first.hear()
