"""Competitions: files, what organisers may change and when, who takes part, and standings over rounds."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, update

from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board import Board, Line
from overtrick.arena.boards.board_rows import write_board
from overtrick.arena.boards.release import release
from overtrick.arena.competitions.competition import (
    Competition,
    CompetitionState,
    Entered,
    Entry,
    Release,
    Round,
    RoundState,
)
from overtrick.arena.competitions.competition_file import (
    KEYS,
    ROUND_KEYS,
    competition_text,
    parse_competition,
    read_competition,
)
from overtrick.arena.competitions.competitions import (
    all_competitions,
    announce,
    create,
    discard,
    edit,
    find_competition,
    find_round,
    live_rounds,
    may_enter,
    round_by_id,
    set_state,
    unannounce,
)
from overtrick.arena.competitions.entries import all_bots, count_entries, entered, remove_bot, restore_bot
from overtrick.arena.competitions.planning import add_round, cancel_round, close_now, edit_round, open_now
from overtrick.arena.competitions.stated import StatedCompetition, StatedRound, stated_competition, stated_round
from overtrick.arena.competitions.stored_rounds import entries_of, entries_text
from overtrick.arena.demo import FILES, create_demo
from overtrick.arena.people.accounts import Account, find_by_name, register
from overtrick.arena.people.invitations import enter_invited, invite_to
from overtrick.arena.series import round_points, series, standings
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.store.schema import accounts, bots, rounds, sources, submissions
from overtrick.tournament.rating.ratings import Estimate
from overtrick.tournament.stated.tournament import RankBy
from tests.support.arena_rounds import add_tournament
from tests.support.clock import Clock
from tests.support.postgres import Server

NOW = 1_900_000_000  # 2030-03-17
HOUR, DAY = 3600, 86_400

CUP = """
slug = "spring-cup"
title = "Spring Cup"
text = "Three rounds."

[[rounds]]
title = "Four at a table"
game = "wizard"
seats = 4
opens = 2030-05-01T18:00:00Z
closes = 2030-05-08T18:00:00+02:00
rank_by = "place"
languages = ["python", "c"]
blocks = 12
final_blocks = 60
max_faults = 5
players = ["random", "wizard:search@20ms"]
publish_sources = false
release = "staged"
uploads_a_day = 3
[rounds.options]
hook = "on"
series = [1, 3, 5]
[rounds.limits]
cpu = "500ms"
memory = "256MB"

