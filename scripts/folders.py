"""Write the list of folders in docs/architecture.md: each with the first line of its own docstring.

python -m scripts.folders
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.test_layers import LEVELS

ROOT = Path(__file__).parents[1]
PACKAGE, PAGE = ROOT / "src" / "overtrick", ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- folders: made by scripts/folders.py -->\n```text\n", "```\n<!-- end of folders -->"
WIDTH = 24


def lines(folder: Path = PACKAGE, depth: int = 0) -> Iterator[str]:
    """Yield a line for every folder of ours below one."""
    order = LEVELS.split()
    inners = [path.parent for path in folder.glob("*/__init__.py")]
    for inner in sorted(inners, key=lambda path: (order.index(path.name) if depth == 0 else 0, path.name)):
        said = ast.get_docstring(ast.parse((inner / "__init__.py").read_text(encoding="utf-8"))) or ""
        name = f"{'  ' * depth}{inner.name}/"
        yield f"{name:<{WIDTH}}{said.splitlines()[0]}"
        yield from lines(inner, depth + 1)


def page() -> str:
    """Return the page with the list as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(f"{line}\n" for line in lines()) + END + after


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
