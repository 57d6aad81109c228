"""Fitting what is to be shown on the screen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

GAP = 2  # blanks between columns
MORE = "more"  # the word for the next page; its first letter will do in replays
LEAST = 4  # lines of a board, however many words there are
BELOW = 2  # lines below what is shown: the prompt, and who thinks after it


def fill_screen(
    header: str,
    board: Sequence[str],
    news: Sequence[str],
    words: Sequence[str],
    size: tuple[int, int],
    page: int | None = None,
) -> list[str]:
    """Return the lines of a screen, leaving some for what comes below.

    The words to the person and the board come first, of a board that is too tall a page, if one is asked for;
    of the news the latest, as many as fit.
    """
    width, height = size
    if page is not None:
        board = crop(board, (width, max(height - BELOW - len(words), LEAST)), page)
    space = height - BELOW - len(board) - len(words)
    top = [header[:width]] if space >= 1 else []
    space -= len(top)
    shown = list(news)
    if len(shown) > space:
        hidden = len(shown) - max(space - 1, 0)
        shown = [f"… {hidden} earlier lines: log shows all"[:width], *shown[hidden:]] if space > 0 else []
    return [*top, *board, *shown, *words]


def crop(board: Sequence[str], space: tuple[int, int], page: int) -> list[str]:
    """Return the part of a large board that a page shows, and a line that says so; after the last comes the first."""
    wide, tall = max(map(len, board), default=0), len(board)
    if wide <= space[0] and tall <= space[1]:
        return list(board)
    columns, lines = min(space[0], wide), min(space[1] - 1, tall)
    across, down = math.ceil(wide / columns), math.ceil(tall / lines)
    left = min(page % across * columns, wide - columns)
    top = min(page // across % down * lines, tall - lines)
    where = [f"lines {top + 1} to {top + lines} of {tall}"] if down > 1 else []
    where += [f"columns {left + 1} to {left + columns} of {wide}"] if across > 1 else []
    part = [line[left : left + columns] for line in board[top : top + lines]]
    return [*part, f"… {', '.join(where)}: {MORE} shows the rest"]


def list_choices(choices: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return what can be typed and what it means, side by side where there is room for two columns of them."""
    longest = max((len(command) for command, _ in choices), default=0)
    rows = [command if words == command else f"{command:<{longest}}  {words}" for command, words in choices]
    step = max((len(row) for row in rows), default=0) + GAP
    across = max(1, (width + GAP) // step)
    groups = [rows[i : i + across] for i in range(0, len(rows), across)]
    return ["".join(row.ljust(step) for row in group).rstrip() for group in groups]


def beside(blocks: Sequence[Sequence[str]], width: int) -> list[str] | None:
    """Return blocks of lines side by side, or None if they are too wide."""
    widths = [max(map(len, block), default=0) for block in blocks]
    if sum(widths) + GAP * (len(blocks) - 1) > width:
        return None
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return [(" " * GAP).join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def clock_text(seconds: float) -> str:
    """Write a time as a clock shows it: 4:32, or no limit."""
    if seconds == math.inf:
        return "no limit"
    whole = max(0, math.ceil(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def span(numbers: range) -> str:
    """Write how many can play: 2, or 2–4."""
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
