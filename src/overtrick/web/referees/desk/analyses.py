"""Analyses of what somebody played, for pages; the store keeps that one was asked for, and what came out.

So one that a restart has interrupted begins again when its page is looked at, and every page that waits looks.
"""

import json
import re
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select, update

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game
from overtrick.games.face import title_of
from overtrick.games.sentences import action_words, in_words
from overtrick.match.record import Record
from overtrick.match.record_file import sound_record
from overtrick.review.analysis import analysis
from overtrick.scenes.replay import seat_names
from overtrick.store.database import insert_into
from overtrick.store.schema import analyses
from overtrick.tournament.records.store import open_store
from overtrick.web.referees.desk import lines
from overtrick.web.referees.store import TableStore, open_tables

MOST_STORED = 1000
Json = dict[str, Any]


def analysis_of(where: str, tables: TableStore, given: Json) -> Json:
    """Return the analysis of a seat, how far it is, or that nobody has asked for it.

    ``begin`` asks for it, also if it has failed before; who has played asks by looking, which is ``own``. A match that
    was brought is in it only to begin.
    """
    about, begin = given["about"], given["begin"]
    if not begin and about in lines.JOBS:
        return lines.told(about)
    kept = find(tables, about)
    if kept and kept["found"]:
        return {"state": "done", "review": json.loads(kept["found"]), "fresh": True}
    if kept or begin or given.get("own"):
        asked = given if begin or not kept else json.loads(kept["asked"])
        line = lines.PEOPLE if given.get("own") else lines.USUAL
        lines.begin(about, (worked_out, where, asked), line=line)
        if not kept:
            note(tables, about, asked)
    return lines.told(about)


# In the store


def find(tables: TableStore, about: str) -> Json | None:
    """Return what the store has of an analysis, None if nobody has asked for it."""
    with tables.reading() as connection:
        found = connection.execute(select(analyses).where(analyses.c.about == about)).mappings().first()
    return None if found is None else dict(found)


def note(tables: TableStore, about: str, asked: Json) -> None:
    """Keep that an analysis was asked for, unless that is kept; the oldest of too many go."""
    row = {"about": about, "moment": int(time.time()), "asked": json.dumps(asked)}
    latest = select(analyses.c.about).order_by(analyses.c.moment.desc(), analyses.c.about).limit(MOST_STORED)
    with tables.writing() as connection:
        connection.execute(insert_into(connection, analyses).on_conflict_do_nothing(), row)
        connection.execute(delete(analyses).where(analyses.c.about.not_in(latest)))


def keep(tables: TableStore, about: str, found: Json | None) -> None:
    """Keep what came out, or forget what cannot be worked out."""
    this = analyses.c.about == about
    with tables.writing() as connection:
        if found is None:
            connection.execute(delete(analyses).where(this))
        else:
            connection.execute(update(analyses).where(this).values(asked="", found=json.dumps(found)))


# In the process


def worked_out(where: str, given: Json) -> Json:
    """Work out an analysis and keep it."""
    with open_tables(where) as tables:
        try:
            found = analysed(record_of(where, tables, given), given)
        except Exception:
            keep(tables, given["about"], None)
            raise
        keep(tables, given["about"], found)
    return found


def analysed(record: Record, given: Json) -> Json:
    """Return the analysis of a seat of a match, in the words of people."""
    seat, base, game = given["seat"], given["base"], GAMES[record.match.game]
    if not 0 <= seat < record.match.seats:
        raise Mistake(f"seat is {seat}; allowed: 0 to {record.match.seats - 1}")
    names = list(given.get("names") or seat_names(record))
    found = analysis(record, seat, watch=lines.counting).data(lambda place: f"{base}#{place.fragment}")
    for one in (*found["decisions"], *found["worst"]):
        one["played"], one["better"] = (spoken(game, one[name]) for name in ("played", "better"))
        one["why"], one["position"] = (in_people_words(game, one[name], names) for name in ("why", "position"))
    return {**found, "names": names, "title": title_of(game), "totals": list(record.totals)}


def record_of(where: str, tables: TableStore, given: Json) -> Record:
    """Return the match that an analysis is about: of the store, of a table, or of a file."""
    if "key" in given:
        with open_store(where, create=False) as store:
            return store.record(given["key"])
    if "name" in given:
        return tables.record(given["name"])
    return sound_record(json.loads(given["text"]))


def spoken(game: Game, name: str) -> str:
    """Return an action as people speak of it; what is none, such as cards held, as it is."""
    try:
        return action_words(game, name) if name else ""
    except (LookupError, ValueError):
        return name


def in_people_words(game: Game, text: str, names: Sequence[str]) -> str:
    """Return a sentence with cards in words, seats by their names, and a true minus."""
    named = re.sub(r"\bseat (\d+)\b", lambda found: names[int(found[1])], text)
    listed = re.sub(r"hand ([A-Z]\w*(?: [A-Z]\w*)+)", lambda found: f"hand {', '.join(found[1].split())}", named)
    return re.sub(r"(?<!\w)-(?=\d)", "−", in_words(game, listed))
