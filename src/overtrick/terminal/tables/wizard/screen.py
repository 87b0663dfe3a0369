"""The table of Wizard as text, drawn from a scene."""

from collections.abc import Iterator

from rich.text import Text

from overtrick.match.record import Record
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Asking, Choice, Kind, Rows
from overtrick.terminal.faces import BAD, GOOD, QUIET, face, padded, signed, suit
from overtrick.terminal.tables import tricks
from overtrick.terminal.tables.plain import counted
from overtrick.terminal.tables.score_pad import best_first, growth, rounds_so_far
from overtrick.terminal.tables.screen import Screen

QUESTIONS = {"bid": "How many tricks do you bid?", "name trump": "Which suit is trump?", "play": "Play a card."}


def title(scene: Scene, moment: Scene) -> Text:
    """Return in one line what is always in sight: the round, the trump and the suit that was led."""
    state, game = moment["state"], scene["game"]
    text = Text(f"Wizard   round {counted(state['round'], scene['deals'])}   trump ")
    none = "to be named" if state["phase"] == "name trump" else "none"
    text.append_text(suit(game, state["trump"]) if state["trump"] else Text(none))
    text.append("   led ").append_text(suit(game, state["led"]) if state["led"] else Text("–"))
    return text.append(f"   turned up {face(game, state['turned_up'])}" if state["turned_up"] else "")


def table(scene: Scene, moment: Scene, open_hands: bool) -> Text:
    """Return the seats, and below them the hands if they are open, else the rounds so far."""
    drawn = seat_table(scene, moment).append("\n")
    if open_hands:
        return drawn.append_text(tricks.hands(scene, moment))
    return drawn.append("\n" + "\n".join(rounds_so_far(scene)), style=QUIET)


def seat_table(scene: Scene, moment: Scene) -> Text:
    """Return a line for every seat: who deals and who is to move, what was played, how things stand."""
    last = "round" if "scores" in moment else "now"
    heading = f"   {'':<{tricks.NAME}} {'card':<6}{'bid':>5}{'took':>5} {'':<8}{last:>5}{'total':>6}"
    lines = [Text(heading, style=QUIET)]
    lines += [seat_line(scene, moment, seat) for seat in tricks.seats(scene)]
    return Text("\n").join([*lines, bid_sum(moment)])


def seat_line(scene: Scene, moment: Scene, seat: int) -> Text:
    """Return how a seat stands."""
    state, total = moment["state"], scene["totals"][seat]
    if seat not in state["still_in"]:
        line = tricks.marks(scene, moment, seat).append_text(tricks.name_of(scene, seat)).append(" ")
        return line.append(f"{'out of the game':<31}", style=QUIET).append_text(padded(str(total), 5, right=True))
    bid, took = state["bids"][seat], state["tricks"][seat]
    points = moment["scores"][seat] if "scores" in moment else moment["if_now"][seat]
    line = tricks.seat_begins(scene, moment, seat)
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
    cards = f"{state['cards']} trick{'s' * (state['cards'] > 1)}"
    if not bids or len(bids) < len(moment["has_bid"]):
        return Text(f"   {cards} to bid for", style=QUIET)
    over = sum(bids) - state["cards"]
    told = "even" if over == 0 else f"{abs(over)} {'over' if over > 0 else 'under'}"
    due = len(bids) < len(state["still_in"])
    return Text(f"   bids {sum(bids)} for {cards}" + (", so far" if due else f": {told}"), style=QUIET)


def choices(asking: Asking) -> Rows:
    """Return the hand, and the bids or the trump suits while one is due."""
    scene, moment = asking.scene, asking.moment
    legal, state = moment.get("legal"), moment["state"]
    hand = tricks.hand(scene, moment, playing=legal is not None and state["phase"] == "play")
    if legal is None or state["phase"] == "play":
        return [hand]
    if state["phase"] == "name trump":
        named = {name: suit(scene["game"], name[-1]) for name in legal}
        return [hand, [Choice(name, f" {text.plain} ", str(text.style)) for name, text in named.items()]]
    reason = f"a bid of {moment['forbidden_bid']} would make the bids add up to the tricks, which the hook forbids"
    bids = [f"bid {number}" for number in range(state["cards"] + 1)]
    return [hand, [Choice(name, name[4:], kind=Kind.BID, reason="" if name in legal else reason) for name in bids]]


def known(scene: Scene, moment: Scene) -> Scene:
    """Return the state with a question mark for each bid that was made and is not shown yet."""
    state, made = moment["state"], moment["has_bid"]
    bids = ["?" if bid is None and seat in made else bid for seat, bid in enumerate(state["bids"])]
    return {**state, "bids": bids}


def review(scene: Scene, record: Record) -> Iterator[str]:
    """Yield how often the bids of each seat were exact, and how its points grew."""
    yield "Exact bids, and how the points grew:"
    curves = growth(scene)
    for seat, name in best_first(scene).items():
        played = [line for line in scene["pad"] if line["bids"][seat] >= 0]
        exact = sum(line["bids"][seat] == line["tricks"][seat] for line in played)
        yield f"{name}  {exact} of {len(played)}, {100 * exact / len(played):.0f} %"
        yield f"  {curves[seat]}"


SCREEN = Screen(
    title=title,
    table=table,
    choices=choices,
    question=lambda moment: QUESTIONS[moment["state"]["phase"]],
    keys="R Y G B W J   next such card   0-9     that bid\n",
    known=known,
    facts=tricks.FACTS,
    review=review,
)
