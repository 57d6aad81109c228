"""Boards with nothing hidden: after the end, and in replays of finished matches."""

from __future__ import annotations

import textwrap
from collections.abc import Collection
from typing import Any

from plowshares.core.game import Game
from plowshares.core.plain_text import panel_text
from plowshares.core.scene import Viewer
from plowshares.engine.default_scene import scene_of
from plowshares.terminal.layout import beside

WIDTH = 80


def draw_table(game: Game, view: Any, viewer: Viewer, marked: Collection[str] = ()) -> list[str]:
    """Return what a viewer sees of a position: the board, and a line about every player."""
    scene = scene_of(game)
    board = scene.sketch(view, viewer, marked).splitlines()
    if game.scene is None:  # its board says who has what
        return board
    players = [panel_text(viewer, seat, panel) for seat, panel in enumerate(scene.panels(view, viewer))]
    return [*board, *(row for line in players for row in textwrap.wrap(line, WIDTH, subsequent_indent="  "))]


def draw_openly(game: Game, s: Any, viewer: Viewer) -> list[list[str]]:
    """Return the boards that together show everything.

    After the end one board does, since all is public then. Before, as when somebody resigned, every seat's own
    board is needed, and says whose it is: games draw what others hold face down.
    """
    if game.rules.is_over(s):
        return [draw_table(game, s, viewer)]
    boards: dict[str, list[str]] = {}  # equal ones once, in order, with those whose side they show
    for seat, name in enumerate(viewer.names):
        board = "\n".join(draw_table(game, s, Viewer(seat, viewer.names)))
        boards.setdefault(board, []).append("you" if viewer.is_me(seat) else name)
    if len(boards) == 1:
        return [board.splitlines() for board in boards]
    return [[f"On the side of {' and '.join(names)}:", *board.splitlines()] for board, names in boards.items()]


def join_boards(boards: list[list[str]], width: int) -> list[str]:
    """Return several boards side by side, or below one another where that is too wide."""
    return beside(boards, width) or [line for board in boards for line in [*board, ""]][:-1]
