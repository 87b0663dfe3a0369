"""The commands for who keeps a site: all of it in one file, and again from that; a link for a forgotten password."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import click

from overtrick.commands.serve import data_file, need_packages, store_flag, vault_flag
from overtrick.core.mistake import Mistake


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@store_flag
@vault_flag
@click.option("--to", "address", metavar="AGE1...", help="Seal it to this address: only its key opens it.")
@click.option("--new-key", is_flag=True, help="Make no backup, but write a new key to FILE and print its address.")
@click.option("--json", "as_json", is_flag=True, help="Print how much there was as JSON.")
def backup(
    file: Path, store: str | None, vault: Path | None, address: str | None, new_key: bool, as_json: bool
) -> None:
    """Put store, programs and vault of a site into one FILE, also while the site runs."""
    need_packages()
    from overtrick.arena.arena import open_arena
    from overtrick.arena.backup import write_backup
    from overtrick.arena.worker.vault import Vault, usual_vault
    from overtrick.core import sealed

    if new_key:
        write_key(file, *sealed.new_key())
        return
    check_no_other(file)
    recipient = sealed.read_address(address) if address else None
    with ExitStack() as stack:
        arena = stack.enter_context(open_arena(store or data_file(), create=False))
        kept = Vault(vault or usual_vault())
        out = stack.enter_context(whole_file(file))
        if recipient:
            out = stack.enter_context(sealed.sealing(out, recipient))
        counts = write_backup(arena, kept, out, stack.enter_context(row_line()))
    tell(counts, f"{file} holds", as_json)
    if not recipient and not as_json:
        click.echo(
            "It lies open: whoever reads it knows sources, hashes of passwords and cards to come. --to seals it."
        )


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@store_flag
@vault_flag
@click.option(
    "--key", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The key of a file that is sealed."
)
@click.option("--json", "as_json", is_flag=True, help="Print how much there was as JSON.")
def restore(file: Path, store: str | None, vault: Path | None, key: Path | None, as_json: bool) -> None:
    """Make a site of a backup FILE, where there is none yet; it goes on with its rounds."""
    need_packages()
    from overtrick.arena.backup import restore_backup
    from overtrick.arena.worker.vault import usual_vault
    from overtrick.core import sealed

    with ExitStack() as stack:
        source: IO[bytes] = stack.enter_context(file.open("rb"))
        if sealed.is_sealed(source):
            if key is None:
                raise Mistake(f"{file} is sealed; --key FILE names the key that opens it")
            source = stack.enter_context(sealed.unsealed(source, sealed.read_key(key)))
        elif key is not None:
            raise Mistake(f"{file} is not sealed; leave --key out")
        progress = stack.enter_context(row_line())
        counts = restore_backup(source, store or str(data_file()), vault or usual_vault(), progress)
    tell(counts, "restored", as_json)


def check_no_other(file: Path) -> None:
    """Raise Mistake if a backup would take the place of something else, such as the key that opens it."""
    from overtrick.arena.backup import PACKED
    from overtrick.core.sealed import MAGIC

    if not file.is_file():
        return
    with file.open("rb") as there:
        begin = there.read(len(MAGIC))
    if not begin.startswith((MAGIC, PACKED)):
        raise Mistake(f"{file} is there already and is no backup; allowed: a new name, or a backup to be replaced")


def write_key(file: Path, key: str, address: str) -> None:
    """Write a key to a file that only its owner may read, and print the address that goes with it."""
    from overtrick.core.private import open_private

    if file.exists():
        raise Mistake(f"{file} is there already; a key is never written over")
    with open(file, "w", encoding="utf-8", opener=open_private) as out:
        out.write(f"# address: {address}\n{key}\n")
    click.echo(f"{address}\nKeep {file} away from the site: it opens all backups that are made with --to this address.")


def tell(counts: dict[str, int], begin: str, as_json: bool) -> None:
    """Print how much there was."""
    if as_json:
        click.echo(json.dumps(counts))
        return
    shown = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()) if count)
    click.echo(f"{begin} {shown or 'an empty site'}.")


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Give a file that is there under its name only when all of it was written, and only for its owner."""
    from overtrick.core.private import open_private

    half = path.with_name(f"{path.name}.half")
    half.unlink(missing_ok=True)
    try:
        with open(half, "wb", opener=open_private) as out:
            yield out
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


@contextmanager
def row_line() -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how many rows are done, and of how many."""
    from overtrick.terminal.live import Shown, live_line

    line: Shown | None = None
    shown = 0
    with ExitStack() as stack:

        def show(done: int, total: int) -> None:
            nonlocal line, shown
            line = line or stack.enter_context(live_line(total, unit="rows", after_s=1.0))
            line("", done - shown)
            shown = done

        yield show


@click.command()
@click.argument("place", metavar="SLUG/N")
@click.option("--why", required=True, metavar="TEXT", help="The reason, which organisers read in what was done.")
@click.option("--keep", type=int, default=10, show_default=True, help="Of so many sets of cards one stays whole.")
@click.option("--days", type=click.IntRange(0), default=30, show_default=True, help="Only if it closed so long ago.")
@store_flag
@click.option("--json", "as_json", is_flag=True, help="Print how much there was as JSON.")
def thin(place: str, why: str, keep: int, days: int, store: str | None, as_json: bool) -> None:
    """Thin out the records of the old round SLUG/N: most lose what was played, for good, and keep their points.

    Standings, the table and the file of the round stay. Records with a fault and those of the recap stay whole.
    """
    need_packages()
    from overtrick.arena.arena import open_arena
    from overtrick.arena.boards import thinning
    from overtrick.arena.competitions.competitions import find_round
    from overtrick.commands.site import checked_round
    from overtrick.terminal.live import live_line

    slug, _, number = checked_round(place).partition("/")
    with open_arena(store or data_file(), create=False) as arena, live_line(None, unit="parts", quiet=as_json) as show:
        round_ = find_round(arena, slug, int(number))
        found = thinning.thin(arena, round_, why, keep, days=days, progress=lambda: show(""))
        arena.shrink()
    if as_json:
        click.echo(json.dumps({"records": found.records, "of": found.of, "bytes": found.bytes}))
        return
    click.echo(
        f"thinned out {found.records} of {found.of} records of {slug}/{number}: {found.bytes} bytes of plays are gone"
    )


@click.command()
@click.argument("name")
@store_flag
def password(name: str, store: str | None) -> None:
    """Make a link with which somebody on the site chooses a new password."""
    need_packages()
    from overtrick.arena.arena import open_arena
    from overtrick.arena.people.accounts import find_by_name
    from overtrick.arena.people.invitations import LASTS_S, reset_password

    with open_arena(store or data_file(), create=False) as arena:
        account = find_by_name(arena, name)
        if account is None:
            raise Mistake(f"nobody on this site is called {name[:40]!r}")
        code = reset_password(arena, account.id)
    click.echo(f"{account.name} chooses a new password at the address of your site with this behind it:")
    click.echo(f"/welcome/{code}  (works once, within {LASTS_S // 86400} days)")


COMMANDS = (backup, restore, thin, password)
