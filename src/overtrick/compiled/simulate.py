"""Simulation: many matches in bulk, returned as arrays; at native speed where all players are compiled."""

import hashlib
import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, cast

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from overtrick.bots.builtin import maker, names
from overtrick.compiled import bulk, playing
from overtrick.compiled.interpreted import Job, play_matches
from overtrick.compiled.minds import RANDOM, kinds_of
from overtrick.compiled.threads import Progress, in_threads
from overtrick.compiled.twin import twin
from overtrick.core import luck, waiting
from overtrick.core.mistake import Mistake
from overtrick.core.processes import without_the_script
from overtrick.games.contract import Game, check_seats, deal_count, settled, usual_seats
from overtrick.games.face import FACES, Prices, face_of

CHUNK = 1024  # matches of random play that share a generator, whatever the number of threads
ROOM = 32  # deals of a match at first, if nobody knows how many there will be
PLAYED_CHUNK, INTERPRETED_CHUNK = 64, 4  # matches that are played in one go by players, at least and always
MOST_AT_ONCE, CHUNKS_EACH = 1024, 8  # by compiled players: so that there is progress, and no worker waits for long


@dataclass(frozen=True)
class Simulation:
    """Scores by match and seat, and what the game keeps (such as bids and tricks) by match, deal and seat.

    ``deals`` says how many deals each match had; where it had fewer than another, the rest of what is kept is 0.

    ``prices`` are those that the face of the game names, by match, time and column; they end with the deal, and are -1
    from there on.
    """

    scores: NDArray[np.int64]
    kept: Mapping[str, NDArray[np.int16]]
    deals: NDArray[np.int64]
    decisions: int
    prices: NDArray[np.int32] | None = None
    compiled: bool = True
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What shall be played, and the arrays that it fills."""

    game: Game
    options: Any
    players: tuple[str, ...]
    secret: bytes
    rules: NDArray[np.int64]
    scores: NDArray[np.int64]
    kept: NDArray[np.int16]
    deals: NDArray[np.int64]
    paths: NDArray[np.int32]

    def chunks(self, size: int) -> Iterator[slice]:
        """Yield the matches in chunks."""
        for first in range(0, len(self.scores), size):
            yield slice(first, first + size)

    def finished(self) -> NDArray[np.int64]:
        """Return room for the deals of one match."""
        return np.zeros((self.kept.shape[2], self.game.WIDTH), np.int64)

    def with_more_room(self) -> "Plan":
        """Return the plan with room for twice as many deals of each match, and nothing played yet."""
        matches, columns, room, seats = self.kept.shape
        self.scores[:], self.deals[:], self.paths[:] = 0, 0, -1
        return replace(self, kept=np.zeros((matches, columns, 2 * room, seats), np.int16))

    def columns(self) -> NDArray[np.int64]:
        """Return the columns that are kept."""
        return np.array(list(self.game.KEPT.values()), np.int64)


def simulate(
    game: Game,
    matches: int,
    *,
    players: Sequence[str] | None = None,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: bytes | None = None,
    threads: int | None = None,
    prices: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Play matches on all cores, at random if no built-in players are named: one for all seats, or one for each.

    The same seed gives the same arrays on any number of threads. ``progress`` is told how many more are done.
    """
    if matches < 0 or (threads is not None and threads < 1):
        raise Mistake(f"matches is {matches} and threads is {threads}; allowed: 0 or more, and 1 or more")
    followed = face_of(game).prices
    if prices and followed is None:
        having = [name for name, face in FACES.items() if face.prices is not None]
        raise Mistake(f"prices are asked of {game.NAME}; allowed: {', '.join(having)}")
    seated = seat_players(game, players or ["random"], seats)
    agreed = settled(game, len(seated), options or {})
    rules = np.array(game.rules(len(seated), agreed))
    plan = Plan(
        game,
        agreed,
        seated,
        luck.new_seed() if seed is None else seed,
        rules,
        np.zeros((matches, len(seated)), np.int64),
        np.zeros((matches, len(game.KEPT), deal_count(game, list(rules)) or ROOM, len(seated)), np.int16),
        np.zeros(matches, np.int64),
        room_for(followed if prices else None, matches, rules, len(seated)),
    )
    done: list[int] = []

    def tell(more: int) -> None:
        done.append(more)
        if progress is not None:
            progress(more)

    while True:
        try:
            decisions, fast = play_all(plan, threads or os.cpu_count() or 1, tell)
            break
        except NoRoomError:  # nobody knew beforehand how many deals a match would have
            tell(-sum(done))
            plan = plan.with_more_room()
    deals = plan.kept.shape[2] if deal_count(game, list(rules)) else int(plan.deals.max(initial=0))
    kept = {name: plan.kept[:, index, :deals] for index, name in enumerate(game.KEPT)}
    return Simulation(plan.scores, kept, plan.deals, decisions, plan.paths if prices else None, fast, seated)


