"""Downloads: files that are made while they are sent, a piece at a time, so that many readers take little memory."""

import asyncio
from collections.abc import AsyncGenerator, Iterator

from litestar.background_tasks import BackgroundTask
from litestar.exceptions import ServiceUnavailableException
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from overtrick.web.api.values import ErrorValue
from overtrick.web.boards.live import Live
from overtrick.web.site.site import Asked, site_of

MOST_DOWNLOADS = 50  # at once
CHUNK_BYTES = 1 << 17  # of a file that are sent together
JSON_LINES = "application/jsonl; charset=utf-8"
BUSY = {503: ResponseSpec(ErrorValue, description="Others download much just now.")}


def file_headers(name: str) -> dict[str, str]:
    """Return the headers of a file to keep."""
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


def streamed(request: Asked, chunks: Iterator[str], media_type: str, headers: dict[str, str]) -> Stream:
    """Return a file that is made while it is sent."""
    live = site_of(request).live
    if len(live.downloads) >= MOST_DOWNLOADS:
        raise ServiceUnavailableException("Others download all matches of a round just now; try again in a minute.")
    download = object()
    live.downloads.add(download)
    told = downloaded(live, download, chunks)
    done = BackgroundTask(live.downloads.discard, download)  # for who goes away before the first line, or between two
    return Stream(told, media_type=media_type, headers=headers, background=done)


async def downloaded(live: Live, download: object, chunks: Iterator[str]) -> AsyncGenerator[str, None]:
    """Yield what is downloaded, made in a thread as it takes seconds of computing; at its end another one may begin.

    Readers take turns, so that all of them together leave most of the machine to the pages.
    """
    try:
        while True:
            async with live.making:
                chunk = await asyncio.to_thread(next, chunks, None)
            if chunk is None:
                return
            yield chunk
    finally:
        live.downloads.discard(download)


def line_chunks(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines, many at once."""
    some, size = [], 0
    for line in lines:
        some.append(line)
        size += len(line)
        if size >= CHUNK_BYTES:
            yield "".join(some)
            some, size = [], 0
    if some:
        yield "".join(some)
