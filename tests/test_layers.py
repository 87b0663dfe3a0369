"""Who may import whom: cards, games, bots, match, terminal, cli, each only what stands before it; search only games."""

import ast
from pathlib import Path

import overtrick

ROOT = Path(overtrick.__file__).parent

BELOW_MATCH = {"bots", "cache", "ending", "games", "cards", "loopback", "luck", "mistake", "printable"}
ABOVE_MATCH = {"match", "record", "block", "check", "check_report", "record_file", *BELOW_MATCH}
MAY_IMPORT: dict[str, set[str]] = {
    "mistake": set(),
    "printable": set(),
    "loopback": set(),
    "flags": {"mistake"},
    "ending": set(),
    "cards": set(),
    "cache": {"mistake"},
    "luck": {"mistake"},
    "games": {"cards", "mistake"},
    "bots": {"cache", "games", "cards", "ending", "luck", "mistake"},
    "starters": set(),
    "record": {"games", "cards", "ending", "luck", "mistake"},
    "progress": {"record", *BELOW_MATCH},
    "match": {"progress", "record", *BELOW_MATCH},
    "sentences": {"games", "mistake"},
    "scene": {"progress", "sentences", "record", "games"},
    "replay_scenes": {"scene", "sentences", "progress", "record", *BELOW_MATCH},
    "replay_data": {"replay_scenes", "scene", "search", "record", *BELOW_MATCH},
    "sitting": {"progress", "record", "sentences", *BELOW_MATCH},
    "warm": {"sitting", "search", *BELOW_MATCH},
    "block": {"record", "luck"},
    "record_file": {"record", "figgie_log", "mistake"},
    "figgie_log": {"record", "bots", "games", "ending", "mistake", "cards"},
    "manual": {"cli", "games", "mistake"},
    "manual_command": {"manual", "mistake"},
    "laws": {"record", "games", "luck", "mistake"},
    "laws_command": {"laws", "games", "luck", "flags"},
    "check_report": {"check", "record", "ending", "bots"},
    "check": {"match", "record", *BELOW_MATCH},
    "search": {"record", "sentences", *BELOW_MATCH},
    "tournament": {"match", "record", "block", *BELOW_MATCH},
    "terminal": {
        "tournament",
        "search",
        "scene",
        "sentences",
        "sitting",
        "progress",
        "replay_scenes",
        "warm",
        *ABOVE_MATCH,
    },
    "arena": {"tournament", *ABOVE_MATCH},
    "web": {
        "arena",
        "manual",
        "tournament",
        "search",
        "scene",
        "sitting",
        "progress",
        "sentences",
        "replay_scenes",
        "replay_data",
        "warm",
        *ABOVE_MATCH,
    },
    "site_login": {"loopback", "mistake"},
    "site_api": {"site_login", "loopback", "mistake"},
    "site_commands": {"site_api", "site_login", "terminal", "tournament", "printable", "mistake"},
    "serve_command": {"arena", "tournament", "web", "loopback", "mistake"},
    "password_command": {"arena", "serve_command", "mistake"},
    "familiar": ABOVE_MATCH,
    "familiar_lines": {"familiar", *ABOVE_MATCH},
    "familiar_command": {"familiar", "familiar_lines", "terminal", "flags", *ABOVE_MATCH},
    "play_commands": {
        "replay_data",
        "warm",
        "web",
        "terminal",
        "tournament_commands",
        "serve_command",
        "flags",
        *ABOVE_MATCH,
    },
    "study_commands": {"search", "terminal", "tournament_commands", "flags", *ABOVE_MATCH},
    "explain_command": {"search", "terminal", "tournament_commands", *ABOVE_MATCH},
    "simulate_command": {"search", "flags", *ABOVE_MATCH},
    "adapters": {"record", "search", *BELOW_MATCH},
    "train_command": {"search", "terminal", "flags", *ABOVE_MATCH},
    "tournament_commands": {"site_commands", "tournament", "terminal", "search", "flags", *ABOVE_MATCH},
    "cli": {
        "terminal",
        "familiar",
        "familiar_lines",
        "familiar_command",
        "play_commands",
        "serve_command",
        "password_command",
        "study_commands",
        "explain_command",
        "laws_command",
        "manual_command",
        "simulate_command",
        "site_commands",
        "train_command",
        "tournament_commands",
        "flags",
        "search",
        *ABOVE_MATCH,
    },
    "__main__": {"cli"},
    "__init__": {"adapters"},
}


def layer(dotted: str) -> str:
    return dotted.split(".")[1] if "." in dotted else "__init__"


def imports(source: Path) -> set[str]:
    """Return the layers of ours that a file imports, wherever in the file it does so."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("overtrick"):
            if node.module == "overtrick":
                found |= {layer(f"overtrick.{alias.name}") for alias in node.names if alias.name != "__version__"}
            else:
                found.add(layer(node.module))
        elif isinstance(node, ast.Import):
            found |= {layer(alias.name) for alias in node.names if alias.name.startswith("overtrick")}
    return found


def test_every_layer_imports_only_what_stands_below_it() -> None:
    wrong = []
    for source in ROOT.rglob("*.py"):
        own = source.relative_to(ROOT).parts[0].removesuffix(".py")
        assert own in MAY_IMPORT, f"{own} has no place among the layers"
        wrong += [f"{source.relative_to(ROOT)} imports {other}" for other in imports(source) - MAY_IMPORT[own] - {own}]
    assert wrong == []


def test_no_file_is_called_after_nothing() -> None:
    assert not {source.stem for source in ROOT.rglob("*.py")} & {
        "utils",
        "helpers",
        "base",
        "manager",
        "common",
        "misc",
    }


def test_files_stay_short() -> None:
    long = {str(s.relative_to(ROOT)): n for s in ROOT.rglob("*.py") if (n := len(s.read_text().splitlines())) > 650}
    assert long == {}
