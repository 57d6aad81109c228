"""A persistent thread team for batch steps: handing work to it is cheaper than to a thread pool."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from plowshares.engine.work_sharing import BEGIN, CALLER, END, SAME

LINE = 8  # numbers of a line of cache, so that no two threads write to the same
# How often a thread looks for a sign before it gives up the processor: for a tenth of a millisecond or two, as long as
# one part of a batch takes longer than another. One that gives up too early takes Python's lock from the caller, who is
# about to call again; one that waits longer, on a machine with other work, keeps the core from whom it waits for.
PATIENCE = 8_000
SHORTEST, LONGEST = 2e-5, 1e-3  # seconds between two looks afterwards
# Elsewhere a sign may be seen before the work that it tells of, and only Python's lock says that it is done.
IN_ORDER = platform.machine() in ("x86_64", "AMD64")


class Crew:
    """The calling thread and some helpers, which run one function at the same time, each on its share of some matches.

    The function is given who runs it (0 is the caller) and the number of the turn. It shall set `signs[who, 0]` to the
    turn when a helper has done its work, and may then wait for the others. A helper's function may go on with the next
    turn by itself when it sees its number in `signs[0, 0]` and in `signs[0, SAME]`; it returns the last turn that it
    has done. What `shares` tell it may change between two turns.
    """

    def __init__(self, helpers: int, patient: bool) -> None:
        threads = helpers + 1
        self.signs = np.zeros((threads, LINE), np.int64)
        self.beats = np.zeros((threads + 1, LINE), np.int64)
        self.shares = np.zeros((threads, LINE), np.int64)
        self.beats[-1, 0] = PATIENCE if patient and IN_ORDER else 0  # interpreted, waiting would keep Python's lock
        self._turn = 0
        self._marks = memoryview(self.signs[CALLER])  # looked at in a third of the time
        self._helpers = [_Helper(who, self.signs) for who in range(1, helpers + 1)]

    def share_out(self, matches: int) -> None:
        """Give every thread an equal share, as far as that is possible."""
        threads = np.arange(len(self.shares))
        self.shares[:, BEGIN] = threads * matches // len(threads)
        self.shares[:, END] = (threads + 1) * matches // len(threads)

    def run(self, function: Callable[..., Any], arguments: tuple[Any, ...], same: bool = False) -> None:
        """Let every thread call the function with these arguments, the caller too; return when all of it is done.

        Nothing may have changed since the turn before if it is the `same`, save what the arrays hold.
        """
        turn = self._turn = self._turn + 1
        if not self._helpers:
            function(CALLER, turn, *arguments)
            return
        if not same:
            for helper in self._helpers:
                helper.take(function, arguments)
        try:
            # The sign is given here and not in the function, which takes long to be called.
            self._marks[SAME] = turn if same else 0
            self._marks[0] = turn
            for helper in self._helpers:
                if helper.rests:
                    helper.tell()
            function(CALLER, turn, *arguments)
        finally:
            # An interrupted caller may not have come to give the sign; then nobody is at work.
            working = self._helpers if self._marks[0] == turn else []
            errors = [error for helper in working if (error := helper.end(turn))]
        if errors:
            raise errors[0]

    def forget(self) -> None:
        """Let go of the arguments, which may be arrays of the caller's; the next turn is not the same."""
        for helper in self._helpers:
            helper.take(None, ())

    def close(self) -> None:
        """Let the helpers go."""
        for helper in self._helpers:
            helper.stop()


class _Helper:
    """A thread that does its part of every turn.

    The caller gives the sign and then looks whether it rests; it says that it rests and then looks for the sign. So one
    of them sees the other, and it sleeps through no turn.
    """

    def __init__(self, who: int, signs: Any) -> None:
        self._who, self._own, self._callers = who, memoryview(signs[who]), memoryview(signs[CALLER])
        self.rests = True
        self._told = threading.Lock()  # open when there is something new
        self._told.acquire()
        self._function: Callable[..., Any] | None = None
        self._arguments: tuple[Any, ...] = ()
        self._ended = 0  # the last turn it has done
        self._leaving = False
        self._error: BaseException | None = None
        # As a daemon, since nobody is bound to close a batch.
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def take(self, function: Callable[..., Any] | None, arguments: tuple[Any, ...]) -> None:
        self._function, self._arguments = function, arguments

    def tell(self) -> None:
        if self._told.locked():  # it is open still if it was told in vain
            self._told.release()

    def end(self, turn: int) -> BaseException | None:
        """Wait for the work; return what went wrong."""
        pause = SHORTEST
        while (self._own[0] if IN_ORDER else self._ended) < turn:
            if self.rests:  # the caller was interrupted before it told it
                self.tell()
            time.sleep(pause)
            pause = min(2 * pause, LONGEST)
        error, self._error = self._error, None
        return error

    def stop(self) -> None:
        if self._thread.is_alive():
            self._leaving = True
            self.tell()
            if threading.current_thread() is not self._thread:  # it may be where an unused batch is found
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
            self._ended = function(self._who, turn, *arguments) or turn
        except BaseException as error:  # the caller's to deal with, whatever it is
            self._error = error
            self._own[0] = self._ended = turn
