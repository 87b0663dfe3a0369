"""A sitting: people and our players at one table, taking back, saving, and what a scene shows."""

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.bot import Answer
from overtrick.core.mistake import Mistake
from overtrick.games.contract import NOBODY
from overtrick.match.play import play
from overtrick.match.record import replay
from overtrick.match.sitting import Chair, Sitting, from_json, sit_down, to_json
from overtrick.scenes.scene import log, scene

PLAYERS = {"wizard": "wizard:classic", "duel": "duel:greedy", "figgie": "figgie:starter"}
SEATS = {"wizard": 4, "duel": 2, "figgie": 4}
SEED = bytes(32)


def table(game: str, people: tuple[int, ...] = (0,), seats: int = 0, **options: str) -> Sitting:
    chairs = [Chair(f"N{seat}", PLAYERS[game], seat in people) for seat in range(seats or SEATS[game])]
    return sit_down(game, chairs, options, SEED)


def names(sitting: Sitting) -> list[str]:
    return [chair.name for chair in sitting.chairs]


def act_somehow(sitting: Sitting, number: int = 1 << 31) -> None:
    """Let the person to move do anything that is legal."""
    seat = sitting.to_move
    sitting.act(seat, sitting.going.game.pick(sitting.view(seat).row, number), len(sitting.done))


def play_to_the_end(sitting: Sitting) -> None:
    while not sitting.over:
        sitting.let_bots_act()
        if not sitting.over:
            act_somehow(sitting)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_match_is_played_to_its_end_and_its_record_can_be_refereed_again(game: str) -> None:
    sitting = table(game)
    play_to_the_end(sitting)
    record = sitting.record()
    assert replay(record)
    assert record.fences[:2] == ("person", "built-in")
    assert scene(sitting.going, 0, names(sitting))["places"] == list(record.places)


def test_bots_alone_play_as_in_a_match() -> None:
    from overtrick.bots.find import find

    sitting = table("wizard", people=())
    sitting.let_bots_act()
    bots = [find("wizard:classic", "wizard")() for _ in range(4)]
    assert play(sitting.match, bots).deals == sitting.record().deals


@pytest.mark.parametrize("game", PLAYERS)
def test_taking_back_and_doing_again_leads_to_the_same_table(game: str) -> None:
    sitting = table(game)
    for _ in range(5):
        sitting.let_bots_act()
        act_somehow(sitting)
    sitting.let_bots_act()
    before, row = list(sitting.done), list(sitting.going.row)
    for _ in range(3):
        sitting.take_back(0)
        assert sitting.to_move == 0
    assert len(sitting.done) < len(before)
    for _ in range(3):
        sitting.redo(0)
    assert (sitting.done, sitting.going.row) == (before, row)
    with pytest.raises(Mistake, match="nothing to do again"):
        sitting.redo(0)


def test_another_action_forgets_what_was_taken_back() -> None:
    sitting = table("duel")
    sitting.act(0, sitting.view(0).legal[0], 0)
    sitting.let_bots_act()
    sitting.take_back(0)
    sitting.act(0, sitting.view(0).legal[1], 0)
    with pytest.raises(Mistake, match="nothing to do again"):
        sitting.redo(0)


def test_nobody_takes_back_where_other_people_play() -> None:
    sitting = table("duel", people=(0, 1))
    act_somehow(sitting)
    with pytest.raises(Mistake, match="nothing can be taken back"):
        sitting.take_back(0)


def test_only_the_seat_to_move_acts_at_the_present_step_and_by_the_rules() -> None:
    sitting = table("duel", people=(0, 1))
    card = sitting.view(0).legal[0]
    for seat, action, step, words in (
        (1, sitting.going.game.state(sitting.going.row)["hands"][1][0], 0, "it is the turn of N0"),
        (0, card, 3, "meant for step 3, but the table is at step 0"),
        (0, sitting.going.game.state(sitting.going.row)["hands"][1][0], 0, "is not in the hand"),
        (0, "ZZ", 0, "is no card of the duel"),
    ):
        with pytest.raises(Mistake, match=words):
            sitting.act(seat, action, step)
    assert sitting.done == []
    sitting.act(0, card, 0, Answer(0, 0.5, 0.25))
    assert sitting.going.times == [(500000, 250000)]


