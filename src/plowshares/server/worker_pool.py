"""Starts several server processes behind one socket, replaces those that die, and restarts them one by one."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NamedTuple

from plowshares.server.app import Settings, create_app
from plowshares.server.logs import set_up_logging
from plowshares.server.uvicorn_server import Server

START_SECONDS = 60.0  # for a new process to answer
STOP_SECONDS = 20.0  # for a process to stop before it is killed
PAUSE = 3.0  # seconds before a dead process is replaced: the others take its tables over first
logger = logging.getLogger(__name__)


class Running(NamedTuple):
    """A worker process, and the pipe on which it reports that it is ready."""

    process: BaseProcess
    ready: Connection


class WorkerPool:
    """The parent process. It keeps the socket open, so no client is refused while a worker is replaced."""

    def __init__(self, settings: Settings, listener: socket.socket, count: int) -> None:
        self._settings, self._listener, self._count = settings, listener, count
        self._context = multiprocessing.get_context("spawn")
        # Read by glibc when a worker starts. The interpreter lock lets one thread allocate at a time, so arenas for
        # other threads only keep memory that nobody uses.
        os.environ.setdefault("MALLOC_ARENA_MAX", "1")
        self._workers: list[Running] = []
        self._stopping = self._restarting = False

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; SIGHUP restarts the workers one by one."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._restart)
        self._workers = [self._start() for _ in range(self._count)]
        for each in self._workers:
            self._wait_until_ready(each)
        while not self._stopping:
            wait([each.process.sentinel for each in self._workers], timeout=0.5)
            if self._restarting:
                self._restarting = False
                self._replace_all()
            elif not self._stopping:
                self._replace_dead()
        self._end(self._workers)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _restart(self, number: int, frame: FrameType | None) -> None:
        self._restarting = True

    def _start(self) -> Running:
        here, there = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=run_worker, args=(self._settings, self._listener, there), name="plowshares worker"
        )
        process.start()
        there.close()
        return Running(process, here)

    def _wait_until_ready(self, running: Running) -> bool:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and running.process.is_alive() and not self._stopping:
            if running.ready.poll(0.2):
                with contextlib.suppress(EOFError):
                    return bool(running.ready.recv())
                return False
        return False

    def _replace_dead(self) -> None:
        for i, each in enumerate(self._workers):
            if not each.process.is_alive():
                logger.warning("a worker has ended with code %s; another is started", each.process.exitcode)
                time.sleep(PAUSE)
                self._workers[i] = self._start()

    def _replace_all(self) -> None:
        """Replace each worker, starting the new one before stopping the old one."""
        for i, old in enumerate(self._workers):
            new = self._start()
            if self._wait_until_ready(new):
                self._workers[i] = new
                self._end([old])
            else:
                logger.error("a new worker did not start: the old ones go on")
                self._end([new])
                return

    def _end(self, workers: list[Running]) -> None:
        for each in workers:
            if each.process.pid is not None and each.process.is_alive():
                os.kill(each.process.pid, signal.SIGTERM)
        until = time.monotonic() + STOP_SECONDS
        for each in workers:
            each.process.join(max(0.0, until - time.monotonic()))
            if each.process.is_alive():
                each.process.kill()
                each.process.join()


def run_worker(settings: Settings, listener: socket.socket, ready: Connection) -> None:
    """Serve in this process; end when the parent does."""
    set_up_logging(settings.logs)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    app = create_app(settings)
    Server(app, lambda: ready.send(True)).run(sockets=[listener])


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
