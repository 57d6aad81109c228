"""The kernel cache on a full, read-only, damaged or outdated disk: kernels run all the same."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import resource
import shutil
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest

from plowshares.core import compiler
from plowshares.core.jit import compile_for, is_compiled, prune_cache, set_compile_in_background
from plowshares.core.kernel_cache import Index, mark_used

RULES = """
from plowshares.core.jit import kernel


@kernel
def double(n):
    return n + n


@kernel
def treble(n):
    return double(n) + n
"""

# Too large to be inlined into its callers.
WORK = """
        if s.cells[i] > 3:
            found += i * s.cells[i] // 2
        elif s.cells[i] < -2:
            found += s.cells[i] // 3 - i % 5
        while found > 1000:
            found -= s.cells[i // 2] % 11 + 1
"""
SIZED = f"""
from typing import Annotated
from plowshares.core.jit import kernel
from plowshares.core.records import Int8s, Int32, Record


class Row(Record):
    cells: Annotated[Int8s, "many"]
    last: Int32


@kernel
def search(s, low, high):
    found = 0
    for i in range(low, high):
{10 * WORK}
    return found + s.last


@kernel
def last_of(s):
    return search(s, 0, 1) - search(s, 1, 1) + search(s, 0, len(s.cells))
"""

PLAY = """
import resource, sys
sys.dont_write_bytecode = True  # it would be cut short
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
import kept_rules
print(kept_rules.double(21), kept_rules.treble(14))
"""


class Disk:
    """A folder for compiled kernels, and programs that use it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.cache, self.monkeypatch = folder, folder / "cache", monkeypatch
        monkeypatch.setenv("PLOWSHARES_CACHE", str(self.cache))
        monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
        monkeypatch.syspath_prepend(folder)
        (folder / "kept_rules.py").write_text(RULES)

    def load(self) -> Any:
        """Import the rules as a new program would."""
        self.monkeypatch.delitem(sys.modules, "kept_rules", raising=False)
        mark_used.cache_clear()
        return importlib.import_module("kept_rules")

    def play(self) -> int:
        """Use the rules in a new program; return how many kernels it found in the cache."""
        rules = self.load()
        assert rules.double(21) == rules.treble(14) == 42
        return sum(sum(each.stats.cache_hits.values()) for each in (rules.double, rules.treble))

    def cut(self, ending: str, left: int) -> None:
        """Truncate every cached file of one kind."""
        for file in self.cache.rglob(f"*.{ending}"):
            file.write_bytes(file.read_bytes()[:left])


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(tmp_path, monkeypatch)


@contextlib.contextmanager
def full_disk() -> Iterator[None]:
    """Limit the file size to less than Numba writes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    writes_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # of modules imported by the test
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = writes_no_bytecode


def test_cached_kernels_are_used_by_the_next_program(disk: Disk) -> None:
    assert disk.play() == 0
    assert disk.play() == 2


def test_a_kernel_is_compiled_for_the_types_it_was_used_with(disk: Disk) -> None:
    rules = disk.load()
    assert not is_compiled(rules.double)
    assert not is_compiled(rules.double, 1)
    rules.double(1)
    for each in (rules, disk.load()):
        assert is_compiled(each.double)
        assert is_compiled(each.double, 1)
        assert not is_compiled(each.double, 1.5)


def test_a_kernel_can_be_compiled_without_being_called(disk: Disk) -> None:
    called: list[int] = []
    compile_for(called.append, 1)
    assert called == [], "what is interpreted needs nothing"
    rules = disk.load()
    compile_for(rules.treble, 1)
    assert is_compiled(rules.treble, 1)
    assert disk.play() == 1


def test_nobody_waits_for_the_compiler_if_that_is_wanted(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "AGAIN", 1000.0)
    set_compile_in_background()
    try:
        rules = disk.load()
        assert rules.treble(14) == 42
        assert not is_compiled(rules.treble)
        compile_for(disk.load().treble, 1)
        assert rules.treble(14) == 42, "the cache is not looked into all the time"
        assert not rules.treble.stats.cache_hits
        rules = disk.load()
        assert rules.treble(14) == 42
        assert rules.treble.stats.cache_hits, "what another has made is used"
        shutil.rmtree(disk.cache)
        rules = disk.load()
        with pytest.raises(TypeError):
            rules.treble(None)
        compile_for(rules.double, 1)
        assert rules.treble(14) == 42, "what is interpreted calls what is compiled"
        assert not is_compiled(rules.treble)
        assert disk.play() == 1, "what is kept is loaded"
        assert not list(disk.cache.rglob("*.treble-*")), "nothing else is compiled"
        compile_for(disk.load().treble, 1)
        assert disk.play() == 2
    finally:
        set_compile_in_background(False)
    assert disk.play() == 2


def test_code_of_different_sizes_from_different_programs_is_not_confused(disk: Disk) -> None:
    (disk.folder / "sized_rules.py").write_text(SIZED)
    path = os.pathsep.join([str(disk.folder), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "0"}
    for many in (4, 12):  # two programs that number functions and types in the same way
        play = f"import sized_rules as r; r.last_of(r.Row.sized(many={many}).new())"
        subprocess.run([sys.executable, "-c", play], env=environment, check=True)
    rules: Any = importlib.import_module("sized_rules")
    for many in (4, 12):
        row = rules.Row.sized(many=many).new()
        row.last = 1000 + many
        assert rules.last_of(row) == 1000 + many
    assert sum(rules.last_of.stats.cache_hits.values()) == 2


def test_two_programs_that_keep_at_once_do_not_overwrite_each_other(tmp_path: Path) -> None:
    new: Any = Index  # untyped below
    one, other = (new(str(tmp_path), "rules.setup-1.py311", "stamp") for _ in range(2))
    write = one._save_data

    def write_late(name: str, data: Any) -> None:
        other._load_index = dict  # it has looked before anything was written
        other.save("key of other", "code of other")
        write(name, data)

    one._save_data = write_late
    one.save("key of one", "code of one")
    for who in ("one", "other"):
        assert one.load(f"key of {who}") in (None, f"code of {who}")


def test_a_full_disk_is_complained_about_once_and_the_rules_run(disk: Disk, caplog: pytest.LogCaptureFixture) -> None:
    with full_disk():
        assert disk.play() == 0
    (complaint,) = caplog.messages
    assert "cannot be kept" in complaint
    assert str(disk.cache) in complaint
    assert "File too large" in complaint
    assert "PLOWSHARES_CACHE" in complaint
    assert disk.play() == 0, "nothing half-written is left"


def test_a_full_disk_is_reported_in_one_line(disk: Disk) -> None:
    path = os.pathsep.join([str(disk.folder), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["42", "42"]
    assert done.stderr.startswith("compiled rules cannot be kept in")
    assert len(done.stderr.splitlines()) == 1


def test_if_a_folder_cannot_be_made_kernels_are_not_kept_elsewhere(disk: Disk) -> None:
    disk.cache.write_text("a file, not a folder")
    assert disk.play() == 0
    assert not is_compiled(disk.load().double)
    assert not list(disk.folder.rglob("*.nbi"))


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("left", [0, 40])
def test_files_cut_short_are_made_again(disk: Disk, ending: str, left: int) -> None:
    disk.play()
    disk.cut(ending, left)
    assert disk.play() == 0
    assert disk.play() == 2


def test_a_folder_in_use_is_not_pruned(disk: Disk) -> None:
    disk.play()
    long_ago = time.time() - 20 * 86400
    for folder in disk.cache.iterdir():
        os.utime(folder, (long_ago, long_ago))
    assert disk.play() == 2
    assert prune_cache(keep_days=14) == 0


def write_index(folder: Path, key: Any) -> Any:
    new: Any = Index  # untyped below
    file = new(str(folder), "rules.setup-1.py311", "stamp")
    data = pickle.dumps(("stamp", {key: "data"}))
    (folder / "rules.setup-1.py311.nbi").write_bytes(pickle.dumps(numba.__version__) + data)
    return file


def test_an_index_is_read_back(tmp_path: Path) -> None:
    assert write_index(tmp_path, "key")._load_index() == {"key": "data"}


def test_an_index_of_a_removed_game_is_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("gone_game")
    monkeypatch.setitem(sys.modules, "gone_game", module)
    state = type("State", (), {"__module__": "gone_game"})
    module.State = state
    file = write_index(tmp_path, state)
    assert file._load_index() == {state: "data"}
    del module.State
    assert file._load_index() == {}
    monkeypatch.delitem(sys.modules, "gone_game")
    assert file._load_index() == {}
