"""What somebody chose last for a table of a game: in a cookie of their browser, which only that page gets to see."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from litestar.datastructures import Cookie

from overtrick.web.site.guests import YEAR_S, is_https
from overtrick.web.site.site import Asked

NAME = "overtrick-table"
LONGEST = 3000  # bytes; browsers keep 4096 with the name
FIELDS = ("seats", "company", "level", "preset", "clock", "pace", "learning", "out_sees")
KINDS = ("option_", "own_", "kind_", "name_")


def remembering(request: Asked, form: Mapping[str, str]) -> list[Cookie]:
    """Return what keeps the choices of a form; nothing if it is none of our page, or too long."""
    chosen = {name: text for name, text in form.items() if text and (name in FIELDS or name.startswith(KINDS))}
    word = urlsafe_b64encode(json.dumps(chosen, separators=(",", ":")).encode()).decode().rstrip("=")
    if "seats" not in form or len(word) > LONGEST:
        return []
    https, path = is_https(request), f"/play/{form['game']}"
    return [Cookie(key=NAME, value=word, path=path, max_age=YEAR_S, secure=https, httponly=True, samesite="lax")]


def remembered(request: Asked) -> dict[str, str]:
    """Return what was chosen last; nothing if that is not known, or what came is none of ours."""
    word = request.cookies.get(NAME, "")[:LONGEST]
    try:
        found = json.loads(urlsafe_b64decode(word + "=" * (-len(word) % 4)))
    except (ValueError, RecursionError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {str(name): text for name, text in pairs if isinstance(text, str)}
