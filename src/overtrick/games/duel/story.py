"""The story of a duel: the trick that decided it, and the longest run."""

from overtrick.games.story import Ended, Story, plain_story, winners
from overtrick.games.tricks import LEADER
from overtrick.games.view import View


def story(ended: Ended, seen: View) -> Story:
    """Return who won, in which trick, and who took most in a row."""
    names, totals = ended["names"], ended["totals"]
    takers = taken(seen)
    if len(ended["pad"]) > 1 or not takers:
        return plain_story(ended, seen)
    first = winners(ended)
    if len(first) > 1:
        return [
            f"{names[0]} and {names[1]} took {totals[0]} tricks each.",
            f"It was level until the last trick, which {names[takers[-1]]} took.",
            run(takers, names),
        ]
    winner = first[0]
    return [
        f"{names[winner]} wins by {totals[winner]} tricks to {totals[1 - winner]}.",
        decided(takers, winner, names),
        run(takers, names),
    ]


def taken(seen: View) -> list[int]:
    """Return who took each trick: whoever led the next one, and who would lead after the last."""
    leaders = [event[0] for event in seen.events[::2]]
    return [*leaders[1:], seen.row[LEADER]] if leaders else []


def decided(takers: list[int], winner: int, names: list[str]) -> str:
    """Return the trick after which nobody could catch up any more."""
    lead = 0
    for number, seat in enumerate(takers, start=1):
        lead += 1 if seat == winner else -1
        if lead > len(takers) - number:
            left = len(takers) - number
            after = "the last one" if left == 0 else f"with {left} still to play"
            return f"It was decided in trick {number}, {after}, when {names[winner]} could not be caught any more."
    return f"It was decided in trick {len(takers)}, the last one."


def run(takers: list[int], names: list[str]) -> str:
    """Return the longest row of tricks of one player."""
    best, length = (0, 0), 0
    for number, seat in enumerate(takers):
        length = length + 1 if number and takers[number - 1] == seat else 1
        best = max(best, (length, number))
    length, end = best
    if length == 1:
        return "They took tricks by turns, to the end."
    return (
        f"The longest run was that of {names[takers[end]]}: {length} tricks in a row, from trick {end - length + 2} on."
    )