[[rounds]]
game = "figgie"
opens = "2d"
closes = "36h"
adjust = true
"""


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def arena(tmp_path: Path, clock: Clock) -> Iterator[Arena]:
    with open_arena(tmp_path / "arena.db") as opened:
        opened.clock = clock
        yield opened


@pytest.fixture
def cup(arena: Arena) -> Competition:
    return set_state(arena, create(arena, parse(CUP)), CompetitionState.OPEN)


def parse(text: str, now: int = NOW) -> StatedCompetition:
    return parse_competition(text, "cup.toml", now)


def mistake(call: Callable[[], object]) -> str:
    with pytest.raises(Mistake) as caught:
        call()
    return str(caught.value)


def move(arena: Arena, round_: Round, state: RoundState, **more: object) -> Round:
    """Do what the worker does when the time of a round has come."""
    with arena.writing() as connection:
        connection.execute(update(rounds).where(rounds.c.id == round_.id).values(state=state, **more))
    return round_by_id(arena, round_.id)


# Files


def test_a_file_says_all_that_can_be_said() -> None:
    stated = parse(CUP)
    assert (stated.slug, stated.title, stated.text, stated.entry) == (
        "spring-cup",
        "Spring Cup",
        "Three rounds.",
        Entry.ANYONE,
    )
    first, second = stated.rounds
    assert first.title == "Four at a table"
    assert (first.opens, first.closes) == (1_903_888_800, 1_904_486_400)
    details = first.details
    assert (details.seats, details.rank_by, details.languages) == (4, RankBy.PLACE, ("python", "c"))
    assert (details.blocks, details.final_blocks, details.max_faults, details.uploads_a_day) == (12, 60, 5, 3)
    assert details.players == ("wizard:random", "wizard:search@20ms")
    assert (details.publish_sources, details.release) == (False, Release.STAGED)
    assert details.options == settled(GAMES["wizard"], 4, {"hook": "on", "series": [1, 3, 5]})
    assert (details.limits.cpu_ms, details.limits.memory_mb) == (500, 256)
    assert (second.title, second.game, second.details.adjust) == ("Figgie", "figgie", True)
    assert (second.opens, second.closes) == (NOW + 2 * DAY, NOW + 2 * DAY + 36 * HOUR)


def test_a_competition_becomes_the_file_that_states_it() -> None:
    stated = parse(CUP)
    assert parse(competition_text(stated), 0) == stated
    awkward = replace(stated, title='"Cup" \\n', text='a\\nb\n\n"""c"""\n\td \\')
    assert parse(competition_text(awkward)) == awkward


ROUND = 'slug = "a"\ntitle = "A"\n[[rounds]]\ngame = "duel"\ncloses = "1d"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cup.toml: the key slug is missing; allowed: a word"),
        ('slug = "a"', "cup.toml: the key title is missing; allowed: 1 to 80"),
        ('\nslug = "A b"\ntitle = "A"', "cup.toml, line 2: slug is 'A b'; allowed: 1 to 40 small letters"),
        ('slug = "new"\ntitle = "A"', "cup.toml, line 1: slug is 'new'; allowed: 1 to 40 small letters"),
        ('slug = "a-"\ntitle = "A"', "cup.toml, line 1: slug is 'a-'; allowed:"),
        ('slug = "a"\ntitle = "A\\u0007"', "cup.toml, line 2: title is 'A\\x07'; allowed: 1 to 80 printable"),
        ('slug = "a"\ntitle = "A"\ntext = "\\u202e"', "cup.toml, line 3: text is"),
        ('slug = "a"\ntitle = "A"\nentry = "me"', "cup.toml, line 3: entry is 'me'; allowed: anyone, invited"),
        ('slug = "a"\ntitel = "A"', "cup.toml, line 2: there is no key 'titel', which is 'A' (did you mean title?)"),
        ('slug = "a"\ntitle = "A"\nrounds = 3', "cup.toml, line 3: rounds is 3; allowed: tables that begin with"),
        ('slug = "a"\ntitle = "A"\n[rounds]\ngame = "duel"', "cup.toml, line 3: rounds is"),
        ('slug = "a"\ntitle = "A"\n[[rounds]]\n', "cup.toml, line 3: the key game is missing; allowed: wizard"),
        (ROUND + '[[rounds]]\ngame = "bridge"', "cup.toml, line 7: game is 'bridge'; allowed: wizard, duel, figgie"),
        (ROUND + '[[rounds]]\ngame = "duel"', "cup.toml, line 6: the key closes is missing; allowed: a date and time"),
        (ROUND.replace('"1d"', '"1y"'), "cup.toml, line 5: closes is '1y'; allowed: a date and time"),
        (ROUND.replace('"1d"', "2030-05-01T18:00:00"), "cup.toml, line 5: closes is 2030-05-01 18:00:00; allowed: a"),
        (ROUND.replace('"1d"', "2030-05-01"), "cup.toml, line 5: closes is 2030-05-01; allowed: a date and time with"),
        (ROUND + "opens = 2031-01-01T00:00:00Z\n", None),
        (ROUND + 'opens = "soon"', "cup.toml, line 6: opens is 'soon'; allowed: a date and time with its zone"),
        (
            ROUND.replace('"1d"', "2030-05-01T18:00:00Z") + "opens = 2030-05-01T18:00:00Z",
            "cup.toml, line 5: closes is 2030-05-01 18:00:00+00:00; allowed: a moment after opens",
        ),
        (ROUND + "seats = 3", "cup.toml, line 6: seats is 3; allowed: 2 for duel"),
        (ROUND + "blocks = 0", "cup.toml, line 6: blocks is 0; allowed: 1 to 10000"),
        (ROUND + "final_blocks = 1000000", "cup.toml, line 6: final_blocks is 1000000; allowed: 1 to 100000"),
        (ROUND + "uploads_a_day = true", "cup.toml, line 6: uploads_a_day is true; allowed: 1 to 1000"),
        (ROUND + 'release = "never"', "cup.toml, line 6: release is 'never'; allowed: at once, staged"),
        (ROUND + "publish_sources = 1", "cup.toml, line 6: publish_sources is 1; allowed: true, false"),
        (ROUND + 'players = "duel:greedy"', "cup.toml, line 6: players is 'duel:greedy'; allowed: a list of players"),
        (ROUND + 'players = ["wizard:rules"]', "cup.toml, line 6: players is 'wizard:rules'; allowed: a list"),
        (ROUND + 'players = ["../bot.py"]', "cup.toml, line 6: players is '../bot.py'; allowed: a list of players"),
        (ROUND + 'players = ["greedy", "duel:greedy"]', "cup.toml, line 6: players has 'duel:greedy' twice"),
        (ROUND + 'players = ["greedy@3"]', "cup.toml, line 6: 'greedy@3' has a setting after @"),
        (ROUND + "adjust = true", "cup.toml, line 6: adjust is true; allowed: false, as the game is duel"),
        (ROUND + '[rounds.options]\nhok = "on"', "cup.toml, line 7: there is no option 'hok'"),
        (ROUND + '[rounds.limits]\ncpu = "1y"', "cup.toml, line 7: the limit cpu is '1y'"),
        (ROUND + "[rounds.limits]\ncpu = 1.5", "cup.toml, line 7: the limit cpu is 1.5; allowed: a text such as"),
        (ROUND + "blocks = 99999999999999999999", "cup.toml, line 6: blocks is 0x56bc75e2d630fffff...; allowed: num"),
        (ROUND + "= 3", "cup.toml, line 6: '= 3' is not TOML"),
    ],
)
def test_a_file_with_a_mistake_is_answered_by_a_sentence_with_its_line(text: str, sentence: str | None) -> None:
    if sentence is None:
        assert parse(text)
    else:
        assert mistake(lambda: parse(text)).startswith(sentence)


def test_a_file_that_is_none_is_told_so(tmp_path: Path) -> None:
    assert "there is no file" in mistake(lambda: read_competition(tmp_path / "no.toml", NOW))
    (tmp_path / "cup.toml").write_bytes(b'slug = "a"\n\xff')
    sentence = mistake(lambda: read_competition(tmp_path / "cup.toml", NOW))
    assert sentence == "cup.toml, line 2: the byte 0xff is not UTF-8; allowed: UTF-8 text"


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_in_a_file_it_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    lines = CUP.splitlines()
    words = [*KEYS, *ROUND_KEYS, "= 1", '= "x"', "[[rounds]]", "[rounds.options]", "]", "= []", "= {}", '"']
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(st.sampled_from([*lines, *words, lines[at] + data.draw(st.sampled_from(words))]))
    try:
        stated = parse("\n".join(lines))
    except Mistake as sentence:
        assert str(sentence).startswith("cup.toml")
        assert "\n" not in str(sentence)
    else:
        assert parse(competition_text(stated)) == stated


# Found and created


def test_a_competition_is_a_draft_until_it_is_opened(arena: Arena) -> None:
    made = create(arena, parse(CUP))
    assert made.state is CompetitionState.DRAFT
    assert stated_competition(made) == parse(CUP)
    assert (made.created, [one.number for one in made.rounds]) == (NOW, [1, 2])
    assert {one.state for one in made.rounds} == {RoundState.PLANNED}
    assert all_competitions(arena) == ()
    assert live_rounds(arena) == ()
    assert all_competitions(arena, drafts=True) == (made,)
    opened = set_state(arena, made, CompetitionState.OPEN)
    assert all_competitions(arena) == (opened,)
    assert live_rounds(arena) == opened.rounds


def test_rounds_are_found_by_their_address_and_by_their_id(arena: Arena, cup: Competition) -> None:
    found = find_round(arena, "spring-cup", 2)
    assert found == cup.rounds[1] == round_by_id(arena, found.id)
    assert found.path == "/c/spring-cup/2"
    assert find_competition(arena, "spring-cup") == cup
    assert mistake(lambda: find_competition(arena, "x" * 1000)) == f"there is no competition {'x' * 60!r}"
    assert "there is no competition" in mistake(lambda: find_competition(arena, "a\x00"))
    for number in (3, 0, -1, 10**30):
        with pytest.raises(Mistake, match=f"there is no round {str(number)[:20]} of competition 'spring-cup'"):
            find_round(arena, "spring-cup", number)
    assert "there is no round with the id 99" in mistake(lambda: round_by_id(arena, 99))


def test_a_slug_is_given_once(arena: Arena, cup: Competition) -> None:
    assert "slug is 'spring-cup', which another competition has" in mistake(lambda: create(arena, parse(CUP)))
    create(arena, parse(CUP.replace("spring-cup", "league-1")))
    alike = mistake(lambda: create(arena, parse(CUP.replace("spring-cup", "league-l"))))
    assert alike == "slug is 'league-l', which looks like that of 'league-1'; allowed: one that none looks like"
    create(arena, parse(CUP.replace("spring-cup", "league-2")))
    assert len(all_competitions(arena, drafts=True)) == 3


def test_a_competition_with_a_round_in_the_past_is_refused_as_a_whole(arena: Arena, clock: Clock) -> None:
    clock.now = NOW + 365 * DAY
    assert mistake(lambda: create(arena, parse(CUP))).startswith("round 1: closes is 2030-05-08 16:00:00 UTC; allowed")
    assert all_competitions(arena, drafts=True) == ()


def test_title_text_and_entry_can_change_but_not_the_address(arena: Arena, cup: Competition) -> None:
    changed = edit(arena, cup, StatedCompetition("spring-cup", "Summer Cup", "New", Entry.INVITED))
    assert (changed.title, changed.text, changed.entry) == ("Summer Cup", "New", Entry.INVITED)
    assert changed.rounds == cup.rounds
    other = StatedCompetition("summer-cup", "Summer Cup")
    assert "slug is 'summer-cup'; allowed: 'spring-cup'" in mistake(lambda: edit(arena, cup, other))


def test_a_draft_can_be_removed_and_nothing_else(arena: Arena, cup: Competition) -> None:
    assert "is open; allowed: to remove drafts" in mistake(lambda: discard(arena, cup))
    draft = set_state(arena, cup, CompetitionState.DRAFT)
    announce(arena, draft, "Soon.")
    invite_to(arena, draft.id)
    discard(arena, draft)
    assert all_competitions(arena, drafts=True) == ()
    with arena.reading() as connection:
        assert connection.execute(select(rounds)).first() is None


def test_a_competition_with_a_round_that_began_cannot_be_hidden(arena: Arena, cup: Competition) -> None:
    move(arena, cup.rounds[0], RoundState.OPEN)
    assert "round 1 has begun" in mistake(lambda: set_state(arena, cup, CompetitionState.DRAFT))


def test_a_competition_is_archived_when_no_round_goes_on(arena: Arena, cup: Competition) -> None:
    for state in (RoundState.OPEN, RoundState.FINAL):
        move(arena, cup.rounds[0], state)
        assert "round 1 goes on" in mistake(lambda: set_state(arena, cup, CompetitionState.ARCHIVED))
    over = move(arena, cup.rounds[0], RoundState.OVER)
    assert live_rounds(arena) == cup.rounds[1:]
    archived = set_state(arena, cup, CompetitionState.ARCHIVED)
    assert all_competitions(arena) == (archived,)
    assert live_rounds(arena) == ()
    for call in (
        lambda: edit(arena, archived, parse(CUP)),
        lambda: announce(arena, archived, "Hello."),
        lambda: add_round(arena, archived, parse(CUP).rounds[0]),
        lambda: edit_round(arena, over, stated_round(over)),
        lambda: open_now(arena, archived.rounds[1]),
        lambda: set_state(arena, archived, CompetitionState.DRAFT),
    ):
        assert "archived" in mistake(call)
    assert set_state(arena, archived, CompetitionState.OPEN).state is CompetitionState.OPEN


def test_a_draft_whose_round_would_close_in_the_past_is_not_opened(arena: Arena, clock: Clock) -> None:
    draft = create(arena, parse(CUP))
    clock.now = draft.rounds[1].closes
    assert "round 2 would close in the past" in mistake(lambda: set_state(arena, draft, CompetitionState.OPEN))


# Announcements


def test_announcements_have_dates_and_the_latest_comes_first(arena: Arena, cup: Competition, clock: Clock) -> None:
    announce(arena, cup, " The chat is open.\r\nCome! ", "https://example.org/chat?a=1")
    clock.now += 60
    last = announce(arena, cup, "It begins.")
    found = find_competition(arena, "spring-cup").announcements
    assert [(one.posted, one.text, one.link) for one in found] == [
        (NOW + 60, "It begins.", ""),
        (NOW, "The chat is open.\nCome!", "https://example.org/chat?a=1"),
    ]
    unannounce(arena, cup, last)
    assert len(find_competition(arena, "spring-cup").announcements) == 1
    assert "there is no announcement" in mistake(lambda: unannounce(arena, cup, last))


def test_an_announcement_of_another_competition_is_not_taken_back(arena: Arena, cup: Competition) -> None:
    other = create(arena, replace(parse(CUP), slug="other"))
    posted = announce(arena, other, "Hello.")
    assert "there is no announcement" in mistake(lambda: unannounce(arena, cup, posted))
    assert find_competition(arena, "other").announcements != ()


@pytest.mark.parametrize("text", ["", "  \n", "a\x00b", "\u202eabc", "x" * 2001])
def test_an_announcement_is_a_text_that_people_can_read(arena: Arena, cup: Competition, text: str) -> None:
    assert "allowed: 1 to 2000 printable characters" in mistake(lambda: announce(arena, cup, text))


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//example.org",
        "/c/other",
        "https://",
        "https://me:word@example.org",
        "https://exa mple.org",
        "https://example.org/\u202e",
        "http://[::1",
        "https://example.org/" + "x" * 500,
    ],
)
def test_a_link_is_a_plain_address_of_the_web(arena: Arena, cup: Competition, link: str) -> None:
    assert "the link is" in mistake(lambda: announce(arena, cup, "See.", link))


# Rounds


def test_a_round_is_added_at_the_end(arena: Arena, cup: Competition) -> None:
    stated = parse(CUP).rounds[1]
    added = add_round(arena, cup, stated)
    assert (added.number, added.slug, added.state, stated_round(added)) == (3, "spring-cup", RoundState.PLANNED, stated)
    past = replace(stated, opens=NOW - 2 * DAY, closes=NOW - DAY)
    assert "a moment after opens that is still to come" in mistake(lambda: add_round(arena, cup, past))


def test_all_of_a_planned_round_can_change(arena: Arena, cup: Competition) -> None:
    figgie = parse(CUP).rounds[1]
    changed = edit_round(arena, cup.rounds[0], figgie)
    assert stated_round(changed) == figgie
    assert changed.released == -1
    assert stated_round(find_round(arena, "spring-cup", 1)) == figgie


def staged(stated: StatedRound, **details: object) -> StatedRound:
    return replace(stated, details=replace(stated.details, **details))  # type: ignore[arg-type]


def test_what_authors_build_on_cannot_change_once_a_round_is_open(arena: Arena, cup: Competition) -> None:
    now = move(arena, cup.rounds[0], RoundState.OPEN)
    stated = stated_round(now)
    for name, other in {
        "game": replace(stated, game="duel"),
        "opens": replace(stated, opens=stated.opens + 1),
        "seats": staged(stated, seats=5),
        "options": staged(stated, options={**stated.details.options, "hook": "off"}),
        "limits": staged(stated, limits=replace(stated.details.limits, cpu_ms=1)),
        "rank_by": staged(stated, rank_by=RankBy.SCORE),
        "languages": staged(stated, languages=()),
        "max_faults": staged(stated, max_faults=None),
        "players": staged(stated, players=()),
        "publish_sources": staged(stated, publish_sources=True),
    }.items():
        sentence = mistake(lambda other=other: edit_round(arena, now, other))  # type: ignore[misc]
        assert sentence.startswith(f"{name} cannot change, as round 1 is open; allowed: title, closes, blocks")
    longer = replace(staged(stated, blocks=30, final_blocks=90, uploads_a_day=9), title="New", closes=stated.closes + 5)
    assert stated_round(edit_round(arena, now, longer)) == longer


def test_sources_that_were_to_be_public_may_be_kept_private(arena: Arena, cup: Competition) -> None:
    now = move(arena, cup.rounds[1], RoundState.OPEN)
    assert not edit_round(arena, now, staged(stated_round(now), publish_sources=False)).details.publish_sources


def test_a_round_that_is_over_keeps_all_but_its_title(arena: Arena, cup: Competition) -> None:
    now = move(arena, cup.rounds[0], RoundState.OVER, released=2)
    changed = edit_round(arena, now, replace(stated_round(now), title="New"))
    assert (changed.title, changed.released) == ("New", 2)
    at_once = staged(stated_round(now), release=Release.AT_ONCE)
    assert "release cannot change, as round 1 is over" in mistake(lambda: edit_round(arena, now, at_once))


def test_a_page_that_is_out_of_date_cannot_change_what_is_fixed_by_now(arena: Arena, cup: Competition) -> None:
    before = cup.rounds[0]
    move(arena, before, RoundState.OPEN)
    other = staged(stated_round(before), seats=5)
    assert "seats cannot change, as round 1 is open" in mistake(lambda: edit_round(arena, before, other))


def test_a_round_opens_and_closes_at_once(arena: Arena, cup: Competition) -> None:
    planned = cup.rounds[0]
    assert "round 1 is planned; allowed: a round that is open" in mistake(lambda: close_now(arena, planned))
    assert open_now(arena, planned).opens == NOW
    opened = move(arena, planned, RoundState.OPEN)
    assert "round 1 is open; allowed: a round that is planned" in mistake(lambda: open_now(arena, opened))
    assert close_now(arena, opened).closes == NOW


def test_a_round_that_closes_in_the_past_is_not_opened(arena: Arena, cup: Competition, clock: Clock) -> None:
    clock.now = cup.rounds[0].closes + 1
    assert "closes is 2030-05-08 16:00:00 UTC" in mistake(lambda: open_now(arena, cup.rounds[0]))


def test_the_last_round_can_be_removed_before_it_opens(arena: Arena, cup: Competition) -> None:
    first, second = cup.rounds
    assert "to remove the last round before it opens" in mistake(lambda: cancel_round(arena, first))
    cancel_round(arena, second)
    assert "there is no round 2" in mistake(lambda: cancel_round(arena, second))
    opened = move(arena, first, RoundState.OPEN)
    assert "to remove the last round before it opens" in mistake(lambda: cancel_round(arena, opened))


def test_staged_results_are_released_place_by_place(arena: Arena, cup: Competition) -> None:
    at_once, later = cup.rounds[1], cup.rounds[0]
    assert (at_once.released, later.released) == (-1, 0)
    assert "has nothing to release" in mistake(lambda: release(arena, later, 1))
    over = end(arena, later, *(line(name, 1, None) for name in "abcd"))
    assert release(arena, over, 2).released == 2
    assert "places is 2; allowed: more than now, which is 2" in mistake(lambda: release(arena, over, 2))
    assert release(arena, over, 3).released == 3
    assert release(arena, over, 4).released == -1
    assert "allowed: more than now, which is all" in mistake(lambda: release(arena, over, 3))


def test_all_staged_results_are_released_together(arena: Arena, cup: Competition) -> None:
    over = end(arena, cup.rounds[0], line("a", 1, None), line("b", 2, None))
    assert release(arena, over).released == -1


def line(name: str, group: int, bot: int | None) -> Line:
    three = Estimate(0.0, 0.0, 0.0)
    return Line(name, group, "", bot, 1, three, three, 1.0, 0.0, None, 1, 0, None, (), {})


def end(arena: Arena, round_: Round, *lines: Line) -> Round:
    """Do what the worker does when the final of a round is played."""
    final = add_tournament(arena, f"{round_.slug} final")
    write_board(arena, Board(final, 1, 1, 1, "score", True, lines, ()))
    return move(arena, round_, RoundState.OVER, final=final)


# Who takes part


def author(arena: Arena, name: str) -> Account:
    return register(arena, name, f"a long word of {name}")


def add_bot(arena: Arena, round_: Round, owner: Account, name: str) -> int:
    """Do what an upload that passed does, and return the bot's id."""
    with arena.writing() as connection:
        digest = name.encode().ljust(32, b"\0")
        connection.execute(insert(sources).values(hash=digest, files=b""))
        made = insert(submissions).values(
            **dict.fromkeys(("filename", "language", "log", "verdict", "report"), ""),
            **dict.fromkeys(("created", "changed", "lease", "tries"), 0),
            round=round_.id,
            account=owner.id,
            purpose="enter",
            number=1,
            name=name,
            source=digest,
            content=f"hash of {name}",
            state="passed",
        )
        active = connection.execute(made.returning(submissions.c.id)).scalar_one()
        bot = insert(bots).values(round=round_.id, account=owner.id, name=name, active=active, removed="")
        return int(connection.execute(bot.returning(bots.c.id)).scalar_one())


