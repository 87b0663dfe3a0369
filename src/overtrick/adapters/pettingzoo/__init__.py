"""The games for PettingZoo: a module ``GAME_v0`` for each of ours, with ``env`` and ``raw_env``.

They are also in PettingZoo's own registry, as ``overtrick/GAME_v0``; those in which all seats choose at once have a
``parallel_env`` too.
"""

from importlib.util import find_spec
from pathlib import Path

from overtrick.games.face import FACES

NAMES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*_v0.py")))

if find_spec("pettingzoo.env_registry") is not None:  # older versions have none
    from pettingzoo.env_registry.registration import register

    for _name in NAMES:
        register("aec", f"overtrick/{_name}", entry_point=f"overtrick.adapters.pettingzoo.{_name}:env")
        if FACES[_name.removesuffix("_v0")].at_once is not None:
            _entry = f"overtrick.adapters.pettingzoo.{_name}:parallel_env"
            register("parallel", f"overtrick/{_name}", entry_point=_entry)
