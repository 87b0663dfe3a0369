"""Reviews of bots for pages.

Nothing is begun by looking: somebody has to ask for a review. What was worked out is kept for whoever comes next, until
the bot has another version, or has played more and somebody asks again.
"""

from typing import Any

from overtrick.review.review import Effort, reviews
from overtrick.tournament.records.store import open_store
from overtrick.web.referees.desk import lines

EFFORT = Effort(matches=24, worlds=200, top=8)
Json = dict[str, Any]


def review(where: str, given: Json) -> Json:
    """Return a review of a bot, or how far it is, or that nobody has asked for it; ``begin`` asks for it."""
    keys = tuple(given["keys"])
    if given["begin"]:
        lines.begin(given["about"], (worked_out, where, keys, given["player"]), keys)
    return lines.told(given["about"], keys)


def worked_out(where: str, keys: tuple[str, ...], player: str) -> Json:
    """Return a review of the matches of a store with these keys."""
    with open_store(where, create=False) as store:
        records = [store.record(key) for key in keys]
    (found,) = reviews(records, [player], EFFORT, lines.counting)
    return found.data(lambda place: f"/replay/{place.key}#{place.fragment}")
