"""Reviews of any game that has a player which explains itself: by what that says every choice is worth.

Such a player does not tell how far it may err, so the costs have no interval, and nobody can say which are chance.
"""

from dataclasses import replace
from statistics import fmean

from overtrick.bots.builtin import full_name
from overtrick.games import GAMES
from overtrick.games.face import face_of
from overtrick.match.record import Match
from overtrick.players.explain import Decision, decision, explain
from overtrick.players.explanation import Explanation
from overtrick.review.decisions import Look, decisions
from overtrick.review.judged import Cost, Judged, third_words

UNIT = "points"
HALVED = None  # nobody has said what much is; what choosing by chance would cost
UNCOUNTED: tuple[str, ...] = ()
WHAT = "choices that promised less"


def judge_of(match: Match) -> str:
    """Return who judges."""
    return full_name(face_of(GAMES[match.game]).explainers[0], match.game)[0]


def first_look(look: Look) -> list[Judged]:
    """Return all decisions that were a choice, by the quickest player that explains itself."""
    quickest = face_of(GAMES[look.record.match.game]).explainers[-1]
    choices = (made for made in decisions(look) if len(made.seen.game.legal(made.seen.row)) > 1)
    return [_judged(look, made, explain(made.seen, quickest)) for made in choices]


def closer_look(look: Look, first: Judged) -> Judged:
    """Return a decision judged by the strongest player that explains itself."""
    made = decision(look.record, first.place.deal, first.place.step)
    told = explain(made.seen)
    return replace(_judged(look, made, told), position=position(made), why=told.sentence)


def _judged(look: Look, made: Decision, told: Explanation) -> Judged:
    worth = {choice.name: choice.value for choice in told.choices}
    best = told.choices[0]
    chance = best.value - fmean(worth.values())
    tags = circumstances(look, made)
    plain = Judged(look.place(made), "choices", made.action, tags=tags, expected=best.value, chance=chance)
    if made.action not in worth or worth[made.action] >= best.value:
        return plain
    return replace(plain, cost=Cost(best.value - worth[made.action], None), what=WHAT, better=best.name)


# Words


def circumstances(look: Look, made: Decision) -> dict[str, str]:
    """Return when it was, and in which phase if the game tells one."""
    when = third_words(made.step - 1, len(look.record.deals[made.deal - 1].actions))
    phase = made.seen.state.get("phase")
    return {"when": when, "phase": f"in the phase {phase!r}"} if isinstance(phase, str) else {"when": when}


def position(made: Decision) -> str:
    """Return a position in a sentence: all that the game tells the seat of it."""
    told = [f"Deal {made.deal}, step {made.step}"]
    for name, value in made.seen.state.items():
        if name == "hands" and isinstance(value, list):
            name, value = "hand", value[made.seen.seat]
        if name != "to_move" and (text := in_a_line(value)):
            told.append(f"{name.replace('_', ' ')} {text}")
    return f"{'; '.join(told)}."


def in_a_line(value: object) -> str:
    """Return a fact of a position; nothing if there is nothing to tell."""
    if isinstance(value, dict):
        return " ".join(f"{name} {text}" for name, part in value.items() if (text := in_a_line(part)))
    if isinstance(value, list):
        parts = [in_a_line(part) for part in value]
        between = ", " if any(isinstance(part, dict | list) for part in value) else " "
        return between.join(part or "–" for part in parts) if any(parts) else ""
    return "" if value is None or value is False else str(value)
