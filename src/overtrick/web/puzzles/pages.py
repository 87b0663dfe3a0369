"""The pages of puzzles."""

import asyncio
import json
import secrets
from dataclasses import asdict
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.response import Redirect

from overtrick.arena.people import puzzle_tries
from overtrick.arena.people.puzzle_tries import Asked as AskedPuzzle
from overtrick.arena.people.ratings import MEAN, SPREAD, Rating
from overtrick.core.luck import derive
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.face import title_of
from overtrick.match.record import to_json
from overtrick.puzzles.file import shipped, shipped_games
from overtrick.puzzles.puzzle import Puzzle, played
from overtrick.scenes.look import look
from overtrick.web.drawings import drawing_of
from overtrick.web.matches.replays import replay_page, worked_out
from overtrick.web.puzzles.chosen import by_id, daily, near
from overtrick.web.puzzles.shown import question, verdict
from overtrick.web.single_file import embedded
from overtrick.web.site.errors import sentence_of
from overtrick.web.site.people import account_of, address_of
from overtrick.web.site.site import Asked, form_of, page, site_of, visitor

HIGHEST = 5000.0  # ratings that a browser may tell
NO_STORE = {"cache-control": "no-store"}
Json = dict[str, Any]


def asked_puzzle(request: Asked) -> Puzzle:
    """Return the puzzle that an address names, or raise NotFoundException."""
    found = by_id().get(request.path_params["name"])
    if found is None:
        raise NotFoundException("There is no such puzzle.")
    return found


def as_asked(puzzle: Puzzle) -> AskedPuzzle:
    """Return a puzzle as tries know it."""
    return AskedPuzzle(puzzle.id, puzzle.game, puzzle.rating)


def today() -> str:
    """Return the day, as UTC counts."""
    return datetime.now(UTC).date().isoformat()


# Pages


@get("/puzzles")
async def puzzles(request: Asked) -> Response[str]:
    """The daily puzzle, and runs without end."""
    account, arena = account_of(request), site_of(request).arena
    stand = await asyncio.to_thread(puzzle_tries.standings, arena, account.id, shipped_games()) if account else {}
    counts = {game: sum(puzzle.game == game for puzzle in shipped()) for game in shipped_games()}
    listed = [
        {"name": game, "title": title_of(GAMES[game]), "count": counts[game], "standing": stand.get(game)}
        for game in shipped_games()
    ]
    of_day = title_of(GAMES[daily(datetime.now(UTC).date()).game])
    return page(request, "puzzles/list.html", games=listed, total=len(shipped()), day=today(), daily=of_day)


@get("/puzzles/daily")
async def daily_puzzle(request: Asked) -> Response[str]:
    """The puzzle of the day."""
    return await puzzle_page(request, daily(datetime.now(UTC).date()), day=today())


@get("/puzzles/run")
async def run(request: Asked) -> Redirect:
    """On to a puzzle near the rating of who asks."""
    found = await near_to(request)
    if not found:
        raise NotFoundException("You have tried all of these puzzles.")
    return Redirect(f"/puzzles/{found[0]}?run={wished_game(request) or 'all'}", status_code=303)


@get("/puzzles/near")
async def near_puzzles(request: Asked) -> Response[str]:
    """Puzzles near the rating of who asks, as JSON; a browser takes one that it has not tried, or skips them."""
    return answered({"ids": await near_to(request)})


@get("/puzzles/{name:str}")
async def one_puzzle(request: Asked) -> Response[str]:
    """One puzzle."""
    return await puzzle_page(request, asked_puzzle(request))


async def puzzle_page(request: Asked, puzzle: Puzzle, day: str = "") -> Response[str]:
    """Return the page on which a puzzle is asked."""
    account, arena = account_of(request), site_of(request).arena
    shown = await asyncio.to_thread(question, puzzle)
    given = {"day": day, "run": wished_run(request), "guest": account is None, "tried": False, "standing": None}
    if account is not None:
        given["tried"] = puzzle.id in await asyncio.to_thread(puzzle_tries.tried_by, arena, account.id)
        given["standing"] = await stand_of(request, account.id, puzzle.game)
    title = f"{title_of(GAMES[puzzle.game])}: puzzle of {day}" if day else f"{title_of(GAMES[puzzle.game])}: a puzzle"
    return page(
        request,
        "puzzles/puzzle.html",
        title=title,
        look=look(GAMES[puzzle.game]),
        drawing=drawing_of(puzzle.game),
        data=embedded({**shown, **given}),
        question=shown["question"],
    )


# Answers


