"""Which tests run where they are compiled or bounds-checked: in the quick tier, after it, or not at all."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.amounts import CHECKED

TESTS = Path(__file__).parent
# Bounds-checked, the quick tier plays whole matches of every game.
MATCHES = ["contract/test_contract.py", "contract/test_golden.py", "games/*/test_invariants.py"]
# Compiled, it also runs batches, searches, the compiler, and something of each part that plays matches.
SMOKE = [
    *("core/test_compiler.py", "core/test_jit.py", "core/test_rng.py", "core/test_simd.py", "core/test_spin.py"),
    *("engine/test_batch.py", "agents/test_agents.py", "agents/test_levels.py", "agents/test_referee.py"),
    *("api/test_match.py", "arena/test_referee.py", "cli/test_commands.py", "envs/test_gymnasium.py"),
    *("lab/test_match.py", "mcp/test_server.py", "review/test_review.py", "server/test_browser*.py"),
    *("server/test_secrecy.py", "server/test_streams.py", "server/test_tables.py"),
]
QUICK = MATCHES if CHECKED else MATCHES + SMOKE
COMPILED = re.compile("every_mode|compiled_only|mark[.]long")


def few_layouts(cases: Iterable[str], others: Collection[str]) -> list[Any]:
    """Return parameters of a test: cases whose States have another layout than usual need kernels of their own."""
    return [pytest.param(case, marks=pytest.mark.rest if case in others else ()) for case in cases]


@functools.cache
def is_rest(file: Path) -> bool:
    """Ask whether the tests of a file follow the quick tier."""
    return not any(fnmatch.fnmatch(str(file), str(TESTS / pattern)) for pattern in QUICK)


@functools.cache
def is_interpreted_only(file: Path) -> bool:
    """Ask whether no test of a file runs compiled: those of games do not unless a marker says so."""
    return TESTS / "games" in file.parents and not COMPILED.search(file.read_text())


def is_unwanted(file: Path, markers: str) -> bool:
    """Ask whether no test of a file is wanted by its markers: to import it may compile kernels for nothing."""
    if not file.name.startswith("test_"):
        return False
    if "not rest" in markers and is_rest(file):
        return True
    return "not interpreted_only" in markers and is_interpreted_only(file)
