"""Golden playthroughs: short deals of every game and its main variants, told so that a person can check them.

``python -m tests.support.playthrough --write`` writes them anew; a test compares.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from overtrick.core import luck
from overtrick.games.contract import NOBODY, Event, Game, Row, totals
from overtrick.games.view import History, view
from overtrick.match.record import Match
from tests.support.games_and_options import Table, deals
from tests.support.outside_games import here

FOLDER = Path(__file__).parents[1] / "games" / "golden"
WIDTH = 116


@dataclass(frozen=True)
class Playthrough:
    """A match to be told: its table, its luck, and what of it is told in full."""

    table: Table
    seed: int = 1
    told: range = range(99)  # the deals told in full, counted from 1; the others in one line
    random: int = 10_000  # actions of a deal that are random; after them always the first legal one
    views: tuple[tuple[int, int], ...] = ()  # show what a seat sees before a step: (step, seat)


PLAYTHROUGHS = {
    "wizard-official": Playthrough(Table("wizard", 4, {"series": [1, 2, 3]}), views=((1, 1), (7, 2))),
    "wizard-dealer-names-trump": Playthrough(Table("wizard", 3, {"series": [3, 2]}), seed=20, views=((1, 2),)),
    "wizard-random-trump": Playthrough(Table("wizard", 3, {"series": [3, 2], "trump_choice": "random"}), seed=20),
    "wizard-hook": Playthrough(Table("wizard", 3, {"series": [1, 2, 3], "hook": "on"})),
    "wizard-canadian-hook": Playthrough(Table("wizard", 3, {"series": [1, 2, 3, 4], "hook": "canadian"}), seed=2),
    "wizard-hidden-bids": Playthrough(Table("wizard", 3, {"series": [3], "bidding": "hidden"}), views=((3, 0), (4, 0))),
    "wizard-anticlockwise-first-suit-card": Playthrough(
        Table("wizard", 5, {"series": [3, 3], "direction": "anticlockwise", "lead_rule": "first-suit-card"}), seed=14
    ),
    "wizard-all-cards-dealt": Playthrough(Table("wizard", 6, {"series": [10]})),
    "wizard-tournament-10": Playthrough(Table("wizard", 5, {"series": "tournament-10"}), told=range(1, 2)),
    "wizard-house": Playthrough(Table("wizard", 6, {"preset": "house"}), told=range(20, 21), views=((4, 0),)),
    "duel": Playthrough(Table("duel", 2, {}), views=((1, 1), (12, 0))),
    "duel-stock": Playthrough(Table("duel", 2, {"ranks": 4, "stock": 4}), views=((1, 0), (6, 1))),
    "figgie-turn": Playthrough(Table("figgie", 4, {"model": "turn"}), random=50, views=((1, 0), (25, 2))),
    "figgie-turn-5-seats": Playthrough(Table("figgie", 5, {"model": "turn"}), random=30, views=((12, 4),)),
    "figgie-tick": Playthrough(Table("figgie", 4, {"model": "tick"}), random=48, views=((1, 0), (23, 3))),
    "figgie-live": Playthrough(
        Table("figgie", 4, {"model": "live", "seconds": 30, "rounds": 2}), random=25, told=range(1, 2), views=((20, 3),)
    ),
    "hearts": Playthrough(Table("hearts", 4, {"deals": 2}), told=range(1, 2), views=((12, 3), (13, 1), (30, 2))),
    "hearts-3-seats": Playthrough(Table("hearts", 3, {"points": 10}), seed=5, views=((10, 0),)),
    "figgie-tick-5-seats": Playthrough(Table("figgie", 5, {"model": "tick"}), random=40, views=((13, 1),)),
}


def playthrough(name: str) -> str:
    """Return the text of a playthrough."""
    with here(PLAYTHROUGHS[name].table.name):
        return "\n".join(line.rstrip() for line in told_match(name, PLAYTHROUGHS[name])) + "\n"


def told_match(name: str, plan: Playthrough) -> Iterator[str]:
    match, game = plan.table.match(plan.seed), plan.table.game
    rules, state = match.rules(), luck.fresh_state(match.seed, f"playthrough/{name}")
    yield f"game     {game.NAME} version {game.VERSION}"
    yield f"seats    {match.seats}"
    yield from wrap(f"options  {json.dumps(match.options)}", WIDTH, subsequent_indent=" " * 9)
    yield f"seed     {match.seed.hex()}"
    finished: list[Row] = []
    for number, (row, draws, _) in enumerate(deals(match), start=1):
        steps, state = told_deal(game, row, plan, state)
        finished.append(row)
        if number in plan.told:
            yield from ["", f"deal {number}", *folded("draws", " ".join(map(str, draws))), *steps]
            yield f"  scores   {[game.score(row, seat) for seat in range(match.seats)]}"
        else:
            yield f"deal {number:2}: scores {[game.score(row, seat) for seat in range(match.seats)]}"
        yield from (f"  note     {note}" for note in game.notes(rules, finished))
    yield from told_end(match, game, rules, finished)


def told_end(match: Match, game: Game, rules: Row, finished: list[Row]) -> Iterator[str]:
    yield ""
    yield f"totals   {totals(game, match.seats, finished)}"
    yield f"places   {game.places(rules, finished)}"


def told_deal(game: Game, row: Row, plan: Playthrough, state: int) -> tuple[list[str], int]:
    """Play a deal to its end, in place; return its lines and the generator's state."""
    lines = list(told_state("start", game, row))
    history = History(game, plan.table.seats)
    step, before = 0, ""
    while (seat := game.to_move(row)) != NOBODY:
        step += 1
        for _, observer in (shown for shown in plan.views if shown[0] == step):
            lines += told_view(game, row, history.heard(observer), observer)
        state = luck.step(state)
        action = game.pick(row, luck.number(state)) if step <= plan.random else game.legal(row)[0]
        legal, name = legal_text(game, row), game.name(row, action)
        game.play(row, action)
        known = len(history.everything), len(history.heard(NOBODY))
        history.add(row, seat, action)
        made = history.heard(NOBODY)[known[1] :]
        if legal != before:
            lines += folded("legal", legal)
        before = legal
        public = "; ".join(event_text(game, row, event) for event in made) or "nothing"
        told = f"  step {step:<3} seat {seat}: {name:<18} public: {public}"
        lines += wrap(told, WIDTH, subsequent_indent=" " * 47, drop_whitespace=True)
        private = [event for event in history.everything[known[0] :] if event not in made]
        ears = {event: [ear for ear in range(plan.table.seats) if event in history.heard(ear)] for event in private}
        lines += [f"{'':39}seats {ears[event]} hear: {event_text(game, row, event)}" for event in private]
    return [*lines, *told_state("end", game, row)], state


