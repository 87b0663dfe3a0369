"""What the check of a bot looks for in the duel."""

import re
from collections.abc import Mapping

from overtrick.games.face import Variant

VARIANTS: tuple[Variant, ...] = ((2, {}), (2, {}), (2, {"ranks": 7}), (2, {"stock": 6}))


def hint(said: str, options: Mapping[str, object]) -> str:
    """Return how an ace is written to somebody who wrote a one."""
    ace = re.match(r"'([SHDC])1' is no card of the duel", said)
    return f"the ace is written {ace[1]}A" if ace else ""
