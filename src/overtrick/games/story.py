"""The story of a finished match in three sentences: who won, what decided it, and what was dearest.

A game tells its own by ``story`` of its face, with what is here; the usual one is told of every other.
"""

from collections.abc import Callable, Sequence
from typing import Any

from overtrick.games.sentences import event_sentence
from overtrick.games.view import View

Story = Sequence[str]
Ended = dict[str, Any]  # the scene of a match that is over, with open hands


def plain_story(ended: Ended, seen: View) -> Story:
    """Return the story of any game; ``seen`` is the last deal with everything that happened."""
    return [result(ended), turning_point(ended, "deal"), swing(ended, "deal") or last_action(ended, seen)]


def points(number: int) -> str:
    """Return points in words."""
    return "1 point" if number == 1 else f"{number} points"


def winners(ended: Ended) -> list[int]:
    """Return the seats in the first place."""
    return [seat for seat, place in enumerate(ended["places"]) if place == 1]


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def result(ended: Ended, tell: Callable[[int], str] = points) -> str:
    """Return who won, and by how much."""
    names, totals, first = ended["names"], ended["totals"], winners(ended)
    won = listed([names[seat] for seat in first])
    if len(first) > 1:
        return f"{won} share the first place with {tell(totals[first[0]])}."
    others = [seat for seat in range(len(names)) if seat != first[0]]
    second = min(others, key=lambda seat: (ended["places"][seat], seat))
    margin = abs(totals[first[0]] - totals[second])
    behind = (
        f", {tell(margin)} ahead of {names[second]}" if margin else f", level with {names[second]} but placed first"
    )
    return f"{won} wins with {tell(totals[first[0]])}{behind}."


def lead_since(ended: Ended) -> int | None:
    """Return the deal, from 1, since which the winner has been ahead of everybody; None where the first is shared."""
    first = winners(ended)
    if len(first) > 1:
        return None
    winner, seats = first[0], range(len(ended["names"]))
    totals = ended["totals"]
    sign = -1 if any(totals[seat] > totals[winner] for seat in seats) else 1  # fewer points may be better
    running, since = [0] * len(totals), None
    for number, line in enumerate(ended["pad"], start=1):
        running = [sum(pair) for pair in zip(running, line["scores"], strict=True)]
        ahead = all(sign * (running[winner] - running[seat]) > 0 for seat in seats if seat != winner)
        since = (since or number) if ahead else None
    return since


def turning_point(ended: Ended, word: str) -> str:
    """Return when the winner went ahead for good."""
    count, since = len(ended["pad"]), lead_since(ended)
    if count == 1:
        return f"It was decided in one {word}."
    if since is None:
        return f"After {count} {word}s nobody was ahead."
    winner = ended["names"][winners(ended)[0]]
    if since == 1:
        return f"{winner} was ahead from the first {word} to the last."
    when = f"only in the last {word}" if since == count else f"in {word} {since} of {count}"
    return f"{winner} went ahead for good {when}."


def swing(ended: Ended, word: str, tell: Callable[[int], str] = str) -> str:
    """Return the deal that set its first and its last furthest apart; nothing where there was one deal."""
    if len(ended["pad"]) == 1:
        return ""
    gaps = [max(line["scores"]) - min(line["scores"]) for line in ended["pad"]]
    number = gaps.index(max(gaps))
    scores, names = ended["pad"][number]["scores"], ended["names"]
    best, worst = scores.index(max(scores)), scores.index(min(scores))
    return (
        f"{word.capitalize()} {number + 1} counted most: {tell(scores[best])} for {names[best]}, "
        f"{tell(scores[worst])} for {names[worst]}."
    )


def last_action(ended: Ended, seen: View) -> str:
    """Return what was done last."""
    if not seen.events:
        return "Nothing was done in it."
    return f"The last thing that happened: {event_sentence(seen.game, seen.row, seen.events[-1], ended['names'])}"
