"""An analysis: every decision of one seat in one match, what it could expect then, and which cost most.

It is a review of a single match, whose few decisions are looked at more closely. Accuracy is the mean over all
decisions that were a choice of 100 · 2^(−cost / HALVED): a decision that gives nothing away counts 100, one that
gives away what the game calls much counts half of it. Kinds that are UNCOUNTED count only if they cost something.
"""

from dataclasses import asdict, dataclass, replace
from statistics import fmean

from overtrick.games import GAMES
from overtrick.match.record import Record
from overtrick.review.decisions import Look
from overtrick.review.judged import Json, Judged, Opens
from overtrick.review.review import FIRST_LOOK, Effort, Watch, closer_looks, first_looks, judge, nobody_watches
from overtrick.review.work import working

USUAL = Effort(matches=1, worlds=1600, top=3)


@dataclass(frozen=True)
class Analysis:
    """What the decisions of a seat were worth, in order."""

    game: str
    seat: int
    judge: str  # who says so; empty if nobody can
    why_not: str  # why nobody can, in a sentence
    unit: str
    accuracy: float | None  # in percent; None if there was no decision
    cost: float  # of all decisions
    decisions: tuple[Judged, ...]
    worst: tuple[Judged, ...]  # those that cost most without much doubt
    before: tuple[int, ...]  # points of the seat before each deal, and at the end

    def data(self, opens: Opens) -> Json:
        """Return the analysis as plain data, each of the worst with what opens it in the replay."""
        told = asdict(self)
        told["worst"] = [{**asdict(one), "replay": opens(one.place)} for one in self.worst]
        return told


def analysis(record: Record, seat: int, effort: Effort = USUAL, watch: Watch = nobody_watches) -> Analysis:
    """Return what the decisions of a seat of a sound record were worth, by what it could know."""
    match, game = record.match, GAMES[record.match.game]
    before = [0]
    for deal in record.deals:
        before.append(before[-1] + deal.scores[seat])
    empty = Analysis(game.NAME, seat, "", "", "", None, 0.0, (), (), tuple(before))
    part, why_not = judge(game)
    if part is None:
        return replace(empty, why_not=why_not)
    decisions, worst = looked_at(record, seat, effort, watch)
    counted = [one for one in decisions if one.what or one.kind not in part.UNCOUNTED]
    return replace(
        empty,
        judge=part.judge_of(match),
        unit=part.UNIT,
        accuracy=accuracy(counted, part.HALVED),
        cost=sum(max(0.0, one.cost.value) for one in decisions),
        decisions=tuple(decisions),
        worst=tuple(worst[: effort.top]),
    )


def looked_at(record: Record, seat: int, effort: Effort, watch: Watch) -> tuple[list[Judged], list[Judged]]:
    """Return all decisions of a seat, by the closest look that was taken at each, and the mistakes, the worst first."""
    name, worlds = record.match.game, max(2, effort.worlds // FIRST_LOOK)
    whole = Look(record, 1, (seat,), worlds, effort.seed)
    by_deal = [replace(whole, deal=number) for number in range(1, len(record.deals) + 1)]
    with working(effort.workers) as work:
        first = first_looks(name, {"": by_deal}, work, watch, "deals")
        closer = closer_looks(name, {"": [whole]}, first, effort, work, watch)[""]
    known = {(one.place, one.kind, one.played): one for one in closer}
    decisions = [known.get((one.place, one.kind, one.played), one) for one in first[""]]
    decisions.sort(key=lambda one: (one.place.deal, one.place.step))
    return decisions, [one for one in closer if one.is_mistake]


def accuracy(decisions: list[Judged], halved: float | None) -> float | None:
    """Return how accurate decisions were, in percent; None if there was none."""
    if not decisions:
        return None
    much = halved or fmean(one.chance or 0.0 for one in decisions)
    if much <= 0:
        return None  # all choices were worth the same
    return fmean(100 * 2 ** (-max(0.0, one.cost.value) / much) for one in decisions)
