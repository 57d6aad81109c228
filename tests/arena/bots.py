"""Bots for tests: small Python programs, good and bad."""

from __future__ import annotations

import sys
import textwrap
import time
from pathlib import Path

from plowshares.arena.process import BotProcess, Command

SOON = 20.0  # seconds: generous, because the machine may be busy; nothing waits for it when all is well


def write_bot(place: Path, code: str, name: str = "bot") -> Command:
    """Write a Python bot into its own directory and return its command."""
    home = place / name
    home.mkdir(parents=True, exist_ok=True)
    (home / "bot.py").write_text(textwrap.dedent(code))
    return Command((interpreter(), "-u", "bot.py"), home, name)


def interpreter() -> str:
    """Return a Python that a shut-in bot can read."""
    return str(Path(sys.executable).resolve())


def next_line(bot: BotProcess, seconds: float = SOON) -> bytes | None:
    """Return the bot's next line."""
    return bot.read_line(time.monotonic() + seconds)


def wait_for_end(bot: BotProcess, seconds: float = SOON) -> None:
    """Read everything until the bot has ended."""
    end = time.monotonic() + seconds
    while not bot.ended and time.monotonic() < end:
        bot.pump(end - time.monotonic())
        bot.lines.clear()


def is_there(pid: int) -> bool:
    """Ask whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def wait_until_gone(pids: list[int], seconds: float = SOON) -> list[int]:
    """Wait for processes to vanish; return those that did not."""
    end = time.monotonic() + seconds
    while (left := [pid for pid in pids if is_there(pid)]) and time.monotonic() < end:
        time.sleep(0.01)
    return left


def count_descriptors() -> int:
    """Count the open files of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))
