"""Compiles games in a separate process, so that nobody waits for the compiler before the first board.

On a new install nothing is compiled. Until then this process interprets the rules, which is fast enough for people, and
finds the compiled ones in the cache as soon as the other process has made them. Only the computer player has to wait:
its search would be too slow. `python -m plowshares.server.compile_worker` is the other process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from plowshares import registry
from plowshares.agents.search import EDGES, NODES
from plowshares.core.game import Game
from plowshares.core.hooks import Needed
from plowshares.core.jit import is_compiled, set_compile_in_background
from plowshares.core.options import Options, read_options, to_plain
from plowshares.engine import precompile
from plowshares.engine.tree import new_tree

COMPUTER, PEOPLE = "computer", "people"  # who needs the kernels; computers first, since people can play interpreted
MOST_PROCESSES = 2  # concurrent compile processes
NICENESS = 2
logger = logging.getLogger(__name__)


class Job(msgspec.Struct, frozen=True):
    """What the other process is to compile."""

    game: str  # its place
    options: dict[str, Any]
    whose: list[str]


def list_needed(game: Game, options: Options, s: Any, who: str) -> list[Needed]:
    """List the kernels that people or computer players need, for States like this one."""
    if who == PEOPLE:
        return precompile.for_people(game, options, s)
    return precompile.for_computer(game, options, s, new_tree(NODES, EDGES))


class CompileWorker:
    """Compiles games for a server in other processes; when off, kernels are compiled where they are called."""

    def __init__(self, is_on: bool = False) -> None:
        self.is_on = is_on
        self._ready: dict[tuple[str, type, str], asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._threads = ThreadPoolExecutor(2 * MOST_PROCESSES, "preparer")
        self._room = asyncio.Semaphore(MOST_PROCESSES)
        set_compile_in_background(is_on)  # tables that were in play are rebuilt first of all

    def begin(self, game: Game, options: Options, s: Any, who: str = PEOPLE) -> asyncio.Event | None:
        """Begin to compile what people or computer players need for States like this one; None if that is done."""
        if not self.is_on:
            return None
        wanted = (PEOPLE,) if who == PEOPLE else (COMPUTER, PEOPLE)
        missing = [each for each in wanted if (game.name, type(s), each) not in self._ready]
        if missing:
            ready = {each: self._ready.setdefault((game.name, type(s), each), asyncio.Event()) for each in missing}
            set_compile_in_background()
            task = asyncio.create_task(self._prepare(game, options, s, ready), name=f"prepare {game.name}")
            self._tasks.add(task)
            task.add_done_callback(self._has_prepared)
        found = self._ready[game.name, type(s), who]
        return None if found.is_set() else found

    async def until(self, game: Game, options: Options, s: Any, who: str) -> None:
        """Wait until the kernels for people or for computer players are compiled."""
        ready = self.begin(game, options, s, who)
        if ready is not None:
            await ready.wait()

    async def stop(self) -> None:
        """Stop compiling; what is finished is kept."""
        for task in self._tasks:
            task.cancel()
        for process in list(self._processes):
            process.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        set_compile_in_background(False)

    def _has_prepared(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a game could not be prepared", exc_info=task.exception())
        if not self._tasks:
            # The few kernels that are left are compiled on call: interpreting them for ever would be slower.
            set_compile_in_background(False)

    async def _prepare(self, game: Game, options: Options, s: Any, ready: dict[str, asyncio.Event]) -> None:
        loop = asyncio.get_running_loop()
        try:
            needed = await loop.run_in_executor(self._threads, survey, game, options, s, list(ready))
            # The other process does not know States that have grown.
            if needed and type(s) is type(game.state.new(options)):
                job = Job(f"{game.home}:GAME", to_plain(options), list(ready))
                async with self._room:
                    await loop.run_in_executor(self._threads, self._compile_apart, job, loop, ready)
            # All of it is in the cache now, unless something went wrong.
            await loop.run_in_executor(self._threads, precompile.compile_all, needed)
        finally:
            for event in ready.values():
                event.set()

    def _compile_apart(self, job: Job, loop: asyncio.AbstractEventLoop, ready: dict[str, asyncio.Event]) -> None:
        """Compile in another process, and note whose kernels it has finished."""
        command = [sys.executable, "-m", __name__]
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            logger.warning("%s is compiled by the server itself: %s", job.game, error)
            return
        self._processes.add(process)
        with process, contextlib.suppress(BrokenPipeError, RuntimeError):  # the process or the server has ended
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            process.stdin.flush()
            for line in process.stdout:
                who = line.decode(errors="replace").strip()
                if who in ready:
                    loop.call_soon_threadsafe(ready[who].set)
        self._processes.discard(process)


def survey(game: Game, options: Options, s: Any, whose: list[str]) -> list[Needed]:
    """List the kernels that still have to be compiled."""
    needed = [each for who in whose for each in list_needed(game, options, s, who)]
    return [(kernel, arguments) for kernel, arguments in needed if not is_compiled(kernel, *arguments)]


def main() -> None:
    """Compile what the server asks for."""
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game = registry.find(job.game)
    options = read_options(game.options, job.options)
    for who in job.whose:
        precompile.compile_all(list_needed(game, options, game.state.new(options), who))
        sys.stdout.write(f"{who}\n")
        sys.stdout.flush()


def _end_with_input() -> None:
    """End with the server, even if it was killed."""
    while os.read(0, 1024):  # not sys.stdin: Python could not end while a thread waits in there
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
