"""Verifying a league: the histories of its entrants against the store of its matches."""

import re
from collections.abc import Iterator
from pathlib import Path

from overtrick.bots.packed import program_of
from overtrick.core.mistake import Mistake
from overtrick.league.edit import Edit
from overtrick.league.generation import GENERATION
from overtrick.league.history import History
from overtrick.league.run import Place
from overtrick.tournament.records.store import Store
from overtrick.tournament.records.stored import Stored
from overtrick.tournament.verify import Finding

HASH = re.compile(r"[0-9a-f]{64}")


def is_league(where: str) -> bool:
    """Return whether a place is the folder of a league."""
    return Path(where).is_dir() and Place(Path(where)).store.exists()


def verify_histories(place: Place, store: Store) -> Iterator[Finding]:
    """Yield what differs between what entrants left and what played: programs, hashes and commitments."""
    tournaments = {
        int(found[1]): stored for stored in store.tournaments() if (found := GENERATION.search(stored.registered.name))
    }
    kept: dict[str, set[int]] = {}
    for folder in sorted(place.folder.glob("history/*.git")):
        name = folder.name.removesuffix(".git")
        try:
            edits = History(folder).edits()
        except Mistake as mistake:
            yield Finding(name, "", str(mistake))
            continue
        for edit in edits:
            kept.setdefault(edit.content, set()).add(edit.generation)
            for sentence in _wrong(edit, tournaments):
                yield Finding(f"{name}, generation {edit.generation}", "", sentence)
    for generation, stored in tournaments.items():
        for player, content in zip(stored.registered.names, stored.registered.contents, strict=True):
            digest = HASH.match(content)
            if digest and not any(number <= generation for number in kept.get(digest[0], ())):
                yield Finding(stored.registered.name, "", f"{player} is a program that nobody had left by then")


def _wrong(edit: Edit, tournaments: dict[int, Stored]) -> Iterator[str]:
    try:
        digest = program_of(edit.program).digest
    except Mistake as mistake:
        yield str(mistake)
        return
    if digest != edit.content:
        yield f"the program that is kept has the hash {digest}, not {edit.content}"
    stored = tournaments.get(edit.generation)
    if stored is None:
        yield "the store has no tournament of this generation"
    elif edit.commitment not in ("", stored.registered.commitment):
        yield f"it was told the commitment {edit.commitment}, but the cards have {stored.registered.commitment}"
