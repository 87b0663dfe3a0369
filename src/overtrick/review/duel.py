"""Reviews of the duel: by its exact table, and where cards are hidden or suits too long for it, in sampled worlds."""

from dataclasses import replace

from overtrick.core.cards import RANKS
from overtrick.core.intervals import mean_and_half
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.games.duel import rulebook as duel
from overtrick.games.duel.rulebook import CARD_NAMES, legal
from overtrick.games.tricks import BEST, CARDS, TRICKS, WON, hand_names, trick
from overtrick.games.view import View
from overtrick.match.record import Match
from overtrick.players.duel.outlook import is_solved
from overtrick.players.duel.sampler import sampled, tricks_at_end, worlds_of
from overtrick.players.duel.sampler import values as sampled_values
from overtrick.players.duel.table import after, check_served, finals, known
from overtrick.players.duel.why import takes
from overtrick.players.explain import Decision, decision
from overtrick.review.decisions import Look, decisions
from overtrick.review.duel_words import exact_sentence
from overtrick.review.judged import Cost, Judged, third_words

UNIT = "tricks"
HALVED = 1.0  # tricks
UNCOUNTED: tuple[str, ...] = ()

LED = "wrong leads"
THROWN = "high cards thrown on lost tricks"
SPENT = "tricks taken with a higher card than needed"
LEFT = "tricks left that should have been taken"
TAKEN = "tricks taken that should have been left"
SUIT, OTHER = "the wrong suit thrown on lost tricks", "tricks taken with the wrong card"


def judge_of(match: Match) -> str:
    """Return who judges."""
    try:
        check_served(match.options)
    except Mistake:  # a larger game, or one with hidden cards
        return "duel:sampler"
    return "the exact table of the duel"


# Looking


def first_look(look: Look) -> list[Judged]:
    """Return all decisions that were a choice, each with its cost."""
    return [_judge(look, made, "first") for made in decisions(look) if len(legal(made.seen.row)) > 1]


def closer_look(look: Look, first: Judged) -> Judged:
    """Return a decision judged again, where that takes worlds, with the position and the reason."""
    made = decision(look.record, first.place.deal, first.place.step)
    found = first if is_solved(made.seen.row) else _judge(look, made, "closer")
    return replace(found, position=position(made.seen), why=why(made.seen, found)) if found.what else found


def _judge(look: Look, made: Decision, purpose: str) -> Judged:
    seen, played = made.seen, duel.CARD_OF[made.action]
    if is_solved(seen.row):
        exact = finals(known(seen.row, seen.seat))
        fine = [action for action, worth in exact.items() if worth == max(exact.values())]
        best = float(max(exact.values()))
        cost = Cost(best - exact[played])
    else:
        worth, state = sampled_values(seen, look.state(made, f"{purpose} choice"))
        fine = [next(iter(worth))]
        best = worth[fine[0]]
        cost = Cost(0.0) if played in fine else _sampled_cost(look, seen, fine[0], played, state)
    kind = "leads" if seen.row[BEST] == NOBODY else "answers"
    tags = {"when": third_words(seen.row[TRICKS], seen.row[CARDS])}
    if played in fine:
        return Judged(look.place(made), kind, made.action, tags=tags, expected=best)
    better = min(
        fine, key=lambda card: (takes(seen, card) != takes(seen, played), abs(rank(card) - rank(played)), card)
    )
    what = what_of(seen, played, better)
    if what == LED:
        tags["how"] = led(rank(played), rank(better))
    return Judged(look.place(made), kind, made.action, cost, what, CARD_NAMES[better], tags, expected=best)


def _sampled_cost(look: Look, seen: View, better: int, played: int, state: int) -> Cost:
    """Return what one card takes more than another, on average over worlds that have chosen neither."""
    worlds = 1 if worlds_of(seen) == 1 else look.worlds
    found = []
    for _ in range(worlds):
        world, state = sampled(seen, state)
        one, two = (tricks_at_end(after(world, card), seen.seat) for card in (better, played))
        found.append(one - two)
    return Cost(*mean_and_half(found)) if worlds > 1 else Cost(float(found[0]))


# Words


def rank(card: int) -> int:
    """Return the value of a card, from 0."""
    return card % RANKS


def what_of(seen: View, played: int, better: int) -> str:
    """Return what kind of mistake it would be."""
    if seen.row[BEST] == NOBODY:
        return LED
    took, should = takes(seen, played), takes(seen, better)
    if took != should:
        return TAKEN if took else LEFT
    if rank(played) > rank(better):
        return SPENT if took else THROWN
    return OTHER if took else SUIT


def led(played: int, better: int) -> str:
    """Return what was wrong with a lead, by the values of the cards."""
    if played == better:
        return "of the wrong suit"
    return "with too high a card" if played > better else "with too low a card"


def position(seen: View) -> str:
    """Return a position in a sentence."""
    row = seen.row
    laid = [f"seat {seat} {CARD_NAMES[card]}" for seat, card in trick(row)]
    hand = " ".join(hand_names(row, seen.seat, CARD_NAMES) or ())
    table = f"on the table {', '.join(laid)}" if laid else "to lead"
    return f"Trick {row[TRICKS] + 1} of {row[CARDS]}; hand {hand}; {table}; {row[WON + seen.seat]} taken."


def why(seen: View, found: Judged) -> str:
    """Return in a sentence what the better card has over what was played."""
    if is_solved(seen.row):
        exact = finals(known(seen.row, seen.seat))
        best, played = max(exact.values()), exact[duel.CARD_OF[found.played]]
        return exact_sentence(found.better, best, found.played, played)
    return f"{found.better} takes {found.cost.value:.1f} tricks more on average over sampled hands, played on simply."
