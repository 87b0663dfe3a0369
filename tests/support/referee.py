"""A stranger's referee: judges a record from its JSON alone, with rules written a second time.

It shares no line with the rulebooks and knows cards only by their names. What it
objects to fails an assertion.
"""

from typing import Any

Json = dict[str, Any]


def referee(record: Json) -> None:
    """Follow a whole record and check every deal, every action, every score and the places."""
    {"wizard": wizard, "duel": duel, "figgie": figgie}[record["game"]](record)


def places(standing: list[Any]) -> list[int]:
    """Return places from 1; equals share the better one."""
    best_first = sorted(standing, reverse=True)
    return [best_first.index(mine) + 1 for mine in standing]


def may(game: str, state: Json, options: Json) -> set[str]:
    """Return the names of the legal actions of a trick game, worked out from its state alone."""
    hand = state["hands"][state["to_move"]]
    if state["phase"] == "name trump":
        return {f"trump {suit}" for suit in "RYGB"}
    if state["phase"] == "bid":
        return {f"bid {bid}" for bid in range(state["cards"] + 1)} - forbidden_bids(state, options)
    played = [play["card"] for play in state["trick"]]
    led = led_suit(played, first_suit_card=options.get("lead_rule") == "first-suit-card") if game == "wizard" else None
    if game == "duel" and played:
        led = played[0][0]
    following = {card for card in hand if card[0] == led}
    return following | {card for card in hand if card[0] in "WJ"} if following else set(hand)


def forbidden_bids(state: Json, options: Json) -> set[str]:
    dealer, totals = state["dealer"], state["totals"]
    even = state["cards"] - sum(bid for bid in state["bids"] if bid is not None)
    leads = all(totals[dealer] > totals[seat] for seat in state["still_in"] if seat != dealer)
    binds = {"off": False, "on": state["cards"] > 1, "canadian": leads and even != 0}[options["hook"]]
    return {f"bid {even}"} if binds and state["to_move"] == dealer else set()


def led_suit(played: list[str], *, first_suit_card: bool) -> str | None:
    for card in played:
        if card[0] == "W" and not first_suit_card:
            return None
        if card[0] not in "WJ":
            return card[0]
    return None


# Wizard


def wizard(record: Json) -> None:
    seats, options = record["seats"], record["options"]
    step = 1 if options["direction"] == "clockwise" else -1
    still_in = list(range(seats))
    totals, exact, left, dealt = [0] * seats, [0] * seats, {}, [-1] * seats
    dealer = 0
    sizes = wizard_sizes(seats, options["series"])
    assert len(record["deals"]) == len(sizes)
    for number, (size, deal) in enumerate(zip(sizes, record["deals"], strict=True), start=1):
        start = deal["start"]
        assert (start["round"], start["cards"], start["dealer"]) == (number, size, dealer)
        assert (start["still_in"], start["totals"]) == (still_in, totals)
        around = turn_order(still_in, dealer, step, seats)
        scores, hits = wizard_round(deal, around, options, totals)
        assert deal["scores"] == scores
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        exact = [count + hit for count, hit in zip(exact, hits, strict=True)]
        dealt[dealer] = number
        if number < len(sizes) and options["series"] == "elimination" and sizes[number] * len(still_in) > 60:
            leaver = min(still_in, key=lambda seat: (totals[seat], exact[seat], scores[seat], dealt[seat]))
            still_in = [seat for seat in still_in if seat != leaver]
            left[leaver] = number
            assert [note.split(":")[0] for note in deal["notes"]] == [f"seat {leaver} leaves"]
        else:
            assert deal["notes"] == []
        dealer = turn_order(still_in, dealer, step, seats)[0]
    if options["series"] == "elimination":
        out_after = {6: [10, 12, 15], 5: [12, 15], 4: [15], 3: []}
        assert sorted(left.values()) == out_after[seats]
    assert record["totals"] == totals
    assert record["facts"]["exact bids"] == exact
    assert record["facts"]["rounds"] == [left.get(seat, len(record["deals"])) for seat in range(seats)]
    assert record["places"] == places([(left.get(seat, 99), totals[seat]) for seat in range(seats)])


