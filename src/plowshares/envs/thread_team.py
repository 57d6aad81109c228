"""A persistent thread team for batch steps: handing work to it is cheaper than to a thread pool."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from plowshares.engine.work_sharing import BEGIN, CALLER, END, SAME

LINE = 8  # 64-bit numbers in a cache line, so that no two threads write to the same line
# Spins before a waiting thread gives up the processor: one or two tenths of a millisecond, as much as one part of a
# batch may take longer than another. A thread that gives up too early competes for the GIL with the caller, which is
# about to call again. One that spins too long, on a busy machine, keeps the core from the thread it waits for.
PATIENCE = 8_000
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds of sleep between two looks afterwards
# On other processors a flag may become visible before the work it announces; there the GIL is the barrier.
IN_ORDER = platform.machine() in ("x86_64", "AMD64")


class ThreadTeam:
    """The calling thread and some helpers, which run one function at the same time, each on its share of some matches.

    The function gets the number of its thread (0 is the caller) and of the turn. In a helper it must set
    `flags[thread, 0]` to the turn when its work is done, and may then wait for the others. A helper's function may
    begin the next turn itself when it finds its number in `flags[0, 0]` and `flags[0, SAME]`; it returns the last turn
    it has done. `shares` may change between two turns.
    """

    def __init__(self, helpers: int, patient: bool) -> None:
        threads = helpers + 1
        self.flags = np.zeros((threads, LINE), np.int64)
        self.spins = np.zeros((threads + 1, LINE), np.int64)
        self.shares = np.zeros((threads, LINE), np.int64)
        self.spins[-1, 0] = PATIENCE if patient and IN_ORDER else 0  # interpreted, spinning would hold the GIL
        self._turn = 0
        self._marks = memoryview(self.flags[CALLER])  # three times as fast as indexing the array
        self._helpers = [_Helper(thread, self.flags) for thread in range(1, helpers + 1)]

    def share_out(self, matches: int) -> None:
        """Give every thread an equal share of the matches, up to rounding."""
        threads = np.arange(len(self.shares))
        self.shares[:, BEGIN] = threads * matches // len(threads)
        self.shares[:, END] = (threads + 1) * matches // len(threads)

    def run(self, function: Callable[..., Any], arguments: tuple[Any, ...], same: bool = False) -> None:
        """Call the function in every thread with these arguments, in the caller too; return when all are done.

        If it is the `same` as the turn before, nothing but the contents of the arrays may have changed.
        """
        turn = self._turn = self._turn + 1
        if not self._helpers:
            function(CALLER, turn, *arguments)
            return
        if not same:
            for helper in self._helpers:
                helper.take(function, arguments)
        try:
            # The flag is set here and not in the function, whose call takes long.
            self._marks[SAME] = turn if same else 0
            self._marks[0] = turn
            for helper in self._helpers:
                if helper.rests:
                    helper.tell()
            function(CALLER, turn, *arguments)
        finally:
            # An interrupted caller may not have set its flag yet; then no helper is working.
            working = self._helpers if self._marks[0] == turn else []
            errors = [error for helper in working if (error := helper.end(turn))]
        if errors:
            raise errors[0]

    def forget(self) -> None:
        """Drop the arguments, which may hold arrays of the caller; the next turn is not the same."""
        for helper in self._helpers:
            helper.take(None, ())

    def close(self) -> None:
        """Stop the helpers."""
        for helper in self._helpers:
            helper.stop()


class _Helper:
    """A thread that does its part of every turn.

    The caller sets its flag and then checks whether the helper rests. The helper notes that it rests and then checks
    the flag. So at least one of them notices the other, and the helper misses no turn.
    """

    def __init__(self, thread: int, flags: Any) -> None:
        self._number, self._own, self._callers = thread, memoryview(flags[thread]), memoryview(flags[CALLER])
        self.rests = True
        self._told = threading.Lock()  # open when there is something new
        self._told.acquire()
        self._function: Callable[..., Any] | None = None
        self._arguments: tuple[Any, ...] = ()
        self._ended = 0  # the last turn it has done
        self._leaving = False
        self._error: BaseException | None = None
        # A daemon, because callers need not close a batch.
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def take(self, function: Callable[..., Any] | None, arguments: tuple[Any, ...]) -> None:
        self._function, self._arguments = function, arguments

    def tell(self) -> None:
        if self._told.locked():  # still open if the helper was not resting after all
            self._told.release()

    def end(self, turn: int) -> BaseException | None:
        """Wait until the helper has done a turn; return its error, if any."""
        pause = SHORTEST
        while (self._own[0] if IN_ORDER else self._ended) < turn:
            if self.rests:  # the caller was interrupted before it woke the helper
                self.tell()
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        error, self._error = self._error, None
        return error

    def stop(self) -> None:
        if self._thread.is_alive():
            self._leaving = True
            self.tell()
            if threading.current_thread() is not self._thread:  # garbage collection may close a batch in this thread
                self._thread.join()

    def _serve(self) -> None:
        while not self._leaving:
            self.rests = True
            if self._callers[0] == self._ended or self._function is None:
                self._told.acquire()
            else:
                self.rests = False
                self._do(self._callers[0], self._function, self._arguments)

    def _do(self, turn: int, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        try:
            self._ended = function(self._number, turn, *arguments) or turn
        except BaseException as error:  # passed on to the caller, whatever it is
            self._error = error
            self._own[0] = self._ended = turn