def test_active_versions_and_our_players_take_part(arena: Arena, cup: Competition) -> None:
    round_ = cup.rounds[0]
    ours = (
        Entered("wizard:random", None, None, "wizard:random", None),
        Entered("wizard:search@20ms", None, None, "wizard:search@20ms", None),
    )
    assert entered(arena, round_) == ours
    ann, bob, cat = (author(arena, name) for name in ("Ann", "Bob", "Cat"))
    first, second, third = (add_bot(arena, round_, who, f"bot of {who.name}") for who in (ann, bob, cat))
    add_bot(arena, cup.rounds[1], ann, "elsewhere")
    assert [one.bot for one in entered(arena, round_)] == [None, None, first, second, third]
    assert entered(arena, round_)[2] == Entered("bot of Ann", first, 1, "hash of bot of Ann", ann.id)
    with arena.writing() as connection:
        connection.execute(update(accounts).where(accounts.c.id == bob.id).values(banned=NOW))
        connection.execute(update(bots).where(bots.c.id == third).values(active=None))
    assert [one.bot for one in entered(arena, round_)] == [None, None, first]
    remove_bot(arena, first, "It was copied.")
    assert entered(arena, round_) == ours
    assert [(one.owner, one.plays, one.removed, one.banned) for one in all_bots(arena, round_)] == [
        ("Ann", False, "It was copied.", False),
        ("Bob", False, "", True),
        ("Cat", False, "", False),
    ]
    assert count_entries(arena, cup.rounds) == {round_.id: 0, cup.rounds[1].id: 1}
    restore_bot(arena, first)
    assert [one.bot for one in entered(arena, round_)] == [None, None, first]


