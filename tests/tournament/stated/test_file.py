"""Tournament files: what they say is what is read, and every mistake gets its line."""

import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.bots.fence.limits import Limits
from overtrick.core.mistake import Mistake
from overtrick.games import GAMES
from overtrick.games.contract import settled
from overtrick.match.record import commitment
from overtrick.tournament.stated.file import KEYS, parse_tournament, read_tournament
from overtrick.tournament.stated.toml_lines import line_of, lines_of
from overtrick.tournament.stated.tournament import Entrant, Format, RankBy, Tournament

EXAMPLES = Path(__file__).parents[3] / "examples"
SEED = "5eed"

PLAIN = """
game = "wizard"
[entrants]
Ann = "random"
Bob = "wizard:classic"
"""


def read(text: str, folder: Path = Path()) -> Tournament:
    return parse_tournament(text, folder / "league.toml")


def mistake(text: str, folder: Path = Path()) -> str:
    with pytest.raises(Mistake) as caught:
        read(text, folder)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "allowed: " in sentence or "allowed is " in sentence
    return sentence


def with_line(line: str, text: str = PLAIN) -> str:
    """Return a text with a line of its own on line 2."""
    return text.replace("\n", f"\n{line}\n", 1)


# What is read


def test_a_short_file_takes_all_defaults() -> None:
    options = settled(GAMES["wizard"], 4, {})
    entrants = (Entrant("Ann", "random"), Entrant("Bob", "wizard:classic"))
    assert read(PLAIN) == Tournament(name="league", game="wizard", seats=4, options=options, entrants=entrants)


FOCUSED = """
game = "duel"
format = "focused"
[entrants]
Ann = "random"
Bob = "first"
Cat = "duel:greedy"
"""


def test_a_focused_tournament_says_how_much_of_the_top_is_asked_for_and_what_it_may_cost() -> None:
    usual = read(FOCUSED)
    assert (usual.format, usual.top, usual.budget, usual.margin, usual.blocks) == (Format.FOCUSED, 10, None, None, 1000)
    stated = read(with_line("top = 2\nbudget = 64\nmargin = 0.5", FOCUSED))
    assert (stated.top, stated.budget, stated.margin) == (2, 64, 0.5)
    assert read(with_line('top = "all"', FOCUSED)).top == 3
    assert mistake(with_line("top = 0", FOCUSED)).endswith('top is 0; allowed: 1 to 1000, or "all"')
    assert "budget is 63; allowed: 64 to 1000000000 matches" in mistake(with_line("budget = 63", FOCUSED))
    assert read(with_line("hours = 1.5", FOCUSED)).hours == 1.5
    assert "hours is 0; allowed: hours above 0, up to 8760" in mistake(with_line("hours = 0", FOCUSED))


def test_luck_is_not_taken_out_of_a_focused_tournament() -> None:
    text = FOCUSED.replace('"duel"', '"figgie"').replace("duel:", "figgie:").replace("greedy", "rules")
    more = text + 'Dan = "figgie:starter"\nEve = "figgie:follower"\n'
    assert read(more).adjust is False
    assert mistake(with_line("adjust = true", more)).endswith(
        "adjust is true; allowed: false with the format 'focused'"
    )


def test_a_growing_tournament_takes_ten_blocks_if_nobody_says() -> None:
    assert read(with_line('format = "growing"')).blocks == 10


def test_every_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text("def choose(view): return view.legal[0]\n")
    text = f"""
    name = "Autumn cup"
    game = "wizard"
    seats = 3
    format = "knock-out"
    blocks = 500
    rank_by = "place"
    field = ["random", "bots/mine.py"]
    languages = ["python", "c", "python"]
    margin = 2
    max_faults = 0
    adjust = false
    workers = 2
    seed = "{SEED}"
    commitment = "{commitment(bytes.fromhex(SEED.zfill(64))).upper()}"
    [options]
    bidding = "hidden"
    [limits]
    cpu = "500ms"
    wall = 4
    memory = "1GB"
    [entrants]
    "Ann B. 2" = "bots/mine.py"
    bob-3 = "first"
    "Jürgen" = "wizard:random"
    """
    mine = str(tmp_path / "bots" / "mine.py")
    assert read(text, tmp_path) == Tournament(
        name="Autumn cup",
        game="wizard",
        seats=3,
        options=settled(GAMES["wizard"], 3, {"bidding": "hidden"}),
        entrants=(Entrant("Ann B. 2", mine), Entrant("bob-3", "first"), Entrant("Jürgen", "wizard:random")),
        format=Format.KNOCK_OUT,
        blocks=500,
        rank_by=RankBy.PLACE,
        field=("random", mine),
        languages=("python", "c"),
        limits=Limits(cpu_ms=500, wall_factor=4, memory_mb=1024),
        margin=2.0,
        max_faults=0,
        workers=2,
        seed=bytes.fromhex(SEED.zfill(64)),
        commitment=commitment(bytes.fromhex(SEED.zfill(64))),
    )


