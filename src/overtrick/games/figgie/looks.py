"""When the players of a live market look at it: the moments follow from one draw of the deal.

A seat looks again a while after its own action, and sooner when somebody has changed the market. The columns are told
by whoever has them. For both speeds.
"""

from overtrick.games.contract import Row

CHANCES = (1 << 31) - 2  # states of the generator that spreads the moments, by Lehmer


def wait(row: Row, chance: int, least: int, most: int) -> int:
    """Return a number of milliseconds between two, and let the next one differ."""
    row[chance] = row[chance] * 48271 % (CHANCES + 1)
    return least + row[chance] % (most - least)


def look_first(row: Row, look: int, seats: int, reaction: int, chance: int) -> None:
    """Let every seat look at the cards first."""
    usual = row[reaction]
    for seat in range(seats):
        row[look + seat] = wait(row, chance, usual, 3 * usual)


def look_later(row: Row, look: int, seat: int, now: int, reaction: int, chance: int) -> None:
    """Let a seat that has acted, or let it be, look again after a while."""
    usual = row[reaction]
    row[look + seat] = now + wait(row, chance, usual, 3 * usual)


def react(row: Row, look: int, seats: int, now: int, reaction: int, chance: int) -> None:
    """Let all seats look soon, as the market has changed."""
    usual = row[reaction]
    for seat in range(seats):
        row[look + seat] = min(row[look + seat], now + wait(row, chance, usual // 2, usual + usual // 2))


def earliest(row: Row, look: int, seats: int) -> int:
    """Return the seat that looks next."""
    found = 0
    for seat in range(1, seats):
        if row[look + seat] < row[look + found]:
            found = seat
    return found
