"""The arena's bars: what a referee costs a bot's turn, 20,000 fast turns, 200 runners killed with SIGKILL.

    python benchmarks/bench_arena.py [turns] [deaths] [--ordinary]

The overhead is measured beside a bare pipe echo, turn about, so that other work on the machine disturbs both alike:
discarding stale output, writing, resuming the bot, reading with a deadline, reading the JSON answer, freezing again.
Where the system allows it, everything measured runs with real-time priority (and says so), because on a machine with
more work than cores the tail of any latency is the scheduler's: there the bare echo alone has a p99 of 10 ms. With
--ordinary, or without the right to it, the time that referee and bot spend runnable but waiting for a core (the
kernel's own count, /proc/PID/schedstat) is measured too, and the bars are held against the rest; both are printed.
Where both wait at the same time it counts twice, so that the rest is a lower bound.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from plowshares.arena import protocol
from plowshares.arena.isolation import LEVELS, available
from plowshares.arena.process import BotProcess, Command
from plowshares.arena.supervisor import descendants

MEDIAN, P99 = 0.1, 0.5  # milliseconds above the echo that are allowed
LIMIT = 1.0  # seconds a turn
ECHO = """
import sys
print("ready", flush=True)
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(b'{"type":"play","id":1,"action":7}\\n')
    sys.stdout.buffer.flush()
"""
RUNAWAY = """
import os, sys, time
if not os.fork():
    os.setsid()
    if not os.fork():
        time.sleep(600)
    os._exit(0)
os.wait()
print("ready", flush=True)
sys.stdin.read()
"""
RUNNER = """
import sys, time
from pathlib import Path
from plowshares.arena.isolation import LEVELS
from plowshares.arena.process import BotProcess, Command
bots = [BotProcess(Command(("python3", "bot.py"), Path(sys.argv[1])), isolation=LEVELS[sys.argv[2]]) for _ in range(2)]
for bot in bots:
    assert bot.read_line(time.monotonic() + 60) == b"ready"
    bot.pause()
print(*(pid for bot in bots for pid in (*bot.pids(), bot._keeper.pid)), flush=True)
time.sleep(600)
"""
MESSAGE = b'{"type":"turn","id":1,"padding":"' + b"x" * 1500 + b'"}\n'


class BareEcho:
    """The same program behind a plain pipe: a blocking write, a blocking read, nothing else."""

    def __init__(self, directory: Path) -> None:
        self.process = subprocess.Popen(
            ["python3", "bot.py"], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to_bot, self.from_bot = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.read(self.from_bot, 100)

    def turn(self) -> float:
        """Return the seconds of one round trip."""
        began = time.perf_counter()
        os.write(self.to_bot, MESSAGE)
        os.read(self.from_bot, 65536)
        return time.perf_counter() - began

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


def referee_turn(bot: BotProcess) -> tuple[float, bool]:
    """Return the seconds of one turn as the referee plays it, and whether an answer came in time."""
    began = time.perf_counter()
    bot.take_waiting()
    bot.send(MESSAGE)
    bot.resume()
    line = bot.read_line(time.monotonic() + LIMIT)
    if line is not None:
        protocol.parse_answer(line, bot.limits.line)
    bot.pause()
    return time.perf_counter() - began, line is not None


def waited(pids: list[int]) -> float:
    """Return the seconds that processes have been ready to run while others had the cores."""
    return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) for pid in pids) / 1e9


def quantile(values: list[float], share: float) -> float:
    """Return a quantile, in milliseconds."""
    return sorted(values)[int(share * (len(values) - 1))] * 1000


def count_resources() -> tuple[int, int, int]:
    """Count this process's open files, threads and descendants."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count(), len(descendants(os.getpid()))


