"""A player of every game that takes its luck from the match, and says a word to its author."""

print("steady sits down")


def choose(view):
    """Take any legal action, in Figgie mostly a pass."""
    if view.game == "figgie":
        return view.rng.choice([*(name for name in view.legal if isinstance(name, str)), *["pass"] * 4])
    return view.rng.choice(view.legal)
