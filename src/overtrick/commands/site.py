"""The commands that speak with a site: log in, send a bot, see how it does."""

import json
import math
import re
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import click

from overtrick.client.login import Login, keep, login_at, logins, site_of, visit
from overtrick.commands.flags import json_flag
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable

if TYPE_CHECKING:
    from overtrick.tournament.rating.ratings import Estimate, Ratings
    from overtrick.tournament.report.export import Cell

WAITING = ("queued", "building", "checking")
LOOK_S = 1.0
ROUND = re.compile(r"([a-z0-9-]{1,80})/([0-9]{1,6})", re.ASCII)
WORDS = {"building": "building it", "checking": "playing the test player"}
site_flag = click.option("--site", metavar="ADDRESS", help="Which site, if you are logged in at several.")


def say(line: str) -> None:
    """Print a line in which a stranger's words cannot disturb the terminal."""
    click.echo(printable(line.expandtabs()))


def ask(there: Login, path: str, body: bytes | None = None, kind: str = "application/json") -> Any:
    """Return what the API of a site answers."""
    from overtrick.client import api as site_api  # which brings much that other commands need not wait for

    return site_api.ask(there, path, body, kind)


@click.command()
@click.argument("address", metavar="ADDRESS")
def login(address: str) -> None:
    """Log in at the site of ADDRESS, with a token that you make on its page about you."""
    site = site_of(address)
    if sys.stdin.isatty():
        click.echo(f"Make a token for reading and submitting at {site}/me and paste it here; it is not shown.")
        token = click.prompt("Token", hide_input=True)
    else:
        token = sys.stdin.readline()
    token = token.strip()
    if not re.fullmatch(r"[\x21-\x7e]{1,200}", token):
        raise Mistake(f"this is no token; {site}/me makes one")
    whom = ask(Login(site, token), "/me")
    keep([entry for entry in logins() if entry.site != site] + [Login(site, token, str(whom["name"]))])
    say(f"logged in at {site} as {whom['name']}; the token is for {' and '.join(whom['scopes'])}")


@click.command()
@site_flag
def logout(site: str | None) -> None:
    """Forget the token for a site."""
    left = login_at(site)
    keep([entry for entry in logins() if entry.site != left.site])
    say(f"logged out at {left.site}; the token still counts until you revoke it at {left.site}/me")


@click.command()
@click.argument("bot", type=click.Path(path_type=Path), metavar="BOT")
@click.option("--round", "round_", metavar="SLUG/N", help="Which round, or its address, if several are open.")
@click.option("--try", "trial", is_flag=True, help="Only play the test player; do not enter.")
@click.option("--name", default="", help="What the bot is called there; as you are, if nobody says.")
@click.option("--keep-best", is_flag=True, help="Let the version before play on should it rank higher.")
@click.option("--no-wait", is_flag=True, help="Do not wait for what comes of it.")
@site_flag
@json_flag
def submit(
    bot: Path,
    round_: str | None,
    trial: bool,
    name: str,
    keep_best: bool,
    no_wait: bool,
    site: str | None,
    as_json: bool,
) -> None:
    """Send BOT, a file or a folder, to a round of a site, and wait for what comes of it."""
    from overtrick.client.api import form_of, upload_of

    filename, data = upload_of(bot)
    if trial and keep_best:
        raise Mistake("--try and --keep-best are both given; allowed: one of them, as a try enters nothing")
    stated = None if round_ is None else checked_round(round_)
    there = login_at(site if site or not round_ or not is_site(round_) else site_of(round_))
    if round_ and is_site(round_) and site_of(round_) != there.site:
        raise Mistake(f"the round is at {site_of(round_)}, and --site says {there.site}; allowed: one of them")
    place = stated or open_round(there)
    fields = {"purpose": "try" if trial else "enter", "name": name, **({"keep": "true"} if keep_best else {})}
    body, kind = form_of(fields, filename, data)
    sent = ask(there, f"/rounds/{place}/submissions", body, kind)
    if not as_json:
        version = "to try it" if trial else f"version {sent['version']} of {sent['bot']}"
        say(f"sent {filename} to {place}: {version}, submission {sent['id']}, {there.site}{sent['address']}")
    try:
        done = sent if no_wait else waited(there, sent, quiet=as_json)
    except KeyboardInterrupt:
        click.echo(f"it goes on without us; overtrick logs {sent['id']} tells what came of it", err=True)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps(done, indent=2))
    elif not no_wait:
        print_outcome(done)
        if done["has_record"]:
            say(f"its match against the test player: {there.site}{done['address']}/replay")
        if keep_best and done["state"] == "passed":
            say(
                "it plays the provisional ranking to its end; if the version before ranked higher, that one plays again"
            )
    if done["state"] == "failed":
        sys.exit(1)


