"""A scene: the table as one person sees it at one moment, as plain data for a page or a terminal to draw.

Play and replay draw the same scenes. They are made from a view, so a scene shows
nothing that its seat may not know, unless the hands are meant to be open.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.face import Scene as Scene
from overtrick.games.face import at_once, face_of, plays_on
from overtrick.games.sentences import (
    YOU,
    closing_sentence,
    deal_sentence,
    event_sentence,
    hidden_sentence,
    why_not,
)
from overtrick.games.view import History, View, view
from overtrick.match.progress import Progress
from overtrick.scenes.plain import plain

OFFERED = ("legal", "refused", "choices")  # what a moment offers to a seat that may act
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")  # of seats for which nobody gave one


def scene(going: Progress, seat: int, names: Sequence[str], open_hands: bool = False) -> Scene:
    """Return the table as a seat sees it, NOBODY for whoever only watches; open hands show everything."""
    drawn = around(going, names, pad(going)) | {"seat": None if seat == NOBODY else seat}
    if going.deals and not going.actions:
        drawn["ended"] = ended(going, seat, names, open_hands)
    if going.row:
        drawn["now"] = present(going, seat, names, open_hands)
        if seat != NOBODY and may_act(seen := going.view(seat)):
            drawn["now"] |= (face_of(going.game).choices or named_choices)(seen)
    return drawn


def around(going: Progress, names: Sequence[str], lines: list[Scene]) -> Scene:
    """Return what is the same for everybody; ``lines`` are the score pad's, which only changes after a deal."""
    return {
        "game": going.match.game,
        "seats": going.match.seats,
        "options": dict(going.match.options),
        "names": list(names),
        "seat": None,
        "step": sum(len(deal.actions) for deal in going.deals) + len(going.actions),
        "deal": going.number if going.row else len(going.deals),
        "deals": going.length or None,
        "pad": lines,
        "totals": totals(going),
        "places": None if going.row else going.game.places(going.match.rules(), going.finished),
        "ended": None,
        "now": None,
    }


def present(going: Progress, seat: int, names: Sequence[str], open_hands: bool) -> Scene:
    """Return the moment of the deal on the table as a seat sees it, for who only looks: nothing is offered."""
    seen, shown, fresh = going.view(seat), None, going.history.fresh_to(seat)
    if open_hands:
        shown = View(going.game, seat, going.row, going.history.everything, going.number)
        fresh = going.history.fresh
    return moment(seen, names, shown or seen, fresh if going.actions else None)


def moment(seen: View, names: Sequence[str], shown: View, fresh: int | None) -> Scene:
    """Return one moment of a deal: its state, and what just happened.

    ``shown`` is what the seat sees, or everything where the hands are open; ``fresh`` counts the events that came with
    the latest play, None if nothing was played yet.
    """
    game = seen.game
    face = face_of(game)
    drawn = {
        "state": shown.state,
        "last": happened(game, seen.row, shown.events, fresh),
        "said": said(game, seen.row, shown.events, names, fresh),
        **(face.extras(shown) if face.extras else {}),
    }
    if isinstance(face.drawing, Path) or not (face.drawing and "screen" in face.parts):
        drawn["plain"] = plain(shown, names)
    return drawn


def may_act(seen: View) -> bool:
    """Return whether the seat of a view may act now: it is its turn, or all choose at once until the deal is over."""
    turn = seen.game.to_move(seen.row)
    return turn == seen.seat or (
        turn != NOBODY and at_once(seen.game, seen.row) and plays_on(seen.game, seen.row, seen.seat)
    )


def log(going: Progress, seat: int, names: Sequence[str]) -> list[str]:
    """Return the sentences about the deal on the table so far, as a seat has heard of it, by playing it again."""
    game, history = going.game, History(going.game, going.match.seats)
    if not going.row:
        return []
    row = game.deal(game.next_deal(going.match.rules(), going.finished), going.draws)
    events = history.heard(seat)
    lines = said(game, row, events, names, None)
    for actor, name in going.actions:
        action = game.parse(row, name)
        game.play(row, action)
        history.add(row, actor, action)
        if fresh := history.fresh_to(seat):
            lines += said(game, view(game, row, events, seat).row, events, names, fresh)
    return lines


