"""Running: everything that is missing is played, nothing twice, whatever happens in between."""

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from threading import Thread

import pytest

from overtrick.bots.fence.limits import Limits
from overtrick.bots.find import Player, find
from overtrick.bots.inside import BuiltIn, Trusted
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.record import Record
from overtrick.terminal.tournament.standings import headline
from overtrick.tournament.plan.stage import Planned, size
from overtrick.tournament.records.store import Store, open_store
from overtrick.tournament.run import ABREAST, Contest, contents_of, find_players, missing, open_contest, run
from overtrick.tournament.stated.tournament import Entrant, Format, Tournament
from overtrick.tournament.workers.here import Outcome, Players, Workers, play_match
from tests.support.boxes import bot_folder

DUEL = {"greedy": "duel:greedy", "random": "random", "first": "first"}


class Here:
    """Plays in this process and notes what; some matches fail, and it may be interrupted."""

    def __init__(self, players: Players, *, fails: int = 0, stops_after: int | None = None) -> None:
        self.players, self.fails, self.stops_after = players, fails, stops_after
        self.keys: list[str] = []

    def play(self, matches: Iterable[Planned]) -> Iterator[tuple[Planned, Outcome]]:
        for planned in matches:
            if len(self.keys) == self.stops_after:
                raise KeyboardInterrupt
            self.keys.append(planned.key)
            failed = len(self.keys) <= self.fails
            yield planned, "the machine was tired" if failed else play_match(planned.match, self.players)

    def close(self) -> None:
        pass


def cup(bots: dict[str, str] = DUEL, blocks: int = 3, game: str = "duel", seats: int = 2, **more: object) -> Tournament:
    options: dict[str, dict[str, object]] = {"duel": {"ranks": 3, "stock": 0}, "wizard": {"series": [2, 1]}}
    return Tournament(
        name="cup",
        game=game,
        seats=seats,
        options=settled(GAMES[game], seats, options.get(game, {})),
        entrants=tuple(Entrant(name, bot) for name, bot in bots.items()),
        blocks=blocks,
        seed=bytes(31) + b"\7",
        **more,  # type: ignore[arg-type]
    )


def play(
    store: Store, stated: Tournament, players: Players | None = None, **trouble: int
) -> tuple[Contest, list[str], dict[str, str]]:
    """Run a tournament; return it, the keys that were played, and what failed."""
    found = find_players(stated) if players is None else players
    contest = open_contest(stated, found, store)
    here = Here(found, **trouble)
    failed = run(contest, here, lambda _: None)
    return contest, here.keys, failed


def records(contest: Contest) -> dict[str, Record]:
    """Return all records by key; they are equal whatever times were measured."""
    return {record.match.key(): record for record in contest.store.records(contest.registered)}


def same(contest: Contest, other: Contest) -> bool:
    """Return whether two events have the same ratings to the last digit; what is not known is not known in both."""
    return repr(contest.ratings()) == repr(other.ratings())


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


FORMATS = {
    "round robin": cup(),
    "more seats than entrants": cup({"a": "random", "b": "first"}, game="wizard", seats=4),
    "gauntlet": cup({**DUEL, "again": "random"}, format=Format.GAUNTLET, candidate="random"),
    "knock-out": cup(format=Format.KNOCK_OUT, blocks=70),
    "knock-out at larger tables": cup(
        {"a": "classic", "b": "random"}, 40, "wizard", 3, format=Format.KNOCK_OUT, field=("classic", "first")
    ),
    "focused": cup({**DUEL, "again": "duel:greedy", "also": "random"}, 40, format=Format.FOCUSED, top=2),
}


@pytest.mark.parametrize("name", FORMATS)
def test_everything_is_played_once_and_a_second_run_plays_nothing(name: str, store: Store) -> None:
    contest, played, failed = play(store, FORMATS[name])
    total = size(contest.stages())
    assert len(played) == len(set(played)) == contest.done() == total == store.count()
    assert failed == {}
    assert list(missing(contest, {})) == []
    assert play(store, FORMATS[name])[1:] == ([], {})