def wizard_sizes(seats: int, series: str | list[int]) -> list[int]:
    if isinstance(series, list):
        return series
    if series == "elimination":
        return list(range(1, 21))
    if series == "standard":
        return list(range(1, {3: 20, 4: 15, 5: 12, 6: 10}[seats] + 1))
    return {
        3: list(range(2, 21, 2)),
        4: [1, 3, 5, 7, 9, 11, 12, 13, 14, 15],
        5: [2, *range(4, 13)],
        6: list(range(1, 11)),
    }[seats]


def turn_order(still_in: list[int], seat: int, step: int, seats: int) -> list[int]:
    """Return the seats still in, from the one after a seat, which comes last if it is still in."""
    return [other % seats for other in range(seat + step, seat + step * (seats + 1), step) if other % seats in still_in]


def wizard_round(deal: Json, around: list[int], options: Json, totals: list[int]) -> tuple[list[int], list[bool]]:
    start, size = deal["start"], deal["start"]["cards"]
    seats = len(start["hands"])
    hands = [list(hand) for hand in start["hands"]]
    actions = [(action["seat"], action["action"]) for action in deal["actions"]]
    assert [len(hand) for hand in hands] == [size if seat in around else 0 for seat in range(seats)]
    table = [card for hand in hands for card in hand] + ([start["turned_up"]] if start["turned_up"] else [])
    assert len(set(table)) == len(table) and (start["turned_up"] is None) == (size * len(around) == 60)
    trump = wizard_trump(start, actions, around[-1], options)
    bids: dict[int, int] = {}
    for seat in around:
        bidder, words = actions.pop(0)
        assert bidder == seat
        bids[seat] = int(words.removeprefix("bid "))
        assert 0 <= bids[seat] <= size
    leads = all(totals[around[-1]] > totals[other] for other in around[:-1])
    binds = {"off": False, "on": size > 1, "canadian": leads and bids[around[-1]] > 0}[options["hook"]]
    assert not binds or sum(bids.values()) != size
    won = [0] * seats
    leader = around[0]
    for _ in range(size):
        first = around.index(leader)
        trick, actions = actions[: len(around)], actions[len(around) :]
        assert [seat for seat, _ in trick] == around[first:] + around[:first]
        leader = wizard_trick(trick, hands, trump, options["lead_rule"] == "first-suit-card")
        won[leader] += 1
    assert actions == []
    hits = [seat in bids and won[seat] == bids[seat] for seat in range(seats)]
    scores = [
        0 if seat not in bids else 20 + 10 * won[seat] if hits[seat] else -10 * abs(won[seat] - bids[seat])
        for seat in range(seats)
    ]
    return scores, hits


def wizard_trump(start: Json, actions: list[tuple[int, str]], dealer: int, options: Json) -> str | None:
    words = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
    card = start["turned_up"]
    if card is None or card[0] == "J":
        assert start["trump"] is None
        return None
    if card[0] != "W":
        assert words[start["trump"]] == card[0]
        return str(card[0])
    if options["trump_choice"] == "random":
        return words[start["trump"]]
    seat, named = actions.pop(0)
    assert (seat, start["trump"]) == (dealer, None)
    assert named in ("trump R", "trump Y", "trump G", "trump B")
    return named[-1]


def wizard_trick(trick: list[tuple[int, str]], hands: list[list[str]], trump: str | None, first_suit_card: bool) -> int:
    cards = [card for _, card in trick]
    for place, (seat, card) in enumerate(trick):
        led = led_suit(cards[:place], first_suit_card=first_suit_card)
        assert card in hands[seat]
        assert card[0] == led or card[0] in "WJ" or led not in [held[0] for held in hands[seat]]
        hands[seat].remove(card)
    led = led_suit(cards, first_suit_card=first_suit_card)
    worths = [worth(card, led, trump) for card in cards]
    return trick[worths.index(max(worths))][0]


