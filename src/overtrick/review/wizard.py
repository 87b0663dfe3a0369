"""Reviews of Wizard: bids and cards, first by the networks of wizard:net, then in worlds as wizard:search samples them.

What a decision cost is what the better one scored more in the same worlds, played on by the networks. Who is better was
decided by the networks, or in other worlds, so the luck of the worlds that count has not chosen anything. Worlds of one
chain are like each other, so a closer look takes several chains, and the spread between them says how sure it is.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import hypot

import numpy as np

from overtrick.core.intervals import mean_and_half
from overtrick.games.contract import NOBODY
from overtrick.games.tricks import CARDS, TRICKS, TRUMP, WON, hand_names, playable, trick
from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.games.wizard.rulebook import (
    BID,
    CARD_NAMES,
    FIRST_BID,
    FIRST_TRUMP,
    HIDDEN_BIDS,
    NO_BID,
    PHASE,
    PLAYING,
    ROUND,
    SUIT_WORDS,
)
from overtrick.match.record import Match
from overtrick.players.explain import Decision, decision
from overtrick.players.wizard.net.player import values
from overtrick.players.wizard.search.habits import equal_card
from overtrick.players.wizard.search.player import BIAS, Search
from overtrick.players.wizard.sight import Floats, distinct, unseen
from overtrick.players.wizard.why import takes
from overtrick.review.decisions import Look, decisions
from overtrick.review.judged import Cost, Judged
from overtrick.review.wizard_words import bidders, card_words, place_words, trumps_words, why_sentence

UNIT = "points"
HALVED = 10.0  # points: what one trick more or less than bid costs
UNCOUNTED: tuple[str, ...] = ()
CHAINS = 8
CHOOSING = 4  # a part of so many of the worlds goes into choosing what would have been better

BID_HIGH, BID_LOW = "bids too high", "bids too low"
MADE = "tricks given away after the bid was made"
OPEN = "wrong cards while tricks were still to take"
LOST = "wrong cards after the bid was lost"
NAMED = "another trump named"


def judge_of(match: Match) -> str:
    """Return who judges."""
    return "wizard:net and wizard:search"


# Looking


def first_look(look: Look) -> list[Judged]:
    """Return all decisions that were a choice, those that the networks would make otherwise with their cost."""
    return [_glance(look, made) for made in decisions(look) if _is_choice(made.seen)]


def _is_choice(seen: View) -> bool:
    return len(wizard.legal(seen.row)) > 1 and (seen.row[PHASE] != PLAYING or _cards(seen).bit_count() > 1)


def _cards(seen: View) -> int:
    """Return the playable cards, equal ones once."""
    return distinct(seen.row, playable(seen.row), unseen(seen.row, seen.seat))


def played_action(made: Decision) -> int:
    """Return what was played, or the card that stands for all that are equal to it."""
    action = wizard.parse(made.seen.row, made.action)
    return equal_card(_cards(made.seen), action) if action < FIRST_BID else action


def _glance(look: Look, made: Decision) -> Judged:
    promised, played = values(made.seen), played_action(made)
    best, place = next(iter(promised)), look.place(made)
    if best == played:
        tags = circumstances(made.seen, played, played)
        return Judged(place, kind_of(played), made.action, tags=tags, expected=promised[best])
    search = Tried(made.seen, look.state(made, "first"), (best, played))
    search.try_worlds(look.worlds)
    tried = search.utilities[: search.tried]
    better_by = tried[:, 0] - tried[:, 1]
    found = judged(look, made, best, Cost(*mean_and_half(better_by.tolist())))
    return replace(found, expected=promised[best])


def closer_look(look: Look, first: Judged) -> Judged:
    """Return a decision judged again in many fresh worlds, with the position and the reason."""
    made = decision(look.record, first.place.deal, first.place.step)
    played = played_action(made)
    better = _better(look, made, played)
    means, made_bid = [], np.zeros(2)
    worlds = max(1, look.worlds // CHAINS)
    for chain in range(CHAINS):
        search = Tried(made.seen, look.state(made, f"chain {chain}"), (better, played))
        search.try_worlds(worlds)
        tried = search.utilities[: search.tried]
        means.append(tried.mean(axis=0))
        made_bid += search.made
    worth: Floats = np.array(means)
    better_by = worth[:, 0] - worth[:, 1]
    mean, half = mean_and_half(better_by.tolist())
    found = judged(look, made, better, Cost(mean, hypot(half, 2 * BIAS)))
    told = why_sentence(
        made.seen, better, played, worth.mean(axis=0).tolist(), (made_bid / (worlds * CHAINS)).tolist(), worlds * CHAINS
    )
    return replace(found, position=position(made.seen), why=told, expected=first.expected)


def _better(look: Look, made: Decision, played: int) -> int:
    """Return the best other action, in worlds that are used for nothing else."""
    others = [int(action) for action in Search(made.seen, 1).actions if action != played]
    if len(others) < 2:
        return others[0] if others else next(action for action in values(made.seen) if action != played)
    search = Tried(made.seen, look.state(made, "choice"), tuple(others))
    search.try_worlds(max(1, look.worlds // CHOOSING))
    return search.best()


class Tried(Search):
    """A search that tries just these actions."""

    def __init__(self, view: View, state: int, actions: tuple[int, ...]) -> None:
        super().__init__(view, state, trust=1.0)  # as the shipped puzzles were judged
        self.actions = np.array(actions, np.int64)
        self.promises = np.array([self.promised[action] for action in actions])
        self.alive = self.actions.copy()
        self.utilities = np.full((64, len(actions)), np.nan)
        self.made = np.zeros(len(actions))


# Words


def kind_of(action: int) -> str:
    """Return what kind of decision an action is."""
    if action < FIRST_BID:
        return "cards"
    return "bids" if action < FIRST_TRUMP else "trumps named"


def judged(look: Look, made: Decision, better: int, cost: Cost) -> Judged:
    """Return a decision with something better."""
    seen, played = made.seen, played_action(made)
    return Judged(
        look.place(made),
        kind_of(played),
        made.action,
        cost,
        what_of(seen, played, better),
        wizard.name(seen.row, better),
        circumstances(seen, played, better),
    )


def what_of(seen: View, played: int, better: int) -> str:
    """Return what kind of mistake it would be."""
    if played >= FIRST_TRUMP:
        return NAMED
    if played >= FIRST_BID:
        return BID_HIGH if played > better else BID_LOW
    row = seen.row
    needed, left = row[BID + seen.seat] - row[WON + seen.seat], row[CARDS] - row[TRICKS]
    if needed == 0:
        return MADE
    return OPEN if 0 < needed <= left else LOST


def circumstances(seen: View, played: int, better: int) -> Mapping[str, str]:
    """Return in which hands and where at the table it was, and in what it was wrong."""
    row = seen.row
    tags = {"hand": hand_of(row[CARDS]), "place": place_words(seen)}
    if FIRST_BID <= played < FIRST_TRUMP:
        tags["trumps"] = trumps_words(seen)
    if played == better:
        return tags
    if played < FIRST_BID:
        tags["card"] = card_words(row, played, better)
        if trick(row):
            tags["trick"] = trick_of(takes(seen, played), takes(seen, better))
    elif played < FIRST_TRUMP:
        tags["by"] = ("by one trick", "by two tricks", "by three tricks or more")[min(abs(played - better), 3) - 1]
    return tags


def hand_of(cards: int) -> str:
    """Return how large a hand is, in words."""
    low = (cards - 1) // 5 * 5 + 1
    return f"in hands of {low} to {low + 4} cards"


def trick_of(took: bool, should: bool) -> str:
    """Return what became of a trick that others have led."""
    if took != should:
        return "taking a trick instead of leaving it" if took else "leaving a trick instead of taking it"
    return "winning a trick with the wrong card" if took else "throwing the wrong card on a lost trick"


def position(seen: View) -> str:
    """Return a position in a sentence."""
    row = seen.row
    trump = f"trump {SUIT_WORDS[row[TRUMP]]}" if row[TRUMP] != NOBODY else "no trump"
    hand = " ".join(hand_names(row, seen.seat, CARD_NAMES) or ())
    told = [f"Round {row[ROUND]}, {row[CARDS]} cards, {trump}", f"hand {hand}"]
    bids = [] if row[HIDDEN_BIDS] and row[PHASE] != PLAYING else [(seat, row[BID + seat]) for seat in bidders(seen)]
    if given := [f"seat {seat} {bid}" for seat, bid in bids if bid != NO_BID and seat != seen.seat]:
        told.append(f"bids {', '.join(given)}")
    if row[PHASE] == PLAYING:
        told.append(f"own bid {row[BID + seen.seat]} with {row[WON + seen.seat]} taken")
        laid = [f"seat {seat} {CARD_NAMES[card]}" for seat, card in trick(row)]
        told.append(f"on the table {', '.join(laid)}" if laid else "to lead")
    elif row[PHASE] == wizard.BIDDING:
        told.append(f"bids as number {bidders(seen).index(seen.seat) + 1} of {len(bidders(seen))}")
    return f"{'; '.join(told)}."
