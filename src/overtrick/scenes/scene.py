"""A scene: the table as one person sees it at one moment, as plain data for a page or a terminal to draw.

Play and replay draw the same scenes. They are made from a view, so a scene shows
nothing that its seat may not know, unless the hands are meant to be open.
"""

from collections.abc import Callable, Sequence
from typing import Any

from overtrick.games.contract import NOBODY, Event, Game, Row
from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.sentences import YOU, deal_sentence, does, event_sentence, has_done, trick_sentence, why_not
from overtrick.games.tricks import BEST, DECK_SIZE, HAND, LEADER, NEXT, SEATS, TRICKS, TURN
from overtrick.games.view import History, View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.match.progress import Progress

Scene = dict[str, Any]
OFFERED = ("legal", "refused", "choices")  # what a moment offers to a seat that may act
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")  # of seats for which nobody gave one


def scene(going: Progress, seat: int, names: Sequence[str], open_hands: bool = False) -> Scene:
    """Return the table as a seat sees it, NOBODY for whoever only watches; open hands show everything."""
    drawn: Scene = {
        "game": going.match.game,
        "seats": going.match.seats,
        "options": dict(going.match.options),
        "names": list(names),
        "seat": None if seat == NOBODY else seat,
        "step": sum(len(deal.actions) for deal in going.deals) + len(going.actions),
        "deal": going.number if going.row else len(going.deals),
        "deals": going.length or None,
        "pad": pad(going),
        "totals": totals(going),
        "places": None if going.row else going.game.places(going.match.rules(), going.finished),
        "ended": None,
        "now": None,
    }
    if going.deals and not going.actions:
        drawn["ended"] = ended(going, seat, names, open_hands)
    if going.row:
        seen = going.view(seat)
        row, events = (going.row, going.history.everything) if open_hands else (seen.row, seen.events)
        drawn["now"] = moment(seen, names, row, events)
    return drawn


def moment(seen: View, names: Sequence[str], row: Row, events: Sequence[Event]) -> Scene:
    """Return one moment of a deal: its state, what just happened, what the seat may do and why not the rest."""
    game = seen.game
    drawn = {
        "state": game.state(row),
        "last": happened(game, seen.row, events),
        "said": said(game, seen.row, events, names),
        **EXTRAS.get(game.NAME, nothing)(row, events),
    }
    if seen.seat != NOBODY and may_act(seen):
        drawn |= CHOICES.get(game.NAME, card_choices)(seen)
    return drawn


def may_act(seen: View) -> bool:
    """Return whether the seat of a view may act now; in the tick model of Figgie all may, until the deal is over."""
    turn = seen.game.to_move(seen.row)
    return turn == seen.seat or (turn != NOBODY and seen.game is figgie and seen.row[figgie.MODEL] == figgie.MODEL_TICK)


def log(going: Progress, seat: int, names: Sequence[str]) -> list[str]:
    """Return the sentences about the deal on the table so far, as a seat has heard of it, by playing it again."""
    game, history = going.game, History(going.game, going.match.seats)
    if not going.row:
        return []
    row = game.deal(game.next_deal(going.match.rules(), going.finished), going.draws)
    events = history.heard(seat)
    lines = said(game, row, events, names)
    for actor, name in going.actions:
        action = game.parse(row, name)
        game.play(row, action)
        before = len(events)
        history.add(row, actor, action)
        if len(events) > before:
            lines += said(game, view(game, row, events, seat).row, events, names)
    return lines


def ended(going: Progress, seat: int, names: Sequence[str], open_hands: bool) -> Scene:
    """Return how the latest deal ended: its last moment, what it brought, and its sentences."""
    game, row, deal = going.game, going.finished[-1], going.deals[-1]
    seen = view(game, row, going.history_before.heard(seat), seat, len(going.deals))
    row, events = (row, going.history_before.everything) if open_hands else (seen.row, seen.events)
    drawn = moment(seen, names, row, events)
    notes = [told(note, names) for note in deal.notes]
    return drawn | {"scores": list(deal.scores), "notes": notes}


def told(note: str, names: Sequence[str]) -> str:
    """Return a note of the rulebook with the name of the seat that it begins with."""
    words = note.split(" ", 2)
    if words[0] != "seat" or not words[1].isdigit():
        return note
    who = names[int(words[1])]
    if who == YOU and words[2].startswith("leaves"):
        return f"{does(who, 'leave')}{words[2].removeprefix('leaves')}"
    return f"{who} {words[2]}"


def happened(game: Game, row: Row, events: Sequence[Event]) -> list[Scene]:
    """Return what happened last: one action, or all those of a tick or of hidden bids, as they became public."""
    return [{"seat": event[0], "action": game.name(row, event[1])} for event in latest(game, row, events)]


def latest(game: Game, row: Row, events: Sequence[Event]) -> Sequence[Event]:
    """Return the events that became public together last; in a tick of Figgie in which nothing happened, none."""
    if not events:
        return []
    if game is figgie:
        return [event for event in events[-row[figgie.SEAT_COUNT] :] if event[2] == row[figgie.CLOCK] - 1]
    if game is wizard and row[wizard.HIDDEN_BIDS] and wizard.FIRST_BID <= events[-1][1] < wizard.FIRST_TRUMP:
        return [event for event in events if wizard.FIRST_BID <= event[1] < wizard.FIRST_TRUMP]
    return events[-1:]


