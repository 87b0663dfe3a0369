"""A replay as one HTML file that opens offline: our modules, styles and the match in it, and nothing from elsewhere.

Our modules are written so that this is easy: an import is one line at the top of a
module, only declarations are exported, and no two modules use the same name.
"""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from overtrick.web.drawings import STATIC, module_of

MODULE = "replay/replay.js"
SHEETS = ("site/site.css", "cards/cards.css", "table/table.css", "table/panels.css", "replay/replay.css")
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"(\.[a-z_./]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
TOP_LEVEL = re.compile(r"^(?:export )?(?:(?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
PICTURE = re.compile(r"""url\("([a-z_./]+\.svg)"\)""")
TITLES = {"wizard": "Wizard", "duel": "The duel", "figgie": "Figgie"}


def single_file(data: Mapping[str, Any]) -> str:
    """Return the page that replays a bundle."""
    script, style = joined_modules(MODULE), joined_sheets(data["matches"][0]["game"])
    policy = f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; img-src data:"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title_of(data["matches"][0]))} · overtrick</title>
<style>{style}</style>
</head>
<body class="at-replay">
<div id="replay"><noscript>Stepping through a match needs JavaScript.</noscript></div>
<script type="application/json" id="replay-data">{embedded(data)}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def title_of(match: Mapping[str, Any]) -> str:
    """Return what to call a match: the game and who played."""
    names = match["names"]
    return f"{TITLES.get(match['game'], match['game'])}: {', '.join(names[:-1])} and {names[-1]}"


def embedded(data: Mapping[str, Any]) -> str:
    """Return data as JSON that can stand in a page, whatever strangers wrote into it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def digest(text: str) -> str:
    """Return what a content policy calls an inline text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def joined_sheets(game: str) -> str:
    """Return our styles and those of a game as one, with the pictures that they name in them."""
    own = module_of(game).removesuffix(".js") + ".css"
    return "\n".join(sheet(STATIC / name) for name in (*SHEETS, own) if (STATIC / name).exists())


def sheet(file: Path) -> str:
    """Return a style sheet, with the pictures that it names in letters."""

    def picture(found: re.Match[str]) -> str:
        letters = base64.b64encode((file.parent / found[1]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{letters}")'

    return PICTURE.sub(picture, file.read_text("utf-8"))


# Modules


def joined_modules(first: str) -> str:
    """Return a module and all that it imports as one, in an order in which everything is there when it is used."""
    order: list[str] = []
    visit(first, order)
    texts = {name: (STATIC / name).read_text("utf-8") for name in order}
    check_names(texts)
    parts = (EXPORT.sub("", IMPORT.sub("", texts[name])) for name in order)
    return "\n" + "\n".join(parts).replace("</", "<\\/")


def visit(name: str, order: list[str], open_: tuple[str, ...] = ()) -> None:
    """Add a module behind those that it imports; two that import each other only use functions, which is fine."""
    if name in order or name in open_:
        return
    for other in IMPORT.findall((STATIC / name).read_text("utf-8")):
        visit(posixpath.normpath(posixpath.join(posixpath.dirname(name), other)), order, (*open_, name))
    order.append(name)


def check_names(texts: Mapping[str, str]) -> None:
    """Raise ValueError if two modules use the same name, or something of a module is not understood here."""
    owners: dict[str, str] = {}
    for module, text in texts.items():
        left = EXPORT.sub("", IMPORT.sub("", text))
        if found := re.search(r"^(?:import|export)\b.*", left, re.MULTILINE):
            raise ValueError(f"{module} cannot be joined with others because of: {found[0]}")
        for name in TOP_LEVEL.findall(left):
            if name in owners:
                raise ValueError(f"{owners[name]} and {module} both have {name}, so they cannot be joined")
            owners[name] = module
