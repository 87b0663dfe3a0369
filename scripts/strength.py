"""How strong our players are: stored tournaments of ``examples/ladder`` as the page docs/strength.md.

python scripts/strength.py STORE... > docs/strength.md
python scripts/strength.py --again docs/strength.md STORE...

The second writes nothing anew but what is won from them, by the files of ``examples/exploit``, the parts of
``examples/strangers``, and the tournaments of the stores that are given.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import changed, settled
from overtrick.games.options import option_text
from overtrick.match.record import Record
from overtrick.store.trouble import StoreTrouble
from overtrick.tournament.plan.plan import participants
from overtrick.tournament.plan.stage import size
from overtrick.tournament.rating.rate import rate
from overtrick.tournament.rating.ratings import Estimate, Ratings
from overtrick.tournament.rating.sums import t_estimates
from overtrick.tournament.records.store import open_store
from overtrick.tournament.report.words import MEASURES, difference_text, digits_for, number, pair_of
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import RankBy

LADDER = Path(__file__).parents[1] / "examples" / "ladder"
EXPLOITS = Path(__file__).parents[1] / "examples" / "exploit"
STRANGERS = Path(__file__).parents[1] / "examples" / "strangers"  # parts of the page, made by scripts/strangers.py
POINTS = {"wizard": "points", "duel": "tricks", "figgie": "dollars"}
MONEY = ("trading", "cards", "bonus")

INTRO = """# How strong the players are

<!-- Made by `python scripts/strength.py STORE...` from stored tournaments; change those, not this page. -->

Made by `python scripts/strength.py` from tournaments of `examples/ladder`, which anyone can repeat with the command
below each table. All are played in blocks: each set of cards in all rotations of the seats. Brackets hold 95 %
intervals ([how they are made](statistics.md)). The time is the processor's, the mean over all decisions, the forced
ones and the first, which loads compiled code, too. A player with a budget of time depends on the machine a little.
"""

HEADING = re.compile(r"^(?=## )", re.MULTILINE)  # where a part of the page begins
WON_FROM_THEM, END = "<!-- what is won from them -->", "<!-- end of what is won from them -->"
EXPLOITED = f"""{WON_FROM_THEM}
## What is won from them

