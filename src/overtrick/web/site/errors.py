"""What went wrong, as a page with one sentence."""

import logging
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Redirect

from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.store.trouble import IN_SHORT, StoreTrouble
from overtrick.web.site.people import LogInFirst
from overtrick.web.site.site import Asked, page

SENTENCES = {
    401: "This needs somebody who is logged in.",
    403: "This is not allowed.",
    404: "There is no such page.",
    405: "This page cannot be asked for in this way.",
    413: "This is too large.",
}


def sentence_of(error: Exception) -> tuple[int, str]:
    """Return the status and the sentence for an error."""
    if isinstance(error, Mistake):
        text = str(error)
        return 400, text[:1].upper() + text[1:] + "." * (not text.endswith("."))
    if isinstance(error, StoreTrouble):
        logging.getLogger("overtrick.web").error("%s", error)  # which names a path or a server
        return 503, f"Something does not work on our side: {IN_SHORT}."
    if isinstance(error, PlatformFault):
        return 503, f"Something does not work on our side: {error}."
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = getattr(error, "detail", "")
    own = detail if detail.endswith(".") else ""  # ours are sentences; the framework's are not for people
    if status >= 500 and not (status == 503 and own):  # to be busy is no fault
        logging.getLogger("overtrick.web").exception("a page failed", exc_info=error)
        return 500, "Something went wrong on our side; it is noted. Try again, or go back."
    return status, own or SENTENCES.get(status, "This request cannot be understood.")


def too_large(request: Asked) -> str:
    """Return that something is too large, and how large it may be."""
    handler: Any = request.scope["route_handler"]
    most = handler.resolve_request_max_body_size()
    return f"This is too large; allowed: {most} bytes." if isinstance(most, int) else SENTENCES[413]


def error_page(request: Asked, error: Exception) -> Response[Any]:
    """Return the page about an error, or the way to the form to log in; programs get it as JSON."""
    if request.scope["path"].startswith("/api/"):
        status, sentence = (401, SENTENCES[401]) if isinstance(error, LogInFirst) else sentence_of(error)
        if isinstance(error, ValidationException) and isinstance(error.extra, list):
            sentence = "; ".join(f"{one.get('key', 'it')}: {one.get('message', '')}" for one in error.extra)
        if status == 413:
            sentence = too_large(request)
        told = {"status": status, "error": sentence}
        return Response(told, status_code=status, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
    if isinstance(error, LogInFirst):
        return Redirect(error.address, status_code=303)
    status, sentence = sentence_of(error)
    if status == 413:
        sentence = too_large(request)
    try:
        return page(request, "site/error.html", status, sentence=sentence, link=None)
    except Exception:  # even the page about errors may fail
        logging.getLogger("overtrick.web").exception("the page about an error failed")
        return Response(sentence, status_code=status, media_type=MediaType.TEXT)
