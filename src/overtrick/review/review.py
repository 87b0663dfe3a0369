"""A review: a first look at all decisions of a player, a closer one at those that seem to have cost most.

The strong players of a game are the judges. A game brings its own way to ask them as the part ``review`` of its face,
a module with

    UNIT                      what costs are counted in, as a plural: "points"
    HALVED                    a decision that cost so much counts half in the accuracy of a match; see review.analysis
    UNCOUNTED                 kinds of decisions that count there only if they cost something
    judge_of(match)           who judges, in words
    first_look(look)          every decision of some seats of a match that was a choice, as Judged: what it cost at a
                              glance, so that the sum over many is right though a single one may be far off
    closer_look(look, first)  one decision again, with all that can be found out, independently of the first look:
                              those that were picked because they looked worst shall not look worse than they are

Without that part the players of the game that explain themselves are asked (``review.explained``), and without such
players only faults and slow moves are told.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import fmean
from typing import Any, Protocol

from overtrick.core.luck import seed_text
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import Game
from overtrick.games.face import FACES, face_of
from overtrick.match.record import Record
from overtrick.review.decisions import Look
from overtrick.review.judged import FORMAT, Cost, Json, Judged, Opens, Review
from overtrick.review.themes import Costs, themes_of
from overtrick.review.troubles import slowest, troubles
from overtrick.review.work import Work, working

SEED = bytes(32)
FIRST_LOOK = 25  # a part of so many of the worlds of a closer look
LOOKS = 4  # closer looks for each decision that is told


class Counted(Protocol):
    """What counts one more that is done."""

    def __call__(self, text: str, more: int = 1, /) -> None:
        """Count."""


Watch = Callable[[int, str], AbstractContextManager[Counted]]
"""Shows how a stage of the work goes, given how many of what there are."""


@contextmanager
def nobody_watches(_: int, __: str) -> Iterator[Counted]:
    """Show nothing."""
    yield lambda *_: None


@dataclass(frozen=True)
class Effort:
    """How much is done for a review; all but the workers decides what comes out."""

    matches: int = 100  # of a player that are looked at, chosen by chance
    worlds: int = 400  # of a closer look at a decision, where that takes worlds
    top: int = 10  # decisions that are told
    workers: int = 1
    seed: bytes = SEED


USUAL = Effort()


def reviews(
    records: Sequence[Record],
    players: Sequence[str] = (),
    effort: Effort = USUAL,
    watch: Watch = nobody_watches,
    besides: Mapping[str, int] | None = None,
) -> list[Review]:
    """Return where some players of sound records lose, or all players, in the order of their names.

    ``besides`` says how many more matches of a player there are that nobody has read.
    """
    game = one_game(records)
    chosen = list(players) or sorted({player for record in records for player in record.match.players})
    looks = {player: looks_of(records, player, effort) for player in chosen}
    part, why_not = judge(game)
    with working(effort.workers) as work:
        first: Found = {player: [] for player in chosen}
        closer = first
        if part:
            first = first_looks(game.NAME, looks, work, watch)
            closer = closer_looks(game.NAME, looks, first, effort, work, watch)
    found = []
    for player in chosen:
        there = sum(player in record.match.players for record in records) + (besides or {}).get(player, 0)
        worst = [one for one in closer[player] if one.is_mistake][: effort.top]
        one = concluded(player, looks[player], part, why_not, first[player], worst)
        found.append(replace(one, left_out=there - len(looks[player])))
    return found


def reviews_data(found: Sequence[Review], effort: Effort, opens: Opens | None = None) -> Json:
    """Return reviews as plain data, fit for JSON."""
    given = {"seed": seed_text(effort.seed), "budget": effort.worlds}
    return {"format": FORMAT, **given, "players": [review.data(opens) for review in found]}


# What there is to look at


def one_game(records: Sequence[Record]) -> Game:
    """Return the game of some records, or raise Mistake if they are of several."""
    games = sorted({record.match.game for record in records})
    if len(games) != 1:
        raise Mistake(f"these are matches of {' and '.join(games) or 'no game'}; allowed: matches of one game")
    return GAMES[games[0]]


def judge(game: Game) -> tuple[Any, str]:
    """Return the module that judges decisions of a game, or None and why there is none."""
    face = face_of(game)
    if not face.explainers and "review" not in face.parts:
        known = [name for name, other in FACES.items() if other.explainers or "review" in other.parts]
        return None, f"no strong player of {game.NAME} is here to judge decisions; there are some of {', '.join(known)}"
    if find_spec("numba") is None:
        return None, "to judge decisions needs some more packages; pip install 'overtrick[search]' brings them"
    if (part := face.part("review")) is None:
        from overtrick.review import explained as part
    return part, ""


def looks_of(records: Sequence[Record], player: str, effort: Effort) -> list[Look]:
    """Return what to look at of a player: its matches, or some of them, chosen by chance."""
    there = [number for number, record in enumerate(records, start=1) if player in record.match.players]
    if not there:
        known = sorted({name for record in records for name in record.match.players})
        raise Mistake(f"player is {player[:60]!r}; allowed: {', '.join(known)}")
    chosen = sorted(Random(effort.seed + player.encode()).sample(there, min(effort.matches, len(there))))
    worlds = max(2, effort.worlds // FIRST_LOOK)
    return [
        Look(record, number, seats_of(record, player), worlds, effort.seed)
        for number in chosen
        for record in [records[number - 1]]
    ]


def seats_of(record: Record, player: str) -> tuple[int, ...]:
    """Return where a player sat."""
    return tuple(seat for seat, name in enumerate(record.match.players) if name == player)


# Looking

Looks = dict[str, list[Look]]  # by player
Found = dict[str, list[Judged]]


def first_looks(game: str, looks: Looks, work: Work, watch: Watch, unit: str = "matches") -> Found:
    """Return what a first look at all matches says, or at their deals."""
    tasks = [(player, look) for player, some in looks.items() for look in some]
    found: Found = {player: [] for player in looks}
    with watch(len(tasks), unit) as counted:
        judged = work.each(partial(_first, game), [look for _, look in tasks])
        for (player, _), some in zip(tasks, judged, strict=True):
            found[player] += some
            counted(player)
    return found


def closer_looks(game: str, looks: Looks, first: Found, effort: Effort, work: Work, watch: Watch) -> Found:
    """Return what a closer look at the worst decisions says, the worst first."""
    tasks = []
    for player, some in looks.items():
        by_number = {look.number: replace(look, worlds=effort.worlds) for look in some}
        worst = sorted((one for one in first[player] if one.what and one.cost.value > 0), key=_seems)
        tasks += [(player, by_number[one.place.match], one) for one in worst[: LOOKS * effort.top]]
    found: Found = {player: [] for player in looks}
    with watch(len(tasks), "decisions") as counted:
        judged = work.each(partial(_closer, game), [(look, one) for _, look, one in tasks])
        for (player, *_), one in zip(tasks, judged, strict=True):
            counted(player)
            found[player].append(one)
    return {player: sorted(some, key=_rank) for player, some in found.items()}


def _seems(one: Judged) -> tuple[float, int, int, int]:
    """Return by what decisions are picked for a closer look: what they cost at a glance, less half of the doubt."""
    return -(one.cost.value - (one.cost.half or 0.0) / 2), one.place.match, one.place.deal, one.place.step


def _rank(one: Judged) -> tuple[float, int, int, int]:
    return -one.cost.least, one.place.match, one.place.deal, one.place.step


def _first(game: str, look: Look) -> list[Judged]:
    return judge(GAMES[game])[0].first_look(look)  # type: ignore[no-any-return]


def _closer(game: str, task: tuple[Look, Judged]) -> Judged:
    return judge(GAMES[game])[0].closer_look(*task)  # type: ignore[no-any-return]


# What it comes to


def concluded(
    player: str,
    looks: Sequence[Look],
    part: Any,
    why_not: str,
    first: Sequence[Judged],
    closer: Sequence[Judged],
) -> Review:
    """Return what all looks at a player come to."""
    costs, match = Costs(looks), looks[0].record.match
    unit = part.UNIT if part else ""
    return Review(
        game=match.game,
        player=player,
        judge=part.judge_of(match) if part else "",
        why_not=why_not,
        unit=unit,
        matches=sum(len(look.seats) for look in looks),
        left_out=0,
        decisions=len(first),
        mistakes=sum(one.is_mistake for one in first),
        cost=costs.a_match(first) if part else Cost(0.0, None),
        points=fmean(points(looks)),
        facts=facts(looks),
        worst=tuple(closer),
        themes=themes_of(first, closer, costs, unit),
        faults=troubles(looks),
        slowest=slowest(looks),
    )


def points(looks: Iterable[Look]) -> list[int]:
    """Return what each seat looked at has got."""
    return [look.record.totals[seat] for look in looks for seat in look.seats]


def facts(looks: Sequence[Look]) -> dict[str, float]:
    """Return what a match told beyond scores, on average."""
    names = list(looks[0].record.facts)
    return {
        name: fmean([look.record.facts[name][seat] for look in looks for seat in look.seats])
        for name in names
        if all(name in look.record.facts for look in looks)
    }
