"""What commands that play many matches share: where they are played, and what is said at the end."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.bots.find import Player
    from overtrick.tournament.workers.here import Playing


@contextmanager
def playing_on(players: "Mapping[str, Player]", workers: int | None, machines: str | None) -> "Iterator[Playing]":
    """Give what plays matches, here or on a cluster, and close it."""
    from overtrick.tournament.workers.dask_address import check_machines

    check_machines(machines, workers)
    if machines is None:
        from overtrick.tournament.workers.here import Workers

        playing: Playing = Workers(players, workers)
    else:
        from overtrick.tournament.workers.cluster import open_machines

        playing = open_machines(
            machines, players, lambda sentence: click.echo(f"overtrick: {printable(sentence)}", err=True)
        )
    try:
        yield playing
    finally:
        playing.close()


@contextmanager
def resumable(tell: Callable[[], None] = lambda: None, *, kept: bool = True) -> Iterator[None]:
    """On Ctrl-C say how to go on, or that nothing is kept, and tell what is known so far."""
    try:
        yield
    except KeyboardInterrupt:
        again = f"all finished matches are kept, and this goes on:\n  {shlex.join(['overtrick', *sys.argv[1:]])}"
        click.echo(f"stopped; {again if kept else 'nothing is kept, as there is no --store'}", err=True)
        tell()
        sys.exit(1)


def echo_all(lines: Iterable[str]) -> None:
    """Print lines in which a stranger's words cannot disturb the terminal."""
    for line in lines:
        click.echo(printable(line))


def end_on_faults(faults: Mapping[str, int]) -> None:
    """Leave with code 1 if there was a fault, and say whose."""
    guilty = [f"{name} ({count})" for name, count in faults.items() if count]
    if guilty:
        click.echo(f"overtrick: faults of {printable(', '.join(guilty))}", err=True)
        sys.exit(1)


def tell_failures(failed: Mapping[str, str]) -> None:
    """Say which matches could not be played, and leave with an error if there are any."""
    for key, reason in list(failed.items())[:5]:
        click.echo(f"overtrick: match {key[:12]} could not be played: {printable(reason)}", err=True)
    if failed:
        click.echo(f"overtrick: {len(failed)} matches could not be played and do not count; try again", err=True)
        sys.exit(2)
