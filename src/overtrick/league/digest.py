"""The digest of an entrant's records: where its version loses, as a review tells it."""

import json
import shlex
from collections.abc import Sequence

from overtrick.match.record import Record
from overtrick.review.judged import Place
from overtrick.review.review import Effort, reviews, reviews_data

WORLDS, TOP = 100, 5  # of a closer look where cards are hidden, and decisions that are told


def digest_text(records: Sequence[Record], version: str, matches: int, workers: int) -> str:
    """Return the review of a version in some of its matches as JSON; its commands name the file of the handout."""
    effort = Effort(matches=matches, worlds=WORLDS, top=TOP, workers=workers)
    return json.dumps(reviews_data(reviews(records, [version], effort), effort, _command), indent=2)


def _command(place: Place) -> str:
    """Return what shows a decision, as seen from an entrant's folder."""
    where = ["--match", str(place.match), "--deal", str(place.deal), "--step", str(place.step)]
    return shlex.join(["overtrick", "replay", "league/records.jsonl", *where])
