"""What all reviews share: samples, seeds, faults, slow moves, sentences for games without a strong player."""

import json
from dataclasses import replace

import pytest

from overtrick.bots.bot import Fault, Hello
from overtrick.bots.inside import Chooser
from overtrick.core.ending import Ending
from overtrick.core.mistake import Mistake
from overtrick.games.view import View
from overtrick.match.record import Record
from overtrick.review.decisions import decisions
from overtrick.review.judged import Cost, Judged, Part, Place
from overtrick.review.review import Effort, looks_of, reviews, reviews_data
from overtrick.review.themes import Costs, share_words, themes_of
from tests.support.weak_bots import made, played, thrower


@pytest.fixture(scope="module")
def duels() -> list[Record]:
    return played("duel", thrower, ["duel:greedy"], 8, {})


def test_the_same_seed_gives_the_same_numbers_and_a_sample_says_so(duels: list[Record]) -> None:
    effort = Effort(matches=5)
    (found,) = reviews(duels, ["mine"], effort)
    assert (found.matches, found.left_out) == (5, 11)
    assert reviews(duels, ["mine"], effort) == [found]
    (other,) = reviews(duels, ["mine"], replace(effort, seed=bytes([1] * 32)))
    assert {one.place.match for one in other.worst} != {one.place.match for one in found.worst}


def test_all_players_are_reviewed_if_none_is_named(duels: list[Record]) -> None:
    assert [found.player for found in reviews(duels)] == ["duel:greedy", "mine"]


def test_who_did_not_play_gets_a_sentence(duels: list[Record]) -> None:
    with pytest.raises(Mistake, match="player is 'nobody'; allowed: duel:greedy, mine"):
        reviews(duels, ["nobody"])


def test_matches_of_two_games_get_a_sentence(duels: list[Record]) -> None:
    other = played("figgie", lambda hello: made("starter", hello), ["first"] * 3, 1, {})
    with pytest.raises(Mistake, match="these are matches of duel and figgie; allowed: matches of one game"):
        reviews([*duels, *other])


def test_a_review_is_plain_data(duels: list[Record]) -> None:
    effort = Effort(top=2)
    told = reviews_data(reviews(duels, ["mine"], effort), effort, lambda place: f"see {place.match}")
    assert json.loads(json.dumps(told, allow_nan=False))["format"] == "overtrick review 1"
    (mine,) = told["players"]
    assert mine["worst"][0]["replay"] == f"see {mine['worst'][0]['place']['match']}"


def stumbling(hello: Hello) -> Chooser:
    """Fail at the third question."""
    good, asked = made("starter", hello), 0

    def choose(view: View) -> int:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise Fault(Ending.CRASH, "the bot raised ValueError: no idea")
        return good(view)

    return choose


def test_faults_are_told_and_what_was_played_for_a_seat_is_not_judged() -> None:
    records = played("figgie", stumbling, ["figgie:starter"] * 3, 1, {})
    (found,) = reviews(records, ["mine"], Effort(top=1))
    assert [(fault.ending, fault.count) for fault in found.faults] == [("crash", 4)]
    look = looks_of(records, "mine", Effort())[0]
    fault = look.record.faults[0]
    assert (fault.deal, fault.action + 1) not in {(one.deal, one.step) for one in decisions(look)}


def test_slow_moves_are_told_slowest_first(duels: list[Record]) -> None:
    (found,) = reviews(duels, ["mine"])
    times = [slow.cpu_ms for slow in found.slowest]
    assert len(times) == 3 and times == sorted(times, reverse=True)


@pytest.mark.usefixtures("hearts")
def test_a_game_without_a_strong_player_gets_a_sentence_and_its_faults() -> None:
    records = played("hearts", lambda hello: made("random", hello), ["random"] * 3, 1, {})
    (found,) = reviews(records, ["mine"])
    assert found.why_not.startswith("no strong player of hearts is here to judge decisions; there are some of")
    assert (found.judge, found.worst, found.themes) == ("", (), ())


# What decisions have in common


def judged(match: int, cost: float, what: str = "errors", **tags: str) -> Judged:
    """Return a decision."""
    return Judged(Place(match, "", 1, 1, 0), "choices", "a", Cost(cost, 2.0), what if cost else "", "b", tags)


