"""A store full of competitions, rounds, bots, matches and boards: a small one, really played, and a large one."""

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, insert, select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board import Board, Highlight
from overtrick.arena.boards.board_rows import write_board
from overtrick.arena.boards.boards import Owned, cells_of, line_of
from overtrick.arena.competitions.competition import Entered, Release, RoundDetails
from overtrick.arena.competitions.stored_rounds import details_text, entries_text
from overtrick.arena.submissions.archive import pack_files
from overtrick.bots.bot import Bot
from overtrick.core import luck
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.play import play
from overtrick.match.record import commitment
from overtrick.store.schema import accounts, bots, competitions, dealt, records, rounds, secrets, sources, submissions
from overtrick.tournament.plan.stage import Planned, planned
from overtrick.tournament.rating.ratings import Ratings
from overtrick.tournament.records.packed import pack
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.records.stored import blob
from overtrick.tournament.run import Contest
from overtrick.tournament.stated.tournament import Entrant, Tournament
from tests.support.moody import Moody

NOW = int(time.time())
DAY = 24 * 3600
PEOPLE = ("Olga", "ann", "ben", "cat", "dan")
OWNERS = PEOPLE[1:4]  # of the bots of each round; dan has none
SLUG, DRAFT = "spring-cup", "not-yet"
OVER, OPEN, PLANNED, FINAL, STAGED = range(1, 6)  # the rounds of the spring cup
SHIPPED = {"duel": "duel:greedy", "wizard": "wizard:classic"}
SERIES = {"duel": {}, "wizard": {"series": [2, 1]}}
SEATS = {"duel": 2, "wizard": 3}


@dataclass(frozen=True)
class Filled:
    """What is in a store, by name."""

    where: str
    people: dict[str, int]
    rounds: dict[int, int]  # ids by number, of the spring cup
    drafted: int  # the round of the draft
    bots: dict[tuple[int, str], int]  # ids by round and name
    tournaments: dict[str, int]  # ids by name
    keys: dict[str, list[str]]  # of the matches of each tournament


def details_for(game: str, **more: Any) -> RoundDetails:
    """Return the details of a short round."""
    options = settled(GAMES[game], SEATS[game], SERIES[game])
    return replace(RoundDetails(SEATS[game], options, blocks=3, final_blocks=3, players=(SHIPPED[game],)), **more)


def fill(where: str | Path) -> Filled:
    """Fill a new store with a competition of five rounds and one that is a draft."""
    with open_store(where) as store, open_arena(where) as arena:
        filled = Filled(str(where), {}, {}, 0, {}, {}, {})
        with arena.writing() as connection:
            for name in PEOPLE:
                filled.people[name] = add_account(connection, name, "organiser" if name == "Olga" else "author")
            cup = add_competition(connection, SLUG, "Spring cup", "open")
            draft = add_competition(connection, DRAFT, "Not yet", "draft")
            plan: tuple[tuple[int, str, str, RoundDetails], ...] = (
                (OVER, "duel", "over", details_for("duel")),
                (OPEN, "wizard", "open", details_for("wizard")),
                (PLANNED, "duel", "planned", details_for("duel")),
                (FINAL, "duel", "final", details_for("duel")),
                (STAGED, "duel", "over", details_for("duel", release=Release.STAGED)),
            )
            for number, game, state, details in plan:
                filled.rounds[number] = add_round(connection, cup, number, (game, state), details)
            hidden = add_round(connection, draft, 1, ("duel", "open"), details_for("duel"))
        filled = replace(filled, drafted=hidden)
        for number, game, state, details in plan:
            if state != "planned":
                _play_round(arena, store, filled, (SLUG, number, filled.rounds[number]), (game, state, details))
        _play_round(arena, store, filled, (DRAFT, 1, hidden), ("duel", "open", details_for("duel")))
        return filled


def add_account(connection: Connection, name: str, role: str = "author") -> int:
    """Add somebody, and return their id."""
    row = {"name": name, "folded": name.casefold(), "password": "", "role": role, "created": NOW - 90 * DAY}
    return int(connection.execute(insert(accounts).values(row).returning(accounts.c.id)).scalar_one())


