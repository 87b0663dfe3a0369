"""Guided first games: whatever a learner does, everything is told, and never what they cannot know."""

from random import Random

import pytest

from overtrick.core.luck import read_seed
from overtrick.games import GAMES
from overtrick.games.lesson import AT_ONCE, Lesson, Told, lesson_of, teach
from overtrick.match.sitting import Chair, Sitting, sit_down

OURS = ("wizard", "duel", "figgie")
LEARNERS = {"wizard": ("classic", "random"), "duel": ("greedy", "random"), "figgie": ("fundamentalist", "starter")}


def taken(game: str) -> Lesson:
    lesson = lesson_of(GAMES[game])
    assert lesson is not None
    return lesson


def seated(game: str, learner: str) -> Sitting:
    """Return the first game with a player of ours in the learner's place."""
    lesson = taken(game)
    chairs = [Chair("You", f"{game}:{learner}", person=True)]
    chairs += [Chair(f"Bot {seat}", f"{game}:{lesson.player}") for seat in range(1, lesson.seats)]
    return sit_down(game, chairs, lesson.options, read_seed(lesson.seed))


@pytest.mark.parametrize(("game", "learner"), [(game, one) for game in OURS for one in LEARNERS[game]])
def test_all_is_told_whoever_learns(game: str, learner: str) -> None:
    lesson, sitting = taken(game), seated(game, learner)
    told: Told = {}
    while not sitting.over and len(told) < len(lesson.topics):
        step = len(sitting.done)
        if sitting.to_move == 0:
            view = sitting.view(0)
            told = teach(lesson, told, step, view, sitting.going.finished)
            now = [topic for topic in lesson.topics if told.get(topic.name) == step]
            assert len(now) <= AT_ONCE
            for topic in now:
                words = topic.says(view, sitting.going.finished)
                assert 40 < len(words) < 240 and words.endswith("."), words
        sitting.did(*sitting.ask())
    sitting.close()
    assert set(told) == {topic.name for topic in lesson.topics}


def test_what_was_told_after_a_step_is_told_again_when_that_is_taken_back() -> None:
    lesson, sitting = taken("duel"), seated("duel", "greedy")
    first = teach(lesson, {}, 0, sitting.view(0), [])
    assert teach(lesson, {**first, "follow": 7}, 0, sitting.view(0), []) == first


def test_the_first_look_at_the_cards_of_figgie_points_to_the_goal() -> None:
    sitting = seated("figgie", "starter")
    says = [topic.says(sitting.view(0), []) for topic in taken("figgie").topics[:2]]
    assert "You hold 5 diamonds" in says[0] and "colour: hearts, if diamonds" in says[1]
    assert sitting.going.game.state(sitting.going.row)["goal_suit"] == "hearts"


@pytest.mark.parametrize("game", OURS)
def test_the_words_of_a_lesson_are_for_people(game: str) -> None:
    lesson = taken(game)
    sitting = seated(game, LEARNERS[game][0])
    assert not any(sign in lesson.closing for sign in "`_=") and 3 <= lesson.minutes <= 5
    assert all(topic.look in ("", "hand", "choices", "centre", "trump", "seats") for topic in lesson.topics)
    # Who does not act first is told something while others do.
    assert bool(lesson.opening) == (sitting.to_move != 0)


def told_to(choices: Random) -> list[tuple[str, Sitting]]:
    """Return what somebody is told in Wizard who chooses so, each with the table as it was then."""
    lesson, sitting, told = taken("wizard"), seated("wizard", "random"), Told()
    heard = []
    while not sitting.over:
        if sitting.to_move == 0:
            step, view = len(sitting.done), sitting.view(0)
            told = teach(lesson, told, step, view, sitting.going.finished)
            then = Sitting(sitting.match, sitting.chairs, sitting.done)
            now = [topic for topic in lesson.topics if told.get(topic.name) == step]
            heard += [(topic.says(view, sitting.going.finished), then) for topic in now]
            sitting.do(0, choices.choice(view.legal))
        else:
            sitting.did(*sitting.ask())
    sitting.close()
    return heard


@pytest.mark.parametrize("seed", range(12))
def test_what_wizard_tells_is_true_of_the_cards_at_hand(seed: int) -> None:
    for words, then in told_to(Random(seed)):
        view = then.view(0)
        state, hand = view.state, view.state["hands"][0]
        if "you may play anything" in words:
            assert set(view.legal) == set(hand) and len(hand) > 1
            trumps = [card for card in hand if state["trump"] and card[0] == state["trump"][0].upper()]
            assert ("card takes the trick" in words) == bool(trumps)
        if "time for your high cards" in words:
            assert 0 < state["bids"][0] - state["tricks"][0] <= len(hand)
        if "cannot be reached" in words:
            assert state["bids"][0] - state["tricks"][0] > len(hand)
        if "The others have bid" in words:
            assert any(bid is not None for bid in state["bids"])
        if "you bid first" in words:
            assert all(bid is None for bid in state["bids"])
        if "each one costs 10" in words:
            assert f"so −{-then.going.deals[-1].scores[0]} points" in words
