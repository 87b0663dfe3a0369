"""Regret in the duel: how many tricks each play of a recorded match gave away, by the exact table."""

from collections.abc import Sequence

from overtrick.core.mistake import Mistake
from overtrick.games.contract import Row
from overtrick.games.duel import rulebook as duel
from overtrick.match.record import Record
from overtrick.match.regret import Play, Regret, Total
from overtrick.players.duel.outlook import NO_PLAY, judge
from overtrick.players.duel.positions import LONGEST
from overtrick.players.duel.table import check_served, final, finals, read_table, table

__all__ = ["check_served", "is_ready", "losses", "regret", "totals"]


def is_ready() -> bool:
    """Return whether the exact table is there already."""
    return read_table() is not None


def regret(record: Record) -> Regret:
    """Return what each play of a match of the duel gave away, or raise Mistake if the table does not know its rules."""
    row = first_row(record)
    promised = tuple(final(row, seat) for seat in range(2))
    actions = actions_of(record)
    given = [0] * len(actions)
    judge(row.copy(), actions, table(), given)
    plays, lost = [], [0, 0]
    for number, (action, gone) in enumerate(zip(actions, given, strict=True)):
        seat, card = record.deals[0].actions[number]
        plays.append(Play(number // 2 + 1, seat, card, gone, best_plays(row) if gone else ()))
        lost[seat] += gone
        duel.play(row, action)
    return Regret(record.match.players, tuple(plays), tuple(lost), record.totals, promised)


def losses(records: Sequence[Record]) -> list[tuple[int, int]]:
    """Return for each match how many tricks seats 0 and 1 gave away: compiled, so that reports can ask of thousands."""
    found = []
    for record, given in zip(records, _judged(records), strict=True):
        lost = [0, 0]
        for (seat, _), gone in zip(record.deals[0].actions, given, strict=False):
            lost[seat] += gone
        found.append((lost[0], lost[1]))
    return found


def totals(records: Sequence[Record]) -> list[Total]:
    """Return what every player gave away over many matches, the least in a match first; compiled."""
    found: dict[str, list[int]] = {}
    for record, given in zip(records, _judged(records), strict=True):
        for player in record.match.players:
            found.setdefault(player, [0, 0, 0, 0])[0] += 1
        for (seat, _), gone in zip(record.deals[0].actions, given, strict=False):
            count = found[record.match.players[seat]]
            count[1] += 1
            count[2] += gone > 0
            count[3] += gone
    return sorted((Total(player, *counts) for player, counts in found.items()), key=lambda total: total.mean)


def _judged(records: Sequence[Record]) -> list[list[int]]:
    """Return for each match what its plays gave away, with nothing for plays that were not made."""
    import numpy as np

    from overtrick.compiled.twin import twin
    from overtrick.players.duel import outlook as duel_outlook

    if not records:
        return []
    rows = np.array([first_row(record) for record in records])
    actions = np.full((len(records), 4 * LONGEST), NO_PLAY, np.int64)
    for number, record in enumerate(records):
        made = actions_of(record)
        actions[number, : len(made)] = made
    lost = np.zeros_like(actions)
    twin(duel_outlook).judge_all(rows, actions, np.frombuffer(table(), np.uint8).view(np.int8), lost)
    return lost.tolist()


def first_row(record: Record) -> Row:
    """Return the hands as dealt, or raise Mistake if the table does not know the game."""
    match = record.match
    if match.game != duel.NAME:
        raise Mistake(f"the match is one of {match.game}; allowed: duel, the only game that is solved")
    check_served(match.options)
    return duel.deal(duel.next_deal(match.rules(), []), record.deals[0].draws)


def actions_of(record: Record) -> list[int]:
    """Return the cards that were played."""
    return [duel.CARD_OF[card] for _, card in record.deals[0].actions]


def best_plays(row: Row) -> tuple[str, ...]:
    """Return the names of the plays that give nothing away."""
    worth = finals(row)
    return tuple(duel.name(row, action) for action in worth if worth[action] == max(worth.values()))
