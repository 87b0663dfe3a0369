"""The commands that ask strong players about recorded matches: about one decision, or where a player loses."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from overtrick.arena.bundles.format import is_bundle
from overtrick.client.login import site_of, visit
from overtrick.commands.flags import json_flag, seed_flag, typed, workers_flag
from overtrick.commands.site import ask, checked_round, is_site
from overtrick.commands.tournaments.records import check_address, key_at, records_of
from overtrick.commands.tournaments.stores import is_store, name_flag, store_at
from overtrick.commands.tournaments.verify import download
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.match.record import Record
    from overtrick.review.judged import Opens, Place
    from overtrick.review.review import Counted, Effort

SUFFIXES = (".json", ".jsonl")  # of files of records in a folder
Gathered = tuple["list[Record]", "Opens", dict[str, int]]
"""Records, what opens one of their decisions, and how many matches of each player there are besides."""


@click.command()
@click.argument("where", metavar="FILE|STORE|ADDRESS")
@click.argument("key", required=False)
@click.option("--match", "which", default=1, show_default=True, metavar="M", help="Which match of the file.")
@click.option("--deal", "number", default=1, show_default=True, metavar="K", help="Which deal of the match.")
@click.option("--step", default=1, show_default=True, metavar="N", help="Which decision of the deal.")
@click.option("--seat", type=int, metavar="S", help="Count only the decisions of this seat.")
@click.option("--player", default="", metavar="BOT", help="Who explains; the strongest that we have if nobody says.")
@json_flag
def explain(
    where: str, key: str | None, which: int, number: int, step: int, seat: int | None, player: str, as_json: bool
) -> None:
    """Tell what a strong player thinks at a point of a match in FILE, or of the one in STORE named by KEY."""
    from importlib.util import find_spec

    if find_spec("numba") is None:
        raise Mistake("explaining needs some more packages; pip install 'overtrick[search]' brings them")
    from overtrick.players.explain import decision
    from overtrick.players.explain import explain as explained
    from overtrick.terminal.replay.explanation import explanation_lines

    records = records_of(where, key)
    if not 1 <= which <= len(records):
        raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")
    decided = decision(records[which - 1], number, step, seat)
    told = explained(decided.seen, player)
    if as_json:
        where_from = {"deal": decided.deal, "step": decided.step, "seat": decided.seen.seat, "chosen": decided.action}
        click.echo(json.dumps({**where_from, **told.data()}, indent=2))
        return
    for line in explanation_lines(records[which - 1], decided, told):
        click.echo(printable(line))


@click.command()
@click.argument("where", metavar="FILE|DIR|STORE|ADDRESS")
@click.argument("key", required=False)
@click.option("--player", default="", metavar="BOT", help="Whose decisions; those of your bots if nobody says.")
@click.option("--match", "which", type=click.IntRange(1), metavar="M", help="Only this match of the file.")
@name_flag
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True, help="Look at so many at most.")
@click.option("--top", type=click.IntRange(1, 1000), default=10, show_default=True, help="Tell so many decisions.")
@click.option(
    "--budget",
    type=click.IntRange(10, 1_000_000),
    default=400,
    show_default=True,
    metavar="WORLDS",
    help="Sampled worlds for a closer look at a decision, where cards are hidden; a first look takes a 25th.",
)
@workers_flag
@seed_flag
@json_flag
def review(
    where: str,
    key: str | None,
    player: str,
    which: int | None,
    name: str | None,
    matches: int,
    top: int,
    budget: int,
    workers: int | None,
    seed: str | None,
    as_json: bool,
) -> None:
    """Tell where a player loses: its decisions that cost most, and what they have in common.

    The matches are those of FILE, of all files in DIR, of a tournament in STORE (or the one named by KEY), or of a
    round or a match of a site by its ADDRESS. Every decision is judged by the strong players of the game, by what its
    seat could know. The same seed gives the same numbers, on any number of cores.
    """
    from overtrick.core.luck import read_seed
    from overtrick.review.review import SEED, Effort, reviews, reviews_data
    from overtrick.terminal.live import live_line
    from overtrick.terminal.review import print_reviews
    from overtrick.tournament.workers.here import cores

    secret = SEED if seed is None else read_seed(seed)
    effort = Effort(matches, budget, top, workers or len(cores()), secret)
    player = player or (own_bot(where) if is_site(where) and not key_at(where) else "")
    records, opens, besides = gathered(where, key, name, player, effort, quiet=as_json)
    if which is not None:
        if which > len(records):
            raise Mistake(f"match is {which}; allowed: 1 to {len(records)}")
        records = [record for number, record in enumerate(records, start=1) if number == which]
        whole, opens = opens, lambda place: whole(numbered(place, which))

    def watch(total: int, unit: str) -> "AbstractContextManager[Counted]":
        return live_line(total, unit=unit, quiet=as_json, after_s=1.0)

    found = reviews(records, [player] if player else own_players(records), effort, watch, besides)
    if as_json:
        click.echo(json.dumps(reviews_data(found, effort, opens), indent=2))
    else:
        print_reviews(found, opens)


def numbered(place: "Place", number: int) -> "Place":
    """Return a place in a match of another number."""
    from dataclasses import replace

    return replace(place, match=number)


def own_players(records: "Sequence[Record]") -> list[str]:
    """Return who is no player of ours, in the order of names; if nobody is, all of them."""
    from overtrick.bots.builtin import is_named

    players = sorted({(player, record.match.game) for record in records for player in record.match.players})
    mine = [player for player, game in players if not is_named(player, game)]
    return mine or [player for player, _ in players]


def own_bot(address: str) -> str:
    """Return what the bot of whoever is logged in is called in a round of a site; nothing if that is not clear."""
    check_address(address)
    there = visit(site_of(address))
    if not there.token:
        return ""
    rows = ask(there, f"/submissions?round={quote(checked_round(address), safe='')}")
    names = {str(row["bot"]) for row in rows if row["version"]}
    return names.pop() if len(names) == 1 else ""


# Where matches come from


def gathered(where: str, key: str | None, name: str | None, player: str, effort: "Effort", *, quiet: bool) -> Gathered:
    """Return the records of a place, or enough of them, and what opens one of their decisions."""
    if is_site(where):
        return from_site(where, player, effort, quiet=quiet)
    if key is None and (is_store(where) or is_bundle(where)):
        return from_store(where, name, player, effort)
    if Path(where).is_dir():
        return from_folder(Path(where))
    records, stored = records_of(where, key), key is not None
    return records, lambda place: replay_command(where, place, stored=stored), {}


def replay_command(where: str | Path, place: "Place", *, stored: bool) -> str:
    """Return the command that opens a place in the replay: of a store by its key, of a file by its number."""
    which = [place.key[:12]] if stored else ["--match", str(place.match)]
    return typed("replay", where, *which, "--deal", place.deal, "--step", place.step)


def from_folder(folder: Path) -> Gathered:
    """Return the records of all files in a folder, and of those below it."""
    from dataclasses import replace

    from overtrick.match.record_file import read_records

    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if not files:
        raise Mistake(f"there is no file of records in {folder}; allowed: names that end with {' or '.join(SUFFIXES)}")
    records, places = [], []
    for file in files:
        for number, record in enumerate(read_records(file, lambda note: click.echo(f"overtrick: {note}", err=True)), 1):
            records.append(record)
            places.append((file, number))

    def opens(place: "Place") -> str:
        file, number = places[place.match - 1]
        return replay_command(file, replace(place, match=number), stored=False)

    return records, opens, {}


def from_store(where: str, name: str | None, player: str, effort: "Effort") -> Gathered:
    """Return the records of a tournament in a store, or of a bundle: for each player as many as are looked at."""
    with store_at(where) as opened:
        found = opened.tournament(name).registered
        listed = opened.latest(found, opened.count(found))
        if not listed:
            raise Mistake(f"{where} has no match of {found.name} yet")
        players = [player] if player else sorted({one for match in listed for one in match.entrants})
        wanted: set[str] = set()
        there = {one: sorted(match.key for match in listed if one in match.entrants) for one in players}
        for one, keys in there.items():
            wanted.update(Random(effort.seed + one.encode()).sample(keys, min(effort.matches, len(keys))))
        if not wanted:
            known = sorted({one for match in listed for one in match.entrants})
            raise Mistake(f"player is {player[:60]!r}; allowed: {', '.join(known)}")
        records = [opened.record(key) for key in sorted(wanted)]
    besides = {one: len(set(keys) - wanted) for one, keys in there.items()}
    return records, lambda place: replay_command(where, place, stored=True), besides


def from_site(address: str, player: str, effort: "Effort", *, quiet: bool) -> Gathered:
    """Return the records of a round of a site, or of one match there; its pages show the decisions."""
    site = site_of(address)
    check_address(address)

    def opens(place: "Place") -> str:
        return f"{site}/replay/{place.key[:12]}#{place.fragment}"

    if key_at(address):
        return records_of(address, None), opens, {}
    with TemporaryDirectory() as folder:
        file = Path(folder, "round.jsonl")
        download(address, {"bot": player} if player else {}, file, quiet=quiet)
        records, _, besides = from_store(str(file), None, player, effort)
    return records, opens, besides


COMMANDS = (explain, review)
