"""Stale rules never run: each edit of a copy of the package is seen by a new process with the same cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plowshares

RULES = '''
"""Count to a limit."""
from plowshares.core.jit import kernel
from plowshares.core.records import Int32, Record
from plowshares.core.seats import seat_bit
from plowshares.games.{name}.limits import LIMIT

class State(Record):
    turn: Int32

@kernel
def to_act(s): return seat_bit(0)
@kernel
def legal_actions(s, seat, out):
    out[0] = 0
    return 1
@kernel
def step(s, seat, action): s.turn += 1
@kernel
def is_over(s): return s.turn >= LIMIT
@kernel
def needs_room(s): return False
'''

# The playout is made in the engine, from rules in a second file, with a number in a third.
PLAY = """
import importlib, sys
import numpy as np
from plowshares.core.rng import Rng, seed_rng
from plowshares.engine.playout import make_playout

rules = importlib.import_module(f"plowshares.games.{sys.argv[1]}.rules")
assert not rules.is_over(rules.State.new())
rng = Rng.new()
seed_rng(rng, np.uint64(1), 0)
print(make_playout(rules)(rules.State.new(), rng, 1000, np.zeros(8, np.int32)))
"""


class Copy:
    """A copy of the package with two tiny games, and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.package = folder / "source" / "plowshares"
        for part in ("core", "engine"):
            original = Path(plowshares.__file__).parent / part
            shutil.copytree(original, self.package / part, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("count", "other"):
            game = self.package / "games" / name
            game.mkdir(parents=True)
            (game / "__init__.py").touch()
            (game / "rules.py").write_text(RULES.format(name=name))
            (game / "limits.py").write_text("LIMIT = 7\n")
        for package in (self.package, self.package / "games"):
            (package / "__init__.py").touch()

    def play(self, name: str, **environment: str) -> int:
        """Play a tiny game to its end in a new process; return how many actions it took."""
        plain = {word: value for word, value in os.environ.items() if not word.startswith("NUMBA_")}
        done = subprocess.run(
            [sys.executable, "-c", PLAY, name],
            env={**plain, "PYTHONPATH": str(self.package.parent), "PLOWSHARES_CACHE": str(self.cache), **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout)

    def edit(self, file: str, before: str, after: str) -> None:
        """Replace text that must be there."""
        path = self.package / file
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after))

    def kernels(self) -> set[Path]:
        """Return the compiled kernels in the cache."""
        return set(self.cache.rglob("*.nbc"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.mark.long
def test_a_rule_edited_in_another_file_than_the_kernel_is_played_at_once(copy: Copy) -> None:
    assert copy.play("count") == 7
    compiled = copy.kernels()
    assert copy.play("count") == 7
    assert copy.kernels() == compiled, "an unchanged game was compiled again"
    copy.edit("games/count/limits.py", "7", "9")
    assert copy.play("count") == 9
    copy.edit("games/count/limits.py", "9", "7")
    assert copy.play("count") == 7


@pytest.mark.long
def test_an_edit_of_one_game_recompiles_no_other(copy: Copy) -> None:
    assert copy.play("other") == 7
    compiled = copy.kernels()
    copy.edit("games/count/limits.py", "7", "9")
    assert copy.play("other") == 7
    assert copy.kernels() == compiled


@pytest.mark.long
def test_an_edit_of_the_core_reaches_the_kernels_of_every_game(copy: Copy) -> None:
    assert copy.play("count") == 7
    compiled = copy.kernels()
    copy.edit("core/seats.py", "MOST_SEATS = 64", "MOST_SEATS = 32")
    assert copy.play("count") == 7
    added = copy.kernels() - compiled
    assert any("rules.is_over" in file.name for file in added)
    assert any("playout" in file.name for file in added)


@pytest.mark.long
def test_bounds_checked_kernels_lie_apart(copy: Copy) -> None:
    assert copy.play("count") == 7
    plain = {file.relative_to(copy.cache).parts[0] for file in copy.kernels()}
    before = copy.kernels()
    assert copy.play("count", NUMBA_BOUNDSCHECK="1") == 7
    checked = {file.relative_to(copy.cache).parts[0] for file in copy.kernels() - before}
    assert checked
    assert not checked & plain
