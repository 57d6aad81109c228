"""The supervisor of one bot: starts it under limits, and kills its whole process tree when the runner is gone.

This file is also a program of its own (`python -I -S supervisor.py SPEC`) and imports nothing but the standard
library. Between the runner and the bot there is always one supervisor. The bot's standard input and output do not
pass through it, so it costs a turn nothing. It adopts every process the bot leaves behind, reads the bot's
standard error, and watches memory and the number of processes.

A bot that is not shut in can kill its supervisor. So the supervisor has a guard, which then adopts the bot and kills
all of it; and if the guard is killed, the supervisor does the same.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any

PDEATHSIG, SUBREAPER = 1, 36  # of prctl(2)
INTERVAL = 0.04  # seconds between two looks at memory and processes
FROZEN_INTERVAL = 0.2  # a stopped tree cannot grow
KILL_SECONDS = 10.0  # seconds to get rid of a tree that was killed
PAGE = resource.getpagesize()


def children_of(pid: int) -> list[int]:
    """List the living children of a process; none if it is gone."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  # pathlib is slow to import
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:  # noqa: PTH123  # likewise
                found += map(int, file.read().split())
    except OSError:
        return found
    return found


def descendants(pid: int) -> list[int]:
    """List all processes below one, parents first."""
    found: list[int] = []
    waiting = children_of(pid)
    while waiting:
        found += waiting
        waiting = [child for parent in waiting for child in children_of(parent)]
    return found


def resident(pid: int) -> int:
    """Return the bytes of memory a process has resident; 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123  # as above
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def is_stopped(pid: int) -> bool:
    """Ask whether a process is stopped by a signal."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123  # as above
            return file.read().rpartition(b")")[2].split()[0] == b"T"
    except (OSError, IndexError):
        return False


def send(pid: int, number: int) -> None:
    """Send a signal to a process that may be gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def prctl(option: int, value: int) -> None:
    """Call prctl(2) where there is one."""
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "prctl"):
        libc.prctl(option, value, 0, 0, 0)


def reap(child: int = 0) -> int | None:
    """Collect the dead; return the exit status of a child, negative for a signal, if it is among them."""
    code = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code
        if not pid:
            return code
        if pid == child:
            code = os.waitstatus_to_exitcode(status)


def kill_all() -> None:
    """Kill all processes below this one. They are stopped first, so that none grow faster than they are killed."""
    end = time.monotonic() + KILL_SECONDS
    while time.monotonic() < end:
        tree = descendants(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in tree:
                send(pid, number)
        reap()
        if not tree:
            return
        time.sleep(0.001)


def guard(spec: dict[str, Any]) -> None:
    """Start the supervisor, and wait for its end: then nothing of the bot is left, whichever process ended it."""
    prctl(SUBREAPER, 1)
    here = os.getpid()
    supervisor = os.fork()
    if not supervisor:
        Supervisor(spec, here).run()
        os._exit(0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2, spec["control"], spec["status"], spec["errors"]):
        os.dup2(nothing, stream)
    while os.waitpid(-1, 0)[0] != supervisor:
        pass
    kill_all()


class Supervisor:
    """One bot and everything it starts."""

    def __init__(self, spec: dict[str, Any], runner: int) -> None:
        self.spec = spec
        self.runner = runner
        self.control: int = spec["control"]
        self.status: int = spec["status"]
        for inherited in (self.control, self.status, spec["errors"]):
            os.set_inheritable(inherited, False)
        self.kept = 0  # bytes of standard error
        self.errors = -1
        self.child = 0

    def run(self) -> None:
        """Start the bot and stay until it has ended or the runner wants it ended."""
        prctl(SUBREAPER, 1)
        prctl(PDEATHSIG, signal.SIGTERM)
        if os.getppid() != self.runner:
            return
        wake, write = os.pipe()
        for end in (wake, write):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        self.start()
        code = self.watch(wake)
        kill_all()
        self.drain()
        self.tell(f"exit {code}")

    def start(self) -> None:
        """Fork the bot; the supervisor lets go of the bot's streams."""
        self.errors, errors = os.pipe()
        os.set_blocking(self.errors, False)
        self.child = os.fork()
        if not self.child:
            os.dup2(errors, 2)
            self.become_bot()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        os.close(errors)
        self.tell(f"start {self.child}")

    def become_bot(self) -> None:
        """Turn the forked child into the bot, or report why that cannot be."""
        spec = self.spec
        try:
            if spec["streams"]:
                self.move_streams(*spec["streams"])
            os.setsid()
            prctl(PDEATHSIG, signal.SIGKILL)
            for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            for name, value in spec["limits"].items():
                lower_limit(getattr(resource, name), value)
            os.chdir(spec["cwd"])
            os.umask(0o077)
            os.execve(spec["argv"][0], spec["argv"], spec["env"])
        except (OSError, ValueError) as error:
            self.tell(f"fail {getattr(error, 'strerror', None) or error}")
        os._exit(127)

    def move_streams(self, bot_in: int, bot_out: int) -> None:
        """Put the bot's input and output where a helper does not hold them open."""
        self.status = fcntl.fcntl(self.status, fcntl.F_DUPFD_CLOEXEC, max(bot_in, bot_out) + 1)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream, place in ((0, bot_in), (1, bot_out)):
            os.dup2(stream, place)
            os.dup2(nothing, stream)

    def watch(self, wake: int) -> int:
        """Wait for the end; return the bot's exit status, negative for a signal."""
        look = time.monotonic() + INTERVAL
        ears = [self.control, wake, self.errors]
        while True:
            ready = select.select(ears, [], [], max(0.0, look - time.monotonic()))[0]
            if self.errors in ready and not self.drain():
                ears.remove(self.errors)
            if wake in ready:
                os.read(wake, 4096)
                code = self.reap()
                if code is not None:
                    return code
            if self.control in ready or os.getppid() != self.runner:
                return -int(signal.SIGKILL)
            if time.monotonic() >= look:
                pause = self.look()
                if not pause:
                    return -int(signal.SIGKILL)
                look = time.monotonic() + pause

    def reap(self) -> int | None:
        """Collect the dead; return the exit status of the bot itself if it is among them."""
        return reap(self.child)

    def look(self) -> float:
        """Compare the tree with its limits; return the seconds until the next look, 0 if it is too large."""
        tree = descendants(os.getpid())
        memory = sum(map(resident, tree))
        if memory > self.spec["memory"]:
            self.tell(f"memory {memory}")
            return 0.0
        if len(tree) > self.spec["processes"]:
            self.tell(f"processes {len(tree)}")
            return 0.0
        return FROZEN_INTERVAL if tree and is_stopped(tree[-1]) else INTERVAL

    def drain(self) -> bool:
        """Keep what the bot wrote to standard error, up to the limit; return False at its end."""
        while True:
            try:
                data = os.read(self.errors, 65536)
            except BlockingIOError:
                return True
            if not data:
                return False
            room = self.spec["errors_limit"] - self.kept
            if room > 0:
                self.kept += os.write(self.spec["errors"], data[:room])

    def tell(self, words: str) -> None:
        """Tell the runner, if it is still there."""
        with contextlib.suppress(OSError):
            os.write(self.status, words.encode() + b"\n")


def lower_limit(kind: int, value: int) -> None:
    """Set a limit of this process, no higher than it is allowed to be."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


if __name__ == "__main__":
    guard(json.loads(sys.argv[1]))