def checked_round(text: str) -> str:
    """Return a round as SLUG/N, also from its address, or raise Mistake."""
    path = urlsplit(text).path if "://" in text else text
    found = ROUND.fullmatch(path.removeprefix("/c/").rstrip("/"))
    if found is None:
        raise Mistake(f"the round is {text[:80]!r}; allowed: SLUG/N, such as spring-cup/1")
    return f"{found[1]}/{int(found[2])}"


def stated_round(text: str) -> dict[str, Any]:
    """Return what a round states, by its address or as SLUG/N at the site where one is logged in."""
    place = checked_round(text)
    there = visit(site_of(text)) if is_site(text) else login_at(None)
    stated: dict[str, Any] = ask(there, f"/rounds/{place}")
    return stated


def open_round(there: Login) -> str:
    """Return the one round of a site that is open, or raise Mistake with those there are."""
    found = [
        f"{competition['slug']}/{entry['number']}"
        for competition in ask(there, "/competitions")
        for entry in competition["rounds"]
        if entry["state"] == "open" and competition["state"] == "open"
    ]
    if not found:
        raise Mistake(f"no round is open at {there.site}")
    if len(found) > 1:
        raise Mistake(f"several rounds are open at {there.site}; say --round {' or --round '.join(found)}")
    return found[0]


def waited(
    there: Login, sent: Mapping[str, Any], *, quiet: bool, sleep: Callable[[float], None] = time.sleep
) -> dict[str, Any]:
    """Return a submission once it is done, telling on the way how far it is."""
    told = ""
    now = dict(sent)
    while now["state"] in WAITING:
        place = f"waiting, number {now['place']} in the queue"
        word = WORDS.get(now["state"], place)
        if word != told and not quiet:
            say(f"  {word}")
        told = word
        sleep(LOOK_S)
        now = ask(there, f"/submissions/{now['id']}")
    return now


def print_outcome(done: Mapping[str, Any]) -> None:
    """Print what came of a submission: its log if it has one, what its check found, the verdict."""
    if done["log"]:
        click.echo("Build log:")
        for line in str(done["log"]).splitlines():
            say(f"  {line}")
    for line in [*done["passed"], *done["fault"]]:
        say(f"  {line}")
    say(f"{done['state']}: {done['verdict']}" if done["verdict"] else str(done["state"]))
    if done["command"] and done["state"] == "failed":
        say(f"the same at home:  {done['command']}")


@click.command()
@click.option("--round", "round_", metavar="SLUG/N", help="Only those to a round.")
@site_flag
@json_flag
def submissions(round_: str | None, site: str | None, as_json: bool) -> None:
    """List what you have sent to a site, the latest first."""
    there = login_at(site)
    query = "" if round_ is None else f"?round={quote(checked_round(round_), safe='')}"
    rows = ask(there, f"/submissions{query}")
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    elif not rows:
        click.echo("nothing yet; overtrick submit BOT sends a bot")
    else:
        print_submissions(rows)


