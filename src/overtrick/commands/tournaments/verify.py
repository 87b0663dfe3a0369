"""The commands with which anybody checks a round: fetch its matches, and verify them."""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import click

from overtrick.arena.bundles.format import FIRST, is_bundle
from overtrick.arena.daily.format import is_day
from overtrick.client.login import site_of, visit
from overtrick.commands.flags import json_flag
from overtrick.commands.site import checked_round, is_site
from overtrick.commands.tournaments.stores import need_packages, store_at
from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable
from overtrick.core.private import open_private

if TYPE_CHECKING:
    from overtrick.arena.bundles.again import Again
    from overtrick.arena.bundles.opened import Opened
    from overtrick.tournament.verify import Effort, Finding

DAY = re.compile(r"/(?:api/)?days/([0-9-]{10})/?")
MOST_TOLD = 20  # differences that are printed one by one


@click.command()
@click.argument("address", metavar="ADDRESS")
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--bot", default="", metavar="NAME", help="Only matches of this name.")
@click.option("--lost", is_flag=True, help="And of those only where it was not first.")
@click.option(
    "--of", "part", type=click.Choice(["provisional", "final"]), help="Which ranking; the latest if not said."
)
@json_flag
def fetch(address: str, out: Path, bot: str, lost: bool, part: str | None, as_json: bool) -> None:
    """Get the matches of the round at ADDRESS as a file, for show, replay, explain, review, export and verify.

    Who is logged in there gets the stderr of their own bots with them.
    """
    if lost and not bot:
        raise Mistake("--lost is given without --bot NAME, whose matches they would be")
    wanted = {"of": part or "", "bot": bot, "lost": "true" if lost else ""}
    count = download(address, {name: value for name, value in wanted.items() if value}, out)
    click.echo(json.dumps({"matches": count, "out": str(out)}) if as_json else f"wrote {count} matches to {out}")


def download(address: str, wanted: dict[str, str], out: Path, *, quiet: bool = False) -> int:
    """Write the file of a round, whole or not at all, and return how many matches it has."""
    from overtrick.client.api import lines_at
    from overtrick.terminal.live import live_line

    there, place = visit(site_of(address)), checked_round(address)
    query = f"?{urlencode(wanted)}" if wanted else ""
    half = out.with_name(f"{out.name}.{os.getpid()}.half")
    matches, last = 0, b""
    try:
        with open(half, "wb", opener=open_private) as file, live_line(None, quiet=quiet) as show:
            for line in lines_at(there, f"/rounds/{place}/matches.jsonl{query}"):
                if not last and not line.startswith(FIRST):
                    raise Mistake(f"{there.site} answers with something else than the file of a round")
                file.write(line)
                if line.startswith(b'{"match"'):
                    matches += 1
                    show("")
                last = line
        if not last.startswith(b'{"end"'):
            raise Mistake(f"{there.site} broke off after {matches} matches; try again")
        half.replace(out)
    except OSError as error:
        raise Mistake(f"{out} cannot be written: {error.strerror}") from None
    finally:
        half.unlink(missing_ok=True)
    return matches


