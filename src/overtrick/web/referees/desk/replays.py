"""What a referee works out for those who look back: the page of a match, one file to download, thoughts, other lines.

All of it takes a moment of computing, so it is done in a thread of a referee, beside
its tables, and never where the site answers.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.match.record import Record, for_authors, to_json
from overtrick.match.record_file import sound_record
from overtrick.scenes.replay_data import (
    MOST_LISTED,
    MOST_WHOLE,
    bundle,
    other_tables,
    owned_seats,
    replay_data,
    thought,
)
from overtrick.tournament.records.store import Store, open_store
from overtrick.web.drawings import drawing_of
from overtrick.web.referees.desk import analyses, reviews
from overtrick.web.referees.desk.position import table_at
from overtrick.web.referees.store import TableStore
from overtrick.web.single_file import embedded, single_file, title_of
from overtrick.web.titles import log_words

Json = dict[str, Any]
BROUGHT_LINKS = {"line": "/replays/line", "analysis": "/replays/analysis"}


def work_out(where: str, tables: TableStore, given: Json) -> Json:
    """Return what a request about a finished match asks for, or raise Mistake."""
    return WANTED[given["want"]](where, tables, given)


# Where a match comes from


@cache
def opened(where: str) -> Store:
    """Return the store, which stays open: to open it takes longer than to find a match in it."""
    return open_store(where, create=False)


@lru_cache(16)
def stored_record(where: str, key: str) -> Record:
    """Return the record of a tournament of the store whose key begins so."""
    return opened(where).record(key)


@lru_cache(16)
def table_record(tables: TableStore, name: str) -> Record:
    """Return the record of a table that is over."""
    return tables.record(name)


def record_of(where: str, tables: TableStore, given: Json) -> Record:
    """Return the match that a request names: one of a tournament, one of a table, or one that it brings along."""
    if "key" in given:
        return stored_record(where, given["key"])
    if "name" in given:
        return table_record(tables, given["name"])
    return brought(given["text"], 1)[0]


def brought(text: str, number: int) -> list[Record]:
    """Return the match of that number of a file, and some others on the same cards, all sound, or raise Mistake.

    A file may have thousands of matches, so only these are refereed again.
    """
    found = documents(text)
    if not 1 <= number <= len(found):
        raise Mistake(f"match is {number}; allowed: 1 to {len(found)}")
    chosen = found[number - 1]
    seed = chosen.get("seed") if isinstance(chosen, dict) else None
    others = [one for one in found if seed and one is not chosen and isinstance(one, dict) and one.get("seed") == seed]
    return [sound_record(one) for one in [chosen, *others[: MOST_WHOLE - 1]]]


def documents(text: str) -> list[Any]:
    """Return the JSON of a file: one document, or one a line."""
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        pass
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise Mistake(f"this file is empty; allowed: a file that overtrick match --out wrote{log_words()}")
    found = []
    for number, line in lines:
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError):
            raise Mistake(f"line {number} of this file is no JSON, so it is no file of matches") from None
    return found


# What is wanted


def page(where: str, tables: TableStore, given: Json) -> Json:
    """Return the data of a page, and its title."""
    record = record_of(where, tables, given)
    match = replay_data(record, given.get("names", ()), raw=given.get("raw", False))
    base = given["base"]
    links = {"file": f"{base}/file", "ask": [{"address": f"{base}/thoughts"}], "home": "/", "list": "/replays"}
    if "text" not in given:
        links |= {"line": f"{base}/line", "analysis": f"{base}/analysis"}
    if "key" in given:  # what others did with these cards takes as long again, and nobody sees it first
        links["others"] = f"{base}/others"
    return page_answer({"matches": [match], **links})


def alone(where: str, tables: TableStore, given: Json) -> Json:
    """Return the record itself, without what only authors of other programs read."""
    record = record_of(where, tables, given)
    return {"record": to_json(for_authors(record, owned_seats(record, given["raw"])))}


def others(where: str, tables: TableStore, given: Json) -> Json:
    """Return how others played the cards of a match."""
    record = record_of(where, tables, given)
    found, count = same_cards(where, record, given)
    listed = other_tables(record, found, linked=True)
    return {"data": json.dumps({"others": listed, "left_out": count - len(listed)})}


def dropped(where: str, tables: TableStore, given: Json) -> Json:
    """Return the same of a file that somebody brings; what is thought of it can only be asked with the match."""
    records = brought(given["text"], given["number"])
    data = bundle(records[0], records, raw=True)
    asks = [{"address": "/replays/thoughts", "form": {"record": json.dumps(to_json(record))}} for record in records]
    return page_answer({**data, "ask": asks, "home": "/", "list": "/replays", "brought": True, **BROUGHT_LINKS})


def page_answer(data: Json) -> Json:
    """Return what the template of the page needs; the lines are for those without scripts."""
    first = data["matches"][0]
    drawing = asdict(drawing_of(first["game"]))
    lines = [line[0] for frame in first["frames"] for line in frame.get("lines", []) if len(line) == 1]
    return {"data": embedded({**data, "drawing": drawing}), "title": title_of(first), "lines": lines}


def file(where: str, tables: TableStore, given: Json) -> Json:
    """Return a match as one page that opens offline, and the name of the file."""
    if "text" in given:
        records: Sequence[Record] = brought(given["text"], given["number"])
    else:
        record = record_of(where, tables, given)
        records = [record, *same_cards(where, record, given)[0][: MOST_WHOLE - 1]]
    data = bundle(records[0], records, raw=given.get("raw", False))
    if names := given.get("names"):
        data["matches"][0] = replay_data(records[0], names, raw=given.get("raw", False))
    match = records[0].match
    return {"text": single_file(data), "file": f"overtrick-{match.game}-{match.key()[:8]}.html"}


def think(where: str, tables: TableStore, given: Json) -> Json:
    """Return what the strong player thinks of one decision."""
    return thought(record_of(where, tables, given), given["deal"], given["step"])


def same_cards(where: str, record: Record, given: Json) -> tuple[list[Record], int]:
    """Return other matches of a tournament on the same cards, and how many there are; each table has its own cards."""
    if "key" not in given:
        return [], 0
    return opened(where).same_cards(record, MOST_LISTED)


def reviewed(where: str, tables: TableStore, given: Json) -> Json:
    """Return where a bot loses, or how far that is worked out."""
    return reviews.review(where, given)


def analysed(where: str, tables: TableStore, given: Json) -> Json:
    """Return what the decisions of a seat were worth, or how far that is worked out."""
    return analyses.analysis_of(where, tables, given)


def position(where: str, tables: TableStore, given: Json) -> Json:
    """Return a table at a position of a match, which the referee then sets up."""
    return {"table": table_at(record_of(where, tables, given), given)}


WANTED = {
    "page": page,
    "record": alone,
    "others": others,
    "dropped": dropped,
    "file": file,
    "thought": think,
    "review": reviewed,
    "analysis": analysed,
    "position": position,
}