def test_a_bot_is_removed_for_a_reason(arena: Arena, cup: Competition) -> None:
    bot = add_bot(arena, cup.rounds[0], author(arena, "Ann"), "bot")
    assert "the reason is ''" in mistake(lambda: remove_bot(arena, bot, "  "))
    assert "there is no bot number 99" in mistake(lambda: remove_bot(arena, 99, "why"))


def test_entries_are_the_same_text_for_the_same_entries() -> None:
    entries = (Entered("a", 1, 2, "c", 3), Entered("wizard:rules", None, None, "wizard:rules", None))
    assert entries_of(entries_text(entries)) == entries
    assert entries_text(entries) == (
        '[{"bot":1,"content":"c","name":"a","owner":3,"submission":2},'
        '{"bot":null,"content":"wizard:rules","name":"wizard:rules","owner":null,"submission":null}]'
    )
    assert entries_of("") == ()
    assert "cannot be read" in mistake(lambda: entries_of("{"))


def test_only_who_is_invited_enters_a_competition_of_invited_ones(arena: Arena, cup: Competition) -> None:
    ann = author(arena, "Ann")
    assert may_enter(arena, cup, ann)
    closed = edit(arena, cup, replace(stated_competition(cup), entry=Entry.INVITED))
    assert not may_enter(arena, closed, ann)
    enter_invited(arena, invite_to(arena, cup.id)[0], ann)
    assert may_enter(arena, closed, ann)
    assert not may_enter(arena, closed, author(arena, "Bob"))
    assert not may_enter(arena, closed, replace(ann, banned=NOW))
    assert not may_enter(arena, set_state(arena, closed, CompetitionState.DRAFT), ann)
    assert find_by_name(arena, "Ann") == ann