class NoRoomError(Exception):
    """A match has more deals than there is room for."""


def play_all(plan: Plan, workers: int, progress: Progress) -> tuple[int, bool]:
    """Play all matches; return the number of decisions, and whether that was done by compiled code."""
    kinds, prices = kinds_of(plan.game, plan.players), plan.paths.shape[1] > 0
    at_random = not prices and all(name.removeprefix(f"{plan.game.NAME}:") == "random" for name in plan.players)
    kernel = random_kernel(plan) if at_random else None
    if kernel is not None:
        chunks = plan.chunks(CHUNK)
        return in_threads(lambda part: play_at_random(plan, kernel, part), chunks, workers, progress), True
    if kinds is not None:
        return by_compiled_players(plan, kinds, workers, progress), True
    return in_processes(plan, workers, progress), False


def random_kernel(plan: Plan) -> Any:
    """Return the compiled kernel of random play; None for a game from outside that cannot be compiled."""
    kernel = twin(bulk, game=cast(ModuleType, plan.game))
    try:
        play_at_random(plan, kernel, slice(0, 0))
    except NumbaError:
        if "minds" in face_of(plan.game).parts:
            raise
        return None
    return kernel


def seat_players(game: Game, players: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """Return a built-in player for each seat, or raise Mistake."""
    for name in players:
        if maker(name, game.NAME) is None:
            raise Mistake(f"there is no built-in player {name[:60]!r}; allowed: {', '.join(names(game.NAME))}")
    if len(players) == 1:
        count = usual_seats(game) if seats is None else seats
        check_seats(game, count)
        return tuple(players) * count
    if seats not in (None, len(players)):
        raise Mistake(f"players are {len(players)} for {seats} seats; allowed: 1 for all seats, or one for each")
    check_seats(game, len(players))
    return tuple(players)


def room_for(prices: Prices | None, matches: int, rules: NDArray[np.int64], seats: int) -> NDArray[np.int32]:
    """Return room for the paths of prices, without length if there are none to follow."""
    if prices is None:
        return np.full((matches, 0, 1), -1, np.int32)
    longest = prices.longest(rules.tolist(), seats)
    if longest == 0:
        raise Mistake(
            "prices cannot be followed with these options, as time runs; allowed: options with turns or ticks"
        )
    return np.full((matches, longest, prices.count), -1, np.int32)


@contextmanager
def cancelled_if_stopped(pool: Executor) -> Iterator[Executor]:
    """Close a pool; if something was raised, such as Ctrl-C, what has not begun is not played any more."""
    try:
        yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def play_at_random(plan: Plan, kernel: Any, part: slice) -> tuple[int, int]:
    """Play a chunk at random; return the matches and the decisions."""
    decisions = kernel.play_many(
        plan.rules,
        np.array(plan.game.bounds(list(plan.rules))),
        plan.finished(),
        plan.columns(),
        luck.fresh_state(plan.secret, f"simulate/{part.start // CHUNK}"),
        plan.scores[part],
        plan.kept[part],
        plan.deals[part],
    )
    return len(plan.scores[part]), enough(decisions)


def enough(decisions: int) -> int:
    """Return how many decisions a kernel has made, or raise NoRoomError."""
    if decisions == bulk.NO_ROOM:
        raise NoRoomError
    return int(decisions)


def by_compiled_players(plan: Plan, kinds: list[int], workers: int, progress: Progress) -> int:
    """Play all matches by compiled players; return the number of decisions."""
    minds: Any = face_of(plan.game).part("minds")
    kernel = twin(
        playing, game=cast(ModuleType, plan.game), minds=minds
    )  # here: threads must not import things at once
    cards, choices = (states(plan.secret, label, len(plan.scores)) for label in ("cards", "choices"))
    desks: list[Any] = []  # those that nobody uses; to make one takes as long as some matches

    def play(part: slice) -> tuple[int, int]:
        desk = desks.pop() if desks else minds.new_desk(plan.options, [kind for kind in kinds if kind != RANDOM])
        decisions = play_compiled(plan, kernel, kinds, desk, (cards[part], choices[part]), part)
        desks.append(desk)
        return len(plan.scores[part]), decisions

    played, decisions = play(slice(0, 1))  # compile before there are threads
    progress(played)
    size = max(PLAYED_CHUNK, min(MOST_AT_ONCE, len(plan.scores) // (CHUNKS_EACH * workers)))
    rest = (slice(at, at + size) for at in range(1, len(plan.scores), size))
    return decisions + in_threads(play, rest, workers, progress)


def states(secret: bytes, label: str, count: int) -> NDArray[np.int64]:
    """Return many starting states at once, as quickly as millions of them need it; fewer are the beginning of more."""
    stream = hashlib.shake_256(luck.derive(secret, label)).digest(8 * count)
    return (np.frombuffer(stream, ">u8") % luck.STATES + 1).astype(np.int64)


def play_compiled(
    plan: Plan,
    kernel: Any,
    kinds: list[int],
    desk: Any,
    states: tuple[NDArray[np.int64], NDArray[np.int64]],
    part: slice,
) -> int:
    """Play a chunk by compiled players, from states for cards and for choices; return the decisions."""
    prices = face_of(plan.game).prices
    watch = [0, 0] if prices is None else [prices.clock, prices.first]
    decisions = kernel.play_many(
        plan.rules,
        np.array(plan.game.bounds(list(plan.rules))),
        plan.finished(),
        plan.columns(),
        np.array(kinds, np.int64),
        *states,
        desk,
        np.array(watch, np.int64),
        plan.scores[part],
        plan.kept[part],
        plan.deals[part],
        plan.paths[part],
    )
    return enough(decisions)


def in_processes(plan: Plan, workers: int, progress: Progress) -> int:
    """Play all matches by players that are not compiled; return the number of decisions."""
    table = Job(plan.game.NAME, dict(plan.options), plan.players, plan.secret)
    cards = states(plan.secret, "cards", len(plan.scores)).tolist()
    decisions = 0
    context = multiprocessing.get_context("spawn")
    with (
        waiting.relayed() as told,
        cancelled_if_stopped(ProcessPoolExecutor(workers, context, waiting.relay_to, told)) as pool,
    ):
        numbers = [range(len(plan.scores))[part] for part in plan.chunks(INTERPRETED_CHUNK)]
        with without_the_script():
            coming = {
                pool.submit(play_matches, table, [(number, cards[number]) for number in some]): some for some in numbers
            }
        for done in as_completed(coming):
            for number, (finished, path, made) in zip(coming[done], done.result(), strict=True):
                decisions += made
                fill_in(plan, number, np.array(finished), path)
            progress(len(coming[done]))
    return decisions


def fill_in(plan: Plan, number: int, finished: NDArray[np.int64], path: list[list[int]]) -> None:
    """Fill in the arrays of one match."""
    seats = len(plan.players)
    if len(finished) > plan.kept.shape[2]:
        raise NoRoomError
    plan.deals[number] = len(finished)
    for seat in range(seats):
        plan.scores[number, seat] = sum(plan.game.score(row, seat) for row in finished.tolist())
    for index, column in enumerate(plan.game.KEPT.values()):
        plan.kept[number, index, : len(finished)] = finished[:, column : column + seats]
    if plan.paths.shape[1] and path:
        plan.paths[number, : len(path)] = path
