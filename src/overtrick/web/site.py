"""What the pages of the site share: its settings, its store, its referees and its templates."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request, Response
from litestar.enums import MediaType

from overtrick import __version__
from overtrick.arena.arena import Arena, open_arena
from overtrick.games import GAMES
from overtrick.tournament.store import Store, open_store
from overtrick.web.allowance import Allowances
from overtrick.web.guests import Guest
from overtrick.web.referees import Referees
from overtrick.web.table_store import TableStore, open_tables

FOLDER = Path(__file__).parent
Asked = Request[Any, Any, Any]


@dataclass(frozen=True)
class Settings:
    """What whoever runs the site decides."""

    store: str  # a path or URL; not one in memory, as the referees are processes of their own
    referees: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    hosts: tuple[str, ...] = ()  # the names by which the site may be called; empty for all
    warm_up: bool = False  # whether to compile the strong players in the background
    new_tables: tuple[float, float] = (60, 1.0)  # an address may set up so many at once, and so many a second


class Site:
    """A site while it is up; something that is started and stopped."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.store)
        self.tables: TableStore = open_tables(settings.store)
        self.arena: Arena = open_arena(settings.store)
        self.secret = self.tables.secret("forms")
        self.new_tables = Allowances(*settings.new_tables)
        self.referees = Referees(settings.store, settings.referees)
        loader = FileSystemLoader(FOLDER / "templates")
        self.templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
        self.templates.globals["preset_values"] = {name: game.PRESETS for name, game in GAMES.items()}

    def close(self) -> None:
        """Close the store, however it was opened."""
        self.store.close()
        self.tables.close()
        self.arena.close()


def site_of(request: Any) -> Site:
    """Return the site that a request or a connection is for."""
    found: Site = request.app.state.site
    return found


def visitor(request: Asked) -> Guest:
    """Return who asks."""
    found: Guest = request.scope["state"]["guest"]
    return found


def page(request: Asked, template: str, status: int = 200, **context: object) -> Response[str]:
    """Return a page made of a template; all that templates share is in its context."""
    shared = {
        "csrf_token": lambda: request.scope["state"].get("form_key", ""),
        "path": request.scope["path"],
        "version": __version__,
        "status": status,
    }
    text = site_of(request).templates.get_template(template).render({**shared, **context})
    return Response(text, status_code=status, media_type=MediaType.HTML, headers={"cache-control": "no-store"})
