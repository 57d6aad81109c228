"""Where jobs run: in this process, on the cores of this machine, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from plowshares.arena.job import Job, run_job
from plowshares.arena.referee import Played
from plowshares.arena.seat_kinds import is_served_here
from plowshares.core.cpu import count_cores
from plowshares.core.errors import InvalidOption, PlowsharesError

PLACES = ("local", "ray")
Results = Iterator[tuple[Job, Played]]
Pipe = multiprocessing.connection.Connection
J = TypeVar("J")
R = TypeVar("R")


def run_jobs(jobs: Sequence[Job], workers: int = 0, on: str = "local") -> Results:
    """Play jobs, some at the same time; yield each with its result, in the order in which they end."""
    if any(is_served_here(entrant.seat) for job in jobs for entrant in job.entrants):
        if on != "local":
            raise InvalidOption(f"seats of MCP clients are served by this process: they cannot be played on {on!r}")
        workers = 1
    return run_all(run_job, jobs, workers, on)


def run_all(run: Callable[[J], R], jobs: Sequence[J], workers: int = 0, on: str = "local") -> Iterator[tuple[J, R]]:
    """Do the same with any kind of job: `run` is a function of a module, which other processes can find."""
    check_place(on)
    if on == "ray":
        from plowshares.arena.ray_backend import run_on_ray

        return run_on_ray(run, jobs, workers)
    workers = min(workers or count_cores(), len(jobs))
    return run_here(run, jobs) if workers <= 1 else run_in_pool(run, jobs, workers)


def check_place(on: str) -> None:
    """Refuse a place that does not exist."""
    if on not in PLACES:
        raise InvalidOption(f"jobs cannot run on {on!r}; there are: {', '.join(PLACES)}")


def run_here(run: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
    """Do jobs one after the other in this process."""
    for job in jobs:
        yield job, run(job)


def run_in_pool(run: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[tuple[J, R]]:
    """Do jobs in worker processes. If this process dies, so do they, and with them their bots."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = concurrent.futures.ProcessPoolExecutor(
        workers, context, initializer=begin_worker, initargs=(os.getpid(), reader)
    )
    try:
        futures = {pool.submit(run, job): job for job in jobs}
        for future in concurrent.futures.as_completed(futures):
            yield futures[future], future.result()
        pool.shutdown()
    except concurrent.futures.process.BrokenProcessPool:
        raise PlowsharesError("a worker was killed from outside (out of memory?); start again to go on") from None
    finally:
        # Matches that are under way are lost, and their bots end with their workers.
        writer.close()
        pool.shutdown(cancel_futures=True)


def begin_worker(parent: int, pipe: Pipe) -> None:
    """Leave Ctrl-C to the parent, and end at once when the parent closes its end of the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent, pipe), daemon=True).start()


def _follow(parent: int, pipe: Pipe) -> None:
    while os.getppid() == parent and not pipe.poll(1.0):
        pass
    os._exit(1)


def in_order(results: Results, jobs: Sequence[Job]) -> Results:
    """Yield results in the order of the jobs: what has ended early waits."""
    waiting: dict[int, tuple[Job, Played]] = {}
    due = iter([job.index for job in jobs])
    expected = next(due, None)
    for job, played in results:
        waiting[job.index] = job, played
        while expected in waiting:
            yield waiting.pop(expected)
            expected = next(due, None)
