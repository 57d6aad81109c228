"""The program in a real pseudo-terminal of 80 columns and 24 lines, and what it writes there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pexpect

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; the machine may be busy, and the rules may have to be compiled first
COLUMNS, LINES = 80, 24
PROMPT = "\r\n> "
CURTAIN = "press Enter when only you can see the screen. "
HIDE = "Press Enter to hide your board. "
WIPE = "\x1b[H\x1b[2J\x1b[3J"
CLEAR = "\x1b[H\x1b[2J"
PENNIES = "tests.toys.pennies:GAME"


def environment(records: Path, **more: str) -> dict[str, str]:
    """Return the environment of a player: records in a folder of the test, the toys within reach."""
    return {**os.environ, "PLOWSHARES_RECORDS": str(records), "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def listen() -> None:
    """Restore Ctrl-C: shells let programs in the background ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The program at a pseudo-terminal; `said` is everything it wrote so far, echoed typing included."""

    def __init__(self, words: Sequence[str], records: Path, **more: str) -> None:
        self.process: Any = pexpect.spawn(
            sys.executable,
            ["-m", "plowshares.cli", *words],
            env=environment(records, **more),
            cwd=records.parent,
            dimensions=(LINES, COLUMNS),
            timeout=PATIENCE,
            encoding="utf-8",
            preexec_fn=listen,
        )
        self.process.logfile_read = self
        self.said = ""

    def write(self, text: str) -> None:
        """Record what the program writes."""
        self.said += text

    def flush(self) -> None:
        """Do nothing: writes are not buffered."""

    def expect(self, *texts: str) -> int:
        """Wait for one of these texts; return which."""
        try:
            found: int = self.process.expect_exact(list(texts))
        except (pexpect.EOF, pexpect.TIMEOUT):
            raise AssertionError(f"{texts} did not come; the last that was written:\n{self.said[-3000:]}") from None
        return found

    def before(self) -> str:
        """Return what was written before the text that was waited for."""
        text: str = self.process.before
        return text

    def type(self, line: str, *then: str) -> int:
        """Type a line and wait for what must follow, by default the prompt."""
        self.process.sendline(line)
        return self.expect(*(then or (PROMPT,)))

    def end(self) -> str:
        """Wait until the program has ended well; return everything it wrote."""
        self.process.expect(pexpect.EOF)
        self.process.close()
        assert self.process.exitstatus == 0, self.said
        return self.said

    def close(self) -> None:
        """Stop the program if it still runs."""
        self.process.close(force=True)


def run(words: Sequence[str], typed: str, records: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program with pipes in place of a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "plowshares.cli", *words],
        input=typed,
        env=environment(records, **more),
        cwd=records.parent,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def screens(said: str) -> list[list[str]]:
    """Return the lines of every screen that was drawn: what stands between two clearings."""
    return [screen.split("\r\n") for screen in re.split(r"\x1b\[H\x1b\[2J(?:\x1b\[3J)?", said)]
