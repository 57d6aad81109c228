"""Cache of compiled kernels on disk: in a folder named after their sources, or nowhere if it cannot be written to."""

# Numba's own functions have no types:
# mypy: allow-untyped-calls

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import caching

# An index holds the types of what its kernel was compiled for. Kernels of the core are compiled for the records of many
# games: one that was removed or renamed, or a test's toy, would keep all others from being compiled. And a machine that
# stopped at the wrong moment leaves files cut short.
UNREADABLE = (ImportError, AttributeError, EOFError, pickle.UnpicklingError)
# What comes of calling private parts of a Numba in which they have changed.
UNKNOWN = (AttributeError, TypeError)
logger = logging.getLogger(__name__)


class Index(caching.IndexDataCacheFile):
    """The files of one kernel."""

    def _load_index(self) -> Any:
        """Load the index; begin with an empty one if it cannot be read."""
        try:
            return super()._load_index()
        except UNREADABLE:
            return {}

    def save(self, key: Any, data: Any) -> None:
        """Keep data in a file of its own, then note it in the index."""
        # Numba numbers the files of a kernel: two programs that keep something at once would take the same number, and
        # one would later run the other's code. At worst a note is lost here, and its code is compiled again.
        name = f"{self._index_name.removesuffix('.nbi')}.{digest(key)}.nbc"
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})


def digest(key: Any) -> str:
    """Return a name for what a kernel was compiled for: types, machine, and what it closes over."""
    return hashlib.blake2b(repr(key).encode(), digest_size=10).hexdigest()


FOLDER = "_kernel_folder"  # attribute of a function: the folder that its compiled kernel is kept in


class _Folder(caching.UserProvidedCacheLocator):
    """The folder that was chosen for a function, and no other: Numba's own choices would let stale rules run.

    Numba would take one folder for the whole process (`numba.config.CACHE_DIR`), for other libraries' functions too.
    """

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(Path(getattr(py_func, FOLDER), self.get_suitable_cache_subpath(py_file)))

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        # Numba would also write a file for every kernel that is imported, to see whether it can.
        return cls(py_func, py_file) if Path(py_file).exists() else None


class _Results(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Folder]  # noqa: RUF012  # declared so by the class above


class KernelCache(caching.FunctionCache):
    """What is kept of one kernel. Whatever the disk does, the kernel itself runs: at worst it is compiled again."""

    _impl_class = _Results

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        setattr(function, FOLDER, folder)
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = Index(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for arguments of these types; None if there is nothing that can be read."""
        try:
            found = super().load_overload(sig, target_context)
        except (OSError, *UNREADABLE, *UNKNOWN):
            return None
        if found is not None:
            mark_used(Path(self.cache_path).parent)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for arguments of these types, if there is room."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            warn_once(Path(self.cache_path).parent, str(error.strerror))
        except UNKNOWN as error:
            warn_of_numba(numba.__version__, str(error))

    def holds(self, sig: tuple[Any, ...] | None, codegen: Any) -> bool:
        """Ask whether something is kept for this machine: for arguments of these types, or with None for any."""
        try:
            kept = self._cache_file._load_index()
            return bool(kept) if sig is None else self._index_key(sig, codegen) in kept
        except (OSError, *UNKNOWN):
            return False


@functools.cache
def mark_used(folder: Path) -> None:
    """Note in a folder's time that it is in use, so that it is not taken for an old one and removed."""
    with contextlib.suppress(OSError):
        os.utime(folder)


@functools.cache
def warn_once(folder: Path, why: str) -> None:
    """Say that compiled kernels cannot be kept; the games can be played all the same."""
    logger.warning(
        "compiled rules cannot be kept in %r (%s): they are compiled again by every program that needs them;"
        " make room there, or let PLOWSHARES_CACHE name another folder",
        str(folder),
        why,
    )


@functools.cache
def warn_of_numba(version: str, why: str) -> None:
    """Say that this Numba keeps kernels in another way; the games can be played all the same."""
    logger.warning(
        "compiled rules cannot be kept with Numba %s (%s): they are compiled again by every program that needs them",
        version,
        why,
    )
