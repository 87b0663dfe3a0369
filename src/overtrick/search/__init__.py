"""Speed: the rulebooks compiled, and what is built on that."""

from importlib.util import find_spec

if find_spec("numba") is None:
    raise ImportError("compiled play needs Numba, which comes with: pip install 'overtrick[search]'")
