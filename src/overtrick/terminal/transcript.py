"""A match as text: every deal, trick by trick or trade by trade, for people to read."""

from collections.abc import Iterator

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game, Row
from overtrick.match.record import Deal, Match, Record
from overtrick.terminal.state_text import hand_text
from overtrick.terminal.tables.screen import screen_of

PHASES = {"bid": "bids", "name trump": "trump"}  # what a line of a phase tells


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
    if own := screen_of(game.NAME).deal_lines:
        yield from own(deal, row)
    elif {"trick", "tricks", "phase"} <= game.state(row).keys():
        yield from trick_lines(game, deal, row)
    else:
        yield from action_lines(game, deal, row)
    if deal.forfeit is not None:
        yield "  score     " + "   ".join(f"{seat}: {score:+d}" for seat, score in enumerate(deal.scores))
        return
    yield "  score     " + "   ".join(score_text(game, row, seat) for seat in range(match.seats))
    for note in deal.notes:
        yield f"  {note}"


def opening_lines(game: Game, row: Row, number: int) -> Iterator[str]:
    """Yield what a deal begins with: what is special about it, and the hands."""
    told = screen_of(game.NAME).headline or headline
    yield f"{game.NAME}, deal {number}: {told(game, row)}"
    for seat, hand in enumerate(game.state(row).get("hands", ())):
        if hand:
            yield f"  seat {seat}    {hand_text(hand)}"


def headline(game: Game, row: Row) -> str:
    """Return what is special about a deal."""
    state = game.state(row)
    cards = state.get("cards")
    text = f"{cards} card{'s' * (cards > 1)} each" if isinstance(cards, int) else "dealt"
    if "dealer" not in state:
        return f"{text}; seat {game.to_move(row)} begins"
    text += f"; seat {state['dealer']} deals"
    if "turned_up" in state:
        text += f"; turned up: {state['turned_up'] or 'nothing'}"
    if state.get("phase") == "name trump":
        return f"{text}; the dealer names the trump"
    if "trump" not in state:
        return text
    return f"{text}; trump is {state['trump']}" if state["trump"] else f"{text}; no trump"


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
            yield f"  {PHASES.get(before['phase'], before['phase']):<9} " + in_columns(line).rstrip()
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


def score_text(game: Game, row: Row, seat: int) -> str:
    """Return the points of a seat, and how they came about where it has bid."""
    state = game.state(row)
    text = f"{seat}: {game.score(row, seat):+d}"
    if isinstance(state.get("bids"), list) and isinstance(state.get("tricks"), list):
        bid = state["bids"][seat]
        return f"{seat}: out" if bid is None else f"{text} (bid {bid}, took {state['tricks'][seat]})"
    return text