def add_competition(connection: Connection, slug: str, title: str, state: str) -> int:
    """Add a competition, and return its id."""
    row = {"slug": slug, "title": title, "text": "For all.", "entry": "anyone", "state": state, "created": NOW}
    return int(connection.execute(insert(competitions).values(row).returning(competitions.c.id)).scalar_one())


def add_round(
    connection: Connection, competition: int, number: int, kind: tuple[str, str], details: RoundDetails
) -> int:
    """Add a round of a game and in a state, and return its id."""
    game, state = kind
    opens = {"planned": NOW + DAY, "open": NOW - DAY}.get(state, NOW - 9 * DAY)
    secret = secret_of(competition, number)
    row = {
        "competition": competition,
        "number": number,
        "title": f"Round of {game}",
        "game": game,
        "details": details_text(details),
        "opens": opens,
        "closes": opens + 2 * DAY,
        "state": state,
        "released": -1 if details.release is Release.AT_ONCE else 0,
        "commitment": commitment(secret),
        "secret": secret if state == "over" else None,
        "entries": "[]",
    }
    return int(connection.execute(insert(rounds).values(row).returning(rounds.c.id)).scalar_one())


def secret_of(competition: int, number: int) -> bytes:
    """Return the secret of a round."""
    return hashlib.sha256(f"round {competition}/{number}".encode()).digest()


def add_bot(connection: Connection, round_id: int, account: int, name: str, versions: int = 2) -> Entered:
    """Add a bot with some versions, of which the last plays, and an older upload that failed."""
    row = {"round": round_id, "account": account, "name": name, "active": None, "removed": ""}
    number = int(connection.execute(insert(bots).values(row).returning(bots.c.id)).scalar_one())
    sent, content = 0, ""
    for version in range(1, versions + 2):
        failed = version == 1
        text = f"# {name}, version {version}\ndef choose(view):\n    return view.legal[0]\n"
        content = hashlib.sha256(f"{round_id} {text}".encode()).hexdigest()
        source = hashlib.sha256(content.encode()).digest()
        connection.execute(insert(sources).values(hash=source, files=pack_files({"main.py": text.encode()})))
        sent = int(
            connection.execute(
                insert(submissions)
                .values(
                    round=round_id,
                    account=account,
                    purpose="enter",
                    number=version,
                    name=name,
                    filename="main.py",
                    source=source,
                    language="" if failed else "python",
                    content="" if failed else content,
                    state="failed" if failed else "passed",
                    log="SECRET LOG",
                    verdict="It does not compile." if failed else "",
                    report="",
                    created=NOW - DAY + version,
                    changed=NOW - DAY + version,
                    lease=0,
                    tries=1,
                )
                .returning(submissions.c.id)
            ).scalar_one()
        )
    connection.execute(update(bots).where(bots.c.id == number).values(active=sent))
    return Entered(name, number, sent, content, account)


# Matches


def _play_round(
    arena: Arena, store: Store, filled: Filled, place: tuple[str, int, int], kind: tuple[str, str, RoundDetails]
) -> None:
    (slug, number, round_id), (game, state, details) = place, kind
    with arena.writing() as connection:
        entries = [Entered(SHIPPED[game], None, None, SHIPPED[game], None)]
        entries += [add_bot(connection, round_id, filled.people[name], f"{name}-bot") for name in OWNERS]
    for entry in entries[1:]:
        filled.bots[round_id, entry.name] = entry.bot or 0
    secret = secret_of(1 if slug == SLUG else 2, number)
    for part in ("provisional", "final") if state in ("final", "over") else ("provisional",):
        name = f"{slug}/{number} {part}"
        matches = 5 if (state, part) == ("final", "final") else None  # a final that is being played
        contest = open_round(store, name, game, details, entries, luck.derive(secret, part))
        filled.tournaments[name] = contest.registered.id
        filled.keys[name] = play_all(contest, matches)
        write_board(arena, board_of_contest(contest, entries, final=part == "final" and state == "over"))
        with arena.writing() as connection:
            connection.execute(update(rounds).where(rounds.c.id == round_id).values({part: contest.registered.id}))
            if state != "over":
                keep_secret(connection, contest)
    if state != "open":
        with arena.writing() as connection:
            told = update(rounds).where(rounds.c.id == round_id)
            connection.execute(told.values(entries=entries_text(entries)))


