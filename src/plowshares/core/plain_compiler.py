"""Kernels as ordinary functions of Numba: slower to compile and to run than by `compiler.py`, on any version of it.

Chosen by PLOWSHARES_JIT=plain, or by itself where the installed Numba is not one that `compiler.py` was tested with.
Kernels are not interpreted meanwhile: the first call of a kernel waits for the compiler.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

logger = logging.getLogger(__name__)


def compile_kernel(function: Callable[..., Any], folder: Path) -> Any:
    """Return what Python and other kernels call in place of a rule."""
    njit: Any = numba.njit  # its stubs do not know every setting
    made = njit(nogil=True)(function)
    if made is not function:  # not interpreted
        keep(made, function, folder)
    return made


def keep(made: Any, function: Callable[..., Any], folder: Path) -> None:
    """Keep the machine code on disk, if this Numba's cache is as we know it; otherwise it is compiled by every program.

    Numba's own `cache=True` would let stale rules run: it looks at the file of a kernel, not at those that it calls.
    """
    try:
        from plowshares.core.kernel_cache import KernelCache

        made._cache = KernelCache(function, folder)
    except (ImportError, AttributeError, TypeError) as error:
        logger.debug("kernels are not cached with Numba %s: %s", numba.__version__, error)