def test_a_gauntlet_names_its_candidate() -> None:
    tournament = read(with_line('format = "gauntlet"\ncandidate = "Bob"'))
    assert (tournament.format, tournament.candidate) == (Format.GAUNTLET, "Bob")


def test_a_knock_out_at_large_tables_has_the_test_player_for_a_field() -> None:
    assert read(with_line('format = "knock-out"')).field == ("wizard:classic",) * 3
    duel = PLAIN.replace("wizard:classic", "first").replace("wizard", "duel")
    assert read(with_line('format = "knock-out"', duel)).field == ()
    assert read(with_line('format = "knock-out"\nfield = ["duel:greedy"]', duel)).field == ("duel:greedy",)


def test_figgie_may_be_adjusted() -> None:
    figgie = PLAIN.replace("wizard:classic", "first").replace("wizard", "figgie")
    assert read(with_line("adjust = true", figgie)).adjust


def test_options_may_come_from_a_preset_and_as_a_list() -> None:
    game = next(game for game in GAMES.values() if game.PRESETS)
    preset = next(iter(game.PRESETS))
    text = f'game = "{game.NAME}"\noptions = {{preset = "{preset}"}}\nentrants = {{a = "random", b = "first"}}'
    assert read(text).options == settled(game, 4, {"preset": preset})


