"""Programs: what a path to a bot stands for, built if need be, and how it is spoken to."""

import ast
import errno
import hashlib
import os
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from overtrick.bots.builtin import ANY_GAME, players_of
from overtrick.bots.causes import cause
from overtrick.bots.fence.compiler import compile_c, run_build
from overtrick.bots.fence.fence import PYTHON, Limits, Program
from overtrick.bots.fence.folder import bot_files
from overtrick.bots.fenced import Fenced, Protocol
from overtrick.core.ending import PlatformFault
from overtrick.core.mistake import Mistake
from overtrick.core.processes import own_folder
from overtrick.games import GAMES, find_game
from overtrick.games.face import games_with

KIT = Path(__file__).with_name("kit.py")
KIT_ARGV = ("python", "-I", "-B", f"/kit/{KIT.name}", "/bot/main.py")  # a Python bot, on whatever machine
MANIFEST = "bot.toml"
STAGE = "overtrick-bots-"


@dataclass(frozen=True)
class Built:
    """A bot that is ready to run: its files, how to start it, how to speak to it, in which language it is written."""

    files: tuple[tuple[str, bytes], ...]
    argv: tuple[str, ...]
    protocol: Protocol
    language: str
    messages: str = field(default="", compare=False)  # what the compiler or the build command said

    @cached_property
    def digest(self) -> str:
        """A name for exactly this content."""
        digest = hashlib.sha256(repr((self.argv, str(self.protocol))).encode())
        for name, content in sorted(self.files):
            # A name is bytes to the system: one that is not UTF-8 counts as what it is.
            digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
        return digest.hexdigest()


def fenced(built: Built, limits: Limits) -> Fenced:
    """Return a fresh bot behind a fence."""
    if built.argv != KIT_ARGV:
        return Fenced(Program(stage(built), built.argv), built.protocol, limits)
    argv = (PYTHON, "-s", "-P", "-B", *KIT_ARGV[-2:])  # isolated as by -I, but for the order in which it hashes
    return Fenced(Program(stage(built), argv, (KIT,), mould=(*argv, "3")), built.protocol, limits)


def build(path: Path, game: str) -> Built:
    """Return the bot that a path stands for, or raise Mistake with what is wrong with it."""
    if path.is_dir():
        return build_folder(path, game)
    if path.suffix == ".py":
        return python_bot({"main.py": read(path)}, path)
    if path.suffix == ".c":
        return c_bot(path, usual_protocol(game))
    if os.access(path, os.X_OK):
        return Built((("bot", read(path)),), ("/bot/bot",), usual_protocol(game), "executable")
    raise Mistake(f"{path} is no bot; allowed: a .py or .c file, an executable, or a folder with main.py or {MANIFEST}")


def build_folder(folder: Path, game: str) -> Built:
    """Return the bot of a folder: what its manifest says, else its main.py, else its C files."""
    files = read_folder(folder)
    if MANIFEST in files:
        return manifest_bot(files, folder, game)
    if "main.py" in files:
        return python_bot(files, folder / "main.py")
    if any(name.endswith(".c") for name in files):
        return c_bot(folder, usual_protocol(game))
    raise Mistake(f"{folder} is no bot; allowed: a folder with {MANIFEST}, main.py or C files")


def usual_protocol(game: str) -> Protocol:
    """Return how a program is spoken to that does not say so: in integers where a game has them, else in JSON lines."""
    return Protocol.INTEGERS if game in games_with("integers") else Protocol.LINES


def python_bot(files: dict[str, bytes], path: Path) -> Built:
    """Return a Python bot; its file is read but never run here."""
    check_length(files["main.py"], path, MAX_PYTHON)
    try:
        tree = ast.parse(files["main.py"], path.name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = " ".join(str(error).split())[:200] or "it is nested too deeply"
        raise Mistake(f"{path} is not Python: {reason}") from None
    if not {"choose", "get_action"} & set(top_names(tree)):
        raise Mistake(f"{path} has no function choose(view) or get_action(state)")
    return Built(tuple(files.items()), KIT_ARGV, Protocol.LINES, "python")


def top_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines, assigns or imports, as far as its text shows."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name  # what is defined inside is not the module's
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.ImportFrom):
            yield from ("choose" if alias.name == "*" else alias.asname or alias.name for alias in node.names)
        else:
            waiting += ast.iter_child_nodes(node)


def c_bot(path: Path, protocol: Protocol) -> Built:
    """Return a C bot, compiled behind the fence."""
    compiled = compile_c(path)
    if compiled.program is None:
        raise Mistake(f"{path} does not compile: {compiled.messages}")
    return Built((("bot", compiled.program.read_bytes()),), ("/bot/bot",), protocol, "c", compiled.messages)


def manifest_bot(files: dict[str, bytes], folder: Path, game: str) -> Built:
    """Return the bot that a manifest describes: language, build, run and protocol."""
    manifest = read_manifest(files[MANIFEST], folder / MANIFEST)
    meant = find_game(manifest.get("game", game)).NAME
    if meant != game:
        raise Mistake(f"{folder / MANIFEST}: game is {meant!r}, but here {game} is played")
    protocol = Protocol(manifest.get("protocol", usual_protocol(game)))
    if protocol is Protocol.INTEGERS and game not in games_with("integers"):
        only = ", ".join(games_with("integers"))
        raise Mistake(f"{folder / MANIFEST}: protocol is 'integers', which only {only} has; allowed: lines, once")
    words = ""
    if "build" in manifest:
        files, words = run_build(files, manifest["build"])
        if not files:
            why = cause(words)
            raise Mistake(f"{folder} cannot be built: {words}" + (f"\nhint: {why}" if why else ""))
        check_size(files, f"what {folder} builds")
    run = manifest.get("run", ["./bot"])
    argv = tuple(word.replace("./", "/bot/", 1) if word.startswith("./") else word for word in run)
    return Built(tuple(files.items()), argv, protocol, str(manifest.get("language", "other")), words)


