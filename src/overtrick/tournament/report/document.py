"""A page as one file of HTML that needs nothing else, under a content policy of its own."""

import base64
import hashlib
import html

DOCUMENT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
{body}
</html>
"""


def document(title: str, policy: str, style: str, body: str) -> str:
    """Return a page: its title in plain words, what its content policy allows, its style and its body element."""
    return DOCUMENT.format(policy=policy, title=html.escape(title), style=style, body=body)


def digest(text: str) -> str:
    """Return what a content policy calls an inline text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