def said(game: Game, row: Row, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return the sentences about what happened last; at the start of a deal, about the deal."""
    if hidden := hidden_bid(game, row, names):
        return [hidden]
    if not events:
        return [deal_sentence(game, row, names)]
    sentences = [event_sentence(game, row, event, names) for event in latest(game, row, events)]
    if game in CARD_GAMES and trick_sentence(row, names):
        sentences.append(trick_sentence(row, names))
    return sentences


def hidden_bid(game: Game, row: Row, names: Sequence[str]) -> str:
    """Return the sentence about a bid that was just made and is not shown yet, if there is one."""
    if game is not wizard or not row[wizard.HIDDEN_BIDS] or row[wizard.PHASE] != wizard.BIDDING:
        return ""
    bidders = who_has_bid(row)
    return f"{has_done(names[bidders[-1]], 'bid')}." if bidders else ""


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


def nothing(row: Row, events: Sequence[Event]) -> Scene:
    """Return nothing: the state of the game says it all."""
    return {}


def trick_extras(row: Row, events: Sequence[Event]) -> Scene:
    """Return who is winning the trick, and the last trick with its winner."""
    still_in = row[wizard.STILL_IN].bit_count() if row[SEATS] > 2 else 2
    cards = [event for event in events if event[1] < wizard.FIRST_BID]
    done = still_in * row[TRICKS]
    before = cards[done - still_in : done]
    names = wizard.CARD_NAMES if row[SEATS] > 2 else duel.CARD_NAMES
    return {
        "winning": None if row[BEST] == NOBODY else row[BEST],
        "last_trick": {
            "cards": [{"seat": seat, "card": names[card]} for seat, card in before],
            "winner": row[LEADER],
        }
        if before
        else None,
    }


def wizard_extras(row: Row, events: Sequence[Event]) -> Scene:
    """Return also the bid that the hook forbids, who has bid, and what each seat would score as things stand."""
    forbidden = wizard.forbidden_bid(row) if row[wizard.PHASE] == wizard.BIDDING else wizard.NO_BID
    seats = range(row[SEATS])
    return {
        **trick_extras(row, events),
        "forbidden_bid": None if forbidden == wizard.NO_BID else forbidden,
        "has_bid": who_has_bid(row),
        "if_now": [None if row[wizard.BID + seat] == wizard.NO_BID else wizard.score(row, seat) for seat in seats],
    }


def who_has_bid(row: Row) -> list[int]:
    """Return the seats of Wizard that have bid; all see them do so, even while the bids themselves are hidden."""
    bidders, seat = [], row[NEXT + row[wizard.DEALER]]
    if row[wizard.PHASE] == wizard.NAMING:
        return []
    for _ in range(row[wizard.STILL_IN].bit_count()):
        if row[wizard.PHASE] == wizard.BIDDING and seat == row[TURN]:
            break
        bidders.append(seat)
        seat = row[NEXT + seat]
    return bidders


def figgie_extras(row: Row, events: Sequence[Event]) -> Scene:
    """Return the tape of trades and how many turns or ticks are left at most."""
    ticks = row[figgie.MODEL] == figgie.MODEL_TICK
    most = figgie.TICKS if ticks else figgie.TURNS_PER_SEAT * row[figgie.SEAT_COUNT]
    quiet = figgie.QUIET_TICKS if ticks else figgie.QUIET_ROUNDS * row[figgie.SEAT_COUNT]
    tape = []
    for seat, action, clock, paid, partner in events:
        if partner != NOBODY:
            bought = action < figgie.FIRST_SELL
            tape.append(
                {
                    "clock": clock,
                    "suit": figgie.SUIT_WORDS[(action - figgie.FIRST_BUY) % figgie.SUITS],
                    "price": paid,
                    "buyer": seat if bought else partner,
                    "seller": partner if bought else seat,
                    "taker": seat,
                }
            )
    return {"tape": tape, "left": most - row[figgie.CLOCK], "quiet_left": quiet - row[figgie.QUIET]}


def card_choices(seen: View) -> Scene:
    """Return the legal actions by name, and for each other card of the hand the rule that forbids it."""
    game, row = seen.game, seen.row
    legal = game.legal(row)
    held = [card for card in range(DECK_SIZE) if row[HAND + seen.seat] >> card & 1] if game in CARD_GAMES else []
    refused = {game.name(row, card): why_not(game, row, card) for card in held if card not in legal}
    return {"legal": [game.name(row, action) for action in legal], "refused": refused}


def figgie_choices(seen: View) -> Scene:
    """Return what a seat may do now, suit by suit: whether it may buy and sell, and its lowest and highest quotes."""
    row, seat = seen.row, seen.seat
    choices = {}
    for suit, word in enumerate(figgie.SUIT_WORDS):
        bids, offers = figgie.bid_limits(row, seat, suit), figgie.offer_limits(row, seat, suit)
        choices[word] = {
            "buy": figgie.check(row, seat, figgie.FIRST_BUY + suit) == figgie.OK,
            "sell": figgie.check(row, seat, figgie.FIRST_SELL + suit) == figgie.OK,
            "bid": list(bids) if bids[0] <= bids[1] else None,
            "offer": list(offers) if offers[0] <= offers[1] else None,
        }
    return {"choices": choices}


CARD_GAMES = (wizard, duel)
EXTRAS: dict[str, Callable[[Row, Sequence[Event]], Scene]] = {
    "wizard": wizard_extras,
    "duel": trick_extras,
    "figgie": figgie_extras,
}
CHOICES: dict[str, Callable[[View], Scene]] = {"figgie": figgie_choices}
