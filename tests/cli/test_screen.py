"""The screen and the keyboard, with pipes and files in place of a terminal."""

from __future__ import annotations

import io
import math
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from plowshares.terminal.screen import Left, Screen, TimeUp


@pytest.fixture
def pipe() -> Iterator[tuple[Screen, Any, io.StringIO]]:
    """A screen that reads from a pipe, the other end of it, and what is shown."""
    out, into = os.pipe()
    shown = io.StringIO()
    with os.fdopen(out) as source, os.fdopen(into, "wb", buffering=0) as typed:
        yield Screen(source, shown), typed, shown


def test_lines_are_read_one_by_one_and_shown(pipe: tuple[Screen, Any, io.StringIO]) -> None:
    screen, typed, shown = pipe
    typed.write(b"  first \r\nsecond\n")
    assert [screen.ask("> "), screen.ask("> ")] == ["first", "second"]
    assert shown.getvalue() == "> first\n> second\n"


def test_the_last_line_may_lack_its_end_and_then_the_person_has_left(pipe: tuple[Screen, Any, io.StringIO]) -> None:
    screen, typed, _ = pipe
    typed.write(b"last")
    typed.close()
    assert screen.ask("> ") == "last"
    for _ in range(2):
        with pytest.raises(Left):
            screen.ask("> ")


def test_waiting_ends_at_the_deadline(pipe: tuple[Screen, Any, io.StringIO]) -> None:
    screen, typed, _ = pipe
    screen.deadline = time.monotonic() + 0.01
    with pytest.raises(TimeUp):
        screen.ask("> ")
    screen.deadline = math.inf
    typed.write(b"late\n")
    assert screen.ask("> ") == "late"


def test_bytes_that_are_no_text_or_would_control_the_terminal_are_left_out(
    pipe: tuple[Screen, Any, io.StringIO],
) -> None:
    screen, typed, _ = pipe
    typed.write(b"a\x1b[2Jb\xff\x00\n")
    assert screen.ask("> ") == "a[2Jb\ufffd"


def test_control_c_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(io.StringIO(), io.StringIO())

    def interrupt() -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(screen, "_read_line", interrupt)
    with pytest.raises(Left):
        screen.ask("> ")


def test_without_a_terminal_nothing_is_cleared_and_all_is_shown_at_once() -> None:
    shown = io.StringIO()
    screen = Screen(io.StringIO(), shown)
    screen.clear()
    screen.wipe()
    screen.page([str(i) for i in range(100)])
    assert "\x1b" not in shown.getvalue()
    assert shown.getvalue().endswith("98\n99\n")


def test_long_texts_are_paged_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "size", (80, 11))
    shown = io.StringIO()
    Screen(io.StringIO("\nq\n"), shown).page([f"line {i}" for i in range(35)])
    assert "-- 25 more lines" in shown.getvalue()
    assert "line 19\n" in shown.getvalue()
    assert "line 20\n" not in shown.getvalue()


def test_texts_are_wrapped_but_file_names_stay_whole() -> None:
    screen = Screen(io.StringIO(), io.StringIO())
    name = "x" * 100
    assert screen.wrap(f"saved in {name}") == ["saved in", name]
    assert screen.wrap("one\n\n  two") == ["one", "", "  two"]
    assert all(len(line) <= 80 for line in screen.wrap("word " * 100))
