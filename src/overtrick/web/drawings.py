"""How the table of a game is drawn: a script and, beside it and of the same name, a style sheet and a picture.

Ours lie in ``static``. A game from outside brings its own as a file, which the site serves as if it lay in
``static/games/NAME``, so that it can import our modules as ours do: ``import { h } from "../../site/render.js"``.
"""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from overtrick.web.titles import known_face

STATIC = Path(__file__).parent / "static"
PLAIN = "table/plain.js"  # which draws every game that has no drawing of its own


@dataclass(frozen=True)
class Drawing:
    """Where the parts of a drawing are, as addresses of the site; what there is not is empty."""

    module: str
    sheet: str
    picture: str
    instead: str  # the module that draws when that of a game from outside fails


def drawing_of(game: str) -> Drawing:
    """Return the drawing of a game."""
    module = module_of(game)
    beside = [module.removesuffix(".js") + ending for ending in (".css", ".svg")]
    sheet, picture = (address(name) if file_of(name) else "" for name in beside)
    return Drawing(address(module), sheet, picture, address(PLAIN) if is_theirs(game) else "")


def module_of(game: str) -> str:
    """Return the name of the script that draws a game, among all static files."""
    drawing = known_face(game).drawing
    return f"games/{game}/{drawing.name}" if isinstance(drawing, Path) else drawing or PLAIN


def is_theirs(game: str) -> bool:
    """Return whether a game from outside brings its drawing."""
    return isinstance(known_face(game).drawing, Path)


def address(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{quote(name)}"


def file_of(name: str) -> Path | None:
    """Return the static file of a name that is known to be harmless, one of ours or of a game from outside."""
    folder, _, file = name.rpartition("/")
    game = folder.removeprefix("games/")
    drawing = known_face(game).drawing
    belongs = isinstance(drawing, Path) and Path(file).stem == drawing.stem
    found = Path(drawing).with_name(file) if belongs else STATIC / name
    return found if found.is_file() else None