The most that `overtrick exploit` found a single seat to win from a table of each player, in points a match above the
mean of the table, with 95 % intervals on cards that the search had not used ([what that means](exploiting.md)). It is
a lower bound: another family of players, or a longer search, may win more. `examples/exploit` has what was found.
"""


@dataclass(frozen=True)
class Aim:
    """What an entrant is meant to reach; the lower end of the interval counts."""

    entrant: str
    measure: str
    least: float


SCORE, LEAD, WON, EXACT = "score", "lead", "won", "exact"
WORDS = {  # what an aim asks for, the factor of its numbers and their unit
    SCORE: ("takes at least {} a match", 1, ""),
    LEAD: ("is ahead of the best of the others at common tables by more than {}", 1, ""),
    WON: ("wins more than {} of the matches", 100, " %"),
    EXACT: ("makes at least {} of its bids", 100, " %"),
}
FIRST = Aim("search", LEAD, 0)
BAYES_LADDER = (Aim("bayes", LEAD, 0), Aim("bayes", SCORE, 45))
BAYES_STARTERS = (Aim("bayes", SCORE, 100),)
AIMS = {  # by the file of the tournament
    "wizard": (FIRST,),
    "wizard-three": (FIRST,),
    "wizard-five": (FIRST,),
    "wizard-six": (FIRST,),
    "wizard-hook": (FIRST,),
    "wizard-first-suit": (FIRST,),
    "wizard-search-tree": (FIRST, Aim("search", WON, 0.25)),
    "wizard-search-net": (Aim("search", SCORE, 410), Aim("search", EXACT, 0.77), Aim("search", WON, 0.42)),
    "wizard-search-classic": (Aim("search", WON, 0.85),),
    "wizard-strangers": (FIRST,),
    "wizard-strangers-tuning": (FIRST,),
    "beginner-wizard": (Aim("beginner", LEAD, 0),),
    "beginner-figgie": (Aim("beginner", LEAD, 0),),
    "beginner-figgie-tick": (Aim("beginner", LEAD, 0),),
    "figgie": BAYES_LADDER,
    "figgie-tick": BAYES_LADDER,
    "figgie-five": BAYES_LADDER,
    "figgie-five-tick": BAYES_LADDER,
    "figgie-starters": BAYES_STARTERS,
    "figgie-starters-tick": BAYES_STARTERS,
    "figgie-five-starters": BAYES_STARTERS,
    "figgie-five-starters-tick": BAYES_STARTERS,
}
AHEAD, AHEAD_FOR_SURE = 0.60, 0.55  # how often a level shall finish ahead of the one below, and the interval's end
BEFORE = "Played before `wizard:net` was trained among strangers and `wizard:search` searched as it does now."
OUTDATED = {  # by files of tournaments that were not played again since their players changed: what has changed
    "wizard-search-net": BEFORE,
    "wizard-search-tree": BEFORE,
}
PAGES = {"wizard": "wizard-players.md", "figgie": "figgie-players.md"}  # they tell what was tried


@dataclass
class Tally:
    """What the records of one entrant add up to."""

    decisions: int = 0
    cpu_us: int = 0
    matches: int = 0
    facts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    exact: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)  # by cards: exact bids, rounds


def tallies(contest: Contest) -> dict[str, Tally]:
    """Return what the records of all entrants add up to."""
    found: dict[str, Tally] = defaultdict(Tally)
    stages = contest.stages()
    records = contest.store.records(contest.registered, stages)
    for played, record in zip(contest.store.played(contest.registered, stages), records, strict=True):
        assert played.key == record.match.key(), "the store gives both in one order"
        count(found, record, (played.stage, played.cluster))
    return found


def count(found: dict[str, Tally], record: Record, cards: tuple[str, int]) -> None:
    """Add a record, which was played on some cards."""
    for deal in record.deals:
        for (seat, _), (cpu_us, _) in zip(deal.actions, deal.times, strict=True):
            tally = found[record.match.players[seat]]
            tally.decisions += 1
            tally.cpu_us += cpu_us
    for seat, name in enumerate(record.match.players):
        tally = found[name]
        tally.matches += 1
        for fact, values in record.facts.items():
            tally.facts[fact] += values[seat]
        if "exact bids" in record.facts:
            exact, rounds = tally.exact.get(cards, (0, 0))
            now = record.facts["exact bids"][seat], record.facts["rounds"][seat]
            tally.exact[cards] = exact + now[0], rounds + now[1]


def share(parts: Sequence[tuple[float, int]]) -> Estimate:
    """Return the ratio of two sums over sets of cards, with the interval that their spread gives."""
    above, below = np.array(parts, float).reshape(-1, 2).T
    value = above.sum() / below.sum()
    free = len(above) - 1
    spread = np.sqrt(np.sum((above - value * below) ** 2) * len(above) / max(1, free)) / below.sum()
    return t_estimates(np.array([value]), np.array([spread]), np.array([free]))[0]


def page(stores: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the page."""
    yield INTRO
    yield from won_from_them()
    yield from sections(stores)


def sections(stores: Sequence[str]) -> Iterator[str]:
    """Yield the lines about some tournaments, then about strangers."""
    for place in stores:
        with open_store(place, create=False) as store:
            for stored in store.tournaments():
                contest = Contest(stored.tournament, store, stored.registered)
                if not contest.ratings(quick=True).matches:
                    raise Mistake(f"{stored.tournament.name} in {place} has no complete block yet")
                yield from section(contest, Path(place).stem)
    for part in sorted(STRANGERS.glob("*.md")):
        yield part.read_text(encoding="utf-8")


