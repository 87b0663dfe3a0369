"""The files that pages ask for: our own modules, styles and pictures, by plain names of folders and files."""

import hashlib
import re
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.web.site.site import Asked

FOLDER = Path(__file__).parents[1] / "static"
NAME = re.compile(
    r"/(?:[a-z0-9_-]{1,40}/){0,3}[a-z0-9_-]{1,40}\.(js|css|svg|png|ico|webmanifest)"
)  # no name begins with a dot
KINDS = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "webmanifest": "application/manifest+json",
}


@get("/static/{name:path}", sync_to_thread=True)
def static_file(request: Asked) -> Response[bytes]:
    """Return a file, or only that it has not changed."""
    name = str(request.path_params["name"])
    match = NAME.fullmatch(name)
    if match is None or not (file := FOLDER / name[1:]).is_file():
        raise NotFoundException(f"There is no file {name[1:60]!r}.")
    content = file.read_bytes()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}  # ask every time, so that a new version counts at once
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, headers={**headers, "content-type": KINDS[match[1]]}, media_type=KINDS[match[1]])
