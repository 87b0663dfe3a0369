"""Whom figgie:trader meets in training, as kinds of compiled players; the test half of the strangers is not there."""

from overtrick.players.figgie.minds import NAMES, STRANGER, TRADER
from overtrick.players.figgie.strangers.styles import TEST, TUNING

LADDER_NAMES = ("rules", "follower", "fundamentalist", "bayes", "stranger@beginner")
OLD = tuple(NAMES.index(name) + 1 for name in LADDER_NAMES)
BEGINNER = OLD[-1]
STRANGERS = tuple(NAMES.index(f"stranger@{style}") + 1 for style in TUNING)
PASSERS = tuple(range(TRADER - len(TEST), TRADER))  # in the places of the test half, which is not there
SOUND = tuple(NAMES.index(f"stranger@{style}") + 1 for style in TUNING if style not in ("hoarder", "beginner"))
assert min(PASSERS) == STRANGER + len(TUNING), "the test half comes last"