def renewed(old: str, stores: Sequence[str]) -> str:
    """Return a page with what is known anew; a tournament or part that it did not have comes last."""
    intro, *parts = HEADING.split(with_exploits(old))
    told = {part.splitlines()[0]: part for part in parts}
    for part in HEADING.split("\n".join(sections(stores)))[1:]:
        told[part.splitlines()[0]] = f"{part.rstrip()}\n\n"
    return f"{intro}{''.join(told.values()).rstrip()}\n"


def exploits() -> dict[Path, dict[str, Any]]:
    """Return what ``overtrick exploit --out`` has kept of our players, by file."""
    return {file: json.loads(file.read_text(encoding="utf-8")) for file in sorted(EXPLOITS.glob("*.json"))}


def won_from_them() -> Iterator[str]:
    """Yield what exploiters win from our players, if that was searched for."""
    found = exploits()
    if not found:
        return
    kept = list(found.values())
    options = [changed_of(one["exploiter"]["game"], one["seats"], one["options"]) for one in kept]
    yield EXPLOITED
    yield from table(
        {
            "player": [f"`{one['player']}`" for one in kept],
            "seats": [str(one["seats"]) for one in kept],
            "options": [", ".join(f"{name} {value}" for name, value in changed.items()) for changed in options],
            "won from it": [won_from(one) for one in kept],
            "blocks": [str(one["blocks"]) for one in kept],
            "matches of search": [str(one["searched"]) for one in kept],
        }
    )
    yield "\nEvery file there tells seed, budget and version with which it was found, and can be seated again.\n"
    yield f"{END}\n"


