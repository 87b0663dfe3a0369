"""The command that starts the site."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from overtrick.mistake import Mistake

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HOST, PORT = "127.0.0.1", 8000


@click.command()
@click.option("--host", default=HOST, show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", default=PORT, show_default=True, help="The port to listen at; 0 for any that is free.")
@click.option(
    "--store", metavar="STORE", help="Where tables are kept: a file or a PostgreSQL URL.  [default: your data folder]"
)
@click.option("--name", "names", multiple=True, metavar="HOST", help="A host name of the site; repeat for more.")
@click.option("--cold", is_flag=True, help="Do not compile the strong players in the background.")
def serve(host: str, port: int, store: str | None, names: tuple[str, ...], cold: bool) -> None:
    """Serve the site: tables to play at, and matches to look at again."""

    def ready(address: str) -> None:
        click.echo(f"Play at {address}  (Ctrl-C stops; tables are kept)")

    serve_site(host, port, store, ready, names=names, warm_up=not cold)


def serve_site(
    host: str,
    port: int,
    store: str | None,
    ready: Callable[[str], None],
    *,
    names: tuple[str, ...] = (),
    warm_up: bool = True,
) -> None:
    """Serve the site until Ctrl-C; ``ready`` is told the address as soon as it listens."""
    try:
        import uvicorn

        from overtrick.web.app import make_app
        from overtrick.web.site import Settings
    except ModuleNotFoundError as error:
        if str(error.name).startswith("overtrick"):
            raise
        raise Mistake("the site needs some more packages; pip install 'overtrick[web]' brings them") from None
    from overtrick.web.listen import listen

    hosts = names or (LOOPBACK if host in LOOPBACK else ())
    with listen(host, port) as socket:
        app = make_app(Settings(store or str(data_file()), hosts=hosts, warm_up=warm_up))
        shown = f"[{host}]" if ":" in host else host
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=1 << 16,
            ws_max_queue=32,
            ws_per_message_deflate=False,  # scenes are small, and there are many
            timeout_graceful_shutdown=3,
            server_header=False,
        )
        ready(f"http://{shown}:{socket.getsockname()[1]}/")
        with suppress(KeyboardInterrupt):  # which comes again when all is put away
            uvicorn.Server(config).run(sockets=[socket])


def data_file() -> Path:
    """Return the store of the site in the user's data folder."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = home / "overtrick"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder / "site.db"


COMMANDS = (serve,)
