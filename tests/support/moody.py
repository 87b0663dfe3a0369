"""A bot of moods, whose records have everything that a record can have."""

from random import Random

from overtrick.bots.bot import Answer, Fault, Hello
from overtrick.core.ending import Ending
from overtrick.games.view import View

BOT_FAULTS = [Ending.ILLEGAL, Ending.TIMEOUT, Ending.CRASH, Ending.GARBLED]


class Moody:
    """A bot that plays at random, takes any time to think, and commits any fault at times."""

    def __init__(self, luck: Random, faults: float) -> None:
        self.luck = luck
        self.faults = faults
        self.fence = luck.choice(["A+", "built-in", "é\n"])

    def open(self, hello: Hello) -> None:
        if self.luck.random() < self.faults:
            raise Fault(Ending.BUILD_FAILED, "it does not compile", dead=True)

    def ask(self, view: View) -> Answer:
        cpu_s = self.luck.choice([0.0, 0.000002, 0.3, 90_000.0])
        wall_s = cpu_s * self.luck.choice([0.9, 1.0, 2.5])
        if self.luck.random() < self.faults:
            words = "".join(self.luck.choices('a|"\\\n\0é\ud800😀', k=9))
            fault = Fault(self.luck.choice(BOT_FAULTS), words, question=words[::-1], reply=words * 2)
            fault.cpu_s, fault.wall_s = cpu_s, wall_s
            raise fault
        return Answer(view.game.pick(view.row, self.luck.getrandbits(32)), cpu_s, wall_s)

    def close(self, scores: list[int]) -> None:
        pass

    def stderr(self) -> str:
        return ""
