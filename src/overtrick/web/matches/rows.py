"""Lists of matches: who played, what they got, how it ended, and the way to the match and its replay."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from overtrick.arena.boards.matches import Listed, Seat, Version, version_of
from overtrick.core.ending import Ending
from overtrick.tournament.report.markup import Child, node, written
from overtrick.web.site.moments import utc
from overtrick.web.titles import known_face

ENDINGS = {
    Ending.ILLEGAL: "an illegal action",
    Ending.TIMEOUT: "a timeout",
    Ending.CRASH: "a crash",
    Ending.GARBLED: "an unreadable answer",
    Ending.BUILD_FAILED: "a program that cannot be built",
    Ending.PLATFORM: "a fault of ours",
}
"""What ended a match that did not end by the rules."""


def match_rows(found: Sequence[Listed], versions: Mapping[str, Sequence[Version]]) -> str:
    """Return matches as the items of a list."""
    return "\n".join(written(_item(match, versions)) for match in found)


def points(game: str, total: int) -> str:
    """Return points as people write them; where a game wants it, what was won has a plus sign."""
    return f"{total:+d}".replace("-", "−") if known_face(game).signed or total < 0 else str(total)


def ending_text(match: Listed) -> str:
    """Return how a match ended, and by whose fault; nothing if all went by the rules."""
    if match.ending is Ending.NORMAL:
        count = sum(seat.faults for seat in match.seats)
        return "" if not count else "1 fault" if count == 1 else f"{count} faults"
    whose = "" if match.at_fault is None else f" of {match.seats[match.at_fault].name}"
    return f"{ENDINGS[match.ending]}{whose}"


def _item(match: Listed, versions: Mapping[str, Sequence[Version]]) -> Element:
    seats = [_seat(match.game, seat, versions) for seat in match.seats]
    children: list[Child] = [node("a", *seats, href=f"/m/{match.key}", class_="pairing")]
    if ending := ending_text(match):
        children.append(node("span", ending, class_="tag warn"))
    stamp, shown = utc(match.played)
    children.append(node("time", shown, datetime=stamp))
    hidden = node("span", f" of the match {match.key[:8]}", class_="sr-only")
    children.append(node("a", "Replay", hidden, href=f"/replay/{match.key}", class_="to-replay"))
    return node("li", *children)


def _seat(game: str, seat: Seat, versions: Mapping[str, Sequence[Version]]) -> Element:
    version = version_of(seat.content, versions)
    number: list[Child] = [node("small", f"v{version.number}")] if version else []
    name = node("bdi", seat.name)
    mark = "at first" if seat.place == 1 else "at"
    return node("span", name, *number, " ", node("b", points(game, seat.total)), class_=mark)
