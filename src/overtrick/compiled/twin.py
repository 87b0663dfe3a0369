"""Compiled twins: the same source file at native speed, beside the plain module that stays as it is.

``twin(module)`` loads the module's file a second time and lets Numba compile the
functions of that copy on their first call. What the module imports from other
modules of ours becomes the twin of that, and its lists of ints become arrays.
Nothing else imports Numba, and nobody needs it who does not ask for speed.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FunctionType, ModuleType
from typing import IO, Any

import numba
import numpy as np

from overtrick.compiled import instructions
from overtrick.compiled.lending import LendingCompiler
from overtrick.core.cache import cache_folder
from overtrick.core.mistake import Mistake
from overtrick.core.processes import interrupted_here, interrupts_held
from overtrick.core.waiting import waiting
from overtrick.games import usual

PACKAGE = Path(__file__).parents[1]
COMPILED = (
    "core/cards.py",
    "core/luck.py",
    "games/**/*.py",
    "compiled/*.py",
    "players/**/*.py",
    "adapters/observations/*.py",
)  # all that a twin can be made of
WAIT = "compiling, once for this machine: functions of games and players"
WAIT_FOR_OTHER = "waiting for another process that compiles the same: functions of games and players"
MONTH_S = 30 * 24 * 3600


def twin(plain: ModuleType, **bound: ModuleType) -> Any:
    """Return the compiled twin of a module; ``bound`` names modules that it leaves open, such as its game."""
    key = (plain.__name__, tuple(sorted((name, module.__name__) for name, module in bound.items())))
    if key not in _twins:
        with _compiling:
            if key not in _twins:
                _twins[key] = _compile(plain, bound)
    return _twins[key]


_compiling = threading.RLock()  # where Numba keeps its files is one setting for all threads
_twins: dict[tuple[str, tuple[tuple[str, str], ...]], ModuleType] = {}


def _compile(plain: ModuleType, bound: dict[str, ModuleType]) -> ModuleType:
    copy = fresh_copy(plain)
    for name, module in bound.items():
        setattr(copy, name, twin(module))
    folder = folder_for(sorted(str(module.__file__) for module in (plain, *bound.values())))
    inline = getattr(plain, "INLINE", True)  # what is large and called in many places would take minutes to compile

    def compiler(function: FunctionType) -> Any:
        lazy = numba.njit(
            cache=folder is not None,
            nogil=not hasattr(function, "brief"),  # to let other threads run takes longer than what is brief
            error_model="numpy",
            forceinline=inline,
            pipeline_class=LendingCompiler,
        )(function)
        return lazy if folder is None else _once(lazy, folder)

    with _cached_in(folder):
        for name, value in list(vars(copy).items()):
            if isinstance(value, FunctionType):
                setattr(copy, name, _compiled_function(copy, value, compiler))
            elif isinstance(value, ModuleType) and _is_ours(value):
                setattr(copy, name, twin(value))
            elif isinstance(value, list) and value and all(type(item) is int for item in value):
                setattr(copy, name, np.array(value, dtype=np.int64))
    return copy


def fresh_copy(plain: ModuleType) -> ModuleType:
    """Return a second, independent copy of a module."""
    spec = importlib.util.spec_from_file_location(plain.__name__, str(plain.__file__))
    assert spec is not None and spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    if hasattr(plain, "NAME") and hasattr(plain, "next_deal"):  # a game, which need not say everything itself
        usual.fill_in(copy)
    return copy


def _compiled_function(
    copy: ModuleType, function: FunctionType, compiler: Callable[[FunctionType], Any]
) -> Callable[..., Any]:
    """Return a function of the twin compiled, or its namesake: from the twin of its module, or written for machines."""
    if hasattr(function, "compiled_in"):
        return getattr(importlib.import_module(function.compiled_in), function.__name__)  # type: ignore[no-any-return]
    if function.__module__ == copy.__name__:
        return compiler(instructions.quicker(function))  # type: ignore[no-any-return]
    home = sys.modules[function.__module__]
    return getattr(twin(home), function.__name__) if _is_ours(home) else function


def _is_ours(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)  # sys has none
    return file is not None and Path(file).is_relative_to(PACKAGE)


# Numba looks only at the file of the function that is called, and would run stale code
# after an edit of a function that it calls. So the folder is named after all these sources.


def folder_for(files: list[str]) -> Path | None:
    """Return the folder for compiled code of these files, another one after any edit; None if it cannot be written."""
    digest = hashlib.sha256("\n".join(files).encode())
    ours = [source for pattern in COMPILED for source in sorted(PACKAGE.glob(pattern))]
    for source in [*ours, *map(Path, files)]:
        digest.update(source.read_bytes())
    try:
        folder = cache_folder() / "compiled" / digest.hexdigest()[:24]
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except (Mistake, OSError):  # compiling anew each time is slow, but it works
        return None
    if new:
        forget_old(folder.parent)
    return folder if os.access(folder, os.W_OK) else None


def forget_old(parent: Path) -> None:
    """Remove folders that nobody has used for a month: their sources have changed since."""
    for folder in parent.iterdir():
        with suppress(FileNotFoundError):  # another process may be tidying up too
            if time.time() - folder.stat().st_mtime > MONTH_S:
                shutil.rmtree(folder)


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep what it compiles in a folder."""
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder or before)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def _once(function: Any, folder: Path) -> Any:
    """Return a function that, where another process is compiling it, waits for that and takes what it has kept."""
    load_or_compile, compile_now = function.compile, function._compiler.compile

    def told(*signature: Any) -> Any:  # Numba asks for this if it has kept nothing; to load that may take a second too
        with waiting(WAIT):
            return compile_now(*signature)

    def compile_or_wait(signature: Any) -> Any:
        if getattr(_waited, "already", False):  # for what calls this: no second lock, which could wait for ever
            interrupted_here()
            return load_or_compile(signature)
        with ExitStack() as leaving:
            with suppress(OSError):  # where files cannot be locked, both compile
                lock(leaving.enter_context((folder / "lock").open("w")))
            leaving.enter_context(interrupts_held())  # LLVM would swallow one, or not survive it
            _waited.already = True
            leaving.callback(setattr, _waited, "already", False)
            return load_or_compile(signature)

    function.compile, function._compiler.compile = compile_or_wait, told
    return function


def lock(file: IO[str]) -> None:
    """Lock a file; who has to wait for another process is told so."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with waiting(WAIT_FOR_OTHER):
            fcntl.flock(file, fcntl.LOCK_EX)


_waited = threading.local()