@click.command()
@click.argument("where", metavar="STORE|FILE|ADDRESS|DIR")
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Look at N matches only, chosen by chance.")
@click.option("--workers", type=click.IntRange(1), help="Processes; one for each core if nobody says.")
@click.option("--records-only", is_flag=True, help="Do not run the programs in the file; only referee their matches.")
@json_flag
def verify(where: str, sample: int | None, workers: int | None, records_only: bool, as_json: bool) -> None:
    """Deal and play every match of a store, or of a round's file or ADDRESS, again, and say what differs.

    DIR is the folder of a league, of which also the histories of the entrants are looked at. ADDRESS may also be the
    page of a deal of the day that is closed, or FILE what its API gives.

    Of a round also the ranks are worked out again, and the programs that the file has play their matches again,
    behind the fence. This needs no account.
    """
    need_packages()
    from overtrick.league.verify import is_league
    from overtrick.tournament.verify import Effort
    from overtrick.tournament.workers.here import cores

    effort = Effort(workers or len(cores()), sample)
    told = Told(as_json)
    with TemporaryDirectory() as folder:
        if found := day_at(where):
            from overtrick.client.api import ask

            file = Path(folder, "day.json")
            file.write_text(json.dumps(ask(visit(site_of(where)), f"/days/{found}")))
            where = str(file)
        if is_site(where):
            file = Path(folder, "round.jsonl")
            told.say(f"{download(where, {}, file, quiet=as_json)} matches came from {where}")
            where = str(file)
        if is_day(where):
            verify_day(Path(where), told)
        elif is_bundle(where):
            verify_bundle(Path(where), effort, told, records_only=records_only)
        elif is_league(where):
            verify_league(Path(where), effort, told)
        else:
            verify_store(where, effort, told)
    told.conclude()


