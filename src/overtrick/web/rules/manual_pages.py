"""The manual on the site: made when somebody first asks for it, then served as files."""

import asyncio
import re
import tempfile
from pathlib import Path

import click
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from overtrick.core.mistake import Mistake
from overtrick.manual.build import build
from overtrick.web.site.site import Asked, site_of

NAME = re.compile(r"(?!.*\.\.)[\w.-][\w./-]{0,200}", re.ASCII)
KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".png": "image/png"}


class Shelf:
    """The folder of the made manual, which goes with the process."""

    def __init__(self) -> None:
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.making = asyncio.Lock()

    async def pages(self, commands: click.Group | None) -> Path:
        """Return the folder, after making the manual once."""
        async with self.making:
            if self.folder is None:
                folder = tempfile.TemporaryDirectory(prefix="overtrick-manual-")
                await asyncio.to_thread(build, Path(folder.name), commands)
                self.folder = folder
            return Path(self.folder.name)


SHELF = Shelf()


@get(["/docs", "/docs/{name:path}"])
async def manual_page(request: Asked) -> Response[bytes] | Redirect:
    """Return a page of the manual."""
    name = str(request.path_params.get("name", "")).lstrip("/")
    if not name:
        return Redirect("/docs/index.html")
    try:
        folder = await SHELF.pages(site_of(request).settings.commands)
    except Mistake as mistake:
        raise NotFoundException(str(mistake)) from None
    file = folder / name
    if NAME.fullmatch(name) is None or file.suffix not in KINDS or not file.is_file():
        raise NotFoundException(f"The manual has no page {name[:60]!r}.")
    kind = KINDS[file.suffix]
    return Response(file.read_bytes(), media_type=kind, headers={"content-type": kind})


ROUTES = (manual_page,)