def test_a_file_on_disk_may_have_a_mark_and_windows_lines(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_bytes(b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode())
    assert read_tournament(path).name == "cup"
    path.write_bytes(with_line("blocks = 0").replace("\n", "\r\n").encode())
    with pytest.raises(Mistake, match=r"^cup.toml, line 2: blocks is 0; "):
        read_tournament(path)


# Mistakes


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("blocks = -3", "blocks is -3; allowed: 1 to 1000000"),
        ("blocks = 1000001", "blocks is 1000001; allowed: 1 to 1000000"),
        ("blocks = true", "blocks is true; allowed: 1 to 1000000"),
        ("blocks = 1.5", "blocks is 1.5; allowed: 1 to 1000000"),
        ('blocks = "10"', "blocks is '10'; allowed: 1 to 1000000"),
        ("blocks = 0xfffffffffffffffff", "blocks is 0xfffffffffffffffff...; allowed: numbers of 64 bits"),
        ("seats = 2", "seats is 2; allowed: 3 to 6 for wizard"),
        ("seats = 1979-05-27", "seats is 1979-05-27; allowed: 3 to 6 for wizard"),
        ('format = "swiss"', "format is 'swiss'; allowed: round robin, growing, gauntlet, knock-out, focused"),
        ("format = 3", "format is 3; allowed: round robin, growing, gauntlet, knock-out, focused"),
        ('rank_by = "elo"', "rank_by is 'elo'; allowed: score, matches, matchups, place"),
        ('name = ""', "name is ''; allowed: 1 to 80 printable characters in quotes"),
        (r'name = "a\u0007"', r"name is 'a\x07'; allowed: 1 to 80 printable characters in quotes"),
        ("max_faults = -1", "max_faults is -1; allowed: 0 to 1000000"),
        ("workers = 0", "workers is 0; allowed: 1 to 1000"),
        ("adjust = 1", "adjust is 1; allowed: true, false"),
        ("adjust = true", "adjust is true; allowed: false, as the game is wizard; true is for figgie"),
        ('seed = "xyz"', "seed is 'xyz'; allowed: 1 to 64 hexadecimal digits in quotes"),
        ("seed = 12", "seed is 12; allowed: 1 to 64 hexadecimal digits in quotes"),
        ('commitment = "ab"', "commitment is 'ab'; allowed: 64 hexadecimal digits in quotes"),
        ("languages = []", "languages is []; allowed: a list of built-in, python, c, executable, other, or whatever"),
        ('languages = "c"', "languages is 'c'; allowed: a list of built-in, python, c, executable, other, or whatever"),
        ("languages = [3]", "languages is [3]; allowed: a list of built-in, python, c, "),
        ('candidate = "Ann"', "candidate is 'Ann'; allowed: only with the format 'gauntlet', and the "),
        ("field = []", "field is []; allowed: only with the format 'knock-out', and the format is 'round robin'"),
        ("margin = 1", "margin is 1; allowed: only with the format 'knock-out' or 'focused', and the format is"),
        ("top = 3", "top is 3; allowed: only with the format 'focused', and the format is 'round robin'"),
        ("hours = 3", "hours is 3; allowed: only with the format 'focused', and the format is 'round robin'"),
        ("budget = 3", "budget is 3; allowed: only with the format 'focused', and the format is 'round robin'"),
        ("limits = 3", "limits is 3; allowed: a table: a line [limits], and below it lines such as cpu = \"500ms\""),
        ("options = []", "options is []; allowed: a table: a line [options], and below it lines such as name = value"),
        ("limits.cpu = 500", "the limit cpu is '500'; allowed is 1ms to 600000ms, or in s"),
        ('limits.cpu = "500ms,bank=1s"', "the limit cpu is '500ms,bank=1s'; allowed: a text such as \"500ms\", "),
        ("limits.wall = true", "the limit wall is true; allowed: a text such as"),
        ("limits.wall = 5000", "the limit wall is '5000'; allowed is 1 to 1000"),
        ("options.bidding = 3", "option bidding is '3'; allowed: open, hidden"),
        ("block = 3", "there is no key 'block', which is 3 (did you mean blocks?); allowed: name, game, "),
        ("xyz = 3", "there is no key 'xyz', which is 3; allowed: name, game, "),
        ("limits.memroy = 3", "there is no limit 'memroy', which is 3 (did you mean memory?); allowed: cpu, "),
        ('options.biding = "open"', "there is no option 'biding', which is 'open' (did you mean bidding?); allowed: "),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_with_its_line_and_what_is_allowed(line: str, sentence: str) -> None:
    assert mistake(with_line(line)).startswith(f"league.toml, line 2: {sentence}")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('Eve = "wizard:clasic"', "entrant Eve is 'wizard:clasic'; allowed: wizard:random, wizard:first, "),
        ('Eve = "duel:greedy"', "entrant Eve is 'duel:greedy'; allowed: wizard:random, "),
        ('Eve = "wizard:net@5"', "'wizard:net@5' has a setting after @; allowed: one for wizard:tree or wizard:search"),
        ('Eve = "search@soon"', "wizard:search@soon is not known; allowed: a time such as @100ms"),
        ('Eve = "no/such/bot.py"', "entrant Eve is 'no/such/bot.py'; allowed: wizard:random, "),
        (r'Eve = "a\u0000b"', r"entrant Eve is 'a\x00b'; allowed: wizard:random, "),
        (f'Eve = "{"long" * 2000}"', "entrant Eve is 'longlong"),
        ('Eve = ""', "entrant Eve is ''; allowed: wizard:random, "),
        ("Eve = 7", "entrant Eve is 7; allowed: wizard:random, "),
        ('Eve.2 = "random"', "entrant Eve is {'2': 'random'}; allowed: a bot in quotes; names are 1 to 40 letters, "),
        ('" Eve" = "random"', "the name of an entrant is ' Eve'; allowed: 1 to 40 letters, "),
        ('"field 1" = "random"', "an entrant is 'field 1'; allowed: other names, as a field has these"),
        ('"" = "random"', "the name of an entrant is ''; allowed: 1 to 40 letters, "),
        ('"Eve<b>" = "random"', "the name of an entrant is 'Eve<b>'; allowed: 1 to 40 letters, "),
        (r'"\u202eEve" = "random"', r"the name of an entrant is '\u202eEve'; allowed: 1 to 40 letters, "),
        (f'{"E" * 41} = "random"', "the name of an entrant is 'EEE"),
        ('Ann = "random"', "'Ann = \"random\"' gives a name a second time; allowed: once"),
        ("Eve", "'Eve' is not TOML (Expected '=' after a key in a key/value pair); allowed: lines such as"),
    ],
)  # fmt: skip
def test_a_wrong_entrant_is_told_with_its_line(line: str, sentence: str) -> None:
    assert mistake(PLAIN + line + "\n").startswith(f"league.toml, line 6: {sentence}")


