"""Renders the icon of the site as the PNG files that installed pages need.

    python -m scripts.icons

The maskable one has its ground up to the edge, as systems cut it to shapes of their own.
"""

import base64
from pathlib import Path

from tests.support.browser import open_browser

FOLDER = Path(__file__).parents[1] / "src" / "overtrick" / "web" / "static" / "site"
ROUNDED = '<rect x="4" y="4" width="56" height="56" rx="14" fill="#1c6b48"/>'
FULL = '<rect width="64" height="64" fill="#1c6b48"/>'
SIZES = {"icon-180": (180, True), "icon-192": (192, False), "icon-512": (512, False), "icon-mask-512": (512, True)}


def main() -> None:
    """Write all of them."""
    drawn = (FOLDER / "icon.svg").read_text()
    assert ROUNDED in drawn
    with open_browser() as browser:
        for name, (size, full) in SIZES.items():
            text = drawn.replace(ROUNDED, FULL) if full else drawn
            page = browser.new_page(viewport={"width": size, "height": size})
            source = base64.b64encode(text.encode()).decode()
            page.set_content(f'<body style="margin:0"><img width="{size}" src="data:image/svg+xml;base64,{source}">')
            page.locator("img").evaluate("(image) => image.decode()")
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
