"""The commands that start the site and its worker."""

import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from overtrick.commands.flags import command_line, machines_flag
from overtrick.core.loopback import LOOPBACK
from overtrick.core.mistake import Mistake

if TYPE_CHECKING:
    from overtrick.arena.arena import Arena
    from overtrick.arena.worker.settings import Settings as WorkerSettings

HOST, PORT = "127.0.0.1", 8000
WEB_PACKAGES = (
    "argon2",
    "confusable_homoglyphs",
    "jinja2",
    "litestar",
    "openskill",
    "prometheus_client",
    "pyrage",
    "sqlalchemy",
    "uvicorn",
    "zxcvbn",
)

store_flag = click.option(
    "--store", metavar="STORE", help="Where all is kept: a file or a PostgreSQL URL.  [default: your data folder]"
)
vault_flag = click.option(
    "--vault",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of secrets that are not yet revealed.  [default: your state folder]",
)
workers_flag = click.option("--workers", type=click.IntRange(1), help="Processes that play; one for each core.")
level_flag = click.option(
    "--allow-level",
    type=click.Choice(["A", "B", "C"]),
    default="A",
    show_default=True,
    help="The worst fence for visitors' programs; B and C are for a trial on your own machine.",
)
log_flag = click.option(
    "--log",
    type=click.Choice(["plain", "json"]),
    default="plain",
    show_default=True,
    help="How to tell what happens: lines for people, or JSON.",
)


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", default=PORT, show_default=True, help="The port to listen at; 0 for any that is free.")
@store_flag
@click.option("--name", "names", multiple=True, metavar="HOST", help="A host name of the site; repeat for more.")
@click.option("--cold", is_flag=True, help="Do not compile the strong players first.")
@click.option("--demo", is_flag=True, help="Add three competitions, one of each game, with our players.")
@click.option("--no-worker", is_flag=True, help="Serve pages only; overtrick worker plays, here or elsewhere.")
@vault_flag
@machines_flag
@workers_flag
@level_flag
@log_flag
def serve(
    host: str,
    port: int,
    store: str | None,
    names: tuple[str, ...],
    cold: bool,
    demo: bool,
    no_worker: bool,
    vault: Path | None,
    machines: str | None,
    workers: int | None,
    allow_level: str,
    log: str,
) -> None:
    """Serve the site: competitions to enter, tables to play at, and matches to look at again."""
    need_packages()
    place = store or str(data_file())
    settings = worker_settings(place, vault, machines, workers, allow_level, log)

    def ready(address: str) -> None:
        click.echo(f"Play at {address}  (Ctrl-C stops; everything is kept)")

    serve_site(
        host,
        port,
        place,
        ready,
        names=names,
        warm_up=not cold,
        demo=demo,
        vault=Path(settings.vault),
        worker=None if no_worker else settings,
        log=log,
    )


@click.command()
@store_flag
@vault_flag
@machines_flag
@workers_flag
@level_flag
@log_flag
@click.option("--checks-only", is_flag=True, help="Only build and check submissions, beside the worker that plays.")
def worker(
    store: str | None,
    vault: Path | None,
    machines: str | None,
    workers: int | None,
    allow_level: str,
    log: str,
    checks_only: bool,
) -> None:
    """Work for a site that runs with --no-worker: build, check and play what is submitted.

    With --checks-only any number of others build and check submissions, --workers at a time each, here or on other
    machines that reach the store. They need no vault and know of no cards.
    """
    need_packages()
    from overtrick.arena.arena import warning_about
    from overtrick.arena.worker.log import open_log
    from overtrick.arena.worker.work import run, run_checks, stop_on_signals

    stop = threading.Event()
    stop_on_signals(stop)
    settings = worker_settings(store or str(data_file()), vault, machines, workers, allow_level, log)
    if warning := warning_about(settings.store):
        open_log(log).tell("trouble", warning)
    if checks_only and (vault or machines):
        raise Mistake("--vault or --cluster is given with --checks-only; allowed: none of them, as it plays no matches")
    (run_checks if checks_only else run)(settings, stop)


def need_packages() -> None:
    """Raise Mistake if what the site is made of is not installed."""
    from importlib.util import find_spec

    if not all(find_spec(package) for package in WEB_PACKAGES):
        raise Mistake("the site needs some more packages; pip install 'overtrick[web]' brings them")
    # NumPy's kin start threads as soon as they are imported, and threads would keep the right to read the vault.
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))


