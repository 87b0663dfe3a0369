"""What a review of Wizard says, without the players that judge."""

from collections.abc import Sequence

from overtrick.games.sentences import action_words
from overtrick.games.tricks import NEXT
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import BID, DEALER, PHASE, PLAYING
from overtrick.review.judged import percent


def bidders(seen: View) -> list[int]:
    """Return the seats in the order in which they bid."""
    first = seen.row[NEXT + seen.row[DEALER]]
    order = [first]
    while (seat := seen.row[NEXT + order[-1]]) != first:
        order.append(seat)
    return order


def why_sentence(
    seen: View, better: int, played: int, worth: Sequence[float], chances: Sequence[float], worlds: int
) -> str:
    """Return in a sentence what the better one has over what was played."""
    one, two = (action_words(wizard, wizard.name(seen.row, action)) for action in (better, played))
    bid = "the bid" if seen.row[PHASE] != PLAYING else f"the bid of {seen.row[BID + seen.seat]}"
    return (
        f"{one[:1].upper()}{one[1:]} brings {worth[0]:.1f} points on average over {worlds} sampled worlds and makes "
        f"{bid} in {percent(chances[0])} of them, {two} {worth[1]:.1f} and {percent(chances[1])}."
    )
