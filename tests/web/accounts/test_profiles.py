"""Profiles: what everybody sees of somebody with an account, besides matches at tables."""

from pathlib import Path

import pytest

from overtrick.arena.daily.tries import Who, begin_try, end_table
from overtrick.arena.people import puzzle_tries
from overtrick.arena.worker.days import advance_days
from overtrick.arena.worker.vault import Vault
from overtrick.puzzles.file import shipped_games
from tests.support.web_people import Visitor, account_named, site_of_people, words


def test_a_profile_tells_of_puzzles_and_of_days_in_a_row_once_there_are_any(tmp_path: Path) -> None:
    with site_of_people(tmp_path / "site.db") as client:
        ann, arena = Visitor(client).register("Ann"), client.app.state.site.arena
        account = account_named(arena, "Ann")
        bare = words(Visitor(client).get(f"/players/{account.id}"))
        assert "solved at first sight" not in bare and "in a row" not in bare

        game = shipped_games()[0]
        for number in range(2):
            asked = puzzle_tries.Asked(f"{game}-play-{number}", game, 1500)
            puzzle_tries.try_puzzle(arena, account.id, asked, solved=number == 0)
        advance_days(arena, Vault(tmp_path / "vault"), pytest.fail)
        begun = begin_try(arena, Who("ab" * 32, account), game)
        with arena.writing() as connection:
            for table in begun.tables:
                end_table(connection, table.table, [5], arena.now())

        for visitor in (ann, Visitor(client)):
            told = words(visitor.get(f"/players/{account.id}"))
            assert "1 of 2 solved at first sight" in told
            assert "The deal of the day: 1 day in a row" in told
