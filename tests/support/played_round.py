"""A round of the duel that is over, played without a fence in this process: quick, and true in all that counts."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import write_board
from overtrick.arena.boards.boards import Moment, Tally, make_board, owners
from overtrick.arena.bundles.written import Asked, bundle_lines
from overtrick.arena.competitions.competition import Entered, Round, RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.competitions.stored_rounds import entries_text
from overtrick.arena.submissions.archive import hash_of, pack_files
from overtrick.arena.submissions.programs import keep_program
from overtrick.arena.worker.rounds import content_of, reveal, tournament_of
from overtrick.bots.bot import Bot
from overtrick.bots.find import find
from overtrick.bots.inside import Trusted
from overtrick.bots.packed import pack_program
from overtrick.bots.program import build
from overtrick.match.play import play
from overtrick.match.record import commitment
from overtrick.store.schema import bots, rounds, sources, submissions
from overtrick.tournament.plan.stage import size
from overtrick.tournament.records.packed import pack
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.run import Contest, missing
from tests.support.arena_rounds import PLAYERS, account, new_round

SECRET = bytes(range(32))
TALKER = b'import sys\n\n\ndef choose(view):\n    print("WHISPER", file=sys.stderr)\n    return view.legal[0]\n'
QUIET = b"def choose(view):\n    return view.legal[-1]\n"


def play_round(where: str | Path, folder: Path, **details: Any) -> Round:
    """Play the final of two shipped players, of ann, who talks to stderr, and of ben, and publish its secret."""
    with open_arena(where) as arena, open_store(where) as store:
        round_ = new_round(arena, **{"final_blocks": 4, **details})
        entries = [Entered(name, None, None, name, None) for name in PLAYERS]
        entries += [enter(arena, round_, folder, name, text) for name, text in (("ann", TALKER), ("ben", QUIET))]
        values = {"state": RoundState.FINAL, "entries": entries_text(entries), "commitment": commitment(SECRET)}
        with arena.writing() as connection:
            connection.execute(update(rounds).where(rounds.c.id == round_.id).values(values))
        round_ = find_round(arena, "cup", 1)
        play_final(arena, store, round_, folder)
        reveal(arena, find_round(arena, "cup", 1), SECRET)
        return find_round(arena, "cup", 1)


def enter(arena: Arena, round_: Round, folder: Path, name: str, text: bytes) -> Entered:
    """Enter a bot whose program is there, as if it had been sent and checked."""
    path = folder / f"{name}.py"
    path.write_bytes(text)
    built = build(path, round_.game)
    owner = account(arena, name)
    files = {path.name: text}
    with arena.writing() as connection:
        keep_program(connection, built.digest, pack_program(built))
        connection.execute(insert(sources).values(hash=hash_of(files), files=pack_files(files)))
        row = {"round": round_.id, "account": owner.id, "name": name, "removed": ""}
        bot = int(connection.execute(insert(bots).values(row).returning(bots.c.id)).scalar_one())
        sent = {
            "round": round_.id, "account": owner.id, "purpose": "enter", "number": 1, "name": name,
            "filename": path.name, "source": hash_of(files), "language": "python", "content": built.digest,
            "state": "passed", "log": "", "verdict": "", "report": "", "created": 0, "changed": 0, "lease": 0,
            "tries": 1,
        }  # fmt: skip
        number = int(connection.execute(insert(submissions).values(sent).returning(submissions.c.id)).scalar_one())
        connection.execute(update(bots).where(bots.c.id == bot).values(active=number))
    return Entered(name, bot, number, built.digest, owner.id)


def play_final(arena: Arena, store: Store, round_: Round, folder: Path) -> None:
    """Play the final of a round, and write its table, as the worker does."""
    tournament = tournament_of(round_, round_.entries, SECRET)
    contents = [
        find(entry.content, round_.game).content if entry.bot is None else content_of(entry, round_.details.limits)
        for entry in round_.entries
    ]
    contest = Contest(tournament, store, store.register(tournament, contents, sealed=True))
    with arena.writing() as connection:
        connection.execute(update(rounds).where(rounds.c.id == round_.id).values(final=contest.registered.id))

    def seat(name: str) -> Bot:
        return find(name, round_.game)() if ":" in name else Trusted(folder / f"{name}.py")

    while some := list(missing(contest, ())):  # a focused final goes on when this part of it is played
        for one in some:
            record = play(one.match, [seat(name) for name in one.match.players])
            said = tuple("WHISPER\n" if name == "ann" else "" for name in one.match.players)
            record = replace(record, stderr=said if any(said) else ())
            store.add(contest.registered, one.stage, one.cluster, one.seating, pack(record))
    stages = contest.stages()
    moment = Moment(int(time.time() * 1000), size(stages), True, None, owners(arena, round_.entries))
    write_board(arena, make_board(contest, Tally(contest, stages), moment))


def bundle_of(where: str | Path, path: Path, /, **asked: object) -> Path:
    """Write the bundle of such a round to a file."""
    with open_arena(where) as arena:
        given = {"out": True, "programs": True, **asked}
        lines = bundle_lines(arena, Asked(find_round(arena, "cup", 1), "final", **given))  # type: ignore[arg-type]
        path.write_text("".join(lines))
    return path
