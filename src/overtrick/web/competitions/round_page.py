"""What all pages of a round have in common: which round it is, who may see it, its head and its tabs."""

from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException

from overtrick.arena.competitions.competition import ALL, RoundState
from overtrick.arena.people.accounts import Account
from overtrick.arena.visible import places_shown, results_out, secret_out, sees_competition, sees_final, sees_sources
from overtrick.web.boards.live import Place
from overtrick.web.site.people import account_of, own_address
from overtrick.web.site.site import Asked, number_in_path, page, site_of
from overtrick.web.titles import game_title


@dataclass(frozen=True)
class Part:
    """The half of a round that is looked at."""

    name: str  # provisional or final
    of: str  # how addresses ask for it: its name, or nothing if it is what they get who do not ask
    tournament: int | None
    places: int  # that may be seen, from the last one up, or ALL

    @property
    def whole(self) -> bool:
        """Whether its matches may be seen, not only some places of its board."""
        return self.places == ALL


async def find_place(request: Asked) -> Place:
    """Return the round that an address names, or raise NotFoundException, also for those who may not know of it."""
    slug, number = str(request.path_params["slug"]), number_in_path(request)
    place = await site_of(request).live.place(slug, number)
    if place is None or not sees_competition(place.competition, account_of(request)):
        raise NotFoundException("There is no such round.")
    return place


def part_of(place: Place, account: Account | None, asked: str = "") -> Part:
    """Return the part of a round that is asked for, as far as somebody may see it; the final as soon as it may be."""
    round_, shown = place.round, places_shown(place.standing, account)
    names = ("provisional", "final") if round_.final is not None and shown else ("provisional",)
    usual = names[-1] if round_.state is RoundState.OVER else "provisional"
    name = asked if asked in names else usual
    tournament, places = (round_.final, shown) if name == "final" else (round_.provisional, ALL)
    return Part(name, "" if name == usual else name, tournament, places)


def round_page(request: Asked, template: str, place: Place, tab: str, **context: Any) -> Response[str]:
    """Return a page of a round, under its head."""
    return page(request, template, **shared(request, place, tab), **context)


def round_part(request: Asked, template: str, place: Place, tab: str, **context: Any) -> str:
    """Return the middle of a page of a round, without what is one visitor's alone, so that it can be kept."""
    made = site_of(request).templates.get_template(template)
    return made.render(**shared(request, place, tab), **context, account=account_of(request))


def shared(request: Asked, place: Place, tab: str) -> dict[str, Any]:
    """Return what all pages of a round know."""
    return {
        "competition": place.competition,
        "round": place.round,
        "game_title": game_title(place.round.game),
        "tab": tab,
        "tabs": tabs(place, account_of(request)),
        "results_out": results_out(place.standing),
        "secret_out": secret_out(place.standing),
        "host": own_address(request),
    }


def tabs(place: Place, account: Account | None) -> list[tuple[str, str, str]]:
    """Return the tabs of a round: word, address and title."""
    base, how = place.round.path, place.standing
    found = [("board", base, "Leaderboard"), ("cross", f"{base}/cross", "Cross table")]
    found.append(("matches", f"{base}/matches", "Matches"))
    if place.round.final is not None and place.round.state is RoundState.OVER and sees_final(how, account):
        found.append(("recap", f"{base}/recap", "Recap"))
    if sees_sources(how, account):
        found.append(("sources", f"{base}/sources", "Sources"))
    if place.round.state in (RoundState.PLANNED, RoundState.OPEN):
        found.append(("enter", f"{base}/enter", "Enter"))
    return found
