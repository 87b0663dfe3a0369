"""Checking a bundle: all that can be found out about a round from its file alone, each difference in a sentence."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

from overtrick.arena.bundles.bundle import Head
from overtrick.arena.bundles.opened import NUMBER, Opened
from overtrick.arena.bundles.table import wrong_with_table
from overtrick.arena.competitions.competition import ALL, Round, RoundState
from overtrick.arena.worker.rounds import content_of, tournament_of
from overtrick.bots.packed import program_of
from overtrick.core.mistake import Mistake
from overtrick.tournament.plan.stage import size
from overtrick.tournament.records.stored import stated
from overtrick.tournament.run import Contest, missing
from overtrick.tournament.stated.tournament import Entrant
from overtrick.tournament.verify import EVERYTHING, Effort, Finding, verify


def check(opened: Opened, progress: Callable[[], None], effort: Effort = EVERYTHING) -> Iterator[Finding]:
    """Yield what is wrong with a bundle, cheap things first; ``progress`` is called after each record."""
    name = f"{opened.head.round} {opened.head.part}"
    for sentence in (*_wrong_with_file(opened), *_wrong_with_entries(opened.head), *_wrong_with_programs(opened)):
        yield Finding(name, "", sentence)
    for key in opened.twice:
        yield Finding(name, key, "it is in the file more than once")
    yield from verify(opened.store, progress, replace(effort, whole=not opened.head.only))
    try:
        for sentence in _wrong_with_results(opened):
            yield Finding(name, "", sentence)
    except Mistake as mistake:
        yield Finding(name, "", f"what the records give cannot be worked out: {mistake}")


def _wrong_with_file(opened: Opened) -> Iterator[str]:
    if opened.is_cut:
        yield "the file is cut off: its last line, which tells how many matches there are, is missing"
    elif opened.told != opened.matches:
        yield f"the last line tells of {opened.told} matches, but the file has {opened.matches}"


def _wrong_with_entries(head: Head) -> Iterator[str]:
    """Yield where a final was not played by its entries, or not as its round states."""
    if head.part != "final" or head.secret is None:
        return
    try:
        told, contents = stated(json.dumps(head.tournament["details"]))
    except Mistake as mistake:
        yield str(mistake)
        return
    ought = replace(tournament_of(round_of(head), head.entries, head.secret), seed=None)
    for name, value in vars(ought).items():
        if getattr(told, name) != value:
            yield f"of the final, {name} is {_shown(getattr(told, name))}, but the round states {_shown(value)}"
    known = {content: name for _, name, content in head.entrants}
    for entry, content in zip(head.entries, contents, strict=False):
        if known.get(content) != entry.name:
            yield f"the final tells of {known.get(content)!r} where the entry {entry.name!r} belongs"
        if entry.bot is not None and content != content_of(entry, head.details.limits):
            yield f"the program of {entry.name!r} in the final is {content!r}, but its entry tells of {entry.content!r}"


def _shown(value: object) -> str:
    """Return a value that was stated, as a sentence has it."""
    if isinstance(value, tuple):
        return ", ".join(one.name if isinstance(one, Entrant) else str(one) for one in value) or "empty"
    return repr(value)


def _wrong_with_programs(opened: Opened) -> Iterator[str]:
    entered = {entry.content for entry in opened.head.entries if entry.bot is not None}
    for content, packed in opened.programs.items():
        if content not in entered:
            yield f"the program {content[:12]} is none of an entry"
        try:
            digest = program_of(packed).digest
        except Mistake as mistake:
            yield f"the program {content[:12]}: {mistake}"
            continue
        if digest != content:
            yield f"the program {content[:12]} is another one than its hash says, which is {digest[:12]}"


def _wrong_with_results(opened: Opened) -> Iterator[str]:
    """Yield where matches are missing, or not in the plan, and where the table differs from them."""
    head, store = opened.head, opened.store
    if head.part != "final" or head.only or head.secret is None:
        return
    contest = contest_of(opened)
    there, planned, present = store.count(contest.registered), size(contest.stages()), contest.done()
    if there > present:
        yield f"{there - present} matches in the file are none of the plan"
    table = head.table
    if table is None:
        yield "the final table is missing"
        return
    if (table.records, table.planned) != (present, planned):
        told = f"the table tells of {table.records} of {table.planned} matches"
        yield f"{told}, but the file has {present} of {planned}{_example(contest) if present < planned else ''}"
    yield from wrong_with_table(contest, table)


def _example(contest: Contest) -> str:
    one = next(missing(contest, ()), None)
    return "" if one is None else f"; missing is that of {', '.join(one.match.players)} on cards {one.cluster + 1}"


def given_up(opened: Opened) -> int:
    """Return how many matches the table itself says were not played."""
    table = opened.head.table
    return 0 if table is None else table.planned - table.records


def contest_of(opened: Opened) -> Contest:
    """Return the tournament of a bundle with its records."""
    found = opened.store.tournament()
    return Contest(found.tournament, opened.store, found.registered)


def round_of(head: Head) -> Round:
    """Return the round of a bundle as it was when its final was played."""
    return Round(
        id=NUMBER,
        competition=NUMBER,
        slug=head.slug,
        number=head.number,
        title=head.title,
        game=head.game,
        details=head.details,
        opens=head.opens,
        closes=head.closes,
        state=RoundState.FINAL,
        released=ALL,
        commitment=head.commitment,
        secret=head.secret,
        entries=head.entries,
        provisional=None,
        final=NUMBER,
    )
