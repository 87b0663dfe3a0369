"""C source to programs, and what hostile source gets."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.bots.fence import toolchain
from overtrick.bots.fence.compiler import LIMITS, MESSAGE_CHARACTERS, Built, clean, compile_c
from overtrick.bots.fence.fence import End, Fence, Level, Program
from overtrick.bots.fence.toolchain import agent_binary, find_compiler
from overtrick.core.mistake import Mistake
from tests.support.boxes import MOSTLY_LONG, bot_folder

QUICK = replace(LIMITS, cpu_ms=1500, memory_mb=512, wall_factor=6)
HELLO = '#include <math.h>\n#include <stdio.h>\nint main(void) { printf("%d\\n", (int)sqrt(49)); return 0; }\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    agent_binary()  # before the cache moves: it need not be built again for every test
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def built(folder: Path, **files: str) -> Built:
    """Compile files that are named without their suffix .c."""
    for name, text in files.items():
        (folder / f"{name}.c").write_text(text)
    return compile_c(folder, QUICK)


def run(made: Built, question: bytes = b"") -> bytes:
    assert made.program is not None, made.messages
    with Fence(Program(made.program.parent, ("/bot/bot",))) as fence:
        turn = fence.turn(question)
    assert turn.end is End.REPLY, turn
    return turn.stdout


@pytest.mark.parametrize("level", MOSTLY_LONG)
def test_a_file_becomes_a_program(tmp_path: Path, level: Level) -> None:
    source = tmp_path / "seven.c"
    source.write_text(HELLO)
    made = compile_c(source, level=level)
    assert made.messages == "" and run(made) == b"7\n"


def test_a_folder_becomes_a_program(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "seven.h").write_text("int seven(void);\n")
    (tmp_path / "notes.txt").write_text("not C")
    made = built(
        tmp_path,
        main='#include <stdio.h>\n#include "inner/seven.h"\nint main(void) { printf("%d\\n", seven()); return 0; }\n',
        seven='#include "inner/seven.h"\nint seven(void) { return 7; }\n',
    )
    assert run(made) == b"7\n"


def test_a_second_time_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = built(tmp_path, main=HELLO)
    monkeypatch.setattr("overtrick.bots.fence.compiler._compile", None)
    assert built(tmp_path, main=HELLO) == first


def test_other_source_is_another_program(tmp_path: Path) -> None:
    assert built(tmp_path, main=HELLO).program != built(tmp_path, main=HELLO + "\n").program


def test_warnings_are_told(tmp_path: Path) -> None:
    made = built(tmp_path, main="int main(void) { int unused; return 0; }\n")
    assert made.program is not None and "unused" in made.messages


def test_errors_are_text_with_file_and_line(tmp_path: Path) -> None:
    made = built(tmp_path, main="int main(void)\n{\n    return x;\n}\n")
    assert made.program is None and "main.c:3" in made.messages and "Traceback" not in made.messages


def test_the_machine_cannot_be_included(tmp_path: Path) -> None:
    for path in ("/etc/passwd", "/etc/shadow", "/proc/self/environ", "/proc/1/cmdline", str(Path(__file__))):
        made = built(tmp_path, main=f'#include "{path}"\nint main(void) {{ return 0; }}\n')
        assert made.program is None and "fatal error" in made.messages, path
        assert "root:" not in made.messages and "PATH=" not in made.messages


def test_the_machine_cannot_be_assembled_in(tmp_path: Path) -> None:
    made = built(tmp_path, main='__asm__(".incbin \\"/etc/passwd\\"");\nint main(void) { return 0; }\n')
    assert made.program is None and "/etc/passwd" in made.messages


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text(HELLO)
    (tmp_path / "secret.h").symlink_to("/etc/passwd")
    made = compile_c(tmp_path)
    assert made.program is None and "secret.h" in made.messages and "root:" not in made.messages


def test_a_pipe_in_the_folder_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "main.c")
    assert compile_c(tmp_path).program is None


ENDLESS = {
    "zeros": '#include "/dev/zero"\nint main(void) { return 0; }\n',
    "self_include": '#include "main.c"\n',
    "macro_bomb": "#define A(x) x x x x x x x x x x\n" * 1
    + "#define B(x) A(A(A(x)))\n#define C(x) B(B(x))\nint a[] = { C(C(1,)) };\nint main(void) { return 0; }\n",
    "giant_array": "char a[1ull << 36] = {1};\nint main(void) { return a[7]; }\n",
    "repeated": '__asm__(".rept 1000000000\\n.quad 1\\n.endr");\nint main(void) { return 0; }\n',
    "incbin_zeros": '__asm__(".incbin \\"/dev/zero\\"");\nint main(void) { return 0; }\n',
    "optimiser_bomb": "int f(int x) { "
    + "".join(f"if (x & {1 << i % 30}) goto l{(i * 7919) % 20000}; l{i}: x = x * {i} ^ x;" for i in range(20000))
    + " return x; }\nint main(void) { return f(1); }\n",
    "many_errors": "".join(f"x{i} y;\n" for i in range(20000)),
}


@pytest.mark.long
@pytest.mark.parametrize("name", ENDLESS)
def test_endless_work_ends_and_is_explained(tmp_path: Path, name: str) -> None:
    made = built(tmp_path, main=ENDLESS[name])
    assert made.program is None and made.messages.strip()
    assert len(made.messages) <= MESSAGE_CHARACTERS + 200


def test_messages_cannot_steer_a_terminal_or_a_page(tmp_path: Path) -> None:
    made = built(tmp_path, main="#error \x1b[31m\x07 <script>alert(1)</script> \u202e hidden\nint main(void) { }\n")
    assert "<script>" in made.messages, "shown as text: escaping is the page's work"
    assert not any(character in made.messages for character in "\x1b\x07\u202e\x00")


def test_messages_keep_letters_and_lose_the_rest() -> None:
    assert clean("é ü 漢 → “x”\ta\r\n\x9b\u2066b\u200f".encode()) == "é ü 漢 → “x”\ta\nb"
    assert clean(b"\xff\xfe") != "" and len(clean(b"x" * 100_000)) < MESSAGE_CHARACTERS + 10


def test_odd_names_are_only_names(tmp_path: Path) -> None:
    (tmp_path / "-o evil.c").write_text(HELLO)
    assert run(compile_c(tmp_path)) == b"7\n"
    assert not list(tmp_path.glob("evil*"))


def test_nothing_to_compile_is_told(tmp_path: Path) -> None:
    assert "no C file" in compile_c(tmp_path).messages
    assert "neither" in compile_c(tmp_path / "nothing").messages


def test_without_a_compiler_a_sentence_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    find_compiler.cache_clear()
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(Mistake, match=r"install gcc .* or the wheel"):
        find_compiler()
    find_compiler.cache_clear()


@pytest.mark.parametrize("level", MOSTLY_LONG)
def test_the_wheel_of_a_compiler_serves_where_there_is_no_cc(
    tmp_path: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for ziglang, which is large: a folder with a program zig in it."""
    with bot_folder() as wheels:
        (wheels / "ziglang").mkdir()
        (wheels / "ziglang" / "__init__.py").touch()
        zig = wheels / "ziglang" / "zig"
        zig.write_text('#!/bin/sh\n[ "$1" = version ] && echo 9.9 && exit\nshift\nexec cc "$@"\n')
        zig.chmod(0o755)
        monkeypatch.syspath_prepend(str(wheels))
        monkeypatch.setattr(toolchain, "_system_compiler", lambda: None)
        find_compiler.cache_clear()
        try:
            assert find_compiler().version == "zig 9.9"
            (tmp_path / "main.c").write_text(HELLO)
            assert run(compile_c(tmp_path, level=level)) == b"7\n"
        finally:
            find_compiler.cache_clear()


@pytest.mark.parametrize(
    ("sources", "linking"), [(toolchain.AGENT_SOURCES, ()), ((toolchain.MOULD_SOURCE,), ("-shared", "-fPIC"))]
)
def test_what_is_ours_in_a_box_compiles_without_a_warning(
    sources: tuple[Path, ...], linking: tuple[str, ...], tmp_path: Path
) -> None:
    words = [*find_compiler().argv, "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", *linking, "-o"]
    subprocess.run([*words, str(tmp_path / "made"), *map(str, sources)], check=True, capture_output=True)


def test_a_program_that_is_in_the_cache_stays_the_same_file_for_boxes_that_are_being_made(tmp_path: Path) -> None:
    first = toolchain.keep(tmp_path / "kept" / "agent", b"one").stat()
    again = toolchain.keep(tmp_path / "kept" / "agent", b"one").stat()
    assert (first.st_ino, first.st_nlink) == (again.st_ino, 1)
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["agent"]
