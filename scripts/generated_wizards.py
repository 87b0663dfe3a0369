"""Generated bots for Wizard: each a file of its own, with other habits and partly other code, to fill a round with."""

import random
from importlib.resources import files
from pathlib import Path
from textwrap import indent

HEAD = '''"""A generated bot for Wizard, number {number}."""

PLAIN_FROM, PLAIN_RISE = {plain_from}, {plain_rise}
TRUMP_FROM, TRUMP_RISE = {trump_from}, {trump_rise}
WIZARD, JESTER = {wizard}, {jester}
BOLD, SLIP = {bold}, {slip}


def choose(view):
    """Name a trump, bid or play a card, whatever is due."""
    state, seat = view.state, view.seat
    trump = (state["trump"] or "-")[0].upper()
    hand = state["hands"][seat]
    if SLIP and view.rng.random() < SLIP:
        return view.rng.choice(view.legal)
    if state["phase"] == "name trump":
        return max(view.legal, key=lambda name: sum({naming} for card in hand if card[0] == name[-1]))
    if state["phase"] == "bid":
        wanted = sum(chance(card, trump) for card in hand) * 4 / view.seats + BOLD
        return min(view.legal, key=lambda bid: abs(int(bid[4:]) - wanted))
    needed = state["bids"][seat] - state["tricks"][seat]
    cards = sorted(view.legal, key=lambda card: strength(card, trump))
    if not state["trick"]:
        return lead(cards, needed, trump)
    winning = [card for card in cards if wins(card, state["trick"], trump)]
    losing = [card for card in cards if card not in winning]
    return follow(winning, losing, needed, len(hand))


def strength(card, trump):
    """Return 0 for a Jester, 1 to 13 for a plain card, 14 to 26 for a trump, 27 for a Wizard."""
    if card[0] in "JW":
        return 0 if card[0] == "J" else 27
    return int(card[1:]) + 13 * (card[0] == trump)


def chance(card, trump):
    """Return how likely a card is thought to take a trick."""
    power = strength(card, trump)
    if power in (0, 27):
        return WIZARD if power else JESTER
    if power > 13:
        return min(1, TRUMP_FROM + (power - 14) * TRUMP_RISE)
    return min(1, max(0, power - PLAIN_FROM) * PLAIN_RISE)


def wins(card, trick, trump):
    """Return whether a card would be the best of the trick so far."""
    best = trick[0]["card"]
    for other in [play["card"] for play in trick[1:]] + [card]:
        if beats(other, best, trump):
            best = other
    return best == card


def beats(card, best, trump):
    """Return whether a card beats the best one before it."""
    if best[0] == "W" or card[0] == "J":
        return False
    if card[0] == "W" or best[0] == "J":
        return True
    return int(card[1:]) > int(best[1:]) if card[0] == best[0] else card[0] == trump


def lead(cards, needed, trump):
    """Return the card to lead, of cards from the weakest to the strongest."""
{leading}


def follow(winning, losing, needed, left):
    """Return the card to follow with, of those that would win and those that would not."""
{following}
'''
NAMING = ("1", "int(card[1:])", "10 + int(card[1:])")
LEADING = (
    "return cards[-1] if needed > 0 else cards[0]",
    "return cards[len(cards) // 2] if needed > 0 else cards[0]",
    "plain = [card for card in cards if card[0] not in ('J', 'W', trump)]\n"
    "return (plain or cards)[-1] if needed > 0 else (plain or cards)[0]",
    "trumps = [card for card in cards if card[0] == trump]\nreturn (trumps or cards)[-1] if needed > 1 else cards[0]",
    "return cards[-1] if needed > 0 else cards[-1 if needed < 0 else 0]",
)
FOLLOWING = (
    "if needed > 0:\n    return (winning or losing)[0]\nreturn losing[-1] if losing else winning[0]",
    "if needed > 0:\n    return winning[-1] if winning else losing[0]\nreturn losing[-1] if losing else winning[-1]",
    "if needed >= left:\n    return winning[-1] if winning else losing[0]\n"
    "return (winning or losing)[0] if needed > 0 else (losing or winning)[-1]",
    "return (winning or losing)[0] if needed > 0 else (losing or winning)[0]",
    "if needed == 0:\n    return losing[-1] if losing else winning[-1]\nreturn winning[0] if winning else losing[0]",
)


