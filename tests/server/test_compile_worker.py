"""First games on a machine with an empty kernel cache."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plowshares.core.game import Game
from plowshares.core.jit import is_compiled
from plowshares.server import compile_worker
from plowshares.server.agent_driver import PREPARING
from plowshares.server.compile_worker import PEOPLE, CompileWorker
from tests.server.site import Person
from tests.toys.broken import broken
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

pytestmark = pytest.mark.compiled_only

SERVE = """
from plowshares import registry
registry.OURS["pennies"] = "tests.toys.pennies:GAME"
from plowshares.cli import main
main()
"""
EASY = {"kind": "computer", "name": "easy"}


@contextlib.contextmanager
def cold_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Person]]:
    """Run `plowshares serve` with a toy game and an empty cache; return it and a player."""
    command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--no-open"]
    command += ["--database", f"sqlite:///{folder / 'tables.sqlite'}"]
    environment = {**os.environ, "PLOWSHARES_CACHE": str(folder / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        yield process, Person(found[0])
    finally:
        process.kill()
        process.wait(20)
        process.stdout.close()


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def helpers_of(process: subprocess.Popen[str]) -> list[str]:
    """Return the processes that a server has started."""
    found = Path(f"/proc/{process.pid}/task").glob("*/children")
    return [pid for children in found for pid in children.read_text().split()]


def is_running(pid: str) -> bool:
    """Ask whether a process runs and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kept(folder: Path, kernel: str) -> bool:
    return any((folder / "cache").rglob(f"*.{kernel}-*.nbc"))


@pytest.mark.long
def test_people_play_at_once_and_the_computer_as_soon_as_it_can(tmp_path: Path) -> None:
    with cold_server(tmp_path) as (_, anna):
        anna.open({"kind": "me", "name": "Anna"}, EASY, game="pennies", preset="default")
        state = anna.state()
        assert state["note"] == PREPARING
        assert not kept(tmp_path, "search")
        while anna.state()["acting"]:
            anna.command(anna.actions()[0])
        wait_for(lambda: anna.state()["note"] == "")
        assert kept(tmp_path, "search")
        assert anna.wait_for_turn()["acting"]
        wait_for(lambda: kept(tmp_path, "step") and kept(tmp_path, "legal_actions"))


@pytest.mark.long
def test_nothing_goes_on_compiling_for_a_server_that_was_killed(tmp_path: Path) -> None:
    with cold_server(tmp_path) as (process, anna):
        anna.http.get("/games/pennies")
        wait_for(lambda: bool(helpers_of(process)))
        (helper,) = helpers_of(process)
        process.kill()
        wait_for(lambda: not is_running(helper))


def test_a_server_that_does_not_prepare_compiles_where_it_is_needed() -> None:
    assert CompileWorker().begin(GAME, Options(), GAME.state.new(Options())) is None


def prepare(game: Game, options: Options, s: Any) -> None:
    async def run() -> None:
        preparer = CompileWorker(is_on=True)
        await preparer.until(game, options, s, PEOPLE)
        assert preparer.begin(game, options, s, PEOPLE) is None
        await preparer.stop()

    asyncio.run(run())


def test_kernels_that_no_worker_can_compile_are_compiled_here(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compile_worker, "is_compiled", lambda *given: False)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    options = Options()
    s = GAME.state.new(options)
    prepare(GAME, options, s)
    assert "compiled by the server itself" in caplog.text
    assert is_compiled(GAME.rules.step, s, 0, 0)


def test_a_state_that_has_grown_is_compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_compiled", lambda *given: False)
    monkeypatch.delattr(CompileWorker, "_compile_apart")
    options = Options()
    s = GAME.state.new(options)
    prepare(broken("state", new=lambda options: object()), options, s)
    assert is_compiled(GAME.rules.step, s, 0, 0)
