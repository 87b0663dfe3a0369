"""The commands for coding agents: tools over the Model Context Protocol, and a task for a harness."""

from pathlib import Path

import click

from overtrick.commands.flags import option_flag, read_options
from overtrick.core.mistake import Mistake


@click.command()
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="Where paths are seen from, and all files are read and written; the one you stand in if nobody says.",
)
def mcp(folder: Path) -> None:
    """Serve the tools of an agent over standard input and output, by the Model Context Protocol."""
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise Mistake("the tools for agents need some more packages; pip install 'overtrick[mcp]' brings them")
    from overtrick.agents.server import server

    server(folder).run("stdio")


@click.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--anchor", "anchors", multiple=True, metavar="PLAYER", help="Whom the bot shall beat; repeat for more.")
@click.option("--seats", type=int, help="How many seats a table has.")
@click.option("--blocks", default=20, show_default=True, help="Sets of cards for each table.")
@click.option("--lang", default="python", show_default=True, help="The language of the starter.")
@click.option("--package", metavar="WHEEL|REQUIREMENT", help="What to install there; what runs here if nobody says.")
@option_flag
def task(
    game: str,
    folder: Path,
    anchors: tuple[str, ...],
    seats: int | None,
    blocks: int,
    lang: str,
    package: str | None,
    options: tuple[str, ...],
) -> None:
    """Write a task for coding agents into DIR: instruction, environment, and a test that writes the reward as JSON."""
    from overtrick.agents.task import Task, add_package, write_task
    from overtrick.terminal.live import waiting_line

    stated = Task(game, anchors, seats, read_options(options), blocks, lang, package)
    files = write_task(stated, folder)
    with waiting_line("building a wheel for its environment"):
        wheel = add_package(stated, folder)
    click.echo(f"wrote {len(files) + (wheel is not None)} files; begin with {folder / 'instruction.md'}")


COMMANDS = (mcp, task)
