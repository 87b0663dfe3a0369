"""Stepping through a deal: one action at a time, with the table as it was."""

from collections.abc import Callable

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.match.record import Record
from overtrick.terminal.state_text import NOT_SHOWN, fact_text, hand_text
from overtrick.terminal.tables.screen import screen_of
from overtrick.terminal.transcript import opening_lines, starts, stderr_lines


def check_step(record: Record, number: int, step: int) -> None:
    """Raise Mistake if a match has no such deal, or the deal no such decision."""
    if not 1 <= number <= len(record.deals):
        raise Mistake(f"deal is {number}; allowed: 1 to {len(record.deals)}")
    deal = record.deals[number - 1]
    most = max(1, len(deal.actions) + (deal.forfeit is not None))
    if not 1 <= step <= most:
        raise Mistake(f"step is {step}; allowed in deal {number}: 1 to {most}")


def step_through(
    record: Record, number: int, first: int, ask: Callable[[str], str], tell: Callable[[str], None]
) -> None:
    """Show a deal action by action, from the position before a decision on; Enter goes on, q leaves."""
    check_step(record, number, first)
    game, deal = GAMES[record.match.game], record.deals[number - 1]
    rows = starts(record)
    for before in range(number - 1):
        row = next(rows)
        for _, name in record.deals[before].actions:
            game.play(row, game.parse(row, name))
    row = next(rows)
    for line in opening_lines(game, row, number):
        tell(line)
    for place, (seat, name) in enumerate(deal.actions, start=1):
        if place >= first and ask(f"[{place}/{len(deal.actions)}]").strip().lower() == "q":
            return
        player = record.match.players[seat]
        tell(f"seat {seat} ({player}): {name}")
        game.play(row, game.parse(row, name))
        for fault in record.faults:
            if (fault.deal, fault.action, fault.seat) == (number, place - 1, seat):
                tell(f"  played for it after a fault ({fault.ending}): {fault.sentence}")
        if place < first - 1:  # the table as it was just before is enough
            continue
        state = game.state(row)
        for other, hand in enumerate(state.get("hands", ())):
            if hand:
                tell(f"    seat {other}  {hand_text(hand)}")
        for fact in screen_of(game.NAME).facts or state:
            if fact not in NOT_SHOWN and state.get(fact) not in (None, []):
                tell(f"    {fact:<7} {fact_text(state[fact])}")
    tell(f"scores {'  '.join(map(str, deal.scores))}")
    for note in deal.notes:
        tell(note)
    for line in stderr_lines(record):
        tell(line)