def open_round(
    store: Store, name: str, game: str, details: RoundDetails, entries: Sequence[Entered], secret: bytes
) -> Contest:
    """Register a tournament of a round, with a secret that everybody may know."""
    tournament = Tournament(
        name=name,
        game=game,
        seats=details.seats,
        options=details.options,
        entrants=tuple(Entrant(entry.name, entry.name) for entry in entries),
        blocks=details.blocks,
        rank_by=details.rank_by,
        seed=secret,
    )
    return Contest(tournament, store, store.register(tournament, contents(entries)))


def contents(entries: Sequence[Entered]) -> list[str]:
    """Return the contents of a tournament's entrants: those of bots are unique for each bot."""
    return [f"{entry.content} bot {entry.bot}" if entry.bot else entry.content for entry in entries]


def play_all(contest: Contest, most: int | None = None) -> list[str]:
    """Play the matches of a plan, or the first few, with bots that play at random and commit a fault now and then."""
    keys = []
    for match in list(all_planned(contest))[:most]:
        chance = Random(match.key)
        everyone: list[Bot] = [Moody(chance, 0.02) for _ in match.seating]
        contest.store.add(
            contest.registered, match.stage, match.cluster, match.seating, pack(play(match.match, everyone))
        )
        keys.append(match.key)
    return keys


def all_planned(contest: Contest) -> Iterator[Planned]:
    """Yield all matches of a plan."""
    everyone = contest.everyone()
    for stage in contest.stages():
        for cluster in range(stage.clusters):
            yield from planned(stage, cluster, everyone)


def add_copy(arena: Arena, tournament: int) -> None:
    """Add one more match to a tournament: a copy of one, under a key of zeros."""
    with arena.writing() as connection:
        row = connection.execute(select(records).where(records.c.tournament == tournament)).mappings().first()
        assert row is not None
        connection.execute(insert(records).values({**row, "key": bytes(32), "played": int(time.time())}))


def keep_secret(connection: Connection, contest: Contest) -> None:
    """Take the secret of a tournament out of the store; what was dealt is noted instead."""
    number = contest.registered.id
    seeds = {(match.stage, match.cluster): match.match.seed for match in all_planned(contest)}
    rows = [
        {"tournament": number, "stage": stage, "cluster": cluster, "seed": seed}
        for (stage, cluster), seed in seeds.items()
    ]
    connection.execute(insert(dealt), rows)
    connection.execute(delete(secrets).where(secrets.c.tournament == number))


def fill_long(where: str | Path, matches: int) -> list[str]:
    """Fill a store with whole matches of fifteen rounds, all on cards of their own, and return their keys."""
    seats = 4
    details = RoundDetails(seats, settled(GAMES["wizard"], seats, {}), blocks=matches, final_blocks=1, players=())
    entries = [Entered(f"bot {index}", None, None, f"bot {index}", None) for index in range(seats)]
    with open_store(where) as store:
        contest = open_round(store, "long matches", "wizard", details, entries, bytes(32))
        return play_all(contest, matches * seats)[::seats]


# Boards


def board_of_contest(contest: Contest, entries: Sequence[Entered], *, final: bool) -> Board:
    """Return the board of what was played."""
    results = contest.store.results(contest.registered, contest.stages())
    ratings = contest.ratings(results, quick=True)
    total = sum(1 for _ in all_planned(contest))
    board = board_of_ratings(contest.registered.id, ratings, entries)
    key = contest.store.latest(contest.registered, 1)[0].key
    found = (Highlight("Closest match", "ann-bot beat ben-bot by 1 point.", key),) if final else ()
    return replace(board, records=len(results.cluster), planned=total, final=final, highlights=found)


