"""Reviews of any game that has a player which explains itself: by what that says every choice is worth.

Such a player does not tell how far it may err, so the costs have no interval, and nobody can say which are chance.
"""

from dataclasses import replace
from statistics import fmean

from overtrick.games import GAMES
from overtrick.games.face import face_of
from overtrick.match.record import Match
from overtrick.players.explain import Decision, decision, explain
from overtrick.players.explanation import Explanation
from overtrick.review.decisions import Look, decisions
from overtrick.review.judged import Cost, Judged

UNIT = "points"
HALVED = None  # nobody has said what much is; what choosing by chance would cost
UNCOUNTED: tuple[str, ...] = ()
WHAT = "choices that promised less"


def judge_of(match: Match) -> str:
    """Return who judges."""
    return face_of(GAMES[match.game]).explainers[0]


def first_look(look: Look) -> list[Judged]:
    """Return all decisions that were a choice, by the quickest player that explains itself."""
    quickest = face_of(GAMES[look.record.match.game]).explainers[-1]
    choices = (made for made in decisions(look) if len(made.seen.game.legal(made.seen.row)) > 1)
    return [_judged(look, made, explain(made.seen, quickest)) for made in choices]


def closer_look(look: Look, first: Judged) -> Judged:
    """Return a decision judged by the strongest player that explains itself."""
    made = decision(look.record, first.place.deal, first.place.step)
    told = explain(made.seen)
    return replace(_judged(look, made, told), why=told.sentence)


def _judged(look: Look, made: Decision, told: Explanation) -> Judged:
    worth = {choice.name: choice.value for choice in told.choices}
    best = told.choices[0]
    chance = best.value - fmean(worth.values())
    plain = Judged(look.place(made), "choices", made.action, expected=best.value, chance=chance)
    if made.action not in worth or worth[made.action] >= best.value:
        return plain
    return replace(plain, cost=Cost(best.value - worth[made.action], None), what=WHAT, better=best.name)
