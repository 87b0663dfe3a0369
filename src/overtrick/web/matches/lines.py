"""Another line: any position of a finished match becomes a table, with whoever asks in a seat against our players."""

import re
from typing import Any

from litestar import post
from litestar.response import Redirect

from overtrick.core.mistake import Mistake
from overtrick.web.matches.page import asked_match
from overtrick.web.matches.replays import LARGEST_RECORD
from overtrick.web.referees.new_table import USUAL_NAME
from overtrick.web.referees.store import fresh_name
from overtrick.web.site.people import account_of
from overtrick.web.site.site import Asked, form_of, site_of, visitor
from overtrick.web.tables.pages import check_allowance, kept_table


async def begin_line(request: Asked, form: dict[str, str], base: str, /, **which: Any) -> Redirect:
    """Set up a table at the position that a form names and go there; ``which`` names the match."""
    check_allowance(request)
    where = {name: form.get(name, "") for name in ("deal", "step", "seat")}
    if not all(re.fullmatch(r"[0-9]{1,6}", number) for number in where.values()):
        given = ", ".join(repr(number[:20]) for number in where.values())
        raise Mistake(f"deal, step and seat are {given}; allowed: whole numbers")
    account, name = account_of(request), fresh_name()
    who = {"guest": visitor(request).id, "who": USUAL_NAME if account is None else account.name}
    place = {name: int(number) for name, number in where.items()}
    await site_of(request).referees.ask("replay", name, want="position", base=base, **place, **who, **which)
    return Redirect(f"/tables/{name}", status_code=303)


@post("/replay/{key:str}/line", status_code=303)
async def line_of_match(request: Asked) -> Redirect:
    """Another line of a match of a tournament."""
    key = (await asked_match(request)).match.key
    return await begin_line(request, await form_of(request), f"/replay/{key}", key=key)


@post("/tables/{name:str}/replay/line", status_code=303)
async def line_of_table(request: Asked) -> Redirect:
    """Another line of the match of a table, once it is over."""
    kept = await kept_table(request)
    return await begin_line(
        request, await form_of(request), f"/tables/{kept.id}/replay", name=kept.id, names=kept.names()
    )


@post("/replays/line", status_code=303, request_max_body_size=LARGEST_RECORD)
async def line_of_file(request: Asked) -> Redirect:
    """Another line of a match that somebody brings."""
    form = await form_of(request)
    return await begin_line(request, form, "", text=form.get("record", ""))


ROUTES = (line_of_match, line_of_table, line_of_file)