def print_submissions(rows: list[dict[str, Any]]) -> None:
    """Print submissions as a table."""
    from rich.console import Console

    from overtrick.terminal.columns import PLAIN_WIDTH, Column, fitted, is_terminal, plain_lines, rich_table, shortened

    columns = [
        Column("id", tuple(str(row["id"]) for row in rows)),
        Column("round", tuple(shortened(row["round"]) for row in rows), left=True),
        Column("bot", tuple(shortened(row["bot"]) for row in rows), left=True, gives_way=True),
        Column("version", tuple(str(row["version"]) if row["version"] else "try" for row in rows)),
        Column("state", tuple("plays" if row["active"] else str(row["state"]) for row in rows), left=True),
        Column("sent", tuple(f"{datetime.fromtimestamp(row['created'], UTC):%d %b %H:%M}" for row in rows), left=True),
        Column("file", tuple(shortened(row["filename"]) for row in rows), left=True, gives_way=True),
    ]
    console = Console()
    if is_terminal(console):
        console.print(rich_table(fitted(columns, console.width - 2)))
        return
    for line in plain_lines(fitted(columns, PLAIN_WIDTH)):
        click.echo(line)


@click.command()
@click.argument("number", type=click.IntRange(1), metavar="ID")
@site_flag
@json_flag
def logs(number: int, site: str | None, as_json: bool) -> None:
    """Print the build log of submission ID, what its check found, and how to see the same at home."""
    found = ask(login_at(site), f"/submissions/{number}")
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        print_outcome(found)


@click.command()
@click.argument("number", type=click.IntRange(1), metavar="ID")
@site_flag
@json_flag
def activate(number: int, site: str | None, as_json: bool) -> None:
    """Let submission ID play: one of your versions that has passed its check, as overtrick submissions lists them."""
    chosen = ask(login_at(site), f"/submissions/{number}/activate", b"")
    if as_json:
        click.echo(json.dumps(chosen, indent=2))
    else:
        say(f"version {chosen['version']} of {chosen['bot']} plays in {chosen['round']} now")


# Standings, for the command of tournaments


def is_site(where: str) -> bool:
    """Return whether standings are asked of a site, not of a store."""
    return where.startswith(("http://", "https://"))


def site_standings(address: str) -> dict[str, Any]:
    """Return the leaderboard at the address of a round."""
    place = checked_round(address)
    board: dict[str, Any] = ask(visit(site_of(address)), f"/rounds/{place}/board")
    return board


def print_site_standings(board: Mapping[str, Any]) -> None:
    """Print a leaderboard as those of tournaments are."""
    from rich.console import Console

    from overtrick.terminal.columns import is_terminal
    from overtrick.terminal.tournament.standings import standings_lines, standings_table
    from overtrick.tournament.report.words import MEASURES

    if not board["lines"]:
        click.echo("no match has been played yet, or the results are not out")
        return
    ratings = ratings_of(board)
    part = "Final" if board["final"] else "Provisional"
    meaning = MEASURES[ratings.rank_by].meaning
    click.echo(f"{part} ranking after {board['records']} of {board['planned']} matches, by {meaning}.\n")
    console = Console()
    if is_terminal(console):
        console.print(standings_table(ratings))
        return
    for line in standings_lines(ratings):
        click.echo(line)


def site_rows(board: Mapping[str, Any]) -> "list[dict[str, Cell]]":
    """Return a leaderboard as rows, with the columns of tournaments that a site tells."""
    from overtrick.tournament.report.export import standings_rows

    return [{name: cell for name, cell in row.items() if name != "blocks"} for row in standings_rows(ratings_of(board))]


def ratings_of(board: Mapping[str, Any]) -> "Ratings":
    """Return a leaderboard of a site as the ratings of a tournament."""
    from overtrick.tournament.rating.ratings import Rating, Ratings
    from overtrick.tournament.stated.tournament import RankBy

    lines = tuple(
        Rating(
            name=line["name"],
            group=line["group"],
            worth=_estimate(line["worth"]),
            score=_estimate(line["score"]),
            place=_known(line["place"]),
            won=_known(line["won"]),
            strength=_estimate(line["strength"] or [None] * 3),
            matches=line["matches"],
            blocks=0,
            faults=line["faults"],
            needed=line["needed"],
        )
        for line in board["lines"]
    )
    return Ratings(RankBy(board["rank_by"]), lines, {}, board["records"], 0)


def _estimate(parts: list[float | None]) -> "Estimate":
    from overtrick.tournament.rating.ratings import Estimate

    value, low, high = (_known(part) for part in parts)
    return Estimate(value, low, high)


def _known(part: float | None) -> float:
    return math.nan if part is None else part


COMMANDS = (login, logout, submit, submissions, activate, logs)