def told_state(title: str, game: Game, row: Row) -> Iterator[str]:
    yield f"  {title}"
    for key, value in game.state(row).items():
        if key == "orders" and value is not None:
            value = [*value[:8], "..."]
        yield from (f"    {line}" for line in wrap(f"{key}: {json.dumps(value)}", WIDTH, subsequent_indent="      "))


def told_view(game: Game, row: Row, events: list[Event], seat: int) -> list[str]:
    seen = view(game, row, events, seat)
    lines = list(told_state(f"what seat {seat} sees", game, seen.row))
    public = "; ".join(event_text(game, row, event) for event in seen.events)
    return [*lines, *(f"    {line}" for line in wrap(f"events: {public}", WIDTH, subsequent_indent="      "))]


def event_text(game: Game, row: Row, event: Event) -> str:
    """Return who did what, and what more the event tells."""
    seat, action, *more = event
    return f"{seat} {game.name(row, action)}" + (f" {tuple(more)}" if more else "")


def legal_text(game: Game, row: Row) -> str:
    """Return the names of the legal actions, runs of numbers shortened to their ends."""
    names = [game.name(row, action) for action in game.legal(row)]
    runs: list[list[str]] = [names[:1]]
    for last, name in pairwise(names):
        if follows(last, name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1].split()[-1]}" for run in runs)


def follows(last: str, name: str) -> bool:
    """Return whether two names differ only in their last word, and there by one."""
    (head, _, tail), (other, _, number) = last.rpartition(" "), name.rpartition(" ")
    return head == other and tail.isdigit() and number.isdigit() and int(number) == int(tail) + 1


def folded(title: str, text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=f"  {title:<8} ", subsequent_indent=" " * 11)


def path_of(name: str) -> Path:
    """Return the file of a playthrough."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write all playthroughs, or print them."""
    for name in PLAYTHROUGHS:
        if sys.argv[1:] == ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            path_of(name).write_text(playthrough(name), encoding="utf-8")
        else:
            sys.stdout.write(playthrough(name) + "\n")


if __name__ == "__main__":
    main()