def ended(going: Progress, seat: int, names: Sequence[str], open_hands: bool) -> Scene:
    """Return how the latest deal ended: its last moment, what it brought, and its sentences."""
    game, row, deal = going.game, going.finished[-1], going.deals[-1]
    seen = view(game, row, going.history_before.heard(seat), seat, len(going.deals))
    everything = View(game, seat, row, going.history_before.everything, len(going.deals))
    history = going.history_before
    fresh = history.fresh if open_hands else history.fresh_to(seat)
    drawn = moment(seen, names, everything if open_hands else seen, fresh)
    notes = [told(note, names) for note in deal.notes]
    return drawn | {"scores": list(deal.scores), "notes": notes}


def told(note: str, names: Sequence[str]) -> str:
    """Return a note of the rulebook with the name of the seat that it begins with."""
    words = note.split(" ", 2)
    if words[0] != "seat" or not words[1].isdigit():
        return note
    who = names[int(words[1])]
    did = re.sub(r"^(\w+)s\b", r"\1", words[2]) if who == YOU else words[2]  # You leave, Bo leaves
    return f"{who} {did}"


def happened(game: Game, row: Row, events: Sequence[Event], fresh: int | None) -> list[Scene]:
    """Return what happened last: one action, or all those of a tick or of hidden bids, as they became public."""
    return [{"seat": event[0], "action": game.name(row, event[1])} for event in latest(game, row, events, fresh)]


def latest(game: Game, row: Row, events: Sequence[Event], fresh: int | None) -> Sequence[Event]:
    """Return the events that became public together last; where all choose at once that may be none."""
    own = face_of(game).latest
    return events[len(events) - (fresh or 0) :] if own is None else own(row, events)


def said(game: Game, row: Row, events: Sequence[Event], names: Sequence[str], fresh: int | None) -> list[str]:
    """Return the sentences about what happened last, nothing if that is hidden; at the start of a deal, about it."""
    if hidden := hidden_sentence(game, row, names):
        return [hidden]
    if fresh is None:
        return [deal_sentence(game, row, names)]
    sentences = [event_sentence(game, row, event, names) for event in latest(game, row, events, fresh)]
    closing = closing_sentence(game, row, names) if sentences or game.to_move(row) == NOBODY else ""
    return [*sentences, closing] if closing else sentences


def pad(going: Progress) -> list[Scene]:
    """Return the score pad: what was kept of each finished deal, its scores and notes."""
    seats = range(going.match.seats)
    lines = []
    for row, deal in zip(going.finished, going.deals, strict=True):
        kept = {name: [row[column + seat] for seat in seats] for name, column in going.game.KEPT.items()}
        lines.append({**kept, "cards": deal.start.get("cards"), "scores": list(deal.scores), "notes": list(deal.notes)})
    return lines


def totals(going: Progress) -> list[int]:
    """Return the points of every seat over the finished deals."""
    return [sum(deal.scores[seat] for deal in going.deals) for seat in range(going.match.seats)]


def named_choices(seen: View) -> Scene:
    """Return the legal actions by name, and for each other card of the hand the rule that forbids it."""
    game, row = seen.game, seen.row
    legal = seen.legal
    hands = seen.state.get("hands")
    held = hands[seen.seat] if isinstance(hands, list) and len(hands) > seen.seat else None
    refused = {}
    for name in held if isinstance(held, list) else []:
        with suppress(Mistake):  # a card that is no action by itself
            if name not in legal:
                refused[name] = why_not(game, row, game.parse(row, name))
    return {"legal": legal, "refused": refused}
