"""Jobs on a Ray cluster. A task plays a batch of matches; bots run in processes of their own, as everywhere."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from plowshares.core.errors import InvalidOption

BATCHES = 4  # per worker: a task should take a second or more, and a slow one should not keep the others waiting
LOCAL = {"include_dashboard": False, "log_to_driver": False, "configure_logging": False}


J = TypeVar("J")
R = TypeVar("R")


def run_on_ray(run: Callable[[J], R], jobs: Sequence[J], workers: int = 0) -> Iterator[tuple[J, R]]:
    """Do jobs on the cluster that is connected, else on one of this machine; yield them as their batches end."""
    if importlib.util.find_spec("ray") is None:
        raise InvalidOption("running on ray needs the package ray: pip install 'plowshares[ray]'")
    ray = importlib.import_module("ray")
    mine = not ray.is_initialized()
    if mine:
        connect(ray, workers)
    try:
        play = ray.remote(num_cpus=1)(run_batch)
        cores = int(ray.cluster_resources().get("CPU", 1))
        waiting = {play.remote(run, batch): batch for batch in batches(jobs, BATCHES * cores)}
        while waiting:
            (ready,), _ = ray.wait(list(waiting), num_returns=1)
            yield from zip(waiting.pop(ready), ray.get(ready), strict=True)
    finally:
        if mine:
            ray.shutdown()


def connect(ray: Any, workers: int) -> None:
    """Connect to the cluster that the environment names (RAY_ADDRESS), or start one on this machine."""
    if os.environ.get("RAY_ADDRESS"):
        ray.init(log_to_driver=False)
    else:
        ray.init(num_cpus=workers or None, _node_ip_address="127.0.0.1", **LOCAL)


def run_batch(run: Callable[[J], R], jobs: Sequence[J]) -> list[R]:
    """Do some jobs one after the other, in a worker."""
    return [run(job) for job in jobs]


def batches(jobs: Sequence[J], count: int) -> list[list[J]]:
    """Split jobs into batches of about the same size, at most `count`, keeping their order."""
    size = max(1, -(-len(jobs) // max(count, 1)))
    return [list(jobs[i : i + size]) for i in range(0, len(jobs), size)]