class Told:
    """What verifying has told so far: differences, and what else there is to know."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.findings: list[str] = []
        self.lines: list[str] = []

    def differs(self, findings: "Iterable[Finding | str]") -> int:
        """Tell differences as they come, the first ones one by one; return how many there were."""
        before = len(self.findings)
        for finding in findings:
            self.findings.append(str(finding))
            if not self.as_json and len(self.findings) <= MOST_TOLD:
                click.echo(printable(self.findings[-1]))
        return len(self.findings) - before

    def say(self, line: str) -> None:
        """Tell what was done."""
        self.lines.append(line)
        if not self.as_json:
            click.echo(printable(line))

    def conclude(self) -> None:
        """Tell all of it, and leave with an error if anything differs."""
        count = len(self.findings)
        if self.as_json:
            click.echo(json.dumps({"differences": self.findings, "told": self.lines}, indent=2))
        elif count > MOST_TOLD:
            click.echo(f"{count - MOST_TOLD} more differences are not printed; --json prints all")
        sys.exit(1 if count else 0)


def verify_store(where: str, effort: "Effort", told: Told) -> None:
    """Verify a store."""
    from overtrick.terminal.live import live_line
    from overtrick.tournament.verify import verify as findings

    with store_at(where) as opened:
        total = effort.count(opened.count())
        with live_line(total, quiet=told.as_json) as show:
            wrong = told.differs(findings(opened, lambda: show(""), effort))
        thinned = opened.thinned()
    told.say(f"{total} records: {_verdict(wrong, 'all cards and all plays are as they should be')}")
    tell_thinned(thinned, told)


def day_at(where: str) -> str:
    """Return the day whose page an address is; nothing for other addresses."""
    found = DAY.fullmatch(urlsplit(where).path) if is_site(where) else None
    return found[1] if found else ""


def verify_day(path: Path, told: Told) -> None:
    """Verify the deal of a day."""
    from overtrick.arena.daily.check import check_day, read_day

    day = read_day(path)
    tries = [tried for game in day["games"] for tried in game["tries"]]
    wrong = told.differs(check_day(day))
    told.say(f"the deal of {day['day']}, {len(tries)} tries: {_verdict(wrong, 'all is as it should be')}")
    told.say(
        "checked: cards, sets of accounts and pars from the secret; plays by the rules; answers of opponents; ranks"
    )
    if gone := sum(played["actions"] is None for tried in tries for played in tried["tables"]):
        told.say(f"{gone} tables are not kept any more, so what was played there was not checked")
    told.say(f"commitment  {day['commitment']}  (is it what the page of the day showed before it began?)")


def verify_league(folder: Path, effort: "Effort", told: Told) -> None:
    """Verify the store of a league, and the histories of its entrants."""
    from overtrick.league.run import Place
    from overtrick.league.verify import verify_histories

    place = Place(folder)
    verify_store(str(place.store), effort, told)
    with store_at(str(place.store)) as opened:
        wrong = told.differs(verify_histories(place, opened))
    told.say(f"histories: {_verdict(wrong, 'all programs that played are what their entrants had left before')}")


def verify_bundle(path: Path, effort: "Effort", told: Told, *, records_only: bool) -> None:
    """Verify the file of a round."""
    from overtrick.arena.bundles.check import check, given_up
    from overtrick.arena.bundles.opened import open_bundle
    from overtrick.games import GAMES, not_here
    from overtrick.terminal.live import live_line

    with open_bundle(path) as opened:
        head, count = opened.head, opened.store.count()
        if head.game not in GAMES:
            raise Mistake(f"{path}: {not_here(head.game)}")
        told.say(f"{head.round} {head.part}: {count} matches{f', {head.only}' if head.only else ''}")
        total = effort.count(count)
        with live_line(total, quiet=told.as_json) as show:
            wrong = told.differs(check(opened, lambda: show(""), effort))
        some = "" if total == count else f" in a sample of {total}"
        told.say(f"records: {_verdict(wrong, f'all is as it should be{some}')}")
        told.say(f"checked: {'; '.join(_checked(opened))}")
        tell_thinned(opened.store.thinned(), told)
        if left := given_up(opened):
            told.say(f"{left} matches of the plan could not be played, as the table says, and count for nobody")
        if records_only or head.secret is None or head.part != "final":
            told.say("programs: none was run, so whether they chose what the records say was not checked")
        else:
            run_programs(opened, effort, told)
        told.say(f"commitment  {head.commitment}  (is it what the page of the round showed before it opened?)")


def tell_thinned(count: int, told: Told) -> None:
    """Tell of how many matches only the numbers are left, and what could be checked of these."""
    if count:
        left = "who sat where on which cards, and what their points add up to; not what was played"
        told.say(f"{count} of them are thinned out, as their round is old: of these were checked {left}")


def _verdict(wrong: int, right: str) -> str:
    return f"{wrong} difference{'s' * (wrong > 1)}" if wrong else right


def _checked(opened: "Opened") -> "Iterator[str]":
    """Yield what was checked, as far as the file allows."""
    head = opened.head
    if head.secret is None:
        yield "rules and refereeing, on the cards that the file tells; its secret is not out yet"
        return
    yield "the cards from the secret, rules and refereeing"
    if head.part == "final":
        yield "the entries and the hashes of their programs"
        luck = ", with the luck of the cards taken out where there are enough" if head.details.adjust else ""
        yield f"ranks and intervals{luck}" if not head.only else "no ranks, as the file has not all matches"


def run_programs(opened: "Opened", effort: "Effort", told: Told) -> None:
    """Let the programs of a file play their matches again, as far as that is possible."""
    from overtrick.arena.bundles.again import Again, play_again, playable, players_again
    from overtrick.bots.fence.fence import Level, probe
    from overtrick.terminal.live import live_line

    again = Again()
    players = players_again(opened, again)
    for name, why in list(again.absent.items())[:MOST_TOLD]:
        told.say(f"programs: {name} cannot be asked again: {why}")
    if any(player.built for player in players.values()) and (level := probe()) not in (Level.A, Level.A_PLUS):
        told.say(f"programs: none was run, as the fence of this machine is of level {level}, and strangers need A")
        return
    total = effort.count(playable(opened, players))
    with live_line(total, quiet=told.as_json) as show:
        wrong = told.differs(play_again(opened, players, again, effort, lambda: show("")))
    told.say(f"programs: {again.total} matches were played again by the programs of the file; {_same(again, wrong)}")


def _same(again: "Again", wrong: int) -> str:
    """Return how it went when matches were played again."""
    parts = [f"{again.same} the same"]
    if wrong:
        parts.append(f"{wrong} otherwise")
    if again.failed:
        parts.append(f"{again.failed} could not be played here")
    if again.moody:
        who = ", ".join(f"{name} ({count})" for name, count in again.moody.items())
        parts.append(f"{sum(again.moody.values())} by who does not choose the same every time, or was late: {who}")
    return ", ".join(parts)


COMMANDS = (fetch, verify)