def test_somebody_away_is_played_for_and_may_return() -> None:
    sitting = table("duel")
    sitting.chairs[0].away = True
    assert sitting.bot_is_due
    sitting.did(*sitting.ask())
    sitting.chairs[0].away = False
    sitting.let_bots_act()
    assert sitting.to_move == 0


@given(st.integers(0, 60), st.sampled_from(sorted(PLAYERS)))
@settings(max_examples=30, deadline=None)
def test_a_saved_sitting_goes_on_where_it_was(actions: int, game: str) -> None:
    sitting = table(game)
    for _ in range(actions):
        if sitting.over:
            break
        if sitting.bot_is_due:
            sitting.did(*sitting.ask())
        else:
            act_somehow(sitting)
    again = from_json(to_json(sitting))
    assert (again.done, again.going.row, again.chairs) == (sitting.done, sitting.going.row, sitting.chairs)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "x"}', '{"format": "overtrick sitting 1"}', "null", "1"])
def test_what_is_no_saved_game_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Mistake, match="this is no saved game"):
        from_json(text)


def test_a_saved_game_with_an_illegal_action_is_refused() -> None:
    data = json.loads(to_json(table("duel")))
    data["done"] = [[0, "ZZ"]]
    with pytest.raises(Mistake, match="no card of the duel"):
        from_json(json.dumps(data))


@pytest.mark.parametrize(
    ("chairs", "words"),
    [
        ([Chair("A", "duel:greedy", True), Chair("B", "./bot.py")], "allowed: one of duel that we ship"),
        ([Chair("A", "duel:greedy", True)], "1 chairs for 2 seats"),
    ],
)
def test_a_saved_game_cannot_bring_a_program_or_too_few_chairs(chairs: list[Chair], words: str) -> None:
    data = json.loads(to_json(table("duel")))
    data["chairs"] = [vars(chair) for chair in chairs]
    with pytest.raises(Mistake, match=words):
        from_json(json.dumps(data))


def test_only_players_of_the_game_that_we_ship_may_sit_down() -> None:
    for player in ("./bot.py", "figgie:starter", "duel:nobody"):
        with pytest.raises(Mistake):
            sit_down("duel", [Chair("A", player), Chair("B", "duel:greedy")], {})


def is_empty(hand: Sequence[str] | Mapping[str, int]) -> bool:
    """Return whether there is no card in a hand, which all may know; Figgie's has a number for each suit."""
    return not (any(hand.values()) if isinstance(hand, Mapping) else hand)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_scene_never_tells_a_hidden_hand(game: str) -> None:
    sitting = table(game)
    while not sitting.over:
        if sitting.bot_is_due:
            sitting.did(*sitting.ask())
        else:
            act_somehow(sitting)
        if sitting.over:
            break
        for seat in (0, 1, NOBODY):
            hands = scene(sitting.going, seat, names(sitting))["now"]["state"]["hands"]
            held = sitting.going.game.state(sitting.going.row)["hands"]
            for other, hand in enumerate(hands):
                assert hand == held[other] if other == seat or is_empty(held[other]) else hand is None


def test_a_scene_says_why_a_card_is_refused() -> None:
    for seed in range(40):
        sitting = sit_down(
            "duel", [Chair("A", "duel:greedy"), Chair("B", "duel:greedy", True)], {}, seed.to_bytes(32, "big")
        )
        sitting.let_bots_act()
        refused = scene(sitting.going, 1, names(sitting))["now"]["refused"]
        if refused:
            assert all("does not follow the led suit" in reason for reason in refused.values())
            return
    pytest.fail("no card was refused in forty deals")


def test_the_scene_after_a_deal_tells_how_it_ended() -> None:
    sitting = table("wizard")
    while not sitting.going.deals:
        sitting.let_bots_act()
        if not sitting.going.deals:
            act_somehow(sitting)
    drawn = scene(sitting.going, 0, names(sitting))
    assert drawn["ended"]["scores"] == list(sitting.going.deals[0].scores)
    assert len(drawn["ended"]["last_trick"]["cards"]) == 4
    assert drawn["ended"]["said"][-1].endswith("takes the trick.")
    assert drawn["now"]["state"]["round"] == 2


def test_everybody_may_choose_in_the_tick_model() -> None:
    sitting = table("figgie", people=(0, 2), model="tick")
    for seat in range(4):
        assert scene(sitting.going, seat, names(sitting))["now"]["choices"]["spades"]["bid"] == [1, 300]
    assert "choices" not in scene(sitting.going, NOBODY, names(sitting))["now"]
    assert "choices" not in scene(table("figgie").going, 1, names(sitting))["now"]


