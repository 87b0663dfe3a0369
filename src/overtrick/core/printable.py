"""Words of strangers, made harmless for a terminal or a page."""


def printable(text: str) -> str:
    """Return a text without what could disturb a terminal, such as control and direction characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def printable_lines(text: str) -> str:
    """Return the same of a text of several lines, which stay."""
    return "\n".join(printable(line.expandtabs()) for line in text.splitlines())
