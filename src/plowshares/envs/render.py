"""Drawing a view for people who watch a learner: text, SVG, or pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 800  # pixels


def check_mode(mode: str | None) -> str | None:
    """Return the mode, or refuse it."""
    if mode is not None and mode not in MODES:
        raise PlowsharesError(f"no render mode {mode!r}; there are: {', '.join(MODES)}")
    return mode


def render(game: Game, view: Any, seat: int, mode: str | None) -> Any:
    """Return the picture of a view in one of the modes; `human` prints it."""
    if mode == "svg":
        return game.svg.board(view, seat)
    if mode == "rgb_array":
        return to_pixels(game.svg.board(view, seat))
    picture = game.text.board(view, seat)
    if mode == "ansi":
        return picture
    if mode == "human":
        print(picture)  # noqa: T201  # what this mode is for
    return None


def to_pixels(svg: str) -> Any:
    """Return an SVG as an array of height × width × 3."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise PlowsharesError(f"{error}: install the extra with `pip install plowshares[rl]`") from None
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white"))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