def test_a_tick_in_which_nothing_happened_says_nothing() -> None:
    sitting = table("figgie", people=(0, 1, 2, 3), model="tick")
    for seat, action in enumerate(("bid spades 5", "pass", "pass", "pass")):
        sitting.act(seat, action, seat)
    now = scene(sitting.going, 0, names(sitting))["now"]
    assert (now["last"], now["said"]) == ([{"seat": 0, "action": "bid spades 5"}], ["N0 bids 5 for spades."])
    for seat in range(4):
        sitting.act(seat, "pass", 4 + seat)
    now = scene(sitting.going, 0, names(sitting))["now"]
    assert (now["last"], now["said"]) == ([], [])


@pytest.mark.parametrize("game", PLAYERS)
def test_the_log_of_a_deal_is_what_was_said_in_it(game: str) -> None:
    sitting = table(game)
    told = log(sitting.going, NOBODY, names(sitting))
    assert len(told) == 1
    while not sitting.going.deals:
        if sitting.bot_is_due:
            sitting.did(*sitting.ask())
        else:
            act_somehow(sitting)
        if not sitting.going.deals:
            told += scene(sitting.going, NOBODY, names(sitting))["now"]["said"]
            assert log(sitting.going, NOBODY, names(sitting)) == told


def test_times_survive_saving_and_taking_back() -> None:
    sitting = table("duel", people=(0, 1))
    for step in range(6):
        seat = sitting.to_move
        sitting.act(seat, sitting.view(seat).legal[0], step, Answer(0, 0.001 * step, 0.5))
    assert sitting.times[5] == (5000, 500000)
    again = from_json(to_json(sitting))
    assert again.times == sitting.times
    sitting.chairs[1].person = False
    last = max(place for place, (seat, _) in enumerate(sitting.done) if seat == 0)
    sitting.take_back(0)
    assert sitting.times == again.times[:last]


@pytest.mark.parametrize("times", [[[1, -1]], [[1, "x"]], [[1]], 5, [[True, 1]], [[1e3, 1]], [[1, 10**400]]])
def test_a_saved_game_with_odd_times_is_refused(times: object) -> None:
    data = json.loads(to_json(table("duel")))
    data["times_us"] = times
    with pytest.raises(Mistake, match="this is no saved game"):
        from_json(json.dumps(data))


def test_a_saved_game_without_times_is_still_read() -> None:
    data = json.loads(to_json(table("duel")))
    del data["times_us"]
    assert from_json(json.dumps(data)).times == []


def test_while_bids_are_hidden_everybody_sees_who_has_bid() -> None:
    sitting = table("wizard", seats=4, series="3", bidding="hidden", hook="off")
    called, told = names(sitting), list[str]()
    shown = scene(sitting.going, NOBODY, called)["now"]
    assert shown["has_bid"] == []
    while shown["state"]["phase"] == "bid":
        due = sitting.to_move
        before = list(shown["has_bid"])
        sitting.do(due, "bid 1")
        for seat in (0, 2, NOBODY):
            shown = scene(sitting.going, seat, called)["now"]
            assert shown["has_bid"] == [*before, due]
            if shown["state"]["phase"] == "bid":
                assert all(shown["state"]["bids"][other] is None for other in range(4) if other != seat)
                assert shown["said"] == [f"{called[due]} has bid."]
        told += shown["said"]
    assert told[3:] == [f"{called[seat]} bids 1." for seat in [*before, due]]


def test_a_trump_that_is_named_before_hidden_bids_is_told() -> None:
    for seed in range(400):
        chairs = [Chair(f"P{seat}", "wizard:random", True) for seat in range(4)]
        options = {"series": [3], "bidding": "hidden", "hook": "off"}
        sitting = sit_down("wizard", chairs, options, seed.to_bytes(32, "big"))
        if sitting.going.game.state(sitting.going.row)["phase"] == "name trump":
            dealer = sitting.to_move
            sitting.do(dealer, "trump G")
            assert scene(sitting.going, NOBODY, names(sitting))["now"]["said"] == [f"P{dealer} makes green trump."]
            return
    pytest.fail("no Wizard was turned up in 400 deals")