def measure_overhead(directory: Path, level: str, turns: int, is_ordinary: bool) -> bool:
    """Play many fast turns beside the echo; print both; return whether the bars are held."""
    before = count_resources()
    bare = BareEcho(directory)
    with BotProcess(Command(("python3", "bot.py"), directory), isolation=LEVELS[level]) as bot:
        bot.read_line(time.monotonic() + 60)
        bot.pause()
        watched = [os.getpid(), bare.process.pid, *bot.pids()]
        plain, refereed, late = [], [], 0
        queued: list[tuple[float, float]] = []  # of each turn, how long the echo and the refereed bot had no core
        for _ in range(turns):
            marks = [waited(watched)] if is_ordinary else [0.0]
            plain.append(bare.turn())
            marks.append(waited(watched) if is_ordinary else 0.0)
            seconds, in_time = referee_turn(bot)
            marks.append(waited(watched) if is_ordinary else 0.0)
            refereed.append(seconds)
            queued.append((marks[1] - marks[0], marks[2] - marks[1]))
            late += not in_time
    bare.stop()
    leaked = count_resources() != before
    print(f"{level}: {turns} turns, {late} false time-outs, {'LEAKS' if leaked else 'nothing leaked'}")
    held = compare(plain, refereed)
    if is_ordinary:
        print("  without the time spent waiting for a core:")
        own = [max(0.0, seconds - wait) for seconds, (wait, _) in zip(plain, queued, strict=True)]
        held = compare(own, [max(0.0, x - wait) for x, (_, wait) in zip(refereed, queued, strict=True)])
    return held and not late and not leaked


def compare(plain: list[float], refereed: list[float]) -> bool:
    """Print the echo's and the referee's times; return whether the difference is within the bars."""
    median = quantile(refereed, 0.5) - quantile(plain, 0.5)
    worst = quantile(refereed, 0.99) - quantile(plain, 0.99)
    print(f"  echo      median {quantile(plain, 0.5):.3f} ms, p99 {quantile(plain, 0.99):.3f} ms")
    print(f"  refereed  median {quantile(refereed, 0.5):.3f} ms, p99 {quantile(refereed, 0.99):.3f} ms")
    print(f"  overhead  median {median:+.3f} ms (allowed {MEDIAN}), p99 {worst:+.3f} ms (allowed {P99})")
    return median <= MEDIAN and worst <= P99


def measure_deaths(directory: Path, level: str, deaths: int) -> bool:
    """Kill runners with two bots each, whose children have left their session; return whether all are gone."""
    orphans = 0
    for _ in range(deaths):
        runner = subprocess.Popen(
            [sys.executable, "-c", RUNNER, str(directory), level], stdout=subprocess.PIPE, text=True
        )
        assert runner.stdout is not None
        pids = [int(word) for word in runner.stdout.readline().split()]
        runner.kill()
        runner.communicate()
        end = time.monotonic() + 10
        while any(map(is_there, pids)) and time.monotonic() < end:
            time.sleep(0.005)
        orphans += sum(map(is_there, pids)) if pids else 1
    print(f"{level}: {deaths} runners killed, {orphans} orphans")
    return not orphans


def is_there(pid: int) -> bool:
    """Ask whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def take_precedence() -> str:
    """Ask for real-time priority, which children inherit; return how it went, in words."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        return "ordinary priority"
    return "real-time priority"


def main() -> None:
    """Measure everything at every level that works here; exit with 1 if a bar is not held."""
    numbers = [word for word in sys.argv[1:] if word != "--ordinary"]
    turns, deaths = (int(word) for word in (*numbers, *("20000", "200")[len(numbers) :]))
    held = True
    with tempfile.TemporaryDirectory() as place:
        for name, code in (("echo", ECHO), ("runaway", RUNAWAY)):
            (Path(place) / name).mkdir()
            (Path(place) / name / "bot.py").write_text(code)
        priority = "ordinary priority" if "--ordinary" in sys.argv else take_precedence()
        print(f"{priority}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for level in available():
            held &= measure_overhead(Path(place) / "echo", level, turns, priority == "ordinary priority")
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        for level in available():
            held &= measure_deaths(Path(place) / "runaway", level, deaths)
    print("all bars are held" if held else "A BAR IS NOT HELD")
    raise SystemExit(not held)


if __name__ == "__main__":
    main()
