"""A player that commits a fault of each kind, one after the other, and then plays well enough."""

asked = 0


def choose(view):
    """Do what is wrong when asked for the second, fourth and sixth time."""
    global asked
    asked += 1
    if asked == 2:
        return "Z99"
    if asked == 4:
        return 3.5
    if asked == 6:
        raise RuntimeError("this fault is meant")
    return view.legal[0]