@pytest.mark.long
@pytest.mark.parametrize("name", FORMATS)
def test_an_interrupted_run_goes_on_to_the_same_end(name: str, store: Store) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(store, FORMATS[name], stops_after=5)
    assert store.count() == 5
    contest, played, _ = play(store, FORMATS[name])
    with open_store(":memory:") as other:
        undisturbed, all_of_it, _ = play(other, FORMATS[name])
        assert records(contest) == records(undisturbed)
        assert same(contest, undisturbed)
        assert contest.ties() == undisturbed.ties()
    assert len(played) == len(all_of_it) - 5


def test_the_records_of_a_block_are_on_the_same_cards_in_all_seats(store: Store) -> None:
    contest, _, _ = play(store, cup({"a": "random", "b": "first"}, blocks=2))
    found = list(store.records(contest.registered))
    assert sorted(record.match.players for record in found) == [("a", "b")] * 2 + [("b", "a")] * 2
    assert sorted({len({r.match.players for r in found if r.match.seed == seed}) for seed in seeds(found)}) == [2]


def seeds(found: list[Record]) -> set[bytes]:
    return {record.match.seed for record in found}


def test_an_added_entrant_plays_only_what_is_missing(store: Store) -> None:
    before = records(play(store, cup())[0])
    contest, played, _ = play(store, cup({**DUEL, "new": "first"}))
    assert len(played) == 3 * 2 * 3  # against each of three, both games, three sets of cards
    after = records(contest)
    assert {key: after[key] for key in before} == before
    assert set(after) == set(before) | set(played)


def test_an_entrant_who_leaves_takes_nothing_with_it(store: Store) -> None:
    play(store, cup())
    contest, played, _ = play(store, cup({name: DUEL[name] for name in ("greedy", "first")}))
    assert played == []
    assert (contest.done(), store.count()) == (6, 18)
    assert {line.name for line in contest.ratings().ratings} == {"greedy", "first"}


def test_a_changed_bot_plays_again_and_the_old_version_counts_no_more(store: Store) -> None:
    stated = cup()
    players = find_players(stated)
    play(store, stated, players)
    changed = {**players, "first": replace(players["random"], content="version 2")}
    contest, played, _ = play(store, stated, changed)
    assert len(played) == 2 * 2 * 3
    assert (contest.done(), store.count()) == (18, 30)
    assert contest.ratings().matches == 18
    assert play(store, stated, players)[1] == []  # and the old version is still known


def test_a_changed_file_is_a_changed_bot(store: Store) -> None:
    with bot_folder(mine="def choose(view): return view.legal[0]\n") as folder:
        stated = cup({"mine": str(folder / "mine.py"), "first": "first"}, blocks=1)
        assert len(play(store, stated)[1]) == 2
        assert play(store, stated)[1] == []
        (folder / "mine.py").write_text("def choose(view): return view.legal[-1]\n")
        assert len(play(store, stated)[1]) == 2
        assert len(play(store, replace(stated, limits=Limits(cpu_ms=2000)))[1]) == 2  # other limits, other matches


def test_a_renamed_entrant_keeps_its_records(store: Store) -> None:
    before, _, _ = play(store, cup())
    renamed = {"Champion": "duel:greedy", "random": "random", "first": "first"}
    contest, played, _ = play(store, cup(renamed))
    assert played == []
    old, new = ({line.name: line for line in one.ratings().ratings} for one in (before, contest))
    assert replace(new["Champion"], name="greedy") == old["greedy"]
    assert {name for record in records(contest).values() for name in record.match.players} == set(renamed)


def test_the_order_of_the_list_of_entrants_does_not_matter_to_a_round_robin_of_two_seats(store: Store) -> None:
    play(store, cup())
    assert play(store, cup(dict(reversed(DUEL.items()))))[1] == []