def worth(card: str, led: str | None, trump: str | None) -> int:
    """Return a number that is higher for the card that wins a trick."""
    if card[0] == "W":
        return 100
    if card[0] == "J":
        return 0
    number = int(card[1:])
    return number + 40 if card[0] == trump else number + 20 if card[0] == led else 1


# The duel


def duel(record: Json) -> None:
    (deal,) = record["deals"]
    ranks, stock = record["options"]["ranks"], record["options"]["stock"]
    hands = [list(hand) for hand in deal["start"]["hands"]]
    values = ["A", *(str(value) for value in range(2, ranks + 1))]
    deck = {suit + value for suit in "SHDC" for value in values}
    assert len(hands[0]) == len(hands[1]) == (len(deck) - stock) // 2
    assert not set(hands[0]) & set(hands[1]) and {*hands[0], *hands[1]} <= deck
    leader, tricks = 0, [0, 0]
    plays = [(action["seat"], action["action"]) for action in deal["actions"]]
    for (seat, led), (other, answer) in zip(plays[::2], plays[1::2], strict=True):
        assert (seat, other) == (leader, 1 - leader)
        hands[seat].remove(led)
        assert answer[0] == led[0] or led[0] not in [card[0] for card in hands[other]]
        hands[other].remove(answer)
        if answer[0] == led[0] and values.index(answer[1:]) > values.index(led[1:]):
            leader = other
        tricks[leader] += 1
    assert hands == [[], []]
    assert deal["scores"] == record["totals"] == tricks and sum(tricks) == (len(deck) - stock) // 2
    assert record["places"] == places(tricks)


# Figgie

SUITS = ("spades", "clubs", "hearts", "diamonds")
MATE = {"spades": "clubs", "clubs": "spades", "hearts": "diamonds", "diamonds": "hearts"}


