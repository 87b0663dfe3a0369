"""The story of a match of Figgie: the goal suit, and the dearest card that was none of it."""

from overtrick.games.figgie.rulebook import SEAT_COUNT, bonus
from overtrick.games.story import Ended, Story, result, swing, turning_point
from overtrick.games.view import View


def dollars(amount: int) -> str:
    """Return an amount of money."""
    return f"−${-amount}" if amount < 0 else f"${amount}"


def story(ended: Ended, seen: View) -> Story:
    """Return who won, and what decided it: the pot and the dearest mistake, or where there are several, the rounds."""
    if len(ended["pad"]) > 1:
        return [result(ended, dollars), turning_point(ended, "round"), swing(ended, "round", dollars)]
    return [result(ended, dollars), pot(ended, seen), mistake(ended)]


def pot(ended: Ended, seen: View) -> str:
    """Return the goal suit, and who took the rest of the pot for holding most of it."""
    state, names = ended["ended"]["state"], ended["names"]
    goal = state["goal_suit"]
    most = [seat for seat in range(seen.row[SEAT_COUNT]) if bonus(seen.row, seat) > 0]
    if len(most) != 1:
        return f"The goal suit was {goal}, and {len(most)} players shared the rest of the pot."
    held = state["hands"][most[0]][goal]
    return (
        f"The goal suit was {goal}: {names[most[0]]} held most of it, {held} cards, and took the rest of the pot, "
        f"{dollars(bonus(seen.row, most[0]))}."
    )


def mistake(ended: Ended) -> str:
    """Return the highest price that was paid for a card worth nothing."""
    goal, names = ended["ended"]["state"]["goal_suit"], ended["names"]
    wrong = [trade for trade in ended["ended"]["tape"] if trade["suit"] != goal]
    if not wrong:
        return "Nobody paid for a card that was worth nothing."
    dearest = max(wrong, key=lambda trade: trade["price"])
    buyer, seller, price = names[dearest["buyer"]], names[dearest["seller"]], dollars(dearest["price"])
    return (
        f"The dearest mistake: {buyer} paid {seller} {price} for a card of {dearest['suit']}, which was worth nothing."
    )
