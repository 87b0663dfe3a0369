"""The table of Wizard and of the duel as text, drawn from a scene."""

from collections.abc import Sequence

from rich.text import Text

from overtrick.scenes.scene import Scene
from overtrick.terminal.faces import (
    BAD,
    DEALER,
    GOOD,
    QUIET,
    STRONG,
    TURN,
    WINS,
    card,
    cards,
    face,
    padded,
    signed,
    suit,
)
from overtrick.terminal.tables.score_pad import rounds_so_far

NAME = 10  # cells of a name


def moment_of(scene: Scene) -> Scene:
    """Return the moment to look at: now, or how the latest deal ended."""
    found: Scene = scene["now"] or scene["ended"]
    return found


def title(scene: Scene, moment: Scene) -> Text:
    """Return in one line what is always in sight: the round, the trump and the suit that was led."""
    state, game = moment["state"], scene["game"]
    led = suit(game, state["led"]) if state["led"] else Text("–")
    if game == "duel":
        text = Text(f"Duel   trick {min(sum(state['tricks']) + 1, state['cards'])} of {state['cards']}")
        return text.append("   led ").append_text(led)
    trump = suit(game, state["trump"]) if state["trump"] else Text("none")
    text = Text(f"Wizard   round {state['round']} of {scene['deals']}   trump ").append_text(trump)
    text.append("   led ").append_text(led)
    return text.append(f"   turned up {face(game, state['turned_up'])}" if state["turned_up"] else "")


def whole(scene: Scene, moment: Scene, open_hands: bool) -> Text:
    """Return the seats, and below them the hands if they are open, else the rounds so far."""
    table = seat_table(scene, moment).append("\n")
    if open_hands:
        return table.append_text(hands(scene, moment))
    return table.append("\n" + "\n".join(rounds_so_far(scene)), style=QUIET) if scene["game"] == "wizard" else table


def seat_table(scene: Scene, moment: Scene) -> Text:
    """Return a line for every seat: who deals and who is to move, what was played, how things stand."""
    wizard = scene["game"] == "wizard"
    ended = "scores" in moment
    heads = ("bid", "took") if wizard else ("tricks",)
    last = "round" if ended else "now"
    heading = f"   {'':<{NAME}} {'card':<6}" + "".join(f"{head:>5}" if wizard else f"{head:>8}" for head in heads)
    heading += f" {'':<8}{last:>5}{'total':>6}" if wizard else ""
    lines = [Text(heading, style=QUIET)]
    lines += [wizard_line(scene, moment, seat) if wizard else duel_line(scene, moment, seat) for seat in seats(scene)]
    if wizard:
        lines.append(bid_sum(moment))
    return Text("\n").join(lines)


def seats(scene: Scene) -> range:
    """Return all seats."""
    return range(scene["seats"])


def shown_trick(moment: Scene) -> tuple[Sequence[Scene], int | None, bool]:
    """Return the cards on the table, who is winning, and whether the trick is over: a finished one stays in sight."""
    trick, last = moment["state"]["trick"], moment["last_trick"]
    if trick or last is None:
        return trick, moment["winning"], False
    return last["cards"], last["winner"], True


def card_of(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return the card that a seat has on the table, with a star if it is winning."""
    trick, winner, _ = shown_trick(moment)
    played = next((card(scene["game"], entry["card"]) for entry in trick if entry["seat"] == seat), Text(""))
    return played.append(f" {WINS}", style=STRONG) if seat == winner and played else played


def marks(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return whether a seat is to move and whether it deals."""
    state = moment["state"]
    turn = TURN if state["to_move"] == seat else " "
    return Text(f"{turn}{DEALER if state.get('dealer') == seat else ' '} ")


def name_of(scene: Scene, seat: int) -> Text:
    """Return the name of a seat; one's own is strong."""
    return padded(Text(scene["names"][seat], style=STRONG if seat == scene["seat"] else ""), NAME)


def wizard_line(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return how a seat stands in Wizard."""
    state = moment["state"]
    line = marks(scene, moment, seat).append_text(name_of(scene, seat)).append(" ")
    total = scene["totals"][seat]
    if seat not in state["still_in"]:
        return line.append(f"{'out of the game':<31}", style=QUIET).append_text(padded(str(total), 5, right=True))
    bid, took = state["bids"][seat], state["tricks"][seat]
    points = moment["scores"][seat] if "scores" in moment else moment["if_now"][seat]
    line.append_text(padded(card_of(scene, moment, seat), 6))
    line.append(f"{'–' if bid is None else bid:>5}{took:>5} ")
    line.append_text(padded(standing(moment, seat), 8))
    line.append_text(padded("–" if points is None else signed(points), 5, right=True))
    return line.append_text(padded(str(total), 6, right=True))


def standing(moment: Scene, seat: int) -> Text:
    """Return whether a seat has its tricks, in words and in colour; of a hidden bid, that there is one."""
    state = moment["state"]
    bid, took = state["bids"][seat], state["tricks"][seat]
    left = state["cards"] - sum(state["tricks"])
    if bid is None:
        due = "has bid" if seat in moment["has_bid"] else "to bid"
        return Text(due if state["phase"] == "bid" else "", style=QUIET)
    if took == bid:
        return Text("made" if left == 0 else "has them", style=GOOD)
    if took > bid:
        return Text(f"{took - bid} over", style=BAD)
    return Text(f"needs {bid - took}" if left else f"{bid - took} under", style=BAD if bid - took > left else "")


def bid_sum(moment: Scene) -> Text:
    """Return the sum of the bids against the tricks."""
    state = moment["state"]
    bids = [bid for bid in state["bids"] if bid is not None]
    tricks = f"{state['cards']} trick{'s' * (state['cards'] > 1)}"
    if not bids or len(bids) < len(moment["has_bid"]):
        return Text(f"   {tricks} to bid for", style=QUIET)
    over = sum(bids) - state["cards"]
    told = "even" if over == 0 else f"{abs(over)} {'over' if over > 0 else 'under'}"
    due = len(bids) < len(state["still_in"])
    return Text(f"   bids {sum(bids)} for {tricks}" + (", so far" if due else f": {told}"), style=QUIET)


def duel_line(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return how a seat stands in the duel."""
    line = marks(scene, moment, seat).append_text(name_of(scene, seat)).append(" ")
    line.append_text(padded(card_of(scene, moment, seat), 6))
    return line.append(f"{moment['state']['tricks'][seat]:>8}")


def last_trick(scene: Scene, moment: Scene) -> Text:
    """Return the last trick in one line, while another one is on the table."""
    last = moment["last_trick"]
    if last is None or shown_trick(moment)[2]:
        return Text("")
    parts = []
    for entry in last["cards"]:
        part = Text(f"{scene['names'][entry['seat']]} ").append_text(card(scene["game"], entry["card"]))
        parts.append(part.append(WINS if entry["seat"] == last["winner"] else ""))
    return Text("last trick  ", style=QUIET).append_text(Text("  ").join(parts))


def hands(scene: Scene, moment: Scene) -> Text:
    """Return all hands that may be seen, one below the other."""
    lines = []
    for seat, hand in enumerate(moment["state"]["hands"]):
        if hand:
            lines.append(padded(scene["names"][seat], NAME).append(" ").append_text(cards(scene["game"], hand)))
    return Text("\n").join(lines)
