"""Checking a day that is closed: its cards from the secret, every play by the rules, every answer of its opponents."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from overtrick.arena.daily.format import FORMAT
from overtrick.arena.daily.par import Par, luck_free, par_of
from overtrick.arena.daily.sets import NEW, RANKED, choice_key, chosen_set, daily_of, set_seed, table_match
from overtrick.core.mistake import Mistake
from overtrick.match.record import commitment
from overtrick.match.sitting import Chair, Sitting

Json = dict[str, Any]
PERSON = "person"


def read_day(path: Path) -> Json:
    """Return the file of a day whose secret is out, or raise Mistake."""
    try:
        day: Json = json.loads(path.read_text())
        if day["format"] == FORMAT and day["secret"] is not None:
            return day
    except (OSError, ValueError, KeyError, TypeError):
        raise Mistake(f"{path}: this is no file of a day") from None
    raise Mistake(f"{path}: the secret of this day is not out yet; come back when it is closed")


def check_day(day: Json) -> Iterator[str]:
    """Yield what differs from what follows from the secret, a sentence each."""
    secret = bytes.fromhex(day["secret"])
    if commitment(secret) != day["commitment"]:
        yield f"{day['day']}: the secret is not the one of the commitment"
    for one in day["games"]:
        for found in one["sets"]:
            yield from _check_set(one["game"], found, secret)
        yield from _check_ranks(one)
        for tried in one["tries"]:
            where = f"{one['game']}, {tried['name']}"
            if tried["cards"] not in (NEW, chosen_set(choice_key(secret), one["game"], tried["account"])):
                yield f"{where}: this account gets another set than {tried['cards']}"
            seed = set_seed(secret, one["game"], tried["cards"])
            for number, played in enumerate(tried["tables"]):
                wrong = check_table(one["game"], seed, number, played) if played["actions"] is not None else ()
                yield from (f"{where}, table {number + 1}: {why}" for why in wrong)


def _check_set(game: str, found: Json, secret: bytes) -> Iterator[str]:
    seed = set_seed(secret, game, found["name"])
    if seed.hex() != found["seed"]:
        yield f"{game}, set {found['name']}: its seed does not follow from the secret"
    elif found["par"] is not None and list(par_of(game, seed).deals) != found["par"]:
        yield f"{game}, set {found['name']}: the panel of this version gets another par"


def _check_ranks(one: Json) -> Iterator[str]:
    """Yield what is wrong with points and ranks."""
    daily, pars = daily_of(one["game"]), {found["name"]: found["par"] for found in one["sets"]}
    tries = one["tries"]
    for tried in tries:
        where = f"{one['game']}, {tried['name']}"
        if tried["points"] != sum(sum(played["scores"]) for played in tried["tables"]):
            yield f"{where}: the points are not the sum of the deals"
        better = sum(other["cards"] == tried["cards"] and other["points"] > tried["points"] for other in tries)
        if tried["rank"] != better + 1:
            yield f"{where}: the rank within the set is {better + 1}, not {tried['rank']}"
        par = pars.get(tried["cards"])
        if par is not None and tried["luck_free"] != round(luck_free(daily, tried["points"], Par(tuple(par), 0)), 1):
            yield f"{where}: the points without luck are others"
        rivals = [other for other in tries if other["cards"] in RANKED and other["luck_free"] is not None]
        if tried in rivals:
            above = sum(other["luck_free"] > tried["luck_free"] for other in rivals)
            if tried["across"] != above + 1:
                yield f"{where}: the rank across sets is {above + 1}, not {tried['across']}"


def check_table(game: str, seed: bytes, number: int, played: Json) -> Iterator[str]:
    """Yield what is wrong with a table: what the rules forbid, other scores, and opponents that would do otherwise."""
    daily, mine = daily_of(game), daily_of(game).tables[number][1]
    chairs = [Chair(PERSON, f"{game}:{daily.level}", seat == mine) for seat in range(daily.seats)]
    sitting = Sitting(table_match(game, seed, number, PERSON), chairs)
    try:
        for step, (seat, name) in enumerate(played["actions"]):
            if sitting.bot_is_due:
                actor, answer = sitting.ask()
                wanted = sitting.going.game.name(sitting.going.row, answer.action)
                if (actor, wanted) != (seat, name):
                    yield f"at step {step} the opponent in seat {actor} does {wanted}, not {name}"
                    return
            sitting.do(seat, name)
    except Mistake as mistake:
        yield f"the rules forbid step {len(sitting.done)}: {mistake}"
        return
    if not sitting.over:
        yield "it is not played to its end"
    elif [deal.scores[mine] for deal in sitting.going.deals] != played["scores"]:
        yield "its scores are others"
