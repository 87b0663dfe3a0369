"""C source to a program, behind the fence: a compiler reads files, runs plug-ins and can be made to work for ever."""

import hashlib
import io
import os
import re
import stat
import tarfile
from dataclasses import dataclass
from pathlib import Path

from overtrick.bots.fence.fence import End, Fence, Level, Program, Turn
from overtrick.bots.fence.folder import bot_files
from overtrick.bots.fence.limits import Limits
from overtrick.bots.fence.toolchain import Compiler, find_compiler, keep
from overtrick.core.cache import cache_folder
from overtrick.core.mistake import Mistake

FLAGS = ("-O2", "-Wall", "-fno-diagnostics-color")
LIBRARIES = ("-lm",)
LIMITS = Limits(
    cpu_ms=20_000,
    bank_ms=0,
    wait_ms=20_000,
    wall_factor=4,
    memory_mb=1024,
    processes=32,
    reply_bytes=16_000_000,
    file_bytes=16_000_000,
    files=256,
    scratch_mb=64,
)
SOURCE_BYTES = 2_000_000
MESSAGE_CHARACTERS = 8000

# The source comes in as an archive and the program goes out on stdout: no folder is shared, so no link can lead astray.
# With exec a stranger's words are a program, never eval or another word of the shell that could change what follows.
SCRIPT = (
    'cd "$TMPDIR" && export HOME="$TMPDIR" && mkdir in && tar -x -C in -f - && cd in'
    ' && (exec "$@" -o ../program) 1>&2 && cat ../program'
)

UNPRINTABLE = re.compile("[^\n\t\x20-\x7e\xa0-\u200a\u2010-\u2027\u2030-\u205f\u2070-\ud7ff\uf900-\ufffd]")
"""Control characters, and those that turn the direction of writing."""


@dataclass(frozen=True)
class Built:
    """A program in a folder of its own, or none; and what the compiler said."""

    program: Path | None
    messages: str


def compile_c(source: Path, limits: Limits = LIMITS, level: Level | None = None) -> Built:
    """Compile a C file, or a folder of them, or find it compiled; what is wrong with the source is told as text."""
    try:
        files = read_sources(source)
    except Mistake as mistake:
        return Built(None, str(mistake))
    compiler = find_compiler()
    program = cache_folder() / "built" / _key(files, compiler) / "bot"
    said = program.with_name("messages")
    if program.exists():
        return Built(program, said.read_text() if said.exists() else "")
    turn = _compile(files, compiler, limits, level)
    messages = clean(turn.stderr)
    if turn.end is not End.REPLY:
        return Built(None, _reason(turn, limits) + messages)
    keep(said, messages.encode())
    return Built(keep(program, turn.stdout), messages)


def read_sources(source: Path) -> dict[str, bytes]:
    """Return the .c and .h files by name; links are refused, they could name anything on this machine."""
    if source.is_file() and not source.is_symlink():
        return {source.name if source.suffix == ".c" else "bot.c": _content(source)}
    if not source.is_dir():
        raise Mistake(f"{source} is neither a C file nor a folder")
    files: dict[str, bytes] = {}
    for path in bot_files(source):
        if path.suffix in (".c", ".h"):
            files[str(path.relative_to(source))] = _content(path)
    if not any(name.endswith(".c") for name in files):
        raise Mistake(f"{source} holds no C file")
    if sum(map(len, files.values())) > SOURCE_BYTES:
        raise Mistake(f"the source in {source} is larger than {SOURCE_BYTES} bytes")
    return files


def _content(path: Path) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Mistake(f"{path.name} cannot be read as a file of its own: {error.strerror}") from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Mistake(f"{path.name} is not a file")
        content = file.read(SOURCE_BYTES + 1)
    if len(content) > SOURCE_BYTES:
        raise Mistake(f"{path.name} is larger than {SOURCE_BYTES} bytes")
    return content


