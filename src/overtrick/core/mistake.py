"""Mistakes: what people get wrong, answered with one sentence."""


class Mistake(ValueError):  # noqa: N818
    """Bad input; the message names the thing, the value given and what is allowed."""
