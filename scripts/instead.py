"""What a player gains in the place of others among strangers: the same cards, seats and strangers for all of them.

python -m scripts.instead wizard:search@20ms wizard:stranger@old-net wizard:net --seats 5 --blocks 40 --seed 7

For each set of cards the other seats are drawn anew from a half of the strangers of the game, or are all the player
that ``--others`` names. All rotations of the seats are played. It ends with lines of a Markdown table, one for each
that the player sat there instead of.
"""

import argparse
import sys
from importlib import import_module
from random import Random

import numpy as np
from scripts.strangers import found

from overtrick.bots.find import Player, find
from overtrick.core.luck import derive, read_seed
from overtrick.games import find_game
from overtrick.games.contract import settled
from overtrick.match.block import block
from overtrick.match.play import play_until_it_counts
from overtrick.match.record import Match

EXACT, ROUNDS = "exact bids", "rounds"


def strangers(game: str, half: str) -> list[str]:
    """Return the strangers of a half, as players are named."""
    styles = import_module(f"overtrick.players.{game}.strangers.styles")
    return [f"{game}:stranger@{style}" for style in {"test": styles.TEST, "tuning": styles.TUNING}[half]]


class Place:
    """One place at a table, in which one rival sits after the other."""

    def __init__(self, game: str, rivals: list[str]) -> None:
        self.game, self.rivals = game, rivals
        self.players: dict[str, Player] = {}
        self.points: list[list[float]] = []  # by set of cards and rival
        self.facts = {rival: dict.fromkeys((EXACT, ROUNDS), 0) for rival in rivals}

    def play(self, others: list[str], luck: bytes, number: int) -> None:
        """Play a block for each rival."""
        points = []
        for rival in self.rivals:
            names = (rival, *others)
            for name in names:
                self.players.setdefault(name, find(name, self.game))
            options = settled(find_game(self.game), len(names), {})
            whole = Match(self.game, len(names), options, names, luck, contents=names)
            records = [play_until_it_counts(match, lambda name: self.players[name]()) for match in block(whole, number)]
            points.append(sum(record.totals[seat] for seat, record in enumerate(records)) / len(records))
            for seat, record in enumerate(records):
                for fact in (EXACT, ROUNDS):
                    self.facts[rival][fact] += record.facts.get(fact, [0] * len(names))[seat]
        self.points.append(points)

    def told(self, than: int) -> str:
        """Return what is known so far of the first rival and another one."""
        both = np.array(self.points)[:, [0, than]]
        gain = found(both[:, 0] - both[:, 1])
        pair = (self.facts[self.rivals[0]], self.facts[self.rivals[than]])
        exact = " | ".join(f"{one[EXACT] / one[ROUNDS]:.1%}" for one in pair if one[ROUNDS])
        low, high = gain.mean - gain.half, gain.mean + gain.half
        means = " | ".join(f"{mean:.0f}" for mean in both.mean(axis=0))
        return f"{len(both)} | {gain.mean:+.1f} ({low:.1f} to {high:.1f}) | {means} | {exact} |"


def main() -> None:
    """Play, telling every five blocks how it stands."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("player")
    reader.add_argument("than", nargs="+")
    reader.add_argument("--half", choices=("test", "tuning"), default="test")
    reader.add_argument("--others", help="who sits in all other seats, instead of strangers")
    reader.add_argument("--seats", type=int, default=4)
    reader.add_argument("--blocks", type=int, default=20)
    reader.add_argument("--seed", default="7")
    wanted = reader.parse_args()
    game = wanted.player.partition(":")[0]
    place = Place(game, [wanted.player, *wanted.than])
    secret, field = read_seed(wanted.seed), strangers(game, wanted.half)
    for number in range(wanted.blocks):
        chance = Random(derive(secret, f"others/{number}"))
        others = [wanted.others or chance.choice(field) for _ in range(wanted.seats - 1)]
        place.play(others, derive(secret, "cards"), number)
        if number % 5 == 4:
            for than in range(1, len(place.rivals)):
                print(place.rivals[than], place.told(than), file=sys.stderr, flush=True)
    who = wanted.others or wanted.half
    for than, name in enumerate(wanted.than, 1):
        print(f"| `{wanted.player}` | `{name}` | {who} | {wanted.seats} | {place.told(than)}", flush=True)


if __name__ == "__main__":
    main()