def worker_settings(
    store: str, vault: Path | None, machines: str | None, workers: int | None, allow_level: str, log: str
) -> "WorkerSettings":
    """Return how a worker is to work, or raise Mistake if that cannot be."""
    from overtrick.arena.worker.settings import Settings
    from overtrick.arena.worker.vault import usual_vault
    from overtrick.tournament.workers.dask_address import check_machines

    check_machines(machines, workers)
    return Settings(store, str(vault or usual_vault()), machines, workers, allow_level, log)


def serve_site(
    host: str,
    port: int,
    store: str | None,
    ready: Callable[[str], None],
    *,
    names: tuple[str, ...] = (),
    warm_up: bool = True,
    demo: bool = False,
    vault: Path | None = None,
    worker: "WorkerSettings | None" = None,
    log: str = "plain",
) -> None:
    """Serve the site until Ctrl-C; ``ready`` is told the address as soon as it listens.

    What is not compiled yet is compiled first, so that no visitor waits for it.
    """
    need_packages()
    from overtrick.web.site.listen import listen

    place = store or str(data_file())
    hosts = names or (LOOPBACK if host in LOOPBACK else ())
    with listen(host, port) as socket:
        if warm_up:  # before all that takes long to load, for that would be waiting without a word
            compile_players(log)
        import uvicorn

        from overtrick.arena.arena import open_arena, warning_about
        from overtrick.web.app import make_app
        from overtrick.web.site.json_log import log_settings
        from overtrick.web.site.site import Settings

        app = make_app(Settings(place, hosts=hosts, commands=command_line()))
        shown = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=1 << 16,
            ws_max_queue=32,
            ws_ping_interval=5.0,  # so that a line which falls without a word is noticed
            ws_ping_timeout=5.0,
            ws_per_message_deflate=False,  # scenes are small, and there are many
            timeout_graceful_shutdown=3,
            server_header=False,
            **log_settings(log),
        )
        address = f"http://{shown}:{socket.getsockname()[1]}/"
        ready(address)
        with open_arena(place) as arena:
            if warning := warning_about(place):
                logging.getLogger("overtrick").warning(warning)
            tell_organiser(arena, f"https://{names[0]}/" if names else address)
            if demo:
                begin_demo(arena)
        with at_work(worker):
            give_up_vault(vault)
            server = uvicorn.Server(config)
            app.state.stopping = lambda: server.should_exit  # who watches a leaderboard must not hold it up
            with suppress(KeyboardInterrupt):  # which comes again when all is put away
                server.run(sockets=[socket])


def compile_players(log: str) -> None:
    """Compile what is not compiled yet, and tell so as the log is told."""
    from overtrick.players.warm import compile_all

    if log != "json":
        compile_all(partial(click.echo, err=True))
        return
    from overtrick.arena.worker.log import JsonLog

    compile_all(partial(JsonLog(sys.stderr).tell, "compiling"))


def tell_organiser(arena: "Arena", address: str) -> None:
    """Tell how to log in as the organiser, as long as nobody ever did."""
    from overtrick.arena.people.invitations import first_organiser

    code = first_organiser(arena)
    if code is not None:
        click.echo(f"Log in as the organiser at {address}welcome/{code}  (works once)")


def begin_demo(arena: "Arena") -> None:
    """Create the competitions of the demo, unless they are there."""
    from overtrick.arena.demo import create_demo

    for competition in create_demo(arena):
        click.echo(f"Demo: {competition.title} at {competition.path}")


@contextmanager
def at_work(settings: "WorkerSettings | None") -> Iterator[None]:
    """Have a worker at work, if there shall be one."""
    if settings is None:
        yield
        return
    from overtrick.arena.worker.keeper import start_keeper, stop_keeper

    keeper = start_keeper(settings)
    try:
        yield
    finally:
        with suppress(KeyboardInterrupt):  # who is impatient need not wait: both end by themselves
            stop_keeper(keeper)


def give_up_vault(vault: Path | None) -> None:
    """Make sure that pages cannot read secrets; where that is not possible, say so."""
    from overtrick.arena.worker.vault import Vault, usual_vault
    from overtrick.core.landlock import keep_out

    if why := keep_out(Vault(vault or usual_vault()).folder):
        logging.getLogger("overtrick").warning("the web process could read the vault, as %s", why)
    sys.stdout.flush()


def data_file() -> Path:
    """Return the store of the site in the user's data folder."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = home / "overtrick"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / "site.db"


COMMANDS = (serve, worker)
