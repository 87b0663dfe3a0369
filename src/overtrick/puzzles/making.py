"""Making puzzles: deals are played by seed and number, and a position is kept if one action is clearly best in it.

A position is looked at twice: at the usual budget, and at a hundred times that, with other luck. It becomes a puzzle if
the same action is clearly best both times. Every deal makes one puzzle or none, whatever was made before it, so that a
number alone brings a puzzle about again.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from overtrick.bots.bot import Hello
from overtrick.bots.builtin import maker
from overtrick.bots.inside import BuiltIn
from overtrick.core.luck import below, derive, fresh_state, read_seed, step
from overtrick.core.mistake import Mistake
from overtrick.games import find_game
from overtrick.games.face import face_of, games_with
from overtrick.games.view import View
from overtrick.match.play import play
from overtrick.match.record import Match, Record
from overtrick.players.explain import Decision, decision
from overtrick.puzzles.puzzle import Puzzle, Worth, match_of, words_of
from overtrick.review.work import working

BATCH = 32  # deals handed out together
EASIEST, HARDER = 1100, 700  # the rating of a puzzle that all players find, and how much more if none does
FEW_CHOICES, EACH_CHOICE = 3, 20  # more choices than these make it harder, each by so much


@dataclass(frozen=True)
class Judgement:
    """What a closer look says: the best action, what each choice is worth, and how much better the best one is."""

    answer: str
    choices: Mapping[str, Worth]
    margin: float
    half: float


@dataclass(frozen=True)
class Source:
    """What a puzzle is made from."""

    game: str
    kind: str
    seed: str
    number: int


def maker_of(game: str) -> Any:
    """Return what makes puzzles of a game, or raise Mistake if nothing does."""
    part = face_of(find_game(game)).part("puzzles")
    if part is None:
        raise Mistake(f"{game} has no puzzles; allowed: {', '.join(games_with('puzzles'))}")
    return part


def luck_of(source: Source, purpose: str) -> bytes:
    """Return luck for one purpose of one puzzle."""
    return derive(read_seed(source.seed), f"look/{source.game}/{source.kind}/{source.number}/{purpose}")


def drawing(secret: bytes) -> Callable[[int], int]:
    """Return a function that draws a number below another one."""
    state = fresh_state(secret, "draw")

    def draw(size: int) -> int:
        nonlocal state
        state = step(state)
        return below(state, size)

    return draw


def deal_of(source: Source) -> tuple[Match, Record]:
    """Return the match of a source, and how our players play it."""
    players, options = maker_of(source.game).table(source.kind, drawing(luck_of(source, "table")))
    match = match_of(source.game, source.kind, source.seed, source.number, tuple(players), options)
    return match, play(match, [BuiltIn(_made(name, source.game)) for name in match.players])


def _made(name: str, game: str) -> Any:
    make = maker(name, game)
    assert make is not None, f"{name} is a player of {game}"
    return make


def puzzle_of(source: Source) -> Puzzle | None:
    """Return the puzzle that a source makes, or None if it makes none."""
    makes, (match, record) = maker_of(source.game), deal_of(source)
    question = first_question(makes, source, record)
    if question is None:
        return None
    made, first = question
    found = closer_look(source, made.seen)
    if found is None or found.answer != first:
        return None
    (deal,) = record.deals
    return Puzzle(
        source.game,
        source.kind,
        source.seed,
        source.number,
        match.players,
        dict(match.options),
        tuple(name for _, name in deal.actions),
        made.step - 1,
        words_of(source.game).theme(source.kind, made.seen, found.answer),
        found.answer,
        found.choices,
        round(found.margin, 2),
        round(found.half, 2),
        rating_of(makes.FINDERS, source, match, made.seen, found),
    )


def closer_look(source: Source, seen: View) -> Judgement | None:
    """Return what a hundred times the usual budget says of a position; None if nothing is clearly best."""
    found: Judgement | None = maker_of(source.game).closer_look(seen, luck_of(source, "closer"))
    return found


def first_question(makes: Any, source: Source, record: Record) -> tuple[Decision, str] | None:
    """Return the first decision, in a random order, in which one action seems clearly best, and that action."""
    (deal,) = record.deals
    draw, steps = drawing(luck_of(source, "order")), list(range(1, len(deal.actions) + 1))
    while steps:
        made = decision(record, 1, steps.pop(draw(len(steps))))
        if not makes.asks(source.kind, made.seen):
            continue
        best = makes.first_look(made.seen, luck_of(source, f"first {made.step}"))
        if best is not None:
            return made, best
    return None


def rating_of(finders: tuple[str, ...], source: Source, match: Match, seen: View, found: Judgement) -> int:
    """Return how difficult a puzzle seems: by the players that miss it, and by how many choices it has."""
    missed = sum(asked(name, source, match, seen) != found.answer for name in finders) / len(finders)
    return round(EASIEST + HARDER * missed + EACH_CHOICE * max(0, min(len(found.choices), 10) - FEW_CHOICES))


def asked(name: str, source: Source, match: Match, seen: View) -> str:
    """Return what one of our players does in a position that it comes to fresh."""
    own = luck_of(source, name).hex()
    hello = Hello(match.game, seen.game.VERSION, match.seats, seen.seat, match.options, own)
    return seen.game.name(seen.row, _made(name, match.game)(hello)(seen))


# Many of them


def looked_at(game: str, kind: str, seed: str, first: int, workers: int) -> Generator[Puzzle | None]:
    """Yield without end what every deal from a number on makes, in order; the same on any number of cores."""
    numbers = count(first)
    with working(workers) as work:
        while True:
            batch = [Source(game, kind, seed, number) for number in islice(numbers, BATCH)]
            yield from work.each(puzzle_of, batch)
