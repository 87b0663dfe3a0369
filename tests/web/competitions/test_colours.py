"""Colours of programs: what has one, and that no stranger's file can hold up the site."""

import re
import time

import pytest

from overtrick.web.competitions.colours import KNOWN, coloured


@pytest.mark.parametrize(
    ("path", "text", "html"),
    [
        ("main.py", r'if x1 < "a#\"b": # no', r'<k>if</k> x1 &lt; <s>"a#\"b"</s>: <c># no</c>'),
        ("main.py", '"""a\n"b" """1', '<s>"""a\n"b" """</s><n>1</n>'),
        ("main.py", "'''a", "<s>'''a</s>"),
        ("main.py", "'a\nb", "<s>'a</s>\nb"),
        ("a/main.c", "#include <a.h>\nint a;", "<k>#include</k> &lt;a.h&gt;\n<k>int</k> a;"),
        ("main.h", r"/* b ** */ '\'' 'a' \ ", r"<c>/* b ** */</c> <s>'\''</s> <s>'a'</s> \ "),
        ("main.cpp", "0x1f // a\n/* b", "<n>0x1f</n> <c>// a</c>\n<c>/* b</c>"),
        ("main.RS", "fn a<'a>(b: &'a str)", "<k>fn</k> a&lt;'a&gt;(b: &amp;'a str)"),
        ("bot.toml", 'run = ["./bot"] # a', 'run = [<s>"./bot"</s>] <c># a</c>'),
        ("a.json", '{"a": null}', '{<s>"a"</s>: <k>null</k>}'),
        ("Makefile", "if: <b>", "if: &lt;b&gt;"),
    ],
)
def test_comments_strings_numbers_and_words_have_colours(path: str, text: str, html: str) -> None:
    shown = re.sub(r'<span class="(.)">(.*?)</span>', r"<\1>\2</\1>", coloured(path, text), flags=re.DOTALL)
    assert shown == html


@pytest.mark.long
@pytest.mark.parametrize("ending", sorted(KNOWN))
def test_no_file_takes_longer_than_its_length(ending: str) -> None:
    pieces = (" ", "\\", '"', "'", '"""', "/*", "*", "#", "a ", "1.", '"""\\', "'\\", "/", "\n")
    for first in ("_", *pieces):
        for piece in pieces:
            text = first + piece * (20_000 // len(piece))
            began = time.process_time()
            shown = coloured(f"main.{ending}", text)
            assert time.process_time() - began < 1  # which takes some hundredths; a pattern that goes back takes many
            assert len(shown) < 20 * len(text)
