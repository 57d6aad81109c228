"""`plowshares warm`: compile the games now, so that nobody waits for it later."""

from __future__ import annotations

import time

from plowshares import registry
from plowshares.agents.search import EDGES, NODES
from plowshares.core.jit import prune_cache
from plowshares.engine.precompile import warm_up
from plowshares.engine.tree import new_tree


def warm(*names: str) -> None:
    """Compile games ahead of time, and remove compiled rules that are out of use.

    Parameters
    ----------
    names
        Games to compile; all of them if none is named.
    """
    for name in names or registry.names():
        began = time.perf_counter()
        print(f"{name}: compiling …", end=" ", flush=True)
        warm_up(registry.find(name), new_tree(NODES, EDGES))
        print(f"{time.perf_counter() - began:.1f} s")
    removed = prune_cache()
    if removed:
        print(f"removed {removed} outdated cache folders")
