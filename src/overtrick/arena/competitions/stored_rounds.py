"""Rounds as the database holds them: rows in, values out, and back."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from overtrick.arena.competitions.competition import Entered, Release, Round, RoundDetails, RoundState
from overtrick.bots.fence.limits import Limits
from overtrick.core.mistake import Mistake
from overtrick.store.schema import competitions, rounds
from overtrick.tournament.stated.tournament import Format, RankBy


def find_rounds(connection: Connection, *conditions: Any) -> tuple[Round, ...]:
    """Return the rounds that conditions choose, in their order."""
    joined = select(rounds, competitions.c.slug).join(competitions, competitions.c.id == rounds.c.competition)
    query = joined.where(*conditions).order_by(rounds.c.competition, rounds.c.number)
    return tuple(round_of(row) for row in connection.execute(query).mappings())


def round_of(row: RowMapping) -> Round:
    """Return the round of a row that also has the slug of its competition."""
    return Round(
        id=row["id"],
        competition=row["competition"],
        slug=row["slug"],
        number=row["number"],
        title=row["title"],
        game=row["game"],
        details=details_of(row["details"]),
        opens=row["opens"],
        closes=row["closes"],
        state=RoundState(row["state"]),
        released=row["released"],
        commitment=row["commitment"],
        secret=row["secret"],
        entries=entries_of(row["entries"]),
        provisional=row["provisional"],
        final=row["final"],
        halted=row["halted"],
    )


def details_text(details: RoundDetails) -> str:
    """Return details as JSON, the same for the same details."""
    return json.dumps(asdict(details), sort_keys=True)


def details_of(text: str) -> RoundDetails:
    """Return the details of such JSON, or raise Mistake with a sentence."""
    try:
        given = json.loads(text)
        given["limits"] = Limits(**given["limits"])
        given["rank_by"] = RankBy(given["rank_by"])
        given["format"] = Format(given.get("format", RoundDetails.format))  # rounds of old say nothing
        given["release"] = Release(given["release"])
        for name in ("languages", "players"):
            given[name] = tuple(given[name])
        return RoundDetails(**given)
    except (KeyError, TypeError, ValueError) as error:
        raise Mistake(f"the details of a round in the store cannot be read: {error}") from None


def entries_text(entries: Sequence[Entered]) -> str:
    """Return a list of entries as JSON: what the final's cards depend on, so always the same for the same entries."""
    return json.dumps([asdict(entry) for entry in entries], sort_keys=True, separators=(",", ":"))


def entries_of(text: str) -> tuple[Entered, ...]:
    """Return the entries of such JSON, or raise Mistake with a sentence; nothing stands for none."""
    try:
        return tuple(Entered(**entry) for entry in json.loads(text or "[]"))
    except (TypeError, ValueError) as error:
        raise Mistake(f"the entries of a round in the store cannot be read: {error}") from None
