"""What sentences say why of an action is true of the view: every claim is read again, and counted by other code."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from overtrick.games.duel import rulebook as duel
from overtrick.games.figgie import rulebook as figgie
from overtrick.games.sentences import in_words
from overtrick.games.tricks import PLAYED as PLAYED_MASK
from overtrick.games.view import View, view
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.duel.why import why as why_duel
from overtrick.players.figgie.why import why as why_figgie
from overtrick.players.wizard.why import why as why_wizard
from tests.support.games_and_options import TABLES, moves, one_deal
from tests.support.wizard_positions import positions

CARD = "[RYGBWJ][0-9]+"
WISH = [
    r"The bid of (?P<missed>\d+) is missed already and each trick more costs points",
    r"The bid of (?P<made>\d+) is made",
    r"The bid of (?P<lost>\d+) cannot be made any more but each trick still helps",
    r"Every trick that is left is needed for the bid of (?P<every>\d+)",
    r"(?P<needed>\d+) of the (?P<of>\d+) tricks left (?:is|are) needed for the bid of (?P<some>\d+)",
]
DEED = [
    rf"(?:and|but) no unseen card beats (?P<safe>{CARD})",
    rf"(?:and|but) (?P<lead>\d+) unseen cards? could beat (?P<led>{CARD})",
    rf"(?:and|but) (?P<last>{CARD}) takes this trick",
    rf"(?:and|but) (?P<sure>{CARD}) takes this trick for sure",
    rf"(?:and|but) (?P<best>{CARD}) is best so far and (?P<threats>\d+) unseen cards? could beat it",
    rf"(?:so|but) (?P<leaves>{CARD}) leaves this trick to (?P<to>{CARD})",
    rf"(?:and|but) (?P<under>{CARD}) goes under (?P<over>{CARD}) as every card would",
]
TAIL = r"(?:the others still want (?P<others>\d+)|nobody else wants one), with (?P<left>\d+) left\."
PLAYED = re.compile(f"(?:{'|'.join(WISH)}), (?:{'|'.join(DEED)}); {TAIL}")
BID = re.compile(
    r"bid (\d+): the hand has (?P<hand>[^;]*)(?:; the others have bid (?P<sum>\d+) of (?P<cards>\d+) so far|; "
    r"(?P<nobody>nobody has bid yet))?(?:; (?P<forbidden>\d+) is not allowed)?\."
)
WHOLE_DECK = [f"{suit}{value}" for suit in "RYGB" for value in range(1, 14)]
WHOLE_DECK += [f"{kind}{number}" for kind in "WJ" for number in range(1, 5)]


def winner(cards: list[str], trump: str | None) -> str:
    """Return which of the cards of a trick wins, by the words of the rules."""
    if wizards := [card for card in cards if card[0] == "W"]:
        return wizards[0]
    suited = [card for card in cards if card[0] != "J"]
    if not suited:
        return cards[0]
    trumps = [card for card in suited if trump and card[0] == trump[0].upper()]
    return max(trumps or [card for card in suited if card[0] == suited[0][0]], key=lambda card: int(card[1:]))


def is_true_of_a_card(seen: View, card: str, text: str) -> str:
    """Check every claim about a card of Wizard; return which kind of deed it was."""
    state: dict[str, Any] = seen.state
    found = PLAYED.fullmatch(text)
    assert found, text
    told = {name: value for name, value in found.groupdict().items() if value is not None}
    bid, won = state["bids"][seen.seat], state["tricks"][seen.seat]
    left = state["cards"] - sum(state["tricks"])
    needed = bid - won
    (kind,) = told.keys() & {"missed", "made", "lost", "every", "some"}
    expected = "missed" if needed < 0 else "made" if not needed else "lost" if needed > left else "some"
    assert kind == ("every" if needed == left and needed else expected)
    assert int(told[kind]) == bid and int(told["left"]) == left
    assert int(told.get("needed", needed)) == needed and int(told.get("of", left)) == left
    others = [seat for seat in state["still_in"] if seat != seen.seat]
    want = sum(max(0, state["bids"][seat] - state["tricks"][seat]) for seat in others)
    assert int(told.get("others", 0)) == want
    laid = [one["card"] for one in state["trick"]]
    unseen = set(WHOLE_DECK) - set(state["hands"][seen.seat]) - {state["turned_up"]} - set(laid)
    unseen -= {wizard.CARD_NAMES[one] for one in range(60) if seen.row[PLAYED_MASK] >> one & 1}
    threats = sum(winner([*laid, card, other], state["trump"]) == other for other in unseen)
    takes = winner([*laid, card], state["trump"]) == card
    may_take = any(winner([*laid, other], state["trump"]) == other for other in seen.legal)
    is_last = len(laid) == len(others)
    if not laid:
        deed, values = ("lead", {"lead": str(threats), "led": card}) if threats else ("safe", {"safe": card})
    elif takes:
        deed = "last" if is_last else "best" if threats else "sure"
        values = {deed: card, **({"threats": str(threats)} if deed == "best" else {})}
    else:
        deed, other = ("leaves", "to") if may_take else ("under", "over")
        values = {deed: card, other: winner(laid, state["trump"])}
    assert told.items() >= values.items(), (told, values)
    assert len(told) == len(values) + 2 + ("others" in told) + 2 * ("needed" in told)
    return deed


def is_true_of_a_bid(seen: View, text: str) -> None:
    """Check every claim about a bid of Wizard."""
    state: dict[str, Any] = seen.state
    found = BID.fullmatch(text)
    assert found, text
    trump = (state["trump"] or " ")[0].upper()
    counted: Counter[str] = Counter()
    for card in state["hands"][seen.seat]:
        kind = {"W": "Wizard", "J": "Jester", trump: "trump"}.get(card[0])
        counted[kind or ("high card" if int(card[1:]) > 11 else "low")] += 1
    told = {
        re.sub("s$", "", word): int(count)
        for count, word in re.findall(r"(\d+) (Wizards?|trumps?|high cards?|Jesters?)", found["hand"])
    }
    del counted["low"]
    assert told == counted
    bids = [bid for seat, bid in enumerate(state["bids"]) if bid is not None and seat != seen.seat]
    if found["sum"]:
        assert (int(found["sum"]), int(found["cards"])) == (sum(bids), state["cards"])
    assert bool(found["nobody"]) <= (not bids)
    forbidden = {f"bid {bid}" for bid in range(state["cards"] + 1)} - set(seen.legal)
    assert forbidden == ({f"bid {found['forbidden']}"} if found["forbidden"] else set())


def test_all_that_is_said_of_wizard_is_true() -> None:
    deeds: Counter[str] = Counter()
    for seen, _ in positions(1500, seed=8):
        for action in wizard.legal(seen.row):
            text, name = why_wizard(seen, action), wizard.name(seen.row, action)
            if name.startswith("trump"):
                held = [int(card[1:]) for card in seen.state["hands"][seen.seat] if card[0] == name[-1]]
                many = f"{len(held)} of that colour up to the {max([*held, 0])}"
                has = {0: "none of that colour", 1: f"the {sum(held)} of that colour alone"}.get(len(held), many)
                assert text == f"{name}: the hand has {has}."
                deeds["trump"] += 1
            elif name.startswith("bid"):
                is_true_of_a_bid(seen, text)
                deeds["bid"] += 1
            else:
                deeds[is_true_of_a_card(seen, name, text)] += 1
            words = in_words(wizard, text)
            assert not re.search(rf"\b{CARD}\b", words), "people say the green 8"
    assert len(deeds) == 9 and min(deeds.values()) > 5, deeds


def test_all_that_is_said_of_the_duel_is_true() -> None:
    deeds: Counter[str] = Counter()
    luck = Random(5)
    for table in TABLES["duel"] * 8:
        row, _ = one_deal(table.match(luck.getrandbits(32)), luck)
        for seat, _, events in moves(duel, row, luck):
            seen, other = view(duel, row, events, seat), duel.state(row)["hands"][1 - seat]
            for card in seen.legal:
                deeds[is_true_of_the_duel(seen, card, other, why_duel(seen, duel.CARD_OF[card]))] += 1
    assert len(deeds) == 5 and min(deeds.values()) > 20, deeds


def is_true_of_the_duel(seen: View, card: str, other: list[str], text: str) -> str:
    """Check every claim about a card of the duel, also against the hand that the seat cannot see."""
    value = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
    rank = {name: value.get(name[1:]) or int(name[1:]) for name in duel.CARD_NAMES}
    stronger = {name for name in other if name[0] == card[0] and rank[name] > rank[card]}
    trick = [one["card"] for one in seen.state["trick"]]
    if not trick:
        if seen.row[duel.STOCK]:
            count = int(found[1]) if (found := re.match(rf"(\d+) unseen cards? could beat {card}\.", text)) else 0
            assert count >= len(stronger) and (count or text == f"Nothing beats {card}.")
            return "stock"
        many = f"{len(stronger)} card{'s' * (len(stronger) > 1)} that beat{'s' * (len(stronger) == 1)}"
        assert text == f"The other hand has {many if stronger else 'nothing that beats'} {card}."
        return "lead"
    winners = [name for name in seen.legal if name[0] == trick[0][0] and rank[name] > rank[trick[0]]]
    if card in winners:
        cheap = " as cheaply as can be" if rank[card] == min(map(rank.get, winners)) else ""  # type: ignore[type-var]
        assert text == f"{card} takes this trick from {trick[0]}{cheap}."
        return "takes"
    if winners:
        assert text == f"{card} leaves this trick to {trick[0]}, though it could be taken."
        return "leaves"
    assert text == f"No card takes this trick from {trick[0]}, so {card} is given up."
    return "lost"


@pytest.mark.parametrize(("as_good", "end"), [(0, "every other card gives a trick away."), (2, "2 other cards are as")])
def test_the_duel_says_how_many_are_as_good(as_good: int, end: str) -> None:
    row, _ = one_deal(TABLES["duel"][0].match(1), Random(1))
    seen = view(duel, row, [], row[0])
    assert end in why_duel(seen, duel.legal(row)[0], as_good)


def test_all_that_is_said_of_figgie_is_true() -> None:
    luck, deeds = Random(6), Counter[str]()
    for table in TABLES["figgie"] * 3:
        row, _ = one_deal(table.match(luck.getrandbits(32)), luck)
        for number, (seat, _, events) in enumerate(moves(figgie, row, luck)):
            if number % 7:
                continue
            seen = view(figgie, row, events, seat)
            goals = sorted((luck.random() for _ in range(3)), key=lambda _: luck.random())
            odds = [goals[0], (1 - goals[0]) * goals[1], (1 - goals[0]) * (1 - goals[1]), 0.0]
            sure = [action for action in figgie.legal(seen.row) if figgie.check(seen.row, seat, action) == figgie.OK]
            for action in [action for action in sure if action < figgie.FIRST_BID] + luck.sample(
                sure, min(6, len(sure))
            ):
                text = why_figgie(seen.row, action, odds)
                deeds[is_true_of_figgie(seen, figgie.name(seen.row, action), odds, text)] += 1
    assert deeds.keys() == {"buy", "sell", "bid", "offer", "pass"} and min(deeds.values()) > 5, deeds


def is_true_of_figgie(seen: View, name: str, odds: list[float], text: str) -> str:
    """Check every claim about an action of Figgie."""
    verb, *more = name.replace("ask", "offer").split(" ")
    if verb == "pass":
        assert text.startswith("Wait: ")
        return verb
    suit = figgie.SUIT_WORDS.index(more[0])
    chance, mate = (
        odds[suit],
        {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}[more[0]],
    )
    belief = f"{more[0]} are {'hardly' if chance < 0.15 else 'perhaps'} the goal"
    if chance > 0.4:
        belief = f"{mate} look long, so {more[0]} are the likely goal"
    state: dict[str, Any] = seen.state
    book = {kind: (state[f"{kind}s"][more[0]] or {}).get("price") for kind in ("bid", "offer")}
    book["last"] = state["last_prices"][more[0]]
    if verb in ("buy", "sell"):
        price = book["offer" if verb == "buy" else "bid"]
        resale = (
            f"; the last one went for {book['last']}" if verb == "buy" and (book["last"] or 0) > (price or 0) else ""
        )
        stakes = stakes_of_figgie(verb, int(price or 0), chance)
        assert text == f"{verb.capitalize()} {more[0]} for {price}: {belief}{stakes}{resale}."
        return verb
    stakes = stakes_of_figgie(verb, int(more[1]), chance)
    if verb == "bid":
        best = f"the best bid is {book['bid']}" if book["bid"] else "nobody bids for them yet"
        assert text == f"Bid {more[1]} for {more[0]}: {belief}{stakes}; {best}."
    else:
        best = f"the best offer is {book['offer']}" if book["offer"] else "nobody offers them yet"
        assert text == f"Offer {more[0]} at {more[1]}: {belief}{stakes}; {best}."
    return verb


def stakes_of_figgie(verb: str, price: int, chance: float) -> str:
    """Return what is to be said of a price: a goal card earns ten, and most of them the rest of the pot."""
    if verb in ("buy", "bid"):
        if price > 9:
            return ", and whoever has most of the goal gets the rest of the pot"
        return ", but if they are, each earns 10" if chance < 0.15 else ", and if they are, each earns 10"
    join = "and" if chance < 0.15 else "but"
    if price > 10:
        return f", {join} {price} is more than the 10 that a goal card earns"
    return f", {join} {price} is sure" if verb == "sell" else ""
