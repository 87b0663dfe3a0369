"""The games for PettingZoo: ``wizard_v0``, ``duel_v0`` and ``figgie_v0``, each with ``env`` and ``raw_env``.

They are also in PettingZoo's own registry, as ``overtrick/wizard_v0`` and so on.
"""

from importlib.util import find_spec

NAMES = ("wizard_v0", "duel_v0", "figgie_v0")

if find_spec("pettingzoo.env_registry") is not None:  # older versions have none
    from pettingzoo.env_registry.registration import register

    for _name in NAMES:
        register("aec", f"overtrick/{_name}", entry_point=f"overtrick.adapters.pettingzoo.{_name}:env")
    register("parallel", "overtrick/figgie_v0", entry_point="overtrick.adapters.pettingzoo.figgie_v0:parallel_env")
