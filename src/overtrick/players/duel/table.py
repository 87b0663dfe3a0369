"""The exact table of the duel: how many tricks the leader takes from any position with perfect play from both sides.

It takes milliseconds to compute once the solver is compiled, and is then kept in a file, so that a program
which only looks values up need not wait for Numba.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from overtrick.core.cache import cache_folder
from overtrick.core.mistake import Mistake
from overtrick.games.contract import Row, settled
from overtrick.games.duel import rulebook as duel
from overtrick.games.duel.rulebook import STOCK, VALUES, legal, play, whole_deck
from overtrick.games.tricks import HAND, PLAYED, TURN
from overtrick.players.duel.outlook import outlook
from overtrick.players.duel.positions import LONGEST, places

PACKAGE = Path(__file__).parents[2]
SOURCES = (
    "core/cards.py",
    "games/tricks.py",
    "games/duel/rulebook.py",
    "players/duel/positions.py",
    "players/duel/solver.py",
)
FILE = "duel.table"
NO_POSITION = 255  # where the hands differ in length


def check_served(options: Mapping[str, object]) -> None:
    """Raise Mistake unless the table knows a game of these options."""
    ranks, stock = options["ranks"], options["stock"]
    if not isinstance(ranks, int) or ranks > LONGEST:
        raise Mistake(f"option ranks is {ranks}; allowed in the exact table of the duel: 3 to {LONGEST}")
    if stock != 0:
        raise Mistake(f"option stock is {stock}; allowed in the exact table of the duel: 0, so that no card is hidden")


# Making and keeping it


@cache
def table() -> bytes:
    """Return the table: the tricks of the leader by place, of games with up to five values in each suit."""
    kept = read_table()
    if kept is None:
        kept = compute()
        with suppress(Mistake, OSError):  # then it is computed again next time
            write_table(kept)
    return kept


def compute(longest: int = LONGEST) -> bytes:
    """Return the table for suits of at most so many cards, which is the beginning of the table of longer ones."""
    import numpy as np

    from overtrick.compiled.twin import twin
    from overtrick.players.duel import solver as duel_solver

    solver = twin(duel_solver)
    rules = duel.rules(2, settled(duel, 2, {}))
    start = duel.deal(duel.next_deal(rules, []), [0] * len(duel.bounds(rules)))
    tricks = np.full(duel_solver.TRICKS_SIZE, duel_solver.NO_TRICK, np.int16)
    solver.ask_tricks(np.array(start), longest, tricks)
    positions, ends = np.zeros(places(longest), np.int32), np.zeros(2 * longest + 1, np.int64)
    solver.all_positions(longest, positions, ends)
    values = np.full(places(longest), NO_POSITION, np.uint8).view(np.int8)
    solver.solve(tricks, positions, ends, values)
    return values.tobytes()


def digest(values: bytes) -> bytes:
    """Return what proves that a file holds this table, made by these rules and this solver."""
    found = hashlib.sha256(values)
    for source in SOURCES:
        found.update((PACKAGE / source).read_bytes())
    return found.digest()


def read_table() -> bytes | None:
    """Return the table from its file, or None if there is none, or a damaged or outdated one."""
    try:
        content = (cache_folder() / FILE).read_bytes()
    except (Mistake, OSError):
        return None
    proof, values = content[:32], content[32:]
    return values if len(values) == places(LONGEST) and proof == digest(values) else None


def write_table(values: bytes) -> None:
    """Write the table to its file, all or nothing: others may be reading it."""
    folder = cache_folder()
    handle, name = tempfile.mkstemp(dir=folder, prefix=FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(digest(values) + values)
        Path(name).replace(folder / FILE)
    except BaseException:
        Path(name).unlink()
        raise


# Asking it


def known(row: Row, seat: int) -> Row:
    """Return a hidden row of a seat with the other hand filled in: nothing else is left of the deck."""
    check_served({"ranks": row[VALUES], "stock": row[STOCK]})
    full = row.copy()
    full[HAND + 1 - seat] = whole_deck(row) & ~row[PLAYED] & ~row[HAND + seat]
    return full


def after(row: Row, action: int) -> Row:
    """Return the row that an action leads to."""
    following = row.copy()
    play(following, action)
    return following


def final(row: Row, seat: int) -> int:
    """Return how many tricks a seat will have at the end of a deal if from now on both sides play perfectly."""
    return outlook(row, seat, table())


def finals(row: Row) -> dict[int, int]:
    """Return for every legal action how many tricks the seat to move will have in the end."""
    return {action: final(after(row, action), row[TURN]) for action in legal(row)}
