"""Threads that stand ready for their share of every call: to hand work to them takes less than to a pool."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from plowshares.engine.batch import SAME

LINE = 8  # numbers of a line of cache, so that no two threads write to the same
# How often a thread looks for a sign before it gives up the processor: for a tenth of a millisecond or two, as long as
# one part of a batch takes longer than another. One that gives up too early takes Python's lock from the caller, who is
# about to call again; one that waits longer, on a machine with other work, keeps the core from whom it waits for.
PATIENCE = 8_000
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds between two looks afterwards
# Elsewhere a sign may be seen before the work that it tells of, and only Python's lock says that it is done.
IN_ORDER = platform.machine() in ("x86_64", "AMD64")


class Crew:
    """The calling thread and some helpers, which run one function at the same time, each with arguments of its own.

    The function is given who runs it (0 is the caller) and the number of the turn. It shall set `signs[0, 0]` to
    the turn when the caller begins, `signs[who, 0]` when a helper has done its work, and may then wait for the others.
    A helper's function may go on with the next turn by itself when it sees its number in `signs[0, SAME]` too; it
    returns the last turn that it has done.
    """

    def __init__(self, helpers: int, patient: bool) -> None:
        self.signs = np.zeros((helpers + 1, LINE), np.int64)
        self.beats = np.zeros((helpers + 2, LINE), np.int64)
        self.beats[-1, 0] = PATIENCE if patient and IN_ORDER else 0  # interpreted, waiting would keep Python's lock
        self._turn = 0
        self._helpers = [_Helper(who, self.signs) for who in range(1, helpers + 1)]

    def run(
        self, function: Callable[..., Any], shares: list[tuple[Any, ...]], rest: tuple[Any, ...], same: bool = False
    ) -> None:
        """Call the function once for every share, the caller with the first; return when all of it is done.

        Nothing may have changed since the turn before if it is the `same`, save what the arrays hold.
        """
        self._turn += 1
        if not self._helpers:
            function(0, self._turn, *shares[0], *rest)
            return
        self.signs[0, SAME] = self._turn if same else 0
        for helper, share in zip(self._helpers, shares[1:], strict=True):
            helper.begin(function, self._turn, (*share, *rest))
        try:
            function(0, self._turn, *shares[0], *rest)
        finally:
            errors = [error for helper in self._helpers if (error := helper.end())]
        if errors:
            raise errors[0]

    def close(self) -> None:
        """Let the helpers go."""
        for helper in self._helpers:
            helper.stop()


class _Helper:
    """A thread that does one thing at a time, when it is told to."""

    def __init__(self, who: int, signs: Any) -> None:
        self._who, self._signs = who, signs
        self._told = threading.Lock()  # open when there is something new
        self._told.acquire()
        self._work: tuple[Callable[..., Any], int, tuple[Any, ...]] | None = None
        self._turn = self._ended = 0  # told of, and done with
        self._leaving = False
        self._error: BaseException | None = None
        # As a daemon, since nobody is bound to close a batch.
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def begin(self, function: Callable[..., Any], turn: int, arguments: tuple[Any, ...]) -> None:
        self._turn, self._work, self._error = turn, (function, turn, arguments), None
        self._tell()

    def end(self) -> BaseException | None:
        """Wait for the work; return what went wrong."""
        pause = SHORTEST
        while (self._signs[self._who, 0] if IN_ORDER else self._ended) < self._turn:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        self._work = None  # it holds the arrays of the caller
        return self._error

    def stop(self) -> None:
        if self._thread.is_alive():
            self._leaving = True
            self._tell()
            if threading.current_thread() is not self._thread:  # it may be where an unused batch is found
                self._thread.join()

    def _tell(self) -> None:
        if self._told.locked():  # it is open still if the caller was interrupted in the turn before
            self._told.release()

    def _serve(self) -> None:
        while True:
            self._told.acquire()
            work = self._work
            if self._leaving:
                return
            if work is None or work[1] <= self._ended:  # it was done by going on, before it was looked for here
                continue
            function, turn, arguments = work
            try:
                self._ended = function(self._who, turn, *arguments) or turn
            except BaseException as error:  # the caller's to deal with, whatever it is
                self._error = error
                self._signs[self._who, 0] = self._ended = turn
            del work, function, arguments
