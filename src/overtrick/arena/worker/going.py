"""What is going on in a round: its provisional ranking or its final, as it is being played."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import update

from overtrick.arena.arena import Arena
from overtrick.arena.boards.board import Board
from overtrick.arena.boards.board_rows import latest_board, write_board
from overtrick.arena.boards.boards import Moment, Tally, make_board, owners
from overtrick.arena.boards.recap import highlights
from overtrick.arena.competitions.competition import Entered, Round, RoundState
from overtrick.arena.worker.rounds import players_of, tournament_of
from overtrick.bots.find import Player
from overtrick.store.schema import rounds
from overtrick.tournament.plan.stage import Planned, size
from overtrick.tournament.records.packed import Packed, seconds_thought
from overtrick.tournament.records.store import Store
from overtrick.tournament.run import Contest, missing

FIRST_COST_S = 0.05  # what a match is thought to take before one was played
LOOK_EVERY = 16  # matches between looks at how long they take
AGAIN_S = 60.0  # before what could not be played is tried again
TRIES = 3  # a match that fails so often is given up...
MOST_GIVEN_UP = 0.01  # ...unless it is one of too many, of all that are planned: then the trouble is ours


class Going:
    """A tournament of a round, what of it is still to be handed out, and what came of it so far."""

    def __init__(self, arena: Arena, store: Store, round_: Round, entries: tuple[Entered, ...], secret: bytes) -> None:
        self.round, self.entries = round_, entries
        self.final = round_.state is RoundState.FINAL
        self.players: dict[str, Player] = players_of(arena, round_, entries)
        tournament = tournament_of(round_, entries, secret)
        contents = [player.content for player in self.players.values()]
        self.contest = Contest(tournament, store, store.register(tournament, contents, sealed=True))
        self._note_number(arena)
        stages = self.contest.stages()
        self.planned = size(stages)
        self._stages = stages
        self._grown = -1  # matches of the tally when it was last seen whether the plan goes on
        self.tally = Tally(self.contest, stages)
        self.failed: dict[str, Planned] = {}  # matches that could not be played when they were tried last, by key
        self._failures: Counter[str] = Counter()
        self._again_s = 0.0  # not before this moment is anything tried again
        self.handed_out = False  # whether all that was missing has been handed out
        # Two numbers, as each is counted by a thread of its own: what they add to one could be lost.
        self.given = 0  # matches that were handed out
        self.returned = 0  # and came back
        self.spent_s = 0.0  # what the matches that were handed out cost, about
        self._cost_s = FIRST_COST_S
        self._matches = missing(self.contest, self.failed)
        self._owners = owners(arena, entries)
        self._board = latest_board(arena, self.contest.registered.id)
        self._shown = -1  # matches on the latest board of ours
        self._next_board_s = 0.0

    def __str__(self) -> str:
        """Return what operators call it."""
        return self.contest.tournament.name

    def _note_number(self, arena: Arena) -> None:
        """Write down which tournament of the store is this round's."""
        number = self.contest.registered.id
        if number == (self.round.final if self.final else self.round.provisional):
            return
        column = rounds.c.final if self.final else rounds.c.provisional
        with arena.writing() as connection:
            connection.execute(update(rounds).where(rounds.c.id == self.round.id).values({column: number}))

    # Handing out

    def next_match(self) -> Planned | None:
        """Return the next match to be played; None if all have been handed out."""
        match = next(self._matches, None)
        if match is None:
            self.handed_out = True
        else:
            self.spent_s += self._cost_s
        return match

    def roster(self) -> dict[str, Player]:
        """Return the players by names that no other round uses."""
        return {roster_name(self.round.game, player.content): player for player in self.players.values()}

    # Coming back

    def count(self, stage: str, cluster: int, ids: list[int], packed: Packed) -> None:
        """Count a match that was just stored, whoever had handed it out."""
        self.tally.add(stage, cluster, ids, packed)
        if self.tally.count % LOOK_EVERY == 1:
            self._cost_s = (self._cost_s + seconds_thought(packed.payload)) / 2 + 1e-4

    def fail(self, match: Planned) -> bool:
        """Note that a match could not be played, and return whether it is the first time."""
        self.failed[match.key] = match
        self._failures[match.key] += 1
        self._again_s = time.monotonic() + AGAIN_S
        return self._failures[match.key] == 1

    @property
    def in_trouble(self) -> bool:
        """Whether so much could not be played that a final must wait until it can.

        If just one entrant sits in all these matches, the trouble is that one's, and nobody has to wait for it.
        """
        if len(self.failed) <= max(1, MOST_GIVEN_UP * self.planned):
            return False
        return len(set.intersection(*(set(match.seating) for match in self.failed.values()))) != 1

    @property
    def over(self) -> bool:
        """Whether all was played, but for the few matches that could not be, however often they were tried."""
        if self.given != self.returned or self.tally.count + len(self.failed) < self.planned or self.in_trouble:
            return False
        return all(self._failures[key] >= TRIES for key in self.failed)

    def grow(self) -> None:
        """If all was played and the results decide who plays on, go on with these."""
        if self.given != self.returned or self.tally.count < self.planned or self.tally.count == self._grown:
            return
        self._grown = self.tally.count
        stages = self.contest.stages()
        if (planned := size(stages)) == self.planned:
            return
        self.planned, self._stages = planned, stages
        self.tally.follow(stages)
        self._matches = missing(self.contest, self.failed)
        self.handed_out = False

    def look_again(self) -> None:
        """Now and then, when all came back, count and hand out again: something failed, or is in nobody's count.

        That may be what an earlier one of us had under way, or what another worker has stored.
        """
        now_s = time.monotonic()
        if not self.handed_out or self.given != self.returned or self.over or now_s < self._again_s:
            return
        self._again_s = now_s + AGAIN_S
        self.failed.clear()
        self.tally = Tally(self.contest, self._stages)
        self._matches = missing(self.contest, self.failed)
        self.handed_out = False

    # The board

    def show(self, arena: Arena, *, last: bool = False) -> Board | None:
        """Write a board if there is something new and the last one is old enough; at the end, the last one.

        Return what was written.
        """
        now_s = time.monotonic()
        if not last and (self.tally.count == self._shown or now_s < self._next_board_s):
            return None
        if not self.tally.count and self._board is not None and self._board.records:
            return None  # whoever left has changed the tables: the board before is worth more than an empty one
        began_s = time.thread_time()
        board = self.board(arena, last=last)
        write_board(arena, board)
        self._board, self._shown = board, self.tally.count
        took_s = time.thread_time() - began_s
        self._next_board_s = now_s + max(1.0, 2 * took_s)  # rating takes half of a core at most
        return board

    def board(self, arena: Arena, *, last: bool) -> Board:
        """Return the board as it stands."""
        made = int(arena.clock() * 1000)
        if self._board is not None:
            made = max(made, self._board.made + 1)  # whatever happened to the clock
        moment = Moment(made, self.planned, last, self._board, self._owners)
        board = make_board(self.contest, self.tally, moment)
        if not last:
            return board
        return replace(board, highlights=highlights(self.contest.store, self.contest.registered))


def roster_name(game: str, content: str) -> str:
    """Return the name of a player among those of all rounds."""
    return f"{game} {content}"


def on_roster(match: Planned) -> Planned:
    """Return a match with its players under their names among all rounds; its key stays the same."""
    game = match.match.game
    names = tuple(roster_name(game, content) for content in match.match.contents)
    return replace(match, match=replace(match.match, players=names))


def fairest(goings: list[Going]) -> Iterator[Going]:
    """Yield who may hand out the next match, the best first: finals, then who has had the least."""
    yield from sorted(goings, key=lambda going: (not going.final, going.spent_s))
