"""What the pages of the site share: its settings, its store, its referees and its templates."""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException

from overtrick import __version__
from overtrick.arena.arena import Arena, open_arena
from overtrick.tournament.records.store import Store, open_store
from overtrick.web.allowance import Allowances
from overtrick.web.boards.live import Live
from overtrick.web.referees.answers import Answers
from overtrick.web.referees.referees import Referees
from overtrick.web.referees.store import TableStore, open_tables
from overtrick.web.site.door import Door
from overtrick.web.site.guests import Guest
from overtrick.web.site.messenger import Messenger
from overtrick.web.site.moments import moment
from overtrick.web.titles import game_title, inside

FOLDER = Path(__file__).parents[1]
Asked = Request[Any, Any, Any]


@dataclass(frozen=True)
class Settings:
    """What whoever runs the site decides."""

    store: str  # a path or URL; not one in memory, as the referees are processes of their own
    referees: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    hosts: tuple[str, ...] = ()  # the names by which the site may be called; empty for all
    new_tables: tuple[float, float] = (60, 1.0)  # an address may set up so many at once, and so many a second
    new_accounts: tuple[float, float] = (20, 1 / 60)  # likewise
    puzzle_tries: tuple[float, float] = (60, 0.5)  # of guests that are counted for others, likewise
    commands: click.Group | None = None  # for their page in the manual


class Site:
    """A site while it is up; something that is started and stopped."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = open_store(settings.store)
        self.tables: TableStore = open_tables(settings.store)
        self.arena: Arena = open_arena(settings.store)
        self.live = Live(self.arena)
        self.messenger = Messenger(self.arena)
        self.secret = self.tables.secret("forms")
        self.new_tables = Allowances(*settings.new_tables)
        self.new_accounts = Allowances(*settings.new_accounts)
        self.puzzle_tries = Allowances(*settings.puzzle_tries)
        self.door = Door()
        self.referees = Referees(settings.store, settings.referees)
        self.answers = Answers(self.referees.ask)
        loader = FileSystemLoader(FOLDER / "templates")
        self.templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
        self.templates.filters |= {"day": day, "game_title": game_title, "inside": inside}
        self.templates.globals["moment"] = moment

    def close(self) -> None:
        """Close the store, however it was opened."""
        self.door.close()
        self.store.close()
        self.tables.close()
        self.arena.close()


def day(moment: int) -> str:
    """Return the day of a moment in seconds since 1970, as UTC counts."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def site_of(request: Any) -> Site:
    """Return the site that a request or a connection is for."""
    found: Site = request.app.state.site
    return found


def visitor(request: Asked) -> Guest:
    """Return who asks."""
    found: Guest = request.scope["state"]["guest"]
    return found


async def form_of(request: Asked) -> dict[str, str]:
    """Return the texts of a form."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def number_in_path(request: Asked, name: str = "number") -> int:
    """Return a number of the address; what no database could have counted to is a page that is not there."""
    number = int(request.path_params[name])
    if not 0 <= number < 1 << 31:
        raise NotFoundException("There is no such page.")
    return number


def page(request: Asked, template: str, status: int = 200, **context: object) -> Response[str]:
    """Return a page made of a template; all that templates share is in its context."""
    shared = {
        "csrf_token": lambda: request.scope["state"].get("form_key", ""),
        "account": request.scope["state"].get("account"),
        "is_known": "account" in request.scope["state"],  # not for addresses that lead nowhere
        "path": request.scope["path"],
        "version": __version__,
        "status": status,
    }
    if twice := shared.keys() & context.keys():
        raise ValueError(f"all templates have {sorted(twice)} already")  # or a foot would show what a page is about
    text = site_of(request).templates.get_template(template).render({**shared, **context})
    return Response(text, status_code=status, media_type=MediaType.HTML, headers={"cache-control": "no-store"})
