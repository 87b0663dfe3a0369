"""A replay as one HTML file that opens offline: our modules, styles and the match in it, and nothing from elsewhere.

Modules are written so that this is easy: imports are statements at the top, only declarations are exported, and no
two modules import each other. Each becomes a function that returns what it exports.
"""

import base64
import json
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from overtrick.core.mistake import Mistake
from overtrick.tournament.report.document import digest, document
from overtrick.web.drawings import PLAIN, file_of, is_theirs, module_of
from overtrick.web.titles import table_title

KEPT, REPLAY, USUAL = "replay/kept.js", "replay/replay.js", "table/usual.js"
SHEETS = ("site/site.css", "cards/cards.css", "table/table.css", "table/panels.css", "replay/replay.css")
IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[\w./-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:(?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
PICTURE = re.compile(r"""url\("([a-z_./]+\.svg)"\)""")


def single_file(data: Mapping[str, Any]) -> str:
    """Return the page that replays a bundle."""
    game = data["matches"][0]["game"]
    instead = [PLAIN] if is_theirs(game) else []
    script, style = joined_script(module_of(game), *instead), joined_sheets(*instead, module_of(game))
    policy = f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; img-src data:"
    body = f"""<body class="at-replay">
<div id="replay"><noscript>Stepping through a match needs JavaScript.</noscript></div>
<script type="application/json" id="replay-data">{embedded(data)}</script>
<script type="module">{script}</script>
</body>"""
    return document(f"{title_of(data['matches'][0])} · overtrick", policy, style, body)


def title_of(match: Mapping[str, Any]) -> str:
    """Return what to call a match: the game and who played."""
    return table_title(match["title"], match["names"])


def embedded(data: Mapping[str, Any]) -> str:
    """Return data as JSON that can stand in a page, whatever strangers wrote into it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def joined_sheets(*drawings: str) -> str:
    """Return our styles and those of drawings as one, with the pictures that they name in them."""
    names = (*SHEETS, *(drawing.removesuffix(".js") + ".css" for drawing in drawings))
    return "\n".join(sheet(file) for name in names if (file := file_of(name)) is not None)


def sheet(file: Path) -> str:
    """Return a style sheet, with the pictures that it names in letters."""

    def picture(found: re.Match[str]) -> str:
        letters = base64.b64encode((file.parent / found[1]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{letters}")'

    return PICTURE.sub(picture, file.read_text("utf-8"))


# Modules


def joined_script(*drawings: str) -> str:
    """Return all modules of a replay that one draws, or another when that fails, and the words that begin it."""
    order: list[str] = []
    for name in (KEPT, REPLAY, USUAL, *drawings):
        visit(name, order)
    parts = [f"const {made_of(name)} = {as_function(name, read_module(name))};" for name in order]
    kept, replay, usual, *drawn = map(made_of, (KEPT, REPLAY, USUAL, *drawings))
    made = "guardedDrawing" if len(drawn) > 1 else "drawingOf"
    parts.append(f"const bundle = {kept}.readBundle();")
    parts.append(f"{replay}.beginReplay(bundle, {usual}.{made}(bundle.matches[0], {', '.join(drawn)}));")
    return "\n" + "\n".join(parts).replace("</", "<\\/") + "\n"


def read_module(name: str) -> str:
    """Return the text of a module, or raise Mistake if there is none."""
    file = file_of(name)
    if file is None:
        raise Mistake(f"there is no module {name}, which a drawing imports")
    return file.read_text("utf-8")


def visit(name: str, order: list[str], importing: tuple[str, ...] = ()) -> None:
    """Add a module behind those that it imports, or raise Mistake if it imports itself by way of others."""
    if name in importing:
        raise Mistake(f"modules import each other in a circle: {', '.join((*importing, name))}")
    if name in order:
        return
    for _, other in IMPORT.findall(read_module(name)):
        visit(resolved(name, other), order, (*importing, name))
    order.append(name)


def resolved(name: str, other: str) -> str:
    """Return which module another one means by an address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), other))


def made_of(name: str) -> str:
    """Return what a module is called in the joined script."""
    return "from_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def as_function(name: str, text: str) -> str:
    """Return a module as an expression whose value is what it exports, or raise Mistake if it cannot be one."""

    def bound(found: re.Match[str]) -> str:
        wanted, module = found[1], made_of(resolved(name, found[2]))
        if wanted is None:
            return ""
        names = wanted.removeprefix("* as ") if wanted[0] == "*" else wanted.replace(" as ", ": ")
        return f"const {names} = {module};\n"

    body = EXPORT.sub("", IMPORT.sub(bound, text))
    if found := re.search(r"^(?:import|export|await)\b.*", body, re.MULTILINE):
        raise Mistake(f"{name} cannot be joined with other modules because of: {found[0]}")
    return f"(() => {{\n{body}return {{ {', '.join(EXPORTED.findall(text))} }};\n}})()"