def test_matches_on_the_same_cards_are_not_played_one_after_the_other(store: Store) -> None:
    contest = open_contest(cup(blocks=20), find_players(cup()), store)
    orders = [[match.key for match in missing(contest, {})] for _ in range(2)]
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])
    clusters = [match.cluster for match in missing(contest, {})]
    early = clusters[: len(clusters) // 2]
    assert all(early[place] not in early[place + 1 : place + 1 + ABREAST // 2] for place in range(len(early)))
    assert all(one != other for one, other in pairwise(clusters[: -2 * ABREAST]))


def test_the_blocks_of_a_run_are_complete_early(store: Store) -> None:
    contest = open_contest(cup(blocks=20), find_players(cup()), store)
    begun = Counter((match.cluster, tuple(sorted(match.seating))) for match in islice(missing(contest, {}), 60))
    assert sum(count == 2 for count in begun.values()) >= 30 - ABREAST


def test_the_only_set_of_cards_is_played_as_it_is(store: Store) -> None:
    contest = open_contest(cup(blocks=1), find_players(cup()), store)
    assert len(list(missing(contest, {}))) == 6


def test_more_blocks_go_on_and_fewer_are_only_looked_at(store: Store) -> None:
    before = records(play(store, cup(blocks=3))[0])
    contest, played, _ = play(store, cup(blocks=5))
    assert len(played) == 2 * 6
    assert before.items() <= records(contest).items()
    contest, played, _ = play(store, cup(blocks=2))
    assert (played, contest.done(), contest.ratings().clusters) == ([], 12, 2)


def test_failed_matches_are_told_not_scored_and_tried_again_only_by_another_run(store: Store) -> None:
    outcomes: list[Outcome] = []
    stated, players = cup(), find_players(cup())
    contest = open_contest(stated, players, store)
    here = Here(players, fails=2)
    failed = run(contest, here, outcomes.append)
    assert failed == dict.fromkeys(here.keys[:2], "the machine was tired")
    assert len(here.keys) == len(outcomes) == 18
    assert (contest.done(), store.count()) == (16, 16)
    assert contest.ratings().matches == 14  # they were of two blocks, on different cards
    assert sum(line.faults for line in contest.ratings().ratings) == 0
    again, played, failed = play(store, stated)
    assert (sorted(played), failed) == (sorted(here.keys[:2]), {})
    assert again.ratings().matches == 18


def test_a_knock_out_with_a_match_that_fails_stays_undecided_and_ends(store: Store) -> None:
    stated = FORMATS["knock-out"]
    contest, played, failed = play(store, stated, fails=1)
    assert len(failed) == 1
    assert len(played) == 32 * 2
    (tie,) = contest.ties()
    assert tie.winner is None
    contest, _, failed = play(store, stated)
    assert failed == {}
    assert contest.ties()[-1].winner == 0


def test_a_knock_out_stops_when_its_ties_are_decided_and_the_best_wins(store: Store) -> None:
    bots = {"first": "first", "random": "random", "greedy": "duel:greedy"}
    contest, _, _ = play(store, cup(bots, blocks=1000, format=Format.KNOCK_OUT))
    assert contest.ratings().ratings[0].name == "greedy"
    assert all(tie.clusters < 500 for tie in contest.ties())
    assert len({record.match.seed for record in records(contest).values()}) == sum(
        tie.clusters for tie in contest.ties()
    )


def test_two_runs_at_once_on_one_store_do_no_harm(tmp_path: Path) -> None:
    stated = cup(blocks=20)
    played: list[list[str]] = []

    def one_run() -> None:
        with open_store(tmp_path / "cup.db") as store:
            played.append(play(store, stated)[1])

    threads = [Thread(target=one_run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(played) == 2
    with open_store(tmp_path / "cup.db") as both, open_store(":memory:") as alone:
        contest, again, _ = play(both, stated)
        undisturbed, _, _ = play(alone, stated)
        assert again == []
        assert records(contest) == records(undisturbed)
        assert same(contest, undisturbed)


def test_one_worker_and_two_workers_and_this_process_give_the_same(store: Store) -> None:
    with bot_folder(mine="def choose(view): return view.rng.choice(view.legal)\n") as folder:
        bots = {"mine": str(folder / "mine.py"), "classic": "classic", "random": "random", "copy": "random"}
        stated = cup(bots, 1, "wizard", 3)
        players = find_players(stated)
        contest, _, _ = play(store, stated, players)
        for count in (1, 2):
            with open_store(":memory:") as other:
                workers = Workers(players, count)
                try:
                    mine = open_contest(stated, players, other)
                    assert run(mine, workers, lambda _: None) == {}
                finally:
                    workers.close()
                assert records(mine) == records(contest)
                assert same(mine, contest)


def test_copies_of_a_program_are_numbered() -> None:
    players = [Player("x", "duel", content) for content in ("a", "b", "a", "a", "b")]
    assert contents_of(players) == ("a", "b", "a copy 2", "a copy 3", "b copy 2")


def test_copies_play_each_other_and_are_equal(store: Store) -> None:
    contest, played, _ = play(store, cup({"one": "random", "two": "random"}, blocks=4))
    assert len(set(played)) == 8
    assert [line.group for line in contest.ratings().ratings] == [1, 1]


def test_an_entrant_in_a_language_that_is_not_allowed_is_refused_but_the_field_may_be_any() -> None:
    with bot_folder(mine="def choose(view): return view.legal[0]\n") as folder:
        bots = {"mine": str(folder / "mine.py"), "other": str(folder / "mine.py")}
        stated = cup(bots, game="wizard", seats=3, format=Format.KNOCK_OUT, field=("classic",) * 2)
        assert list(find_players(replace(stated, languages=("python",)))) == ["mine", "other", "field 1", "field 2"]
        with pytest.raises(Mistake, match=r"^the language of entrant 'mine' is python; allowed: c, rust$"):
            find_players(replace(stated, languages=("c", "rust")))
    with pytest.raises(Mistake, match=r"^the language of entrant 'random' is built-in; allowed: python$"):
        find_players(cup({"random": "random"}, languages=("python",)))


def test_ratings_before_the_first_match_are_there(store: Store) -> None:
    for stated in (cup(), cup({"a": "first", "b": "random"}, game="figgie", seats=4, adjust=True)):
        stated = replace(stated, name=stated.game)
        contest = open_contest(stated, find_players(stated), store)
        assert contest.done() == 0
        assert contest.ratings(quick=True).matches == contest.ratings().matches == 0


def test_the_luck_of_the_deal_is_taken_out_by_the_cards_of_the_store(store: Store) -> None:
    bots = {"starter": "figgie:starter", "random": "random"}
    stated = cup(bots, 50, "figgie", 4, adjust=True)  # fewer cards would not be adjusted
    contest, _, _ = play(store, stated)
    plain = Contest(replace(stated, adjust=False), store, contest.registered)
    assert contest.ratings().ratings[0].worth != plain.ratings().ratings[0].worth
    assert (contest.ratings().adjusted, plain.ratings().adjusted) == (True, False)
    assert "The luck of the cards is taken out by regression." in headline(contest.ratings())
    few = contest.ratings(contest.results(contest.stages()).first(40))
    assert not few.adjusted and "luck" not in headline(few)


def test_who_only_reads_a_store_gets_the_same_plan_and_ratings(store: Store) -> None:
    contest, _, _ = play(store, FORMATS["knock-out"])
    found = store.tournament()
    reader = Contest(found.tournament, store, found.registered)
    assert reader.registered.secret == b""
    assert reader.stages() == contest.stages()
    assert reader.ties() == contest.ties()
    assert reader.everyone() == contest.everyone()
    assert same(reader, contest)


# The players that are sent to workers


def test_a_player_can_be_sent_to_another_process_and_makes_the_same_bot(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view): return view.legal[0]\n")
    limits = Limits(cpu_ms=500)
    for player in (find("greedy", "duel"), find(str(mine), "duel", limits=limits), find(str(mine), "duel", trust=True)):
        sent = pickle.loads(pickle.dumps(player))
        assert sent == player
        bot = sent()
        assert type(bot) is type(player())
    assert isinstance(find("greedy", "duel")(), BuiltIn)
    assert isinstance(find(str(mine), "duel", trust=True)(), Trusted)


def test_limits_are_part_of_what_a_fenced_bot_is(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view): return view.legal[0]\n")
    plain, usual = find(str(mine), "duel"), find(str(mine), "duel", limits=Limits())
    tight = find(str(mine), "duel", limits=Limits(cpu_ms=500))
    assert plain == usual
    assert tight.content.startswith(plain.content) and tight.content != plain.content
    assert find("greedy", "duel", limits=Limits(cpu_ms=500)) == find("greedy", "duel")


def test_a_player_knows_its_language(tmp_path: Path) -> None:
    starters = Path(__file__).parents[2] / "src" / "overtrick" / "starters"
    assert find("greedy", "duel").language == "built-in"
    assert find(str(starters / "duel_python"), "duel").language == "python"
    assert find(str(starters / "duel_c"), "duel").language == "c"
