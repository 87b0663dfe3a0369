"""Playing a match: faults and their consequences, what the record says of them, and whose fault it was."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from overtrick.bots.bot import Answer, Bot, Fault, Hello
from overtrick.bots.find import find
from overtrick.core import luck
from overtrick.core.ending import Ending, PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.view import View
from overtrick.match.play import TRIES, late_notes, play, play_until_it_counts
from overtrick.match.record import FaultNote, Match, Record, from_json, new_match, replay, to_json


class Scripted:
    """A bot that plays its first legal action except where its script says otherwise."""

    fence = "scripted"

    def __init__(self, script: Callable[[int, View], int | None]) -> None:
        self.script = script
        self.asked = 0
        self.closed_with: list[int] | None = None
        self.hello: Hello | None = None

    def open(self, hello: Hello) -> None:
        self.hello = hello

    def ask(self, view: View) -> Answer:
        self.asked += 1
        action = self.script(self.asked, view)
        return Answer(view.game.legal(view.row)[0] if action is None else action, 0.001, 0.002)

    def close(self, scores: list[int]) -> None:
        self.closed_with = list(scores)

    def stderr(self) -> str:
        return ""


def late(asked: int, view: View) -> int | None:
    raise Fault(Ending.TIMEOUT, "no answer after 1000 ms of CPU", question="q", reply="r")


def wrong(asked: int, view: View) -> int | None:
    raise Fault(Ending.ILLEGAL, "there is no such card", question="q", reply="r")


def dead(asked: int, view: View) -> int | None:
    raise Fault(Ending.CRASH, "the program was ended by SIGKILL", dead=True)


def fails_at(turn: int, ending: Ending = Ending.ILLEGAL) -> Callable[[int, View], int | None]:
    def script(asked: int, view: View) -> int | None:
        if asked == turn:
            raise Fault(ending, "it went wrong", question="the question", reply="the reply")
        return None

    return script


def a_match(game: str, seats: int, **options: object) -> Match:
    return new_match(game, ["bot"] * seats, options, bytes(32))


def with_one(
    game: str, seats: int, script: Callable[[int, View], int | None], **options: object
) -> tuple[Record, Scripted]:
    """Return the record of a match in which seat 0 follows a script, and that bot."""
    bot = Scripted(script)
    others: list[Bot] = [find("random", game)() for _ in range(seats - 1)]
    record = play(a_match(game, seats, **options), [bot, *others])
    assert replay(from_json(json.loads(json.dumps(to_json(record)))))
    return record, bot


@pytest.mark.parametrize("ending", [Ending.ILLEGAL, Ending.TIMEOUT, Ending.CRASH, Ending.GARBLED])
@pytest.mark.parametrize("turn", [1, 4, 10])
def test_in_the_duel_any_fault_loses_every_trick_not_yet_decided(ending: Ending, turn: int) -> None:
    record, bot = with_one("duel", 2, fails_at(turn, ending))
    deal = record.deals[0]
    decided = len(deal.actions) // 2
    assert bot.asked == turn
    assert deal.forfeit == 0
    assert sum(deal.scores) == 10
    assert deal.scores[1] >= 10 - decided
    assert (record.ending, record.at_fault) == (ending, 0)
    assert record.totals == deal.scores


def test_a_forfeit_in_the_duel_keeps_the_tricks_already_taken() -> None:
    def highest(asked: int, view: View) -> int | None:
        return max(view.game.legal(view.row), key=lambda card: card % 13)

    def highest_until_the_end(asked: int, view: View) -> int | None:
        return fails_at(9)(asked, view) or highest(asked, view)

    untouched, _ = with_one("duel", 2, highest)
    forfeited, _ = with_one("duel", 2, highest_until_the_end)
    actions = len(forfeited.deals[0].actions)
    assert untouched.deals[0].actions[:actions] == forfeited.deals[0].actions
    assert 0 < forfeited.totals[0] <= untouched.totals[0] <= forfeited.totals[0] + 2


def test_in_wizard_a_fault_is_replaced_by_the_first_legal_action() -> None:
    good, _ = with_one("wizard", 4, lambda asked, view: None, series=[1, 2, 3])
    bad, bot = with_one("wizard", 4, fails_at(3), series=[1, 2, 3])
    assert bad.deals == good.deals
    assert (bad.ending, bad.at_fault) == (Ending.NORMAL, None)
    assert [(fault.seat, fault.ending, fault.sentence) for fault in bad.faults] == [
        (0, Ending.ILLEGAL, "it went wrong")
    ]
    assert (bad.faults[0].question, bad.faults[0].reply) == ("the question", "the reply")
    assert bot.asked == sum(seat == 0 for deal in bad.deals for seat, _ in deal.actions)


def test_in_wizard_a_seat_with_ten_faults_is_not_asked_again_and_its_first_legal_action_is_played() -> None:
    good, _ = with_one("wizard", 3, lambda asked, view: None, series=[5, 5])
    record, bot = with_one("wizard", 3, wrong, series=[5, 5])
    assert record.deals == good.deals
    assert bot.asked == 10
    assert len(record.faults) == 10
    assert all(fault.ending is Ending.ILLEGAL for fault in record.faults)


@pytest.mark.parametrize(("game", "seats"), [("wizard", 3), ("figgie", 4)])
def test_a_seat_that_ran_out_of_time_three_times_is_not_asked_again(game: str, seats: int) -> None:
    record, bot = with_one(game, seats, late)
    assert bot.asked == 3
    assert [fault.ending for fault in record.faults] == [Ending.TIMEOUT] * 3


@pytest.mark.parametrize(("game", "seats"), [("wizard", 4), ("figgie", 4), ("figgie", 5)])
def test_a_dead_program_is_played_for_to_the_end_and_counts_as_one_crash(game: str, seats: int) -> None:
    record, bot = with_one(game, seats, dead)
    assert bot.asked == 1
    assert [(fault.seat, fault.ending) for fault in record.faults] == [(0, Ending.CRASH)]


def test_in_figgie_every_fault_counts_as_a_pass_and_the_bot_is_asked_again() -> None:
    record, bot = with_one("figgie", 4, wrong)
    own = [name for seat, name in record.deals[0].actions if seat == 0]
    assert set(own) == {"pass"}
    assert bot.asked == len(own) == len(record.faults)


def test_an_illegal_action_of_a_bot_gets_the_sentence_of_the_rule() -> None:
    record, _ = with_one("figgie", 4, lambda asked, view: figgie.bid(0, 999))
    assert record.faults[0].sentence == "bid spades 999 is more money than the seat has"


def test_in_the_tick_model_an_action_that_fails_at_its_moment_is_noted() -> None:
    record, _ = with_one("figgie", 4, lambda asked, view: figgie.FIRST_BUY, model="tick")
    own = [fault for fault in record.faults if fault.seat == 0]
    assert own
    assert {fault.sentence for fault in own} <= {
        "buy spades finds no offer",
        "buy spades costs more money than the seat has",
    }


def test_in_the_tick_model_who_only_comes_too_late_has_committed_no_fault() -> None:
    def script(asked: int, view: View) -> int | None:
        hand = view.row[figgie.HAND + 4 * view.seat :][:4]
        if asked == 1 and view.seat == 0:
            return figgie.offer(hand.index(max(hand)), 5)
        offered = [suit for suit in range(4) if view.row[figgie.OFFERER + suit] == 0]
        return figgie.FIRST_BUY + offered[0] if asked == 2 and view.seat > 0 else None

    record = play(a_match("figgie", 4, model="tick"), [Scripted(script) for _ in range(4)])
    assert [name[:3] for _, name in record.deals[0].actions[5:8]] == ["buy"] * 3
    assert record.faults == (), "all three could buy when they said so, and one did"


def test_who_was_not_asked_again_or_lost_for_time_is_known_by_the_notes() -> None:
    def late(game: str, *endings: tuple[int, Ending]) -> list[int]:
        notes = [FaultNote(1, place, seat, ending, "", "", "") for place, (seat, ending) in enumerate(endings)]
        return [note.action for note in late_notes(GAMES[game], notes, 1)]

    mine, other, crash = (1, Ending.TIMEOUT), (0, Ending.TIMEOUT), (1, Ending.CRASH)
    assert late("wizard", mine, crash, other, mine) == []
    assert late("wizard", mine, other, mine, crash, mine) == [0, 2, 4]
    assert late("wizard", other, other, other) == late("wizard", crash, crash, crash) == late("wizard") == []
    assert late("duel", mine) == [0]
    assert late("duel", other) == late("duel", crash) == late("duel") == []


def test_a_bot_that_cannot_sit_down_commits_its_fault_when_it_is_first_to_move() -> None:
    class Absent(Scripted):
        def open(self, hello: Hello) -> None:
            raise Fault(Ending.BUILD_FAILED, "it does not compile", dead=True)

    bots: list[Bot] = [find("first", "duel")(), Absent(lambda asked, view: None)]
    record = play(a_match("duel", 2), bots)
    assert (record.ending, record.at_fault, record.totals) == (Ending.BUILD_FAILED, 1, (10, 0))


def test_every_bot_is_told_its_own_seed_and_closed_whatever_happens() -> None:
    bots = [Scripted(lambda asked, view: None) for _ in range(3)]

    def breaks(asked: int, view: View) -> int | None:
        raise PlatformFault("the disk is full")

    bots[2].script = breaks
    with pytest.raises(PlatformFault):
        play(a_match("wizard", 3), bots)
    assert all(bot.closed_with is not None for bot in bots)
    seeds = [bot.hello.seed for bot in bots if bot.hello]
    assert len(set(seeds)) == 3
    assert seeds[1] == luck.derive(bytes(32), "bot/1").hex()


def test_bots_are_told_the_final_scores() -> None:
    record, bot = with_one("wizard", 3, lambda asked, view: None, series=[1])
    assert bot.closed_with == list(record.totals)


def test_our_own_faults_are_played_again_and_never_scored() -> None:
    tries: list[str] = []

    def make(name: str) -> Bot:
        def script(asked: int, view: View) -> int | None:
            if len(tries) < 2 * TRIES - 2:
                raise PlatformFault("a worker died")
            return None

        tries.append(name)
        return Scripted(script)

    record = play_until_it_counts(a_match("duel", 2), make)
    assert record.ending is Ending.NORMAL
    assert len(tries) == 2 * TRIES - 2


def test_after_three_faults_of_our_own_we_say_so() -> None:
    def script(asked: int, view: View) -> int | None:
        raise PlatformFault("the disk is full")

    with pytest.raises(Mistake, match="the platform failed 3 times and the match does not count: the disk is full"):
        play_until_it_counts(a_match("duel", 2), lambda name: Scripted(script))


def test_times_and_fences_are_in_the_record() -> None:
    record, _ = with_one("duel", 2, lambda asked, view: None)
    own = [time for (seat, _), time in zip(record.deals[0].actions, record.deals[0].times, strict=True) if seat == 0]
    assert own == [(1000, 2000)] * 10
    assert record.fences == ("scripted", "built-in")


def test_two_matches_of_the_same_bots_and_seed_are_equal() -> None:
    match = replace(a_match("wizard", 4), players=("random",) * 4)
    one, other = (play(match, [find("random", "wizard")() for _ in range(4)]) for _ in range(2))
    assert one == other
