"""The laws that every game keeps, tried by random play: for whoever writes a game, and for our own tests.

Each law is a sentence; the first one that is broken is told with the match, deal and action that break it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from overtrick.core import luck
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, UNKNOWN, Game, Row, deal_count, merit, totals, usual_seats
from overtrick.games.face import face_of
from overtrick.games.view import view
from overtrick.match.leaks import Leak, compare_worlds
from overtrick.match.record import Match, new_match, start_deal
from overtrick.match.worlds import Dealt, own_hands

MOST_DEALS, MOST_ACTIONS = 1000, 100_000
WATCHED, RARELY = 4, 16  # the first deals of a match, and one in so many of the others, are tried for leaks


@dataclass(frozen=True)
class Moment:
    """A position in which somebody is to move."""

    match: Match
    game: Game
    row: Row
    seat: int

    def hidden(self, row: Row, seat: int) -> Row:
        """Return what a seat sees of a row."""
        return view(self.game, row, [], seat).row


def is_a_row(at: Moment) -> bool:
    """Return whether a row is WIDTH whole numbers below 2**62."""
    return len(at.row) == at.game.WIDTH and all(type(n) is int and abs(n) < 1 << 62 for n in at.row)


def legal_is_what_is_not_refused(at: Moment) -> bool:
    """Return whether the legal actions are there, ascending, and none of them refused."""
    legal = at.game.legal(at.row)
    kept = bool(legal) and legal == sorted(set(legal))
    return kept and not any(at.game.refuse(at.row, action) for action in some(legal, 500))


def some(actions: list[int], count: int) -> list[int]:
    """Return all actions, or at least so many of them, evenly spread: a game of prices has thousands."""
    return actions[:: max(1, len(actions) // count)]


def what_is_refused_has_a_sentence(at: Moment) -> bool:
    """Return whether odd actions are refused, with a code that has a sentence."""
    codes = [at.game.refuse(at.row, action) for action in (-1, 10**9)]
    return all(0 < code < len(at.game.REFUSALS) for code in codes)


def names_lead_back(at: Moment) -> bool:
    """Return whether the name of every legal action is read as that action, also by the seat that sees only its own."""
    seen = at.hidden(at.row, at.seat)
    return all(
        at.game.parse(row, at.game.name(row, action)) == action
        for row in (at.row, seen)
        for action in some(at.game.legal(at.row), 50)
    )


def nonsense_is_refused_in_a_sentence(at: Moment) -> bool:
    """Return whether text that is no action raises Mistake, and nothing else."""
    for text in ("", "no such action", "\0", "9" * 50):
        try:
            at.game.parse(at.row, text)
        except Mistake:
            continue
        except Exception:
            return False
        return False
    return True


def a_view_suffices_to_act(at: Moment) -> bool:
    """Return whether the seat to move sees in its view that it is to move, and what is legal."""
    seen = at.hidden(at.row, at.seat)
    return at.game.to_move(seen) == at.seat and at.game.legal(seen) == at.game.legal(at.row)


def hiding_twice_hides_no_more(at: Moment) -> bool:
    """Return whether a hidden row is hidden for good, for every seat."""
    for seat in range(at.match.seats):
        once = at.hidden(at.row, seat)
        if at.hidden(once, seat) != once:
            return False
    return True


def others_hands_do_not_show(at: Moment) -> bool:
    """Return whether the state of a view tells no hand but its own, if the state has hands."""
    for seat in range(at.match.seats):
        hands = at.game.state(at.hidden(at.row, seat)).get("hands")
        if isinstance(hands, list) and any(shows_a_card(hand) for other, hand in enumerate(hands) if other != seat):
            return False
    return True


def shows_a_card(hand: object) -> bool:
    """Return whether a hand, as cards or as counts, shows a card."""
    return any(hand.values()) if isinstance(hand, dict) else bool(hand)


def a_state_is_plain_data(at: Moment) -> bool:
    """Return whether the state can be written as JSON and read back."""
    state = at.game.state(at.row)
    return bool(json.loads(json.dumps(state)) == state)


def asking_changes_nothing(at: Moment) -> bool:
    """Return whether all these questions have left the row as it was."""
    before = at.row.copy()
    at.game.legal(at.row)
    at.game.state(at.row)
    at.game.pick(at.row, 12345)
    at.game.refuse(at.row, 0)
    return at.row == before


def a_pick_is_legal(at: Moment) -> bool:
    """Return whether quick random play picks what is legal."""
    return all(at.game.refuse(at.row, at.game.pick(at.row, number)) == 0 for number in (0, 1 << 31, (1 << 32) - 1))


NO_LEAK = "what a seat sees and hears does not depend on what it may not know"
LAWS: tuple[tuple[str, Callable[[Moment], bool]], ...] = (
    ("a row is WIDTH whole numbers below 2**62", is_a_row),
    ("legal gives at least one action, ascending, and none that refuse refuses", legal_is_what_is_not_refused),
    ("what is no action is refused, with a code that has a sentence in REFUSALS", what_is_refused_has_a_sentence),
    ("parse reads the name of every legal action", names_lead_back),
    ("parse raises Mistake, with a sentence, for text that is no action", nonsense_is_refused_in_a_sentence),
    ("a seat sees in its hidden row that it is to move and what is legal", a_view_suffices_to_act),
    ("hiding a hidden row changes nothing", hiding_twice_hides_no_more),
    ("the state of a hidden row tells no other hand", others_hands_do_not_show),
    ("a state is plain data for JSON", a_state_is_plain_data),
    ("legal, state, pick and refuse leave the row as it is", asking_changes_nothing),
    ("pick gives a legal action", a_pick_is_legal),
)


@dataclass(frozen=True)
class Tried:
    """How many positions kept the laws, how many pairs of them a seat could not tell apart, and what was left out."""

    positions: int = 0
    pairs: int = 0
    unknown: int = 0  # deals with luck of which the game does not say what a seat has of its own

    def __add__(self, other: "Tried") -> "Tried":
        return Tried(self.positions + other.positions, self.pairs + other.pairs, self.unknown + other.unknown)


def check_laws(game: Game, seats: int, options: dict[str, object], seed: bytes) -> Tried:
    """Play a match at random and return how much kept all laws; raise Mistake at the first position that does not."""
    match = new_match(game.NAME, ["player"] * seats, options, seed)
    state, positions, pairs, unknown = luck.fresh_state(seed, "laws"), 0, 0, 0
    chance = Random(state)
    stated = deal_count(game, match.rules())
    thorough = 1 + chance.randrange(min(WATCHED, stated or WATCHED))
    finished: list[Row] = []
    where = f"{game.NAME} with {seats} seats"
    for number in range(1, MOST_DEALS + 2):
        row, draws = start_deal(match, finished)
        if not row:
            break
        where = f"{game.NAME} with {seats} seats, seed {luck.seed_text(seed)}, deal {number}"
        require(number <= MOST_DEALS, f"a match ends after at most {MOST_DEALS} deals", where)
        require(start_deal(match, finished) == (row, draws), "equal draws give an equal deal", where)
        unknown += bool(draws) and not own_hands(game, row, seats)
        actions: list[int] = []
        for at in moments(match, game, row, state, actions):
            positions += 1
            state = luck.step(state)
            for law, is_kept in LAWS:
                require(kept(is_kept, at), law, f"{where}, action {positions}")
            require(positions <= MOST_ACTIONS, f"a match ends after at most {MOST_ACTIONS} actions", where)
        require(all(type(game.score(row, seat)) is int for seat in range(seats)), "a score is a whole number", where)
        if number <= WATCHED or not chance.randrange(RARELY):
            bounds = game.bounds(match.rules())[: len(draws)]
            dealt = Dealt(game, seats, game.next_deal(match.rules(), finished), draws, bounds, actions)
            pairs += leaks_nothing(dealt, chance, where, thoroughly=number == thorough)
        finished.append(row)
    places = game.places(match.rules(), finished)
    require(len(places) == seats and min(places) == 1, "places has one from 1 on for every seat", where)
    require(stated in (UNKNOWN, len(finished)), f"a match has as many deals as its rules state, {stated}", where)
    worst, points = face_of(game).worst, totals(game, seats, finished)
    bottom = min(merit(game, total) for total in points)
    is_worst = worst is None or merit(game, worst(match.rules())) < bottom
    require(is_worst, "no score is as bad as the worst of the face", where)
    return Tried(positions, pairs, unknown)


def leaks_nothing(dealt: Dealt, chance: Random, where: str, *, thoroughly: bool) -> int:
    """Return how many pairs of positions a seat could not tell apart, as it should be; raise Mistake if it can."""
    try:
        return compare_worlds(dealt, chance, thoroughly=thoroughly)
    except Leak as leak:
        raise Mistake(f"{where}: this law is broken: {NO_LEAK}; {leak}") from None
    except Exception as error:
        raise Mistake(f"{dealt.game.NAME} raised {type(error).__name__}: {error}") from error


def kept(law: Callable[[Moment], bool], at: Moment) -> bool:
    """Return whether a law is kept; a function that cannot be called, or raises something, is told as a mistake."""
    try:
        return law(at)
    except Mistake:
        raise
    except Exception as error:
        raise Mistake(f"{at.game.NAME} raised {type(error).__name__}: {error}") from error


def moments(match: Match, game: Game, row: Row, state: int, actions: list[int]) -> Iterator[Moment]:
    """Play a deal at random, in place, and note its actions; yield every position on the way."""
    while (seat := game.to_move(row)) != NOBODY:
        yield Moment(match, game, row, seat)
        state = luck.step(state)
        actions.append(game.pick(row, luck.number(state)))
        game.play(row, actions[-1])


def require(is_kept: bool, law: str, where: str) -> None:
    """Raise Mistake if a law is broken."""
    if not is_kept:
        raise Mistake(f"{where}: this law is broken: {law}")


def check_all(game: Game, matches: int, seed: bytes) -> Iterator[tuple[int, dict[str, object], Tried]]:
    """Check matches with every number of seats, and with every value of every option at the usual number."""
    for seats in game.SEATS:
        tried = (check_laws(game, seats, {}, luck.derive(seed, f"{seats}/{n}")) for n in range(matches))
        yield seats, {}, sum(tried, Tried())
    for option in game.OPTIONS:
        allowed = option.allowed
        values = sorted({*allowed[:2], allowed[-1]}) if isinstance(allowed, range) else allowed
        for value in values:
            chosen: dict[str, object] = {option.name: value}
            try:
                yield usual_seats(game), chosen, check_laws(game, usual_seats(game), chosen, seed)
            except Mistake as mistake:
                if "law is broken" in str(mistake):
                    raise  # otherwise the value does not go with the defaults of the other options