# Series


def test_points_of_a_round_are_the_share_of_others_below() -> None:
    lines = [line("a", 1, 1), line("b", 2, 2), line("c", 2, 3), line("d", 3, 4), line("e", 0, 5)]
    assert round_points(lines) == [100.0, 62.5, 62.5, 25.0, 0.0]
    assert round_points([line("a", 1, 1)]) == [100.0]
    assert round_points([line("a", 0, 1)]) == [0.0]
    assert round_points([]) == []


def test_standings_add_up_the_rounds() -> None:
    table = standings([{"Ann": 100.0, "Bob": 0.0}, {"Bob": 100.0, "Cat": 50.0}])
    assert [(one.place, one.author, one.points, one.rounds) for one in table] == [
        (1, "Ann", 100.0, (100.0, None)),
        (1, "Bob", 100.0, (0.0, 100.0)),
        (3, "Cat", 50.0, (None, 50.0)),
    ]


def test_a_series_counts_rounds_that_are_over_and_released(arena: Arena, cup: Competition) -> None:
    round_ = cup.rounds[0]
    ann, bob, cat = (author(arena, name) for name in ("Ann", "Bob", "Cat"))
    numbers = [add_bot(arena, round_, who, f"bot of {who.name}") for who in (ann, bob, cat)]
    ours = line("wizard:rules", 1, None)
    lines = (ours, line("a", 2, numbers[0]), line("b", 3, numbers[1]), line("c", 4, numbers[2]))
    end(arena, round_, *lines)
    assert series(arena, find_competition(arena, "spring-cup")).rounds == ()
    release(arena, round_)
    remove_bot(arena, numbers[2], "It was copied.")
    found = series(arena, find_competition(arena, "spring-cup"))
    assert [one.number for one in found.rounds] == [1]
    assert [(one.author, one.points) for one in found.standings] == [("Ann", 100.0), ("Bob", 0.0)]


