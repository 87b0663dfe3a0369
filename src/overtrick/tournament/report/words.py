"""Ratings in words and numbers, the same in a terminal, in a file and on a page."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overtrick.tournament.rating.ratings import Estimate, Focus, Pair, Rating, Ratings
from overtrick.tournament.stated.tournament import RankBy

if TYPE_CHECKING:
    from overtrick.tournament.plan.knock_out import Tie
    from overtrick.tournament.plan.sequential import Comparison

UNKNOWN = "–"
LEVELS = (0.05, 0.01, 0.001)  # below each of them a difference gets one more star
MOST_DIGITS = 3


@dataclass(frozen=True)
class Measure:
    """How the worth of an entrant is named and written."""

    heading: str  # of a narrow column
    meaning: str
    sentence: str  # in which {} stands for the number
    differences: str  # what the numbers of a cross table are
    order: str = "row minus column"  # of a cross table
    below: str = ""  # the sentence for a number below zero, without its sign
    unit: str = ""
    factor: int = 1  # shares are written as percentages
    signed: bool = False
    lower_is_better: bool = False

    def text(self, value: float, digits: int) -> str:
        """Return a worth as people write it."""
        return number(value * self.factor, digits, sign=self.signed) + (self.unit if math.isfinite(value) else "")

    def told(self, value: float, digits: int) -> str:
        """Return a worth as a sentence goes on with it."""
        text = self.text(value, digits)
        return self.below.format(text[1:]) if self.below and text.startswith("-") else self.sentence.format(text)

    def difference(self, value: float, digits: int) -> str:
        """Return a difference of two worths, always with its sign and without a unit."""
        return number(value * self.factor, digits, sign=True)

    def span(self, estimate: Estimate, digits: int) -> str:
        """Return an interval, or that it is not known."""
        if not known(estimate):
            return "unknown"
        return f"{self.text(estimate.low, digits)} to {self.text(estimate.high, digits)}"

    def better(self, difference: float) -> int:
        """Return 1 if a difference speaks for the first of two, -1 if for the second, 0 if for neither."""
        if not difference or math.isnan(difference):
            return 0
        return 1 if (difference < 0) == self.lower_is_better else -1


MEASURES = {
    RankBy.SCORE: Measure(
        "above mean",
        "points a match above the mean of the table",
        "{} points a match above the mean of the table",
        "points a match",
        below="{} points a match below the mean of the table",
        signed=True,
    ),
    RankBy.FEWEST: Measure(
        "below mean",
        "points a match below the mean of the table, as fewer are better",
        "{} points a match below the mean of the table",
        "points a match, as fewer are better",
        "column minus row",
        "{} points a match above the mean of the table",
        signed=True,
    ),
    RankBy.MATCHES: Measure(
        "won", "share of the matches won", "{} of the matches won", "percentage points", unit=" %", factor=100
    ),
    RankBy.MATCHUPS: Measure(
        "matchups",
        "share of the matchups (blocks) won",
        "{} of the matchups won",
        "percentage points",
        unit=" %",
        factor=100,
    ),
    RankBy.PLACE: Measure(
        "place",
        "mean place, the lower the better",
        "a mean place of {}",
        "places, so that less is better",
        lower_is_better=True,
    ),
}


def number(value: float, digits: int, *, sign: bool = False) -> str:
    """Return a number with so many digits, never as nan, inf or a negative zero."""
    if not math.isfinite(value):
        return UNKNOWN
    rounded = round(value, digits)
    if rounded == 0:
        return f"{0:.{digits}f}"
    return f"{rounded:{'+' if sign else ''}.{digits}f}"


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{number(share * 100, 0)} %" if math.isfinite(share) else UNKNOWN


def known(estimate: Estimate) -> bool:
    """Return whether an estimate has an interval that can be drawn."""
    return all(math.isfinite(part) for part in (estimate.value, estimate.low, estimate.high))


def digits_for(estimates: Iterable[Estimate], factor: int = 1) -> int:
    """Return how many digits are worth printing: the narrowest interval keeps two that count."""
    widths = [(part.high - part.low) / 2 * factor for part in estimates if known(part) and part.high > part.low]
    if not widths:
        return 2
    return min(max(1 - math.floor(math.log10(min(widths))), 0), MOST_DIGITS)


def digits_of(ratings: Ratings) -> int:
    """Return how many digits the worths of a leaderboard deserve."""
    return digits_for((rating.worth for rating in ratings.ratings), MEASURES[ratings.rank_by].factor)


def difference_text(rank_by: RankBy, difference: Estimate) -> str:
    """Return a difference with its interval."""
    measure = MEASURES[rank_by]
    digits = digits_for([difference], measure.factor)
    low, value, high = (
        measure.difference(part, digits) for part in (difference.low, difference.value, difference.high)
    )
    return f"{value} ({low} to {high})"


def tie_text(tie: "Tie", names: Sequence[str], rank_by: RankBy) -> str:
    """Return a tie of a knock-out in a sentence: who met whom, and who goes on."""
    assert tie.state is not None, "plans give every tie a state"
    difference = difference_text(rank_by, tie.state.difference)
    goes_on = "not decided yet" if tie.winner is None else f"{names[tie.winner]} goes on{_why(tie.state)}"
    return f"{names[tie.first]} against {names[tie.second]}: {difference} in {tie.state.blocks} blocks; {goes_on}"


def _why(state: "Comparison") -> str:
    """Return how a tie was settled that the test did not decide."""
    if str(state.verdict) in ("better", "worse"):
        return ""
    return ", listed higher" if state.difference.value == 0 else ", by the mean alone"


def stars(p: float) -> int:
    """Return how significant a corrected p is, from 0 to 3; an unknown one is not."""
    return sum(p < level for level in LEVELS)


def pair_of(ratings: Ratings, first: str, second: str) -> Pair | None:
    """Return how two entrants compare, or None if they never met."""
    pair = ratings.pairs.get((first, second))
    return None if pair is None or not math.isfinite(pair.difference.value) else pair


def numbers_legend(rank_by: RankBy) -> str:
    """Return what the numbers of a cross table are."""
    measure = MEASURES[rank_by]
    return f"{measure.order.capitalize()}, in {measure.differences}."


def legend(ratings: Ratings) -> str:
    """Return what the numbers and stars of a cross table mean."""
    if ratings.focus is not None:
        return (
            f"{numbers_legend(ratings.rank_by)} Each at its own tables, on common cards. Stars tell how sure the sign "
            "is, after a correction for looking at all pairs, as often as one likes: * p < 0.05, ** p < 0.01, "
            "*** p < 0.001; without a star it may be chance."
        )
    return (
        f"{numbers_legend(ratings.rank_by)} Stars tell how sure the sign is, after Holm's "
        "correction for looking at all pairs: * p < 0.05, ** p < 0.01, *** p < 0.001; without a star it may be chance."
    )


def summary(ratings: Ratings) -> str:
    """Return in a sentence who leads, and whether that is more than chance."""
    ranked = [rating for rating in ratings.ratings if rating.group > 0]
    if not ratings.matches:
        return "No block is complete yet, so nobody is ranked."
    if not ranked:
        return "Nobody is ranked."
    if ratings.knocked_out:
        alive = [rating.name for rating in ranked if rating.group == 1]
        return f"{alive[0]} has won the knock-out." if len(alive) == 1 else f"Still in: {listed(alive)}."
    return f"{_leader(ratings, ranked)} {focus_text(ratings.focus)}".rstrip()


def focus_text(focus: Focus | None) -> str:
    """Return how far a focused tournament is, in a sentence; nothing for others."""
    if focus is None:
        return ""
    if not focus.asked and focus.certain >= focus.top:
        return f"No question is open: who the first {focus.top} are, and in which order, is certain."
    if not focus.asked:
        return f"No question is open: {focus.certain} places from the top are certain; the next are within the margin."
    told = (
        f"places from the top are certain: {focus.certain} of {focus.top}; open questions about {focus.asked} entrants"
    )
    return f"The {told}." if not focus.ended else f"All that may be played is played. The {told}."


def _leader(ratings: Ratings, ranked: Sequence[Rating]) -> str:
    measure, digits, first = MEASURES[ratings.rank_by], digits_of(ratings), ranked[0]
    result = measure.told(first.worth.value, digits)
    result += f" (95 % interval {measure.span(first.worth, digits)})"
    if len(ranked) == 1:
        return f"{first.name} has {result} and is the only one ranked."
    equals = [rating.name for rating in ranked[1:] if rating.group == first.group]
    if not equals:
        return f"{first.name} leads with {result}, and that is no chance: nobody shares its rank group."
    return f"{first.name} stands first with {result}, but cannot be told apart from {listed(equals)}."


def listed(names: list[str], most: int = 4) -> str:
    """Return names as people list them, the first few only."""
    shown = names if len(names) <= most else [*names[: most - 1], f"{len(names) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
