"""League files: what they state, and a sentence for every mistake."""

from pathlib import Path

import pytest

from overtrick.core.mistake import Mistake
from overtrick.league.rooms.room import Allowed
from overtrick.league.stated import League, Sources, parse_league

GOOD = """
game = "duel"
generations = 3
sources = "all"
[command]
time = "10min"
disk = "1GB"
[entrants.Ann]
bot = "ann"
command = ["python3", "improve.py"]
twin = true
network = true
read = ["ann"]
[entrants.Bob]
bot = "random"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bot in it."""
    for name in ("ann", "told"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text("def choose(view):\n    return view.legal[0]\n")
    (tmp_path / "told" / "league").mkdir()
    return tmp_path


def parsed(text: str, folder: Path) -> League:
    return parse_league(text, folder / "cup.toml")


def test_a_file_states_a_league(folder: Path) -> None:
    league = parsed(GOOD, folder)
    ann, twin, bob = league.contenders
    assert (league.name, league.generations, league.blocks, league.sources) == ("cup", 3, 20, Sources.ALL)
    assert ann.command == twin.command == ("python3", "improve.py")
    assert ann.allowed == Allowed(time_s=600, disk_mb=1024, network=True, read=(str(folder / "ann"),))
    assert (ann.sources, twin.sources) == (Sources.ALL, Sources.NONE)
    assert (twin.name, twin.twin_of, twin.family) == ("Ann alone", "Ann", "Ann")
    assert (bob.bot, bob.command) == ("random", ())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("generations = 3", "", "cup.toml: the key generations is missing; allowed: 1 to 1000"),
        ("generations = 3", "generations = 0", "line 3: generations is 0; allowed: 1 to 1000"),
        ('sources = "all"', 'sources = "some"', "line 4: sources is 'some'; allowed: none, last, all"),
        ('time = "10min"', "time = 10", 'line 6: time is 10; allowed: "1s" to "604800s", or in min, or in h'),
        ('time = "10min"', 'tiem = "10min"', "line 6: there is no key 'tiem', which is '10min' (did you mean time?)"),
        ('disk = "1GB"', 'disk = "3GB"', "line 7: a command has 3072 MB of disk, which lie in memory, with 2048 MB"),
        ("[entrants.Ann]", '[entrants."Ann v2"]', "line 8: an entrant is 'Ann v2'; allowed: other names"),
        ("[entrants.Ann]", f"[entrants.{'x' * 25}]", "line 8: entrant 'xxxxxxxxxxxxxxxxxxxxxxxxx' has 25 letters"),
        ('bot = "ann"', "", "line 8: the key bot of entrant Ann is missing; allowed: a folder"),
        ('bot = "ann"', 'bot = "nowhere"', "line 9: bot is 'nowhere'; allowed: "),
        ('bot = "ann"', 'bot = "random"', "line 9: bot is 'random'; allowed: a folder, as a command shall change it"),
        ('bot = "ann"', 'bot = "told"', "line 9: bot is 'told'; allowed: a folder without league"),
        ('["python3", "improve.py"]', '"python3"', "line 10: command is 'python3'; allowed: a list of words"),
        ('["python3", "improve.py"]', '["", "x"]', "line 10: command is ['', 'x']; allowed: a list of words"),
        ("twin = true", 'twin = true\nsources = "none"', 'line 11: twin is true; allowed: false, as sources is "none"'),
        ('read = ["ann"]', 'read = ["/"]', "line 13: read is ['/']; allowed: less than all"),
        ('read = ["ann"]', 'read = ["no"]', "line 13: read is ['no']; allowed: paths that exist, and "),
        (
            "network = true",
            'environment = ["NO_SUCH_THING"]',
            "line 12: environment is ['NO_SUCH_THING']; allowed: variables that are set, and NO_SUCH_THING is not",
        ),
        ('bot = "random"', 'bot = "random"\ntwin = true', "line 16: twin is true; allowed: only for an entrant with a"),
        ("[entrants.Bob]", '[entrants."ann alone"]', "two entrants, or an entrant and a twin, have the same name"),
        ('[entrants.Bob]\nbot = "random"\n', "", "entrants are 1; allowed: 2 to 100"),
        ("generations = 3", "generations = 3\nadjust = true", "there is no key 'adjust'"),
    ],
)
def test_every_mistake_gets_a_sentence(old: str, new: str, sentence: str, folder: Path) -> None:
    assert old in GOOD
    with pytest.raises(Mistake) as caught:
        parsed(GOOD.replace(old, new), folder)
    assert sentence in str(caught.value)


def test_somebody_must_be_able_to_change(folder: Path) -> None:
    entrants = '[entrants.A]\nbot = "random"\n[entrants.B]\nbot = "first"\ncommand = "none"\n'
    with pytest.raises(Mistake, match="no entrant has a command"):
        parsed(f'game = "duel"\ngenerations = 1\n{entrants}', folder)
