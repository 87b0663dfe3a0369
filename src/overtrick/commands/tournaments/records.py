"""Finding the records that a command is told to read: in files, folders, stores, bundles and on sites."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from overtrick.arena.bundles.format import is_bundle
from overtrick.commands.site import is_site
from overtrick.commands.tournaments.stores import is_store, store_at
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.match.record import Record

MOST_SHOWN = 500  # matches of a bundle that are read without a key


def records_of(where: str, key: str | None) -> "list[Record]":
    """Return the records of a file, a folder or a site, or the one of a store or bundle whose key begins so."""
    from overtrick.match.record_file import read_records

    if is_site(where):
        return records_at(where, key)
    if Path(where).is_dir():
        if key is not None:
            raise Mistake(
                f"key is {key[:70]!r}, but {where} is a folder; allowed: a key for a store, none for a folder"
            )
        return [record for path in files_in(Path(where)) for record in read_records(path)]
    if is_bundle(where):
        return in_bundle(where, key, where, "overtrick export --csv lists them")
    if key is None and is_store(where):
        raise Mistake("this is a store, so a match must be named by its key; overtrick export --csv lists them")
    if key is None:
        return read_records(Path(where), lambda note: click.echo(f"overtrick: {note}", err=True))
    if Path(where).is_file() and not is_store(where):
        raise Mistake(
            f"key is {key[:70]!r}, but {where} is no store; allowed: a key for a store, none for a file of records"
        )
    with store_at(where) as opened:
        return [opened.record(key)]


def files_in(folder: Path) -> list[Path]:
    """Return the files of records and the logs of a folder, in the order of their numbers, or raise Mistake."""
    found = [
        path for path in folder.iterdir() if path.suffix == ".jsonl" or re.fullmatch(r"round_\d+\.json", path.name)
    ]
    if not found:
        raise Mistake(f"{folder} is a folder without records; allowed: files .jsonl, or logs round_K.json")
    return sorted(
        found, key=lambda path: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]
    )


def records_at(address: str, key: str | None) -> "list[Record]":
    """Return the matches of a round on a site, or one of them, one by its page, or that of one's own submission."""
    from overtrick.client.login import site_of, visit
    from overtrick.commands.site import ask
    from overtrick.commands.tournaments.verify import download
    from overtrick.match.record_file import sound_record

    if found := re.fullmatch(r"https?://[^/]+/submissions/(\d{1,9})(?:/replay)?/?", address):
        return [sound_record(ask(visit(site_of(address)), f"/submissions/{found[1]}/record"))]
    if one := key_at(address):
        return [sound_record(ask(visit(site_of(address)), f"/matches/{one}/record"))]
    check_address(address, ", or of a submission of yours")
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "round.jsonl"))
        download(address, {}, Path(file))
        return in_bundle(file, key, address, f"{address.rstrip('/')}/matches lists them")


def in_bundle(file: str, key: str | None, called: str, listing: str) -> "list[Record]":
    """Return the records of a bundle, or the one whose key begins so; many are not read without a key."""
    with store_at(file) as opened:
        if key is not None:
            return [opened.record(key)]
        if (count := opened.count()) > MOST_SHOWN:
            raise Mistake(f"{called} has {count} matches, so name one by its key; {listing}")
        return list(opened.records(opened.tournament().registered))


def check_address(address: str, more: str = "") -> None:
    """Raise Mistake if an address is that of no round and no match of a site."""
    if not key_at(address) and not re.fullmatch(r"https?://[^/]+/c/[^/]+/\d+/?", address):
        places = "that of a round (…/c/SLUG/N), or of a match (…/m/KEY)"
        raise Mistake(f"the address is {address[:80]!r}; allowed: {places}{more}")


def key_at(address: str) -> str:
    """Return the key of the match whose page or replay has this address; empty if it is another page."""
    found = re.fullmatch(r"https?://[^/]+/(?:m|replay)/([0-9a-fA-F]{1,64})/?(?:[?#].*)?", address)
    return found[1].lower() if found else ""