def changed_of(game: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from the usual ones."""
    usual = settled(GAMES[game], seats, {})
    return {name: value for name, value in options.items() if value != usual[name]}


def won_from(one: Mapping[str, Any]) -> str:
    """Return what an exploiter gains, with its interval."""
    return spans([Estimate(one["gain"], one["low"], one["high"])])[0]


def with_exploits(old: str) -> str:
    """Return a page with what is won from our players written anew."""
    pattern = f"{re.escape(WON_FROM_THEM)}.*?{re.escape(END)}\n\n"
    rest = re.sub(pattern, "", old, flags=re.DOTALL)
    intro, heading, tables = rest.partition("\n## ")
    section = "\n".join(won_from_them())
    return f"{intro}\n{section}{heading}{tables}" if section else rest


def section(contest: Contest, stem: str) -> Iterator[str]:
    """Yield what one tournament says."""
    stated, stages = contest.tournament, contest.stages()
    results = contest.store.results(contest.registered, stages)
    ratings = contest.ratings(results)
    won = {rating.name: rating.worth for rating in rate(results, contest.registered.names, RankBy.MATCHES).ratings}
    other = changed(GAMES[stated.game], stated.options)
    options = "".join(f", {name} {option_text(value)}" for name, value in other.items())
    yield f"## {stated.name}\n"
    yield f"{stated.game.capitalize()} with {stated.seats} seats{options}; {stated.format}.\n"
    if stem in OUTDATED:
        yield f"{OUTDATED[stem]}\n"
    added = tallies(contest)
    told = columns(ratings, won, added, stated.game)
    yield from table({"player": players(contest, ratings), **told, **exploited(contest, ratings)})
    yield f"\n{lead(ratings)}{ratings.clusters} sets of cards, {ratings.matches} matches{rest(contest)}."
    yield from verdicts(AIMS.get(stem, ()), ratings, won, added, stated.game)
    if stem.startswith("levels-"):
        yield from neighbours(contest)
    yield f"\nCommitment of the cards: `{contest.registered.commitment}`. Repeat it with:\n"
    yield f"```text\n{command(stem)}\n```\n"


def neighbours(contest: Contest) -> Iterator[str]:
    """Yield how often each level finished ahead of the one below it, where both sat at a table."""
    ladder = [entrant.name for entrant in participants(contest.tournament)]
    found = finishes(contest)
    yield "\nHow often a level finishes ahead of its lower neighbour, ties half, in the matches in which both sit:\n"
    pairs = [(above, below) for below, above in pairwise(ladder)]
    shares = [share(list(found[pair].values())) for pair in pairs]
    yield from table(
        {
            "player": [f"{above} ahead of {below}" for above, below in pairs],
            "of the matches": spans(shares, 100, " %"),
            "matches": [str(sum(met for _, met in found[pair].values())) for pair in pairs],
            "aim": [reached(one) for one in shares],
        }
    )


def reached(found: Estimate) -> str:
    """Return whether a level is far enough above its lower neighbour."""
    if found.value >= AHEAD and found.low > AHEAD_FOR_SURE:
        return "reached"
    return "not shown" if found.value >= AHEAD else "missed"


def finishes(contest: Contest) -> dict[tuple[str, str], dict[tuple[str, int], tuple[float, int]]]:
    """Return for every two entrants, by cards, how often the first finished ahead, ties half, and they met."""
    found: dict[tuple[str, str], dict[tuple[str, int], tuple[float, int]]] = defaultdict(dict)
    stages = contest.stages()
    records = contest.store.records(contest.registered, stages)
    for played, record in zip(contest.store.played(contest.registered, stages), records, strict=True):
        cards = played.stage, played.cluster
        seated = list(zip(record.match.players, record.totals, strict=True))
        for (one, mine), (other, theirs) in permutations(seated, 2):
            ahead, met = found[one, other].get(cards, (0.0, 0))
            found[one, other][cards] = ahead + (mine > theirs) + (mine == theirs) / 2, met + 1
    return found


def verdicts(
    aims: Sequence[Aim], ratings: Ratings, won: Mapping[str, Estimate], added: Mapping[str, Tally], game: str
) -> Iterator[str]:
    """Yield for each aim whether it is reached, and by how much it is missed if not."""
    for aim in (aim for aim in aims if aim.entrant in won):
        words, factor, unit = WORDS[aim.measure]
        found = measured(aim, ratings, won, added)
        least, low, value = (f"{factor * part:.1f}{unit}" for part in (aim.least, found.low, found.value))
        told = f"reached: the interval begins at {low}"
        if found.low < aim.least or (aim.measure == LEAD and found.low <= 0):
            how = "not shown" if found.value > aim.least else "missed"
            told = f"{how}: {value}, and the interval begins at {low} ([what was tried]({PAGES[game]}#what-was-tried))"
        yield f"\nAim: `{aim.entrant}` {words.format(least)}; {told}."


def measured(aim: Aim, ratings: Ratings, won: Mapping[str, Estimate], added: Mapping[str, Tally]) -> Estimate:
    """Return the number that an aim is about."""
    if aim.measure == WON:
        return won[aim.entrant]
    if aim.measure == EXACT:
        return share(list(added[aim.entrant].exact.values()))
    if aim.measure == SCORE:
        return next(rating.score for rating in ratings.ratings if rating.name == aim.entrant)
    best = next(rating.name for rating in ratings.ratings if rating.name != aim.entrant)
    pair = pair_of(ratings, aim.entrant, best)
    if pair is None:
        raise Mistake(f"{aim.entrant} and {best} never met, so that neither leads")
    return pair.difference


def players(contest: Contest, ratings: Ratings) -> list[str]:
    """Return who the entrants of a table are: the name of each, and of its bot if that says more."""
    bots = {entrant.name: entrant.bot for entrant in participants(contest.tournament)}
    game = contest.tournament.game
    plain = {name: bot in (name, f"{game}:{name}") for name, bot in bots.items()}
    names = [rating.name for rating in ratings.ratings]
    return [f"`{bots[name]}`" if plain[name] else f"{name} (`{bots[name]}`)" for name in names]


def columns(
    ratings: Ratings, won: Mapping[str, Estimate], added: Mapping[str, Tally], game: str
) -> dict[str, list[str]]:
    """Return the numbers of a table by their headings, a cell for each entrant."""
    rows = ratings.ratings
    told = {
        f"{POINTS[game]} a match": spans([rating.score for rating in rows]),
        "matches won": spans([won[rating.name] for rating in rows], 100, " %"),
    }
    tallied = [added[rating.name] for rating in rows]
    if "exact bids" in GAMES[game].FACTS:
        told["bids exact"] = spans([share(list(tally.exact.values())) for tally in tallied], 100, " %")
    if set(MONEY) <= set(GAMES[game].FACTS):
        told |= {part: [number(t.facts[part] / t.matches, 1, sign=True) for t in tallied] for part in MONEY}
    return told | {
        "time of a decision": [duration(tally.cpu_us / tally.decisions) for tally in tallied],
        "faults": [str(rating.faults) for rating in rows],
        "blocks": [str(rating.blocks) for rating in rows],
        "matches": [str(rating.matches) for rating in rows],
    }


def exploited(contest: Contest, ratings: Ratings) -> dict[str, list[str]]:
    """Return what is won from each entrant at such a table, if that was searched for with any of them."""
    stated = contest.tournament
    bots = {entrant.name: entrant.bot for entrant in participants(stated)}
    found = {
        one["player"]: won_from(one)
        for one in exploits().values()
        if (one["seats"], one["options"]) == (stated.seats, dict(stated.options))
    }
    cells = [found.get(bots[rating.name], "–") for rating in ratings.ratings]
    return {"won from it": cells} if set(cells) - {"–"} else {}


def spans(estimates: Sequence[Estimate], factor: int = 1, unit: str = "") -> list[str]:
    """Return numbers with their intervals in brackets."""
    digits = min(digits_for(estimates, factor), 1 if unit else 2)
    if unit:  # a share, which no interval can leave
        estimates = [Estimate(e.value, max(e.low, 0.0), min(e.high, 1.0)) for e in estimates]
    texts = [[number(part * factor, digits) for part in (e.value, e.low, e.high)] for e in estimates]
    return [f"{value}{unit} ({low} to {high})" for value, low, high in texts]


def duration(microseconds: float) -> str:
    """Return a short time as people write it."""
    return f"{microseconds:.0f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"


def lead(ratings: Ratings) -> str:
    """Return by how much the first was ahead of the second at common tables, if they met."""
    names = [rating.name for rating in ratings.ratings[:2]]
    pair = pair_of(ratings, *names) if len(names) == 2 else None
    if pair is None:
        return ""
    difference, unit = difference_text(ratings.rank_by, pair.difference), MEASURES[ratings.rank_by].differences
    return f"At common tables {names[0]} minus {names[1]}: {difference} {unit}. "


def rest(contest: Contest) -> str:
    """Return what is still to be played."""
    missing = size(contest.stages()) - contest.done()
    return f"; {missing} more are planned" if missing else ""


def command(stem: str) -> str:
    """Return the command that plays a tournament again."""
    if not (LADDER / f"{stem}.toml").is_file():
        raise Mistake(f"{stem} is no tournament of ours; allowed: a store named after a file of {LADDER.name}")
    return f"overtrick tournament examples/ladder/{stem}.toml"


def table(told: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield columns as the lines of a Markdown table."""
    yield f"| {' | '.join(told)} |"
    yield f"|{'|'.join('---' if heading == 'player' else '---:' for heading in told)}|"
    for cells in zip(*told.values(), strict=True):
        yield f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["--again"]:
            place = Path(sys.argv[2])
            place.write_text(renewed(place.read_text(encoding="utf-8"), sys.argv[3:]), encoding="utf-8")
        else:
            print("\n".join(page(sys.argv[1:])))
    except (Mistake, StoreTrouble) as mistake:
        sys.exit(f"strength: {mistake}")
