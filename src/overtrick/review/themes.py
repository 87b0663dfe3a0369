"""What many decisions have in common: what each kind of mistake cost a match, where most, and how sure that is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

from overtrick.core.intervals import reach_of
from overtrick.games.story import listed
from overtrick.review.decisions import Look
from overtrick.review.judged import Cost, Judged, Part, Theme, percent

FEWEST_CARDS = 3  # sets of cards from which on a spread between them says something
MOST_PARTS = 4
OFTEN = 1.5  # times as often as elsewhere is told
WORTH_TELLING = 0.25  # of what a kind of mistake cost: what cost less is not, however often it came up


class Costs:
    """What decisions cost a match of one player, with the interval that the spread between sets of cards gives."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self.seats = {look.number: len(look.seats) for look in looks}
        self.cards = {look.number: look.record.match.seed or look.key for look in looks}

    def a_match(self, judged: Iterable[Judged]) -> Cost:
        """Return what some decisions cost for each match and seat."""
        sums: dict[object, float] = defaultdict(float)
        for one in judged:
            sums[self.cards[one.place.match]] += one.cost.value
        seats: dict[object, int] = defaultdict(int)
        for number, count in self.seats.items():
            seats[self.cards[number]] += count
        total = sum(seats.values())
        mean = sum(sums.values()) / total
        if len(seats) < FEWEST_CARDS:
            return Cost(mean, None)
        # A ratio of two sums over sets of cards, with its usual standard error.
        spread = sum((sums[cards] - mean * count) ** 2 for cards, count in seats.items())
        return Cost(mean, reach_of(len(seats) - 1) * sqrt(spread * len(seats) / (len(seats) - 1)) / total)


def themes_of(first: Sequence[Judged], closer: Sequence[Judged], costs: Costs, unit: str) -> tuple[Theme, ...]:
    """Return what decisions have in common, what cost most first; ``closer`` are those that were looked at closely."""
    kinds: dict[str, int] = defaultdict(int)
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in first:
        kinds[one.kind] += 1
        if one.what:
            groups[one.what].append(one)
    given = sum(max(0.0, costs.a_match(some).value) for some in groups.values())
    found = []
    for what, some in groups.items():
        cost = costs.a_match(some)
        if cost.value <= 0:
            continue
        parts = parts_of(what, first, costs)
        mine = sorted({one.kind for one in some})
        kind, of = " and ".join(mine), sum(kinds[name] for name in mine)
        share = cost.value / given
        worst = next((one.place for one in closer if one.what == what and one.is_mistake), None)
        told = sentence(what, len(some), of, kind, cost, parts, unit)
        found.append(Theme(what, kind, len(some), of, cost, share, parts, told, worst))
    return tuple(sorted(found, key=lambda theme: (-theme.cost.value, theme.what)))


def parts_of(what: str, first: Sequence[Judged], costs: Costs) -> tuple[Part, ...]:
    """Return in which circumstances a kind of mistake cost most."""
    kinds = {one.kind for one in first if one.what == what}
    mine: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    of: dict[tuple[str, str], int] = defaultdict(int)
    alike = [one for one in first if one.kind in kinds]
    said_of_all = set[str].intersection(*(set(one.tags) for one in alike))
    for one in alike:
        for tag in one.tags.items():
            if one.what == what:
                mine[tag].append(one)
            if one.what == what or tag[0] in said_of_all:  # what is said of some only has nothing to be a part of
                of[tag] += 1
    found = [Part(*tag, len(some), of[tag], costs.a_match(some)) for tag, some in mine.items()]
    found.sort(key=lambda part: (-part.cost.value, part.tag, part.value))
    worst = {part.tag: part for part in reversed(found)}  # every kind of circumstances is told of
    told = sorted(found, key=lambda part: part is not worst[part.tag])[:MOST_PARTS]
    return tuple(part for part in found if part in told)


def sentence(what: str, times: int, of: int, kind: str, cost: Cost, parts: Sequence[Part], unit: str) -> str:
    """Return a theme in a sentence."""
    told = f"{what[:1].upper()}{what[1:]}: {cost_words(cost, unit)} a match, in {times} of {of} {kind}"
    if cost.half is None or not cost.is_sure:
        return f"{told}; that may be chance."
    tags: dict[str, Part] = {}
    often = []
    for part in parts:
        share = part.cost.value / cost.value
        if part.cost.is_sure and share > 1 / 2:
            tags.setdefault(part.tag, part)
        elif part.cost.is_sure and share > WORTH_TELLING and times / of * OFTEN < part.times / part.of < 1:
            often.append(f"{part.value} ({part.times} of {part.of})")
    mostly = [f"{part.value} ({share_words(part, cost)})" for part in tags.values()]
    told += f", mostly {listed(mostly)}" if mostly else ""
    return f"{told}, most often {listed(often)}." if often else f"{told}."


def share_words(part: Part, cost: Cost) -> str:
    """Return how much of what a theme cost was in some circumstances; elsewhere it may have cost less than nothing."""
    return percent(min(1.0, part.cost.value / cost.value))


def cost_words(cost: Cost, unit: str) -> str:
    """Return a cost with half of its 95 % interval, in words, with as many digits as say something."""
    digits = 1 if abs(cost.value) >= 10 else 2
    if cost.half is None:
        return f"{cost.value:.{digits}f} {unit} (interval not known)"
    if cost.half == 0:
        return f"{cost.value:g} {unit}"
    return f"{cost.value:.{digits}f} ± {cost.half:.{digits}f} {unit}"