# Demo


def test_the_demo_has_a_competition_of_every_game_with_a_round_that_goes_on(arena: Arena) -> None:
    made = create_demo(arena)
    assert {one.rounds[0].game for one in made} == set(GAMES)
    for competition in made:
        assert competition.state is CompetitionState.OPEN
        assert any(one.opens <= NOW and one.closes > NOW + DAY for one in competition.rounds)
        assert find_competition(arena, competition.slug).announcements
        for round_ in competition.rounds:
            assert len(round_.details.players) > round_.details.seats
    assert create_demo(arena) == ()
    assert len(FILES) == len(all_competitions(arena))


# PostgreSQL


def test_a_competition_lives_its_whole_life_on_postgresql(server: Server, clock: Clock) -> None:
    with open_arena(server.url(server.new_database())) as arena:
        arena.clock = clock
        made = set_state(arena, create(arena, parse(CUP)), CompetitionState.OPEN)
        assert "which another competition has" in mistake(lambda: create(arena, parse(CUP)))
        added = add_round(arena, made, replace(parse(CUP).rounds[1], title="Third"))
        cancel_round(arena, added)
        posted = announce(arena, made, "Hello.", "https://example.org")
        unannounce(arena, made, posted)
        round_ = made.rounds[0]
        edit_round(arena, round_, replace(stated_round(round_), title="New"))
        open_now(arena, round_)
        move(arena, round_, RoundState.OPEN)
        bot = add_bot(arena, round_, author(arena, "Ann"), "bot")
        remove_bot(arena, bot, "why")
        restore_bot(arena, bot)
        assert [one.bot for one in entered(arena, round_)] == [None, None, bot]
        assert count_entries(arena, made.rounds) == {made.rounds[0].id: 1, made.rounds[1].id: 0}
        close_now(arena, round_)
        release(arena, end(arena, round_, line("bot", 1, bot), line("wizard:random", 2, None)))
        cancel_round(arena, made.rounds[1])
        archived = set_state(arena, find_competition(arena, "spring-cup"), CompetitionState.ARCHIVED)
        assert [(one.author, one.points) for one in series(arena, archived).standings] == [("Ann", 100.0)]
        draft = create(arena, replace(parse(CUP), slug="other"))
        discard(arena, draft)
        assert all_competitions(arena, drafts=True) == (archived,)
        assert "there is no competition" in mistake(lambda: find_competition(arena, "a\x00b"))
