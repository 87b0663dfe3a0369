"""Events that only some seats hear: nobody else is told of them, in whatever way people and programs are told."""

import json
from collections.abc import Iterator

import pytest

from overtrick.bots import wire
from overtrick.bots.bot import Answer, Hello
from overtrick.games.contract import NOBODY, Game
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.progress import Progress
from overtrick.match.record import Record, new_match
from overtrick.match.sitting import Chair, Sitting, from_json, sit_down, to_json
from overtrick.players.explain import decision
from overtrick.scenes.replay import frames
from overtrick.scenes.scene import log, scene

SEED = bytes(32)
NAMES = ["Ada", "Bo", "Cleo", "Dan"]


class Listener:
    """A bot that takes the first legal action and keeps what it is told, as a program would hear it."""

    fence = "none"

    def open(self, hello: Hello) -> None:
        self.seat = hello.seat
        self.heard: list[tuple[int, int, str]] = []
        self._known = (0, 0)

    def ask(self, seen: View) -> Answer:
        known = self._known[1] if self._known[0] == seen.deal else 0
        told = wire.words_of(seen.game).question(seen, known)
        self._known = seen.deal, len(seen.events)
        self.heard += [(seen.deal, seat, name) for seat, name in told["events"]]
        return Answer(seen.game.legal(seen.row)[0])

    def close(self, scores: list[int]) -> None:
        pass

    def stderr(self) -> str:
        return ""


@pytest.fixture
def played(hearts: Game) -> tuple[Record, list[Listener]]:
    bots = [Listener() for _ in range(4)]
    return play(new_match("hearts", ["a", "b", "c", "d"], {"deals": 4}, SEED), bots), bots


def test_a_bot_is_asked_with_what_it_gave_and_got_and_never_with_what_others_passed(
    played: tuple[Record, list[Listener]],
) -> None:
    record, bots = played
    for deal, way in ((1, 1), (2, 3), (3, 2)):
        for bot in bots:
            passed = [(seat, name) for at, seat, name in bot.heard if at == deal and name.startswith("pass")]
            every = [(seat, name) for seat, name in record.deals[deal - 1].actions if name.startswith("pass")]
            assert len(every) == 12
            assert sorted(passed) == sorted(act for act in every if act[0] in (bot.seat, (bot.seat - way) % 4))
    for bot in bots:
        assert not any(name.startswith("pass") for deal, _, name in bot.heard if deal == 4), "cards are held"
        plays = {(deal, name) for deal, _, name in bot.heard if not name.startswith("pass")}
        assert len(plays) > 4 * 40, "cards that are played everybody hears of"


def sat() -> Sitting:
    chairs = [Chair(name, "hearts:easy", seat == 0) for seat, name in enumerate(NAMES)]
    return sit_down("hearts", chairs, {"deals": 2}, SEED)


def passed_by(lines: str) -> set[str]:
    return {name for name in NAMES if f"{name} passes " in lines}


def until_play(sitting: Sitting) -> None:
    while sitting.going.game.state(sitting.going.row)["phase"] == "pass":
        seat = sitting.to_move
        sitting.act(seat, sitting.view(seat).legal[0], len(sitting.done))


def test_scenes_and_logs_tell_of_passed_cards_only_who_gave_or_got_them(hearts: Game) -> None:
    sitting = sat()
    until_play(sitting)
    for seat, name in enumerate(NAMES):
        giver = NAMES[seat - 1]
        drawn = scene(sitting.going, seat, NAMES)
        assert {NAMES[one["seat"]] for one in drawn["now"]["last"]} == {name, giver}
        assert passed_by(" ".join(drawn["now"]["said"])) == {name, giver}
        assert passed_by(" ".join(log(sitting.going, seat, NAMES))) == {name, giver}
    assert passed_by(json.dumps(scene(sitting.going, NOBODY, NAMES))) == set()
    assert passed_by(" ".join(log(sitting.going, NOBODY, NAMES))) == set()
    assert passed_by(json.dumps(scene(sitting.going, NOBODY, NAMES, open_hands=True))) == set(NAMES)


def test_a_match_that_goes_on_later_or_is_taken_back_tells_the_same(hearts: Game) -> None:
    sitting = sat()
    until_play(sitting)
    again = from_json(to_json(sitting))
    for seat in (0, 1, 2, 3, NOBODY):
        assert again.view(seat).events == sitting.view(seat).events
    sitting.take_back(0)
    assert all(sitting.view(seat).events == [] for seat in (0, 1, 2, 3, NOBODY))
    sitting.redo(0)
    assert all(sitting.view(seat).events == again.view(seat).events for seat in (0, 1, 2, 3, NOBODY))


def test_a_replay_shows_each_seat_what_it_heard_and_everybody_all(played: tuple[Record, list[Listener]]) -> None:
    record, _ = played
    told = [frame for frame in frames(record, NAMES) if frame.deal == 1 and frame.step == 12]
    assert passed_by(json.dumps(told[0].scene["now"]["said"])) == set(NAMES)
    for seat, view in enumerate(told[0].views):
        assert passed_by(json.dumps(view["now"]["said"])) == {NAMES[seat], NAMES[seat - 1]}


def test_who_explains_a_decision_knows_what_its_seat_has_heard(played: tuple[Record, list[Listener]]) -> None:
    record, _ = played
    made = decision(record, 1, 1 + 3, seat=2)  # after its three passes
    assert {event[0] for event in made.seen.events if event[1] >= 52} == {1, 2}


def test_where_all_hear_everything_there_is_one_list(oh_hell: Game) -> None:
    going = Progress(new_match("oh-hell", ["a", "b", "c"], {}, SEED))
    lists: Iterator[int] = (id(going.history.heard(seat)) for seat in (0, 1, 2, NOBODY))
    assert set(lists) == {id(going.history.everything)}
