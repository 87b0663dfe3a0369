"""A match as text: every deal, trick by trick or trade by trade, for people to read."""

from collections.abc import Iterator

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import NOBODY, Game, Row
from overtrick.games.figgie import rulebook as figgie
from overtrick.match.record import Deal, Match, Record


def transcript(record: Record, only: int | None = None) -> Iterator[str]:
    """Yield the lines of a whole match, or of one deal."""
    if only is not None and not 1 <= only <= len(record.deals):
        raise Mistake(f"deal is {only}; allowed: 1 to {len(record.deals)}")
    for number, (deal, row) in enumerate(zip(record.deals, starts(record), strict=True), start=1):
        lines = list(deal_lines(record.match, deal, row, number))
        if only in (None, number):
            yield from [*lines, *fault_lines(record, number), ""]
    yield from stderr_lines(record)
    yield standings(record)


def stderr_lines(record: Record) -> Iterator[str]:
    """Yield what the bots said to their authors."""
    for seat, words in enumerate(record.stderr):
        if words:
            yield f"  stderr    seat {seat} ({record.match.players[seat]})"
            yield from (f"    {line}" for line in words.splitlines())


def fault_lines(record: Record, number: int) -> Iterator[str]:
    """Yield what went wrong in a deal."""
    for fault in record.faults:
        if fault.deal == number:
            yield f"  fault     seat {fault.seat}, {fault.ending}: {fault.sentence}"
    if record.deals[number - 1].forfeit is not None:
        yield f"  seat {record.deals[number - 1].forfeit} forfeits the deal"


def starts(record: Record) -> Iterator[Row]:
    """Yield the row of every deal before its first action; each must be played to its end before the next."""
    game, rules = GAMES[record.match.game], record.match.rules()
    finished: list[Row] = []
    for deal in record.deals:
        row = game.deal(game.next_deal(rules, finished), deal.draws)
        yield row
        finished.append(row)


def standings(record: Record) -> str:
    """Return the result of a match in one line, best first."""
    seats = sorted(range(record.match.seats), key=lambda seat: (record.places[seat], seat))
    return "result    " + "   ".join(
        f"{record.places[seat]}. seat {seat} ({record.match.players[seat]}) {record.totals[seat]:+d}" for seat in seats
    )


def deal_lines(match: Match, deal: Deal, row: Row, number: int) -> Iterator[str]:
    """Yield the lines of one deal, playing the row to its end."""
    game = GAMES[match.game]
    yield from opening_lines(game, row, number)
    if game is figgie:
        yield from trading_lines(deal, row)
    else:
        yield from (
            trick_lines(game, deal, row)
            if {"trick", "tricks", "phase"} <= game.state(row).keys()
            else action_lines(game, deal, row)
        )
    if deal.forfeit is not None:
        yield "  score     " + "   ".join(f"{seat}: {score:+d}" for seat, score in enumerate(deal.scores))
        return
    yield "  score     " + "   ".join(score_text(game, row, seat) for seat in range(match.seats))
    for note in deal.notes:
        yield f"  {note}"


def opening_lines(game: Game, row: Row, number: int) -> Iterator[str]:
    """Yield what a deal begins with: what is special about it, and the hands."""
    yield f"{game.NAME}, deal {number}: {headline(game, row)}"
    for seat, hand in enumerate(game.state(row).get("hands", ())):
        if hand:
            yield f"  seat {seat}    {hand_text(hand)}"


def headline(game: Game, row: Row) -> str:
    """Return what is special about a deal."""
    state = game.state(row)
    if state.get("suit_counts"):
        sizes = ", ".join(f"{count} {suit}" for suit, count in state["suit_counts"].items())
        return f"{state['model']} model; {sizes}; the goal suit is {state['goal_suit']}"
    text = f"{state['cards']} card{'s' * (state['cards'] > 1)} each" if "cards" in state else "dealt"
    if "dealer" not in state:
        return f"{text}; seat {game.to_move(row)} begins"
    text += f"; seat {state['dealer']} deals; "
    if "turned_up" in state:
        text += f"turned up: {state['turned_up'] or 'nothing'}; "
    if state.get("phase") == "name trump":
        return text + "the dealer names the trump"
    return text + (f"trump is {state['trump']}" if state.get("trump") else "no trump")


def hand_text(hand: list[str] | dict[str, int]) -> str:
    """Return a hand: its cards, or how many of each suit."""
    if isinstance(hand, dict):
        return "  ".join(f"{count:2} {suit}" for suit, count in hand.items())
    return " ".join(hand)


def trick_lines(game: Game, deal: Deal, row: Row) -> Iterator[str]:
    """Yield a line for the trump, one for the bids and one for each trick, with its winner."""
    line: list[str] = []
    before = game.state(row)
    for seat, name in deal.actions:
        line.append(f"{seat}:{name.removeprefix('bid ').removeprefix('trump ')}")
        game.play(row, game.parse(row, name))
        after = game.state(row)
        if after["tricks"] != before["tricks"]:
            winner = next(
                i for i, pair in enumerate(zip(before["tricks"], after["tricks"], strict=True)) if len({*pair}) > 1
            )
            yield f"  trick {sum(after['tricks']):<3} {in_columns(line)} to seat {winner}"
            line = []
        elif before["phase"] != after["phase"]:
            yield f"  {'trump' if before['phase'] == 'name trump' else 'bids':<9} " + in_columns(line).rstrip()
            line = []
        before = after


def action_lines(game: Game, deal: Deal, row: Row) -> Iterator[str]:
    """Yield a line for every action of a game without tricks."""
    for seat, name in deal.actions:
        yield f"  seat {seat}    {name}"
        game.play(row, game.parse(row, name))


def in_columns(entries: list[str]) -> str:
    """Return entries so that those of several lines stand below each other."""
    return " ".join(f"{entry:<6}" for entry in entries)


def trading_lines(deal: Deal, row: Row) -> Iterator[str]:
    """Yield a line for every quote and trade, in the order in which they happened."""
    unit = "tick" if row[figgie.MODEL] == figgie.MODEL_TICK else "turn"
    for seat, name in deal.actions:
        action = figgie.parse(row, name)
        figgie.play(row, action)
        for actor, done, clock, paid, partner in figgie.events(row, seat, action):
            if done != figgie.PASS:
                trade = "" if partner == NOBODY else f", trading with seat {partner} for {paid}"
                yield f"  {unit} {clock:<4} seat {actor}: {figgie.name(row, done)}{trade}"
    state = figgie.state(row)
    for seat, hand in enumerate(state["hands"]):
        yield f"  seat {seat}    {hand_text(hand)}   ${state['money'][seat]}"


def score_text(game: Game, row: Row, seat: int) -> str:
    """Return the points of a seat, and for Wizard how they came about."""
    state = game.state(row)
    text = f"{seat}: {game.score(row, seat):+d}"
    if state.get("bids") and isinstance(state["bids"], list):
        bid = state["bids"][seat]
        return f"{seat}: out" if bid is None else f"{text} (bid {bid}, took {state['tricks'][seat]})"
    return text