def board_of_ratings(tournament: int, ratings: Ratings, entries: Sequence[Entered]) -> Board:
    """Return the board that ratings make."""
    by_name = {entry.name: entry for entry in entries}
    lines = []
    for rating in ratings.ratings:
        bot, worth = by_name[rating.name].bot, float(rating.worth.value)
        owned = Owned(rating.name.removesuffix("-bot"), bot, 3) if bot else Owned()
        lines.append(replace(line_of(rating, owned), trend=(worth * 0.5, worth * 0.8, worth)))
    made, rank_by = int(time.time() * 1000), str(ratings.rank_by)
    return Board(tournament, made, ratings.matches, ratings.matches, rank_by, False, tuple(lines), cells_of(ratings))


# A large store


def fill_large(where: str | Path, bots_count: int = 100, matches: int = 200_000) -> tuple[str, int]:
    """Fill a store with a round of many bots and made-up matches; return its path on the site and its tournament."""
    chance = np.random.default_rng(7)
    with open_store(where) as store, open_arena(where) as arena:
        with arena.writing() as connection:
            cup = add_competition(connection, "large", "A large competition", "open")
            details = details_for("duel", blocks=matches // (bots_count * (bots_count - 1)) + 1, players=())
            number = add_round(connection, cup, 1, ("duel", "open"), details)
            entries = []
            for index in range(bots_count):
                owner = add_account(connection, f"author {index}")
                entries.append(add_bot(connection, number, owner, f"bot {index:03}", versions=1))
        contest = open_round(store, "large/1 provisional", "duel", details, entries, secret_of(9, 9))
        tournament = contest.registered.id
        with arena.writing() as connection:
            connection.execute(update(rounds).where(rounds.c.id == number).values(provisional=tournament))
            rows = _made_up(contest, matches, chance)
            while batch := [row for _, row in zip(range(5000), rows, strict=False)]:
                connection.execute(insert(records), batch)
        results = store.results(contest.registered, contest.stages())
        board = board_of_ratings(tournament, contest.ratings(results, quick=True), entries)
        write_board(arena, replace(board, records=matches, planned=sum(1 for _ in all_planned(contest))))
    return "/c/large/1", tournament


def _made_up(contest: Contest, matches: int, chance: np.random.Generator) -> Iterator[dict[str, object]]:
    """Yield rows of matches that nobody played; the payload is that of a real one."""
    everyone = contest.everyone()
    (stage,) = contest.stages()
    first = next(planned(stage, 0, everyone))
    payload = pack(play(first.match, [Moody(Random(1), 0), Moody(Random(2), 0)])).payload
    ids, began, written = contest.registered.ids, NOW - matches // 50, 0
    for cluster in range(stage.clusters):
        for table in stage.tables:
            for seating in (table, table[::-1]):
                if written == matches:
                    return
                written += 1
                edge = (seating[1] - seating[0]) / 40
                tricks = int(np.clip(round(chance.normal(5 + edge, 1.6)), 0, 10))
                totals = (tricks, 10 - tricks)
                faulty = bool(chance.random() < 0.01)
                yield {
                    "tournament": contest.registered.id,
                    "key": hashlib.sha256(f"{cluster} {seating}".encode()).digest(),
                    "stage": stage.name,
                    "cluster": cluster,
                    "seating": blob([ids[index] for index in seating], "i"),
                    "totals": blob(totals, "i"),
                    "places": blob([1 + (mine < max(totals)) for mine in totals], "b"),
                    "faults": blob([int(faulty), 0], "h"),
                    "ending": "crash" if faulty else "normal",
                    "at_fault": 0 if faulty else None,
                    "facts": json.dumps({}),
                    "played": began + written // 50,
                    "payload": payload,
                }


def here(number: int, tab: str = "") -> str:
    """Return the address of a tab of a round."""
    return f"/c/{SLUG}/{number}{tab}"


def final_keys(filled: Filled, number: int) -> list[str]:
    """Return the keys of the matches of a round's final."""
    return filled.keys[f"{SLUG}/{number} final"]