class Market:
    """The table of a Figgie round: hands, money and quotes, by words."""

    def __init__(self, start: Json, seats: int) -> None:
        self.hands = [dict(hand) for hand in start["hands"]]
        self.money = [350 - 200 // seats] * seats
        self.clear()

    def clear(self) -> None:
        self.bids: dict[str, tuple[int, int]] = {}
        self.offers: dict[str, tuple[int, int]] = {}

    def act(self, seat: int, words: list[str]) -> bool:
        """Carry out an action that is not a pass if it is valid; return whether it was."""
        kind, suit = words[:2]
        price = int(words[2]) if len(words) == 3 else 0
        bid, bidder = self.bids.get(suit, (0, None))
        asked, asker = self.offers.get(suit, (10**9, None))
        holds = self.hands[seat][suit] > 0
        if kind == "bid":
            valid = bid < price < asked and price <= self.money[seat]
            if valid:
                self.bids[suit] = (price, seat)
        elif kind in ("offer", "ask"):
            valid = bid < price < asked and holds
            if valid:
                self.offers[suit] = (price, seat)
        elif kind == "buy":
            valid = asker is not None and asker != seat and self.money[seat] >= asked
            if valid and asker is not None:
                self.trade(suit, asked, seat, asker)
        else:
            valid = bidder is not None and bidder != seat and holds
            if valid and bidder is not None:
                self.trade(suit, bid, bidder, seat)
        return valid

    def trade(self, suit: str, price: int, buyer: int, seller: int) -> None:
        self.money[buyer] -= price
        self.money[seller] += price
        self.hands[buyer][suit] += 1
        self.hands[seller][suit] -= 1
        self.clear()

    def scores(self, goal: str) -> list[int]:
        held = [hand[goal] for hand in self.hands]
        rest = 200 - 10 * sum(held)
        scores = [money - 350 + 10 * cards for money, cards in zip(self.money, held, strict=True)]
        winners = [seat for seat, cards in enumerate(held) if cards == max(held)]
        for dollar in range(rest):  # hand the rest out dollar by dollar, lowest seat first
            scores[winners[dollar % len(winners)]] += 1
        return scores


def figgie(record: Json) -> None:
    scores = [figgie_deal(record, deal) for deal in record["deals"]]
    assert len(scores) == record["options"].get("rounds", 1)
    assert record["totals"] == [sum(gains) for gains in zip(*scores, strict=True)]
    assert [sum(parts) for parts in zip(*record["facts"].values(), strict=True)] == record["totals"]
    assert record["places"] == places(record["totals"])


def figgie_deal(record: Json, deal: Json) -> list[int]:
    start, seats = deal["start"], record["seats"]
    counts = start["suit_counts"]
    assert sorted(counts.values()) == [8, 10, 10, 12]
    assert counts[MATE[start["goal_suit"]]] == 12
    assert all(sum(hand[suit] for hand in start["hands"]) == counts[suit] for suit in SUITS)
    assert all(sum(hand.values()) == 40 // seats for hand in start["hands"])
    market = Market(start, seats)
    actions = [(action["seat"], action["action"].split()) for action in deal["actions"]]
    if record["options"]["model"] == "live":
        figgie_live(market, actions, record["options"], deal["draws"][41] + 1)
    else:
        assert [seat for seat, _ in actions] == [place % seats for place in range(len(actions))]
        follow = figgie_turns if record["options"]["model"] == "turn" else figgie_ticks
        follow(market, actions, start, seats)
    scores = market.scores(start["goal_suit"])
    assert sum(scores) == 0
    assert deal["scores"] == scores
    if len(record["deals"]) == 1:
        assert record["facts"]["cards"] == [10 * hand[start["goal_suit"]] for hand in market.hands]
        assert sum(record["facts"]["bonus"]) == 200 - 10 * counts[start["goal_suit"]]
    return scores


def figgie_live(market: Market, actions: list[tuple[int, list[str]]], options: Json, chance: int) -> None:
    usual, clock, end = options["reaction"], 0, 1000 * options["seconds"]

    def wait(least: int, most: int) -> int:
        nonlocal chance
        chance = chance * 48271 % (2**31 - 1)
        return least + chance % (most - least)

    looks = [wait(usual, 3 * usual) for _ in market.money]
    for place, (seat, words) in enumerate(actions, start=1):
        if "at" in words:
            words, by, at = words[:-4], int(words[-3]), int(words[-1])
            assert by == seat and clock <= at < end
            clock = at
        else:
            assert seat == looks.index(min(looks))
            clock = min(max(clock, looks[seat]), end)
        if clock == end:
            assert place == len(actions)
            return
        if words != ["pass"]:
            limit = int(words[2]) if words[0] in ("buy", "sell") and len(words) == 3 else None
            quotes = market.offers if words[0] == "buy" else market.bids
            paid = quotes[words[1]][0] if limit is not None else 0
            assert limit is None or (paid <= limit if words[0] == "buy" else paid >= limit)
            assert market.act(seat, words[:2] if limit is not None else words)
            looks = [min(look, clock + wait(usual // 2, usual + usual // 2)) for look in looks]
        looks[seat] = clock + wait(usual, 3 * usual)
    raise AssertionError("the bell has not rung")


def figgie_turns(market: Market, actions: list[tuple[int, list[str]]], start: Json, seats: int) -> None:
    passes = 0
    for seat, words in actions:
        assert passes < 2 * seats
        passes = passes + 1 if words == ["pass"] else 0
        assert words == ["pass"] or market.act(seat, words)
    assert len(actions) == 50 * seats or passes == 2 * seats


def figgie_ticks(market: Market, actions: list[tuple[int, list[str]]], start: Json, seats: int) -> None:
    quiet = 0
    ticks = [actions[first : first + seats] for first in range(0, len(actions), seats)]
    for tick, order in zip(ticks, start["orders"], strict=False):
        assert quiet < 3 and sorted(order) == list(range(seats))
        happened = [market.act(seat, tick[seat][1]) for seat in order if tick[seat][1] != ["pass"]]
        quiet = 0 if any(happened) else quiet + 1
    assert len(ticks) == 200 or quiet == 3