@post("/puzzles/{name:str}", status_code=200)
async def answer(request: Asked) -> Response[str]:
    """What is said to an answer, as JSON."""
    puzzle, form = asked_puzzle(request), await form_of(request)
    try:
        chosen = form.get("answer", "")
        if chosen not in puzzle.choices:
            raise Mistake(f"{chosen[:40]!r} is no answer here; allowed: {', '.join(puzzle.choices)}")
        tried = await tried_by(request, puzzle, form, solved=chosen == puzzle.answer)
    except Mistake as mistake:
        status, sentence = sentence_of(mistake)
        return answered({"sentence": sentence}, status)
    told = await asyncio.to_thread(verdict, puzzle, chosen)
    account = account_of(request)
    where = f"#deal=1&step={puzzle.step}&seat={puzzle.position().to_move}"
    more = {
        "counted": tried.counted,
        "mean": tried.rating.mean,
        "spread": tried.rating.spread,
        "rating": round(tried.others.rating.mean),
        "others": {"tries": tried.others.tries, "solved": tried.others.solved},
        "standing": await stand_of(request, account.id, puzzle.game) if account else None,
        "replay": f"/puzzles/{puzzle.id}/replay?key={replay_key(request, puzzle)}{where}",
    }
    return answered({**told, **more})


async def tried_by(request: Asked, puzzle: Puzzle, form: dict[str, str], *, solved: bool) -> puzzle_tries.Tried:
    """Keep a try: that of an account, or that of a guest, whose browser tells the rating."""
    site, account, asked = site_of(request), account_of(request), as_asked(puzzle)
    if account is not None:
        return await asyncio.to_thread(puzzle_tries.try_puzzle, site.arena, account.id, asked, solved=solved)
    person = Rating(told_number(form, "mean", MEAN), max(1.0, told_number(form, "spread", SPREAD)))
    first = form.get("first") == "1" and site.puzzle_tries.spend(address_of(request))
    return await asyncio.to_thread(puzzle_tries.try_as_guest, site.arena, asked, person, solved=solved, counts=first)


def told_number(form: dict[str, str], name: str, usual: float) -> float:
    """Return a number that a browser tells, or raise Mistake if it is none."""
    text = form.get(name, "")
    try:
        found = float(text) if text else usual
    except ValueError:
        found = -1.0
    if not 0 <= found <= HIGHEST:
        raise Mistake(f"{name} is {text[:20]!r}; allowed: a number from 0 to {HIGHEST:.0f}")
    return found


async def stand_of(request: Asked, account: int, game: str) -> Json:
    """Return how an account stands, fit for JSON."""
    arena = site_of(request).arena
    found = (await asyncio.to_thread(puzzle_tries.standings, arena, account, [game]))[game]
    return asdict(found)


def answered(data: Json, status: int = 200) -> Response[str]:
    """Return JSON that nobody keeps."""
    return Response(json.dumps(data), status_code=status, media_type=MediaType.JSON, headers=NO_STORE)


# The next one


def wished_game(request: Asked) -> str:
    """Return the game whose puzzles are asked for, empty for all, or raise NotFoundException if it has none."""
    wish = request.query_params.get("game", "")
    if wish and wish not in shipped_games():
        raise NotFoundException(
            f"There are no puzzles of {wish[:40]!r}; there are some of {', '.join(shipped_games())}."
        )
    return wish


def wished_run(request: Asked) -> str:
    """Return the game of the run that a page is part of: ``all`` for all, empty for none."""
    wish = request.query_params.get("run", "")
    return wish if wish in ("all", *shipped_games()) else ""


async def near_to(request: Asked) -> list[str]:
    """Return puzzles near the rating of who asks; a browser tells those of guests, by the names of games."""
    account, arena, asked = account_of(request), site_of(request).arena, dict(request.query_params)
    known = await asyncio.to_thread(puzzle_tries.known_ratings, arena)
    game, skip, luck = wished_game(request), int(told_number(asked, "skip", 0)), SystemRandom()
    if account is None:
        told = {name: told_number(asked, name, MEAN) for name in shipped_games()}
        return near(game, lambda name: told[name], known, (), luck, skip=skip)
    stand = await asyncio.to_thread(puzzle_tries.standings, arena, account.id, shipped_games())
    tried = await asyncio.to_thread(puzzle_tries.tried_by, arena, account.id)
    return near(game, lambda name: stand[name].rating.mean, known, tried, luck, skip=skip)


# How it went on


def replay_key(request: Asked, puzzle: Puzzle) -> str:
    """Return the word that opens the replay for who has answered: it shows all hands."""
    return derive(site_of(request).secret, f"puzzle/{puzzle.id}/{visitor(request).id}").hex()[:32]


@get("/puzzles/{name:str}/replay")
async def replay(request: Asked) -> Response[str]:
    """The deal of a puzzle as our players have played it, for who has answered."""
    puzzle = asked_puzzle(request)
    given = request.query_params.get("key", "")
    if not secrets.compare_digest(given.encode(), replay_key(request, puzzle).encode()):
        raise PermissionDeniedException("The replay of a puzzle opens once you have answered it.")
    text = await asyncio.to_thread(record_text, puzzle)
    return replay_page(
        request, await worked_out(request, visitor(request).id, want="dropped", text=text, number=1, raw=True)
    )


def record_text(puzzle: Puzzle) -> str:
    """Return the record of the deal of a puzzle."""
    going = played(puzzle.match, puzzle.actions)
    going.end_deal()
    return json.dumps(to_json(going.record([], ("built-in",) * puzzle.match.seats)))


ROUTES = (puzzles, daily_puzzle, run, near_puzzles, one_puzzle, answer, replay)