def test_a_theme_has_the_spread_between_sets_of_cards_as_its_interval(duels: list[Record]) -> None:
    looks = looks_of(duels, "mine", Effort())
    costs = Costs(looks)
    pairs = [judged(look.number, 2.0 if look.number in (1, 2) else 0.0) for look in looks]
    (theme,) = themes_of(pairs, [], costs, "points")
    assert theme.cost.value == pytest.approx(4 / 16)
    # Eight sets of cards, of which one has 4 and the others 0, each in two matches.
    spread = (4 - 0.5) ** 2 + 7 * 0.5**2
    assert theme.cost.half == pytest.approx(2.365 * (spread * 8 / 7) ** 0.5 / 16)
    assert theme.sentence == "Errors: 0.25 ± 0.59 points a match, in 2 of 16 choices; that may be chance."


def test_a_theme_tells_where_most_of_it_was(duels: list[Record]) -> None:
    looks = looks_of(duels, "mine", Effort())
    some = [judged(look.number, 3.0, hand="in long hands") for look in looks]
    some += [judged(look.number, 1.0, hand="in short hands") for look in looks]
    some += [judged(look.number, 0.0, hand="in short hands") for look in looks]
    (theme,) = themes_of(some, [], Costs(looks), "points")
    assert theme.sentence == "Errors: 4 points a match, in 32 of 48 choices, mostly in long hands (75 %)."
    assert [(part.value, part.times, part.of) for part in theme.parts] == [
        ("in long hands", 16, 16),
        ("in short hands", 16, 32),
    ]


def test_what_is_said_of_some_decisions_only_is_told_without_how_many_there_are(duels: list[Record]) -> None:
    looks = looks_of(duels, "mine", Effort())
    some = [judged(look.number, 3.0, hand="in long hands", card="too high a card") for look in looks]
    some += [judged(look.number, 1.0, "others", hand="in short hands", card="too high a card") for look in looks]
    some += [judged(look.number, 0.0, hand="in long hands") for look in looks]
    theme = themes_of(some, [], Costs(looks), "points")[0]
    assert [(part.value, part.times, part.of) for part in theme.parts] == [
        ("too high a card", 16, 16),
        ("in long hands", 16, 32),
    ]


def test_of_few_sets_of_cards_nothing_is_told_for_sure(duels: list[Record]) -> None:
    looks = looks_of(duels[:4], "mine", Effort())
    (theme,) = themes_of([judged(look.number, 3.0, hand="in long hands") for look in looks], [], Costs(looks), "points")
    assert theme.sentence.endswith("3.00 points (interval not known) a match, in 4 of 4 choices; that may be chance.")


def test_a_theme_tells_where_it_came_up_most_often(duels: list[Record]) -> None:
    looks = looks_of(duels, "mine", Effort())
    some = [judged(look.number, 1.0, trumps="with two trumps") for look in looks]
    some += [judged(look.number, 1.0, trumps=f"with {count} trumps") for look in looks for count in (0, 1, 3)]
    some += [judged(look.number, 0.0, trumps="with 0 trumps") for look in looks for _ in range(20)]
    some += [judged(look.number, 2.0, trumps="with 5 trumps") for look in looks]
    some += [judged(look.number, 0.0, trumps="with 5 trumps") for look in looks]
    (theme,) = themes_of(some, [], Costs(looks), "points")
    assert theme.sentence == "Errors: 6 points a match, in 80 of 416 choices, most often with 5 trumps (16 of 32)."


def test_no_part_of_a_theme_is_told_to_be_more_than_all_of_it() -> None:
    assert share_words(Part("tag", "value", 1, 2, Cost(3.0)), Cost(2.0)) == "100 %"


def test_the_worst_of_every_kind_of_circumstances_is_among_the_parts(duels: list[Record]) -> None:
    looks = looks_of(duels, "mine", Effort())
    hands = [judged(look.number, 5.0 - look.number % 4, hand=f"hand {look.number % 4}") for look in looks]
    (theme,) = themes_of([*hands, judged(1, 0.5, place="leading")], [], Costs(looks), "points")
    assert [part.value for part in theme.parts] == ["hand 0", "hand 1", "hand 2", "leading"]


def test_a_cost_whose_interval_reaches_zero_is_no_mistake() -> None:
    assert judged(1, 2.1).is_mistake
    assert not judged(1, 2.0).is_mistake
    assert not replace(judged(1, 0.0), what="errors").is_mistake