@pytest.mark.parametrize("name", ["Zoë", "Eve Two", "C++"])
def test_a_name_that_lacks_its_quotes_is_told_so(name: str) -> None:
    assert mistake(f'{PLAIN}{name} = "random"\n').endswith(
        f'allowed: lines such as blocks = 10, and "{name}" in quotes'
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "league.toml: the key game is missing; allowed: wizard, duel, figgie"),
        ('game = "wizard"', "league.toml: the table [entrants] is missing; allowed: at least two lines such as"),
        ('game = "whist"', "league.toml, line 1: game is 'whist'; allowed: wizard, duel, figgie"),
        ("game = []", "league.toml, line 1: game is []; allowed: wizard, duel, figgie"),
        ('game = "duel"\nseats = 4', "league.toml, line 2: seats is 4; allowed: 2 for duel"),
        ('game = "duel"\n\n[entrants]\nAnn = "first"', "league.toml, line 3: entrants are 1; allowed: 2 to 1000"),
        ('game = "duel"\nentrants = 3', "league.toml, line 2: entrants is 3; allowed: a table: "),
        ('game = "duel"\n[[entrants]]\nAnn = "first"', "league.toml, line 2: entrants is [{'Ann': 'first'}]; "),
        ("x = " + "[" * 5000, "league.toml is not TOML: brackets in brackets without end; allowed: TOML"),
        ("\nblocks = " + "9" * 5000, f"league.toml, line 2: 'blocks = {'9' * 51}' is not TOML (so many digits); "),
        ("# cup\nblocks = \n\n", "league.toml, line 2: 'blocks =' is not TOML (Invalid value); allowed: lines such as"),
        ("blocks = ", "league.toml, line 1: 'blocks =' is not TOML (Invalid value); allowed: lines such as"),
        ("[limits]\n[limits]", "league.toml, line 2: '[limits]' gives a name a second time; allowed: once"),
        ("limits = {cpu = 1, cpu = 2}", "league.toml, line 1: 'limits = {cpu = 1, cpu = 2}' gives a name a second"),
    ],
)  # fmt: skip
def test_a_file_without_sense_is_told_so(text: str, sentence: str) -> None:
    assert mistake(text).startswith(sentence)


@pytest.mark.parametrize(
    ("lines", "number", "sentence"),
    [
        ('format = "gauntlet"', 2, "format is 'gauntlet', but candidate is missing; allowed: Ann, Bob"),
        ('format = "gauntlet"\ncandidate = "Eve"', 3, "candidate is 'Eve'; allowed: Ann, Bob"),
        ('format = "gauntlet"\ncandidate = true', 3, "candidate is true; allowed: Ann, Bob"),
        ('format = "knock-out"\nfield = ["random"]', 3, "field is ['random']; allowed: a list of 3 bots"),
        ('format = "knock-out"\nfield = "random"', 3, "field is 'random'; allowed: a list of 3 bots"),
        ('format = "knock-out"\nfield = ["first", "a", "b"]', 3, "field is 'a'; allowed: wizard:random, "),
        ('format = "focused"', 2, "format is 'focused', with 2 entrants at tables of 4; allowed: with more entrants"),
        ('seats = 3\nformat = "knock-out"\ntop = 1', 4, "top is 1; allowed: only with the format 'focused', and"),
        ('format = "knock-out"\nmargin = 0', 3, "margin is 0; allowed: a number above 0"),
        ('format = "knock-out"\nmargin = nan', 3, "margin is nan; allowed: a number above 0"),
        (f'seed = "1"\ncommitment = "{"0" * 64}"', 3, f"commitment is '{'0' * 56}...; allowed: "),
    ],
)
def test_what_does_not_go_together_is_told_so(lines: str, number: int, sentence: str) -> None:
    assert mistake(with_line(lines)).startswith(f"league.toml, line {number}: {sentence}")


def test_options_that_are_wrong_only_together_are_told_at_their_table() -> None:
    text = PLAIN.replace("wizard:classic", "first").replace("wizard", "duel") + "[options]\nranks = 3\nstock = 38\n"
    assert mistake(text).startswith("league.toml, line 6: ")


