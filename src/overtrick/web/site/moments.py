"""Moments on pages: as UTC for everybody, and in a form that a script turns into the visitor's own time."""

from datetime import UTC, datetime

from markupsafe import Markup

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def utc(seconds: int) -> tuple[str, str]:
    """Return a moment as an attribute and as text."""
    try:
        when = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        return "", "far away"
    shown = f"{when.day} {MONTHS[when.month - 1]} {when.year}, {when:%H:%M} UTC"
    return f"{when:%Y-%m-%dT%H:%M:%SZ}", shown


def moment(seconds: int, *, countdown: bool = False) -> Markup:
    """Return a moment as an element; with a countdown, a script may also tell how long it is until then."""
    more = Markup(' data-countdown=""') if countdown else ""
    stamp, shown = utc(seconds)
    return Markup('<time datetime="{}"{}>{}</time>').format(stamp, more, shown)
