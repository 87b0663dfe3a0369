"""Where somebody is logged in from the command line: a token for each site, in a file of the user's own."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from overtrick.core.loopback import is_loopback
from overtrick.core.mistake import Mistake
from overtrick.core.private import open_private


@dataclass(frozen=True)
class Login:
    """A site, and the token that speaks for somebody there; without one the site sees a visitor."""

    site: str
    token: str = field(default="", repr=False)
    name: str = ""


def site_of(address: str) -> str:
    """Return the site of an address, or raise Mistake; a token never travels unencrypted."""
    text = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    if not host or parts.scheme not in ("http", "https") or parts.username is not None:
        raise Mistake(f"the address is {address[:80]!r}; allowed: that of a site, such as https://arena.example.org")
    if parts.scheme == "http" and not is_loopback(host):
        raise Mistake(f"the address is {address[:80]!r}; allowed: https, as a token could be read on its way by others")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def logins_file() -> Path:
    """Return the file of tokens in the user's folder for settings."""
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return home / "overtrick" / "sites.json"


def logins() -> list[Login]:
    """Return all sites where somebody is logged in, the latest last."""
    file = logins_file()
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return [Login(entry["site"], entry["token"], entry["name"]) for entry in kept]
    except FileNotFoundError:
        return []
    except (ValueError, TypeError, KeyError):
        raise Mistake(f"{file} cannot be read as the list of sites; delete it and log in again") from None


def keep(entries: list[Login]) -> None:
    """Write the file of tokens, which only the user may read; at no moment is half of it there."""
    file = logins_file()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    aside = file.with_name(f"{file.name}.{os.getpid()}")
    rows = [{"site": entry.site, "token": entry.token, "name": entry.name} for entry in entries]
    aside.unlink(missing_ok=True)
    with open(aside, "w", encoding="utf-8", opener=open_private) as written:
        json.dump(rows, written, indent=2)
        written.flush()
        os.fsync(written.fileno())
    aside.replace(file)


def login_at(site: str | None) -> Login:
    """Return the login at a site, or at the one of the latest login; raise Mistake if there is none."""
    found = [entry for entry in logins() if site is None or entry.site == site_of(site)]
    if not found:
        raise Mistake(f"you are not logged in; overtrick login {site or 'ADDRESS'} does that")
    return found[-1]


def visit(site: str) -> Login:
    """Return the login at a site, or that of a visitor."""
    return next((entry for entry in logins() if entry.site == site), Login(site))