def test_a_file_that_is_not_there_or_not_text_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"there is no file '.*cup.toml'; allowed: "):
        read_tournament(tmp_path / "cup.toml")
    with pytest.raises(Mistake, match=r"cannot be read \(Is a directory\); allowed: "):
        read_tournament(tmp_path)
    with pytest.raises(Mistake, match=r"cannot be read \(embedded null byte\); allowed: "):
        read_tournament(tmp_path / "a\0b")
    path = tmp_path / "cup.toml"
    path.write_bytes(b'game = "wizard"\nname = "\xff"\n')
    with pytest.raises(Mistake, match=r"^cup.toml, line 2: the byte 0xff is not UTF-8; allowed: "):
        read_tournament(path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(Mistake, match=r"^cup.toml has 1000001 bytes; allowed: "):
        read_tournament(path)


@given(st.integers(0, 2**32), st.integers(1, 4))
@settings(max_examples=400, deadline=None)
def test_a_file_that_is_hacked_about_gives_a_tournament_or_one_sentence(seed: int, cuts: int) -> None:
    chance = random.Random(seed)
    pieces = ["[", "]", "=", '"', "'''", "\n", ".", "{", "}", ",", "#", "\0", "\\", "true", "-1", "1e999", "ü", *KEYS]
    text = chance.choice([path.read_text() for path in EXAMPLES.glob("*.toml")])
    for _ in range(cuts):
        at, to = sorted(chance.choices(range(len(text) + 1), k=2))
        text = text[:at] + chance.choice([chance.choice(pieces), text[at:to][:40]]) + text[min(to, at + 10) :]
    try:
        tournament = parse_tournament(text, EXAMPLES / "league.toml")
    except Mistake as sentence:
        assert str(sentence).startswith("league.toml")
        assert "\n" not in str(sentence)
    else:
        assert isinstance(tournament, Tournament)


# Lines


NASTY = r"""# [not] = this
a = ~~~
[fake]
b = 1 \~~~ still
~~~
b = [ # ] not the end
  "]", '#', [1,
  2],
]
c.d = 1
"e f".'g.h' = {x = "}", y = [1]}
c."d\u0065" = '''x = 1
y = 2'''

[t] # [u]
a = 1
[ t . "u v" ]
a = ~~~a~~~""
b = ''
[[list]]
a = 1
[[list]]
a = 2
""".replace("~~~", '"' * 3)


def test_lines_are_found_past_strings_arrays_and_comments() -> None:
    expected = {
        ("a",): 2,
        ("b",): 6,
        ("c",): 10,
        ("c", "d"): 10,
        ("e f",): 11,
        ("e f", "g.h"): 11,
        ("c", "de"): 12,
        ("t",): 15,
        ("t", "a"): 16,
        ("t", "u v"): 17,
        ("t", "u v", "a"): 18,
        ("t", "u v", "b"): 19,
        ("list",): 20,
        ("list", "0"): 20,
        ("list", "0", "a"): 21,
        ("list", "1"): 22,
        ("list", "1", "a"): 23,
    }
    assert tomllib.loads(NASTY)
    assert lines_of(NASTY) == expected
    assert line_of(("e f", "g.h", "x"), expected) == 11
    assert line_of(("t", "missing"), expected) == 15
    assert line_of(("missing",), expected) is None


def test_lines_of_tables_in_a_list_have_its_number_in_their_path() -> None:
    text = "[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]\n[a.b]\ny = 3\n[[a.c]]\n[[a.c]]\nz = 4\n"
    assert tomllib.loads(text)["a"][1]["c"][1] == {"z": 4}
    lines = lines_of(text)
    assert lines[("a", "0", "b", "y")] == 4
    assert lines[("a", "1", "b", "y")] == 7
    assert lines[("a", "1", "c", "1", "z")] == 10
    assert line_of(("a", "1", "missing"), lines) == 5


def test_lines_of_what_is_not_toml_come_to_an_end() -> None:
    assert lines_of("a = 1\n= = =\nb = 2") == {("a",): 1}
    assert lines_of('a = "never closed') == {("a",): 1}


# Examples


@pytest.mark.parametrize("game", GAMES)
def test_there_is_an_example_for_every_game(game: str) -> None:
    tournament = read_tournament(EXAMPLES / f"{game}.toml")
    assert tournament.game == game
    assert len(tournament.entrants) >= 3


def test_the_examples_show_different_formats() -> None:
    formats = [read_tournament(path).format for path in EXAMPLES.glob("*.toml")]
    assert set(formats) == set(Format) - {Format.GROWING}, "a league that others join is not played in a minute"
