"""The names of our environments in Gymnasium, registered without importing Gymnasium or anything else of ours.

``gymnasium.make("overtrick:Wizard-v0")`` imports ``overtrick`` and then looks for the name. If ours was imported
before, that import does nothing, and the name has to be there already.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

IDS = {"Wizard-v0": "wizard", "Duel-v0": "duel", "Figgie-v0": "figgie"}


def register_when_imported() -> None:
    """Register the names now if Gymnasium is there, or else as soon as somebody imports it."""
    if "gymnasium" in sys.modules:
        register_all(sys.modules["gymnasium"])
    else:
        sys.meta_path.insert(0, Waiting())


def register_all(gymnasium: ModuleType) -> None:
    """Register those names that are not known yet."""
    for name, game in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="overtrick.adapters.gymnasium:make_seat",
                vector_entry_point="overtrick.adapters.vector:make_vector",
                kwargs={"game": game},
            )


class Waiting:
    """Waits among the finders of modules until Gymnasium has run, and leaves."""

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return Gymnasium, which will register our names when it has run; nothing for other modules."""
        if name != "gymnasium":
            return None
        from importlib.util import find_spec  # here, so that our package is imported in an instant

        sys.meta_path.remove(self)
        spec = find_spec(name)
        sys.meta_path.insert(0, self)  # somebody may only want to know whether it is there
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_register(module: ModuleType) -> None:
                if self in sys.meta_path:
                    sys.meta_path.remove(self)
                run(module)
                register_all(module)

            spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec
