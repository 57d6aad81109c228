"""Threads that wait for their share of every call: to hand work to them takes less than to a pool."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


class Crew:
    """The calling thread and some helpers, which run one function at the same time, each with arguments of its own."""

    def __init__(self, helpers: int) -> None:
        self._helpers = [_Helper() for _ in range(helpers)]

    def run(self, function: Callable[..., Any], shares: list[tuple[Any, ...]], rest: tuple[Any, ...]) -> None:
        """Call the function once for every share; return when all of it is done."""
        for helper, share in zip(self._helpers, shares, strict=False):
            helper.begin(function, (*share, *rest))
        try:
            function(*shares[-1], *rest)
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

    def __init__(self) -> None:
        self._told, self._done = threading.Lock(), threading.Lock()
        self._told.acquire()
        self._done.acquire()
        self._work: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self._error: BaseException | None = None
        self._begun = self._ended = 0
        # As a daemon, since nobody is bound to close a batch.
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def begin(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._work = function, arguments
        self._begun += 1
        self._told.release()

    def end(self) -> BaseException | None:
        """Wait for the work; return what went wrong."""
        while self._ended < self._begun:  # counted, since a caller who is interrupted here leaves the lock open
            self._done.acquire()
        self._work = None  # it holds the arrays of the caller
        return self._error

    def stop(self) -> None:
        if self._thread.is_alive():
            self._work = None
            self._told.release()
            self._thread.join()

    def _serve(self) -> None:
        while True:
            self._told.acquire()
            if self._work is None:
                return
            function, arguments = self._work
            self._error = None
            try:
                function(*arguments)
            except BaseException as error:  # the caller's to deal with, whatever it is
                self._error = error
            del function, arguments
            self._ended += 1
            if self._done.locked():
                self._done.release()
