"""The files that pages ask for: our own modules, styles and pictures, and the drawings of games from outside."""

import hashlib
import re

from litestar import Response, get
from litestar.exceptions import NotFoundException

from overtrick.web.drawings import file_of
from overtrick.web.site.site import Asked

NAME = re.compile(r"(?:[\w-]{1,60}/){0,3}[\w-]{1,60}\.(js|css|svg|png|ico|webmanifest)")  # no name begins with a dot
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
    return file_answer(request, str(request.path_params["name"]).removeprefix("/"))


@get("/service-worker.js", sync_to_thread=True)
def service_worker(request: Asked) -> Response[bytes]:
    """Return what answers when the site cannot be reached; a worker answers only below its own address."""
    return file_answer(request, "site/service-worker.js")


def file_answer(request: Asked, name: str) -> Response[bytes]:
    """Return a file by its name, or only that it has not changed."""
    match = NAME.fullmatch(name)
    file = file_of(name) if match else None
    if match is None or file is None:
        raise NotFoundException(f"There is no file {name[:60]!r}.")
    content = file.read_bytes()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}  # ask every time, so that a new version counts at once
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, headers={**headers, "content-type": KINDS[match[1]]}, media_type=KINDS[match[1]])
