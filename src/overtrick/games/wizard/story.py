"""The story of a match of Wizard: bids that were met and missed."""

from overtrick.games.story import Ended, Story, lead_since, result, turning_point, winners
from overtrick.games.view import View


def story(ended: Ended, _: View) -> Story:
    """Return who won, since when, and the dearest miss."""
    return [f"{result(ended).removesuffix('.')}{exact(ended)}.", turn(ended), miss(ended)]


def exact(ended: Ended) -> str:
    """Return how many bids a sole winner has met."""
    first = winners(ended)
    if len(first) > 1:
        return ""
    played = [line for line in ended["pad"] if line["bids"][first[0]] >= 0]
    met = sum(line["bids"][first[0]] == line["tricks"][first[0]] for line in played)
    return f", and met {met} of {len(played)} {'bid' if len(played) == 1 else 'bids'}"


def turn(ended: Ended) -> str:
    """Return the round in which the winner went ahead for good, and by which bid."""
    since = lead_since(ended)
    told = turning_point(ended, "round")
    if since is None or len(ended["pad"]) == 1:
        return told
    line, winner = ended["pad"][since - 1], winners(ended)[0]
    bid, took = line["bids"][winner], line["tricks"][winner]
    how = f"a bid of {bid} that was met" if bid == took else f"a bid of {bid} and {took} taken"
    return f"{told.removesuffix('.')}, which began with {how}." if since == 1 else f"{told.removesuffix('.')}: {how}."


def miss(ended: Ended) -> str:
    """Return the miss that cost most."""
    lost = [
        (score, number, seat)
        for number, line in enumerate(ended["pad"], start=1)
        for seat, score in enumerate(line["scores"])
        if score < 0
    ]
    if not lost:
        return "Nobody missed a bid by so much that it cost points."
    score, number, seat = min(lost)
    line = ended["pad"][number - 1]
    return (
        f"The dearest miss was that of {ended['names'][seat]} in round {number}: "
        f"{line['bids'][seat]} bid, {line['tricks'][seat]} taken, {-score} points lost."
    )