C_BID, C_MAIN = "/* One trick for", "int main(void)"  # what stands between them in the starter is the bot's own
C_OWN = """/* Generated bot {number}: the tricks that it expects of a card of each strength, in hundredths. */
static const int worth[28] = {{{worth}}};

static const char *bid(int choices) {{
    int cards = read_names(after("\\"hands\\":[") + strcspn(after("\\"hands\\":["), "\\""), hand);
    int wanted = {bold}, best = 0;
    for (int i = 0; i < cards; i++)
        wanted += worth[strength(hand[i], trump_letter())];
    for (int i = 1; i < choices; i++)
        if (abs(100 * atoi(legal[i] + 4) - wanted) < abs(100 * atoi(legal[best] + 4) - wanted))
            best = i;
    return legal[best];
}}

static const char *play(int choices, int seat) {{
    int missing = number_at(after("\\"bids\\":["), seat) - number_at(after("\\"tricks\\":["), seat);
    int aim = missing > 0 ? {high} : {low}, best = 0;
    for (int i = 1; i < choices; i++)
        if (abs(strength(legal[i], trump_letter()) - aim) < abs(strength(legal[best], trump_letter()) - aim))
            best = i;
    return legal[best];
}}

"""


def source_c(number: int, seed: int) -> str:
    """Return the program of a bot in C: the helpers of the starter, and habits of its own."""
    chance = random.Random(f"{seed}/{number}")
    starter = (files("overtrick") / "starters/wizard_c/main.c").read_text(encoding="utf-8")
    plain_from, trump_from = chance.randrange(5, 12), chance.randrange(15, 60)
    plain, trump = chance.randrange(8, 40), chance.randrange(1, 6)
    worth = [0, *(min(100, max(0, power - plain_from) * plain) for power in range(1, 14))]
    worth += [*(min(100, trump_from + trump * power) for power in range(13)), chance.randrange(80, 101)]
    own = C_OWN.format(
        number=number,
        worth=", ".join(map(str, worth)),
        bold=round(chance.gauss(0, 40)),
        high=chance.randrange(14, 28),
        low=chance.randrange(0, 9),
    )
    return starter[: starter.index(C_BID)] + own + starter[starter.index(C_MAIN) :]


def source(number: int, seed: int) -> str:
    """Return the program of a bot in Python."""
    chance = random.Random(f"{seed}/{number}")
    return HEAD.format(
        number=number,
        plain_from=chance.randrange(5, 12),
        plain_rise=round(chance.uniform(0.08, 0.4), 2),
        trump_from=round(chance.uniform(0.15, 0.6), 2),
        trump_rise=round(chance.uniform(0.01, 0.06), 3),
        wizard=round(chance.uniform(0.8, 1.0), 2),
        jester=chance.choice((0, 0, 0.05)),
        bold=round(chance.gauss(0, 0.4), 2),
        slip=max(0, round(chance.gauss(0, 0.08), 2)),
        naming=chance.choice(NAMING),
        leading=indent(chance.choice(LEADING), "    "),
        following=indent(chance.choice(FOLLOWING), "    "),
    )


def write(folder: Path, count: int, seed: int, in_python: int) -> list[Path]:
    """Write so many bots into a folder, some of them in Python and the others in C, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number in range(1, count + 1):
        python = number * in_python // count > (number - 1) * in_python // count  # spread evenly
        file = folder / f"bot{number:03}.{'py' if python else 'c'}"
        file.write_text((source if python else source_c)(number, seed), encoding="utf-8")
        written.append(file)
    return written
