"""Accounts: who comes in and who does not, what is kept of a password, links that work once, tokens, goodbye."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from confusable_homoglyphs.confusables import confusables_data
from sqlalchemy import Table, func, select, update

from overtrick.arena import leaving, profile
from overtrick.arena.arena import Arena, open_arena
from overtrick.arena.boards.board_rows import latest_board
from overtrick.arena.competitions.competition import RoundState
from overtrick.arena.competitions.competitions import find_round
from overtrick.arena.competitions.stored_rounds import details_text
from overtrick.arena.people import accounts, invitations, sessions, tokens
from overtrick.arena.people.accounts import Account, Role
from overtrick.arena.people.names import MARK, look
from overtrick.arena.people.passwords import HASHER, NOBODY, SHORTEST, check_password, hash_password, is_password
from overtrick.arena.people.tokens import Scope
from overtrick.core.mistake import Mistake
from overtrick.store import schema
from tests.support import filled_arena
from tests.support.postgres import Server

PASSWORD = "seven green umbrellas"
OTHER = "eight blue umbrellas"


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    with open_arena(tmp_path / "arena.db") as opened:
        yield opened


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[tuple[Arena, filled_arena.Filled]]:
    where = tmp_path / "filled.db"
    made = filled_arena.fill(where)
    with open_arena(where) as opened:
        yield opened, made


def later(arena: Arena, seconds: float) -> None:
    """Let time pass."""
    now = arena.clock()
    arena.clock = lambda: now + seconds


def count(arena: Arena, table: Table) -> int:
    with arena.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def everything(arena: Arena) -> str:
    """Return all that the store knows of people, as text."""
    tables = (schema.accounts, schema.sessions, schema.invitations, schema.tokens)
    with arena.reading() as connection:
        return repr([connection.execute(select(table)).all() for table in tables])


def organiser(arena: Arena) -> Account:
    """Return the organiser of a new site, who has chosen a password."""
    code = invitations.first_organiser(arena)
    assert code is not None
    account = accounts.find_account(arena, invitations.choose_password(arena, code, PASSWORD))
    assert account is not None
    return account


# Names and passwords


def test_somebody_registers_and_logs_in_whatever_the_case(arena: Arena) -> None:
    ann = accounts.register(arena, " Ann Lee ", PASSWORD)
    assert (ann.name, ann.role, ann.banned, ann.is_organiser) == ("Ann Lee", Role.AUTHOR, None, False)
    assert accounts.log_in(arena, "ann  LEE", PASSWORD) == ann
    assert accounts.find_by_name(arena, "ANN lee") == accounts.find_account(arena, ann.id) == ann


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "<b>",
        "a\nb",
        "a\tb",
        "a\x00b",
        "ann\u202eeel",
        "..",
        "- -",
        "ann\u200blee",
        "a@b",
        "a/b",
        "a:b",
        "\ud800",
        "\u0430nn",  # with a letter of the Cyrillic alphabet
        "Ann\u03bf",  # of the Greek one
    ],
)
def test_a_name_of_other_than_plain_letters_is_refused(arena: Arena, name: str) -> None:
    with pytest.raises(Mistake, match="the name is"):
        accounts.register(arena, name, PASSWORD)
    with pytest.raises(Mistake, match="the name or the password is wrong"):
        accounts.log_in(arena, name, PASSWORD)


@pytest.mark.parametrize(
    "name",
    ["ann", "ANN", "Ａｎｎ", " ann ", "Organiser", "admin", "OVERTRICK", "deleted account 3", "de1eted account 3"],
)
def test_nobody_passes_for_somebody_else(arena: Arena, name: str) -> None:
    accounts.register(arena, "Ann", PASSWORD)
    with pytest.raises(Mistake, match=r"take another name|does not begin"):
        accounts.register(arena, name, PASSWORD)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("PauI", "Paul"),  # with a capital i
        ("pau1", "Paul"),
        ("\u0420\u0430\u0441\u0435", "Pace"),  # all of it Cyrillic
        ("B0B", "Bob"),
        ("Tirn", "Tim"),
        ("Ｐａｕ１", "Paul"),
        ("adrnin", "admin"),
        ("\u043e", "o"),
    ],
)
def test_nobody_looks_like_somebody_else(arena: Arena, name: str, other: str) -> None:
    if other not in accounts.OFFICIAL:
        accounts.register(arena, other, PASSWORD)
    with pytest.raises(Mistake, match=f"^the name '{name}' looks like '{other}', which is taken; take another name$"):
        accounts.register(arena, name, PASSWORD)
    assert accounts.find_by_name(arena, name) is None


def test_who_looks_like_nobody_is_let_in_beside_others(arena: Arena) -> None:
    for name in (
        "Ann",
        "Anna",
        "Anne",
        "Ann 1",
        "Ann 2",
        "Ann-Lee",
        "Ann Lee",
        "Ann_Lee",
        "Zoe",
        "Zoë",
        "\u0410\u043d\u043d\u0430",
    ):
        accounts.register(arena, name, PASSWORD)
    assert len(accounts.all_accounts(arena)) == 11


def test_letters_that_unicode_says_look_alike_make_the_same_look() -> None:
    pairs = [
        (letter.strip(MARK), entry["c"].strip(MARK)) for letter, alike in confusables_data.items() for entry in alike
    ]
    plain = [(one, two) for one, two in pairs if one.isalnum() and two.isalnum()]
    apart = [(one, two) for one, two in plain if look(one) != look(two)]
    assert len(plain) > 8000 and len(apart) < 50, apart  # an accent on its own is told from another
    assert not any((one + two).isascii() for one, two in apart)


@pytest.mark.parametrize("name", ["Zoë Ærø", "Ольга 2", "Ωμέγα", "山田タロー Taro", "佐々木", "Ka\u02bbala", "김 Kim"])
def test_names_may_be_of_any_alphabet(arena: Arena, name: str) -> None:
    assert accounts.register(arena, name, PASSWORD).name == name


def test_of_many_who_want_a_name_at_once_one_gets_it(arena: Arena) -> None:
    got: list[object] = []

    def try_it() -> None:
        try:
            got.append(accounts.register(arena, "Ann", PASSWORD).name)
        except Mistake as mistake:
            got.append(str(mistake))

    threads = [threading.Thread(target=try_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, got)) == ["Ann"] + 5 * ["somebody here is called 'Ann' already; take another name"]


@pytest.mark.parametrize(
    "password", ["", "x" * (SHORTEST - 1), "x" * 201, "aaaaaaaaaaaa", "Longer name", "longer NAME"]
)
def test_a_password_that_would_be_guessed_is_refused(password: str) -> None:
    with pytest.raises(Mistake, match="password"):
        check_password(password, "Longer Name")


@pytest.mark.parametrize(
    "password",
    [
        "qwertyuiop",
        "1234567890",
        "PassWord123",
        "password2031!",
        "!!manchester",
        "iloveyou4711",
        "overtrick1",
        "0987654321",
        "Correct Horse Battery Staple",
        "ｑｗｅｒｔｙｕｉｏｐ",
    ],
)
def test_a_password_that_many_people_have_is_refused_with_the_reason(password: str) -> None:
    with pytest.raises(
        Mistake, match=r"^this password is one that many people have, so it is among the first to be tried"
    ):
        check_password(password, "Ann")


@pytest.mark.parametrize("password", [PASSWORD, OTHER, "82736451love90182736", "vt7qplk2mz", "Tr0mbone on a Tuesday"])
def test_no_rule_asks_for_certain_characters(password: str) -> None:
    assert check_password(password, "Ann") == password


def test_a_password_is_kept_as_an_argon2id_hash_of_19_mib() -> None:
    kept = hash_password(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert NOBODY.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hash_password(PASSWORD) != kept
    assert is_password(PASSWORD, kept)
    assert not is_password(PASSWORD + " ", kept)


def test_a_password_may_have_any_letters_and_is_the_same_on_every_keyboard() -> None:
    kept = hash_password("Gr\u00fc\u00dfe aus K\u00f6ln \U0001f0cf")
    assert is_password("Gru\u0308\u00dfe aus Ko\u0308ln \U0001f0cf", kept)
    assert not is_password("half of one: \ud83c", kept)


def test_who_has_no_password_cannot_log_in_with_none(arena: Arena) -> None:
    invitations.first_organiser(arena)
    for password in ("", PASSWORD):
        with pytest.raises(Mistake, match="the name or the password is wrong"):
            accounts.log_in(arena, "organiser", password)


def test_unknown_names_are_hashed_as_known_ones_are(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts.register(arena, "Ann", PASSWORD)
    invitations.first_organiser(arena)
    hashed: list[str] = []
    original = type(HASHER).verify

    def verify(self: object, kept: str, password: bytes) -> bool:
        hashed.append(kept)
        return original(HASHER, kept, password)

    monkeypatch.setattr(type(HASHER), "verify", verify)
    for name in ("Ann", "nobody", "organiser"):
        with pytest.raises(Mistake, match=r"^the name or the password is wrong$"):
            accounts.log_in(arena, name, OTHER)
    assert len(hashed) == 3
    assert hashed[0] != NOBODY
    assert hashed[1:] == [NOBODY, NOBODY]


def test_a_changed_password_ends_all_sessions(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    words = [sessions.begin_session(arena, ann) for _ in range(2)]
    with pytest.raises(Mistake, match="present password is wrong"):
        accounts.change_password(arena, ann, OTHER, OTHER)
    with pytest.raises(Mistake, match="the password has 5 characters"):
        accounts.change_password(arena, ann, PASSWORD, "short")
    assert sessions.find_session(arena, words[0]) == ann
    accounts.change_password(arena, ann, PASSWORD, OTHER)
    assert [sessions.find_session(arena, word) for word in words] == [None, None]
    assert accounts.log_in(arena, "Ann", OTHER) == ann
    with pytest.raises(Mistake, match="wrong"):
        accounts.log_in(arena, "Ann", PASSWORD)


@pytest.mark.parametrize("keep", [False, True])
def test_a_changed_password_ends_the_tokens_of_its_account_unless_asked_to_keep_them(arena: Arena, keep: bool) -> None:
    ann, ben = accounts.register(arena, "Ann", PASSWORD), accounts.register(arena, "Ben", PASSWORD)
    word, other = (tokens.make_token(arena, one, "t", [Scope.READ]) for one in (ann, ben))
    session = sessions.begin_session(arena, ann)
    with pytest.raises(Mistake, match="present password is wrong"):
        accounts.change_password(arena, ann, OTHER, OTHER)
    assert tokens.find_token(arena, word) is not None
    accounts.change_password(arena, ann, PASSWORD, OTHER, keep_tokens=keep)
    assert (tokens.find_token(arena, word) is not None) == keep
    assert tokens.find_token(arena, other) is not None
    assert sessions.find_session(arena, session) is None


# Sessions


def test_a_session_ends_by_itself_or_when_told(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    first, second = sessions.begin_session(arena, ann), sessions.begin_session(arena, ann)
    assert first != second
    assert sessions.find_session(arena, first) == sessions.find_session(arena, second) == ann
    sessions.end_session(arena, first)
    assert sessions.find_session(arena, first) is None
    later(arena, sessions.LASTS_S - 5)
    assert sessions.find_session(arena, second) == ann
    later(arena, 5)
    assert sessions.find_session(arena, second) is None
    sessions.begin_session(arena, ann)
    assert count(arena, schema.sessions) == 1


def test_the_store_knows_no_password_no_session_no_link_and_no_token(arena: Arena) -> None:
    boss = organiser(arena)
    secrets = [
        PASSWORD,
        sessions.begin_session(arena, boss),
        *invitations.invite(arena, count=2),
        invitations.reset_password(arena, boss.id),
        tokens.make_token(arena, boss, "laptop", [Scope.READ]),
    ]
    known = everything(arena)
    assert all(secret not in known for secret in secrets)
    assert all(count(arena, table) for table in (schema.sessions, schema.invitations, schema.tokens))


# Organisers


def test_a_new_site_has_an_organiser_who_chooses_a_password_by_the_latest_link(arena: Arena) -> None:
    old, new = invitations.first_organiser(arena), invitations.first_organiser(arena)
    assert old is not None
    assert new is not None
    with pytest.raises(Mistake, match="used already, or is too old"):
        invitations.choose_password(arena, old, PASSWORD)
    assert invitations.find_invitation(arena, new).name == "organiser"
    number = invitations.choose_password(arena, new, PASSWORD)
    boss = accounts.log_in(arena, "organiser", PASSWORD)
    assert boss.id == number
    assert boss.is_organiser
    assert invitations.first_organiser(arena) is None
    with pytest.raises(Mistake, match="used already"):
        invitations.choose_password(arena, new, OTHER)
    assert len(accounts.all_accounts(arena)) == 1


def test_a_ban_needs_a_reason(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    for why in ("", "  ", "x" * 201, "a\nb"):
        with pytest.raises(Mistake, match=r"the reason is .*; allowed: 1 to 200 printable characters"):
            accounts.ban(arena, ann.id, why)
    assert accounts.log_in(arena, "Ann", PASSWORD) == ann


def test_a_ban_ends_sessions_and_tokens_until_it_is_lifted(arena: Arena) -> None:
    organiser(arena)
    ann = accounts.register(arena, "Ann", PASSWORD)
    session, token = sessions.begin_session(arena, ann), tokens.make_token(arena, ann, "t", [Scope.READ])
    accounts.ban(arena, ann.id, "rude")
    assert sessions.find_session(arena, session) is None
    assert tokens.find_token(arena, token) is None
    with pytest.raises(Mistake, match="banned: rude"):
        accounts.log_in(arena, "Ann", PASSWORD)
    with pytest.raises(Mistake, match="wrong"):
        accounts.log_in(arena, "Ann", OTHER)
    accounts.lift_ban(arena, ann.id)
    assert accounts.log_in(arena, "Ann", PASSWORD) == ann
    assert sessions.find_session(arena, session) is None
    assert tokens.find_token(arena, token) is None


def test_a_session_of_somebody_banned_counts_nothing_even_if_it_is_there(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    session, token = sessions.begin_session(arena, ann), tokens.make_token(arena, ann, "t", [Scope.READ])
    with arena.writing() as connection:
        connection.execute(update(schema.accounts).values(banned=1))
    assert sessions.find_session(arena, session) is None
    assert tokens.find_token(arena, token) is None


@pytest.mark.parametrize(
    "act",
    [
        lambda arena, boss: accounts.ban(arena, boss.id, "rude"),
        lambda arena, boss: accounts.set_role(arena, boss.id, Role.AUTHOR),
        leaving.delete_account,
    ],
)
def test_the_only_organiser_stays_until_there_is_another(arena: Arena, act: Callable[[Arena, Account], None]) -> None:
    boss = organiser(arena)
    ann = accounts.register(arena, "Ann", PASSWORD)
    with pytest.raises(Mistake, match="the only organiser"):
        act(arena, boss)
    accounts.set_role(arena, ann.id, Role.ORGANISER)
    act(arena, boss)
    assert [one.name for one in accounts.all_accounts(arena) if one.is_organiser] == ["Ann"]
    assert invitations.first_organiser(arena) is None


def test_accounts_are_found_by_a_part_of_their_name_and_nothing_else(arena: Arena) -> None:
    for name in ("Ann", "Joanne", "100_percent", "100 percent"):
        accounts.register(arena, name, PASSWORD)
    organiser(arena)
    assert accounts.all_accounts(arena)[0].name == "organiser"
    assert [one.name for one in accounts.all_accounts(arena, "ANN")] == ["Ann", "Joanne"]
    assert [one.name for one in accounts.all_accounts(arena, "0_")] == ["100_percent"]
    assert accounts.all_accounts(arena, "%") == ()
    with pytest.raises(Mistake, match="no account with the number 77"):
        accounts.ban(arena, 77, "rude")
    with pytest.raises(Mistake, match="no account with the number 77"):
        invitations.reset_password(arena, 77)


# Invitations


def test_an_invitation_works_once_and_for_its_role(arena: Arena) -> None:
    (code,) = invitations.invite(arena, Role.ORGANISER)
    assert invitations.register_invited(arena, code, "Olga", PASSWORD).role is Role.ORGANISER
    with pytest.raises(Mistake, match="used already"):
        invitations.register_invited(arena, code, "Paul", PASSWORD)
    assert accounts.find_by_name(arena, "Paul") is None


def test_a_link_is_not_used_up_by_a_mistake(arena: Arena) -> None:
    accounts.register(arena, "Ann", PASSWORD)
    (code,) = invitations.invite(arena)
    for name, password in (("Ann", PASSWORD), ("Paul", "short"), ("<b>", PASSWORD)):
        with pytest.raises(Mistake):
            invitations.register_invited(arena, code, name, password)
    assert invitations.register_invited(arena, code, "Paul", PASSWORD).name == "Paul"


def test_a_link_serves_only_its_own_purpose(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    (code,) = invitations.invite(arena)
    reset = invitations.reset_password(arena, ann.id)
    wrong: tuple[Callable[[], object], ...] = (
        lambda: invitations.choose_password(arena, code, OTHER),
        lambda: invitations.enter_invited(arena, code, ann),
        lambda: invitations.enter_invited(arena, reset, ann),
        lambda: invitations.register_invited(arena, reset, "Paul", OTHER),
        lambda: invitations.find_invitation(arena, "x" * 32),
    )
    for act in wrong:
        with pytest.raises(Mistake, match="used already, or is too old"):
            act()
    assert invitations.choose_password(arena, reset, OTHER) == ann.id
    assert invitations.register_invited(arena, code, "Paul", PASSWORD).role is Role.AUTHOR


def test_a_link_grows_old(arena: Arena) -> None:
    (code,) = invitations.invite(arena)
    later(arena, invitations.LASTS_S)
    with pytest.raises(Mistake, match="too old"):
        invitations.register_invited(arena, code, "Paul", PASSWORD)
    invitations.invite(arena)
    assert count(arena, schema.invitations) == 1


@pytest.mark.parametrize("many", [0, -1, 51])
def test_only_so_many_links_are_made_at_once(arena: Arena, many: int) -> None:
    with pytest.raises(Mistake, match="allowed: 1 to 50"):
        invitations.invite(arena, count=many)
    assert len(set(invitations.invite(arena, count=50))) == 50


def test_a_new_password_by_link_ends_sessions_and_tokens(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    session, token = sessions.begin_session(arena, ann), tokens.make_token(arena, ann, "t", [Scope.READ])
    code = invitations.reset_password(arena, ann.id)
    assert accounts.log_in(arena, "Ann", PASSWORD) == ann
    invitations.choose_password(arena, code, OTHER)
    assert sessions.find_session(arena, session) is None
    assert tokens.find_token(arena, token) is None
    assert accounts.log_in(arena, "Ann", OTHER) == ann


def test_a_link_to_a_competition_lets_somebody_in_once(filled: tuple[Arena, filled_arena.Filled]) -> None:
    arena, _ = filled
    number = find_round(arena, filled_arena.SLUG, 1).competition
    first, second, third = invitations.invite_to(arena, number, 3)
    assert invitations.find_invitation(arena, first).title == "Spring cup"
    ann = accounts.find_by_name(arena, "ann")
    assert ann is not None
    assert invitations.enter_invited(arena, first, ann) == filled_arena.SLUG
    with pytest.raises(Mistake, match="used already"):
        invitations.enter_invited(arena, first, ann)
    assert invitations.enter_invited(arena, second, ann) == filled_arena.SLUG
    paul = invitations.register_invited(arena, third, "Paul", PASSWORD)
    with arena.reading() as connection:
        rows = connection.execute(select(schema.invited.c.competition, schema.invited.c.account)).all()
    assert sorted(map(tuple, rows)) == sorted([(number, ann.id), (number, paul.id)])


def test_registration_is_open_until_an_organiser_closes_it(arena: Arena) -> None:
    assert invitations.registration_open(arena)
    for is_open in (False, False, True, False):
        invitations.open_registration(arena, is_open)
        assert invitations.registration_open(arena) == is_open


# Tokens


def test_a_token_is_for_some_things_only_and_can_be_revoked(arena: Arena) -> None:
    ann, ben = accounts.register(arena, "Ann", PASSWORD), accounts.register(arena, "Ben", PASSWORD)
    word = tokens.make_token(arena, ann, "laptop", [Scope.SUBMIT, Scope.READ])
    assert re.fullmatch(r"overtrick-[\w-]{32}", word)
    assert tokens.find_token(arena, word) == (ann, frozenset((Scope.READ, Scope.SUBMIT)))
    assert tokens.find_token(arena, word + "x") is None
    (kept,) = tokens.tokens_of(arena, ann)
    assert (kept.name, kept.scopes, kept.used) == ("laptop", frozenset((Scope.READ, Scope.SUBMIT)), arena.now())
    assert tokens.tokens_of(arena, ben) == ()
    with pytest.raises(Mistake, match="you have no token"):
        tokens.revoke_token(arena, ben, kept.id)
    assert tokens.find_token(arena, word) is not None
    tokens.revoke_token(arena, ann, kept.id)
    assert tokens.find_token(arena, word) is None


def test_the_last_use_of_a_token_is_kept_to_the_minute(arena: Arena) -> None:
    ann = accounts.register(arena, "Ann", PASSWORD)
    word, start = tokens.make_token(arena, ann, "laptop", [Scope.READ]), arena.now()
    arena.clock = lambda: start
    assert tokens.tokens_of(arena, ann)[0].used is None
    for moment, noted in ((0, 0), (59, 0), (60, 60), (100, 60)):
        arena.clock = lambda moment=moment: start + moment  # type: ignore[misc]
        tokens.find_token(arena, word)
        assert tokens.tokens_of(arena, ann)[0].used == start + noted


def test_what_a_token_may_not_be(arena: Arena) -> None:
    ann, boss = accounts.register(arena, "Ann", PASSWORD), organiser(arena)
    with pytest.raises(Mistake, match="only organisers may"):
        tokens.make_token(arena, ann, "t", [Scope.ORGANISE])
    with pytest.raises(Mistake, match="for nothing; allowed: read, submit, organise"):
        tokens.make_token(arena, ann, "t", [])
    with pytest.raises(Mistake, match="the name is"):
        tokens.make_token(arena, ann, "<t>", [Scope.READ])
    assert tokens.make_token(arena, boss, "t", [Scope.ORGANISE])
    for _ in range(tokens.MOST):
        tokens.make_token(arena, ann, "t", [Scope.READ])
    with pytest.raises(Mistake, match="20 tokens already"):
        tokens.make_token(arena, ann, "t", [Scope.READ])


# Goodbye


def sources_of(arena: Arena, account: int) -> dict[int, bytes]:
    """Return the files of all submissions of an account, by round."""
    query = select(schema.submissions.c.round, schema.sources.c.files)
    query = query.join(schema.sources, schema.sources.c.hash == schema.submissions.c.source)
    with arena.reading() as connection:
        rows = connection.execute(query.where(schema.submissions.c.account == account))
        return {row.round: row.files for row in rows}


def test_who_plays_in_a_final_cannot_leave_yet(filled: tuple[Arena, filled_arena.Filled]) -> None:
    arena, _ = filled
    ann = accounts.find_by_name(arena, "ann")
    assert ann is not None
    with pytest.raises(Mistake, match="your bot plays in the final of spring-cup/4"):
        leaving.delete_account(arena, ann)
    assert accounts.find_by_name(arena, "ann") == ann


def test_what_stays_of_somebody_who_left(filled: tuple[Arena, filled_arena.Filled]) -> None:
    arena, made = filled
    ann, ben = accounts.find_by_name(arena, "ann"), accounts.find_by_name(arena, "ben")
    assert ann is not None
    assert ben is not None
    with arena.writing() as connection:
        connection.execute(update(schema.rounds).where(schema.rounds.c.number == 4).values(state=RoundState.OVER))
        staged = find_round(arena, filled_arena.SLUG, filled_arena.STAGED)
        hidden = details_text(replace(staged.details, publish_sources=False))
        connection.execute(update(schema.rounds).where(schema.rounds.c.id == staged.id).values(details=hidden))
    session, token = sessions.begin_session(arena, ann), tokens.make_token(arena, ann, "t", [Scope.READ])
    before, of_ben = sources_of(arena, ann.id), sources_of(arena, ben.id)
    shown = latest_board(arena, made.tournaments["spring-cup/1 final"])
    assert shown is not None
    assert any(line.owner == "ann" for line in shown.lines)
    over, opened = made.rounds[filled_arena.OVER], made.rounds[filled_arena.OPEN]
    assert {over, opened, staged.id} <= set(before)

    leaving.delete_account(arena, ann)

    gone = accounts.find_account(arena, ann.id)
    assert gone is not None
    assert gone.name == f"deleted account {ann.id}"
    assert accounts.find_by_name(arena, "ann") is None
    assert gone not in accounts.all_accounts(arena)
    assert sessions.find_session(arena, session) is None
    assert tokens.find_token(arena, token) is None
    with pytest.raises(Mistake, match="wrong"):
        accounts.log_in(arena, gone.name, "")
    assert {bot.path for bot in profile.bots_of(arena, gone)} == {f"/c/spring-cup/{n}" for n in (1, 4, 5)}
    assert not any(bot.plays for bot in profile.bots_of(arena, gone))
    after = sources_of(arena, ann.id)
    assert after[over] == before[over] != b""
    assert opened not in after
    assert after[staged.id] == b""
    assert sources_of(arena, ben.id) == of_ben
    board = latest_board(arena, made.tournaments["spring-cup/1 final"])
    assert board is not None
    assert board.made > shown.made
    assert {line.owner for line in board.lines} == {line.owner for line in shown.lines} - {"ann"} | {gone.name}
    assert [line.name for line in board.lines] == [line.name for line in shown.lines]
    assert accounts.register(arena, "ann", PASSWORD).id != ann.id


def test_it_all_works_on_postgresql(server: Server) -> None:
    where = server.url(server.new_database())
    made = filled_arena.fill(where)
    with open_arena(where) as arena:
        ann = accounts.register(arena, "Anna", PASSWORD)
        assert accounts.log_in(arena, "anna", PASSWORD) == ann
        with pytest.raises(Mistake, match="wrong"):
            accounts.log_in(arena, "an\x00na", PASSWORD)
        with pytest.raises(Mistake, match="take another name"):
            accounts.register(arena, "ANNA", PASSWORD)
        assert sessions.find_session(arena, sessions.begin_session(arena, ann)) == ann
        assert tokens.find_token(arena, tokens.make_token(arena, ann, "t", [Scope.READ])) == (
            ann,
            frozenset((Scope.READ,)),
        )
        code = invitations.reset_password(arena, ann.id)
        assert invitations.choose_password(arena, code, OTHER) == ann.id
        (code,) = invitations.invite_to(arena, find_round(arena, filled_arena.SLUG, 1).competition)
        assert invitations.enter_invited(arena, code, ann) == filled_arena.SLUG
        invitations.open_registration(arena, False)
        assert not invitations.registration_open(arena)
        boss = organiser(arena)
        accounts.ban(arena, ann.id, "rude")
        with pytest.raises(Mistake, match="only organiser"):
            accounts.ban(arena, boss.id, "rude")
        with arena.writing() as connection:
            connection.execute(update(schema.rounds).where(schema.rounds.c.number == 4).values(state=RoundState.OVER))
        cat = accounts.find_account(arena, made.people["cat"])
        assert cat is not None
        leaving.delete_account(arena, cat)
        assert accounts.find_by_name(arena, "cat") is None
        assert [one.name for one in accounts.all_accounts(arena, "ann")] == ["ann", "Anna"]
