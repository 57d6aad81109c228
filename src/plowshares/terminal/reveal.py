"""Boards with nothing hidden: after the end, and in replays of finished matches."""

from __future__ import annotations

from typing import Any

from plowshares.core.game import Game
from plowshares.core.seats import SPECTATOR
from plowshares.terminal.layout import beside


def draw_openly(game: Game, s: Any, seats: int, viewer: int = SPECTATOR) -> list[list[str]]:
    """Return the boards that together show everything.

    After the end one board does, since all is public then. Before, as when somebody resigned, every seat's own
    board is needed, and says whose it is: games draw what others hold face down.
    """
    if game.rules.is_over(s):
        return [game.text.board(s, viewer).splitlines()]
    boards: dict[str, list[str]] = {}  # equal ones once, in order, with those whose side they show
    for seat in range(seats):
        boards.setdefault(game.text.board(s, seat), []).append(game.notation.seat_name(s, seat))
    if len(boards) == 1:
        return [board.splitlines() for board in boards]
    return [[f"On the side of {' and '.join(names)}:", *board.splitlines()] for board, names in boards.items()]


def join_boards(boards: list[list[str]], width: int) -> list[str]:
    """Return several boards side by side, or below one another where that is too wide."""
    return beside(boards, width) or [line for board in boards for line in [*board, ""]][:-1]
