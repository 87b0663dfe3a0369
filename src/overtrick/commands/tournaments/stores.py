"""Opening what a command is told to read: a store by its path or URL, or a bundle."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.arena.bundles.format import is_bundle
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.tournament.records.store import Store
    from overtrick.tournament.run import Contest

name_flag = click.option("--tournament", "name", metavar="NAME", help="Which one, if the store has several.")


def need_packages() -> None:
    """Raise Mistake if what tournaments are made of is not installed."""
    from importlib.util import find_spec

    if not all(find_spec(package) for package in ("alembic", "numpy", "scipy", "sqlalchemy")):
        raise Mistake("tournaments need some more packages; pip install 'overtrick[tournament]' brings them")


@contextmanager
def store_at(where: str, *, create: bool = False, ranked: bool = False) -> "Iterator[Store]":
    """Give the store at a path or URL, or what a bundle has, and tell if an older one was copied and changed.

    Where ranks shall be shown, it is also told if a bundle has not all matches of its round.
    """
    need_packages()
    if is_bundle(where):
        from overtrick.arena.bundles.opened import open_bundle

        with open_bundle(Path(where)) as bundle:
            if bundle.is_cut:
                click.echo(f"overtrick: {where} is cut off; what is in it is not all", err=True)
            if ranked and bundle.head.only:
                click.echo(
                    printable(f"overtrick: {where} has {bundle.head.only} alone, so these are not its round's ranks"),
                    err=True,
                )
            yield bundle.store
        return
    from overtrick.tournament.records.store import open_store

    with open_store(where, create=create) as opened:
        if opened.backup:
            click.echo(f"the store is of an older version; a copy of it is kept in {opened.backup}", err=True)
        yield opened


@contextmanager
def stored_contest(store: str, name: str | None, *, ranked: bool = False) -> "Iterator[Contest]":
    """Give a tournament of a store, as it was stated when it last ran; ``ranked`` if its ranks shall be shown."""
    with store_at(store, ranked=ranked) as opened:
        from overtrick.tournament.run import Contest

        found = opened.tournament(name)
        yield Contest(found.tournament, opened, found.registered)


def is_store(where: str) -> bool:
    """Return whether a place is a store; a file of records is none, and neither is nothing at all."""
    if "://" in where or not Path(where).is_file():
        return "://" in where
    with Path(where).open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"
