"""figgie:starter, the test player of Figgie: the very file that ``overtrick new figgie`` writes."""

from overtrick.bots.bot import Hello
from overtrick.bots.inside import Chooser, Trusted
from overtrick.bots.new import STARTERS


def player(hello: Hello) -> Chooser:
    """Return the player, run in our process like a file that the user trusts."""
    bot = Trusted(STARTERS / "figgie_python" / "main.py")
    bot.open(hello)
    return lambda view: bot.ask(view).action
