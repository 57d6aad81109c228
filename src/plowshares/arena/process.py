"""A bot process: the one place where bots are started, spoken to, frozen and stopped."""

from __future__ import annotations

import collections
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plowshares.arena import supervisor
from plowshares.arena.isolation import MOVED_IN, MOVED_OUT, Isolation, Program, choose_level, find_program, readable_for
from plowshares.core.errors import PlowsharesError

CHUNK = 65536  # bytes per read: what a pipe holds
MOST_PER_PUMP = 1 << 20  # bytes taken in before the clock is looked at again
MOST_UNSENT = 16 << 20  # bytes a bot may leave unread before it counts as dead (§13.3)
TREE_AGE = 0.1  # seconds after which the list of the bot's process groups is refreshed
GRACE = 1.0  # seconds between being asked to end and being killed (§13.6)
SPARE_TASKS = 512  # threads and processes a bot's user may have beyond those there are
SUPERVISOR_SECONDS = 15.0
EXIT_SECONDS = 2.0  # for the report of an exit: the supervisor kills the rest of the tree first, on a busy machine too
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class BadBot(PlowsharesError):
    """A bot that cannot be started or does not speak the protocol; the text says what to fix."""


@dataclass(frozen=True)
class Limits:
    """What a bot may use. The supervisor enforces memory and processes on the whole tree, the system the rest."""

    memory: int = 2621440 << 10  # bytes resident, whole tree
    processes: int = 64
    open_files: int = 512
    file_size: int = 64 << 20  # bytes of each file it writes
    cpu: int = 3600  # seconds of processor time of each process
    errors: int = 1 << 20  # bytes of standard error that are kept
    line: int = 1 << 20  # bytes of a line; a longer one is cut


@dataclass(frozen=True)
class Command:
    """A bot's command line, the directory it runs in, and what it is called in messages."""

    words: tuple[str, ...]
    directory: Path
    name: str = "bot"
    readable: tuple[Path, ...] = ()  # more directories the bot may read
    hidden: tuple[Path, ...] = ()  # directories the bot must not see, such as that of the records
    environment: dict[str, str] = field(default_factory=dict)
    afterwards: tuple[str, ...] = ()  # what to run when it has been stopped, such as the removal of a container


def find_command(command: Command) -> Path:
    """Return the program of a command; raise BadBot in plain words if it cannot be run."""
    if not command.words:
        raise BadBot(f"bot {command.name!r} has an empty command")
    if not command.directory.is_dir():
        raise BadBot(f"bot {command.name!r}: there is no directory {str(command.directory)!r}")
    # The system's own places first: what users install for themselves may need files a shut-in bot cannot read.
    program = find_program(command.words[0], command.directory, f"{PATH}:{os.environ.get('PATH', '')}")
    if program is None:
        raise BadBot(
            f"bot {command.name!r}: there is no program {command.words[0]!r}, neither on the search path nor"
            f" (for names with a slash) in {str(command.directory)!r}; is it built, or installed?"
        )
    if program.is_dir():
        raise BadBot(f"bot {command.name!r}: {str(program)!r} is a directory, not a program")
    if not os.access(program, os.X_OK):
        raise BadBot(f"bot {command.name!r}: {str(program)!r} is not executable; run: chmod +x {program}")
    return program


