"""How rules are compiled and kept; how they become machine code is in compiler.py and plain_compiler.py."""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import platformdirs

from plowshares.core.errors import PlowsharesError
from plowshares.core.fallback import FallbackMode

F = TypeVar("F", bound=Callable[..., Any])

# Modules of a game and of the core that no kernel is made of: editing them recompiles nothing.
WITHOUT_KERNELS = frozenset(
    {"adapters", "measures", "review", "scene", "notation", "notes", "log", "fields", "frame", "lookup", "positions"}
    | {"svg", "text", "art", "i18n", "formats"}
)
PACKAGE = __name__.partition(".")[0]


def cache_root() -> Path:
    """Return the folder that compiled kernels are kept under (PLOWSHARES_CACHE overrides it)."""
    chosen = os.environ.get("PLOWSHARES_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir(PACKAGE)) / "kernels"


def kernel(function: F) -> F:
    """Compile a rule; readers and type checkers see the plain function."""
    # Numba stamps a cached kernel with the text of its own file only, so a kernel that
    # calls into another file can come back stale. Naming the folder after every source
    # that kernels are made of makes that impossible.
    folder = cache_root() / _digest(_source_names(function))
    return cast(F, compiler().compile_kernel(function, folder))


@functools.cache
def compiler() -> Any:
    """Return the module that compiles kernels: `compiler`, or `plain_compiler` if it is chosen or has to be used.

    PLOWSHARES_JIT is `fast` or `plain`; without it the fast one is used with the versions of Numba it was tested with.
    If one of the private names that it needs is missing, it is not used at all.
    """
    from plowshares.core import plain_compiler

    chosen = os.environ.get("PLOWSHARES_JIT", "")
    if chosen not in ("", "fast", "plain"):
        raise PlowsharesError(f"PLOWSHARES_JIT is {chosen!r}; it can be fast or plain")
    if chosen == "plain":
        return plain_compiler
    try:
        fast = importlib.import_module(f"{PACKAGE}.core.compiler")
        wrong = [f"{name} is missing" for name in fast.find_missing()]
        if not wrong and not chosen and not numba.__version__.startswith(fast.TESTED):
            wrong = ["the faster way was not tested with that version"]
    except (ImportError, AttributeError) as error:
        wrong = [str(error)]
    if not wrong:
        return fast
    warnings.warn(
        f"rules are compiled plainly with Numba {numba.__version__}, which takes longer ({wrong[0]});"
        " PLOWSHARES_JIT=plain says that this is meant",
        RuntimeWarning,
        stacklevel=2,
    )
    return plain_compiler


def is_plain() -> bool:
    """Ask whether kernels are ordinary functions of Numba."""
    return bool(compiler().__name__.endswith("plain_compiler"))


def factory(make: F) -> F:
    """Mark a function that makes kernels from a game's modules; each kernel is made once.

    It may close over modules and whole numbers only: Numba caches such kernels on disk, and no others.
    """
    return cast(F, functools.cache(make))


def resolve(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return a kernel's machine code for these types; skips Numba's type dispatch, half the cost of a call."""
    function(*arguments)  # compiles it if that has not been done
    compiled: Any = function
    if not hasattr(compiled, "overloads"):  # interpreted
        return function
    return compiled.overloads[tuple(map(compiled.typeof_pyval, arguments))].entry_point


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel for arguments of these types, or load it from the cache, without calling it."""
    compiled: Any = function
    if hasattr(compiled, "overloads"):  # not interpreted
        compiled.compile(tuple(map(compiled.typeof_pyval, arguments)))


def set_compile_in_background(wanted: bool = True) -> None:
    """Interpret kernels that are neither compiled nor cached yet, instead of waiting for the compiler.

    Another thread or process then has to compile them: see `compile_for`.
    """
    FallbackMode.wanted = wanted


def is_compiled(function: Callable[..., Any], *arguments: Any) -> bool:
    """Ask whether a kernel needs no compiling: for arguments of these types, or with none given for any at all."""
    compiled: Any = function
    if not hasattr(compiled, "overloads"):  # interpreted
        return True
    kinds = tuple(map(compiled.typeof_pyval, arguments)) or None
    here = compiled.overloads if kinds is None else kinds in compiled.overloads
    holds = getattr(compiled._cache, "holds", None)
    return bool(here) or (holds is not None and bool(holds(kinds, compiled.targetctx.codegen())))


def is_interpreted(function: Callable[..., Any]) -> bool:
    """Ask whether a kernel would be interpreted now; callers skip work that would then be too slow."""
    if not hasattr(function, "overloads"):
        return True
    return FallbackMode.wanted and not is_plain() and not is_compiled(function)


def prune_cache(keep_days: float = 14.0) -> int:
    """Remove cache folders that nothing has used for some days; return how many."""
    root = cache_root()
    stale = time.time() - keep_days * 86400
    old = [f for f in root.glob("*") if f.is_dir() and f.stat().st_mtime < stale]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)


def _source_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Name the packages this kernel may be made of: the core, its own, and those of the rules it closes over.

    Games import only the core, and the engine only what it is handed; so a change in one
    game recompiles that game and nothing else.
    """
    modules = [function.__module__]
    for cell in function.__closure__ or ():
        if isinstance(cell.cell_contents, ModuleType):
            modules.append(cell.cell_contents.__name__)
    return tuple(sorted({f"{PACKAGE}.core", *map(_unit, modules)}))


def _unit(module: str) -> str:
    """Return the package that a module's kernels are edited and compiled together with."""
    parts = module.split(".")
    if parts[0] != PACKAGE:
        return parts[0]
    return ".".join(parts[:3] if parts[1:2] == ["games"] else parts[:2])


@functools.cache
def _digest(names: tuple[str, ...]) -> str:
    digest = hashlib.blake2b(digest_size=10)
    # Bounds checking is not part of Numba's own key: a cache built without it would be reused.
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    digest.update(b"plain" if is_plain() else b"")
    for name in names:
        for source in _sources(name):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(name: str) -> Iterator[Path]:
    module = sys.modules[name]  # it is being imported, or a kernel of it could not be made
    folders = [Path(folder) for folder in getattr(module, "__path__", ())]
    if not folders:
        yield from (Path(file) for file in [getattr(module, "__file__", None)] if file)
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            if WITHOUT_KERNELS.isdisjoint((file.stem, *file.relative_to(folder).parts)):
                yield file
