"""The story of a match that is over, as its game tells it or plainly."""

from collections.abc import Sequence

from overtrick.games.contract import NOBODY
from overtrick.games.face import face_of
from overtrick.games.story import plain_story
from overtrick.games.view import View
from overtrick.match.progress import Progress
from overtrick.scenes.scene import scene


def story(going: Progress, names: Sequence[str]) -> list[str]:
    """Return three sentences about a match that is over: who won, what decided it, what was dearest."""
    ended = scene(going, NOBODY, names, open_hands=True)
    everything = View(going.game, NOBODY, going.finished[-1], going.history_before.everything, len(going.deals))
    return list((face_of(going.game).story or plain_story)(ended, everything))
