"""What wizard:rules and wizard:net have in common: always legal, by the view alone, in many threads at once."""

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from overtrick.games.view import View
from overtrick.games.wizard import rulebook as wizard
from overtrick.players.wizard import rules as wizard_rules
from overtrick.players.wizard.net import player as wizard_net
from tests.support.wizard_positions import hello, positions

both = pytest.mark.parametrize("player", [wizard_net, wizard_rules], ids=["net", "rules"])


@both
def test_every_action_is_legal_at_every_table(player: ModuleType) -> None:
    choose = player.player(hello(4))
    for seen, _ in positions(2500, 21):
        assert wizard.refuse(seen.row, choose(seen)) == 0


@both
def test_it_sees_no_more_than_its_view(player: ModuleType) -> None:
    for seen, truth in positions(300, 22):
        assert player.choose(View(wizard, seen.seat, truth, seen.events)) == player.choose(seen)


@both
def test_many_may_think_at_once(player: ModuleType) -> None:
    seen = [view for view, _ in positions(400, 21)]
    alone = [player.choose(view) for view in seen]
    with ThreadPoolExecutor(4) as threads:
        beside = list(threads.map(lambda _: [player.choose(view) for view in seen], range(40)))
    assert all(answers == alone for answers in beside)
