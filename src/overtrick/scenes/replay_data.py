"""A match as plain data for a page that replays it: small, as a scene is told by what changed since the one before.

A change of a value is a list with the new value; a change of a dictionary or list is
a dictionary of the changes of its places; a place that is gone has the change 0.
What Python calls equal is no change: no scene has a 1 where another has True.
"""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from itertools import accumulate
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.core.printable import printable, printable_lines
from overtrick.games import GAMES
from overtrick.games.contract import Row
from overtrick.games.face import face_of
from overtrick.match.record import FaultNote, Record, replay
from overtrick.scenes.look import look
from overtrick.scenes.replay import Frame, frames_of, retold, seat_names
from overtrick.scenes.scene import Scene

FORMAT = "overtrick replay 1"
MOST_WHOLE, MOST_LISTED = 8, 40  # matches of the same cards that a file has, and that a list names
LONGEST_MESSAGE = 20_000  # letters of what went to or from a bot
Json = dict[str, Any]
Owned = bool | Collection[str]  # whether all programs are the reader's, or the contents of those that are


def bundle(record: Record, others: Sequence[Record], *, raw: Owned = False) -> Json:
    """Return what a file of its own shows: a match, and those of some others that were played on the same cards."""
    same = list({one.match.key(): one for one in [record, *others] if same_cards(record, one)}.values())
    matches = []
    for one in same[:MOST_WHOLE]:
        tables = other_tables(one, same[:MOST_LISTED])
        matches.append(replay_data(one, raw=raw) | {"others": tables, "left_out": len(same) - 1 - len(tables)})
    return {"format": FORMAT, "matches": matches}


def replay_data(record: Record, names: Sequence[str] = (), *, raw: Owned = False) -> Json:
    """Return a sound match for a page; ``raw`` adds the messages of faults, which are for the owner's eyes."""
    match, names = record.match, list(names) or seat_names(record)
    return {
        "key": match.key(),
        "game": match.game,
        **look(GAMES[match.game]),
        "names": names,
        "players": [printable(player) for player in match.players],
        "fences": list(record.fences),
        "totals": list(record.totals),
        "places": list(record.places),
        "ending": str(record.ending),
        "deals": deals_data(record),
        "frames": frames_data(record, names, owned_seats(record, raw)),
        "stderr": stderr_data(record, owned_seats(record, raw)),
        "regret": regret_data(record),
        "others": [],
        "left_out": 0,
        "thoughts": {},
    }


def owned_seats(record: Record, raw: Owned) -> list[int]:
    """Return the seats whose messages may be shown."""
    contents = record.match.contents or ("",) * record.match.seats
    return [seat for seat, content in enumerate(contents) if raw is True or (raw and content in raw)]


def stderr_data(record: Record, owned: Container[int]) -> list[list[Any]]:
    """Return what the bots of some seats said to their author, with the seat; of all others nothing."""
    said = enumerate(record.stderr)
    return [[seat, printable_lines(words)] for seat, words in said if words and seat in owned]


def deals_data(record: Record) -> list[Json]:
    """Return for each deal where its frames begin and end, what was kept of it and what it brought."""
    ends = list(accumulate(map(frames_of, record.deals)))
    places = zip([0, *ends], ends, kept_of(record, replay(record)), strict=False)
    return [{"first": first, "last": end - 1, **kept} for first, end, kept in places]


def kept_of(record: Record, rows: Sequence[Row]) -> list[Json]:
    """Return what was kept of each deal, such as bids and tricks, and its scores."""
    columns, seats = GAMES[record.match.game].KEPT.items(), range(record.match.seats)
    return [
        {
            "kept": {name: [row[column + seat] for seat in seats] for name, column in columns},
            "scores": list(deal.scores),
            "forfeit": deal.forfeit,
        }
        for row, deal in zip(rows, record.deals, strict=True)
    ]


def frames_data(record: Record, names: Sequence[str], raw: Container[int]) -> list[Json]:
    """Return the frames, each with the changes of its scene, and of each seat's view from that scene.

    Where a view differs from the scene just as in the frame before, there is a 0.
    """
    before: Json = {}
    hidden: list[Json] = [{}] * record.match.seats
    told = []
    for frame in retold(record, names):
        seen = [changes(frame.scene, looked_at(view)) for view in frame.views]
        views = [0 if new == old else new for new, old in zip(seen, hidden, strict=True)]
        told.append({"scene": changes(before, frame.scene), "views": views, **frame_facts(frame, raw)})
        before, hidden = frame.scene, seen
    return told


def looked_at(view: Scene) -> Scene:
    """Return a seat's view as somebody else sees it: nobody is addressed as you."""
    return {**view, "seat": None, "below": view["seat"]}


def frame_facts(frame: Frame, raw: Container[int]) -> Json:
    """Return what is known of a frame beside its scene, without what there is not."""
    facts: Json = {
        "deal": frame.deal,
        "step": frame.step,
        "lines": [[line.text] if line.seat is None else [line.text, line.seat] for line in frame.lines],
        "stop": frame.stop,
        "seat": frame.seat,
        "action": frame.action,
        "time_us": None if frame.time_us is None else list(frame.time_us),
        "faults": [fault_data(fault, raw) for fault in frame.faults],
    }
    return {name: value for name, value in facts.items() if value is not None and value is not False and value != []}


