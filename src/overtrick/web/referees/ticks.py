"""Tables at which all act at once: everybody names an action, and with the tick they happen."""

from typing import TYPE_CHECKING

from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Row
from overtrick.games.sentences import refusal_words

if TYPE_CHECKING:
    from overtrick.web.referees.table import Onlooker, Table


def named(table: "Table") -> int:
    """Return how many actions of the present tick have been named; 0 where seats act in turn."""
    if not table.in_ticks:
        return 0
    playing = sum(map(table.still_in, range(table.sitting.match.seats)))
    return len(table.sitting.going.actions) % playing


def row_before(table: "Table") -> Row:
    """Return the row as it was before anybody named an action for the present tick."""
    going, game = table.sitting.going, table.sitting.going.game
    if not named(table):
        return going.row.copy()
    row = game.deal(game.next_deal(going.match.rules(), going.finished), going.draws)
    for _, name in going.actions[: -named(table)]:
        game.play(row, game.parse(row, name))
    return row


def turned_to(table: "Table", seat: int) -> Row:
    """Return the row as it is for a seat that acts at once with others: those asked before it do what is harmless.

    What others have named for the present tick is not in it.
    """
    game, row = table.sitting.going.game, row_before(table)
    while game.to_move(row) not in (seat, NOBODY):
        game.play(row, game.legal(row)[0])
    return row


def wish(table: "Table", onlooker: "Onlooker", action: str, step: int) -> tuple[str, str]:
    """Keep what somebody wants to do at the next tick; return its full name, and why it would fail now."""
    seat, game = table.acting_seat(onlooker), table.sitting.going.game
    if step != len(table.sitting.done) or table.ticking:
        raise Mistake(f"this was meant for step {step}, but the table is at step {len(table.sitting.done)}")
    row = table.view_to_keep(seat).row
    number = game.parse(row, action)
    code = game.doubt(row, number)
    table.wishes[seat] = game.name(row, number)
    return table.wishes[seat], refusal_words(game, code, table.wishes[seat]) if code else ""


def start(table: "Table", onlooker: "Onlooker") -> None:
    """Let the ticks come by themselves."""
    if not table.in_ticks or not table.seats_of(onlooker.guest):
        raise Mistake("only players who act at once have a clock to start")
    if table.setting.waiting:
        raise Mistake("the clock cannot start: the match waits until all seats are taken or the host begins")
    table.running = True
    table.next_tick = table.clock() + table.setting.pace_s


def stop(table: "Table") -> None:
    """Let no tick come by itself."""
    table.running = False
    table.wishes.clear()


def is_due(table: "Table") -> bool:
    """Return whether the tick happens now: its time has come, or everybody has named an action."""
    if not table.in_ticks or table.ticking or table.sitting.over or not table.awake or table.setting.waiting:
        return False
    people = [seat for seat in range(table.sitting.match.seats) if table.present(seat)]
    if people and all(seat in table.wishes for seat in people):
        return True
    return table.running and table.clock() >= table.next_tick


def name_wishes(table: "Table") -> None:
    """Within a tick, name the actions of people until one of our players has to be asked or the tick is over."""
    while table.ticking and not table.sitting.over and table.present(table.sitting.to_move):
        seat, going = table.sitting.to_move, table.sitting.going
        wanted = table.wishes.pop(seat, None)
        table.did(
            seat, Answer(going.game.legal(going.row)[0] if wanted is None else going.game.parse(going.row, wanted))
        )
        end(table)


def end(table: "Table") -> None:
    """If the tick is over, note what failed, and wait for the next."""
    if not named(table):
        going, game = table.sitting.going, table.sitting.going.game
        row = going.row if going.actions else going.finished[-1]
        table.failed = {
            seat: refusal_words(game, code, game.name(row, action))
            for seat, action, code in game.refused(row, table.sitting.done[-1][0])
        }
        table.ticking = False
        table.wishes.clear()
        table.next_tick = table.clock() + table.setting.pace_s
