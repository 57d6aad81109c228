"""The pictures of the lobby: the first position of each game. `python -m plowshares.server.pictures` draws them anew.

They are drawn beforehand because drawing needs compiled rules, and a lobby must not wait for a compiler.
"""

from __future__ import annotations

from pathlib import Path

from plowshares import registry
from plowshares.core.drawing import label, picture, tag
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.seats import first_seat

FOLDER = Path(__file__).parent / "pictures"


def draw_first(game: Game) -> str:
    """Draw the first position of a game as the first seat to act sees it."""
    options = read_options(game.options, dict(next(iter(game.presets.values()), {})))
    s = game.start(options, 1)
    seat = first_seat(game.rules.to_act(s))
    return game.svg.board(game.view_of(s, seat), seat, ())


def find_picture(game: Game) -> str:
    """Return the picture of a game; its name, if none was drawn."""
    file = FOLDER / f"{game.name}.svg"
    return file.read_text(encoding="utf-8") if file.is_file() else placeholder(game)


def placeholder(game: Game) -> str:
    """Draw the name of a game."""
    back = tag("rect", width=320, height=200, fill="#e9e4d8")
    words = label(game.title, 160, 100, font_size=30, font_family="sans-serif", fill="#4a4438")
    return picture(320, 200, game.title, game.summary, [back, words])


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in registry.OURS:
        drawn = draw_first(registry.find(name))
        (FOLDER / f"{name}.svg").write_text(drawn + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
