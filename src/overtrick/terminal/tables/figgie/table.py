"""The table of Figgie as text and as choices, drawn from a scene."""

from collections.abc import Mapping

from rich.text import Text

from overtrick.games.figgie.face import FACE
from overtrick.scenes.scene import Scene
from overtrick.terminal.choices import Choice, Kind, Rows
from overtrick.terminal.faces import QUIET, STRONG, TURN, padded, signed, suit, suit_style
from overtrick.terminal.tables.tricks import NAME, name_of, seats

SUITS = FACE.suits
QUOTE = 12  # cells of a price with a name
TRADES = 20  # that are shown
PENNY = 9  # cells of a price that betters a quote


def title(scene: Scene, moment: Scene) -> Text:
    """Return in one line how far the round is, or what the goal suit was."""
    state = moment["state"]
    if state["goal_suit"] and "scores" in moment:
        return Text("Figgie   the goal suit was ").append_text(suit("figgie", state["goal_suit"]))
    if state["model"] == "live":
        return Text(f"Figgie   round {scene['deal']} of {scene['deals']}, {when(state, moment['left'])} left")
    unit = "tick" if state["model"] == "tick" else "turn"
    quiet = f"{moment['quiet_left']} quiet {unit}s end it"
    return Text(f"Figgie   {unit} {state['clock'] + 1}, at most {moment['left']} left; {quiet}")


def when(state: Scene, clock: int) -> str:
    """Return when something happens: the number of a turn or tick, or minutes and seconds."""
    return f"{clock // 60_000}:{clock // 1000 % 60:02}" if state["model"] == "live" else str(clock + 1)


def whole(scene: Scene, moment: Scene, open_hands: bool) -> Text:
    """Return the seats and below them the trades; open hands stand in the lines of the seats."""
    return seat_table(scene, moment).append("\n\n").append_text(tape(scene, moment, TRADES))


def seat_table(scene: Scene, moment: Scene) -> Text:
    """Return a line for every seat: money, cards, and the hand where it may be seen."""
    ended = "scores" in moment
    heading = f"   {'':<{NAME}}{'money':>6}{'cards':>6} " + "".join(f"{one.sign:>4}" for one in SUITS)
    lines = [Text(heading + (f"{'gain':>7}" if ended else ""), style=QUIET)]
    for seat in seats(scene):
        state, hand = moment["state"], moment["state"]["hands"][seat]
        line = Text(f"{TURN if state['to_move'] == seat else ' '}  ").append_text(name_of(scene, seat))
        line.append(f"{'$' + str(state['money'][seat]):>6}{state['held'][seat]:>6} ")
        for one in SUITS:
            counted = f"{hand[one.word]:>4}" if hand is not None else "   ·"
            goal = one.word == state["goal_suit"]
            line.append(counted, style=suit_style(one) + (" bold underline" if goal else ""))
        lines.append(line.append_text(padded(signed(moment["scores"][seat]), 7, right=True)) if ended else line)
    if state["suit_counts"]:
        counts = "".join(f"{state['suit_counts'][one.word]:>4}" for one in SUITS)
        lines.append(Text(f"   {'the deck':<{NAME}}{'':>12} {counts}", style=QUIET))
    return Text("\n").join(lines)


def tape(scene: Scene, moment: Scene, most: int) -> Text:
    """Return the latest trades, the newest first."""
    lines = [Text("   trades, the latest first" if moment["tape"] else "   no trades yet", style=QUIET)]
    for trade in moment["tape"][::-1][:most]:
        who = f"{scene['names'][trade['buyer']]} from {scene['names'][trade['seller']]}"
        line = Text(f"   {when(moment['state'], trade['clock']):>4}  ").append_text(
            padded(suit("figgie", trade["suit"]), 11)
        )
        lines.append(line.append(f"${trade['price']:<4} ", style=STRONG).append(who))
    return Text("\n").join(lines)


def books(scene: Scene, moment: Scene, odds: Mapping[str, float] | None = None, *, quotes_only: bool = False) -> Rows:
    """Return the four books as rows of choices: take a quote or better it by a dollar; or the quotes alone."""
    heads = ("bid", "", "", "offer") if quotes_only else ("sell to bid", "bid ▲", "▼ offer", "buy the offer")
    head = f"{'':<10}{'own':>3}  {heads[0]:<{QUOTE + 2}}{heads[1]:^{PENNY + 2}}{heads[2]:^{PENNY + 2}}"
    head += f"{heads[3]:<{QUOTE + 2}}{'last':>5}" + (f"{'odds':>7}" if odds else "")
    rows = [[Choice("", head, QUIET, Kind.LABEL)]]
    for one in SUITS:
        state, word, style = moment["state"], one.word, suit_style(one)
        hand = state["hands"][scene["seat"]] if scene["seat"] is not None else None
        own = f"{hand[word]}" if hand is not None else ""
        last = state["last_prices"][word]
        shown = buttons(scene, moment, word)
        if quotes_only:
            shown = [shown[0], *(("", " " * PENNY, "") for _ in range(2)), shown[3]]
        after = f"{'–' if last is None else last:>5}" + (f"{100 * odds[word]:>5.0f} %" if odds else "")
        rows.append(
            [
                Choice("", f"{one.sign} {word:<9}{own:>2}  ", style, Kind.LABEL),
                *(Choice(name, text, style, reason=reason) for name, text, reason in shown),
                Choice("", after, style, Kind.LABEL),
            ]
        )
    if "choices" in moment:
        rows.append([Choice("pass", " pass ", first=True)])
    return rows


def buttons(scene: Scene, moment: Scene, word: str) -> list[tuple[str, str, str]]:
    """Return name, text and refusal of what can be done with a suit: sell, bid, offer, buy."""
    state, names = moment["state"], scene["names"]
    bid, ask = state["bids"][word], state["offers"][word]
    may = moment.get("choices", {}).get(word)
    low = 1 + (bid["price"] if bid else 0)
    verb = "ask" if state["model"] == "tick" else "offer"
    texts = [
        f"{bid['price']} {names[bid['seat']]}" if bid else "–",
        f"{low} ▲",
        f"▼ {ask['price'] - 1}" if ask else "▼ …",
        f"{ask['price']} {names[ask['seat']]}" if ask else "–",
    ]
    widths = (QUOTE, PENNY, PENNY, QUOTE)
    texts = [padded(f" {text}", width).plain for text, width in zip(texts, widths, strict=True)]
    if may is None:
        return [("", text, "") for text in texts]
    actions = [
        f"sell {word}",
        f"bid {word} {low}",
        f"{verb} {word} {ask['price'] - 1}" if ask else f"{verb} {word}",
        f"buy {word}",
    ]
    mine = scene["seat"]
    held = state["hands"][mine][word] > 0
    refused = [
        taking(bid, mine, f"nobody bids for {word}", "" if held else f"you hold no {word}"),
        f"there is no room for a higher bid for {word}",
        f"there is no room for a lower offer of {word}" if held else f"you hold no {word}",
        taking(ask, mine, f"nobody offers {word}", "you have not the money"),
    ]
    allowed = (may["sell"], may["bid"] is not None, may["offer"] is not None, may["buy"])
    return [
        (action, text, "" if free else why)
        for action, text, free, why in zip(actions, texts, allowed, refused, strict=True)
    ]


def taking(quote: Scene | None, mine: int, nobody: str, lacking: str) -> str:
    """Return why a quote cannot be taken."""
    if quote is None:
        return nobody
    return "this quote is your own" if quote["seat"] == mine else lacking
