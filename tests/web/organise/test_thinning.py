"""Organisers thin out old rounds on their page and by the API, and who asks for such a match reads why it is gone."""

from pathlib import Path

from sqlalchemy import select, update

from overtrick.arena.people.accounts import Role, register
from overtrick.arena.people.tokens import Scope, make_token
from overtrick.store.schema import records, rounds
from tests.support.played_round import play_round
from tests.support.web_people import PASSWORD, Visitor, organiser_of, site_of_people, words


def test_old_rounds_are_thinned_out_and_their_matches_say_so(tmp_path: Path) -> None:
    play_round(tmp_path / "site.db", tmp_path, final_blocks=5)
    with site_of_people(tmp_path / "site.db") as client:
        olga = organiser_of(client)
        arena = olga.arena
        assert "Thin out" not in words(olga.get("/organise/cup")), "it has only just closed"
        form = {"why": "the disk", "keep": "4"}
        refused = olga.post("/organise/cup/rounds/1/thin", form)
        assert (refused.status_code, "allowed: 30 days ago or more" in words(refused)) == (400, True)
        with arena.writing() as connection:
            connection.execute(update(rounds).values(opens=1, closes=2))
            key = connection.scalars(select(records.c.key).where(records.c.cluster == 1)).first()
        assert "Thin out" in words(olga.get("/organise/cup"))
        assert Visitor(client).post("/organise/cup/rounds/1/thin", form).status_code == 303, "to the log-in"
        assert olga.post("/organise/cup/rounds/1/thin", form).status_code == 303
        assert "of 1 of 4 sets of cards they are whole" in words(Visitor(client).get("/c/cup/1"))
        assert key is not None
        replay = Visitor(client).get(f"/replay/{key.hex()}")
        assert replay.status_code == 400
        assert "what was played in it was thinned out; its points and places are kept" in words(replay)
        assert Visitor(client).get("/api/rounds/cup/1/matches.csv").text.count("\n") == 1 + 2 * 5 * 12
        author = make_token(arena, register(arena, "someone", PASSWORD), "x", {Scope.READ})
        boss = make_token(arena, register(arena, "Ola", PASSWORD, Role.ORGANISER), "x", {Scope.ORGANISE})
        answers = [
            client.post(
                "/api/rounds/cup/1/thin", json={"why": "so", "keep": 8}, headers={"authorization": f"Bearer {one}"}
            )
            for one in (author, boss)
        ]
        assert [one.status_code for one in answers] == [403, 200]
        done = words(olga.get("/organise/log"))
        assert "thinned out the records, but for 1 of 4 sets of cards, of cup/1" in done and "the disk" in done