def fault_data(fault: FaultNote, raw: Container[int]) -> Json:
    """Return a fault; what the bot was asked and said only of seats whose messages may be shown."""
    told = {"seat": fault.seat, "ending": str(fault.ending), "sentence": printable(fault.sentence)}
    if fault.seat in raw:
        told |= {"question": fault.question[:LONGEST_MESSAGE], "reply": fault.reply[:LONGEST_MESSAGE]}
    return told


# What changed


def changes(before: Any, after: Any) -> Any:
    """Return what turns one value into another: the changes of its places, or a list with the new value."""
    if before == after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict):
        found: Json = dict.fromkeys(before.keys() - after.keys(), 0)
        for key, value in after.items():
            if key not in before:
                found[key] = [value]
            elif before[key] != value:
                found[key] = changes(before[key], value)
        return found
    if isinstance(before, list) and isinstance(after, list) and 0 < len(before) <= len(after):
        pairs = enumerate(zip(before, after, strict=False))
        found = {str(place): changes(old, new) for place, (old, new) in pairs if old != new}
        found |= {str(place): [after[place]] for place in range(len(before), len(after))}
        return found if len(found) < len(after) or len(after) == 1 else [after]
    return [after]


def changed(before: Any, change: Any) -> Any:
    """Return the value that a change makes of another: the inverse of ``changes``."""
    if isinstance(change, list):
        return change[0]
    if not change:
        return before
    if isinstance(before, list):
        new = [*before, *([None] * sum(int(place) >= len(before) for place in change))]
        for place, part in change.items():
            new[int(place)] = changed(new[int(place)], part)
        return new
    made = {key: value for key, value in before.items() if change.get(key) != 0}
    return made | {key: changed(before.get(key), part) for key, part in change.items() if part != 0}


# What others did, what perfect play says, what the strong player thinks


def other_tables(record: Record, others: Iterable[Record], linked: bool = False) -> list[Json]:
    """Return how others played the cards of a match; those of other cards, and the match itself, are left out.

    ``linked`` tells that the page can show these matches too.
    """
    found = []
    for other in others:
        if other.match.key() == record.match.key() or not same_cards(record, other):
            continue
        deals = [
            {**kept, **parting(record, other, number)} for number, kept in enumerate(kept_of(other, replay(other)))
        ]
        names = seat_names(other)
        told = {"key": other.match.key(), "names": names, "totals": list(other.totals), "places": list(other.places)}
        found.append({**told, "deals": deals, "linked": linked})
    return found


def same_cards(record: Record, other: Record) -> bool:
    """Return whether two matches were played by the same rules on the same cards."""
    one, two = record.match, other.match
    if (one.game, one.seats, one.options) != (two.game, two.seats, two.options):
        return False
    return one.seed == two.seed if one.seed else record.deals[0].draws == other.deals[0].draws


def parting(record: Record, other: Record, number: int) -> Json:
    """Return the first action that another table did otherwise in a deal, if its cards and dealer were the same."""
    if number >= len(record.deals) or cards_of(record, number) != cards_of(other, number):
        return {"alike": False}
    mine, theirs = record.deals[number].actions, other.deals[number].actions
    place = next((place for place, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        return {"alike": True, "parted": None}
    seat, action = theirs[place]
    return {"alike": True, "parted": place, "seat": seat, "action": action}


def cards_of(record: Record, number: int) -> Json:
    """Return how a deal starts, without what earlier deals brought."""
    return {name: value for name, value in record.deals[number].start.items() if name != "totals"}


def regret_data(record: Record) -> Json | None:
    """Return what each play gave away, play by play; None where the game is not solved, or with a sentence why not."""
    part = face_of(GAMES[record.match.game]).part("regret")
    if part is None:
        return None
    try:
        found = part.regret(record)
    except Mistake as mistake:
        return {"why_not": str(mistake)}
    plays = [{"lost": play.lost, "better": list(play.better)} for play in found.plays]
    return {"plays": plays, "lost": list(found.lost), "promised": list(found.promised)}


def thought(record: Record, deal: int, step: int) -> Json:
    """Return what the strong player thinks of the decision after a frame, or raise Mistake if there is none."""
    from overtrick.players.explain import decision, explain_in_words

    made = decision(record, deal, step + 1)
    return {"seat": made.seen.seat, "done": made.action, **explain_in_words(made.seen).data()}


def decisions(record: Record) -> list[tuple[int, int]]:
    """Return the deal and step of every frame that a decision follows."""
    deals = enumerate(record.deals, start=1)
    return [(number, step) for number, deal in deals for step in range(len(deal.actions))]


def all_thoughts(record: Record, tell: Callable[[str], None]) -> Json:
    """Return the thoughts about every decision by its frame; ``tell`` is told each of these frames when it is done."""
    found = {}
    for deal, step in decisions(record):
        found[f"{deal}/{step}"] = thought(record, deal, step)
        tell(f"deal {deal}, step {step}")
    return found
