"""Programs in other languages start and think behind the fence, with a filter that allows only what it lists."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from overtrick.bots.fence.fence import PYTHON, End, Fence, Level, Limits, Program
from tests.support.boxes import LEVELS

pytestmark = pytest.mark.long  # compilers are large, so only `make test-all` installs them

C = """
#include <pthread.h>
#include <stdio.h>
static char line[99];
static void *say(void *_) { (void)_; printf("heard %s", line); fflush(stdout); return NULL; }
int main(void) {
    for (pthread_t thread; fgets(line, sizeof line, stdin); pthread_join(thread, NULL))
        pthread_create(&thread, NULL, say, NULL);
}
"""
RUST = """
use std::io::{stdin, BufRead};
fn main() {
    for line in stdin().lock().lines() {
        std::thread::spawn(move || println!("heard {}", line.unwrap())).join().unwrap();
    }
}
"""
GO = """
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines, said := bufio.NewScanner(os.Stdin), make(chan bool)
	for lines.Scan() {
		go func() { fmt.Println("heard", lines.Text()); said <- true }()
		<-said
	}
}
"""
JAVA = """
import java.util.Scanner;
public class Bot {
    public static void main(String[] words) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            Thread thread = new Thread(() -> System.out.println("heard " + lines.nextLine()));
            thread.start();
            thread.join();
        }
    }
}
"""
NODE = """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => console.log("heard " + line));
"""
PY = """
import subprocess, sys, threading
for line in sys.stdin:
    thread = threading.Thread(target=lambda: print("heard", line.strip(), flush=True))
    thread.start()
    thread.join()
assert subprocess.run(["sh", "-c", "exit 3"]).returncode == 3
"""


def built(*command: str, words: tuple[str, ...] = ("/bot/bot",)) -> Callable[[Path], tuple[str, ...]]:
    """Return what compiles a program in its folder and says how it is started."""

    def build(folder: Path) -> tuple[str, ...]:
        home = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "GOCACHE": str(folder / "cache")}
        subprocess.run([shutil.which(command[0]) or command[0], *command[1:]], cwd=folder, env=home, check=True)
        return words

    return build


def named(*words: str) -> Callable[[Path], tuple[str, ...]]:
    """Return what needs no compiler."""
    return lambda folder: words


LANGUAGES: dict[str, tuple[str, str, Callable[[Path], tuple[str, ...]]]] = {
    "C": ("bot.c", C, built("gcc", "-pthread", "-o", "bot", "bot.c")),
    "Rust": ("bot.rs", RUST, built("/usr/bin/rustc", "-o", "bot", "bot.rs")),
    "Go": ("bot.go", GO, built("/usr/bin/go", "build", "-o", "bot", "bot.go")),
    "Java": ("Bot.java", JAVA, built("/usr/bin/javac", "Bot.java", words=("/usr/bin/java", "-cp", "/bot", "Bot"))),
    "Node": ("bot.js", NODE, named("/usr/bin/node", "/bot/bot.js")),
    "Python": ("bot.py", PY, named(PYTHON, "-I", "/bot/bot.py")),
}
RESERVING = ("Java",)
"""Runtimes that reserve far more addresses than they use memory, unless they are told to be modest."""


@pytest.mark.parametrize("level", [level for level in LEVELS if level is not Level.B])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_with_threads_starts_and_answers(language: str, level: Level, tmp_path: Path) -> None:
    file, source, build = LANGUAGES[language]
    (tmp_path / file).write_text(source)
    tmp_path.chmod(0o755)
    words = build(tmp_path)
    limits = Limits(cpu_ms=20_000, processes=64)
    if level is Level.A and language in RESERVING:
        limits = replace(limits, memory_mb=20_000)
    with Fence(Program(tmp_path, words), limits, level=level) as fence:
        for question in (b"you\nme\n", b"us\n"):
            turn = fence.turn(question)
            assert (turn.end, turn.stdout.split()[1::2]) == (End.REPLY, question.split()), turn
