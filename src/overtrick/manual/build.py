"""Making the manual: Markdown to HTML, links checked on the way, one folder of files that needs nothing else."""

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import click
from jinja2 import Environment, PackageLoader
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

from overtrick import __version__
from overtrick.manual.sources import DOCS, ROOT, Page, located, pages, sections

LANGUAGES = {"console": "console", "sh": "sh", "py": "python"}
SHOWN = (".py", ".toml", ".c", ".md", ".service", ".yaml")  # files of the source that a page may lead to


@dataclass
class Manual:
    """The manual while it is made: its pages, the files they lead to, and the links that lead nowhere."""

    pages: dict[str, Page]
    files: set[Path] = field(default_factory=set)
    pictures: set[Path] = field(default_factory=set)
    broken: list[str] = field(default_factory=list)

    def address(self, page: Page, here: str, target: str) -> str:
        """Return where a link of a page leads in the manual; note it if it leads nowhere."""
        path, hash_sign, fragment = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            if not path and fragment and fragment not in headings(page.text):
                self.broken.append(f"{here}: there is no heading #{fragment}")
            return target
        if page.source is None:
            return target
        file = Path(os.path.normpath(page.source.parent / path))
        name = self.name_of(file)
        if name is None:
            self.broken.append(f"{here}: {target} leads nowhere")
            return target
        other = self.pages.get(name)
        if fragment and other is not None and fragment not in headings(other.text):
            self.broken.append(f"{here}: {path} has no heading #{fragment}")
        return relative(f"{name}.html", here) + hash_sign + fragment

    def picture(self, page: Page, here: str, target: str) -> str:
        """Return where a picture of a page stands in the manual; note it if it is not there."""
        file = Path(os.path.normpath((page.source or DOCS).parent / target))
        if file.suffix != ".png" or not file.is_relative_to(DOCS) or not file.is_file():
            self.broken.append(f"{here}: there is no picture {target}")
            return target
        self.pictures.add(file)
        return relative(str(file.relative_to(DOCS)), here)

    def name_of(self, file: Path) -> str | None:
        """Return the page of a file: one of the manual, or the file itself, shown with colours."""
        if file.is_dir():
            file = file / "README.md"
        if file.suffix == ".md" and file.is_relative_to(DOCS):
            name = str(file.relative_to(DOCS).with_suffix(""))
            name = "index" if name == "README" else name
            return name if name in self.pages else None
        if (
            located(file).is_file()
            and file.is_relative_to(ROOT)
            and (file.suffix in SHOWN or file.name in ("LICENSE", "Makefile", "Containerfile"))
        ):
            self.files.add(file)
            return f"source/{file.relative_to(ROOT)}"
        return None


def slug(text: str) -> str:
    """Return the anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def headings(text: str) -> list[str]:
    """Return the anchors of a text."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [slug(found.replace("`", "")) for found in re.findall(r"^#+ (.+)$", outside, re.MULTILINE)]


def relative(target: str, here: str) -> str:
    """Return the way from one page to another."""
    return posixpath.relpath(target, posixpath.dirname(here) or ".")


def coloured(code: str, language: str) -> str:
    """Return code as HTML with colours by classes; as it is, if nobody knows the language."""
    try:
        lexer = get_lexer_by_name(LANGUAGES.get(language, language))
    except ClassNotFound:
        return f"<pre><code>{escape(code)}</code></pre>"
    return str(highlight(code, lexer, HtmlFormatter(cssclass="code")))


def rendered(manual: Manual, page: Page, here: str) -> str:
    """Return a page as HTML: anchors at headings, links that lead within the manual, code with colours."""
    reader = MarkdownIt("commonmark", {"html": page.source is None}).enable("table")
    tokens = reader.parse(page.text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slug(tokens[place + 1].content.replace("`", "")))
        for child in token.children or ():
            if child.type == "image":
                child.attrSet("src", manual.picture(page, here, str(child.attrGet("src"))))
            follow(child, lambda target: manual.address(page, here, target))
    reader.add_render_rule("fence", fence)
    return str(reader.renderer.render(tokens, reader.options, {}))


def fence(_: object, tokens: Sequence[Token], place: int, *__: object) -> str:
    """Return a block of code."""
    return coloured(tokens[place].content, tokens[place].info.split(" ")[0])


def follow(token: Token, address: Callable[[str], str]) -> None:
    """Let a link lead where it leads in the manual."""
    if token.type == "link_open":
        token.attrSet("href", address(str(token.attrGet("href"))))


def build(folder: Path, cli: click.Group | None = None) -> list[str]:
    """Write the manual into a folder, with the page of a command line; return what is wrong with its links."""
    manual = Manual(pages(cli))
    template = Environment(loader=PackageLoader("overtrick.manual", "."), autoescape=True).get_template("page.html")
    contents = list(sections(list(manual.pages)))

    def write(name: str, title: str, body: str) -> None:
        here = f"{name}.html"
        menu = [
            (
                section,
                [(manual.pages[entry].title, relative(f"{entry}.html", here), entry == name) for entry in entries],
            )
            for section, entries in contents
        ]
        path = folder / here
        path.parent.mkdir(parents=True, exist_ok=True)
        text = template.render(
            title=title,
            body=body,
            menu=menu,
            version=__version__,
            style=relative("manual.css", here),
            home=relative("index.html", here),
        )
        path.write_text(text, encoding="utf-8")

    for name, page in manual.pages.items():
        write(name, page.title, rendered(manual, page, f"{name}.html"))
    write_files(manual.files, write)
    for picture in manual.pictures:
        copy = folder / picture.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(picture.read_bytes())
    sheet = (Path(__file__).parent / "manual.css").read_text(encoding="utf-8")
    (folder / "manual.css").write_text(sheet, encoding="utf-8")
    return sorted(set(manual.broken))


def write_files(files: Iterable[Path], write: Callable[[str, str, str], None]) -> None:
    """Write a page for each file of the source that the manual leads to."""
    for file in sorted(files):
        name = str(file.relative_to(ROOT))
        code = located(file).read_text(encoding="utf-8")
        try:
            language = get_lexer_for_filename(file.name).aliases[0]
        except ClassNotFound:
            language = "text"
        write(f"source/{name}", name, f"<h1>{escape(name)}</h1>{coloured(code, language)}")