def read_manifest(text: bytes, path: Path) -> dict[str, Any]:
    """Return a manifest whose keys and values are allowed."""
    check_length(text, path, MAX_MANIFEST)
    try:
        manifest = tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{path} is not TOML: {error}") from None
    kinds: dict[str, tuple[type, str]] = {
        "game": (str, "the name of a game"),
        "language": (str, "a word"),
        "protocol": (str, ", ".join(Protocol)),
        "build": (list, 'a list of words, such as ["make"]'),
        "run": (list, 'a list of words, such as ["./bot"]'),
    }
    for key, value in manifest.items():
        if key not in kinds:
            raise Mistake(f"{path} has the unknown key {key!r}; allowed: {', '.join(kinds)}")
        kind, allowed = kinds[key]
        words = value if isinstance(value, list) else [value]
        if not isinstance(value, kind) or not words or not all(isinstance(word, str) for word in words):
            raise Mistake(f"{path}: {key} is {value!r}; allowed: {allowed}")
        if key == "protocol" and value not in list(Protocol):
            raise Mistake(f"{path}: protocol is {value!r}; allowed: {allowed}")
    return manifest


def game_of(*names: str) -> str:
    """Return the game that the first of some bots that says so plays, or raise Mistake asking for one."""
    for name in names:
        if said := said_by(name):
            return said
    built_in = {*ANY_GAME, *(player for game in GAMES for player in players_of(game))}
    for name in names:
        if name.partition("@")[0] not in built_in and not Path(name).exists():
            raise Mistake(f"there is no bot {name[:60]!r}; allowed: a file or folder, or the name of a built-in")
    raise Mistake(f"which game does {names[0]} play? say --game; allowed: {', '.join(GAMES)}")


def said_by(name: str) -> str:
    """Return the game that a bot says it plays: by its own name, or by its manifest."""
    prefix = name.partition(":")[0]
    if prefix in GAMES:
        return prefix
    manifest = Path(name) / MANIFEST
    said = read_manifest(manifest.read_bytes(), manifest).get("game") if manifest.is_file() else None
    return find_game(str(said)).NAME if said else ""


MAX_FILES, MAX_BYTES = 500, 20_000_000
MAX_PYTHON, MAX_MANIFEST = 300_000, 10_000
"""What is parsed in our own process: at worst a byte of Python takes us a kilobyte, and TOML its length squared."""


def read(path: Path) -> bytes:
    """Return the content of a file of bearable size."""
    try:
        if not path.is_file():
            raise Mistake(f"{path} is not a file")  # a named pipe would keep us waiting
        if path.stat().st_size > MAX_BYTES:
            raise Mistake(f"{path} has {path.stat().st_size} bytes; allowed: {MAX_BYTES}")
        return path.read_bytes()
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}") from None


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, without hidden ones and without links, which could lead out of it."""
    files: dict[str, bytes] = {}
    for path in bot_files(folder):
        if path.is_file() and not path.is_symlink():
            files[str(path.relative_to(folder))] = read(path)
            check_size(files, str(folder))
    return files


def check_size(files: dict[str, bytes], what: str) -> None:
    """Refuse a bot of too many files, or too large ones."""
    if len(files) > MAX_FILES or sum(map(len, files.values())) > MAX_BYTES:
        raise Mistake(f"{what} is too large; allowed: {MAX_FILES} files and {MAX_BYTES // 1_000_000} MB")


def check_length(content: bytes, path: Path, most: int) -> None:
    """Refuse a file that would be too much work to parse, before it is parsed."""
    if len(content) > most:
        raise Mistake(f"{path} has {len(content)} bytes; allowed: {most}, as large data belongs in files beside it")


def stage(built: Built) -> Path:
    """Return a folder with just the files of a bot, which a fence can show to it and nobody can change."""
    folder = stage_root() / built.digest[:32]
    if folder.exists():
        return folder
    name = ""
    try:
        # Aside at first: half a bot, as a full disk leaves it, must never be taken for a whole one.
        with tempfile.TemporaryDirectory(dir=folder.parent, ignore_cleanup_errors=True) as aside:
            whole = Path(aside, "bot")
            whole.mkdir()
            for name, content in built.files:
                lay_out(whole / name, content)
            open_folders(whole)
            whole.rename(folder)
    except OSError as error:
        if folder.exists():  # another process was quicker
            return folder
        what = f"file {name[:60]!r}" if name else "folder"
        sentence = f"the bot's {what} cannot be laid out: {error.strerror}"
        raise (PlatformFault if error.errno in OUR_ERRORS else Mistake)(sentence) from None
    return folder


OUR_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What is wrong with this machine, whatever the files are called."""


def lay_out(path: Path, content: bytes) -> None:
    """Write a file that nobody may change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o555)


def open_folders(whole: Path) -> None:
    """Let the user of a box read all folders of a bot, whatever the umask."""
    for place, _, _ in os.walk(whole):
        Path(place).chmod(0o755)


@cache
def stage_root() -> Path:
    """Return a folder of this process for bots' files, removed at its end, or raise PlatformFault."""
    try:
        return own_folder(Path(tempfile.gettempdir()), STAGE)
    except OSError as error:
        raise PlatformFault(
            f"no folder for bots' files can be made below {tempfile.gettempdir()}: {error.strerror}"
        ) from None
