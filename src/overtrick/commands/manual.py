"""The command that writes the manual as a site: it parses, calls the library and prints."""

from pathlib import Path

import click

from overtrick.commands.flags import command_line
from overtrick.core.mistake import Mistake


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def manual(folder: Path) -> None:
    """Write the manual as HTML files into DIR; nothing is fetched from elsewhere."""
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise Mistake("the manual needs some more packages; pip install 'overtrick[web]' brings them")
    from overtrick.manual.build import build

    broken = build(folder, command_line())
    click.echo(f"wrote {sum(1 for _ in folder.rglob('*.html'))} pages; begin with {folder / 'index.html'}")
    if broken:
        raise Mistake(f"{len(broken)} links lead nowhere: {'; '.join(broken)[:2000]}")


COMMANDS = (manual,)
