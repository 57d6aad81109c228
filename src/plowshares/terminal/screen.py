"""The screen and the keyboard: lines in, lines out, and nothing left behind that should not be seen."""

from __future__ import annotations

import contextlib
import math
import os
import re
import select
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable
from typing import TextIO

try:
    import termios
except ImportError:  # Windows has none; typing ahead is then not thrown away
    termios = None  # type: ignore[assignment]  # the module or nothing

HOME_AND_CLEAR = "\x1b[H\x1b[2J"
CLEAR_SCROLLBACK = "\x1b[3J"  # after clearing: some terminals move what they clear into the scroll-back
RULE = "-" * 72
WIDTH, HEIGHT = 80, 24  # where there is no terminal to ask
CHUNK = 4096


TERM = re.compile(r"\s*\S+(?: \S+)* {2,}(?=\S)")  # what is explained, and the blanks before its explanation


class Left(Exception):
    """The person is leaving: a command, Ctrl-C, Ctrl-D, or the end of the input."""


class TimeUp(Exception):
    """The time for an answer is over."""


class Screen:
    """A terminal, or a pair of pipes or files in place of one."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        self.is_terminal = self.source.isatty() and self.sink.isatty()
        self.clears = self.is_terminal and os.environ.get("TERM", "dumb") not in ("", "dumb")
        self.deadline = math.inf  # of every answer, by the steady clock
        self._typed = b""  # read, but not yet a line
        self._ended = False
        with contextlib.suppress(AttributeError):  # text in memory has no encoding to change
            self.sink.reconfigure(errors="replace")  # type: ignore[union-attr]  # files have it, TextIO does not say so

    # Out

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines to fill; without a terminal there is no last line."""
        if not self.is_terminal:
            return WIDTH, sys.maxsize
        columns, lines = shutil.get_terminal_size((WIDTH, HEIGHT))
        return max(columns, 20), max(lines, 6)

    def write(self, text: str) -> None:
        """Write at once."""
        self.sink.write(text)
        self.sink.flush()

    def show(self, lines: Iterable[str]) -> None:
        """Write lines."""
        self.write("".join(f"{line}\n" for line in lines))

    def clear(self) -> None:
        """Begin a new picture; only a terminal that can be cleared is cleared."""
        self.write(HOME_AND_CLEAR if self.clears else "\n")

    def wipe(self) -> None:
        """Leave nothing to be seen, not by scrolling back either, and forget what was typed ahead."""
        if self.clears:
            self.write(HOME_AND_CLEAR + CLEAR_SCROLLBACK)
        elif self.is_terminal:
            self.write("\n" * self.size[1])  # the best a terminal without control codes can do
        else:
            self.write(f"\n{RULE}\n")
        if self.is_terminal:
            self._forget_typed()

    def wrap(self, text: str) -> list[str]:
        """Break a text into lines that fit; its own line breaks, indents and columns of explanations stay."""
        width = min(self.size[0], WIDTH)
        lines: list[str] = []
        for line in text.splitlines():
            indent = " " * _indent_of(line, width)
            # A long word is a file name, to be copied in one piece.
            lines += textwrap.wrap(
                line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
            ) or [""]
        return lines

    def page(self, lines: list[str]) -> None:
        """Show many lines, a screenful at a time."""
        space = self.size[1] - 1
        while len(lines) > space:
            self.show(lines[:space])
            lines = lines[space:]
            if self.ask(f"-- {len(lines)} more lines: Enter for them, q to stop -- "):
                return
        self.show(lines)

    # In

    def ask(self, prompt: str) -> str:
        """Return the line a person types, without blanks around it; raise TimeUp at the deadline."""
        self.write(prompt)
        try:
            line = self._read_line()
        except KeyboardInterrupt:
            self.write("\n")
            raise Left from None
        except TimeUp:
            self.write("\n")
            raise
        text = "".join(c for c in line.decode(errors="replace") if c.isprintable() or c == "\t").strip()
        if not self.is_terminal:
            self.write(f"{text}\n")  # a terminal shows what is typed; elsewhere the answers would be missing
        return text

    def _read_line(self) -> bytes:
        try:
            file = self.source.fileno()
        except (OSError, AttributeError):
            return self._read_text_line()
        while b"\n" not in self._typed:
            if self._ended:
                self.write("\n")
                raise Left
            _wait(file, self.deadline - time.monotonic())
            data = os.read(file, CHUNK)
            if not data:
                self._ended = not self.is_terminal
                if not self._typed:
                    self.write("\n")
                    raise Left
                data = b"\n"  # the last line of a file may lack its end
            self._typed += data
        line, _, self._typed = self._typed.partition(b"\n")
        return line

    def _read_text_line(self) -> bytes:
        line = self.source.readline()
        if not line:
            raise Left
        return line.rstrip("\n").encode()

    def _forget_typed(self) -> None:
        self._typed = b""
        if termios is not None:
            with contextlib.suppress(termios.error):
                termios.tcflush(self.source.fileno(), termios.TCIFLUSH)


def _wait(file: int, seconds: float) -> None:
    """Return when there is something to read; raise TimeUp when there is not for so long."""
    if seconds == math.inf or sys.platform == "win32":  # Windows can wait for sockets only
        return
    if not select.select([file], [], [], max(seconds, 0.0))[0]:
        raise TimeUp


def _indent_of(line: str, width: int) -> int:
    """Return the column in which the rest of a long line goes on: below its explanation if it has one."""
    term = TERM.match(line)
    if term and term.end() < width // 2:
        return term.end()
    return len(line) - len(line.lstrip())