class BotProcess:
    """One running bot. Use it in a `with` block, which leaves nothing of it behind."""

    def __init__(
        self,
        command: Command,
        limits: Limits | None = None,
        isolation: Isolation | None = None,
        errors: Path | None = None,
    ) -> None:
        self.command = command
        self.limits = limits or Limits()
        self.isolation = isolation or choose_level()
        self.lines: collections.deque[bytes] = collections.deque()
        self.ended = False  # nothing more will come from it
        self.death = ""  # why, in words
        self.exit_code: int | None = None
        self.received = 0  # bytes of output so far
        self._buffer = bytearray()
        self._unsent = bytearray()
        self._queued = False  # the poll waits for room in the bot's input
        self._groups: set[int] = set()
        self._groups_at = float("-inf")
        self._errors_path = errors
        self._status_text = b""
        self._ends: dict[str, int] = {}
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._poll = select.poll()
        self._start(find_command(command))

    # Starting and stopping

    def _start(self, program: Path) -> None:
        bot_in, to_bot = os.pipe()
        from_bot, bot_out = os.pipe()
        hear_control, control = os.pipe()
        status, tell_status = os.pipe()
        errors = os.open(self._errors_path or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        theirs = {"control": hear_control, "status": tell_status, "errors": errors}
        self._ends = {"in": to_bot, "out": from_bot, "control": control, "status": status}
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", supervisor.__file__, json.dumps({**self._spec(program), **theirs})],
                stdin=bot_in,
                stdout=bot_out,
                pass_fds=tuple(theirs.values()),
                start_new_session=True,
            )
        except BaseException:
            self._close(*self._ends)
            raise
        finally:
            for end in (bot_in, bot_out, *theirs.values()):
                os.close(end)
        for end in (to_bot, from_bot, status):
            os.set_blocking(end, False)
        self._poll.register(from_bot, select.POLLIN)
        self._poll.register(status, select.POLLIN)

    def _spec(self, program: Path) -> dict[str, Any]:
        """Return what the supervisor is told, but for its descriptors."""
        argv = [str(program), *self.command.words[1:]]
        readable = [*readable_for(program), *self.command.readable]
        return {
            "argv": self.isolation.wrap(Program(argv, self.command.directory, readable, self.command.hidden)),
            "cwd": str(self.command.directory),
            "env": self._environment(program),
            "limits": self._system_limits(),
            "streams": [MOVED_IN, MOVED_OUT] if self.isolation.moves_streams else [],
            "memory": self.limits.memory,
            "processes": self.limits.processes + self.isolation.helpers,
            "errors_limit": self.limits.errors,
        }

    def _environment(self, program: Path) -> dict[str, str]:
        path = f"{program.parent}:{PATH}" if str(program.parent) not in PATH.split(":") else PATH
        home = str(self.command.directory) if self.isolation.level == "plain" else "/tmp"
        return {"PATH": path, "HOME": home, "LANG": "C.UTF-8", **self.command.environment}

    def _system_limits(self) -> dict[str, int]:
        limits = self.limits
        most = {
            "RLIMIT_CORE": 0,
            "RLIMIT_FSIZE": limits.file_size,
            "RLIMIT_NOFILE": limits.open_files,
            "RLIMIT_CPU": limits.cpu,
            # The supervisor is exact but looks from time to time; this stops what is faster than it looks. It is wide
            # because run-time systems such as Java's reserve much that they never touch.
            "RLIMIT_DATA": 4 * limits.memory + (1 << 30),
        }
        if os.getuid():  # the superuser is not held by it
            most["RLIMIT_NPROC"] = count_tasks(os.getuid()) + SPARE_TASKS
        return most

    def stop(self, grace: float = GRACE, farewell: float = 0.0) -> None:
        """End the bot: resume it, close its input, wait (farewell), ask it to end, wait (grace), kill."""
        if self._supervisor is None:
            return
        try:
            if not self.ended:
                self._ask_to_end(grace, farewell)
        finally:
            self._close("in", "control")
            try:
                self._supervisor.wait(SUPERVISOR_SECONDS)
            except subprocess.TimeoutExpired:
                self._supervisor.kill()
                self._supervisor.wait()
            if "status" in self._ends:
                self._take_status()
            self._close(*list(self._ends))
            self._supervisor = None
            self.ended = True
            self._clear_up()

    def _clear_up(self) -> None:
        if self.command.afterwards:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(self.command.afterwards, capture_output=True, timeout=SUPERVISOR_SECONDS)

    def _ask_to_end(self, grace: float, farewell: float) -> None:
        if not self.say_goodbye(farewell):
            # A helper that is asked to end would take the bot with it at once.
            for group in set(groups_of(self.pids()[max(self.isolation.helpers - 1, 0) :])):
                signal_group(group, signal.SIGTERM)
            self._await_end(grace)

    def say_goodbye(self, seconds: float) -> bool:
        """Close the bot's input and wait; return whether it ended by itself."""
        self.resume()
        if not self._unsent:
            self._close("in")
        self._await_end(seconds)
        self._close("in")
        return not self._is_there()

    def _await_end(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._is_there() and (left := end - time.monotonic()) > 0:
            self.pump(left)
            self.lines.clear()

    def _is_there(self) -> bool:
        return not self.ended and self.exit_code is None

    def _close(self, *names: str) -> None:
        for name in names:
            end = self._ends.pop(name, None)
            if end is None:
                continue
            if name != "control":
                with contextlib.suppress(KeyError):
                    self._poll.unregister(end)
            os.close(end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # Speaking

    def send(self, data: bytes) -> None:
        """Write to the bot without waiting; what the pipe does not take is queued."""
        if "in" not in self._ends:
            return
        self._unsent += data
        if len(self._unsent) > MOST_UNSENT:
            self._end(f"does not read its input: more than {MOST_UNSENT >> 20} MiB are waiting")
            return
        self._flush()

    def _flush(self) -> None:
        try:
            sent = os.write(self._ends["in"], self._unsent)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            # It may have ended, or closed its input and still speak: its output will show.
            self._unsent.clear()
            self._close("in")
            return
        del self._unsent[:sent]
        if bool(self._unsent) != self._queued:
            self._queued = not self._queued
            if self._queued:
                self._poll.register(self._ends["in"], select.POLLOUT)
            else:
                self._poll.unregister(self._ends["in"])

    def pump(self, seconds: float) -> None:
        """Wait at most so long for the bot to say something; take in what there is."""
        for end, _ in self._poll.poll(max(0.0, seconds) * 1000):
            if end == self._ends.get("out"):
                self._take_output()
            elif end == self._ends.get("status"):
                self._take_status()
            elif end == self._ends.get("in"):
                self._flush()

    def read_line(self, deadline: float) -> bytes | None:
        """Return the next line; None if the deadline (of time.monotonic) or the end of the bot comes first."""
        while not self.lines and not self.ended:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self.pump(left)
        return self.lines.popleft() if self.lines else None

    def take_waiting(self) -> list[bytes]:
        """Return the complete lines that are already there, without waiting."""
        self.pump(0)
        waiting = list(self.lines)
        self.lines.clear()
        return waiting

    def _take_output(self) -> None:
        taken = 0
        while taken < MOST_PER_PUMP and "out" in self._ends:
            try:
                data = os.read(self._ends["out"], CHUNK)
            except BlockingIOError:
                return
            if not data:
                self._close("out")
                self._await_exit()
                self._end("closed its output")
                return
            taken += len(data)
            self.received += len(data)
            self._split(data)
            if len(data) < CHUNK:
                return

    def _await_exit(self) -> None:
        """Wait a moment for the supervisor to say why the output has ended."""
        end = time.monotonic() + EXIT_SECONDS
        while self.exit_code is None and "status" in self._ends and (left := end - time.monotonic()) > 0:
            select.select([self._ends["status"]], [], [], left)
            self._take_status()

    def _split(self, data: bytes) -> None:
        *whole, rest = data.split(b"\n")
        for line in whole:
            self._add(line)
            self.lines.append(bytes(self._buffer))
            self._buffer.clear()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        room = self.limits.line + 1 - len(self._buffer)  # one more, so that a cut line is seen to be too long
        self._buffer += part[:room]

    def _take_status(self) -> None:
        try:
            data = os.read(self._ends["status"], CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._close("status")
            return
        *words, self._status_text = (self._status_text + data).split(b"\n")
        for line in words:
            self._hear(*line.decode(errors="replace").partition(" ")[::2])

    def _hear(self, word: str, rest: str) -> None:
        if word == "fail":
            self.death = f"could not be started: {rest}"
        elif word == "memory":
            self.death = f"used {int(rest) >> 20} MiB of memory, {self.limits.memory >> 20} are allowed"
        elif word == "processes":
            self.death = f"ran {rest} processes, {self.limits.processes} are allowed"
        elif word == "exit":
            self.exit_code = int(rest)
            self.death = self.death or describe_exit(self.exit_code)
            self._take_output()
            self._end(self.death)

    def _end(self, words: str) -> None:
        """Note that nothing more will come; an unfinished last line counts as a line (§13.5)."""
        self.death = self.death or words
        if self._buffer:
            self.lines.append(bytes(self._buffer))
            self._buffer.clear()
        self.ended = True

    # Freezing

    def pause(self) -> None:
        """Stop the whole tree until `resume`."""
        if time.monotonic() - self._groups_at > TREE_AGE:
            self._list_groups()
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the tree run again."""
        self._signal(signal.SIGCONT)

    def pids(self) -> list[int]:
        """List the processes of the bot's tree, its helpers included; the first below the guard is the supervisor."""
        return supervisor.descendants(self._supervisor.pid)[1:] if self._supervisor else []

    def _list_groups(self) -> None:
        self._groups = set(groups_of(self.pids()))
        self._groups_at = time.monotonic()

    def _signal(self, number: int) -> None:
        for group in self._groups:
            if not signal_group(group, number):
                self._groups_at = float("-inf")

    def cpu_seconds(self) -> float:
        """Return the processor time the tree has used, its ended children included."""
        return sum(cpu_of(pid) for pid in self.pids())


def describe_exit(code: int) -> str:
    """Say in words how a process ended; shells and helpers report a signal as 128 and its number."""
    number = -code if code < 0 else code - 128 if 128 < code < 128 + 65 else 0
    if not number:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(number).name}"
    except ValueError:
        return f"was ended by signal {number}"


def signal_group(group: int, number: int) -> bool:
    """Send a signal to a process group; return False if there is none any more."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def groups_of(pids: Iterable[int]) -> Iterable[int]:
    """Yield the process group of each process that is still there."""
    for pid in pids:
        try:
            yield os.getpgid(pid)
        except ProcessLookupError:
            continue


def cpu_of(pid: int) -> float:
    """Return the processor seconds of a process and of the children it has collected; 0 if it is gone."""
    try:
        own = time.clock_gettime((~pid << 3) | 2)  # the kernel's name for the processor clock of another process
        stat = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return own + (int(stat[13]) + int(stat[14])) / os.sysconf("SC_CLK_TCK")


def count_tasks(user: int) -> int:
    """Count the threads of all processes of a user."""
    count = 0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if place.stat().st_uid == user:
                count += len(list((place / "task").iterdir()))
        except OSError:
            continue
    return count
