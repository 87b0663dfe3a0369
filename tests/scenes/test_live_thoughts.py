"""Thoughts about a market that ran: whoever came in, the strong player thinks of that seat at that moment."""

from overtrick.games.face import live_of
from overtrick.match.record import Record
from overtrick.match.sitting import Chair, sit_down
from overtrick.scenes.replay_data import thought

COMES_IN = 9  # after so many actions the person does


def run() -> tuple[Record, int]:
    """Return a market in which a person comes in between two bots, and the step after which that happened."""
    chairs = [Chair("Ada", "figgie:easy", person=True), *(Chair(name, "figgie:easy") for name in ("Bo", "Cleo", "Dan"))]
    sitting = sit_down("figgie", chairs, {"model": "live", "seconds": 30, "rounds": 1}, bytes([3]) * 32)
    came = 0
    while not sitting.over:
        going, step = sitting.going, len(sitting.done)
        live = live_of(going.game, going.row)
        assert live is not None
        if not came and step >= COMES_IN and sitting.to_move != 0:
            came = step
            sitting.do(0, live.at(going.row, 0, live.now(going.row) + 1, "bid clubs 1"))
        elif sitting.to_move == 0:
            sitting.do(0, "pass")
        else:
            sitting.did(*sitting.ask())
    record = sitting.record()
    sitting.close()
    return record, came


def test_who_comes_in_is_thought_of_as_who_is_to_move() -> None:
    record, step = run()
    assert record.deals[0].actions[step][1].startswith("bid clubs 1 by 0 at ")
    told = thought(record, 1, step)
    assert (told["seat"], told["done"]) == (0, "bid clubs 1")
    assert told["sentence"] and told["choices"]


def test_every_decision_of_a_market_that_ran_has_thoughts() -> None:
    record, _ = run()
    for step in range(0, len(record.deals[0].actions), 5):
        assert " by " not in thought(record, 1, step)["done"]