def _key(files: dict[str, bytes], compiler: Compiler) -> str:
    digest = hashlib.sha256()
    for part in (compiler.version.encode(), " ".join(FLAGS + LIBRARIES).encode(), SCRIPT.encode()):
        digest.update(len(part).to_bytes(8, "little") + part)
    for name, content in sorted(files.items()):
        for part in (name.encode(errors="surrogateescape"), content):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()[:32]


def _compile(files: dict[str, bytes], compiler: Compiler, limits: Limits, level: Level | None) -> Turn:
    folder = compiler.folder or Path("/usr/share")
    command = compiler.argv if compiler.folder is None else (f"/bot/{Path(compiler.argv[0]).name}", *compiler.argv[1:])
    # With ./ before the name, a file cannot pass for an option.
    sources = (f"./{name}" for name in sorted(files) if name.endswith(".c"))
    words = ("sh", "-c", SCRIPT, "sh", *command, *FLAGS, *sources, *LIBRARIES)
    with Fence(Program(folder, words, itself=command[0]), limits, level=level) as fence:
        return fence.turn(_archive(files))


def _archive(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:  # names as bytes
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def _reason(turn: Turn, limits: Limits, who: str = "the compiler") -> str:
    """Return why there is no program, unless the compiler itself says it."""
    reasons = {
        End.CPU: f"{who} took more than {limits.cpu_ms / 1000:g} s of CPU time\n",
        End.IDLE: f"{who} has waited for {turn.idle_s:.1f} s\n",
        End.WALL: f"{who} took more than {limits.cpu_ms * limits.wall_factor / 1000:g} s\n",
        End.FLOOD: f"the program is larger than {limits.reply_bytes} bytes\n",
        End.SIGNAL: f"{who} was ended by signal {turn.code}\n",
        End.NOT_STARTED: f"{who} did not start\n",
        End.EXIT: "" if turn.stderr else f"{who} ended with code {turn.code}\n",
    }
    return reasons[turn.end]


def clean(text: bytes) -> str:
    """Return a stranger's text fit to be shown: no control characters, not too long."""
    shown = UNPRINTABLE.sub("", text.decode(errors="replace")).strip()
    return shown if len(shown) <= MESSAGE_CHARACTERS else shown[:MESSAGE_CHARACTERS] + "\n…"


BROKEN = (tarfile.TarError, ValueError, OverflowError, EOFError, LookupError, TypeError, RecursionError, OSError)
"""What tarfile raises when an archive is not as it should be."""

BUILD_SCRIPT = (
    'cd "$TMPDIR" && export HOME="$TMPDIR" && mkdir in && tar -x -C in -f - && cd in'
    ' && (exec "$@") 1>&2 && tar -c -f - .'
)


def run_build(
    files: dict[str, bytes], command: list[str], limits: Limits = LIMITS, level: Level | None = None
) -> tuple[dict[str, bytes], str]:
    """Run a bot's own build command behind the fence; return all files after it (none if it failed), and its words."""
    words = ("sh", "-c", BUILD_SCRIPT, "sh", *command)
    with Fence(Program(Path("/usr/share"), words, itself=command[0]), limits, level=level) as fence:
        turn = fence.turn(_archive(files))
    if turn.end is not End.REPLY:
        return {}, _reason(turn, limits, "its build command") + clean(turn.stderr)
    try:
        return unpacked(turn.stdout, "its build command"), clean(turn.stderr)
    except Mistake as mistake:
        return {}, str(mistake)


def unpacked(archive: bytes, who: str) -> dict[str, bytes]:
    """Return the plain files of an archive that a stranger's program wrote; anything else in it is left out."""
    files = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as opened:
            for entry in opened:
                if entry.issparse() or not 0 <= entry.size <= len(archive) or "\0" in entry.name:
                    raise Mistake(f"{who} left {entry.name[:60]!r} ({entry.size} bytes), not a plain file")
                name = os.path.normpath(entry.name)
                content = opened.extractfile(entry) if entry.isfile() else None
                if content is not None and not name.startswith(("/", "..")):
                    files[name] = content.read()
    except Mistake:
        raise
    except BROKEN:
        raise Mistake(f"what {who} left cannot be read") from None
    if not files:
        raise Mistake(f"{who} left no file")
    return files
