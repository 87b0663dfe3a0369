"""The compiled twin of any rulebook, and what is played with it in bulk."""

from importlib.util import find_spec

if find_spec("numba") is None:
    raise ImportError("compiled play needs Numba, which comes with: pip install 'overtrick[search]'")
