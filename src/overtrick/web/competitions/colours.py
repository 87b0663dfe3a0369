"""Programs in colours: comments, strings, numbers and the words of a language.

Whoever sends a program chooses what is read here. No pattern goes back over what it has read, so that no file takes
longer than its length; a lexer for honest files can take minutes for some spaces, and hold up the whole site.
"""

import keyword
import re
from html import escape

STRING = r'"(?:[^"\\\n]++|\\[\s\S])*+"?+'
QUOTED = r"'(?:[^'\\\n]++|\\[\s\S])*+'?+"
LONG = r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:""")?+'
LONG_QUOTED = r"'''(?:[^'\\]++|\\[\s\S]|'(?!''))*+(?:''')?+"
LETTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"  # in Rust a lone ' is no string
NAMES_AND_NUMBERS = r"(?P<word>[^\W\d]\w*+)|(?P<n>\d[\w.]*+)"
WITH_HASH = re.compile(rf"(?P<c>#[^\n]*+)|(?P<s>{LONG}|{LONG_QUOTED}|{STRING}|{QUOTED})|{NAMES_AND_NUMBERS}")
WITH_SLASHES = re.compile(
    rf"(?P<c>//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+)|(?P<s>{STRING}|{LETTER})|(?P<k>#[a-z]++)|{NAMES_AND_NUMBERS}"
)

C = """alignas alignof auto bool break case catch char class const constexpr continue default delete do double else enum
    explicit extern false float for friend goto if inline int long mutable namespace new noexcept nullptr operator
    private protected public register restrict return short signed sizeof static static_assert struct switch template
    this throw true try typedef typename union unsigned using virtual void volatile while"""
RUST = """as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move
    mut pub ref return self Self static struct super trait true type unsafe use where while"""
LANGUAGES = (  # endings, pattern, words
    (("py",), WITH_HASH, keyword.kwlist),
    (("toml",), WITH_HASH, ["true", "false"]),
    (("c", "h", "cc", "cpp", "hpp"), WITH_SLASHES, C.split()),
    (("rs",), WITH_SLASHES, RUST.split()),
    (("json",), WITH_SLASHES, ["true", "false", "null"]),
)
KNOWN = {ending: (pattern, frozenset(words)) for endings, pattern, words in LANGUAGES for ending in endings}


def coloured(path: str, text: str) -> str:
    """Return a text as HTML with classes for its colours, or without if its ending is not known."""
    known = KNOWN.get(path.rpartition(".")[2].lower())
    if known is None:
        return escape(text, quote=False)
    pattern, words = known
    parts, at = [], 0
    for found in pattern.finditer(text):
        kind = found.lastgroup
        if kind == "word" and found[0] not in words:
            continue
        start = f'<span class="{"k" if kind == "word" else kind}">'
        parts += [escape(text[at : found.start()], quote=False), start, escape(found[0], quote=False), "</span>"]
        at = found.end()
    return "".join([*parts, escape(text[at:], quote=False)])
