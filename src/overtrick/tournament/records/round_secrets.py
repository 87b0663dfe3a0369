"""The secrets of a round of a competition, all of one that was drawn and committed to before the round opened."""

import hashlib
import json
from collections.abc import Mapping, Sequence

from sqlalchemy import RowMapping

from overtrick.core import luck
from overtrick.match.record import commitment


def provisional_secret(secret: bytes) -> bytes:
    """Return the secret of the provisional ranking."""
    return luck.derive(secret, "provisional")


def final_secret(secret: bytes, entries: str) -> bytes:
    """Return the secret of the final: as it depends on all entries, nobody can know it before the last one came.

    ``entries`` is the JSON of the closed list, as the round has it.
    """
    return luck.derive(secret, f"final {hashlib.sha256(entries.encode()).hexdigest()}")


def wrong_with_round(row: RowMapping, promises: Mapping[int, str], contents: Mapping[int, Sequence[str]]) -> list[str]:
    """Return what is wrong with a round whose secret is published: its promise, its tournaments, who was in the final.

    ``promises`` are the commitments of all tournaments, ``contents`` the programs that they were played by.
    """
    secret = bytes(row["secret"])
    wrong = []
    if commitment(secret) != row["commitment"]:
        wrong.append(f"the commitment {row['commitment']} is not that of its secret")
    provisional, final = row["provisional"], row["final"]
    if provisional is not None and promises.get(provisional) != commitment(provisional_secret(secret)):
        wrong.append("the provisional ranking was not dealt from its secret")
    if final is None:
        return wrong
    if promises.get(final) != commitment(final_secret(secret, row["entries"])):
        wrong.append("the final was not dealt from its secret and its list of entries")
    try:
        entries = json.loads(row["entries"])
        programs = [one["content"] for one in entries if one["bot"] is not None]
    except (KeyError, TypeError, ValueError):
        return [*wrong, "its list of entries cannot be read"]
    played = contents.get(final, ())
    if len(played) != len(entries) or any(not any(told.startswith(one) for told in played) for one in programs):
        wrong.append("the final was played by other programs than those of its list of entries")
    return wrong
