"""The orders in which the seats of a tick act."""


def all_orders(seats: int) -> list[int]:
    """Return the orders of some seats, one after another; a code says, step by step, which of those waiting is next."""
    orders = []
    for code in range(24 if seats == 4 else 120):
        waiting = list(range(seats))
        while waiting:
            code, index = divmod(code, len(waiting))
            orders.append(waiting.pop(index))
    return orders


ORDERS_OF_FOUR, ORDERS_OF_FIVE = all_orders(4), all_orders(5)  # made once: much quicker than to work each out
